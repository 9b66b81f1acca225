"""What keeps a door or a chest from opening: it sticks, a lock or a bar or a spell holds it, or it is a fortress
gate.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.kernel.codec import Barrier

Sort = Literal["stuck", "locked", "jammed", "barred", "held by magic", "fortress gate"]
Material = Literal["wooden", "reinforced", "stone or metal", "clay"]


class Bar(Struct, Barrier, frozen=True):
    """`struck` are the successes of those who break it down."""

    sort: Sort
    material: Material = "wooden"
    struck: int = 0

    @property
    def word(self) -> str:
        return self.sort

    @property
    def seen(self) -> str:
        return "splintered" if self.struck else ""
