"""At sea: the wind of the day, what a gale does to a ship, and how many miles it makes."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from underkeep.kernel.event import Event, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import dice
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.encounters.terrains import is_afloat
from underkeep.systems.ose.equipment import vessels
from underkeep.systems.ose.equipment.vessels import SEAS
from underkeep.systems.ose.travel import coasts, sinking
from underkeep.world.encounter import ChanceRolled
from underkeep.world.journey import WhereaboutsChanged, course_from, far, step
from underkeep.world.state import State

VARIABLE_WIND = "variable-wind"
LEAK_PERCENT = {True: 10, False: 20}
"""How often a vessel takes on water that is seaworthy, or is not."""
SINK_PERCENT, WRECK_PERCENT = 80, 75
STEP_DEGREES = 60
QUESTION, RUN, RIDE = "gale", "run before the wind", "ride it out"
CLEAR_SHORE_IN_6 = 3
"""How often the shore within reach is clear of hazards. Ours."""
HARBOUR_IN_6 = 2
_DAILY, _VARIABLE = "ose:water.wind.daily", "ose:water.wind.variable"
_OARS = "ose:water.wind.variable.calm-oars"
_LEAK, _SLOWER = "ose:water.near-gale.chance", "ose:water.near-gale.effect"
_RUN, _DIRECTION, _LAND = "ose:water.gale.seaworthy.run", "ose:water.gale.direction", "ose:water.gale.land"
_SINK, _BEACH = "ose:water.gale.unseaworthy.sink", "ose:water.gale.unseaworthy.beach"


class Wind(NamedTuple):
    """A row of a wind table: what it is called, and what it makes of a sailing speed."""

    most: int
    name: str
    speed: Fraction


GALE, NEAR_GALE, CALM = "gale or storm", "near gale", "no wind"
WINDS = (Wind(2, CALM, Fraction(0)), Wind(11, "fair wind", Fraction(1)), Wind(12, GALE, Fraction(3)))
VARIABLE = (
    Wind(2, CALM, Fraction(0)),
    Wind(3, "faint breeze", Fraction(1, 3)),
    Wind(4, "gentle breeze", Fraction(1, 2)),
    Wind(5, "moderate breeze", Fraction(2, 3)),
    Wind(8, "fresh breeze", Fraction(1)),
    Wind(9, "strong breeze", Fraction(4, 3)),
    Wind(10, "high wind", Fraction(3, 2)),
    Wind(11, NEAR_GALE, Fraction(2)),
    Wind(12, GALE, Fraction(3)),
)
ROWING_IN_A_CALM = Fraction(1, 3)


class WindBlew(Event, frozen=True):
    """The wind of the day, and what it makes of the boat's speed."""

    wind: str
    speed: tuple[int, int]
    roll: Roll

    def evolve(self, state: State) -> State:
        return _changed(state, wind=self.speed, lies_to=False)


class BoatLeaked(Event, frozen=True):
    """Whether the boat has taken on water."""

    leaks: bool

    def evolve(self, state: State) -> State:
        return _changed(state, leaks=self.leaks)


class Beached(Event, frozen=True):
    """The boat is run ashore before the gale, and stays there for the day."""

    def evolve(self, state: State) -> State:
        return _changed(state, lies_to=True)


class RodeOut(Event, frozen=True):
    """The ship keeps the sea through the storm and makes no way that day."""

    def evolve(self, state: State) -> State:
        return _changed(state, lies_to=True)


class RanBeforeGale(Event, frozen=True):
    """The ship was driven so far before the storm, so many degrees to the right of its course; from where it is now the
    course is set anew."""

    degrees: int
    miles: float
    course: int
    left: float

    def evolve(self, state: State) -> State:
        assert state.journey is not None
        journey = replace(state.journey, course=self.course, left=self.left, off=0)
        return _changed(replace(state, journey=journey), lies_to=True)


EVENTS: tuple[type[Event], ...] = (WindBlew, BoatLeaked, Beached, RodeOut, RanBeforeGale)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, road=replace(campaign(state).road, **changes))


def is_sailing(state: State) -> bool:
    """Whether the party is at sea, along a coast or far from it."""
    return is_afloat(state) and state.journey is not None and state.journey.route.terrain in SEAS


@executes("ose:water.wind.daily", "ose:water.wind.variable")
def wind_of(total: int, variable: bool) -> Wind:
    """What 2d6 mean on the plain table, or on the finer one."""
    return next(wind for wind in (VARIABLE if variable else WINDS) if total <= wind.most)


@executes(
    "ose:water.wind.daily", "ose:water.wind.variable", "ose:water.travel.sea", "ose:water.wind.variable.calm-oars"
)
def feel_wind(do: Resolution) -> None:
    """Every morning under sail; where the wind is variable, also for those who row, whom a calm tires."""
    variable = VARIABLE_WIND in do.state.switches
    sails = is_sailing(do.state)
    if not sails and not variable:
        return
    roll = do.roll(2, 6, "wind")
    wind = wind_of(roll.total, variable)
    rule: tuple[str, ...] = (_DAILY, *((_VARIABLE,) if variable else ()))
    if not sails:
        becalmed = wind.name == CALM
        speed = ROWING_IN_A_CALM if becalmed else Fraction(1)
        do.emit(WindBlew(wind.name, (speed.numerator, speed.denominator), roll, rule=(*rule, *((_OARS,) * becalmed))))
        return
    rule = (*rule, "ose:water.travel.sea")
    do.emit(WindBlew(wind.name, (wind.speed.numerator, wind.speed.denominator), roll, rule=rule))
    if wind.name == NEAR_GALE:
        _near_gale(do)
    elif wind.name == GALE:
        gale(do)


