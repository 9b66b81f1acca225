"""Measures: an inch on the table is a square of 5 feet; a round is a minute, ten of them are a turn."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.world.measures import Measures

MEASURES = Measures("feet", "foot", "ft", square=5, road_unit="miles", far_unit="yards", far_length=3, far_from=300)
INCH_FEET = 5
ROUND_SECONDS = 60
TURN_SECONDS = 10 * ROUND_SECONDS
MAP_SQUARE_FEET = 10


@executes("rampage:time.scale")
def feet(inches: int) -> int:
    """So many inches of the table in feet."""
    return inches * INCH_FEET
