"""Morale on two dice: a total no higher than the rating holds."""

from __future__ import annotations

from underkeep.kernel.event import Modifier, Roll
from underkeep.procedures.resolution import Resolution
from underkeep.world.creature import MoraleRolled


def holds(
    do: Resolution, who: str, why: str, rating: int, rule: tuple[str, ...], modifiers: tuple[Modifier, ...] = ()
) -> bool:
    """Roll 2d6 for a creature or a side; `rule` are the ids of the game that asks. Modifiers change the roll."""
    roll = do.roll(2, 6, f"morale of {who}", modifiers)
    success = roll.total <= rating
    told = Roll(roll.notation, roll.faces, roll.total, roll.modifiers, rating, success)
    do.emit(MoraleRolled(who, why, told, success, rule=rule))
    return success
