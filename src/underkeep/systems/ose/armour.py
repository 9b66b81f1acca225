"""Armour class, and where each point of it comes from."""

from __future__ import annotations

from functools import lru_cache

from underkeep.systems.ose import compendium
from underkeep.systems.ose.abilities import modifier
from underkeep.systems.ose.sheet import OseSheet, sheet
from underkeep.world.creature import Creature
from underkeep.world.gear import Item


@lru_cache(maxsize=4096)
def _worn(items: tuple[Item, ...]) -> tuple[int, int]:
    """The base AC of armour worn (9 without any) and the shield's bonus."""
    armours = compendium.armours()
    worn = [armours[i.kind] for i in items if i.place == "worn" and not i.broken and i.kind in armours]
    return min((a.ac for a in worn if not a.bonus), default=9), max((a.bonus for a in worn), default=0)


def armour_class(creature: Creature, ignore_shield: bool = False) -> int:
    """ose:combat.ac.lower-better, combat.ac.sources, creation.note-ac, creation.unarmoured-ac, abilities.dex.ac

    Descending: worn armour or the natural AC, whichever is better, less the shield and the DEX bonus.
    """
    own: OseSheet = sheet(creature)
    base, shield = _worn(creature.items)
    dexterity = modifier(own.abilities["DEX"]) if own.abilities else 0
    return min(own.ac, base) - (0 if ignore_shield else shield) - dexterity
