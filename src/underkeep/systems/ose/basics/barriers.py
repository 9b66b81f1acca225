"""What keeps a door from opening: it sticks, is locked or spiked, or magic holds it; and spikes that keep it open."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

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

    def shut(self) -> Barrier | None:
        return Bar(self.fast) if self.fast else None


def barred(door: Door, fast: Fast) -> Door:
    """The door, held shut in this way as everybody who tries it knows."""
    return replace(door, is_open=False, tried=True, barrier=Bar(fast))


def unbarred(door: Door, **changes: object) -> Door:
    """The door with nothing to hold it, and known as such."""
    return replace(door, tried=True, barrier=None, **changes)


def is_wedged(door: Door) -> bool:
    return isinstance(door.barrier, Bar) and door.barrier.wedged
