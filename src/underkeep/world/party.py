"""The party: who marches together, in what order, where it is and what it has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.world.dungeon import Spot
from underkeep.world.grid import Square
from underkeep.world.hexes import Hex

if TYPE_CHECKING:
    from underkeep.world.state import State


class DaysMarch(Struct, frozen=True, gc=False):
    """How many seconds the party was on the road on a day."""

    day: int
    seconds: int


class Party(Struct, frozen=True, gc=False):
    """`members` stand in marching order. `at` is None outside a dungeon; `place` is town, road or dungeon.

    `moved` is what the present turn's movement has used, `worked_seconds` what work of less than a turn has taken
    of it; `turns` counts since the party went in, `unrested` since it last rested; `seen` holds a mask of squares for
    each level, in hexadecimal. `marched` is the last day on which a journey ended. `caller` is the seat that speaks for
    all, empty if anybody may; what the others would do stands in `suggestions`, each with its seat. `notes` are the
    mapper's, by level and square. `left_at` is when the party last left the dungeon. `beheld` are the areas whose look
    it knows, `knows` the kinds of monsters that it can name. `brought` is what those who joined had of their own, by
    kind: who leaves the party's service leaves the rest. `hexes` of the region are on its map. `waiting` has by
    creature the town in which it stayed behind.
    """

    side: str
    members: tuple[str, ...] = ()
    place: str = "town"
    at: Spot | None = None
    moved: int = 0
    worked_seconds: int = 0
    turns: int = 0
    unrested: int = 0
    visited: tuple[str, ...] = ()
    seen: dict[str, str] = {}
    marched: DaysMarch | None = None
    caller: str = ""
    suggestions: tuple[tuple[str, str], ...] = ()
    notes: dict[str, str] = {}
    left_at: int | None = None
    beheld: tuple[str, ...] = ()
    knows: tuple[str, ...] = ()
    brought: dict[str, dict[str, int]] = {}
    hexes: tuple[Hex, ...] = ()
    waiting: dict[str, str] = {}

    def seen_mask(self, level: int) -> int:
        return int(self.seen.get(str(level), "0"), 16)


def _changed(state: State, **changes: object) -> State:
    assert state.party is not None
    return replace(state, party=replace(state.party, **changes))


class PartyFormed(Event, frozen=True):
    party: Party

    def evolve(self, state: State) -> State:
        return replace(state, party=self.party)


class PartyJoined(Event, frozen=True):
    """Somebody marches with the party from now on, at its end."""

    creature: str

    def evolve(self, state: State) -> State:
        party = state.party
        assert party is not None
        had: dict[str, int] = {}
        for item in state.creatures[self.creature].items if self.creature in state.creatures else ():
            had[item.kind] = had.get(item.kind, 0) + item.count
        brought = {self.creature: had, **party.brought}
        waiting = {id: town for id, town in party.waiting.items() if id != self.creature}
        return _changed(state, members=(*party.members, self.creature), brought=brought, waiting=waiting)


class PartyLeft(Event, frozen=True):
    """Somebody marches with the party no longer: sent away, gone off, or `buried`."""

    cited_by: ClassVar[str] = "why"

    creature: str
    why: str = ""

    def evolve(self, state: State) -> State:
        party = state.party
        assert party is not None
        members = tuple(id for id in party.members if id != self.creature)
        stays = party.place == "town" and self.why != "buried"
        waiting = {**party.waiting, self.creature: state.town} if stays else party.waiting
        return _changed(state, members=members, waiting=waiting)


class MarchingOrderSet(Event, frozen=True):
    """The members were given this order."""

    members: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return _changed(state, members=self.members)


class PartyWent(Event, frozen=True):
    """The party is at another place: town, road or dungeon, and there at this spot."""

    cited_by: ClassVar[str] = "how"

    place: str
    at: Spot | None
    how: str

    def evolve(self, state: State) -> State:
        assert state.party is not None
        visited = state.party.visited
        if self.at is not None and self.at.area not in visited:
            visited = (*visited, self.at.area)
        left_at = state.now if self.how == "left" else state.party.left_at
        unrested = 0 if self.place == "town" else state.party.unrested
        return _changed(state, place=self.place, at=self.at, visited=visited, left_at=left_at, unrested=unrested)


class SquaresSeen(Event, frozen=True):
    """All squares of a level that the party has seen by now."""

    level: int
    mask: str

    def evolve(self, state: State) -> State:
        assert state.party is not None
        return _changed(state, seen={**state.party.seen, str(self.level): self.mask})


class Marched(Event, frozen=True):
    """So much of the present turn's movement is used."""

    moved: int

    def evolve(self, state: State) -> State:
        return _changed(state, moved=self.moved)


class WorkedOn(Event, frozen=True):
    """Work of less than a turn has taken so many seconds of the present one."""

    seconds: int

    def evolve(self, state: State) -> State:
        return _changed(state, worked_seconds=self.seconds)


class TurnEnded(Event, frozen=True):
    """A turn of exploration is over: the counts after it."""

    turns: int
    unrested: int

    def evolve(self, state: State) -> State:
        return _changed(state, turns=self.turns, unrested=self.unrested, moved=0)


class CallerNamed(Event, frozen=True):
    """A seat speaks for the party from now on; an empty one means that anybody may."""

    caller: str

    def evolve(self, state: State) -> State:
        return _changed(state, caller=self.caller, suggestions=())


class Suggested(Event, frozen=True):
    """Somebody who is not the caller would have the party do this (an encoded action)."""

    seat: str
    action: str

    def evolve(self, state: State) -> State:
        assert state.party is not None
        return _changed(state, suggestions=(*state.party.suggestions, (self.seat, self.action)))


class SuggestionsHeard(Event, frozen=True):
    """The caller has spoken: what was suggested before is settled."""

    def evolve(self, state: State) -> State:
        return _changed(state, suggestions=())


class SuppliesLow(Note, frozen=True):
    """Of something that is needed every day there is enough for so many days more, and no longer."""

    cited_by: ClassVar[str] = "what"

    what: str
    days: int


class WentWithout(Note, frozen=True):
    """Somebody had nothing of this on a day: food, or water."""

    cited_by: ClassVar[str] = "what"

    creature: str
    what: str


class Searched(Note, frozen=True):
    """The party looked for what is hidden round here; what came of it is told only if it found something."""

    square: Square


class MapNoted(Event, frozen=True):
    """The mapper wrote this at a square of the map; nothing rubs a note out."""

    at: Spot
    text: str

    def evolve(self, state: State) -> State:
        assert state.party is not None
        key = note_key(self.at)
        notes = {k: v for k, v in state.party.notes.items() if k != key}
        return _changed(state, notes={**notes, key: self.text} if self.text else notes)


def note_key(at: Spot) -> str:
    """Where a note stands on the party's map: `1:3,4`."""
    return f"{at.level}:{at.square[0]},{at.square[1]}"
