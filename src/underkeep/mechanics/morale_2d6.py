"""Morale on two dice: a total no higher than the rating holds."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.procedures.resolution import Resolution
from underkeep.world.creature import MoraleRolled


def holds(
    do: Resolution, who: str, why: str, rating: int, rule: tuple[str, ...], modifiers: tuple[Modifier, ...] = ()
) -> bool:
    """Roll 2d6 for a creature or a side; `rule` are the ids of the game that asks. Modifiers change the roll."""
    roll = do.roll_at_most(2, 6, f"morale of {who}", rating, modifiers)
    do.emit(MoraleRolled(who, why, roll, bool(roll.success), rule=rule))
    return bool(roll.success)
