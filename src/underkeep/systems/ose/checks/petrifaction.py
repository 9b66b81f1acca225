"""Flesh to stone, and back."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import PETRIFIED, has
from underkeep.systems.ose.checks.illusions import Roused
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Felled

_RULE = "ose:save.category.paralysis"


@executes("ose:save.category.paralysis")
def petrify(do: Resolution, id: str, power: int = 0, rule: tuple[str, ...] = (_RULE,)) -> None:
    """A statue, with all it carries: out of every fight, and neither alive nor dead until it is restored."""
    do.emit(ConditionGained(id, Condition(PETRIFIED, power=power), rule=rule))
    do.emit(Felled(id, PETRIFIED, rule=rule))


@executes("ose:save.category.paralysis")
def restore(do: Resolution, id: str, rule: tuple[str, ...] = (_RULE,)) -> bool:
    """Stone is flesh again. Whether there was anything to restore."""
    if not has(do.state.creatures[id], PETRIFIED):
        return False
    do.emit(ConditionEnded(id, PETRIFIED, rule=rule))
    rouse(do, id, rule)
    return True


def rouse(do: Resolution, id: str, rule: tuple[str, ...] = (_RULE,)) -> None:
    """On its feet again."""
    do.emit(Roused(id, rule=rule))
