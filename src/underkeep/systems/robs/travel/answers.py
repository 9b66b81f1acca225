"""What this game answers to the procedures of the road: how far a day's march goes, and whom it meets.

Ruling: delve-road. The book has paces and nothing else.
"""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import carrying
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import movement
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.checks import healing
from underkeep.systems.robs.checks.checks import situational
from underkeep.systems.robs.magic import spells
from underkeep.systems.robs.monsters import wandering
from underkeep.world.clock import HOUR
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.journey import AHEAD, Route, RoutesLaid
from underkeep.world.state import State

OURS = "robs:delve-road"
MARCH_HOURS = 8
HALTS = 0.7
"""Of a day's march so much is walking."""
ROAD = Route("road", "along the road", "settled", 20)
WILDS = Route("wilds", "through the wilds", "wild", 15, "open")
SOMEBODY_AHEAD = -4
HUNTED, HUNTER = -2, "giant-bat"
RATION = "rations"
PERILS = "perils-of-the-road"


def lay_routes(do: Resolution) -> None:
    do.emit(RoutesLaid((ROAD, WILDS), rule=(OURS,)))


def begin_day(do: Resolution) -> None:
    """A situational roll: from -4 on somebody is ahead; 1 worse in the wilds. Where roads are safe, nobody is."""
    journey = do.state.journey
    assert journey is not None
    if PERILS not in do.state.switches:
        return
    wild = (Modifier("the wilds", -1),) if journey.route.terrain == "wild" else ()
    luck = situational(do, "", "the road", wild, (OURS,), (REFEREE,)).total
    if luck <= SOMEBODY_AHEAD:
        kind = wandering.choose(do, "wilds", 1, luck + 2)
        group = Group(do.state.new_group(), AHEAD, kind, wandering.number(do, kind, 1))
        do.emit(GroupChanged(group, "ahead", rule=(OURS,)))
    elif wild:
        _fly_high(do)


@executes("robs:race.ellyl.flight-height")
def _fly_high(do: Resolution) -> None:
    """Winged folk among themselves fly above the wilds, as high as they like; there they are hunted. Ruling:
    delve-road. From -2 on something on the wing is ahead."""
    flock = do.state.marchers()
    if not all(sheet(c).race == "ellyl" and movement.can_fly(do.state, c) for c in flock):
        return
    rule = ("robs:race.ellyl.flight-height", OURS)
    if situational(do, flock[0].id, "flying high", (), rule, (REFEREE,)).total <= HUNTED:
        group = Group(do.state.new_group(), AHEAD, HUNTER, 1)
        do.emit(GroupChanged(group, "ahead", rule=rule))


@executes("robs:movement.table")
def road_per_day(state: State) -> float:
    """Kilometres, by the slowest, with halts; a third less in the wilds."""
    metres = movement.metres_per_second(movement.slowest(state)) * MARCH_HOURS * HOUR * HALTS
    wild = state.journey is not None and state.journey.route.terrain == "wild"
    return max(1.0, round(metres / 1000 * (2 / 3 if wild else 1), 1))


@executes("robs:equipment.gear.rations")
def end_day(do: Resolution, rested: bool) -> None:
    """Everybody eats a ration and sleeps; a day of rest mends what a day mends."""
    spells.sleep_through(do)
    if rested:
        healing.rest(do, 1)
    for creature in do.state.marchers():
        if carrying.has(creature, RATION):
            carrying.use_up(do, creature.id, RATION, "ate", rule=("robs:equipment.gear.rations",))


def supplies(state: State) -> tuple[str, ...]:
    """How long the rations last; nobody counts water."""
    rations = sum(item.count for c in state.marchers() for item in c.items if item.kind == RATION)
    days = rations // max(1, len(state.marchers()))
    return (f"There are rations for {days} {'day' if days == 1 else 'days'}.",)


def dangers(state: State) -> str:
    """No march kills by itself."""
    return ""


def toll(route: Route) -> str:
    """No way is paid for."""
    return ""
