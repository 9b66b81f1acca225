"""What binds a character: betrothals, enemies, factions, debts and promises, and what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.sheet import Tie, sheet

if TYPE_CHECKING:
    from underkeep.world.state import State

SYSTEM = "knave"


class TieFormed(Event, frozen=True):
    """A character is bound to somebody or something from now on."""

    creature: str
    tie: Tie
    ties: tuple[Tie, ...]

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), ties=self.ties)
        return state.with_creature(self.creature, sheet=own)


class TieEnded(Event, frozen=True):
    """A bond is gone; `how` says what became of it."""

    creature: str
    tie: Tie
    how: str
    ties: tuple[Tie, ...]

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), ties=self.ties)
        return state.with_creature(self.creature, sheet=own)


EVENTS: tuple[type[Event], ...] = (TieFormed, TieEnded)


def mishap(number: int) -> str:
    """The rule of a mishap by its number on the table."""
    return f"{SYSTEM}:downtime.carousing.mishap-{number:02d}"


def bind(do: Resolution, id: str, tie: Tie, rule: str) -> None:
    ties = sheet(do.state.creatures[id]).ties
    do.emit(TieFormed(id, tie, (*ties, tie), rule=(rule,)))


def loose(do: Resolution, id: str, tie: Tie, how: str, rule: str) -> None:
    left = list(sheet(do.state.creatures[id]).ties)
    left.remove(tie)
    do.emit(TieEnded(id, tie, how, tuple(left), rule=(rule,)))


def has(state: State, id: str, kind: str) -> bool:
    return any(tie.kind == kind for tie in sheet(state.creatures[id]).ties)


def told(tie: Tie) -> str:
    """A bond in a few words, for the sheet."""
    parts = (tie.kind, f"({tie.who})" if tie.who else "", f"in {tie.where}" if tie.where else "")
    return " ".join(part for part in parts if part)
