"""Measures: an inch on the table is a square of 5 feet."""

from __future__ import annotations

from underkeep.world.measures import Measures

MEASURES = Measures("feet", "foot", "ft", square=5, road_unit="miles", far_unit="yards", far_length=3, far_from=300)
