"""The way between the town and the dungeon: which routes there are, and how far a party has come on one.

A party goes by its own reckoning. Where it really is, and how far off its course it goes, is the referee's.
"""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.secret import Secrets
from underkeep.world.clock import day_of
from underkeep.world.party import DaysMarch

if TYPE_CHECKING:
    from underkeep.world.dungeon import Group
    from underkeep.world.state import State

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
AHEAD, ON_THE_WAY = "ahead", "on the way"
"""Where groups are that no map shows: those who wait for a travelling party, and those it has met."""

Place = tuple[float, float]
"""So far east and so far north, in the unit of the road."""


class Route(Struct, frozen=True, gc=False):
    """A way from the town to the dungeon, or to another town. `terrain` is the system's word; `heading` leads out from
    the town.

    A river that is a `downstream` way outwards is an upstream way home. `guided` if somebody who knows it leads.
    """

    id: str
    name: str
    terrain: str
    length: int
    way: Literal["road", "open", "water"] = "road"
    heading: str = "north"
    downstream: bool = False
    guided: bool = False


THE_ROAD = Route("road", "along the road", "settled", 12)
"""The one way there is where nobody has laid out others."""


class Journey(Struct, frozen=True, gc=False):
    """A party under way.

    As the party knows it: `course` in degrees clockwise from north, `left` (None if nobody knows), the `day` of
    the journey and how many seconds of it were `marched`. `at_dawn` until the day has begun; `is_marching` while it
    goes on by itself. As it is: `at`, seen from the goal, and by how many degrees the party is `off` its course.

    `near` is the town where the route begins, if it is not the one at hand; `far` is the one where it ends, if that is
    a town. A party that `turned` has not seen all of the way.
    """

    secrets: ClassVar[Secrets] = {"at": "always", "off": "always"}

    route: Route
    homeward: bool
    course: int
    left: float | None
    at: Place
    off: int = 0
    day: int = 0
    marched: int = 0
    forced: bool = False
    at_dawn: bool = True
    is_marching: bool = True
    near: str = ""
    far: str = ""
    turned: bool = False

    @property
    def town_ahead(self) -> str:
        """The town that this leads to, if it is not the one at hand."""
        return self.near if self.homeward else self.far

    @property
    def leads_to_town(self) -> bool:
        return self.homeward or bool(self.far)


def begun(route: Route, homeward: bool) -> Journey:
    """At the beginning of a route, facing its end."""
    course = (45 * COMPASS.index(route.heading) + 180 * homeward) % 360
    return Journey(route, homeward, course, route.length, step((0.0, 0.0), course + 180, route.length))


def marched_today(state: State) -> int:
    """How many seconds of today's march are used up: a second journey on one day has only the rest."""
    march = state.party.marched if state.party is not None else None
    return march.seconds if march is not None and march.day == day_of(state.now) else 0


def step(start: Place, course: int, length: float) -> Place:
    """Where so far on a course leads."""
    angle = radians(course)
    return round(start[0] + length * sin(angle), 2), round(start[1] + length * cos(angle), 2)


def far(at: Place) -> float:
    """How far the goal is away."""
    return round(hypot(*at), 1)


def course_from(at: Place) -> int:
    """The course straight to the goal."""
    return round(degrees(atan2(-at[0], -at[1]))) % 360


def reckoned(journey: Journey) -> Place | None:
    """Where the party thinks that it is, seen from its goal; None if it does not know."""
    left = journey.left
    return None if left is None else step((0.0, 0.0), journey.course + 180, left)


def is_astray(journey: Journey) -> bool:
    """Whether the party is more than one unit of the road from where it thinks that it is."""
    here, at = reckoned(journey), journey.at
    return here is None or far((at[0] - here[0], at[1] - here[1])) > 1


def compass(course: int) -> str:
    """The nearest of the eight winds."""
    return COMPASS[round(course / 45) % 8]


def routes(state: State) -> tuple[Route, ...]:
    """The ways between the town and the dungeon at hand, the usual one first."""
    return state.routes or ((THE_ROAD,) if state.region is None else ())