@executes("ose:water.near-gale.chance", "ose:water.near-gale.effect")
def _near_gale(do: Resolution) -> None:
    """A seaworthy vessel takes on water one time in ten, any other in five; it is slower until it is mended."""
    seaworthy = vessels.kind_of(vessels.aboard(do.state)).seaworthy
    roll = dice.percent(do, "taking on water", LEAK_PERCENT[seaworthy])
    do.emit(ChanceRolled("taking on water", roll, bool(roll.success), rule=(_LEAK,)))
    if roll.success:
        do.emit(BoatLeaked(True, rule=(_SLOWER,)))


# Gales


@executes("ose:water.gale.seaworthy.run", "ose:water.gale.unseaworthy.sink")
def gale(do: Resolution) -> None:
    """A seaworthy ship under sail may run before the wind; if it does not, it fares as in a near gale. Any other tries
    to reach the shore. Ruling: water.question.gale-order.
    """
    vessel = vessels.aboard(do.state)
    data = vessels.kind_of(vessel)
    if not data.seaworthy:
        _make_for_shore(do)
    elif vessels.sailed(do.state, vessel):
        do.ask_party(QUESTION, (RUN, RIDE), RUN, (_RUN,))
    else:
        _near_gale(do)


@executes("ose:water.gale.seaworthy.run")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """Before the wind at three times the speed, any way; or to ride it out."""
    if choice == RUN:
        run(do)
    else:
        do.emit(RodeOut(rule=(_RUN,)))
        _near_gale(do)


@executes("ose:water.gale.seaworthy.run", "ose:water.gale.direction", "ose:water.gale.land")
def run(do: Resolution) -> None:
    """Where the storm drives the ship. Default: 1d6, a 1 as intended and each pip more 60 degrees to the right."""
    journey = do.state.journey
    assert journey is not None
    face = do.roll(1, 6, "direction of the storm").total
    choices = tuple(str(60 * step) for step in range(6))
    degrees = int(do.ruling(_DIRECTION, choices, str(STEP_DEGREES * (face - 1))))
    miles = float(3 * vessels.sailed(do.state, vessels.aboard(do.state)) / 5)
    clear = coasts.miles_of_sea(journey, journey.course + degrees)
    aground = clear is not None and clear <= miles
    gone = round(min(miles, clear) if clear is not None else miles, 1)
    at = step(journey.at, journey.course + degrees, gone)
    do.emit(WhereaboutsChanged(at))
    rule = (_RUN, _DIRECTION)
    do.emit(RanBeforeGale(degrees, gone, course_from(at), far(at), rule=rule))
    if not aground:
        return
    roll = dice.percent(do, "wreck", WRECK_PERCENT)
    do.emit(ChanceRolled("wreck", roll, bool(roll.success), rule=(_LAND,)))
    if roll.success:
        sinking.founder(do, "wrecked", (_LAND,))


@executes("ose:water.gale.unseaworthy.beach", "ose:water.gale.unseaworthy.sink", "ose:water.visibility.land")
def _make_for_shore(do: Resolution) -> None:
    """With land in sight the crew tries to beach the boat, which a clear shore makes certain; else it sinks four times
    in five. Ruling: water.question.gale-order.
    """
    if coasts.sees_land(do.state) and _finds_shelter(do):
        do.emit(Beached(rule=(_BEACH,)))
        return
    roll = dice.percent(do, "sinking", SINK_PERCENT)
    do.emit(ChanceRolled("sinking", roll, bool(roll.success), rule=(_SINK,)))
    if roll.success:
        sinking.founder(do, "sunk", (_SINK,))


@executes("ose:water.gale.unseaworthy.beach")
def _finds_shelter(do: Resolution) -> bool:
    """A clear shore, or a harbour on a dangerous one."""
    clear = do.roll_at_most(1, 6, "a clear shore", CLEAR_SHORE_IN_6)
    do.emit(ChanceRolled("a clear shore", clear, bool(clear.success), rule=(_BEACH,)))
    if clear.success:
        return True
    harbour = do.roll_at_most(1, 6, "a safe harbour", HARBOUR_IN_6)
    do.emit(ChanceRolled("a safe harbour", harbour, bool(harbour.success), rule=(_BEACH,)))
    return bool(harbour.success)


# Speed


@executes(
    "ose:water.travel.sea",
    "ose:water.near-gale.effect",
    "ose:water.wind.variable.calm-oars",
    "ose:water.travel.miles-per-day",
)
def miles(state: State) -> Fraction:
    """A day's miles: under sail by the wind, or under oars where that is faster; on a river with or against it."""
    road, vessel = campaign(state).road, vessels.aboard(state)
    if road.lies_to:
        return Fraction(0)
    oars = vessels.rowed(state, vessel) / 5
    if not is_sailing(state):
        oars *= Fraction(*road.wind) if VARIABLE_WIND in state.switches else 1
        return max(Fraction(0), oars + road.current_miles)
    if VARIABLE_WIND in state.switches and not road.wind[0]:
        oars *= ROWING_IN_A_CALM
    sails = vessels.sailed(state, vessel) / 5 * Fraction(*road.wind)
    return max(oars, sails) * (Fraction(2, 3) if road.leaks else 1)


def mend(do: Resolution) -> None:
    """In harbour a boat is made tight again."""
    if campaign(do.state).road.leaks:
        do.emit(BoatLeaked(False, rule=(_SLOWER,)))
