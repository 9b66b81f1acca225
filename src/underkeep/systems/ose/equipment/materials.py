"""What things are made of."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from underkeep.systems.ose.basics import compendium

Material = Literal["metal", "leather", "wood"]
_WOODEN = frozenset({"club", "staff", "torch", "short-bow", "long-bow", "crossbow"})
_LEATHERN = frozenset({"leather", "sling"})


@lru_cache(maxsize=1024)
def material(kind: str) -> Material | None:
    """What a weapon, a suit of armour or a shield consists of; None for anything else."""
    if compendium.weapon(kind) is None and compendium.armour(kind) is None:
        return None
    plain = compendium.plain(kind)
    return "leather" if plain in _LEATHERN else "wood" if plain in _WOODEN else "metal"


def one_plus_less(kind: str) -> str:
    """A magic thing that has lost one of its pluses; at none left it is a plain one."""
    bonus = compendium.magic_bonus(kind)
    return kind.replace(f"-plus-{bonus}", f"-plus-{bonus - 1}", 1) if bonus > 1 else compendium.plain(kind)
