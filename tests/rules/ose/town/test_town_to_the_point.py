"""The town to the point: companions, what is asked and given, one die where one is meant."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import changed, every, first
from tests.rules.ose.service import HAND, OTHER, PC, company, doing, serving, terms
from tests.rules.ose.town.test_services import hero
from tests.rules.ose.town.test_services import town as a_town
from tests.rules.ose.town.test_soldiers import hired, on_the_road
from tests.rules.ose.town.test_town import in_town

from underkeep.kernel.prompt import ALWAYS, Prompt, RulingStands
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.town_services import Visit
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.money import coins, purse_cp
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.encounters import loyalty
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import (
    hiring,
    normal_humans,
    retainers,
    roster,
    rumours,
    safe_keeping,
    services,
    soldiers,
    town,
    wages,
)
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN, Reward
from underkeep.systems.ose.town.soldiers import HireSoldiers
from underkeep.testing import Alike, d3, d6, die, rule
from underkeep.world.clock import DAY
from underkeep.world.creature import Moved, SheetChanged
from underkeep.world.dungeon import Trap
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import PartyWent
from underkeep.world.settlement import Applicant, RumourHeard
from underkeep.world.state import State


class Single(Alike):
    """Every die shows the same face, and no roll is of more than one."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        assert count == 1, why
        return super().roll(count, sides, why)


def purses(state: State) -> tuple[int, ...]:
    return tuple(purse_cp(state.creatures[id].items) for id in (PC, OTHER))


# Companions


def taken(state: State, *kinds: str) -> Resolution:
    done = Resolution(state, Alike(3), RULESET)
    hiring.companions(done, kinds)
    return done


def served(done: Resolution) -> dict[str, tuple[str, int, int]]:
    """Who serves, whom, for how many gold pieces, at which level."""
    return {
        c.id: (terms(done.state, c.id).employer, terms(done.state, c.id).daily_gp, sheet(c).level)
        for c in loyalty.in_service(done.state)
    }


@rule("ose:retainer.class-level", "ose:retainer.wages.standard", "ose:retainer.limit")
def test_companions_are_hired_by_whoever_charms_most():
    state = changed(company(), OTHER, abilities={**sheet(company().creatures[OTHER]).abilities, "CHA": 13})
    done = taken(state, "fighter", "cleric")
    assert served(done) == {"companion-1": (OTHER, 1, 1), "companion-2": (OTHER, 1, 1)}
    hired_ = [e for e in every(done, SheetChanged) if e.what == "hired"]
    assert not any("ose:retainer.reaction.accept-plus" in e.rule for e in hired_)
    usual = doing(company())
    usual_hand = Applicant(HAND, "fighter", 1, "Hand", (1, 50))
    glad = Resolution(usual.state, Alike(3), RULESET)
    retainers.join(glad, glad.state.creatures[PC], usual_hand, 1, 50, gladly=True)
    told = next(e for e in every(glad, SheetChanged) if e.what == "hired")
    assert "ose:retainer.reaction.accept-plus" in told.rule
    assert terms(glad.state).loyalty == terms(taken(company(), "fighter").state, "companion-1").loyalty + 1


@rule("ose:retainer.wages.standard")
@pytest.mark.parametrize(("cp", "hired_"), [(149, {}), (150, {"companion-1": (PC, 1, 1)})])
def test_a_companion_is_paid_for_a_day_and_kept(cp, hired_):
    state = company().with_creature(PC, items=(coins("cp", cp),)).with_creature(OTHER, items=())
    assert wages.daily_cp(state, 1) == 150
    assert served(taken(state, "fighter")) == hired_


@rule("ose:retainer.limit")
def test_nobody_has_more_companions_than_charisma_allows():
    state = company(gp=1000, cha=10)
    done = taken(state, *["fighter"] * 9)
    assert len(served(done)) == 8
    for id in (PC, OTHER):
        assert len(loyalty.in_service(done.state, id)) == 4


