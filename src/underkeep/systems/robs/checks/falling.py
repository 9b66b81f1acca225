"""Falling: a height is judged by the adjective it deserves, and hurts by its number."""

from __future__ import annotations

from underkeep.kernel.event import Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import movement
from underkeep.systems.robs.basics.numbers import adjective
from underkeep.world.creature import DamageRolled, Harmed

METRES_PER_POINT = 3
SURFACES = {"hard": 0, "spikes": 2, "soft": -1}
BY_A_ROPE = "by a rope"
_FALL = "robs:hazard.falling"
_SURFACE = "robs:hazard.falling.modifiers"


class Fell(Note, frozen=True):
    """Somebody fell so far, which is as bad as the adjective says."""

    creature: str
    metres: int
    height: str


class StayedAloft(Note, frozen=True):
    """The ground gave way under somebody who has wings."""

    creature: str


EVENTS = (Fell, StayedAloft)


@executes("robs:hazard.falling")
def fall_value(metres: int) -> int:
    """Ruling: falling-chart. A point for every whole 3 metres: 6 m are Great (2), 15 m Legendary (5)."""
    return metres // METRES_PER_POINT


@executes("robs:hazard.falling.modifiers")
def landing(points: int, surface: str) -> int:
    """Spikes make it worse by 2, soft ground better by 1, and a rope halves it."""
    if surface == BY_A_ROPE:
        return points // 2
    return max(0, points + SURFACES[surface])


@executes("robs:hazard.falling", "robs:hazard.falling.modifiers", "robs:hazard.falling.winged")
def fall(do: Resolution, id: str, metres: int, surface: str = "hard") -> None:
    """Armour does not count. Who has sound wings does not fall at all."""
    creature = do.state.creatures[id]
    if movement.can_fly(do.state, creature):
        do.emit(StayedAloft(id, rule=("robs:hazard.falling.winged",)))
        return
    usual = fall_value(metres)
    worth = [str(n) for n in sorted({max(0, usual - 2), usual, usual + 2})]
    points = int(do.ruling(_FALL, tuple(worth), str(usual), id))
    surface = do.ruling(_SURFACE, (*SURFACES, BY_A_ROPE), surface, id)
    amount = landing(points, surface)
    do.emit(Fell(id, metres, adjective(usual), rule=(_FALL,)))
    parts = (Modifier("height", points), Modifier(surface, amount - points))
    roll = Roll("damage", (), amount, tuple(m for m in parts if m.amount))
    rule = (_FALL, _SURFACE) if amount != points else (_FALL,)
    do.emit(DamageRolled("", id, "fall", roll, rule=rule))
    if amount:
        do.emit(Harmed(id, amount, creature.hp - amount, "", "fall", rule=rule))
