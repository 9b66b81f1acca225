"""What a game can say of its treasures without a table: hoards by the letter, magic items by the name.

A chapter that has treasure tables brings this; a game without one knows neither word.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from underkeep.procedures.resolution import Resolution
from underkeep.world.gear import Item

Rows = tuple[tuple[str, str], ...]


class Treasury(Protocol):
    """What a game answers that has treasures to look up."""

    def hoards(self) -> Mapping[str, str]:
        """The names of the treasure tables, each with what it is for."""
        ...

    def roll_hoard(self, do: Resolution, name: str) -> tuple[Item, ...]:
        """One treasure of a table."""
        ...

    def mean_gp(self, name: str) -> tuple[Fraction, float]:
        """What such a treasure is worth on average, exactly, and what the book prints."""
        ...

    def worth(self, item: Item) -> str:
        """What a thing of a treasure really is, or is worth; empty if its name says it."""
        ...

    def items(self) -> Mapping[str, str]:
        """The names of the magic items, by their ids."""
        ...

    def found(self, do: Resolution, id: str) -> Item:
        """One of them as somebody finds it: by its looks, with what is rolled for it."""
        ...

    def item(self, id: str) -> Rows:
        """What one does, in rows."""
        ...
