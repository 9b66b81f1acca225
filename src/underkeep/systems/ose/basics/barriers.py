"""What keeps a door from opening: it sticks, it is locked or spiked, or magic holds it; and spikes that keep it open."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.kernel.codec import Barrier
from underkeep.world.dungeon import Door

Fast = Literal["", "stuck", "locked", "spiked", "held"]


class Bar(Struct, Barrier, frozen=True):
    """`fast` is how a shut door resists; `wedged` if a spike keeps an open one from falling shut."""

    fast: Fast = ""
    wedged: bool = False

    @property
    def word(self) -> str:
        return self.fast

    @property
    def seen(self) -> str:
        return "wedged" if self.wedged else ""


def is_wedged(door: Door) -> bool:
    return isinstance(door.barrier, Bar) and door.barrier.wedged
