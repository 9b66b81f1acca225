"""States that this game gives a creature, and what they keep it from."""

from __future__ import annotations

from underkeep.world.creature import Creature

PARALYSED = "paralysed"
HELPLESS = "helpless"
BLIND = "blind"
SICK = "sick"
POISONED = "poisoned"
DISEASED = "diseased"
FLEEING = "fleeing"
BACK_TURNED = "back turned"
SUBDUED = "subdual damage"
PARTIAL_COVER = "partial cover"
COMPLETE_COVER = "complete cover"
UNSTABLE = "unstable footing"
IN_WATER = "in water"
WEARY = "weary"
EXHAUSTED = "exhausted"
STARVING = "starving"
SCENTED = "reeking"
UNCONSCIOUS = "unconscious"
LADEN = "laden"
CANNOT_SWIM = "unable to swim"


def is_helpless(creature: Creature) -> bool:
    """ose:combat.helpless

    Paralysed, frozen, bound.
    """
    return any(condition.name in (PARALYSED, HELPLESS) for condition in creature.conditions)


def has(creature: Creature, name: str) -> bool:
    return bool(creature.conditions) and creature.condition(name) is not None