@rule("ose:retainer.limit")
def test_who_serves_hires_nobody():
    alone = serving(company(gp=1000)).with_creature(OTHER, status="dead").with_creature(HAND, items=(coins("gp", 500),))
    alone = changed(alone, HAND, abilities={**sheet(alone.creatures[HAND]).abilities, "CHA": 18})
    assert served(taken(alone, "fighter"))["companion-1"] == (PC, 1, 1)


# Hiring


@rule("ose:retainer.wages.standard", "ose:retainer.wages.skill")
def test_what_is_asked():
    assert [hiring.asking_gp(level) for level in (0, 1, 2, 3)] == [1, 1, 2, 3]
    assert hiring.asking_gp(0, 150) == 2
    assert [hiring.asking_gp(2, percent) for percent in (50, 75, 100, 125, 150)] == [1, 2, 2, 3, 3]


def asked(level: int, count: int = 2, **rulings: str) -> list[int]:
    came = [Applicant(f"retainer-{n}", "fighter", level, f"Hand {n}", (0, 50)) for n in range(count)]
    state = company()
    for name, word in rulings.items():
        state = RulingStands(f"ose:retainer.wages.{name}", ALWAYS, word).evolve(state)
    return [who.asks[0] for who in hiring._priced(doing(state), came, count)]


@rule("ose:retainer.wages.factors", "ose:retainer.wages.skill", "ose:retainer.wages.competition")
def test_what_counts_in_what_is_asked():
    assert asked(4) == [4, 4] and asked(4, 1) == [5] and asked(4, 3) == [3, 3, 3]
    assert asked(4, skill="all alike") == [1, 1]
    assert asked(4, competition="50") == [2, 2]
    assert (
        asked(1, factors="0") == [1, 1]
        and asked(2, factors="1") == [1, 1]
        and asked(2, factors="4") == [4, 4]
        and asked(2, factors="3") == [2, 2]
    )


@rule("ose:retainer.class-level")
def test_an_applicants_level_is_one_roll_up_to_the_best():
    state = changed(company(), PC, level=3)
    classes = len(compendium.classes())
    for face, kind, level in ((3, NORMAL_HUMAN, 0), (4, next(iter(compendium.classes())), 2)):
        more = (die(classes, 1), d3(2)) if level else ()
        done = Resolution(state, _Faces(d6(face), *more), RULESET)
        who = hiring._applicant(done, ())
        assert (who.kind, who.level, who.id) == (kind, level, "retainer-1")


@rule("ose:retainer.class-level")
def test_the_level_of_an_applicant_where_nobody_is_high():
    for best, faces, level in ((1, (), 1), (2, (die(2, 2),), 2)):
        state = changed(changed(company(), PC, level=best), OTHER, level=1)
        done = Resolution(state, _Faces(d6(6), die(len(compendium.classes()), 1), *faces), RULESET)
        assert hiring._applicant(done, ()).level == level
    nobody = company().with_creature(PC, status="dead").with_creature(OTHER, status="dead")
    done = Resolution(nobody, _Faces(d6(6), die(len(compendium.classes()), 1), die(2, 2)), RULESET)
    assert hiring._applicant(done, ()).level == 1


class _Faces(Single):
    """These faces first, then ones."""

    def __init__(self, *faces: int) -> None:
        super().__init__(1)
        self.left = [int(face) for face in faces]

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        assert count == 1, why
        return (self.left.pop(0),) if self.left else super().roll(count, sides, why)


@rule("ose:retainer.recruit.where")
def test_a_notice_brings_people_where_nobody_looks_for_work():
    state = company()
    state = replace(state, settlement=replace(state.settlement, size="village"))
    done = Resolution(state, Alike(1), RULESET)
    hiring.seek(done, hiring.SeekRetainers(PC, hiring.NOTICE))
    assert len(done.state.settlement.applicants) == hiring.NOTICE_BRINGS_MORE


# Gifts, shares, soldiers


