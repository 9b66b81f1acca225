"""A dungeon: its map of squares, and what is hidden in it.

The map itself never changes. Doors, traps, hoards, groups of inhabitants and features do, each by an event that holds
the thing as it is afterwards. All of it is the referee's knowledge; a seat learns what its party has seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Barrier
from underkeep.kernel.event import Event, Note
from underkeep.kernel.secret import WHOLE, Secrets
from underkeep.world.gear import Item, seen
from underkeep.world.grid import Grid, Square

if TYPE_CHECKING:
    from underkeep.world.state import State


class Spot(Struct, frozen=True, gc=False):
    """A square of one level, and the area it belongs to."""

    level: int
    square: Square
    area: str


class Area(Struct, frozen=True, gc=False, cache_hash=True):
    """A numbered room, cavern or stretch of passage. `squares` are its floor."""

    secrets: ClassVar[Secrets] = {"kind": "unmapped", "number": "unmapped", "name": "unmapped"}

    id: str
    level: int
    kind: str
    squares: tuple[Square, ...]
    number: int = 0
    name: str = ""


class Door(Struct, frozen=True, gc=False):
    """A way between two areas, across the line between two neighbouring squares.

    An `opening` is never shut. `found` is False for a secret door nobody has discovered. `barrier` is what keeps a shut
    door from opening, in the game's own terms; `tried` tells whether the party knows.
    """

    secrets: ClassVar[Secrets] = {
        WHOLE: "undiscovered",
        "kind": "undiscovered",
        "barrier": "untried",
        "is_open": "out of view",
    }

    id: str
    level: int
    squares: tuple[Square, Square]
    areas: tuple[str, str]
    kind: Literal["opening", "door", "secret door", "portcullis", "trapdoor"] = "door"
    is_open: bool = False
    found: bool = True
    tried: bool = False
    barrier: Barrier | None = None

    @property
    def bar(self) -> str:
        """What holds a shut door, in a word; empty if it opens."""
        return self.barrier.word if self.barrier is not None else ""

    @property
    def is_passable(self) -> bool:
        return self.found and (self.is_open or self.kind == "opening")

    def beyond(self, area: str) -> str:
        """The area on the other side."""
        return self.areas[1] if area == self.areas[0] else self.areas[0]

    def side(self, area: str) -> Square:
        """The square of the door in this area."""
        return self.squares[0] if area == self.areas[0] else self.squares[1]


class Stairs(Struct, frozen=True, gc=False):
    """A way between two levels."""

    secrets: ClassVar[Secrets] = {WHOLE: "unmapped", "kind": "unmapped"}

    id: str
    up: Spot
    down: Spot
    kind: str = "stairs"


class Trap(Struct, frozen=True, gc=False):
    """`kind` is the system's; it waits in an area (or one square of it), on a door or on a hoard.

    `looks` is what it is taken for by those who see it, where they cannot tell its kind.
    """

    secrets: ClassVar[Secrets] = {WHOLE: "hidden", "kind": "always", "on": "hidden", "square": "hidden"}
    shows: ClassVar[tuple[str, ...]] = ("appears",)

    id: str
    area: str
    kind: str
    on: str = ""
    square: Square | None = None
    state: Literal["hidden", "found", "sprung", "disarmed"] = "hidden"
    looks: str = ""

    @property
    def seems(self) -> str:
        return self.looks or self.kind

    @property
    def appears(self) -> str:
        """What anybody sees of it."""
        return "" if self.state == "hidden" else self.seems


class Hoard(Struct, frozen=True, gc=False):
    """Treasure lying somewhere. `hidden` until searched for; `group` guards it; `barrier` locks it up."""

    secrets: ClassVar[Secrets] = {
        WHOLE: "hidden",
        "items": "hidden",
        "square": "hidden",
        "barrier": "hidden",
        "group": "always",
    }

    id: str
    area: str
    items: tuple[Item, ...]
    square: Square | None = None
    hidden: bool = False
    group: str = ""
    barrier: Barrier | None = None

    @property
    def bar(self) -> str:
        """What keeps it shut, in a word; empty if it lies open."""
        return self.barrier.word if self.barrier is not None else ""


class Group(Struct, frozen=True, gc=False):
    """Monsters that belong together. `members` are their creature ids once they have been met.

    `wants` is what they are after, where something has changed that; else it follows from the dungeon. `told` is what
    they have told the party already, by the keys of the news. One that `shadows` goes after the party unseen; one that
    is `alert` expects it.
    """

    secrets: ClassVar[Secrets] = {
        WHOLE: "unmet",
        "kind": "unmet",
        "count": "unmet",
        "lair": "unmet",
        "awake": "unmet",
        "attitude": "unmet",
        "treasure": "always",
        "wants": "always",
        "shadows": "always",
        "alert": "always",
    }

    id: str
    area: str
    kind: str
    count: int
    lair: bool = False
    awake: bool = True
    attitude: str = ""
    members: tuple[str, ...] = ()
    treasure: str = ""
    wants: str = ""
    told: tuple[str, ...] = ()
    shadows: bool = False
    alert: bool = False


class Feature(Struct, frozen=True, gc=False):
    """Something odd or magical in an area; `state` is the system's word for what became of it.

    Nobody sees one that is `hidden` before it acts.
    """

    secrets: ClassVar[Secrets] = {WHOLE: "hidden", "kind": "hidden", "state": "hidden"}

    id: str
    area: str
    kind: str
    state: str = ""
    hidden: bool = False


class Dressing(Struct, frozen=True, gc=False):
    """What an area looks, smells or sounds like. A thing is of a `kind` of the content files; of a smell or a sound the
    kind is the words themselves.

    `points` is the direction in which whoever left it lives, if it tells that; `done` is what the party did with it.
    """

    secrets: ClassVar[Secrets] = {
        WHOLE: "never beheld",
        "kind": "never beheld",
        "sort": "never beheld",
        "square": "never beheld",
        "points": "never beheld",
    }

    id: str
    area: str
    kind: str
    sort: Literal["thing", "smell", "sound"] = "thing"
    square: Square | None = None
    points: str = ""
    done: tuple[str, ...] = ()


class Level(Struct, frozen=True, gc=False):
    """One floor. `grid` has rock as walls."""

    secrets: ClassVar[Secrets] = {"grid": "unmapped"}

    number: int
    grid: Grid


class Dungeon(Struct, frozen=True, gc=False):
    """`notes` are the referee's, by heading or by area: what the place is about, what was ruled, how a room looks.
    `changes` are what has become otherwise in an area since the party was last there, as far as one can see that.
    """

    secrets: ClassVar[Secrets] = {"levels": "always", "notes": "always", "changes": "never beheld"}

    name: str
    setting: str
    levels: tuple[Level, ...]
    entrance: Spot
    areas: dict[str, Area]
    doors: dict[str, Door]
    stairs: dict[str, Stairs] = {}
    traps: dict[str, Trap] = {}
    hoards: dict[str, Hoard] = {}
    groups: dict[str, Group] = {}
    features: dict[str, Feature] = {}
    notes: dict[str, str] = {}
    changes: dict[str, tuple[str, ...]] = {}
    dressings: dict[str, Dressing] = {}

    def level(self, number: int) -> Level:
        return self.levels[number - 1]

    def rooms_on(self, level: int) -> tuple[Area, ...]:
        """Its numbered areas, in the order of their numbers."""
        rooms = (area for area in self.areas.values() if area.level == level and area.number)
        return tuple(sorted(rooms, key=lambda area: area.number))

    def doors_of(self, area: str) -> list[Door]:
        """In reading order."""
        return sorted((d for d in self.doors.values() if area in d.areas), key=_place)

    def stairs_of(self, area: str) -> list[Stairs]:
        """Those from above first."""
        found = (s for s in self.stairs.values() if area in (s.up.area, s.down.area))
        return sorted(found, key=lambda s: (s.up.level, s.up.square))

    def groups_in(self, area: str) -> list[Group]:
        return [group for group in self.groups.values() if group.area == area]

    def groups_on(self, level: int) -> list[Group]:
        """Those who are somewhere on a level; whoever is met out of doors is on none."""
        return [g for g in self.groups.values() if g.area in self.areas and self.areas[g.area].level == level]

    def area_at(self, level: int, square: Square) -> Area | None:
        return next((a for a in self.areas.values() if a.level == level and square in a.squares), None)


def _place(door: Door) -> list[Square]:
    return sorted((y, x) for x, y in door.squares)


def _with(state: State, kind: str, id: str, thing: object) -> State:
    assert state.dungeon is not None
    return replace(state, dungeon=replace(state.dungeon, **{kind: {**getattr(state.dungeon, kind), id: thing}}))


class DungeonMade(Event, frozen=True):
    """A dungeon exists; only the referee knows it."""

    secret: ClassVar[bool] = True

    dungeon: Dungeon

    def evolve(self, state: State) -> State:
        hoards = dict(self.dungeon.hoards)
        for id, hoard in sorted(hoards.items(), key=lambda pair: pair[0]):  # a journal has them in this order
            state, items = state.with_things(hoard.items)
            hoards[id] = replace(hoard, items=items)
        return replace(state, dungeon=replace(self.dungeon, hoards=hoards))


class DoorChanged(Event, frozen=True):
    """A door is now like this: found, opened, shut, forced, unlocked.

    What bars it, only those know who have tried it.
    """

    private: ClassVar[tuple[str, ...]] = ("door",)
    cited_by: ClassVar[str] = "what"

    door: Door
    what: str
    by: str = ""

    def whose(self) -> str:
        return ""

    def glimpsed(self) -> Event:
        return self if self.door.tried else replace(self, door=replace(self.door, barrier=None))

    def evolve(self, state: State) -> State:
        return _with(state, "doors", self.door.id, self.door)


class TrapChanged(Event, frozen=True):
    """A trap was found, sprung or disarmed. What it really is, only the referee knows."""

    private: ClassVar[tuple[str, ...]] = ("trap",)
    cited_by: ClassVar[str] = "what"

    trap: Trap
    what: str

    def whose(self) -> str:
        return ""

    def glimpsed(self) -> Event:
        return replace(self, trap=replace(self.trap, kind=self.trap.seems, looks=""))

    def evolve(self, state: State) -> State:
        return _with(state, "traps", self.trap.id, self.trap)


class SearchedInVain(Note, frozen=True):
    """A search brought nothing to light; whether there was anything is the referee's to know."""

    at: Spot


