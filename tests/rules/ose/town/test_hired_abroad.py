"""Hiring one of those met: by talk, of the friendly, on the usual terms and by the usual roll."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import act
from tests.rules.ose.encounters.test_talk import HERO, answers, met
from tests.rules.ose.scene import every, first

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import hired_abroad, hiring, retainers, wages
from underkeep.testing import d6, d100, rule
from underkeep.world.encounter import EncounterEnded
from underkeep.world.party import PartyJoined
from underkeep.world.settlement import Settlement
from underkeep.world.state import State

HIRE = a.Parley(HERO, "hire")
THEM = "bandit-1"


def friends(kind: str = "bandit", count: int = 2, attitude: str = "friendly", gp: int = 50) -> State:
    state = met(kind, attitude, count)
    state = state if state.settlement is not None else replace(state, settlement=Settlement("Thorp", "village"))
    return state.with_creature(HERO, items=(money.coins("gp", gp),))


def hired(state: State, result: str, monkeypatch: pytest.MonkeyPatch) -> Resolution:
    """How the roll goes is said beforehand; what is rolled for the newcomer is not looked at."""
    monkeypatch.setattr(hiring, "result_for", lambda total: result)
    return play.resolve(RULESET, state, "player", HIRE, Seeded(5))


@rule("ose:retainer.class-level")
@pytest.mark.parametrize(
    ("kind", "is_a"),
    [
        ("acolyte", ("cleric", 1)),
        ("bandit", ("thief", 1)),
        ("trader", ("fighter", 1)),
        ("noble", ("fighter", 3)),
        ("veteran-2-hd", ("fighter", 2)),
        ("normal-human", (retainers.NORMAL_HUMAN, 0)),
        ("gnome", None),
        ("orc", None),
    ],
)
def test_people_serve_as_what_they_save_as(kind: str, is_a: tuple[str, int] | None) -> None:
    assert hired_abroad.calling(monsters()[kind]) == is_a


@rule("ose:retainer.definition", "ose:retainer.recruit.negotiate", "ose:retainer.wages.standard")
@pytest.mark.parametrize(("result", "loyalty"), [("accepted", 7), ("accepted gladly", 8)])
def test_one_of_the_friendly_comes_along(result: str, loyalty: int, monkeypatch: pytest.MonkeyPatch) -> None:
    done = hired(friends(), result, monkeypatch)
    one = done.state.creatures[THEM]
    assert (sheet(one).character_class, sheet(one).level, one.side) == ("thief", 1, "party")
    assert one.name not in ("Bandit 1", "") and first(done, PartyJoined).creature == THEM
    service = sheet(one).service
    assert service is not None and (service.employer, service.daily_gp, service.share) == (HERO, 1, wages.LEAST_SHARE)
    assert service.loyalty == loyalty
    offer = first(done, hiring.OfferMade)
    assert (offer.daily_gp, offer.share, offer.rule) == (1, 50, ("ose:retainer.recruit.negotiate",))
    assert answers(done) == ["joins"]
    assert done.state.encounter is not None and done.state.encounter.monsters == ("bandit-2",)
    group = done.state.dungeon.groups["lurkers"]
    assert (group.count, group.members) == (1, ("bandit-2",))
    assert money.purse_cp(done.state.creatures[HERO].items) < 50 * 100
    assert done.state.owner(THEM) == "player"


@rule("ose:retainer.definition")
def test_with_the_last_of_them_the_meeting_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    done = hired(friends(count=1), "accepted", monkeypatch)
    assert first(done, EncounterEnded).how == "parted" and THEM in done.state.party.members


@rule("ose:retainer.reaction.roll", "ose:retainer.reaction.ill-will")
@pytest.mark.parametrize(("faces", "result"), [((1, 1), "ill will"), ((2, 3), "refused"), ((4, 4), "roll again")])
def test_whoever_does_not_accept_stays(faces: tuple[int, int], result: str) -> None:
    done = act(friends(), HIRE, *d6(*faces))
    assert first(done, hiring.HiringRolled).result == result
    assert bool(every(done, hiring.IllWillSpread)) == (result == "ill will")
    assert answers(done) == ["guide"] and not every(done, PartyJoined)


@rule("ose:retainer.definition")
@pytest.mark.parametrize(("kind", "attitude"), [("bandit", "indifferent"), ("orc", "friendly")])
def test_the_indifferent_and_monsters_do_not_take_service(kind: str, attitude: str) -> None:
    done = act(friends(kind, attitude=attitude), HIRE, *([d100(1)] if kind == "orc" else []))
    assert not every(done, hiring.OfferMade) and answers(done) == ["guide"]


@rule("ose:retainer.limit", "ose:retainer.class-level", "ose:retainer.wages.standard")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        (friends("veteran-2-hd"), "ose:retainer.class-level"),
        (friends().with_creature(HERO, items=()), "ose:retainer.wages.standard"),
    ],
    ids=["level", "pay"],
)
def test_what_speaks_against_it_is_told(state: State, why: str) -> None:
    done = act(state, HIRE)
    said = first(done, hired_abroad.ServiceDeclined)
    assert said.rule == (why,) and said.why.endswith(".") and not every(done, hiring.HiringRolled)


@rule("ose:retainer.definition")
def test_only_friends_are_made_an_offer() -> None:
    state = friends(attitude="indifferent")
    done = Resolution(state, Scripted(), RULESET)
    assert hired_abroad.join(done, state.creatures[HERO]) == "" and not done.events