@rule("ose:retainer.loyalty.bonus")
@pytest.mark.parametrize(("share_cp", "gifts"), [(0, 0), (100, 1), (101, 0), (200, 0)])
def test_a_gift_of_a_full_share_however_small_is_remembered(share_cp, gifts):
    state = serving(company())
    state = with_campaign(state, wealth=replace(campaign(state).wealth, full_share_cp=share_cp))
    done = doing(state)
    retainers.reward(done, Reward(PC, HAND, 1))
    assert terms(done.state).gifts == gifts
    assert purses(done.state)[0] == purses(state)[0] - 100


@rule("ose:retainer.shares")
def test_where_nobody_is_left_there_are_no_shares():
    state = company().with_creature(PC, status="dead").with_creature(OTHER, status="dead")
    done = doing(state)
    wages.share_out(done)
    assert first(done, wages.SharesReckoned).full_share_cp == 0


@rule("ose:hireling.mercenaries")
@pytest.mark.parametrize(("gp", "enough"), [(9, False), (10, True)])
def test_a_months_pay_to_the_coin(gp, enough):
    state = company(gp=gp)
    assert (soldiers.why_not_hire(state, HireSoldiers(PC, "footman-light", 5)) is None) is enough


@rule("ose:hireling.mercenaries")
def test_soldiers_who_have_a_place_keep_it():
    state = on_the_road().state
    ours = soldiers.standing(state)
    placed = state.with_creature(ours[0].id, at=None)
    again = Resolution(replace(placed, fight=None), Alike(1), RULESET)
    head = placed.marchers()[0]
    again.emit(Moved(head.id, head.at, "deploy"))
    assert [e.creature for e in every(again, Moved)] == [head.id, ours[0].id]
    assert again.state.creatures[ours[0].id].steps_to(head) <= 3


# Making the town, and what it has


@rule("ose:town.black-market")
def test_only_smugglers_are_paid_beforehand():
    state = a_town()
    assert [services.cost(state, service) for service in ("guard", "lodgings", "black market")] == [0, 0, 1000]


@rule("ose:town.lodgings")
def test_a_night_is_one_night():
    state = a_town(heard=(0, 2))
    done = play.resolve(RULESET, state, "player", Visit(hero(state), "lodgings"), Alike(6))
    assert done.state.now - state.now < 2 * DAY


@rule("ose:town.steps", "ose:town.size")
def test_each_thing_about_a_town_is_one_roll():
    state = in_town()
    done = Resolution(replace(state, party=None, dungeon=None), Single(1), RULESET)
    town.found(done)
    assert town_life(done.state).company == 0
    guard = town._guard(Resolution(state, Single(2), RULESET))
    assert guard.is_bribable and set(guard.hours_between_rounds.values()) == {2}


@rule("ose:town.rumours")
def test_the_hook_is_one_of_the_true_rumours(monkeypatch):
    asked_for = []
    monkeypatch.setattr(rumours.mechanics, "rumours", lambda do, *said: asked_for.extend(n for _, n in said) or ())
    rumours.about(Resolution(in_town(), Alike(1), RULESET))
    assert asked_for == [rumours.MOST_TRUE - 1, rumours.MOST_FALSE] == [5, 3]


@rule("ose:retainer.xp.normal-human")
def test_a_new_magic_user_has_the_book_of_the_first_level():
    done = Resolution(serving(company(), NORMAL_HUMAN), Alike(3), RULESET)
    normal_humans.take_class(done, HAND, "magic-user")
    own = sheet(done.state.creatures[HAND])
    assert (own.level, own.hit_dice, len(own.spell_book)) == (1, "1d4", 1)


@rule("ose:retainer.recruit.where", "ose:retainer.wages.competition")
def test_all_who_look_for_work_compete(monkeypatch):
    state = company()
    waiting = Applicant("retainer-9", NORMAL_HUMAN, 0, "Wat", (1, 50))
    state = with_town_life(state, applicants_ever=9)
    state = replace(state, now=3 * DAY + 60, settlement=replace(state.settlement, applicants=(waiting,)))
    competing = []
    monkeypatch.setattr(hiring, "_priced", lambda do, came, competitors: competing.append(competitors) or came)
    done = Resolution(state, Alike(2), RULESET)
    hiring.seek(done, hiring.SeekRetainers(PC, hiring.TAVERN))
    came = len(done.state.settlement.applicants) - 1
    assert came > 0 and competing == [came + 1]
    assert town_life(done.state).applicants_ever == 9 + came
    assert town_life(done.state).tavern_day == 3


