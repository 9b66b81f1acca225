"""The road, and the moor beside it where a party may go astray."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.procedures.chapter import Chapter
from underkeep.procedures.resolution import Resolution
from underkeep.testing.toy.basics import campaign, everything
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.journey import (
    AHEAD,
    THE_ROAD,
    BearingsTaken,
    Route,
    RoutesLaid,
    Strayed,
    compass,
    course_from,
    far,
    is_astray,
)
from underkeep.world.state import State


class NightFell(Event, frozen=True):
    """A day on the road is over."""

    rested: bool

    def evolve(self, state: State) -> State:
        return replace(state, campaign=replace(campaign(state), rested=self.rested))


class ToyRoad:
    """The answers of the smallest road."""

    def lay_routes(self, do: Resolution) -> None:
        moor = Route("moor", "across the moor", "moor", 30, "open")
        do.emit(RoutesLaid((THE_ROAD, moor), rule=everything(do)))

    def begin_day(self, do: Resolution) -> None:
        """On the moor there is a rat every day, and on every second day the party goes astray."""
        journey = do.state.journey
        assert journey is not None
        if is_astray(journey):
            do.emit(BearingsTaken(course_from(journey.at), far(journey.at), True, rule=everything(do)))
        if journey.route.way == "open":
            do.emit(GroupChanged(Group(do.state.new_group(), AHEAD, "rat", 1), "ahead", rule=everything(do)))
            if journey.day % 2 == 0:
                do.emit(Strayed(90, compass(journey.course + 90), rule=everything(do)))

    def road_per_day(self, state: State) -> float:
        return 24

    def dangers(self, state: State) -> str:
        return ""

    def toll(self, route: Route) -> str:
        return ""

    def supplies(self, state: State) -> tuple[str, ...]:
        return ()

    def end_day(self, do: Resolution, rested: bool) -> None:
        do.emit(NightFell(rested, rule=everything(do)))


ROAD = ToyRoad()
TRAVEL = Chapter(events=(NightFell,))
