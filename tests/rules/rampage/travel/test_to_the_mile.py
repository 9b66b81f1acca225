"""Days on the road to the mile."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import abroad, beast, has_event, last, one, rolling

from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.tasks import TaskTook
from underkeep.systems.rampage.travel import overland
from underkeep.testing import d6, d12, rule
from underkeep.world.creature import Creature
from underkeep.world.journey import BearingsTaken, Strayed
from underkeep.world.state import State


def walker(inches: int) -> Creature:
    mule = beast("mule", "mule")
    return replace(mule, sheet=replace(sheet(mule), movement_in=inches, legs=2))


def under_way(inches: int, terrain: str = "grass", route: str = "wild", **changes: object) -> State:
    state = abroad(walker(inches), terrain=terrain)
    assert state.journey is not None
    way = replace(state.journey.route, id=route)
    return replace(state, journey=replace(state.journey, route=way, **changes))


@rule("rampage:wilderness.hexes")
@pytest.mark.parametrize(("inches", "terrain", "changes", "miles"), [
    (12, "grass", {}, 30.0), (12, "grass", {"forced": True}, 45.0), (15, "grass", {"forced": True}, 50.0),
    (3, "mountain", {}, 3.3), (2, "grass", {}, 1.0), (12, "grass", {"off": 60}, 5),
])  # fmt: skip
def test_miles_a_day(inches: int, terrain: str, changes: dict[str, object], miles: float) -> None:
    assert overland.miles_per_day(under_way(inches, terrain, **changes)) == miles


@rule("rampage:wilderness.river", "rampage:wilderness.hexes")
@pytest.mark.parametrize(("route", "day", "miles"), [
    ("ford", 0, 15.0), ("ford", 1, 15.0), ("ford", 2, 30.0), ("wild", 1, 30.0),
])  # fmt: skip
def test_a_river_is_crossed_on_the_first_day(route: str, day: int, miles: float) -> None:
    assert overland.miles_per_day(under_way(12, "grass", route, day=day)) == miles


@rule("rampage:wilderness.lost.effect", "rampage:wilderness.lost.find-path")
def test_the_lost_turn_off_to_the_right_and_the_search_takes_no_time() -> None:
    state = abroad(one(), terrain="forest")
    do = rolling(state, d12(12), d6(1), d6(2))
    overland._check_lost(do, "forest")
    strayed = last(do, Strayed)
    assert (strayed.off, strayed.heading) == (120, "southeast")
    assert not has_event(do, TaskTook) and do.state.now == state.now


@rule("rampage:wilderness.lost.easy", "rampage:wilderness.lost.hard")
@pytest.mark.parametrize(("terrain", "how"), [("grass", "easy"), ("forest", "hard")])
def test_what_the_check_goes_by(terrain: str, how: str) -> None:
    do = rolling(abroad(one(), terrain=terrain), d12(1))
    overland._check_lost(do, terrain)
    assert last(do, overland.LostRolled).rule[1] == f"rampage:wilderness.lost.{how}"


@rule("rampage:wilderness.lost.check")
def test_a_party_that_was_astray_knows_it() -> None:
    state = abroad(one())
    assert state.journey is not None
    do = rolling(replace(state, journey=replace(state.journey, left=None)), d12(1), d6(6))
    overland.begin_day(do)
    assert last(do, BearingsTaken).lost
