"""Movement Scale: how far a creature gets in a round."""

from __future__ import annotations

from functools import lru_cache

from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.world.creature import Creature
from underkeep.world.state import State

WALK_METRES_PER_SECOND = 1.5
ROUND_SECONDS = 10
FACTOR = 1.4
SQUARE_METRES = 1.524
CRAWL_DIVISOR = 3
NO_FLIGHT_CON = -3
MOVEMENT_RATE = "movement-rate"


def metres_per_second(movement_scale: int) -> float:
    """robs:movement.scale-zero, movement.factor, movement.table"""
    return float(WALK_METRES_PER_SECOND * FACTOR**movement_scale)


def metres_per_round(movement_scale: int) -> float:
    """robs:movement.table, time.round"""
    return metres_per_second(movement_scale) * ROUND_SECONDS


@lru_cache(maxsize=256)
def squares(movement_scale: int, times: int = 1) -> int:
    """Whole squares in a round at casual speed, or at a sprint of so many times that."""
    return int(metres_per_round(movement_scale) * times / SQUARE_METRES)


def movement_rate(own: RobsSheet) -> int:
    """robs:movement.rate-attribute

    Ruling: movement-rate-rounding. The mean of Scale, DEX and CON, to the nearest whole.
    """
    return round((own.scale + own.attributes["DEX"] + own.attributes["CON"]) / 3)


def can_fly(state: State, creature: Creature) -> bool:
    """robs:damage.flier.grounded, race.ellyl.flight-very-hurt, race.ellyl.flight-weak"""
    own = sheet(creature)
    if own.flying_scale is None or wounds.level(state, creature).penalty <= wounds.VERY_HURT.penalty:
        return False
    return own.race != "ellyl" or own.attributes["CON"] > NO_FLIGHT_CON


def movement_scale(state: State, creature: Creature) -> int:
    """robs:race.ellyl.movement-flying, race.ellyl.movement-foot

    A flier flies while it can. Movement Rate, where it is used, stands for a character's pace on foot.
    """
    own = sheet(creature)
    if own.flying_scale is not None and can_fly(state, creature):
        return own.flying_scale
    return movement_rate(own) if own.classes and MOVEMENT_RATE in state.switches else own.movement_scale


def walk_squares(state: State, creature: Creature) -> int:
    """robs:movement.table

    A Critically Hurt creature crawls. Ruling: at a third of its pace, the book giving no number.
    """
    pace = squares(movement_scale(state, creature))
    return max(1, pace // CRAWL_DIVISOR) if wounds.is_critical(state, creature) else pace


def sprint_squares(state: State, creature: Creature) -> int:
    """robs:movement.sprint, damage.critically-hurt, race.ellyl.flight-maneuver

    Nobody Critically Hurt runs. An ellyl in the air is no faster than a running human.
    """
    if wounds.is_critical(state, creature):
        return 0
    own = sheet(creature)
    pace = squares(movement_scale(state, creature), own.sprint)
    return min(pace, squares(0, own.sprint)) if own.race == "ellyl" and can_fly(state, creature) else pace
