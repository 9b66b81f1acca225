"""What this game answers to the procedures of the road: the dungeon lies a watch's walk from town."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.travel import days
from underkeep.world.journey import THE_ROAD, RoutesLaid
from underkeep.world.state import State


def lay_routes(do: Resolution) -> None:
    do.emit(RoutesLaid((THE_ROAD,)))


def begin_day(do: Resolution) -> None:
    """The page rolls nothing before a march."""


@executes("knave:time.watch.length")
def road_per_day(state: State) -> float:
    """Two watches of walking; the road takes one."""
    return 2 * THE_ROAD.length


def supplies(state: State) -> tuple[str, ...]:
    """Rations, each for one; water is found everywhere but in dry country."""
    left = days.rations_left(state)
    return (f"Rations for {left} day{'' if left == 1 else 's'}.",)


def end_day(do: Resolution, rested: bool) -> None:
    """What else days bring follows the clock."""
    days.end_day(do)
