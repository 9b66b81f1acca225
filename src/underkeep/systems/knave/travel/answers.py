"""What this game answers to the procedures of the road: the dungeon lies a watch's walk from town."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.afflictions import POISONED
from underkeep.systems.knave.monsters import wandering
from underkeep.systems.knave.travel import days
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.journey import AHEAD, THE_ROAD, Route, RoutesLaid
from underkeep.world.region import country_ahead
from underkeep.world.state import State

MET_IN_6 = 1
REMEDY = "Only a remedy drunk in time helps."
SHARES = {"forest": 0.5, "hill": 0.5, "badlands": 0.5, "desert": 0.5, "mountain": 0.25, "swamp": 0.25}
"""What part of a day's road one covers in such country. Ours."""


def lay_routes(do: Resolution) -> None:
    do.emit(RoutesLaid((THE_ROAD,)))


def begin_day(do: Resolution) -> None:
    """The page rolls nothing before a march, and nobody is met on the road to the dungeon. Farther off somebody may be
    on the way, 1 in 6 each day. Ruling: missing-chapters."""
    here = country_ahead(do.state)
    if not here:
        return
    roll = do.roll_at_most(1, 6, "somebody on the way", MET_IN_6)
    do.emit(ChanceRolled("somebody on the way", roll, bool(roll.success), seats=(REFEREE,)))
    if roll.success:
        kind, count = wandering.abroad(do, here)
        do.emit(GroupChanged(Group(do.state.new_group(), AHEAD, kind, count), "ahead"))


@executes("knave:time.watch.length")
def road_per_day(state: State) -> float:
    """Two watches of walking; the road takes one. Off the road it is slower going. Ruling: missing-chapters."""
    whole = 2.0 * THE_ROAD.length
    if state.journey is None or state.journey.route.way == "road":
        return whole
    return whole * SHARES.get(country_ahead(state) or state.journey.route.terrain, 1.0)


def supplies(state: State) -> tuple[str, ...]:
    """Rations, each for one; water is found everywhere but in dry country."""
    left, there, mouths = days.rations_left(state), days.rations(state), len(state.marchers())
    rations = f"{there} ration{'' if there == 1 else 's'} for {mouths}"
    return (f"{rations}: food for everybody for {left} day{'' if left == 1 else 's'}.",)


def end_day(do: Resolution, rested: bool) -> None:
    """What else days bring follows the clock."""
    days.end_day(do)


def dangers(state: State) -> str:
    """The poisoned die of their poison, unless a remedy is drunk before."""
    ill = [c.name for c in state.marchers() if c.condition(POISONED) is not None]
    if not ill:
        return ""
    potions = [
        f"{item.name.lower()} ({c.name})"
        for c in state.marchers()
        for item in c.items
        if item.kind.startswith("potion")
    ]
    verb = "is" if len(ill) == 1 else "are"
    here = f"What is here to be drunk: {', '.join(potions)}." if potions else "Nobody has a potion that might help."
    return f"{', '.join(ill)} {verb} poisoned, and may be dead before the day is over. {REMEDY} {here}"


def toll(route: Route) -> str:
    """No way is paid for."""
    return ""
