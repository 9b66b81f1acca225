"""Under way between the town and the dungeon, a day at a time. What a day brings is the system's answer.

A march goes on by itself until somebody is met, night falls or the party arrives.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import carrying, containers, exploration, survey
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import ACTIONS
from underkeep.procedures.delving import Delving
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.world import journey as j
from underkeep.world.clock import DAY, HOUR, MORNING, day_of
from underkeep.world.dungeon import GroupChanged
from underkeep.world.party import MarchingOrderSet, PartyLeft, PartyWent
from underkeep.world.state import GameEnded, State

MARCH_SECONDS = 8 * HOUR
"""How long a day's march takes; the rest of the day is for the camp."""
SHORT_NIGHT = 4 * HOUR
IN_SIGHT_MILES = 1.0
"""From how far a party finds its goal."""
OF_THE_ROAD = (a.MarchOn, a.TurnBack, a.MakeCamp, a.Order, *carrying.ACTIONS)
ELSEWHERE = tuple(kind for kind in (*ACTIONS, *a.DELVE_ACTIONS) if kind not in (*OF_THE_ROAD, a.Try))


def is_on(state: State) -> bool:
    return state.journey is not None and not state.over


def is_under_way(state: State) -> bool:
    """Whether the party walks on by itself: nobody is met, nothing is asked."""
    busy = state.fight is not None or state.encounter is not None or state.prompts
    return is_on(state) and not busy and state.journey is not None and state.journey.is_marching


def options(delving: Delving, state: State) -> Options:
    marches = (a.MarchOn(), a.MarchOn(forced=True), a.TurnBack(), a.MakeCamp())
    found = [action for action in marches if why_not(delving, state, action) is None]
    own = [action for action in delving.own_options(state) if delving.why_not(state, action) is None]
    return Options((*found, *own))


def why_not(delving: Delving, state: State, action: Action) -> Refusal | None:
    """By the road first, then by the book."""
    assert state.journey is not None and state.party is not None
    if isinstance(action, ELSEWHERE):
        return Refusal("That is not done on the road.")
    refusal = survey.why_not_name(state, action)
    if refusal is not None:
        return refusal
    if isinstance(action, carrying.ACTIONS):
        return carrying.why_not(state, action) or delving.why_not(state, action)
    if isinstance(action, containers.ACTIONS):
        return containers.why_not(delving.containers, state, action)
    if isinstance(action, a.Order):
        return None if sorted(action.members) == sorted(state.party.members) else Refusal("Name each member once.")
    if isinstance(action, a.MakeCamp) and not state.journey.at_dawn:
        return Refusal("A day of rest begins in the morning.")
    if isinstance(action, a.MarchOn) and action.forced and not state.journey.at_dawn:
        return Refusal("A forced march begins in the morning.")
    refusal = delving.why_not(state, action)
    if refusal is not None or isinstance(action, (*OF_THE_ROAD, a.Try)) or action in delving.own_options(state):
        return refusal
    return Refusal("That cannot be done here.")


def perform(do: Resolution, delving: Delving, action: Action) -> None:
    """The marching itself follows by itself."""
    if isinstance(action, a.MarchOn):
        do.emit(j.MarchResumed(action.forced or _is_forced_today(do.state)))
    elif isinstance(action, a.TurnBack):
        turn_back(do)
    elif isinstance(action, a.MakeCamp):
        camp(do, delving)
    elif isinstance(action, a.Order):
        do.emit(MarchingOrderSet(action.members))
    elif isinstance(action, carrying.ACTIONS):
        carrying.perform(do, action)
    elif isinstance(action, containers.ACTIONS):
        containers.perform(do, action)
    else:
        delving.perform(do, action)


def advance(do: Resolution, delving: Delving) -> None:
    """One leg of the march: a day begins, and the party walks until it meets somebody, arrives, or night falls."""
    journey = do.state.journey
    assert journey is not None
    if journey.at_dawn:
        do.emit(j.TravelDayBegan(journey.day + 1, journey.course))
        delving.begin_day(do)
    met = next(iter(j.waiting(do.state)), None)
    stretch = _stretch(do, delving)
    if met is not None:
        _walk(do, delving, round(stretch / 2, 1))
        do.emit(j.Halted("somebody is met"))
        do.emit(GroupChanged(replace(met, area=j.ON_THE_WAY), "met on the way"))
        assert do.state.dungeon is not None
        delving.meet(do, do.state.dungeon.groups[met.id], None)
        return
    _walk(do, delving, stretch)
    assert do.state.journey is not None
    if j.far(do.state.journey.at) <= IN_SIGHT_MILES:
        _arrive(do, delving)
    else:
        _end_day(do, delving)


