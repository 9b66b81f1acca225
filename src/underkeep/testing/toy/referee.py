"""Stocking, and the printed key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from underkeep.procedures.resolution import Resolution
from underkeep.testing.toy.basics import HIT_POINTS
from underkeep.world.dungeon import Dungeon, Group, Hoard, Trap
from underkeep.world.gear import Item

Thing = TypeVar("Thing", Group, Hoard, Trap)


def _by_id(things: Sequence[Thing]) -> dict[str, Thing]:
    return {thing.id: thing for thing in things}


class ToyKey:
    """What is where in the smallest dungeon, and what its key says."""

    def choose_setting(self, do: Resolution) -> str | None:
        return None

    def stock(self, do: Resolution, dungeon: Dungeon) -> Dungeon:
        """Every third room has a rat, every fourth a few coins, every fifth a pit."""
        rooms = [area for area in dungeon.areas.values() if area.number and area.id != dungeon.entrance.area]
        id, coins = do.state.opaque, (Item("coin", "coin", count=10),)
        groups = [Group(id("group", r.id), r.id, "rat", 1 + i % 2) for i, r in enumerate(rooms) if i % 3 == 0]
        hoards = [Hoard(id("hoard", r.id), r.id, coins) for i, r in enumerate(rooms) if i % 4 == 1]
        traps = [Trap(id("trap", r.id), r.id, "pit") for i, r in enumerate(rooms) if i % 5 == 2]
        return replace(dungeon, groups=_by_id(groups), hoards=_by_id(hoards), traps=_by_id(traps))

    def monster(self, kind: str) -> str:
        return kind

    def stats(self, kind: str) -> str:
        return f"hp {HIT_POINTS}"

    def trap(self, kind: str) -> str:
        return kind

    def feature(self, kind: str) -> str:
        return kind

    def worth(self, item: Item) -> str:
        return ""


KEY = ToyKey()
