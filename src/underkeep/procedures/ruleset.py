"""What the procedures ask of a game. A system answers with one object that has all of this.

There is no base class: a system that skips something says so in its own code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from underkeep.kernel.codec import Battle, Codec
from underkeep.kernel.event import Action, Event
from underkeep.procedures.actions import Attack
from underkeep.procedures.chapter import Book
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.procedures.options import Options
from underkeep.procedures.questions import DungeonChapter, KeyChapter, MeetingChapter, RoadChapter, TownChapter
from underkeep.procedures.region_questions import RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.tactics import TacticsChapter
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.fight import Step
from underkeep.world.measures import Measures
from underkeep.world.state import State

Cites = Mapping[type[Event], Mapping[str, tuple[str, ...]]]


class Switch(Struct, frozen=True):
    """An optional rule of the book, on or off for a campaign."""

    id: str
    text: str
    rule: str
    default: bool = False


class Recruit(Struct, frozen=True):
    """Who should be made: a class or monster by name, a level, gear by name, and choices for the creation steps.

    One made `by_steps` is asked for each choice that is still open. One with a `stream` has dice of its own, by which
    it is the same character each time it is made. One of a level `at_most` has the highest that its class knows, if
    that is lower.
    """

    kind: str = ""
    level: int = 1
    gear: tuple[str, ...] | None = None
    name: str = ""
    choices: Mapping[str, str] = {}
    by_steps: bool = False
    stream: str = ""
    at_most: bool = False


class Card(Struct, frozen=True):
    """A sheet as any front door can draw it: titled sections of labelled values."""

    title: str
    subtitle: str
    sections: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


class Ruleset(Protocol):
    """One game. `book` is all that its chapters bring; lengths are in the unit of its `measures`.

    `cites` names the rules behind facts that the procedures state and cannot cite themselves: for each sort of fact by
    the field it is `cited_by` (`forced`, `burnt down`), or by "" whatever that says. The chapters of questions are None
    where the book has none.
    """

    id: str
    title: str
    codec: Codec[State]
    book: Book
    switches: Mapping[str, Switch]
    cites: Cites
    round_seconds: int
    measures: Measures
    dungeon: DungeonChapter | None
    road: RoadChapter | None
    meetings: MeetingChapter | None
    town: TownChapter | None
    key: KeyChapter | None
    region: RegionChapter | None
    tactics: TacticsChapter | None
    lore: LoreChapter | None

    def __hash__(self) -> int:
        """A game is told from others by identity, so that what follows from it can be remembered."""
        ...

    # Creation
    def roster(self) -> Mapping[str, str]:
        """Every name a Recruit may have, each with its sort: "character" or "monster"."""
        ...

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """The creation choices a Recruit may fix, each with the values allowed (empty: free text)."""
        ...

    def recruit(self, do: Resolution, who: Recruit, id: str, side: str) -> Creature:
        """Make a creature by the book, emitting each step taken, and join it to the game.

        `recruiting.put` is how a system asks one that is made by steps, where the choice falls.
        """
        ...

    # Characters
    def spells(self) -> Mapping[str, Any]:
        """The spells of the game's content, by the names they are cast under; none where there is no magic."""
        ...

    def card(self, state: State, creature: Creature) -> Card:
        """The creature's sheet, for printing."""
        ...

    def life(self, creature: Creature) -> tuple[int, int]:
        """What stands between a creature and its end: how much is left, and of how much."""
        ...

    def load(self, state: State, creature: Creature) -> str:
        """What a creature carries, in the book's words; empty where nobody reckons."""
        ...

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        """What follows when a condition has run its time."""
        ...

    def fittest(self, state: State, actions: Sequence[Action]) -> Action:
        """Of one thing that several could do: the hand with the best chance by the book, the first of equals."""
        ...

    def figures(self, state: State) -> Mapping[str, int]:
        """What a campaign is measured by besides what every campaign has, such as the coins brought home."""
        ...

    # Fights
    def begin_fight(self, do: Resolution) -> Battle | None:
        """What the game remembers of a fight, as it is at the start; surprise and the like may be rolled here."""
        ...

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        """The steps of the round that just began; a later step may plan again when it is entered."""
        ...

    def enter_step(self, do: Resolution, step: Step) -> None:
        """What happens by itself when a step begins: initiative, morale."""
        ...

    def leave_step(self, do: Resolution, step: Step) -> None:
        """What happens by itself when a step ends."""
        ...

    def fight_options(self, state: State, actor: Creature, step: Step) -> Options:
        """All that the creature may do in this step, except to finish. Empty: it is passed over."""
        ...

    def is_throw(self, state: State, action: Attack) -> bool:
        """Whether an attack that is offered sends the weapon itself away."""
        ...
