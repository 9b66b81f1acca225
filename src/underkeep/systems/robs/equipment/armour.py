"""Armour and shields: what they keep off."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import Armour
from underkeep.world.gear import Item


class Worn(NamedTuple):
    armour: Armour | None
    shield: Armour | None


@executes("robs:equipment.armor.table")
@lru_cache(maxsize=4096)
def worn(items: tuple[Item, ...]) -> Worn:
    """The best armour and the best shield in use."""
    found = [
        armour
        for item in items
        if item.place == "worn" and not item.broken and (armour := compendium.armour(item.kind))
    ]
    body = max((a for a in found if not a.shield), key=protection, default=None)
    return Worn(body, max((a for a in found if a.shield), key=protection, default=None))


def shield_of(items: tuple[Item, ...]) -> Armour | None:
    return worn(items).shield


@executes("robs:damage.ddf.armor", "robs:magic-item.enchantment-bonus")
def protection(armour: Armour) -> int:
    """The DDF of armour or shield with its enchantment."""
    return armour.ddf + armour.enchantment
