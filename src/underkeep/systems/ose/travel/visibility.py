"""How far one sees in the country, and what of it."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Action, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.encounters.terrains import is_afloat, terrain_of
from underkeep.systems.ose.travel import flying
from underkeep.world.journey import BearingsTaken, begun, compass, course_from, far, is_astray
from underkeep.world.state import State

OPEN_MILES, OVERGROWN_MILES, SUMMIT_MILES = 3, 1, 6
OVERGROWN = ("forest", "jungle", "swamp")
HIGH = ("hills", "mountains")
"""Country with summits to look out from. Ours."""
_RULE = "ose:wilderness.visibility"
_MILES = ("0", "1", "2", "3", "6", "12")


class LookAbout(Action, frozen=True):
    """See what the country shows; from a summit, if there is one (`climb`)."""

    climb: bool = False


class Landmark(Note, frozen=True):
    """Something of the country that can be seen, and where."""

    what: str
    miles: float
    direction: str


class LandSeen(Note, frozen=True):
    """How far the party sees here, and over what country: whoever has gone astray may tell by that."""

    reveals: ClassVar[bool] = True

    terrain: str
    miles: int


EVENTS = (LandSeen, Landmark)


def options(state: State) -> list[Action]:
    if is_afloat(state):
        return []
    return [LookAbout(), LookAbout(True)] if _is_high(state) else [LookAbout()]


def _is_high(state: State) -> bool:
    return state.journey is not None and state.journey.route.terrain in HIGH


@executes("ose:wilderness.visibility")
def why_not(state: State, action: LookAbout) -> Refusal | None:
    """There must be a height to climb. What is seen from the water has rules of its own."""
    if is_afloat(state):
        return Refusal("From a boat there is only the water and the shore to see.")
    return Refusal("There is no height here to look out from.", _RULE) if action.climb and not _is_high(state) else None


@executes("ose:wilderness.visibility")
def miles_seen(do: Resolution, from_above: bool) -> int:
    """Default: three miles over open country, one where it is overgrown, six from a summit or from the air."""
    assert do.state.journey is not None
    terrain = do.state.journey.route.terrain
    usual = SUMMIT_MILES if from_above else OVERGROWN_MILES if terrain in OVERGROWN else OPEN_MILES
    return int(do.ruling(_RULE, _MILES, str(usual)))


@executes("ose:wilderness.visibility")
def look(do: Resolution, action: LookAbout) -> None:
    """Both ends of the way are seen from so far; a party that sees where it is going knows where it is."""
    journey = do.state.journey
    assert journey is not None
    reach = miles_seen(do, action.climb or flying.is_on(do.state))
    do.emit(LandSeen(terrain_of(do.state).name, reach, rule=(_RULE,)))
    here = journey.at
    whole = begun(journey.route, journey.homeward).at
    back = round(here[0] - whole[0], 2), round(here[1] - whole[1], 2)
    for at, is_town in ((here, journey.leads_to_town), (back, not journey.homeward or bool(journey.far))):
        if far(at) <= reach:
            what = "the town" if is_town else "the place of the adventure"
            do.emit(Landmark(what, far(at), compass(course_from(at)), rule=(_RULE,)))
    if far(here) <= reach and is_astray(journey):
        do.emit(BearingsTaken(course_from(here), far(here), journey.left is not None, rule=(_RULE,)))
