"""What a front door asks of a game about the figures of a fight: which way each faces, and what else can be seen."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from underkeep.world.creature import Creature
from underkeep.world.state import State


class Figure(Struct, frozen=True):
    """A figure as everybody sees it. `facing` is in eighths clockwise, 0 being up the map, None where nothing hangs on
    it; `holds` are those who keep it in melee; `notes` are for whoever plays it, each a few words."""

    facing: int | None = None
    holds: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class FiguresChapter(Protocol):
    """A game in which it matters where a figure stands and looks."""

    def figure(self, state: State, creature: Creature) -> Figure:
        """One who stands on the field."""
        ...

    def threatened(self, state: State, side: str) -> int:
        """The squares, as a mask, where enemies hold up whoever of this side comes there."""
        ...
