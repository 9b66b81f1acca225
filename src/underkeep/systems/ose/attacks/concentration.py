"""Concentrating on a spell, and what breaks it."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.movement import encounter_feet
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

CONCENTRATING = "concentrating"
_RULE = "ose:magic.effect.concentration"


@executes("ose:magic.effect.concentration")
def begin(do: Resolution, caster: str) -> None:
    """The caster concentrates from now on."""
    do.emit(ConditionGained(caster, Condition(CONCENTRATING), rule=(_RULE,)))


@executes("ose:magic.effect.concentration")
def disturb(do: Resolution, creature: str, what: str) -> None:
    """The referee says whether this breaks it. Default: attacking, casting, being hurt and hurrying do."""
    caster = do.state.creatures.get(creature)
    if caster is None or not caster.conditions or caster.condition(CONCENTRATING) is None:
        return
    if do.ruling(_RULE, ("breaks", "holds"), "breaks", what) == "breaks":
        do.emit(ConditionEnded(creature, CONCENTRATING, rule=(_RULE,)))


@executes("ose:magic.effect.concentration")
def is_hurried(state: State, before: Creature, to: Square) -> bool:
    """Whether somebody moved more than half of what a round allows."""
    assert before.at is not None
    return distance(before.at, to) * SQUARE_FEET * 2 > encounter_feet(before, state)
