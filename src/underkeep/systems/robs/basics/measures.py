"""Measures: metres. The book has no squares; one is as long as those on everybody's paper."""

from __future__ import annotations

from underkeep.world.measures import Measures

SQUARE_METRES = 1.524
MEASURES = Measures("metres", "metre", "m", square=SQUARE_METRES, road_unit="kilometres")
