"""Measures: distances, and weights in coins. Time is kept in seconds by the clock."""

from __future__ import annotations

from fractions import Fraction

from underkeep.world.state import State

COINS_PER_POUND = 10
INCHES = {"inch": 1, "foot": 12, "yard": 3 * 12, "mile": 1760 * 3 * 12}
_SHORT = {"inch": "in", "foot": "ft", "yard": "yd"}


def converted(amount: int, unit: str, into: str) -> Fraction:
    """ose:movement.units.distance

    12 inches make a foot, 3 feet a yard, 1,760 yards a mile.
    """
    return Fraction(amount * INCHES[unit], INCHES[into])


def distance(feet: int) -> str:
    """ose:movement.units.distance

    `40 ft`; whole miles as miles.
    """
    miles = converted(feet, "foot", "mile")
    if miles and miles.denominator == 1:
        return f"{miles} mile{'s' if miles > 1 else ''}"
    return f"{feet} {_SHORT['foot']}"


def weight(coins: int) -> str:
    """ose:encumbrance.unit.coins

    `150 coins (15 lb)`: ten coins weigh a pound.
    """
    pounds, rest = divmod(coins, COINS_PER_POUND)
    return f"{coins:,} coins ({pounds:,}{f'.{rest}' if rest else ''} lb)"


def encounter_rate(base_feet: int, outdoors: bool) -> str:
    """ose:encounter.movement.rate

    A third of the base rate in a round: `40 ft` indoors, `40 yd` outdoors.
    """
    return f"{base_feet // 3} {_SHORT['yard' if outdoors else 'foot']}"


def in_yards(state: State) -> int:
    """ose:wilderness.yards, wilderness.areas-in-feet, water.yards, water.areas-in-feet

    By how much ranges and rates grow: outdoors and afloat they are read in yards. Areas of effect stay in feet.
    """
    return 3 if state.is_outdoors else 1


def rate(base_feet: int) -> str:
    """ose:movement.rate.two-values

    `120 ft (40 ft)`: the base rate, and a third of it for encounters.
    """
    return f"{distance(base_feet)} ({distance(base_feet // 3)})"