TAKEN, TAKEN_IN_PART = "taken", "taken in part"


class HoardChanged(Event, frozen=True):
    """A hoard was placed, found, moved or emptied; one without items is gone."""

    cited_by: ClassVar[str] = "what"

    hoard: Hoard
    what: str

    @property
    def is_taken(self) -> bool:
        """Whether somebody took it, be it all or what there was room for."""
        return self.what in (TAKEN, TAKEN_IN_PART)

    def shown(self) -> Event:
        return replace(self, hoard=replace(self.hoard, items=seen(self.hoard.items)))

    def evolve(self, state: State) -> State:
        state, items = state.with_things(self.hoard.items)
        return _with(state, "hoards", self.hoard.id, replace(self.hoard, items=items))


class GroupChanged(Event, frozen=True):
    """Monsters appeared, moved, woke, changed their minds or their number."""

    secret: ClassVar[bool] = True

    group: Group
    what: str

    def evolve(self, state: State) -> State:
        return _with(state, "groups", self.group.id, self.group)


class FeatureChanged(Event, frozen=True):
    feature: Feature
    what: str

    def evolve(self, state: State) -> State:
        return _with(state, "features", self.feature.id, self.feature)


class AreaChanged(Event, frozen=True):
    """Something has happened in an area while the party was away; it will see that when it comes there."""

    secret: ClassVar[bool] = True
    cited_by: ClassVar[str] = "what"

    area: str
    what: str

    def evolve(self, state: State) -> State:
        assert state.dungeon is not None
        found = state.dungeon.changes.get(self.area, ())
        return _with(state, "changes", self.area, (*found, self.what) if self.what not in found else found)


