"""Scale: how big a creature is, and what that does to blows and to raw power."""

from __future__ import annotations

import math

from underkeep.systems.robs.basics.sheet import RobsSheet

HUMAN_KG = 75
FACTOR = 1.5


def mass_kg(scale: int) -> float:
    """robs:scale.human-zero, scale.factor, scale.table, scale.off-chart

    The table and everything past its ends: 75 kg, times 1.5 a level.
    """
    return float(HUMAN_KG * FACTOR**scale)


def scale_of(kilograms: float) -> int:
    """robs:scale.factor

    The level whose mass is nearest in proportion.
    """
    return round(math.log(kilograms / HUMAN_KG, FACTOR))


def raw_power(own: RobsSheet) -> int:
    """robs:abilities.str-and-scale, task.contest.composite"""
    return own.attributes["STR"] + own.scale
