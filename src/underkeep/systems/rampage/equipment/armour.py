"""Armour class. Lower is better, and nothing but armour, shield and magic changes it."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import warded
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

UNARMOURED = 9


@lru_cache(maxsize=4096)
def _protection(items: tuple[Item, ...]) -> tuple[int, int]:
    """The AC of the armour worn and what the shield takes off. Magic lies in the kind."""
    known = compendium.armours()
    worn = [known[i.kind].ac for i in items if i.place == "worn" and not i.broken and i.kind in known]
    held = compendium.shield_of(items)
    return min(worn, default=UNARMOURED), held[1].shield if held else 0


@executes("rampage:class.paladin.warhorse-barding")
@lru_cache(maxsize=1024)
def barding(kind: str, items: tuple[Item, ...]) -> int:
    """What barding takes off the AC of a beast that bears riders."""
    listing, known = compendium.monsters().get(kind), compendium.armours()
    if listing is None or listing.mount is None:
        return 0
    worn = (known[i.kind].barding for i in items if i.place == "worn" and not i.broken and i.kind in known)
    return max(worn, default=0)


@executes(
    "rampage:combat.ac.meaning",
    "rampage:combat.ac.values",
    "rampage:combat.ac.shield",
    "rampage:combat.ac.range",
    "rampage:combat.ac.only-magic",
)
def armour_class(creature: Creature, ignore_shield: bool = False) -> int:
    """Ruling: q.ignore-shield-monster, a shield that is ignored gives its point back."""
    worn, shield = _protection(creature.items)
    base = min(sheet(creature).ac, worn)
    if creature.items and not sheet(creature).classes:
        base -= barding(creature.kind, creature.items)
    if creature.conditions:
        base -= warded(creature.conditions)
    return base if ignore_shield else base - shield