def _stretch(do: Resolution, delving: Delving) -> float:
    """How far the party would still walk today, by its own reckoning of what is left."""
    journey = do.state.journey
    assert journey is not None and journey.miles_left is not None
    daylight = 1 - journey.marched / MARCH_SECONDS
    return round(min(journey.miles_left, delving.miles_per_day(do.state) * daylight), 1)


def _walk(do: Resolution, delving: Delving, miles: float) -> None:
    journey, rate = do.state.journey, delving.miles_per_day(do.state)
    assert journey is not None and journey.miles_left is not None
    if miles <= 0:
        return
    seconds = min(MARCH_SECONDS - journey.marched, round(miles * MARCH_SECONDS / rate)) if rate else 0
    pass_time(do, seconds, "travel")
    do.emit(j.MilesWalked(miles, round(max(0.0, journey.miles_left - miles), 1), journey.marched + seconds))
    do.emit(j.WhereaboutsChanged(j.step(journey.at, journey.course + journey.off, miles)))


def _arrive(do: Resolution, delving: Delving) -> None:
    journey, dungeon = do.state.journey, do.state.dungeon
    assert journey is not None and dungeon is not None
    do.emit(j.JourneyEnded(day_of(do.state.now), journey.marched))
    if journey.homeward:
        do.emit(PartyWent("town", None, "arrived"))
        delving.come_home(do)
        _bury(do)
    else:
        do.emit(PartyWent("dungeon", dungeon.entrance, "arrived"))
        exploration.enter(do, delving)


def _bury(do: Resolution) -> None:
    """At home the dead are of the party no longer."""
    assert do.state.party is not None
    for id in do.state.party.members:
        if do.state.creatures[id].status == "dead":
            do.emit(PartyLeft(id, "buried"))


def _end_day(do: Resolution, delving: Delving) -> None:
    """What is left of the day goes by in looking about and in camp; the book's business with a day is done."""
    assert do.state.journey is not None
    daylight = MARCH_SECONDS - do.state.journey.marched
    if daylight > 0:
        pass_time(do, daylight, "looking about")
    pass_time(do, _until_morning(do.state.now), "night")
    delving.end_day(do, rested=False)
    do.emit(j.TravelDayEnded())
    _end_if_nobody_stands(do)


def _until_morning(now: int) -> int:
    """The seconds of a night, short or long."""
    left = (MORNING - now) % DAY
    return left if left >= SHORT_NIGHT else left + DAY


def camp(do: Resolution, delving: Delving) -> None:
    """A whole day of rest where the party is."""
    pass_time(do, DAY, "rest")
    delving.end_day(do, rested=True)
    _end_if_nobody_stands(do)


def flee_a_day(do: Resolution, delving: Delving, course: int) -> None:
    """A day and a night of flight on this course; the party loses its bearings."""
    journey = do.state.journey
    assert journey is not None
    miles = delving.miles_per_day(do.state)
    pass_time(do, DAY, "flight")
    do.emit(j.DrivenOff(miles))
    do.emit(j.WhereaboutsChanged(j.step(journey.at, course, miles)))
    delving.end_day(do, rested=False)
    _end_if_nobody_stands(do)


def _end_if_nobody_stands(do: Resolution) -> None:
    if not do.state.over and not do.state.marchers():
        do.emit(GameEnded("slain"))


def turn_back(do: Resolution) -> None:
    """Make for the other end, from where the party thinks that it is."""
    journey = do.state.journey
    assert journey is not None
    here = j.reckoned(journey)
    if here is None:
        do.emit(j.TurnedBack(not journey.homeward, journey.course, None))
    else:
        whole = j.begun(journey.route, journey.homeward).at
        back = here[0] - whole[0], here[1] - whole[1]
        do.emit(j.TurnedBack(not journey.homeward, j.course_from(back), j.far(back)))
    do.emit(j.MarchResumed(_is_forced_today(do.state)))


def _is_forced_today(state: State) -> bool:
    """A forced march that was broken off stays one until night."""
    journey = state.journey
    return journey is not None and journey.forced and not journey.at_dawn