class ChangeNoticed(Event, frozen=True):
    """The party sees that something has changed here since it was last in this place."""

    cited_by: ClassVar[str] = "what"

    area: str
    what: str

    def evolve(self, state: State) -> State:
        assert state.dungeon is not None
        left = tuple(what for what in state.dungeon.changes.get(self.area, ()) if what != self.what)
        return _with(state, "changes", self.area, left)


class PerilFelt(Note, frozen=True):
    """The party comes to where something harms whoever stays; `what` is its name."""

    area: str
    what: str


class FeatureVanished(Event, frozen=True):
    """Something odd is there no longer; `told` is what the party sees of that, if it is there."""

    feature: str
    area: str
    told: str = ""

    def evolve(self, state: State) -> State:
        assert state.dungeon is not None
        left = {id: f for id, f in state.dungeon.features.items() if id != self.feature}
        return replace(state, dungeon=replace(state.dungeon, features=left))


class DressingChanged(Event, frozen=True):
    """Something of how an area looks was examined, searched, used or burnt."""

    dressing: Dressing
    what: str
    by: str = ""

    def evolve(self, state: State) -> State:
        return _with(state, "dressings", self.dressing.id, self.dressing)


class WaterDrawn(Note, frozen=True):
    """The party drank from the water of an area; `how` tells whether skins were filled, too."""

    feature: str
    how: str


class AreaDescribed(Event, frozen=True):
    """What the party notices of an area that is new to it; in the dark it sees nothing of it."""

    area: str
    name: str
    text: str
    seen: bool = True

    def evolve(self, state: State) -> State:
        party = state.party
        if party is None or not self.seen or self.area in party.beheld:
            return state
        return replace(state, party=replace(party, beheld=(*party.beheld, self.area)))
