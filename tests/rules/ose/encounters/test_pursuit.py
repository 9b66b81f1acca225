"""Running away underground."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import Hardy
from tests.rules.ose.below import at, corridor, having
from tests.rules.ose.below import below as underground
from tests.rules.ose.encounters.test_meetings import GOBLINS, HIT_POINTS, below, meet, with_torch
from tests.rules.ose.scene import changed, every, first

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.encounters import escape, meetings, pursuit
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d8, rule
from underkeep.world.condition import Condition
from underkeep.world.dungeon import DoorChanged, Spot
from underkeep.world.encounter import ChanceRolled, Encounter, EncounterEnded
from underkeep.world.gear import Item
from underkeep.world.party import PartyWent, SquaresSeen
from underkeep.world.state import State

PASSAGE = Spot(1, (5, 2), "1-p1")


def chased(attitude: str, ours: int = 120, theirs: int = 60, feet: int = 60, **fields: object) -> State:
    """The party in the passage, the hall behind it known, a goblin in front of it that feels like this."""
    state = with_torch(below())
    assert state.party is not None
    state = replace(
        state, party=replace(state.party, at=PASSAGE, visited=("1-01", "1-p1"), seen={"1": "ffffffffffffffffffffffff"})
    )
    state = meet(state, d8(HIT_POINTS), *d6(3, 6, 1), feet=feet).state
    assert state.encounter is not None
    for id in ("hero-1", "hero-2"):
        state = changed(state, id, movement_feet=ours)
    state = changed(state, "goblin-1", movement_feet=theirs, **fields)
    return replace(state, encounter=replace(state.encounter, attitude=attitude))


def evade(state: State, *faces: int, drop: str = "", **rulings: str) -> Resolution:
    """Run; the dice left over after the chase are for the turn that follows."""
    done = Resolution(
        state, Scripted(*faces, *[d6(6)] * 20), RULESET, {f"ose:{k.replace('_', '.')}": v for k, v in rulings.items()}
    )
    pursuit.evade(done, drop)
    return done


def was_followed(done: Resolution) -> bool:
    return next(e.choice for e in every(done, Ruled) if e.question == "ose:evasion.monsters-pursue") == "pursue"


@rule("ose:evasion.monsters-pursue", "ose:evasion.pursuer-decides", "ose:encounter.action.evasion")
@pytest.mark.parametrize(
    ("attitude", "faces", "followed"),
    [
        ("hostile", (), True),
        ("unfriendly", (), True),
        ("neutral", (d6(3),), True),
        ("neutral", (d6(4),), False),
        ("indifferent", (), False),
        ("friendly", (), False),
    ],
)
def test_whether_they_follow_depends_on_how_they_feel(attitude: str, faces: tuple[int, ...], followed: bool) -> None:
    assert was_followed(evade(chased(attitude), *faces)) is followed


@rule("ose:evasion.monsters-pursue")
def test_the_referee_may_decide_otherwise() -> None:
    state = replace(chased("hostile"), human_referee=True)
    rulings = {"ose:evasion.monsters-pursue": "stay", "ose:referee.randomness": "as written"}
    done = Resolution(state, Scripted(d6(6)), RULESET, {**rulings, "ose:referee.procedures-adaptable": "as written"})
    pursuit.evade(done, "")
    assert done.state.encounter is None
    assert done.state.fight is None


@rule("ose:evasion.no-pursuit")
def test_without_pursuit_the_meeting_is_avoided() -> None:
    done = evade(chased("friendly"))
    assert next(iter(every(done, EncounterEnded))).how == "evaded"
    assert every(done, PartyWent)[0].at is not None
    assert done.state.fight is None


@rule("ose:evasion.before-combat")
def test_nobody_evades_once_blows_have_fallen() -> None:
    fighting = play.resolve(RULESET, chased("hostile"), "player", a.Engage(), Seeded(1)).state
    assert fighting.fight is not None
    assert play.why_not(RULESET, fighting, "player", a.Evade()) is not None


@rule("ose:evasion.dungeon.faster", "ose:movement.group-slowest")
def test_a_faster_party_gets_away() -> None:
    assert evade(chased("hostile", 120, 90)).state.fight is None
    slowed = changed(chased("hostile", 120, 90, feet=10), "hero-2", movement_feet=30)
    assert evade(slowed).state.fight is not None


@rule(
    "ose:evasion.dungeon.not-faster",
    "ose:evasion.dungeon.pursuit-rounds",
    "ose:evasion.pursuit",
    "ose:evasion.running.rate",
)
def test_the_gap_closes_by_the_difference_each_round() -> None:
    done = evade(chased("hostile", 90, 120, feet=60))
    assert done.state.fight is not None
    assert done.state.now == 20


@rule("ose:evasion.dungeon.line-of-sight")
def test_they_give_up_when_the_party_is_out_of_sight() -> None:
    state = chased("hostile", 120, 120, feet=60)
    assert state.dungeon is not None
    trail = [Spot(1, (x, 2), "1-p1") for x in range(7, 3, -1)] + [Spot(1, (3, 1), "1-01")]
    assert escape.is_out_of_sight(state, trail, 4, 40)
    assert not escape.is_out_of_sight(state, trail, 3, 30)


@rule("ose:evasion.dungeon.drop-treasure")
@pytest.mark.parametrize(("face", "stops"), [(3, True), (4, False)])
def test_the_greedy_stop_for_treasure(face: int, stops: bool) -> None:
    state = chased("hostile", 60, 120, feet=30)
    state = state.with_creature("hero-1", items=(Item("gp", "gold pieces", count=50),))
    done = evade(state, d6(face), drop="treasure")
    assert (done.state.fight is None) is stops
    assert not [i for i in done.state.creatures["hero-1"].items if i.kind == "gp"]


@rule("ose:evasion.dungeon.drop-food")
@pytest.mark.parametrize(
    ("kind", "faces", "stops"), [("giant-rat", (d6(3),), True), ("giant-rat", (d6(4),), False), ("goblin", (), False)]
)
def test_animals_stop_for_food(kind: str, faces: tuple[int, ...], stops: bool) -> None:
    state = chased("hostile", 60, 120, feet=30).with_creature("goblin-1", kind=kind)
    state = state.with_creature("hero-1", items=(Item("rations-standard", "Standard rations", count=7),))
    done = evade(state, *faces, drop="food")
    assert bool([e for e in every(done, ChanceRolled) if e.what == "stopping for food"]) is bool(faces)
    assert (done.state.fight is None) is stops


@rule("ose:evasion.running.no-mapping")
def test_nothing_new_goes_on_the_map_while_running() -> None:
    assert not every(evade(chased("hostile", 60, 120, feet=30)), SquaresSeen)


@rule("ose:evasion.running.exhaustion")
@pytest.mark.parametrize(("rounds", "tired"), [(29, False), (30, True)])
def test_thirty_rounds_exhaust(rounds: int, tired: bool) -> None:
    done = Resolution(chased("hostile"), Scripted(), RULESET)
    pursuit.tire(done, rounds)
    assert (done.state.creatures["hero-1"].condition(pursuit.EXHAUSTED) is not None) is tired


@rule("ose:evasion.running.recovery")
def test_three_turns_of_rest_end_exhaustion() -> None:
    state = chased("hostile").with_creature("hero-1", conditions=(Condition(pursuit.EXHAUSTED),))
    done = Resolution(state, Scripted(), RULESET)
    for turn in range(1, 4):
        pursuit.rest_turn(done)
        assert (done.state.creatures["hero-1"].condition(pursuit.EXHAUSTED) is None) is (turn == 3)


def test_what_is_not_there_cannot_be_dropped() -> None:
    state = chased("hostile").with_creature("hero-1", items=()).with_creature("hero-2", items=())
    assert pursuit.why_not(state, "food") is not None
    assert pursuit.why_not(state, "treasure") is not None
    assert pursuit.why_not(state, "") is None


@rule("ose:evasion.dungeon.faster")
def test_doors_that_open_are_ways_out_and_stuck_ones_are_not() -> None:
    state = chased("hostile", 120, 90)
    assert state.dungeon is not None and state.party is not None
    doors = state.dungeon.doors
    state = replace(state, party=replace(state.party, at=Spot(1, (9, 2), "1-02"), visited=("1-01", "1-p1", "1-02")))
    shut = replace(doors["door-1"], tried=True)
    for door, is_free in (
        (shut, False),
        (replace(shut, barrier=Bar("")), True),
        (replace(shut, barrier=Bar(""), tried=False), False),
    ):
        there = replace(state, dungeon=replace(state.dungeon, doors={**doors, "door-1": door}))
        assert bool(escape.ways_out(there)) is is_free
        assert (pursuit.why_not(there, "") is None) is is_free
    opened = replace(state, dungeon=replace(state.dungeon, doors={**doors, "door-1": replace(shut, barrier=Bar(""))}))
    done = evade(opened)
    assert first(done, PartyWent).at == Spot(1, (7, 2), "1-p1")
    assert first(done, DoorChanged).door.is_open


def test_the_trail_leads_home() -> None:
    state = chased("hostile")
    assert state.party is not None
    state = replace(state, party=replace(state.party, at=Spot(1, (6, 2), "1-p1")))
    trail = escape.trail(state, escape.ways_out(state))
    assert [spot.square for spot in trail] == [(6, 2), (5, 2), (4, 2), (3, 2)]


@rule("ose:evasion.dungeon.not-faster", "ose:evasion.dungeon.faster")
def test_as_fast_as_they_are_is_not_faster() -> None:
    away = evade(chased("hostile", ours=61, theirs=60))
    assert every(away, EncounterEnded)
    alike = evade(chased("hostile", ours=60, theirs=60))
    assert not [e for e in every(alike, PartyWent) if "ose:evasion.dungeon.faster" in e.rule]
    assert [e for e in every(away, PartyWent) if "ose:evasion.dungeon.faster" in e.rule]


@rule("ose:evasion.running.exhaustion")
@pytest.mark.parametrize(("rounds", "tired"), [(29, False), (30, True)])
def test_thirty_rounds_of_running_exhaust(rounds: int, tired: bool) -> None:
    done = Resolution(chased("hostile"), Scripted(), RULESET)
    pursuit.tire(done, rounds)
    assert (done.state.creatures["hero-1"].condition("exhausted") is not None) is tired


@rule("ose:evasion.running.recovery")
def test_the_third_turn_of_rest_ends_exhaustion() -> None:
    state = chased("hostile").with_creature("hero-1", conditions=(Condition("exhausted"),))
    done = Resolution(state, Scripted(), RULESET)
    levels = []
    for _ in range(3):
        pursuit.rest_turn(done)
        left = done.state.creatures["hero-1"].condition("exhausted")
        levels.append(left.level if left is not None else None)
    assert levels == [1, 2, None]


def along(ours: int, theirs: int, feet: int) -> Resolution:
    """A chase from the end of a long straight passage back to its beginning."""
    state = at(underground("fighter", dungeon=corridor(40)), "1-p1", (41, 1))
    state = having(state, replace(GOBLINS, area="1-p1"))
    done = Resolution(state, Hardy(4), RULESET)
    (goblin,) = meetings.muster(done, state.dungeon.groups["goblins"])
    state = changed(changed(done.state, "hero-1", movement_feet=ours), goblin, movement_feet=theirs)
    met = Encounter("goblins", (goblin,), feet, attitude="hostile", began=state.now)
    ran = Resolution(replace(state, encounter=met), Hardy(4), RULESET)
    pursuit._chase(ran, "", [Spot(1, (1, 1), "1-01")])
    return ran


@rule("ose:evasion.dungeon.pursuit-rounds", "ose:evasion.running.rate")
@pytest.mark.parametrize(("feet", "rounds"), [(59, 2), (60, 2), (61, 3), (90, 3)])
def test_the_gap_closes_by_the_difference_of_the_rates(feet: int, rounds: int) -> None:
    ran = along(60, 90, feet)
    assert ran.state.now == rounds * 10
    assert len(every(ran, PartyWent)) == rounds
    assert ran.state.party is not None and ran.state.party.at is not None
    assert ran.state.party.at.square == (41 - 6 * rounds, 1)


@rule("ose:evasion.dungeon.pursuit-rounds", "ose:evasion.running.exhaustion")
@pytest.mark.parametrize(("rate", "rounds", "square"), [(10, 30, (11, 1)), (30, 14, (1, 1)), (60, 7, (1, 1))])
def test_those_who_are_as_fast_follow_until_the_way_or_the_breath_is_at_an_end(rate, rounds, square) -> None:
    ran = along(rate, rate, 60)
    assert ran.state.now == rounds * 10
    assert ran.state.party is not None and ran.state.party.at is not None
    assert ran.state.party.at.square == square