@rule("ose:retainer.recruit.negotiate", "ose:retainer.wages.standard")
def test_an_offer_at_the_most_and_with_the_last_coin():
    who = Applicant(HAND, "fighter", 1, "Hand", (1, 50))
    state = company().with_creature(PC, items=(coins("cp", 150),))
    for share, objects in ((hiring.MOST_SHARE, False), (hiring.MOST_SHARE + 1, True)):
        assert (hiring.why_not_serve(state, state.creatures[PC], who, (1, share)) is not None) is objects
    poor = state.with_creature(PC, items=(coins("cp", 149),))
    assert hiring.why_not_serve(poor, poor.creatures[PC], who, (1, 50)).rule == "ose:retainer.wages.standard"


@rule("ose:retainer.class-level")
def test_savings_stay_at_home():
    done = Resolution(company(), Alike(6), RULESET)
    retainers.make(done, Applicant("hand-1", "fighter", 1, "Hand", (1, 50)), "party")
    retainers.make(done, Applicant("hand-2", NORMAL_HUMAN, 0, "Wat", (1, 50)), "party")
    left = [e.creature for e in every(done, ItemsChanged) if e.verb == "left-savings"]
    assert left == ["hand-1"]
    assert all(purse_cp(done.state.creatures[id].items) == 0 for id in ("hand-1", "hand-2"))


@rule("ose:retainer.duties")
@pytest.mark.parametrize(
    ("trap", "refuses"),
    [
        (Trap("t", "1-01", "pit", square=(2, 2), state="found"), True),
        (Trap("t", "1-02", "pit", square=(9, 2), state="found"), False),
        (Trap("t", "1-01", "pit", square=(2, 2)), False),
        (Trap("t", "1-01", "pit", state="found", on="chest"), False),
    ],
)
def test_only_a_trap_that_is_known_and_near_is_refused(trap, refuses):
    state = serving(company(place="dungeon"))
    dungeon = replace(state.dungeon, traps={trap.id: trap})
    state = replace(state, dungeon=dungeon, party=replace(state.party, members=(HAND, PC, OTHER)))
    done = doing(state)
    retainers._refuse_the_van(done)
    assert done.state.party.members == ((PC, HAND, OTHER) if refuses else (HAND, PC, OTHER))


@rule("ose:retainer.definition")
def test_a_retainer_comes_back_with_the_employer():
    state = serving(company())
    away = replace(state, party=replace(state.party, members=(PC, OTHER)))
    assert roster.why_not_call_back(away, roster.CallBack(HAND)) is None
    without = replace(state, party=replace(state.party, members=(OTHER,)))
    assert roster.why_not_call_back(without, roster.CallBack(HAND)).rule == "ose:retainer.definition"


@rule("ose:town.healing")
def test_healing_for_the_hurt_who_can_just_pay():
    cure, (_, gp) = next((cure, listed) for cure, listed in roster.CURES.items() if listed[1])
    state = with_town_life(company(gp=gp), healing=cure)
    hurt = state.with_creature(PC, hp=7)
    assert roster.why_not_heal(hurt, roster.BuyHealing(PC)) is None
    assert roster.why_not_heal(state, roster.BuyHealing(PC)).rule == "ose:healing.cap"
    for who in hurt.marchers():
        hurt = hurt.with_creature(who.id, items=())
    poor = hurt.with_creature(PC, items=(coins("cp", gp * 100 - 1),))
    assert roster.why_not_heal(poor, roster.BuyHealing(PC)).rule == "ose:town.healing"


@rule("ose:money.inheritance.tax")
def test_nothing_is_sold_where_the_coins_cover_the_tax():
    gem = treasure.gem(500)
    assert safe_keeping.after_tax(100, (gem,), 100) == (0, (gem,))
    assert safe_keeping.after_tax(99, (gem,), 100)[1] == ()


