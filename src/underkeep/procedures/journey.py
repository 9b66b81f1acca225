"""Under way between the town and the dungeon, a day at a time. What a day brings is the game's answer.

A march goes on by itself until somebody is met, night falls or the party arrives.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from underkeep.procedures import exploration, mapping, places
from underkeep.procedures.chapter import ROAD, Chapter, Deed
from underkeep.procedures.delve_actions import MakeCamp, MarchOn, TurnBack
from underkeep.procedures.questions import RoadChapter
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.world import journey as j
from underkeep.world.clock import DAY, HOUR, MORNING, day_of
from underkeep.world.dungeon import GroupChanged
from underkeep.world.party import PartyLeft, PartyWent
from underkeep.world.state import State

MARCH_SECONDS = 8 * HOUR
"""How long a day's march takes; the rest of the day is for the camp."""
SHORT_NIGHT = 4 * HOUR
IN_SIGHT = 1.0
"""From how far off, in the unit of the road, a party finds its goal."""
HERE = (ROAD,)


def chapter(road: RoadChapter) -> Chapter:
    """The deeds of any road, as this game answers for them; the marching itself follows by itself."""
    return Chapter(
        (
            Deed(
                MarchOn,
                HERE,
                _march_on,
                lambda _: (MarchOn(), MarchOn(forced=True)),
                _why_not_march,
                free=True,
                asks=lambda state, _: road.dangers(state),
            ),
            Deed(TurnBack, HERE, _turn_back, lambda _: (TurnBack(),), free=True, asks=_turns_back),
            Deed(MakeCamp, HERE, partial(_camp, road), lambda _: (MakeCamp(),), _why_not_camp, free=True, asks=_camps),
        )
    )


def _camps(state: State, action: MakeCamp) -> str:
    return "The party makes camp for a whole day."


def _turns_back(state: State, action: TurnBack) -> str:
    return "The party turns round, and goes back the way it came."


def is_on(state: State) -> bool:
    return state.journey is not None and not state.over


def is_under_way(state: State) -> bool:
    """Whether the party walks on by itself: nobody is met, nothing is asked."""
    busy = state.fight is not None or state.encounter is not None or state.prompts
    return is_on(state) and not busy and state.journey is not None and state.journey.is_marching


def _why_not_march(state: State, action: MarchOn) -> Refusal | None:
    assert state.journey is not None
    late = action.forced and not state.journey.at_dawn
    return Refusal("A forced march begins in the morning.") if late else None


def _why_not_camp(state: State, action: MakeCamp) -> Refusal | None:
    assert state.journey is not None
    return None if state.journey.at_dawn else Refusal("A day of rest begins in the morning.")


def _march_on(do: Resolution, action: MarchOn) -> None:
    do.emit(j.MarchResumed(action.forced or _is_forced_today(do.state)))


def _turn_back(do: Resolution, action: TurnBack) -> None:
    turn_back(do)


def _camp(road: RoadChapter, do: Resolution, action: MakeCamp) -> None:
    """A whole day of rest where the party is."""
    pass_time(do, DAY, "rest")
    road.end_day(do, rested=True)
    exploration.end_if_nobody_stands(do)


def _rules_of(do: Resolution) -> RoadChapter:
    assert do.rules.road is not None
    return do.rules.road


def advance(do: Resolution) -> None:
    """One leg of the march: a day begins, and the party walks until it meets somebody, arrives, or night falls. A way
    that has no length is a single step.
    """
    journey = do.state.journey
    assert journey is not None
    if not journey.route.length:
        _arrive(do)
        return
    if journey.at_dawn:
        do.emit(j.TravelDayBegan(journey.day + 1, journey.course))
        _rules_of(do).begin_day(do)
        if not do.state.marchers():
            exploration.end_if_nobody_stands(do)
            return
        if do.state.prompts:
            return
    met = next(iter(j.waiting(do.state)), None)
    stretch = _stretch(do)
    if met is not None:
        _walk(do, round(stretch / 2, 1))
        do.emit(j.Halted("somebody is met"))
        do.emit(GroupChanged(replace(met, area=j.ON_THE_WAY), "met on the way"))
        assert do.state.dungeon is not None
        assert do.rules.meetings is not None
        do.rules.meetings.meet(do, do.state.dungeon.groups[met.id], None)
        return
    _walk(do, stretch)
    assert do.state.journey is not None
    if j.far(do.state.journey.at) <= IN_SIGHT:
        _arrive(do)
    else:
        _end_day(do)


def _stretch(do: Resolution) -> float:
    """How far the party would still walk today, by its own reckoning of what is left."""
    journey = do.state.journey
    assert journey is not None and journey.left is not None
    daylight = 1 - journey.marched / MARCH_SECONDS
    return round(min(journey.left, _rules_of(do).road_per_day(do.state) * daylight), 1)


def _walk(do: Resolution, length: float) -> None:
    journey, rate = do.state.journey, _rules_of(do).road_per_day(do.state)
    assert journey is not None and journey.left is not None
    if length <= 0:
        return
    seconds = min(MARCH_SECONDS - journey.marched, round(length * MARCH_SECONDS / rate)) if rate else 0
    pass_time(do, seconds, "travel")
    do.emit(j.RoadCovered(length, round(max(0.0, journey.left - length), 1), journey.marched + seconds))
    do.emit(j.WhereaboutsChanged(j.step(journey.at, journey.course + journey.off, length)))
    mapping.draw_on_the_way(do)


def _arrive(do: Resolution) -> None:
    """The march is one of the day on which it began, also if it ends after midnight."""
    journey, dungeon = do.state.journey, do.state.dungeon
    assert journey is not None and dungeon is not None
    mapping.draw_on_arrival(do)
    do.emit(j.JourneyEnded(day_of(do.state.now - journey.marched), journey.marched))
    if journey.town_ahead:
        places.come_to(do, journey.town_ahead)
    if journey.leads_to_town:
        do.emit(PartyWent("town", None, "arrived"))
        assert do.rules.town is not None
        do.rules.town.come_home(do)
        _bury(do)
    else:
        do.emit(PartyWent("dungeon", dungeon.entrance, "arrived"))
        exploration.enter(do)


def _bury(do: Resolution) -> None:
    """At home the dead are of the party no longer."""
    assert do.state.party is not None
    for id in do.state.party.members:
        if do.state.creatures[id].status == "dead":
            do.emit(PartyLeft(id, "buried"))


def _end_day(do: Resolution) -> None:
    """What is left of the day goes by in lying still, or in looking about where the goal should be, and in camp; the
    book's business with a day is done."""
    journey = do.state.journey
    assert journey is not None
    daylight = MARCH_SECONDS - journey.marched
    if daylight > 0:
        pass_time(do, daylight, "waiting" if journey.left else "looking about")
    pass_time(do, _until_morning(do.state.now), "night")
    _rules_of(do).end_day(do, rested=False)
    do.emit(j.TravelDayEnded())
    exploration.end_if_nobody_stands(do)


def _until_morning(now: int) -> int:
    """The seconds of a night, short or long."""
    left = (MORNING - now) % DAY
    return left if left >= SHORT_NIGHT else left + DAY


def flee_a_day(do: Resolution, course: int) -> None:
    """A day and a night of flight on this course; the party loses its bearings."""
    journey = do.state.journey
    assert journey is not None
    length = _rules_of(do).road_per_day(do.state)
    pass_time(do, DAY, "flight")
    do.emit(j.DrivenOff(length))
    do.emit(j.WhereaboutsChanged(j.step(journey.at, course, length)))
    _rules_of(do).end_day(do, rested=False)
    exploration.end_if_nobody_stands(do)


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
