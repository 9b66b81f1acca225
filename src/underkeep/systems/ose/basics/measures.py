"""Measures: distances, and weights in coins. Time is kept in seconds by the clock."""

from __future__ import annotations

from fractions import Fraction

from underkeep.kernel.executes import executes
from underkeep.world.measures import Measures
from underkeep.world.state import State

SQUARE_FEET, MAP_SQUARE_FEET = 5, 10
MEASURES = Measures(
    "feet", "foot", "ft", square=SQUARE_FEET, road_unit="miles", far_unit="yards", far_length=3, far_from=300
)
COINS_PER_POUND = 10
INCHES = {"inch": 1, "foot": 12, "yard": 3 * 12, "mile": 1760 * 3 * 12}
_SHORT = {"inch": "in", "foot": "ft", "yard": "yd"}


@executes("ose:movement.units.distance")
def converted(amount: int, unit: str, into: str) -> Fraction:
    """12 inches make a foot, 3 feet a yard, 1,760 yards a mile."""
    return Fraction(amount * INCHES[unit], INCHES[into])


def feet(squares: int) -> int:
    return squares * SQUARE_FEET


@executes("ose:movement.units.distance")
def distance(feet: int) -> str:
    """`40 ft`; whole miles as miles."""
    miles = converted(feet, "foot", "mile")
    if miles and miles.denominator == 1:
        return f"{miles} mile{'s' if miles > 1 else ''}"
    return f"{feet} {_SHORT['foot']}"


@executes("ose:encumbrance.unit.coins")
def weight(coins: int) -> str:
    """`150 coins (15 lb)`: ten coins weigh a pound."""
    pounds, rest = divmod(coins, COINS_PER_POUND)
    return f"{coins:,} coins ({pounds:,}{f'.{rest}' if rest else ''} lb)"


@executes("ose:encounter.movement.rate")
def encounter_rate(base_feet: int, outdoors: bool) -> str:
    """A third of the base rate in a round: `40 ft` indoors, `40 yd` outdoors."""
    return f"{base_feet // 3} {_SHORT['yard' if outdoors else 'foot']}"


@executes("ose:wilderness.yards", "ose:wilderness.areas-in-feet", "ose:water.yards", "ose:water.areas-in-feet")
def in_yards(state: State) -> int:
    """By how much ranges and rates grow: outdoors and afloat they are read in yards. Areas of effect stay in feet."""
    return 3 if state.journey is not None else 1


@executes("ose:movement.rate.two-values")
def rate(base_feet: int) -> str:
    """`120 ft (40 ft)`: the base rate, and a third of it for encounters."""
    return f"{distance(base_feet)} ({distance(base_feet // 3)})"