@rule("ose:town.guard")
def test_honest_guards_take_nothing():
    state = a_town(heard=(0,))
    done = play.resolve(RULESET, state, "player", Visit(hero(state), "guard"), Alike(1))
    assert purses(done.state)[0] == purses(state)[0]


@rule("ose:town.lodgings")
def test_whom_a_question_waits_for_hears_no_talk(monkeypatch):
    monkeypatch.setattr(services.answers, "rest_days", lambda do, days: None)
    asked_ = Prompt("ask", ("player",), "q", ("yes", "no"), "no")
    for prompts, heard in (((), 1), ((asked_,), 0)):
        done = Resolution(replace(a_town(heard=(0, 2)), prompts=prompts), Alike(1), RULESET)
        services._stay_the_night(done, done.state.creatures[PC])
        assert len(every(done, RumourHeard)) == heard


@rule("ose:hireling.mercenaries")
def test_soldiers_stand_by_the_head_of_the_party():
    state = replace(on_the_road().state, fight=None)
    first_, second = state.marchers()[:2]
    soldier = soldiers.standing(state)[0]
    for other in soldiers.standing(state)[1:]:
        state = state.with_creature(other.id, status="dead", at=None)
    far = (0, 0) if first_.at[0] > 3 else (state.grid.width - 1, state.grid.height - 1)
    state = state.with_creature(soldier.id, at=None).with_creature(second.id, at=far)
    done = Resolution(state, Alike(1), RULESET)
    done.emit(Moved(first_.id, first_.at, "deploy"))
    assert done.state.creatures[soldier.id].steps_to(done.state.creatures[first_.id]) <= 2


@rule("ose:hireling.mercenaries")
@pytest.mark.parametrize(
    ("how", "place", "waits", "paid"),
    [("arrived", "dungeon", 1, 0), ("arrived", "town", 0, 1), ("walk", "dungeon", 0, 0), ("set out", "road", 0, 1)],
)
def test_where_the_troop_waits_and_where_it_is_paid(how, place, waits, paid):
    state = hired(gp=20)
    done = doing(replace(state, now=state.now + 30 * DAY))
    soldiers.went(done, PartyWent(place, None, how))
    assert len(every(done, soldiers.TroopWaits)) == waits
    assert [e.what for e in every(done, soldiers.TroopChanged)] == ["paid"] * paid


@rule("ose:town.guard")
def test_guards_are_a_d6():
    assert town._guard(Resolution(in_town(), _Sides(), RULESET)).is_bribable


class _Sides(Alike):
    """Ones; whether guards take bribes is a d6."""

    def __init__(self) -> None:
        super().__init__(1)

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        assert sides == 6 or "bribes" not in why
        return super().roll(count, sides, why)


@rule("ose:town.services", "ose:town.guard")
@pytest.mark.parametrize("guarded", [True, False])
def test_a_guard_is_told_where_there_is_one(guarded, monkeypatch):
    monkeypatch.setattr(town, "_is_there", lambda do, size, name: guarded or name != town.GUARD)
    done = Resolution(in_town(), Alike(1), RULESET)
    town.found(done)
    told = next(e for e in every(done, town.TownStepTaken) if e.step == "services")
    assert ("ose:town.guard" in told.rule) is guarded


@rule("ose:retainer.loyalty.penalty", "ose:retainer.wages.standard")
def test_only_what_is_owed_is_held_against_the_employer():
    for owed, loyalty_ in ((0, 7), (50, 6)):
        state = serving(company(), owed_cp=owed).with_creature(PC, items=()).with_creature(OTHER, items=())
        done = doing(state)
        wages.leave_unpaid(done)
        assert terms(done.state).loyalty == loyalty_
    state = serving(company())
    state = replace(state, now=terms(state).paid_until + 1)
    exact = state.with_creature(PC, items=(coins("cp", wages.daily_cp(state, 1)),))
    done = doing(exact)
    wages.settle(done)
    assert terms(done.state).owed_cp == 0 and purses(done.state)[0] == 0
