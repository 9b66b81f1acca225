"""Measures: feet, on squares of 5 of them in a fight and of 10 on a map."""

from __future__ import annotations

from underkeep.world.measures import Measures

SQUARE_FEET, MAP_SQUARE_FEET = 5, 10
MEASURES = Measures(
    "feet", "foot", "ft", square=SQUARE_FEET, road_unit="miles", far_unit="yards", far_length=3, far_from=300
)
