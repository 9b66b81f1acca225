"""Hiring retainers: where they are found, what they ask, and how they take an offer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import changed, first, table
from tests.rules.ose.service import (
    HAND,
    LODGING_CP,
    OTHER,
    PC,
    after,
    company,
    doing,
    offer,
    seeking,
    serving,
    terms,
    why_not,
)

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Refused, Resolution
from underkeep.systems.ose.basics.money import purse_cp
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.town_life import with_town_life
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import hiring, retainers, town, wages
from underkeep.systems.ose.town.hiring import HiringRolled, OfferMade, SeekRetainers
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN
from underkeep.systems.ose.town.roster import CallBack
from underkeep.testing import d3, d4, d6, die, rule
from underkeep.world.clock import DAY
from underkeep.world.creature import Died
from underkeep.world.state import State


@rule("ose:retainer.definition")
def test_only_retainers_march_with_the_party():
    state = seeking(company())
    joined = offer(state, *d6(5, 4), d4(3), d6(1)).state
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
    done = offer(seeking(company()), *d6(5, 4), d4(3), d6(1))
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
    town.begin_week(do)
    assert do.state.settlement is not None and do.state.settlement.applicants == ()


@rule("ose:retainer.recruit.negotiate")
def test_an_offer_names_the_job_and_the_pay():
    state = seeking(company())
    assert why_not(state, a.Hire(PC, HAND, (0, 0))).rule == "ose:retainer.recruit.negotiate"
    assert why_not(seeking(serving(state)), a.Hire(HAND, HAND, (1, 50))).rule == "ose:retainer.recruit.negotiate"
    done = offer(state, *d6(1, 3))
    told = first(done, OfferMade)
    assert told.job and (told.daily_gp, told.share) == (2, 50)
    assert done.events.index(told) < done.events.index(first(done, HiringRolled))


def asked(faces: tuple[int, ...], state: State | None = None, **rulings: str) -> list[int]:
    """What applicants ask whom these faces bring: how many, then for each who it is and its name."""
    do = doing(state or changed(company(), PC, level=4), *faces, **rulings)
    hiring.seek(do, SeekRetainers(PC, hiring.TAVERN))
    assert do.state.settlement is not None
    return [who.asks[0] for who in do.state.settlement.applicants]


def of_level_4(names: int) -> tuple[int, ...]:
    """Of a class, the second one, of level 4, with the first of so many names."""
    return d6(6), die(7, 2), d4(4), die(names, 1)


TWO = (d3(2), *of_level_4(15), *of_level_4(14))


@rule("ose:retainer.wages.factors", "ose:retainer.wages.skill", "ose:retainer.wages.competition")
def test_what_is_asked_grows_with_skill_and_falls_with_competition():
    assert (hiring.asking_gp(0), hiring.asking_gp(1), hiring.asking_gp(2), hiring.asking_gp(3)) == (1, 1, 2, 3)
    assert asked((d3(1), *of_level_4(15))) == [5]
    assert asked(TWO) == [4, 4]
    assert asked((d3(3), *of_level_4(15), *of_level_4(14), *of_level_4(13))) == [3, 3, 3]


@rule("ose:retainer.wages.factors", "ose:retainer.wages.skill", "ose:retainer.wages.competition")
def test_the_referee_may_set_another_price():
    assert asked(TWO, wages__skill="all alike") == [1, 1]
    assert asked(TWO, wages__competition="150") == [6, 6]
    assert asked(TWO, wages__factors="8") == [8, 8]
    human = replace(changed(company(), PC, level=4), human_referee=True)
    done = play.resolve(RULESET, human, "player", SeekRetainers(PC, hiring.TAVERN), Scripted(*TWO))
    question = done.state.prompts[0]
    assert (question.seats, question.question) == ((REFEREE,), "ose:retainer.wages.skill")


@rule("ose:retainer.wages.standard")
def test_usual_terms():
    terms_asked = a.Hire(PC, HAND, (2, 50))
    assert terms_asked in play.legal_actions(RULESET, seeking(company()), "player").listed
    assert wages.LEAST_SHARE == 50
    done = offer(seeking(company()), *d6(4, 5), d4(3), d6(1))
    assert purse_cp(done.state.creatures[PC].items) == 10_000 - 200 - LODGING_CP
    assert why_not(seeking(company(gp=2)), terms_asked).rule == "ose:retainer.wages.standard"
    poor = offer(seeking(company()), *d6(4, 4), share=40)
    assert [m.amount for m in first(poor, HiringRolled).roll.modifiers if m.source == "generosity"] == [-1]


@rule("ose:retainer.reaction.roll")
def test_the_hiring_table():
    for low, high, result in table("retainer.hiring"):
        told = {"Ill will": "ill will", "Offer refused": "refused", "Roll again": "roll again"}
        told |= {"Offer accepted": "accepted", "Offer accepted, +1 loyalty": "accepted gladly"}
        assert {hiring.result_for(n) for n in range(max(-5, low), min(20, high) + 1)} == {told[result]}
    assert first(offer(seeking(company()), *d6(3, 2)), HiringRolled).result == "refused"
    taken = offer(seeking(company()), *d6(4, 5), d4(3), d6(1))
    assert HAND in taken.state.creatures
    refused = offer(seeking(company()), *d6(2, 3))
    assert refused.state.settlement is not None and refused.state.settlement.applicants == ()


@rule("ose:retainer.reaction.charisma", "ose:abilities.cha.reactions")
@pytest.mark.parametrize(("cha", "total"), [(3, 3), (8, 4), (10, 5), (13, 6), (18, 7)])
def test_charisma_counts(cha, total):
    assert after(offer(seeking(company(cha=cha)), *d6(2, 3))) == total


@rule("ose:retainer.reaction.generosity")
@pytest.mark.parametrize(
    ("gp", "share", "bonus"), [(2, 50, 0), (3, 50, 1), (4, 50, 2), (1, 50, -2), (2, 100, 2), (4, 30, -1), (9, 0, -2)]
)
def test_generosity(gp, share, bonus):
    assert after(offer(seeking(company()), *d6(2, 1), gp=gp, share=share)) == 3 + bonus


@rule("ose:retainer.reaction.generosity", "ose:retainer.reaction.reputation")
def test_the_referee_may_see_it_differently():
    state = seeking(company())
    assert after(offer(state, *d6(2, 2), reaction__generosity="2")) == 6
    assert after(offer(state, *d6(2, 3), reaction__reputation="-2")) == 3
    done = play.resolve(RULESET, replace(state, human_referee=True), "player", a.Hire(PC, HAND, (2, 50)), Scripted())
    assert done.state.prompts[0].question == "ose:retainer.reaction.generosity"
    choice = play.resolve(RULESET, done.state, REFEREE, Answer(done.state.prompts[0].id, "-1"), Scripted())
    assert choice.state.prompts[0].question == "ose:retainer.reaction.reputation"
    last = play.resolve(RULESET, choice.state, REFEREE, Answer(choice.state.prompts[0].id, "0"), Scripted(*d6(2, 4)))
    assert after(last) == 5


@rule("ose:retainer.reaction.ill-will")
def test_ill_will_spoils_later_offers_in_this_town():
    state = seeking(company(cha=13))
    assert first(offer(state, *d6(4, 4), d4(3), d6(1)), HiringRolled).result == "accepted"
    insulted = offer(state, *d6(1, 1), gp=1)
    assert first(insulted, HiringRolled).result == "ill will"
    again = offer(seeking(insulted.state), *d6(4, 4))
    assert (after(again), first(again, HiringRolled).result) == (8, "roll again")
    twice = offer(seeking(offer(seeking(insulted.state), *d6(1, 1), gp=1).state), *d6(4, 4))
    assert after(twice) == 8
    elsewhere = replace(insulted.state, settlement=company().settlement)
    assert after(offer(seeking(elsewhere), *d6(4, 4), d4(3), d6(1))) == 9


@rule("ose:retainer.reaction.roll-again")
def test_the_undecided_may_be_asked_again():
    first_try = offer(seeking(company()), *d6(3, 4))
    assert first(first_try, HiringRolled).result == "roll again"
    second = offer(first_try.state, *d6(4, 5), d4(3), d6(1))
    assert first(second, HiringRolled).result == "accepted"


@rule("ose:retainer.reaction.accept-plus", "ose:retainer.loyalty.rating", "ose:abilities.cha.loyalty")
@pytest.mark.parametrize(
    ("cha", "faces", "rating"), [(10, d6(5, 5), 7), (10, d6(6, 6), 8), (18, d6(4, 3), 10), (16, d6(5, 3), 9)]
)
def test_loyalty_starts_with_the_hirers_charisma(cha, faces, rating):
    assert terms(offer(seeking(company(cha=cha)), *faces, d4(3), d6(1)).state).loyalty == rating


def test_refused_offers_roll_nothing():
    with pytest.raises(Refused):
        play.resolve(RULESET, seeking(company(gp=0)), "player", a.Hire(PC, HAND, (2, 50)), Scripted())


@rule("ose:retainer.wages.factors")
def test_the_referee_may_halve_or_double_the_price():
    human = replace(changed(company(), PC, level=4), human_referee=True)
    done = play.resolve(RULESET, human, "player", SeekRetainers(PC, hiring.TAVERN), Scripted(*TWO))
    while done.state.prompts and done.state.prompts[0].question != "ose:retainer.wages.factors":
        prompt = done.state.prompts[0]
        done = play.resolve(RULESET, done.state, REFEREE, Answer(prompt.id, prompt.default), Scripted(*TWO))
    assert done.state.prompts[0].choices == ("2", "4", "8")


@rule("ose:retainer.recruit.where")
@pytest.mark.parametrize("short", [1, 0])
def test_a_notice_takes_just_what_it_costs(short):
    state = company(gp=hiring.NOTICE_GP - short)
    objection = hiring.why_not_seek(state, SeekRetainers(PC, hiring.NOTICE))
    assert (objection is not None) is bool(short)


@rule("ose:retainer.class-level")
def test_applicants_are_numbered_on_and_half_of_them_are_of_a_class():
    state = with_town_life(company(), applicants_ever=4)
    do = doing(state, d3(2), d6(3), die(32, 1), d6(4), die(7, 2), die(15, 1))
    hiring.seek(do, SeekRetainers(PC, hiring.TAVERN))
    assert do.state.settlement is not None
    found = [(who.id, who.kind, who.level) for who in do.state.settlement.applicants]
    assert [id for id, _, _ in found] == ["retainer-5", "retainer-6"]
    assert found[0][1:] == (NORMAL_HUMAN, 0)
    assert found[1][2] == 1


@rule("ose:retainer.wages.standard", "ose:retainer.wages.skill")
def test_pay_is_rounded_to_the_nearest_gold_piece():
    assert [hiring.asking_gp(level) for level in (0, 1, 3)] == [1, 1, 3]
    assert [hiring.asking_gp(2, percent) for percent in (50, 74, 75, 124, 125)] == [1, 1, 2, 2, 3]
    assert hiring.asking_gp(1, 50) == 1


@rule("ose:retainer.wages.standard", "ose:retainer.reaction.generosity")
def test_what_is_asked_may_be_doubled():
    state = seeking(company(), asks=3)
    assert state.settlement is not None
    assert hiring.offers(state.settlement.applicants[0]) == ((3, 50), (6, 50))
    assert [hiring.rating(offered, 4) for offered in (1, 2, 3, 4, 5, 6, 7, 8)] == [-2, -2, -1, 0, 0, 1, 1, 2]


@rule("ose:retainer.reaction.reputation", "ose:retainer.abuse")
@pytest.mark.parametrize(("complaints", "worse"), [(0, 0), (1, -1), (2, -2), (3, -2)])
def test_each_complaint_counts_up_to_two(complaints, worse):
    assert hiring._reputation(doing(with_town_life(company(), complaints=complaints))) == worse


@rule("ose:abilities.cha.reactions", "ose:retainer.reaction.ill-will", "ose:retainer.reaction.roll-again")
def test_what_counted_in_an_offer_is_named():
    def told(state: State, *faces: int) -> set[str]:
        found = next(e for e in offer(seeking(state), *faces).events if isinstance(e, HiringRolled)).rule
        return {id.rpartition(".")[2] for id in found} & {"reactions", "ill-will", "roll-again"}

    assert told(company(), *d6(3, 4)) == {"roll-again"}
    assert told(company(cha=13), *d6(3, 3)) == {"roll-again", "reactions"}
    assert told(company(), *d6(1, 1)) == {"ill-will"}
    assert told(with_town_life(company(), has_ill_will=True), *d6(4, 4)) == {"ill-will", "roll-again"}


@rule("ose:retainer.class-level")
def test_the_level_is_one_that_somebody_could_hire():
    state = changed(company(), PC, level=4)
    do = doing(state, d3(1), d6(6), die(7, 2), d4(4), die(15, 1))
    hiring.seek(do, SeekRetainers(PC, hiring.TAVERN))
    assert do.state.settlement is not None
    (who,) = do.state.settlement.applicants
    assert (who.level, who.asks) == (4, (5, wages.LEAST_SHARE))
