"""What this game answers to the procedure of meetings."""

from __future__ import annotations

from underkeep.procedures import conversation
from underkeep.procedures.delve_actions import Parley
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.checks import illusions, reactions
from underkeep.systems.ose.encounters import escape, giving_chase, loyalty, meetings, pursuit, talk
from underkeep.systems.ose.equipment import hoards, light, thrown
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door
from underkeep.world.state import State

attitudes = reactions.ATTITUDES
meet = meetings.meet
evade = pursuit.evade
stand_by = meetings.stand_by


def is_way_out(state: State, door: Door) -> bool:
    """One that stands open, or that the party has opened before."""
    return escape.is_way(door)


def lures(state: State) -> tuple[str, ...]:
    """Oil to set alight, food for beasts, treasure for the greedy."""
    return (pursuit.OIL, "food", "treasure")


def parley(do: Resolution, creature: Creature, aim: str) -> None:
    conversation.hold(talk, do, Parley(creature.id, aim))


def after_fight(do: Resolution) -> None:
    if giving_chase.offer(do):
        return
    illusions.fade(do)
    loyalty.calm(do)
    hoards.spoils(do)
    thrown.take_back(do)
    light.after_fight(do)
    meetings.after_fight(do)
