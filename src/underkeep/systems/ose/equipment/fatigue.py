"""Weariness, exhaustion and hunger: what they take from those who fight."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics.conditions import BOARDING, EXHAUSTED, FOOTSORE, STARVING, WEARY
from underkeep.world.creature import Creature

_TO_HIT = {WEARY: -1, FOOTSORE: -1, EXHAUSTED: -2, BOARDING: -2}
_TO_DAMAGE = {WEARY: -1, FOOTSORE: -1, EXHAUSTED: -2}
_AC_WORSE = 2


@executes(
    "ose:exploration.rest.penalty",
    "ose:wilderness.rest.penalty",
    "ose:evasion.running.exhaustion-effect",
    "ose:hazard.starvation",
    "ose:vehicle.board.penalty",
)
def to_hit(creature: Creature) -> tuple[Modifier, ...]:
    """One off without rest, two after a long run or at the rail, and one for each day without food."""
    found = [Modifier(c.name, _TO_HIT[c.name]) for c in creature.conditions if c.name in _TO_HIT]
    hunger = creature.condition(STARVING)
    return (*found, *((Modifier(STARVING, -hunger.level),) if hunger is not None else ()))


@executes("ose:exploration.rest.penalty", "ose:wilderness.rest.penalty", "ose:evasion.running.exhaustion-effect")
def to_damage(creature: Creature) -> tuple[Modifier, ...]:
    """What weariness takes from the damage of a blow."""
    return tuple(Modifier(c.name, _TO_DAMAGE[c.name]) for c in creature.conditions if c.name in _TO_DAMAGE)


@executes("ose:evasion.running.exhaustion-effect")
def ac_worse(creature: Creature) -> int:
    """By how much AC suffers."""
    return _AC_WORSE if any(c.name == EXHAUSTED for c in creature.conditions) else 0
