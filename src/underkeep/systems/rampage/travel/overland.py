"""Overland movement: hexes of five miles, what each country costs, roads and rivers, getting lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.town_life import town_life
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.encounters.allowance import HEX_MILES, allowance, allowance_for, dearest
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.systems.rampage.monsters import wandering
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.hexes import edge
from underkeep.world.journey import (
    AHEAD,
    BearingsTaken,
    Journey,
    RoadCovered,
    Route,
    RoutesLaid,
    Strayed,
    TravelDayBegan,
    compass,
    course_from,
    far,
    is_astray,
)
from underkeep.world.region import country_ahead, steps_ahead
from underkeep.world.state import State

ROAD_HEXES = 2
FORD = "ford"
HEADING = "northeast"
EASY = ("grass", "settled")
LOST_ON, LOST_ON_EASY = 10, 12
MET_IN_6 = 1
TERRAINS = ("grass", "forest", "hill", "badlands", "mountain", "swamp", "desert", "forest and mountain")


class LostRolled(Note, frozen=True):
    """The day's check for getting lost."""

    secret: ClassVar[bool] = True

    roll: Roll
    lost: bool


class WayFound(Note, frozen=True):
    """Somebody saw in time that the party was going astray."""

    creature: str


EVENTS: tuple[type[Event], ...] = (LostRolled, WayFound)


def lay_routes(do: Resolution) -> None:
    """A road, and a shorter way across country; which country that is, is ours."""
    terrain = town_life(do.state).terrain
    road = Route("road", "along the road", "settled", 20, heading=HEADING)
    wild = Route("wild", f"through the {terrain}", terrain, 15, "open", HEADING)
    ford = Route(FORD, "across the river", "grass", 15, "open", HEADING)
    do.emit(RoutesLaid((road, wild, ford), rule=("rampage:wilderness.hexes",)))


@executes("rampage:wilderness.road", "rampage:wilderness.cost-over-allowance", "rampage:wilderness.hexes")
def hexes_per_day(group: list[Creature], base: int, terrain: str, on_road: bool) -> float:
    """Hexes of this country that a day's allowance pays for: a road adds two, and dear country takes several days a
    hex.
    """
    if on_road:
        return base + ROAD_HEXES
    return base / dearest(group, terrain.split(" and "))


