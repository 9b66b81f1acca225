"""Armour points and armour class."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.executes import executes
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

MOST_ARMOUR_POINTS = 7
BASE_ARMOUR_CLASS = 11
SHIELD = "shield"


@executes("knave:equipment.armor.ap-each", "knave:equipment.armor.ap-cap")
@lru_cache(maxsize=8192)
def points_worn(items: tuple[Item, ...]) -> int:
    """One of each piece counts. Ruling: armor-duplicates-and-shield (a shield wants a free hand)."""
    armours, weapons = compendium.armours(), compendium.weapons()
    pieces = {item.kind for item in items if item.place == "worn" and not item.broken and item.kind in armours}
    if SHIELD in pieces and any(i.place == "hand" and i.kind in weapons and weapons[i.kind].hands > 1 for i in items):
        pieces.discard(SHIELD)
    return min(MOST_ARMOUR_POINTS, sum(armours[kind].armour_points for kind in pieces))


def armour_points(creature: Creature) -> int:
    """Those of the body and of what is worn."""
    return sheet(creature).armour_points + (points_worn(creature.items) if creature.items else 0)


def rules_of_armour(creature: Creature) -> tuple[str, ...]:
    """The rules by which what is worn counts."""
    worn = points_worn(creature.items) if creature.items else 0
    if not worn:
        return ()
    each = ("knave:equipment.armor.ap-each",)
    return (*each, "knave:equipment.armor.ap-cap") if worn == MOST_ARMOUR_POINTS else each


@executes("knave:combat.armor-class")
def armour_class(creature: Creature) -> int:
    """The number that an attack on the creature must reach."""
    return BASE_ARMOUR_CLASS + armour_points(creature)
