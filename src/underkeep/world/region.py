"""A region of hexes: the country round the base town, its rivers and realms, its places and the ways between them.

The map is the referee's; a party has the hexes that it has seen. Terrains are the words of the game.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.secret import WHOLE, Secrets, of_the_referee
from underkeep.world.hexes import Edge, Hex, apart, bearing, beside, middle_of, nearest
from underkeep.world.journey import COMPASS, Journey, Route, compass, routes

if TYPE_CHECKING:
    from underkeep.world.state import State

SPAN = 4
"""A hex of the large map opens into so many by so many of the small."""
BASE, FIRST_DUNGEON = "base", "dungeon"
"""The places where every game begins: its town, and the dungeon that is spoken of there."""

Bounds = Literal["bordered", "nomadic"]


class Realm(Struct, frozen=True, gc=False):
    """Land that somebody holds, or roams in. `kind` is the game's word for those who live there; `ruler` is who governs
    human land. `table` are the kinds that are met there besides what the terrain brings."""

    secrets: ClassVar[Secrets] = of_the_referee("sort", "kind", "bounds", "hexes", "ruler", "table")

    id: str
    name: str
    sort: Literal["human", "other", "monsters"]
    kind: str
    bounds: Bounds
    hexes: tuple[Hex, ...]
    ruler: str = ""
    table: tuple[str, ...] = ()


class Place(Struct, frozen=True, gc=False):
    """A town, a dungeon or a lair. `kind` is the setting of a dungeon, or who lives in a lair; what is `secret` nobody
    in the towns knows of."""

    secrets: ClassVar[Secrets] = {WHOLE: "kept back", "name": "kept back", "at": "kept back", "kind": "always"}

    id: str
    name: str
    sort: Literal["town", "dungeon", "lair"]
    at: Hex
    kind: str = ""
    secret: bool = False


class Way(Struct, frozen=True, gc=False):
    """A route between two places, with the hexes it leads through from the first to the second."""

    ends: tuple[str, str]
    route: Route
    path: tuple[Hex, ...]


class Region(Struct, frozen=True, gc=False):
    """`large` are the main terrains of the large hexes, row by row; `hexes` those of the small, empty where nobody has
    worked them out yet. A small hex is so many `miles` wide. `setting` is what was agreed first: geography, climate,
    size and what the world is like. `steps` are those in which it was made."""

    secrets: ClassVar[Secrets] = of_the_referee("large", "hexes", "rivers", "realms", "setting", "steps")

    miles: int
    large: tuple[tuple[str, ...], ...]
    hexes: tuple[tuple[str, ...], ...]
    rivers: tuple[Edge, ...]
    realms: tuple[Realm, ...]
    places: dict[str, Place]
    ways: tuple[Way, ...]
    setting: dict[str, str]
    steps: tuple[tuple[str, str], ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        return len(self.hexes[0]), len(self.hexes)

    def has(self, at: Hex) -> bool:
        return 0 <= at[0] < self.size[0] and 0 <= at[1] < self.size[1]

    def terrain(self, at: Hex) -> str:
        """The main terrain; where only the large map is drawn, that of the large hex. Off the map, of its rim."""
        x, y = min(max(at[0], 0), self.size[0] - 1), min(max(at[1], 0), self.size[1] - 1)
        return self.hexes[y][x] or self.large[y // SPAN][x // SPAN]

    def has_river(self, at: Hex) -> bool:
        return any(at in side for side in self.rivers)

    def way(self, route: str) -> Way | None:
        return next((way for way in self.ways if way.route.id == route), None)

    def ways_from(self, place: str) -> list[Way]:
        """The ways that begin or end at a place, each led from there."""
        return [led_from(way, place) for way in self.ways if place in way.ends]

    def realm_at(self, at: Hex) -> Realm | None:
        """Who lives here: those within borders before those who only roam."""
        found = [realm for realm in self.realms if at in realm.hexes]
        return min(found, key=lambda realm: realm.bounds != "bordered", default=None)

    def places_at(self, at: Hex) -> list[Place]:
        return [place for place in self.places.values() if place.at == at]


def led_from(way: Way, place: str) -> Way:
    """The same way, begun at that end."""
    if way.ends[0] == place:
        return way
    route = way.route
    heading = COMPASS[(COMPASS.index(route.heading) + 4) % 8]
    back = replace(route, heading=heading, downstream=route.way == "water" and not route.downstream)
    return Way((way.ends[1], way.ends[0]), back, way.path[::-1])


def ways_on(state: State) -> list[Way]:
    """The ways that lead to places other than the one at hand: from a town to all that people know of there, from a
    dungeon to the other towns. Each begins at a town."""
    region, party = state.region, state.party
    if region is None or party is None:
        return []
    if party.place == "town":
        ways = [way for way in region.ways_from(state.town) if way.ends[1] != state.site]
        goals = [region.places[way.ends[1]] for way in ways]
    else:
        ways = [way for way in region.ways if way.ends[1] == state.site and way.ends[0] != state.town]
        goals = [region.places[way.ends[0]] for way in ways]
    return [_named(way, goal) for way, goal in zip(ways, goals, strict=True) if not goal.secret]


def _named(way: Way, goal: Place) -> Way:
    return replace(way, route=replace(way.route, name=f"{way.route.name} to {goal.name}"))


def all_routes(state: State) -> tuple[Route, ...]:
    """The routes to the place at hand, the usual one first, then those to all others."""
    return (*routes(state), *(way.route for way in ways_on(state)))


def route_named(state: State, id: str) -> Route | None:
    """A route by its id; without one the usual route to the place at hand."""
    known = routes(state)
    if not id:
        return known[0] if known else None
    return next((route for route in all_routes(state) if route.id == id), None)


def path_taken(state: State) -> tuple[Hex, ...]:
    """The hexes that a travelling party means to go through, from where the journey leads away to where it leads; none
    where there is no region, or the way is on no map."""
    region, journey = state.region, state.journey
    way = region.way(journey.route.id) if region is not None and journey is not None else None
    if journey is None or way is None:
        return ()
    return way.path[::-1] if journey.homeward != (journey.route.heading != way.route.heading) else way.path


def gone(state: State) -> tuple[Hex, ...]:
    """Those of them that lie behind it by its own reckoning, with the one where it is; none if it has lost count."""
    journey, path = state.journey, path_taken(state)
    if journey is None or journey.left is None or not path:
        return ()
    whole = journey.route.length
    done = 1 - journey.left / whole if whole else 1
    return path[: 1 + min(len(path) - 1, max(0, round(done * (len(path) - 1))))]


def reckoned_hex(state: State) -> Hex | None:
    """Where a travelling party thinks that it is."""
    behind = gone(state)
    return behind[-1] if behind else None


def leads(state: State) -> tuple[str, str]:
    """To which side a road or the water leads on from where the party is, and to which side the end lies, as they are
    on the map; across country the party goes by its own course. Empty where the way is on no map."""
    journey, behind, path = state.journey, gone(state), path_taken(state)
    if journey is None or not path:
        return "", ""
    if journey.route.way == "open":
        return "", compass(round(journey.course + _swing(journey, path)))
    if not behind or len(behind) == len(path):
        return "", ""
    here = behind[-1]
    return compass(round(bearing(here, path[len(behind)]))), compass(round(bearing(here, path[-1])))


def country_ahead(state: State) -> str:
    """The terrain of the hex that a travelling party is about to enter, by its own reckoning. The routes with which a
    game began say themselves through which country they lead: of them, and off the map, this is empty."""
    steps = steps_ahead(state)
    assert state.region is not None or not steps
    return state.region.terrain(steps[0][1]) if state.region is not None and steps else ""


def steps_ahead(state: State) -> tuple[tuple[Hex, Hex], ...]:
    """From hex to hex what is left of the way, on which the party is by its own reckoning; none of those routes."""
    region, journey = state.region, state.journey
    way = region.way(journey.route.id) if region is not None and journey is not None else None
    behind, path = gone(state), path_taken(state)
    if way is None or not behind or way.ends == (BASE, FIRST_DUNGEON):
        return ()
    return tuple(pairwise(path[len(behind) - 1 :]))


def whereabouts(state: State) -> Hex | None:
    """The hex in which a travelling party really is; None where there is no region, or the way is on no map."""
    journey, path = state.journey, path_taken(state)
    if journey is None or not path:
        return None
    whole = journey.route.length
    if journey.route.way == "open" or journey.left is None:
        turn = radians(_swing(journey, path))
        east, north = journey.at
        east, north = east * cos(turn) + north * sin(turn), north * cos(turn) - east * sin(turn)
        goal, scale = middle_of(path[-1]), apart(path[0], path[-1]) / whole if whole else 0
        return nearest(goal[0] + east * scale, goal[1] + north * scale)
    return reckoned_hex(state)


def _swing(journey: Journey, path: tuple[Hex, ...]) -> float:
    """By how much a way lies otherwise on the map than the eight winds have it."""
    return bearing(path[0], path[-1]) - (45 * COMPASS.index(journey.route.heading) + 180 * journey.homeward)


def in_view(at: Hex) -> tuple[Hex, ...]:
    """What is seen from a hex: it and those beside it."""
    return (at, *beside(at))


class RegionMade(Event, frozen=True):
    """The country is like this; what of it the players know, they have seen or been told."""

    secret: ClassVar[bool] = True

    region: Region

    def evolve(self, state: State) -> State:
        return replace(state, region=self.region)


class HexesSeen(Event, frozen=True):
    """The party has these hexes on its map from now on."""

    hexes: tuple[Hex, ...]

    def evolve(self, state: State) -> State:
        assert state.party is not None
        known = (*state.party.hexes, *(h for h in self.hexes if h not in state.party.hexes))
        return replace(state, party=replace(state.party, hexes=known))
