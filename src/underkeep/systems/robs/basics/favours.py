"""What fate owes somebody for the next roll, and how that roll takes it."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature

FAVOUR, FORTUNE = "favour of fate", "stroke of luck"


@executes("robs:xp.favours.bonus")
def taken(do: Resolution, creature: Creature) -> tuple[Modifier, ...]:
    """The points bought for this roll; they are used up by it."""
    found = creature.condition(FAVOUR) if creature.conditions else None
    if found is None:
        return ()
    do.emit(ConditionEnded(creature.id, FAVOUR, rule=("robs:xp.favours.bonus",)))
    return (Modifier(FAVOUR, found.level),)


@executes("robs:xp.favours.critical")
def is_fortunate(do: Resolution, creature: Creature) -> bool:
    """Whether this roll was bought to be a critical success, which uses that up."""
    if not creature.conditions or creature.condition(FORTUNE) is None:
        return False
    do.emit(ConditionEnded(creature.id, FORTUNE, rule=("robs:xp.favours.critical",)))
    return True
