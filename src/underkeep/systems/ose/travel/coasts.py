"""Where the land is, seen from a ship: along a coast at hand on one side, across the open sea before and behind."""

from __future__ import annotations

from math import cos, radians, sin

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.encounters.terrains import OCEAN
from underkeep.world.journey import COMPASS, Journey, Place, course_from, far, step
from underkeep.world.state import State

OFFSHORE_MILES = 1.0
"""How far off the coast a boat keeps. Ours, as is on which hand the land is: to the left, outward bound."""
WALK_MILES = 24.0
CLEAR, HAZY, FOGGY = "clear", "hazy", "foggy"
SIGHT_MILES = {CLEAR: 24, HAZY: 12, FOGGY: 1}
SKIES = (FOGGY, HAZY, CLEAR, CLEAR, CLEAR, CLEAR)
"""By 1d6 of a morning. Ours."""
_SIGHT = "ose:water.visibility.land"


class SkySeen(Event, frozen=True):
    """The weather at sea today, and from how far off land can be seen."""

    sky: str
    land_miles: int

    def evolve(self, state: State) -> State:
        road = replace(campaign(state).road, sky=self.sky, land_miles=self.land_miles)
        return with_campaign(state, road=road)


@executes("ose:water.visibility.land")
def look_out(do: Resolution) -> None:
    """How far off land is seen today. Default: 24 miles on a clear day, 12 in haze, one in fog."""
    sky = str(do.pick(SKIES, "sky over the sea"))
    miles = int(do.ruling(_SIGHT, ("24", "12", "6", "1", "0"), str(SIGHT_MILES[sky])))
    do.emit(SkySeen(sky, miles, rule=(_SIGHT,)))


def is_foggy(state: State) -> bool:
    return campaign(state).road.sky == FOGGY


def _along_and_left(journey: Journey) -> Place:
    """How far out from the town the ship is, and how far to the left of the way out."""
    angle = radians(45 * COMPASS.index(journey.route.heading))
    east, north = journey.at
    along, left = east * sin(angle) + north * cos(angle), north * sin(angle) - east * cos(angle)
    return (along if journey.homeward else journey.route.length + along), left


def miles_to_land(journey: Journey) -> float:
    """Along the coast the land is near unless the ship has strayed out to sea."""
    along, left = _along_and_left(journey)
    if journey.route.terrain != OCEAN:
        return max(0.0, OFFSHORE_MILES - left)
    return max(0.0, min(along, journey.route.length - along))


@executes("ose:water.visibility.land")
def sees_land(state: State) -> bool:
    """Whether land is near enough to be seen today."""
    assert state.journey is not None
    return miles_to_land(state.journey) <= campaign(state).road.land_miles


def miles_of_sea(journey: Journey, course: int) -> float | None:
    """How far a ship can run on a course before there is land; None if there is none that way."""
    along, left = _along_and_left(journey)
    angle = radians(course - 45 * COMPASS.index(journey.route.heading))
    ahead, to_left = cos(angle), -sin(angle)
    if journey.route.terrain != OCEAN:
        return max(0.0, OFFSHORE_MILES - left) / to_left if to_left > 0.01 else None
    if ahead > 0.01:
        return max(0.0, journey.route.length - along) / ahead
    return max(0.0, along) / -ahead if ahead < -0.01 else None


def where_ashore(journey: Journey) -> Place:
    """Where those come ashore whose ship is lost, seen from their goal: at most a long day's walk from it. Ours."""
    off = far(journey.at)
    return journey.at if off <= WALK_MILES else step((0.0, 0.0), course_from(journey.at) + 180, WALK_MILES)
