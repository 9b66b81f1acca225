"""How a party gets out of a fight that it is losing: out of melee, away from the foe, and then all together."""

from __future__ import annotations

from typing import TypeVar

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack, Done, GiveGround
from underkeep.procedures.options import Moves, Options
from underkeep.world.creature import Creature
from underkeep.world.state import State

F = TypeVar("F", a.BreakOff, a.Evade)
DEAR = "treasure"
"""What is thrown to pursuers only if there is no other way."""


def leave(state: State, creature: Creature, options: Options) -> Action | None:
    """The next thing to do for somebody who wants to be gone; None if there is nothing but to fight on."""
    together = _cheapest_first([x for x in options.listed if isinstance(x, a.BreakOff)])
    if together:
        return together[0]
    ground = [x for x in options.listed if isinstance(x, GiveGround)]
    if ground:
        return ground[0] if has_room_behind(state, creature) else ground[-1]
    if any(isinstance(x, Attack) for x in options.listed):
        return None
    walk = next((moves for moves in options.moves if not moves.is_aim), None)
    return away(state, creature, walk) if walk is not None else _done(options)


def runs(options: Options) -> list[a.Evade]:
    """The ways to run from a meeting: throwing something cheap behind, with nothing, or with what is dear."""
    return _cheapest_first([x for x in options.listed if isinstance(x, a.Evade)])


def _cheapest_first(flights: list[F]) -> list[F]:
    return sorted(flights, key=lambda x: 2 if x.drop == DEAR else int(not x.drop))


def away(state: State, creature: Creature, moves: Moves) -> Action | None:
    """The move that ends farthest from the nearest enemy, if it is any farther than here."""
    grid = moves.grid
    near = grid.mask(e.at for e in state.enemies_of(creature) if e.at is not None)
    if not near or creature.at is None:
        return None
    left = moves.mask | grid.bit(creature.at)
    while True:
        wider = near | grid.spread(near) & grid.floor
        if wider == near or not left & ~wider:
            break
        near = wider
        left &= ~near
    far = left & moves.mask
    return moves.to(grid.first(far)) if far and not left & grid.bit(creature.at) else Done(creature.id)


def has_room_behind(state: State, creature: Creature) -> bool:
    """Whether a step out of all reach is free: then the careful way to give ground, which is listed first, will do."""
    grid = state.grid
    if grid is None or creature.at is None:
        return False
    threatened = grid.spread(grid.mask(e.at for e in state.enemies_of(creature) if e.at is not None))
    return bool(grid.around(creature.at) & grid.floor & ~threatened & ~state.occupied())


def _done(options: Options) -> Action | None:
    return next((x for x in options.listed if isinstance(x, Done)), None)
