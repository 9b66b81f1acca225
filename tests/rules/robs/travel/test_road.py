"""Flying high above the wilds, and how far one goes in a day."""

from __future__ import annotations

import pytest
from tests.rules.robs.below import FRIEND, PC, bare, delvers, on_sheet
from tests.rules.robs.scene import every, first

from underkeep.systems.robs.checks.checks import SituationRolled
from underkeep.systems.robs.travel import answers as road
from underkeep.testing import d6, rule
from underkeep.world.dungeon import GroupChanged
from underkeep.world.journey import JourneyBegan


@rule("robs:race.ellyl.flight-height")
@pytest.mark.parametrize(("faces", "hunted"), [((1, 3), 1), ((2, 3), 0)])
def test_winged_folk_above_the_wilds_are_hunted(faces, hunted):
    done = bare(delvers("ellyl-thief", "ellyl-thief"), *d6(*faces))
    road._fly_high(done)
    assert first(done, SituationRolled).creature == PC
    assert [(e.group.kind, e.group.count) for e in every(done, GroupChanged)] == [(road.HUNTER, 1)] * hunted


@rule("robs:race.ellyl.flight-height")
def test_who_cannot_fly_keeps_the_others_low():
    for state in (
        delvers("ellyl-thief", "ellyl-thief").with_creature(FRIEND, hp=2),
        on_sheet(delvers("ellyl-thief", "human-fighter"), FRIEND, flying_scale=2),
    ):
        done = bare(state)
        road._fly_high(done)
        assert not done.events


@rule("robs:movement.table")
def test_a_days_march_at_the_least():
    state = JourneyBegan(road.ROAD, homeward=False, marched=0).evolve(delvers())
    nobody = state.with_creature(PC, status="dead").with_creature(FRIEND, status="dead")
    assert road.road_per_day(nobody) == 30.2
    assert road.road_per_day(on_sheet(state, PC, movement_scale=-30)) == 1.0
