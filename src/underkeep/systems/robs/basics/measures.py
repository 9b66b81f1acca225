"""Measures: metres, and adjectives. The book has no squares; one is as long as those on everybody's paper."""

from __future__ import annotations

from underkeep.systems.robs.basics.numbers import ADJECTIVES
from underkeep.world.measures import Measures

SQUARE_METRES = 1.524
MEASURES = Measures(
    "metres", "metre", "m", square=SQUARE_METRES, road_unit="kilometres", ladder=tuple(ADJECTIVES.values())
)
