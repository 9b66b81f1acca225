"""Temporary hit points, which are lost first and never healed."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.world.condition import ConditionEnded, ConditionGained

DEFENCE = "trained defence"


@executes("rampage:downtime.defensive-training")
def absorb(do: Resolution, id: str, amount: int) -> int:
    """What is left of some damage when the points from training are taken off."""
    creature = do.state.creatures[id]
    extra = creature.condition(DEFENCE) if creature.conditions else None
    if extra is None or amount <= 0:
        return amount
    rule = ("rampage:downtime.defensive-training",)
    if extra.level > amount:
        do.emit(ConditionGained(id, replace(extra, level=extra.level - amount), rule=rule))
        return 0
    do.emit(ConditionEnded(id, DEFENCE, rule=rule))
    return amount - extra.level
