"""What the making of a region asks of a game. A game whose book has no regions leaves it out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from msgspec import Struct

from underkeep.procedures.lore_questions import Wanderers
from underkeep.procedures.resolution import Resolution
from underkeep.world.hexes import Hex
from underkeep.world.region import Bounds, Place, Region


class People(Struct, frozen=True):
    """Those who may hold or roam a land: the game's word for them, what they are called, where they like to live."""

    kind: str
    name: str
    terrains: tuple[str, ...]
    bounds: Bounds


class RegionChapter(Protocol):
    """How the book has a wilderness designed. Each answer that chooses rolls with the resolution's dice."""

    @property
    def sea(self) -> str:
        """The word for the sea."""
        ...

    @property
    def waters(self) -> tuple[str, ...]:
        """The words for country that one crosses in a boat; none where the book has no boats."""
        ...

    @property
    def fords(self) -> Collection[str]:
        """The game's own routes that lead through a river."""
        ...

    @property
    def farmland(self) -> str:
        """The word for land that people have settled."""
        ...

    def scale(self, do: Resolution) -> tuple[int, int]:
        """How many miles a hex of the large map is wide, and one of the small."""
        ...

    def extent(self, do: Resolution) -> int:
        """How many miles the country that is worked out first is wide."""
        ...

    def setting(self, do: Resolution) -> dict[str, str]:
        """What is settled first: `terrain`, `climate`, and what the world is like."""
        ...

    def country(self, do: Resolution, setting: dict[str, str], beside: Sequence[str]) -> str:
        """The main terrain of a hex, with those beside it that are known."""
        ...

    def is_habitable(self, terrain: str, by_water: bool) -> bool:
        """Whether people would settle there."""
        ...

    def ruler(self, do: Resolution) -> str:
        """Who governs a land of people."""
        ...

    def peoples(self, do: Resolution, terrains: Collection[str]) -> Sequence[People]:
        """Which other peoples hold or roam land in a country that has these terrains."""
        ...

    def beasts(self, do: Resolution, terrains: Collection[str]) -> Sequence[People]:
        """Which monsters have territories there."""
        ...

    def is_home(self, people: People, terrain: str, is_seat: bool) -> bool:
        """Whether they live, or would roam, in such country."""
        ...

    def is_base(self, from_middle: int, by_river: bool, by_road: bool) -> bool:
        """Whether a base town may stand so many hexes from the middle of the map; where it may not for want of a
        river, one is led by it."""
        ...

    def is_days_journey(self, miles: int) -> bool:
        """Whether so many miles, by the way one travels, are right for a dungeon near the base town."""
        ...

    def table(self, kind: str, terrains: Sequence[str]) -> tuple[str, ...]:
        """Who is met in the land of a kind: its own, and what lives in such country anyway."""
        ...

    def terrains(self) -> Collection[str]:
        """The words for country that the book has tables for."""
        ...

    def wanderers(self, terrain: str) -> tuple[Wanderers, ...]:
        """The table by which those met in such country are rolled, each row as likely as any other."""
        ...

    def number_met(self, do: Resolution, kind: str, terrain: str) -> int:
        """How many of a kind are met in such country."""
        ...

    def town_name(self, do: Resolution, taken: Collection[str]) -> str: ...
    def step(self, do: Resolution, step: str, what: str) -> None:
        """A step of the design is done, and this came of it."""
        ...

    def open_site(self, do: Resolution, place: Place) -> None:
        """The dungeon of that place is part of the game from now on. A place is made with dice of its own."""
        ...

    def open_town(self, do: Resolution, place: Place) -> None:
        """The town of that place is part of the game from now on."""
        ...

    def made(self, do: Resolution, region: Region, seen: tuple[Hex, ...]) -> None:
        """The region is part of the game, and so much of it the party knows."""
        ...
