"""Measures: an inch on the table is a square of 5 feet."""

from __future__ import annotations

from underkeep.world.measures import Measures

MEASURES = Measures("feet", "foot", "ft", 5, "miles", "yards", 3, 300)