@executes("rampage:wilderness.river")
def across_a_river(base: int) -> int:
    """What is left of an allowance after a river without a bridge, which costs half of it, rounded up."""
    return base - -(-base // 2)


@executes("rampage:wilderness.hexes", "rampage:wilderness.lost.effect")
def miles_per_day(state: State) -> float:
    """How far the party gets in a day, in miles. One that is lost gets a single hex."""
    journey, group = state.journey, state.marchers()
    assert journey is not None
    if journey.off:
        return HEX_MILES
    base = allowance(state, group)
    if journey.forced:
        base += base // 2
    if steps_ahead(state) and journey.route.way != "road":
        return max(1.0, round(hexes_on_the_map(state, group, base) * HEX_MILES, 1))
    if journey.route.id == FORD and journey.day <= 1:
        base = across_a_river(base)
    hexes = hexes_per_day(group, base, journey.route.terrain, journey.route.way == "road")
    return max(1.0, round(hexes * HEX_MILES, 1))


@executes("rampage:wilderness.terrain-cost", "rampage:wilderness.river", "rampage:wilderness.cost-over-allowance")
def hexes_on_the_map(state: State, group: list[Creature], base: int) -> float:
    """What a day's allowance pays for, hex by hex as the map has them, with the rivers between; a hex that it does not
    pay for in full is entered on another day."""
    assert state.region is not None
    left, hexes, price = float(base), 0.0, 1
    for one, other in steps_ahead(state):
        price = dearest(group, state.region.terrain(other).split(" and "))
        toll = base - across_a_river(base) if edge(one, other) in state.region.rivers else 0
        if left < price + toll:
            return hexes + left / (price + toll)
        left, hexes = left - price - toll, hexes + 1
    return hexes + left / price


def crosses_a_river(state: State) -> bool:
    """Whether the next hex of the way lies beyond one."""
    steps = steps_ahead(state)
    return bool(steps) and state.region is not None and edge(*steps[0]) in state.region.rivers


def why_so_far(state: State, event: RoadCovered) -> Iterator[str]:
    """What decides how far a party gets."""
    journey, group = state.journey, state.marchers()
    assert journey is not None
    yield from ("rampage:wilderness.hexes", "rampage:wilderness.table")
    if len({allowance(state, [c]) for c in group}) > 1:
        yield "rampage:wilderness.slowest"
    if group and all(has_special(sheet(c), "Speed") for c in group):
        yield "rampage:class.ability.speed.overland"
    if journey.off:
        yield "rampage:wilderness.lost.effect"
    elif journey.route.way == "road":
        yield "rampage:wilderness.road"
    else:
        yield from _why_so_slow(state, journey, group)


def _why_so_slow(state: State, journey: Journey, group: list[Creature]) -> Iterator[str]:
    terrains = (country_ahead(state) or journey.route.terrain).split(" and ")
    yield from ("rampage:wilderness.terrain-cost", "rampage:wilderness.codes")
    if len(terrains) > 1:
        yield "rampage:wilderness.mixed-terrain"
    if crosses_a_river(state) or (journey.route.id == FORD and journey.day <= 1):
        yield "rampage:wilderness.river"
    if any(allowance_for(movement_in(c)) < dearest(group, terrains) for c in group):
        yield "rampage:wilderness.cost-over-allowance"


def why_no_check(state: State, event: TravelDayBegan) -> Iterator[str]:
    """On a road nobody gets lost."""
    if state.journey is not None and state.journey.route.way == "road":
        yield "rampage:wilderness.lost.road"


@executes("rampage:wilderness.lost.check", "rampage:wilderness.lost.road")
def begin_day(do: Resolution) -> None:
    """The party takes its bearings; off the road it may get lost; and somebody may be on the way."""
    journey = do.state.journey
    assert journey is not None
    if is_astray(journey):
        rule = ("rampage:wilderness.lost.check",)
        do.emit(BearingsTaken(course_from(journey.at), far(journey.at), True, rule=rule))
    terrain = country_ahead(do.state) or journey.route.terrain
    if journey.route.way != "road":
        _check_lost(do, terrain)
    _check_meeting(do, terrain)


@executes("rampage:wilderness.lost.easy", "rampage:wilderness.lost.hard")
def lost_on(terrain: str) -> int:
    """What 1d12 must show for a party to get lost: 12 in open country, 10 elsewhere."""
    return LOST_ON_EASY if terrain in EASY else LOST_ON


@executes("rampage:wilderness.lost.check", "rampage:wilderness.lost.find-path", "rampage:wilderness.lost.effect")
def _check_lost(do: Resolution, terrain: str) -> None:
    """1d12; one attempt to find the path, by whoever has the best chance, may save the day. Ruling:
    q.lost-direction.
    """
    number = lost_on(terrain)
    roll = do.roll(1, 12, "getting lost", needed=number)
    which = "rampage:wilderness.lost.easy" if number == LOST_ON_EASY else "rampage:wilderness.lost.hard"
    do.emit(LostRolled(roll, bool(roll.success), rule=("rampage:wilderness.lost.check", which)))
    if not roll.success:
        return
    guide = max(do.state.marchers(), key=lambda c: sum(m.amount for m in tasks.task_modifiers(c, "find-path")))
    rule = ("rampage:wilderness.lost.find-path",)
    if tasks.attempt(do, guide.id, "find-path", timed=False, rule=rule):
        do.emit(WayFound(guide.id, rule=rule))
        return
    off = 60 * do.roll(1, 6, "which way the lost go").total % 360 or 60
    assert do.state.journey is not None
    heading = compass(do.state.journey.course + off)
    do.emit(Strayed(off, heading, rule=("rampage:wilderness.lost.effect",)))


def _check_meeting(do: Resolution, terrain: str) -> None:
    """1 in 6 each day, which is ours."""
    roll = do.roll_at_most(1, 6, "somebody on the way", MET_IN_6)
    do.emit(ChanceRolled("somebody on the way", roll, bool(roll.success), seats=(REFEREE,)))
    if roll.success:
        kind, count = wandering.abroad(do, terrain)
        do.emit(GroupChanged(Group(do.state.new_group(), AHEAD, kind, count), "ahead"))
