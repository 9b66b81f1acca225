"""Measures: feet, on squares of 5 of them in a fight and of 10 on a map."""

from __future__ import annotations

from underkeep.world.measures import Measures

MEASURES = Measures("feet", "foot", "ft", 5, "miles", "yards", 3, 300)
"""Far off one speaks of yards."""
SQUARE_FEET, MAP_SQUARE_FEET = 5, 10
