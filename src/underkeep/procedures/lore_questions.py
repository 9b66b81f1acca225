"""What the procedures ask of a game about what its people know of creatures, and what a place shows of them."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from underkeep.world.dungeon import Dungeon
from underkeep.world.state import State


class Wanderers(Struct, frozen=True):
    """A row of a table of those who wander about: the faces, one of which kinds, and how many as the book writes it."""

    roll: str
    kinds: tuple[str, ...]
    number: str


class LoreChapter(Protocol):
    """What a game's people know of the creatures in it, and what a place shows of them. `named_by` and `shown_by` are
    the rules behind the one and the other, if the book has any."""

    @property
    def named_by(self) -> tuple[str, ...]: ...
    @property
    def shown_by(self) -> tuple[str, ...]: ...

    def name(self, kind: str) -> str:
        """What those who know a kind call one of it."""
        ...

    def look(self, kind: str) -> str:
        """What others see: `pig-faced warrior`. The name itself for what everybody knows."""
        ...

    def recognised_by(self, state: State, kind: str) -> str:
        """Who of the party knows such creatures at sight; empty if nobody does."""
        ...

    def traces(self, kind: str) -> tuple[str, ...]:
        """The sorts of traces that a kind leaves where it lives, by the names of the content files."""
        ...

    def notices(self, state: State, sort: str) -> bool:
        """Whether the party notices what an area has of a sort: things, smells, sounds."""
        ...

    def wanderers(self, dungeon: Dungeon, level: int) -> tuple[Wanderers, ...]:
        """The table by which wandering monsters of a level are rolled."""
        ...
