"""Material Strength: how tough a stuff is, and how much of it there is."""

from __future__ import annotations

import math
from functools import cache

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.systems.robs.basics.compendium import PACKAGE
from underkeep.systems.robs.basics.scale import FACTOR

MATERIAL_STRENGTH = "material-strength"


class Material(Struct, frozen=True, forbid_unknown_fields=True):
    """`strength` is what an average amount withstands; `average` is that amount, in the `unit`."""

    name: str
    strength: int
    average: float
    unit: str
    rule: str


@cache
def materials() -> dict[str, Material]:
    return content.load(PACKAGE, "materials", Material)


@executes("robs:scale.material.average-amount", "robs:scale.material.amount", "robs:scale.material.paper")
def relative_mass(material: Material, amount: float) -> int:
    """How many mass levels an amount is above or below the average one, each 1.5 times the one before: 2.25 kg of
    metal are two above a kilogram, 56 sheets of paper ten above one."""
    return round(math.log(amount / material.average, FACTOR))


@executes("robs:scale.material.rating", "robs:scale.material.threshold", "robs:scale.material.amount")
def needed(material: Material, amount: float) -> int:
    """The STR, or the points of damage, that it takes to break so much of it."""
    return material.strength + relative_mass(material, amount)


@executes("robs:scale.material.threshold", "robs:scale.material.tiny-creature")
def is_effortless(power: int, resistance: int) -> bool:
    """STR and Scale together that reach what is needed break it without trying; who has less must struggle."""
    return power >= resistance
