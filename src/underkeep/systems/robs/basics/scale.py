"""Scale: how big a creature is, and what that does to blows and to raw power."""

from __future__ import annotations

import math

from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics.sheet import RobsSheet

HUMAN_KG = 75
FACTOR = 1.5


@executes("robs:scale.human-zero", "robs:scale.factor", "robs:scale.table", "robs:scale.off-chart")
def mass_kg(scale: int) -> float:
    """The table and everything past its ends: 75 kg, times 1.5 a level."""
    return float(HUMAN_KG * FACTOR**scale)


@executes("robs:scale.factor")
def scale_of(kilograms: float) -> int:
    """The level whose mass is nearest in proportion."""
    return round(math.log(kilograms / HUMAN_KG, FACTOR))


@executes("robs:abilities.str-and-scale", "robs:task.contest.composite")
def raw_power(own: RobsSheet) -> int:
    """STR and Scale together, for pulling and pushing."""
    return own.attributes["STR"] + own.scale
