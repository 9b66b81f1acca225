"""Losing direction: where it can happen, which way the lost go, and when they find out."""

from __future__ import annotations

import msgspec
import pytest
from tests.rules.ose.abroad import abroad, the_journey
from tests.rules.ose.below import act, ruled
from tests.rules.ose.scene import every, table

from underkeep.kernel.audience import seen_by
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters.terrains import terrains
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.view import view
from underkeep.testing import d4, d6, rule
from underkeep.world.encounter import ChanceRolled
from underkeep.world.journey import BearingsTaken, Strayed, far

NAMES = {"barren lands": "barren", "woods": "forest"}
NOT_LOST, NO_FOOD = 6, 6
DIRECTION, UNAWARE = "ose:hazard.lost.direction", "ose:hazard.lost.unaware"


def lost_rolls(done: Resolution) -> list[ChanceRolled]:
    return [e for e in every(done, ChanceRolled) if e.what == "losing direction"]


@rule("ose:hazard.lost.safe")
@pytest.mark.parametrize(
    ("way", "terrain", "guided"),
    [("road", "forest", False), ("open", "forest", True), ("open", "settled", False), ("water", "river", False)],
)
def test_a_road_a_guide_settled_land_and_a_river_are_safe(way: str, terrain: str, guided: bool):
    state = abroad(terrain, way=way, guided=guided)
    done = act(state, a.MarchOn(), *([d6(3)] if way == "water" else [d6(NO_FOOD)]))
    assert not lost_rolls(done)
    assert not every(done, Strayed)


@rule("ose:hazard.lost.safe")
def test_the_trackless_wild_is_not():
    assert len(lost_rolls(act(abroad("forest"), a.MarchOn(), *d6(NOT_LOST, NO_FOOD)))) == 1


@rule("ose:hazard.lost.by-terrain", "ose:wilderness.lost.roll")
@pytest.mark.parametrize(("printed", "chance"), table("wilderness.losing-direction"))
def test_the_chance_is_the_terrains(printed: str, chance: int):
    terrain = NAMES.get(printed, printed)
    assert terrains()[terrain].lost_in_6 == chance
    lost = act(abroad(terrain), a.MarchOn(), d6(chance), d4(1), d6(NO_FOOD))
    assert every(lost, Strayed)
    found = act(abroad(terrain), a.MarchOn(), *d6(chance + 1, NO_FOOD))
    assert not every(found, Strayed)


@rule("ose:wilderness.lost.roll")
def test_each_day_has_its_roll_and_the_roll_is_secret():
    first = act(abroad("swamp"), a.MarchOn(), *d6(NOT_LOST, NO_FOOD))
    second = act(first.state, a.MarchOn(), *d6(NOT_LOST, NO_FOOD))
    assert [e.seats for done in (first, second) for e in lost_rolls(done)] == [(REFEREE,)] * 2


@rule("ose:hazard.lost.direction")
@pytest.mark.parametrize(("face", "heading"), [(1, "southwest"), (2, "west"), (3, "southeast"), (4, "east")], ids=str)
def test_meaning_to_go_south_the_lost_go_somewhat_astray(face: int, heading: str):
    done = act(abroad("desert", heading="south"), a.MarchOn(), d6(1), d4(face), d6(NO_FOOD))
    assert [e.heading for e in every(done, Strayed)] == [heading]
    east, north = the_journey(done.state).at
    start = the_journey(abroad("desert", heading="south")).at
    assert ((east - start[0]) < 0) == ("west" in heading)
    assert (north - start[1] < -1) == ("south" in heading)


@rule("ose:hazard.lost.direction")
def test_the_referee_may_send_them_another_way():
    done = ruled(abroad("desert", heading="south"), a.MarchOn(), {DIRECTION: "180 right"}, d6(1), d4(1), d6(NO_FOOD))
    assert [e.heading for e in every(done, Strayed)] == ["north"]


def what_the_player_gets(done: Resolution) -> bytes:
    """The facts told to the player's seat, and its view after them."""
    told = [seen_by(e, "player", done.state) for e in done.events]
    known = [e for e in told if e is not None]
    return msgspec.json.encode((known, view(done.state, "player", RULESET)), order="deterministic")


@rule("ose:hazard.lost.unaware", "ose:hazard.lost.direction")
def test_on_the_day_it_is_lost_a_party_knows_nothing_of_it():
    state = abroad("forest", heading="south")
    lost, right = act(state, a.MarchOn(), d6(1), d4(2), d6(NO_FOOD)), act(state, a.MarchOn(), *d6(NOT_LOST, NO_FOOD))
    assert the_journey(lost.state).at != the_journey(right.state).at
    assert what_the_player_gets(lost) == what_the_player_gets(right)
    seen = view(lost.state, "player", RULESET).road
    assert seen is not None
    assert (seen.heading, seen.left) == ("south", 44)


@rule("ose:hazard.lost.unaware")
def test_the_next_day_it_finds_out_and_sets_a_new_course():
    state = abroad("forest", heading="south")
    lost = act(state, a.MarchOn(), d6(1), d4(2), d6(NO_FOOD)).state
    done = act(lost, a.MarchOn(), *d6(NOT_LOST, NO_FOOD))
    (bearings,) = every(done, BearingsTaken)
    assert bearings.lost
    assert bearings.left == far(the_journey(lost).at) == 62.1
    assert the_journey(done.state).left == pytest.approx(62.1 - 16)
    assert far(the_journey(done.state).at) == pytest.approx(62.1 - 16, abs=0.3)


@rule("ose:hazard.lost.unaware")
def test_the_referee_may_let_it_go_on_in_error():
    lost = act(abroad("forest", heading="south"), a.MarchOn(), d6(1), d4(2), d6(NO_FOOD)).state
    done = ruled(lost, a.MarchOn(), {UNAWARE: "not yet"}, *d6(NOT_LOST, NO_FOOD))
    assert not every(done, BearingsTaken)
    assert the_journey(done.state).left == 28
    assert not [e for e in every(done, ChanceRolled) if e.seats is None and "lost" in e.what]


@rule("ose:hazard.lost.unaware")
def test_a_lost_party_does_not_arrive_and_gets_there_in_the_end():
    state = abroad("forest", miles=6)
    lost = act(state, a.MarchOn(), d6(1), d4(2), d6(NO_FOOD)).state
    assert the_journey(lost).left == 0
    assert far(the_journey(lost).at) == 8.5
    there = act(lost, a.MarchOn(), d6(NOT_LOST)).state
    assert there.journey is None
    assert there.party is not None
    assert there.party.place == "dungeon"
