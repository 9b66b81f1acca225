"""Retainers: looking for them, hiring, loyalty, wages, shares, experience."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import ORC, changed, every, first, scene, scores, table, under

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Answer, Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Refusal, Refused, Resolution
from underkeep.systems.ose import experience, hiring, in_town, loyalty, morale, retainers, town, wages
from underkeep.systems.ose.company import CallBack
from underkeep.systems.ose.experience import ExperienceGained, LevelGained
from underkeep.systems.ose.hiring import HiringRolled, OfferMade, SeekRetainers
from underkeep.systems.ose.money import coins, purse_cp
from underkeep.systems.ose.retainers import NORMAL_HUMAN, OrderRefused, Reward, ServiceEnded
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.sheet import ABILITIES, Service, sheet
from underkeep.systems.ose.wages import SharePaid, WagesPaid, WagesWithheld
from underkeep.testing import rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.clock import DAY
from underkeep.world.creature import Died, Fled, MoraleRolled
from underkeep.world.dungeon import Trap, TrapChanged
from underkeep.world.party import PartyWent
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

PC, OTHER, HAND = "hero-1", "hero-2", "retainer-1"
LODGING_CP = 50


def company(*kinds: str, gp: int = 100, cha: int = 10, human: bool = False, place: str = "town") -> State:
    """A fighter and a thief of average everything with 100 gp each, in a small town or in the cellar."""
    state = delving_party(RULESET, cellar(), *(kinds or ("fighter", "thief")), in_town=place == "town")
    state = replace(state, human_referee=human)
    for id in (c.id for c in state.marchers()):
        state = changed(state, id, abilities={**dict.fromkeys(ABILITIES, 10), "CHA": cha})
        state = state.with_creature(id, items=(coins("gp", gp),), hp=8, max_hp=8)
    assert state.settlement is not None and state.settlement.size == "small town"
    return state


def seeking(state: State, kind: str = NORMAL_HUMAN, level: int = 0, asks: int = 2) -> State:
    assert state.settlement is not None
    who = Applicant(HAND, kind, level, "Hand", (asks, 50))
    return replace(state, settlement=replace(state.settlement, applicants=(who,)))


def serving(state: State, kind: str = "fighter", id: str = HAND, **terms: int) -> State:
    """The same with a retainer of the first character: 1 gp a day, a half share, loyalty 7."""
    do = Resolution(state, Seeded(3, "hand"), RULESET)
    who = Applicant(id, kind, int(kind != NORMAL_HUMAN), "Hand", (1, 50))
    retainers.join(do, do.state.creatures[PC], who, 1, 50, gladly=False)
    state = do.state.with_creature(id, hp=8, max_hp=8)
    if kind != NORMAL_HUMAN:
        state = changed(state, id, abilities=dict.fromkeys(ABILITIES, 10))
    service = sheet(state.creatures[id]).service
    assert service is not None
    return changed(state, id, service=replace(service, **terms))


def terms(state: State, id: str = HAND) -> Service:
    service = sheet(state.creatures[id]).service
    assert service is not None
    return service


def offer(state: State, *faces: int, gp: int = 2, share: int = 50, by: str = PC, **rulings: str) -> Resolution:
    dice = Scripted(*faces)
    named = {f"ose:retainer.{key.replace('__', '.').replace('_', '-')}": value for key, value in rulings.items()}
    do = Resolution(state, dice, RULESET, named)
    hiring.hire(do, state.creatures[by], HAND, gp, share)
    dice.finish()
    return do


def after(do: Resolution) -> int:
    return first(do, HiringRolled).roll.total


def why_not(state: State, action: Action) -> Refusal:
    found = play.why_not(RULESET, state, "player", action)
    assert found is not None
    return found


def run(state: State, action: Action, *faces: int, seat: str = "player") -> Resolution:
    dice = Scripted(*faces)
    done = play.resolve(RULESET, state, seat, action, dice)
    dice.finish()
    return done


def doing(state: State, *faces: int, **rulings: str) -> Resolution:
    named = {f"ose:retainer.{key.replace('__', '.').replace('_', '-')}": value for key, value in rulings.items()}
    return Resolution(state, Scripted(*faces), RULESET, named)


# Hiring


@rule("ose:retainer.definition")
def test_only_retainers_march_with_the_party():
    state = seeking(company())
    joined = offer(state, 5, 4, 3, 1).state
    assert joined.party is not None and joined.party.members == (PC, OTHER, HAND)
    left = doing(joined)
    retainers.leave(left, HAND, "dismissed")
    assert left.state.party is not None and HAND not in left.state.party.members
    assert why_not(left.state, CallBack(HAND)).rule == "ose:retainer.definition"
    smith = seeking(company(), kind="smith")
    assert why_not(smith, a.Hire(PC, HAND, (2, 50))).rule == "ose:retainer.definition"
    alone = Resolution(serving(company()), Scripted(), RULESET)
    alone.emit(Died(PC))
    alone.emit(Died(OTHER))
    assert why_not(alone.state, a.SetOut()).rule == "ose:retainer.definition"


@rule("ose:retainer.limit", "ose:abilities.cha.max-retainers")
def test_charisma_limits_how_many():
    for cha, most in ((8, 3), (10, 4), (18, 7)):
        state = company(cha=cha, gp=1000)
        for number in range(most):
            assert play.why_not(RULESET, seeking(state), "player", a.Hire(PC, HAND, (2, 50))) is None
            state = serving(state, NORMAL_HUMAN, f"hand-{number}")
        assert why_not(seeking(state), a.Hire(PC, HAND, (2, 50))).rule == "ose:retainer.limit"
        do = doing(state)
        retainers.leave(do, "hand-0", "dismissed")
        assert play.why_not(RULESET, seeking(do.state), "player", a.Hire(PC, HAND, (2, 50))) is None


@rule("ose:retainer.class-level")
@pytest.mark.parametrize(
    ("kind", "level", "refused"), [("thief", 2, False), ("elf", 3, True), (NORMAL_HUMAN, 0, False)]
)
def test_of_any_class_but_no_higher_level(kind, level, refused):
    state = seeking(changed(company(), PC, level=2), kind, level)
    found = play.why_not(RULESET, state, "player", a.Hire(PC, HAND, (2, 50)))
    assert (found.rule if found else "") == ("ose:retainer.class-level" if refused else "")


@rule("ose:retainer.class-level")
def test_an_ordinary_person_is_of_level_0_and_brings_a_club():
    done = offer(seeking(company()), 5, 4, 3, 1)
    hand = done.state.creatures[HAND]
    assert (sheet(hand).level, sheet(hand).character_class, [i.kind for i in hand.items]) == (0, "", ["club"])


@rule("ose:retainer.recruit.where")
def test_people_are_found_in_the_tavern_or_by_a_notice():
    state = company()
    assert state.settlement is not None and state.settlement.applicants == ()
    done = play.resolve(RULESET, state, "player", SeekRetainers(PC, hiring.TAVERN), Seeded(2))
    assert done.state.now == state.now + 4 * 3600
    assert done.state.settlement is not None and 1 <= len(done.state.settlement.applicants) <= 3
    assert why_not(done.state, SeekRetainers(OTHER, hiring.TAVERN)).rule == "ose:retainer.recruit.where"
    posted = play.resolve(RULESET, state, "player", SeekRetainers(PC, hiring.NOTICE), Seeded(2))
    assert purse_cp(posted.state.creatures[PC].items) == 9500
    assert posted.state.settlement is not None and len(posted.state.settlement.applicants) >= 3
    assert why_not(company(gp=4), SeekRetainers(PC, hiring.NOTICE)).rule == "ose:retainer.recruit.where"
    below = company(place="dungeon")
    assert SeekRetainers(PC, hiring.TAVERN) not in play.legal_actions(RULESET, below, "player").listed
    assert why_not(below, SeekRetainers(PC, hiring.TAVERN)).rule == "ose:retainer.recruit.where"


def test_applicants_change_with_the_week():
    state = seeking(company())
    do = Resolution(replace(state, now=state.now + 7 * DAY), Scripted(), RULESET)
    town.turn_the_week(do)
    assert do.state.settlement is not None and do.state.settlement.applicants == ()


@rule("ose:retainer.recruit.negotiate")
def test_an_offer_names_the_job_and_the_pay():
    state = seeking(company())
    assert why_not(state, a.Hire(PC, HAND, (0, 0))).rule == "ose:retainer.recruit.negotiate"
    assert why_not(seeking(serving(state)), a.Hire(HAND, HAND, (1, 50))).rule == "ose:retainer.recruit.negotiate"
    done = offer(state, 1, 3)
    told = first(done, OfferMade)
    assert told.job and (told.daily_gp, told.share) == (2, 50)
    assert done.events.index(told) < done.events.index(first(done, HiringRolled))


def asked(faces: tuple[int, ...], state: State | None = None, **rulings: str) -> list[int]:
    """What applicants ask whom these faces bring: how many, then for each who it is and its name."""
    do = doing(state or changed(company(), PC, level=4), *faces, **rulings)
    hiring.seek(do, SeekRetainers(PC, hiring.TAVERN))
    assert do.state.settlement is not None
    return [who.asks[0] for who in do.state.settlement.applicants]


LEVEL_4 = (6, 2, 4, 1)
"""Of a class, the second one, of level 4, with the first name."""


@rule("ose:retainer.wages.factors", "ose:retainer.wages.skill", "ose:retainer.wages.competition")
def test_what_is_asked_grows_with_skill_and_falls_with_competition():
    assert (hiring.asking_gp(0), hiring.asking_gp(1), hiring.asking_gp(2), hiring.asking_gp(3)) == (1, 1, 2, 3)
    assert asked((1, *LEVEL_4, 1)[:5]) == [5]
    assert asked((2, *LEVEL_4, *LEVEL_4)) == [4, 4]
    assert asked((3, *LEVEL_4, *LEVEL_4, *LEVEL_4)) == [3, 3, 3]


@rule("ose:retainer.wages.factors", "ose:retainer.wages.skill", "ose:retainer.wages.competition")
def test_the_referee_may_set_another_price():
    two = (2, *LEVEL_4, *LEVEL_4)
    assert asked(two, wages__skill="all alike") == [1, 1]
    assert asked(two, wages__competition="150") == [6, 6]
    assert asked(two, wages__factors="8") == [8, 8]
    human = replace(changed(company(), PC, level=4), human_referee=True)
    done = play.resolve(RULESET, human, "player", SeekRetainers(PC, hiring.TAVERN), Scripted(*two))
    question = done.state.prompts[0]
    assert (question.seat, question.question) == (REFEREE, "ose:retainer.wages.skill")


@rule("ose:retainer.wages.standard")
def test_usual_terms():
    terms_asked = a.Hire(PC, HAND, (2, 50))
    assert terms_asked in play.legal_actions(RULESET, seeking(company()), "player").listed
    assert wages.LEAST_SHARE == 50
    done = offer(seeking(company()), 4, 5, 3, 1)
    assert purse_cp(done.state.creatures[PC].items) == 10_000 - 200 - LODGING_CP
    assert why_not(seeking(company(gp=2)), terms_asked).rule == "ose:retainer.wages.standard"
    poor = offer(seeking(company()), 4, 4, share=40)
    assert [m.amount for m in first(poor, HiringRolled).roll.modifiers if m.source == "generosity"] == [-1]


@rule("ose:retainer.reaction.roll")
def test_the_hiring_table():
    for low, high, result in table("retainer.hiring"):
        told = {"Ill will": "ill will", "Offer refused": "refused", "Roll again": "roll again"}
        told |= {"Offer accepted": "accepted", "Offer accepted, +1 loyalty": "accepted gladly"}
        assert {hiring.result_for(n) for n in range(max(-5, low), min(20, high) + 1)} == {told[result]}
    assert first(offer(seeking(company()), 3, 2), HiringRolled).result == "refused"
    taken = offer(seeking(company()), 4, 5, 3, 1)
    assert HAND in taken.state.creatures
    refused = offer(seeking(company()), 2, 3)
    assert refused.state.settlement is not None and refused.state.settlement.applicants == ()


@rule("ose:retainer.reaction.charisma", "ose:abilities.cha.reactions")
@pytest.mark.parametrize(("cha", "total"), [(3, 3), (8, 4), (10, 5), (13, 6), (18, 7)])
def test_charisma_counts(cha, total):
    assert after(offer(seeking(company(cha=cha)), 2, 3)) == total


@rule("ose:retainer.reaction.generosity")
@pytest.mark.parametrize(
    ("gp", "share", "bonus"), [(2, 50, 0), (3, 50, 1), (4, 50, 2), (1, 50, -2), (2, 100, 2), (4, 30, -1), (9, 0, -2)]
)
def test_generosity(gp, share, bonus):
    assert after(offer(seeking(company()), 2, 1, gp=gp, share=share)) == 3 + bonus


@rule("ose:retainer.reaction.generosity", "ose:retainer.reaction.reputation")
def test_the_referee_may_see_it_differently():
    state = seeking(company())
    assert after(offer(state, 2, 2, reaction__generosity="2")) == 6
    assert after(offer(state, 2, 3, reaction__reputation="-2")) == 3
    done = play.resolve(RULESET, replace(state, human_referee=True), "player", a.Hire(PC, HAND, (2, 50)), Scripted())
    assert done.state.prompts[0].question == "ose:retainer.reaction.generosity"
    choice = play.resolve(RULESET, done.state, REFEREE, Answer(done.state.prompts[0].id, "-1"), Scripted())
    assert choice.state.prompts[0].question == "ose:retainer.reaction.reputation"
    last = play.resolve(RULESET, choice.state, REFEREE, Answer(choice.state.prompts[0].id, "0"), Scripted(2, 4))
    assert after(last) == 5


@rule("ose:retainer.abuse", "ose:retainer.reaction.reputation")
def test_those_who_were_wronged_warn_others():
    state = serving(company())
    for flags, penalty in ((1, -1), (2, -2), (3, -2)):
        do = doing(state)
        for _ in range(flags):
            loyalty.wrong(do, HAND)
        again = offer(seeking(do.state), 3, 2)
        assert after(again) == 5 + penalty
    shunned = doing(state, abuse="no applicants")
    loyalty.wrong(shunned, HAND)
    none = doing(shunned.state, 3)
    hiring.seek(none, SeekRetainers(PC, hiring.TAVERN))
    assert none.state.settlement is not None and none.state.settlement.applicants == ()
    quiet = doing(state, abuse="keep quiet")
    loyalty.wrong(quiet, HAND)
    assert after(offer(seeking(quiet.state), 3, 2)) == 5


@rule("ose:retainer.reaction.ill-will")
def test_ill_will_spoils_later_offers_in_this_town():
    state = seeking(company(cha=13))
    assert first(offer(state, 4, 4, 3, 1), HiringRolled).result == "accepted"
    insulted = offer(state, 1, 1, gp=1)
    assert first(insulted, HiringRolled).result == "ill will"
    again = offer(seeking(insulted.state), 4, 4)
    assert (after(again), first(again, HiringRolled).result) == (8, "roll again")
    twice = offer(seeking(offer(seeking(insulted.state), 1, 1, gp=1).state), 4, 4)
    assert after(twice) == 8
    elsewhere = replace(insulted.state, settlement=company().settlement)
    assert after(offer(seeking(elsewhere), 4, 4, 3, 1)) == 9


@rule("ose:retainer.reaction.roll-again")
def test_the_undecided_may_be_asked_again():
    first_try = offer(seeking(company()), 3, 4)
    assert first(first_try, HiringRolled).result == "roll again"
    second = offer(first_try.state, 4, 5, 3, 1)
    assert first(second, HiringRolled).result == "accepted"


@rule("ose:retainer.reaction.accept-plus", "ose:retainer.loyalty.rating", "ose:abilities.cha.loyalty")
@pytest.mark.parametrize(
    ("cha", "faces", "rating"), [(10, (5, 5), 7), (10, (6, 6), 8), (18, (4, 3), 10), (16, (5, 3), 9)]
)
def test_loyalty_starts_with_the_hirers_charisma(cha, faces, rating):
    assert terms(offer(seeking(company(cha=cha)), *faces, 3, 1).state).loyalty == rating


# Wages, upkeep, shares


@rule("ose:retainer.upkeep", "ose:retainer.wages.standard")
def test_fee_and_keep_are_paid_by_the_day():
    state = serving(company())
    before = purse_cp(state.creatures[PC].items)
    do = doing(replace(state, now=state.now + 3 * DAY))
    wages.settle(do)
    assert purse_cp(do.state.creatures[PC].items) == before - 2 * (100 + LODGING_CP)
    paid = first(do, WagesPaid)
    assert (paid.creature, paid.employer, paid.days) == (HAND, PC, 2)
    wages.settle(do)
    assert len(every(do, WagesPaid)) == 1
    rested = play.resolve(RULESET, state, "player", a.RestDays(3), Seeded(1))
    assert first(rested, WagesPaid).days == 2


@rule("ose:retainer.upkeep")
def test_the_hirer_pays_for_new_gear():
    state = serving(company())
    before = purse_cp(state.creatures[PC].items)
    done = run(state, a.Buy(HAND, "leather", 1))
    assert purse_cp(done.state.creatures[PC].items) == before - 2000
    assert "leather" in {i.kind for i in done.state.creatures[HAND].items}
    poor = state.with_creature(PC, items=())
    assert why_not(poor, a.Buy(HAND, "leather", 1)).rule == "ose:money.conversion"
    sword = next(n for n, i in enumerate(state.creatures[HAND].items) if i.kind == "sword")
    assert why_not(state, a.Sell(HAND, sword, 1)).rule == "ose:retainer.upkeep"


@rule("ose:retainer.shares")
def test_fractional_shares():
    shares = {**{f"pc-{n}": 100 for n in range(5)}, "hand": 50}
    assert wages.divided(2750, shares) == {**{f"pc-{n}": 500 for n in range(5)}, "hand": 250}


def home_with(state: State, gp: int, bearer: str, *faces: int, **rulings: str) -> Resolution:
    """The party comes home with treasure that one of them carries."""
    do = doing(state, *faces, **rulings)
    experience.note_what_is_brought(do)
    creature = do.state.creatures[bearer]
    do.state = do.state.with_creature(bearer, items=(*creature.items, coins("pp", gp // 5)))
    in_town.come_home(do)
    return do


@rule("ose:retainer.shares", "ose:retainer.wages.standard")
def test_a_half_share_is_paid_at_home():
    state = serving(company())
    before = sum(purse_cp(state.creatures[id].items) for id in (PC, OTHER))
    for bearer in (PC, OTHER, HAND):
        done = home_with(state, 1000, bearer, 3, 3)
        assert first(done, SharePaid).cp == 20_000
        assert purse_cp(done.state.creatures[HAND].items) == 0
        after = sum(purse_cp(done.state.creatures[id].items) for id in (PC, OTHER))
        assert after == before + 80_000


@rule("ose:retainer.shares", "ose:retainer.loyalty.penalty")
def test_what_cannot_be_paid_is_owed_until_the_finds_are_sold():
    state = serving(company())
    do = doing(state, 3, 3)
    experience.note_what_is_brought(do)
    gem = replace(coins("gp", 1), kind="gem-1000", name="gem")
    for id in (PC, OTHER):
        do.state = do.state.with_creature(id, items=())
    do.state = do.state.with_creature(OTHER, items=(gem, coins("gp", 300)))
    in_town.come_home(do)
    assert terms(do.state).owed_cp == 0
    poor = doing(serving(company()), 3, 3)
    experience.note_what_is_brought(poor)
    poor.state = poor.state.with_creature(PC, items=(gem,)).with_creature(OTHER, items=())
    in_town.come_home(poor)
    owed = terms(poor.state).owed_cp
    assert owed > 0
    cheated = doing(poor.state)
    cheated.emit(PartyWent("road", None, "set out"))
    assert (terms(cheated.state).loyalty, len(every(cheated, WagesWithheld))) == (6, 1)
    sold = run(poor.state, a.Sell(PC, 0, 1))
    assert terms(sold.state).owed_cp == 0
    assert purse_cp(sold.state.creatures[PC].items) == 100_000 - owed


# Loyalty


@rule("ose:retainer.loyalty.check")
@pytest.mark.parametrize(("faces", "holds"), [((3, 4), True), ((4, 4), False)])
def test_loyalty_is_checked_on_two_dice(faces, holds):
    do = doing(serving(company()), *faces)
    assert loyalty.check(do, HAND, "asked", "ose:retainer.loyalty.check") is holds
    assert first(do, MoraleRolled).who == HAND


@rule("ose:retainer.loyalty.bonus")
def test_two_gifts_of_a_full_share_are_worth_a_point():
    state = home_with(serving(company(gp=1000)), 100, PC, 3, 3).state
    share = retainers.full_share_gp(state)
    assert share == 40
    small = run(state, Reward(PC, HAND, share - 1))
    assert terms(small.state).gifts == 0
    once = run(state, Reward(PC, HAND, share))
    assert Reward(PC, HAND, share) in play.legal_actions(RULESET, state, "player").listed
    assert (terms(once.state).gifts, terms(once.state).loyalty) == (1, 7)
    twice = run(once.state, Reward(PC, HAND, share))
    assert terms(twice.state).loyalty == 8
    human = doing(once.state, loyalty__bonus="0")
    loyalty.reward(human, HAND)
    assert terms(human.state).loyalty == 7
    assert first(human, Ruled).by == REFEREE


@rule("ose:retainer.loyalty.penalty")
def test_a_wage_withheld_costs_loyalty():
    state = serving(company()).with_creature(PC, items=())
    do = doing(replace(state, now=state.now + 2 * DAY))
    wages.settle(do)
    assert (terms(do.state).loyalty, terms(do.state).owed_cp) == (6, 150)
    assert town.counted(do.state, loyalty.ABUSE) == 1
    kind = doing(replace(state, now=state.now + 2 * DAY), loyalty__penalty="0")
    wages.settle(kind)
    assert terms(kind.state).loyalty == 7


def in_battle(down: int = 0, *, dead_employer: bool = False, kind: str = "fighter") -> State:
    """A retainer of the first of four fighters who face orcs; so many of the fighters are down."""
    state = scene("4 fighter v 4 orc", phase="morale", switches=("morale",))
    service = Service("fighter-1", 1, 50, 7)
    state = changed(state, "fighter-4", service=service)
    party = replace(company().party, side="a", members=tuple(f"fighter-{n}" for n in range(1, 5)))  # type: ignore[type-var]
    state = replace(state, party=party, settlement=company().settlement)
    for number in range(1, down + 1):
        id = f"fighter-{3 - number + 1}" if not dead_employer else f"fighter-{number}"
        state = state.with_creature(id, status="dead", hp=0)
    return state.with_creature("fighter-4", kind=kind) if kind != "fighter" else state


@rule("ose:morale.retainers")
def test_retainers_make_no_morale_checks():
    for kind in ("fighter", NORMAL_HUMAN):
        do = doing(in_battle(1, kind=kind))
        morale.check_morale(do, "a")
        assert every(do, MoraleRolled) == []


@rule("ose:retainer.loyalty.when-peril", "ose:morale.retainers")
def test_extreme_peril_is_faced_once_for_each_reason():
    done = doing(in_battle(2), 3, 3)
    morale.check_morale(done, "a")
    assert [(e.who, e.success) for e in every(done, MoraleRolled)] == [("fighter-4", True)]
    again = doing(done.state)
    morale.check_morale(again, "a")
    assert every(again, MoraleRolled) == []
    broken = doing(in_battle(1, dead_employer=True), 6, 6)
    morale.check_morale(broken, "a")
    assert [e.why for e in every(broken, MoraleRolled)] == ["loyalty the employer is dead"]
    hand = broken.state.creatures["fighter-4"]
    assert hand.status == "fled" or hand.condition("fleeing") is not None


@rule("ose:retainer.loyalty.when-peril")
def test_the_referee_may_call_for_loyalty():
    state = serving(company(place="dungeon"))
    call = CallCheck(HAND, "loyalty")
    stood = run(state, call, 3, 4, seat=REFEREE)
    assert stood.state.creatures[HAND].status == "up"
    ran = run(state, call, 4, 4, seat=REFEREE)
    assert first(ran, Fled).creature == HAND
    assert play.why_not(RULESET, state, REFEREE, CallCheck(PC, "loyalty")) is not None
    lost = doing(state, 6, 6)
    lost.emit(Died(PC))
    assert lost.state.creatures[HAND].status == "fled"


@rule("ose:retainer.loyalty.when-after")
def test_after_an_adventure_a_retainer_may_leave_for_good():
    state = serving(company())
    stays = home_with(state, 100, PC, 3, 4)
    assert stays.state.party is not None and HAND in stays.state.party.members
    gone = home_with(state, 100, PC, 4, 4)
    assert gone.state.party is not None and HAND not in gone.state.party.members
    assert first(gone, ServiceEnded).creature == HAND
    assert why_not(gone.state, a.Hire(PC, HAND, (1, 50))).rule == "ose:retainer.loyalty.when-after"
    assert play.why_not(RULESET, gone.state, "player", a.Hire(OTHER, HAND, (1, 50))) is None
    rehired = Resolution(gone.state, Scripted(5, 5), RULESET)
    hiring.hire(rehired, rehired.state.creatures[OTHER], HAND, 1, 50)
    assert (terms(rehired.state).employer, terms(rehired.state).grudges) == (OTHER, (PC,))


def test_one_who_fled_turns_up_in_town():
    state = serving(company()).with_creature(HAND, status="fled")
    done = home_with(state, 100, PC, 3, 4)
    assert done.state.creatures[HAND].status == "up"


def test_after_the_fight_nobody_flees_any_more():
    state = under(serving(company(place="dungeon")), HAND, "fleeing")
    do = Resolution(state, Scripted(), RULESET)
    loyalty.calm(do)
    assert do.state.creatures[HAND].conditions == ()


def test_a_retainer_is_free_when_the_employer_is_dead():
    do = Resolution(serving(company()), Scripted(), RULESET)
    do.emit(Died(PC))
    retainers.come_home(do)
    assert terms(do.state).employer == ""
    assert do.state.settlement is not None and [w.id for w in do.state.settlement.applicants] == [HAND]


def test_a_dismissed_retainer_looks_for_other_work():
    done = run(serving(company()), a.Dismiss(HAND))
    assert (first(done, ServiceEnded).why, terms(done.state).employer) == ("dismissed", "")
    assert why_not(done.state, CallBack(HAND)).rule == "ose:retainer.definition"


def test_retainers_stay_with_an_employer_who_is_left_in_town():
    done = run(serving(company()), a.Dismiss(PC))
    assert done.state.party is not None and done.state.party.members == (OTHER,)
    assert terms(done.state).employer == PC
    back = run(done.state, CallBack(PC))
    assert back.state.party is not None and back.state.party.members == (OTHER, PC, HAND)


@rule("ose:retainer.duties")
def test_no_retainer_walks_into_a_trap_for_others():
    do = doing(serving(company(place="dungeon")))
    do.emit(TrapChanged(Trap("pit-1", "1-01", "pit", square=(2, 2), state="found"), "found"))
    order = a.Order((HAND, PC, OTHER))
    done = run(do.state, order)
    assert first(done, OrderRefused).creature == HAND
    assert done.state.party is not None and done.state.party.members == (PC, HAND, OTHER)
    for ruled, faces, members in (
        ("comply", (), order.members),
        ("check", (3, 4), order.members),
        ("check", (6, 4), (PC, HAND, OTHER)),
    ):
        human = replace(do.state, human_referee=True)
        asks = play.resolve(RULESET, human, "player", order, Scripted())
        question = asks.state.prompts[0]
        assert question.question == "ose:retainer.duties"
        answered = play.resolve(RULESET, asks.state, REFEREE, Answer(question.id, ruled), Scripted(*faces))
        assert answered.state.party is not None and answered.state.party.members == members
    safe = run(serving(company(place="dungeon")), order)
    assert safe.state.party is not None and safe.state.party.members == order.members


# Experience


@rule("ose:retainer.xp.half", "ose:xp.division.even")
def test_a_retainer_has_half_the_experience():
    state = serving(company("fighter", "fighter"))
    do = doing(state)
    experience.note_what_is_brought(do)
    creature = do.state.creatures[PC]
    do.state = do.state.with_creature(PC, items=(*creature.items, coins("gp", 1500)))
    experience.reckon(do)
    assert {e.creature: e.amount for e in every(do, ExperienceGained)} == {PC: 500, OTHER: 500, HAND: 250}


@rule("ose:retainer.xp.like-pcs")
def test_a_retainer_gains_levels():
    state = changed(serving(company("fighter", "fighter")), HAND, xp=1900)
    do = doing(state, 5)
    experience.award(do, HAND, experience.Fraction(400))
    gained = first(do, LevelGained)
    assert (gained.creature, gained.level, gained.max_hp) == (HAND, 2, 13)
    assert sheet(do.state.creatures[HAND]).thac0 == sheet(do.state.creatures[PC]).thac0
    assert terms(do.state).employer == PC


@rule("ose:retainer.xp.normal-human")
def test_an_ordinary_person_who_gains_experience_chooses_a_class():
    state = serving(company("fighter", "fighter"), NORMAL_HUMAN)
    do = doing(state)
    experience.award(do, HAND, experience.Fraction(20))
    question = do.state.prompts[0]
    assert (question.seat, question.choices) == ("player", ("cleric", "fighter", "magic-user", "thief"))
    assert play.why_not(RULESET, do.state, "player", a.SetOut()) is not None
    tens = (3, 3, 4) * 6
    for hit_die, hp in ((3, 8), (6, 8)):
        done = play.resolve(RULESET, do.state, "player", Answer(question.id, "fighter"), Scripted(*tens, hit_die))
        hand = done.state.creatures[HAND]
        assert (sheet(hand).character_class, sheet(hand).level, sheet(hand).xp, hand.max_hp) == ("fighter", 1, 10, hp)
        assert terms(done.state).employer == PC
    frail = do.state.with_creature(HAND, hp=2, max_hp=2)
    done = play.resolve(RULESET, frail, "player", Answer(question.id, "fighter"), Scripted(*tens, 6))
    assert done.state.creatures[HAND].max_hp == 6


def test_refused_offers_roll_nothing():
    with pytest.raises(Refused):
        play.resolve(RULESET, seeking(company(gp=0)), "player", a.Hire(PC, HAND, (2, 50)), Scripted())


def test_orc_is_no_retainer():
    assert loyalty.service_of(scores(scene(), "fighter-1").creatures[ORC]) is None
