"""A meeting with monsters, from sighting to its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event, Note, Roll

if TYPE_CHECKING:
    from underkeep.world.state import State


class Encounter(Struct, frozen=True, gc=False):
    """`surprised` are creatures; `attitude` is how the monsters take it, empty until they show it.

    `tries` counts the attempts to talk; `began` is the clock time of the sighting. `around` if they stand on all sides.
    `sells` is what they have named a price for, if they have: a topic of news, or passage.
    """

    group: str
    monsters: tuple[str, ...]
    distance: int
    surprised: tuple[str, ...] = ()
    attitude: str = ""
    tries: int = 0
    round: int = 0
    began: int = 0
    around: bool = False
    sells: str = ""

    def surprises(self, who: Iterable[str]) -> bool:
        """Whether everybody of these is surprised; nobody is not."""
        ids = set(who)
        return bool(ids) and ids.issubset(self.surprised)


class EncounterBegan(Event, frozen=True):
    encounter: Encounter

    def evolve(self, state: State) -> State:
        return replace(state, encounter=self.encounter, winner=None)


class EncounterChanged(Event, frozen=True):
    """The meeting stands like this now: nearer, friendlier, longer."""

    encounter: Encounter
    what: str

    def evolve(self, state: State) -> State:
        return replace(state, encounter=self.encounter)


class EncounterEnded(Event, frozen=True):
    """`how`: fought, parted, evaded, surrendered, slain."""

    how: str

    def evolve(self, state: State) -> State:
        return replace(state, encounter=None)


class ReactionRolled(Note, frozen=True):
    """How the monsters take to the party."""

    who: str
    roll: Roll
    result: str


class SurpriseRolled(Note, frozen=True):
    """One roll of a side for those of it (`who`) who may be surprised."""

    side: str
    who: tuple[str, ...]
    roll: Roll
    surprised: bool


class ChanceRolled(Note, frozen=True):
    """Any other chance the referee rolls for: a search, a door, a wandering monster; `of` is the thing it is about."""

    what: str
    roll: Roll
    success: bool
    who: str = ""
    of: str = ""
