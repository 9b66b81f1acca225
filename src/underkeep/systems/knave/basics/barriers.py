"""What keeps a door from opening: it sticks, it is locked, or a spell holds it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.kernel.codec import Barrier


class Bar(Struct, Barrier, frozen=True):
    fast: Literal["stuck", "locked", "held"]

    @property
    def word(self) -> str:
        return self.fast