def waiting(state: State) -> list[Group]:
    """Those whom a travelling party will come upon today."""
    return [group for group in state.dungeon.groups_in(AHEAD) if group.count > 0] if state.dungeon else []


def _changed(state: State, **changes: object) -> State:
    assert state.journey is not None
    return replace(state, journey=replace(state.journey, **changes))


class RoutesLaid(Event, frozen=True):
    """These ways lead from the town to the dungeon."""

    routes: tuple[Route, ...]

    def evolve(self, state: State) -> State:
        return replace(state, routes=self.routes)


class JourneyBegan(Event, frozen=True):
    """The party takes a route, outwards or home; `marched` are the seconds it has been on the road today already."""

    route: Route
    homeward: bool
    marched: int = 0
    near: str = ""
    far: str = ""

    def evolve(self, state: State) -> State:
        journey = begun(self.route, self.homeward)
        return replace(state, journey=replace(journey, marched=self.marched, near=self.near, far=self.far))


class MarchResumed(Event, frozen=True):
    """The party goes on."""

    forced: bool = False

    def evolve(self, state: State) -> State:
        return _changed(state, is_marching=True, forced=self.forced)


class Halted(Event, frozen=True):
    """The party stops, for the reason told."""

    why: str

    def evolve(self, state: State) -> State:
        return _changed(state, is_marching=False)


class TurnedBack(Event, frozen=True):
    """The party makes for where it came from, by its own reckoning so far off."""

    homeward: bool
    course: int
    left: float | None

    def evolve(self, state: State) -> State:
        journey = state.journey
        assert journey is not None
        whole = begun(journey.route, journey.homeward).at
        at = round(journey.at[0] - whole[0], 2), round(journey.at[1] - whole[1], 2)
        return _changed(state, homeward=self.homeward, course=self.course, left=self.left, at=at, turned=True)


class TravelDayBegan(Event, frozen=True):
    """A day of travel begins, on the course the party means to keep."""

    day: int
    course: int

    def evolve(self, state: State) -> State:
        return _changed(state, day=self.day, off=0, at_dawn=False)


class Strayed(Event, frozen=True):
    """Today the party really goes so many degrees off its course, without knowing it."""

    secret: ClassVar[bool] = True

    off: int
    heading: str

    def evolve(self, state: State) -> State:
        return _changed(state, off=self.off)


class RoadCovered(Event, frozen=True):
    """The party has come so far; what is left is by its own reckoning."""

    length: float
    left: float
    marched: int

    def evolve(self, state: State) -> State:
        return _changed(state, left=self.left, marched=self.marched)


class WhereaboutsChanged(Event, frozen=True):
    """Where the party really is now, seen from its goal."""

    secret: ClassVar[bool] = True

    at: Place

    def evolve(self, state: State) -> State:
        return _changed(state, at=self.at)


class BearingsTaken(Event, frozen=True):
    """The party finds out where it is and sets a new course; `lost` if it had gone astray."""

    course: int
    left: float
    lost: bool

    def evolve(self, state: State) -> State:
        return _changed(state, course=self.course, left=self.left)


class DrivenOff(Event, frozen=True):
    """The party fled a day's march across country, whichever way was open, and does not know where it is."""

    length: float

    def evolve(self, state: State) -> State:
        journey = state.journey
        assert journey is not None
        route = replace(journey.route, way="open")
        return _changed(state, route=route, left=None, off=0, marched=0, at_dawn=True)


class TravelDayEnded(Event, frozen=True):
    """Night falls on the way."""

    def evolve(self, state: State) -> State:
        return _changed(state, at_dawn=True, is_marching=False, marched=0, forced=False)


class JourneyEnded(Event, frozen=True):
    """The party has arrived, so many seconds of the day's march being used up."""

    day: int
    marched: int

    def evolve(self, state: State) -> State:
        assert state.party is not None
        return replace(state, journey=None, party=replace(state.party, marched=DaysMarch(self.day, self.marched)))
