"""What the procedures ask of a game about what its people know of creatures, and what a place shows of them."""

from __future__ import annotations

from typing import Protocol

from underkeep.world.state import State


class LoreChapter(Protocol):
    """What a game's people know of the creatures in it, and what a place shows of them."""

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
