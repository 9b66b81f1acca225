"""Under sail along a coast: the wind of the day, and what a gale does to a boat."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import dice
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.encounters.terrains import SEA, is_afloat
from underkeep.systems.ose.exploration import hazards
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State

VARIABLE_WIND = "variable-wind"
SAIL_FEET = 360
"""A sailing boat, with its crew: it is not seaworthy."""
LEAK_PERCENT, SINK_PERCENT = 20, 80
CLEAR_SHORE_IN_6 = 3
"""How often the shore within reach is clear of hazards. Ours."""
HARBOUR_IN_6 = 2
_DAILY, _VARIABLE = "ose:water.wind.daily", "ose:water.wind.variable"
_OARS = "ose:water.wind.variable.calm-oars"
_LEAK, _SLOWER = "ose:water.near-gale.chance", "ose:water.near-gale.effect"
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
        return _changed(state, wind=self.speed)


class BoatLeaked(Event, frozen=True):
    """Whether the boat has taken on water."""

    leaks: bool

    def evolve(self, state: State) -> State:
        return _changed(state, leaks=self.leaks)


class BoatSank(Event, frozen=True):
    """The boat is lost; whoever is not drowned goes on along the shore, on foot."""

    def evolve(self, state: State) -> State:
        assert state.journey is not None
        ashore = replace(state.journey.route, terrain="clear", way="open")
        return _changed(replace(state, journey=replace(state.journey, route=ashore)), wind=(1, 1), leaks=False)


class Beached(Note, frozen=True):
    """The boat is run ashore before the gale, and stays there for the day."""


EVENTS: tuple[type[Event], ...] = (WindBlew, BoatLeaked, BoatSank, Beached)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, road=replace(campaign(state).road, **changes))


def is_sailing(state: State) -> bool:
    return is_afloat(state) and state.journey is not None and state.journey.route.terrain == SEA


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
        _gale(do, roll)


@executes("ose:water.near-gale.chance", "ose:water.near-gale.effect")
def _near_gale(do: Resolution) -> None:
    """A boat that is not seaworthy takes on water one time in five, and is slower until it is mended."""
    roll = dice.percent(do, "taking on water", LEAK_PERCENT)
    do.emit(ChanceRolled("taking on water", roll, bool(roll.success), rule=(_LEAK,)))
    if roll.success:
        do.emit(BoatLeaked(True, rule=(_SLOWER,)))


@executes("ose:water.gale.unseaworthy.beach", "ose:water.gale.unseaworthy.sink")
def _gale(do: Resolution, wind: Roll) -> None:
    """Land is in sight all day: the crew tries to beach the boat, which a clear shore makes certain; else it sinks four
    times in five. Ruling: water.question.gale-order.
    """
    clear = do.roll_at_most(1, 6, "a clear shore", CLEAR_SHORE_IN_6)
    do.emit(ChanceRolled("a clear shore", clear, bool(clear.success), rule=(_BEACH,)))
    if not clear.success:
        harbour = do.roll_at_most(1, 6, "a safe harbour", HARBOUR_IN_6)
        do.emit(ChanceRolled("a safe harbour", harbour, bool(harbour.success), rule=(_BEACH,)))
        if not harbour.success:
            _founder(do)
            return
    do.emit(WindBlew(GALE, (0, 1), wind, rule=(_BEACH,)))
    do.emit(Beached(rule=(_BEACH,)))


@executes("ose:water.gale.unseaworthy.sink", "ose:hazard.drown.when")
def _founder(do: Resolution) -> None:
    """Swamped, or driven before the storm. From a boat that sinks everybody swims, in rough water."""
    roll = dice.percent(do, "sinking", SINK_PERCENT)
    do.emit(ChanceRolled("sinking", roll, bool(roll.success), rule=(_SINK,)))
    if not roll.success:
        return
    do.emit(BoatSank(rule=(_SINK,)))
    for creature in do.state.marchers():
        hazards.swim(do, creature.id, rough=True)


@executes("ose:water.travel.sea", "ose:water.near-gale.effect", "ose:water.wind.variable.calm-oars")
def speed(state: State) -> Fraction:
    """What the wind and the water in the boat make of a day's miles."""
    road = campaign(state).road
    if not is_sailing(state):
        return Fraction(*road.wind) if VARIABLE_WIND in state.switches else Fraction(1)
    return Fraction(*road.wind) * (Fraction(2, 3) if road.leaks else 1)


def mend(do: Resolution) -> None:
    """In harbour a boat is made tight again."""
    if campaign(do.state).road.leaks:
        do.emit(BoatLeaked(False, rule=(_SLOWER,)))
