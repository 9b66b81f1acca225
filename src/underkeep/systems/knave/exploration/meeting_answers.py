"""What this game answers to the procedure of meetings, up to what lies about when a fight is over."""

from __future__ import annotations

from underkeep.procedures import conversation
from underkeep.procedures.delve_actions import Parley
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.encounters import meetings, running
from underkeep.systems.knave.exploration import aftermath, talk
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door
from underkeep.world.state import State

attitudes = (*meetings.ATTITUDES, meetings.HUNGRY)
meet = meetings.meet
evade = running.evade
stand_by = meetings.stand_by
after_fight = aftermath.after_fight


def parley(do: Resolution, creature: Creature, aim: str) -> None:
    conversation.hold(talk, do, Parley(creature.id, aim))


def lures(state: State) -> tuple[str, ...]:
    """Food for the hungry, treasure for the greedy."""
    return (running.FOOD, running.TREASURE)


def is_way_out(state: State, door: Door) -> bool:
    """Who is pressed goes by the ways that stand open."""
    return door.is_passable
