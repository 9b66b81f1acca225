"""What this game answers to the procedure of meetings, up to what lies about when a fight is over."""

from __future__ import annotations

from underkeep.systems.robs.encounters import meetings
from underkeep.systems.robs.exploration import aftermath
from underkeep.world.dungeon import Door
from underkeep.world.state import State

attitudes = meetings.ATTITUDES
meet = meetings.meet
parley = meetings.parley
evade = meetings.evade
stand_by = meetings.stand_by
after_fight = aftermath.after_fight


def lures(state: State) -> tuple[str, ...]:
    """Food for the hungry, treasure for the greedy."""
    return ("food", "treasure")


def is_way_out(state: State, door: Door) -> bool:
    """Who is pressed goes by the ways that stand open."""
    return door.is_passable
