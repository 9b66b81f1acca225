"""The listings: there are rats."""

from __future__ import annotations

from msgspec import Struct

from underkeep.testing.toy.basics import HIT_POINTS


class Listing(Struct, frozen=True):
    """A kind of monster; `size` is how many squares it fills a side."""

    hit_points: int = HIT_POINTS
    size: int = 1


RAT = "rat"
MONSTERS = {RAT: Listing()}
