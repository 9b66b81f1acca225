"""What keeps a door from opening, and how hard that is to overcome."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.kernel.codec import Barrier


class Bar(Struct, Barrier, frozen=True):
    """`difficulty` is an adjective's number: what a shoulder, or a picklock, must reach."""

    fast: Literal["stuck", "locked"]
    difficulty: int

    @property
    def word(self) -> str:
        return self.fast
