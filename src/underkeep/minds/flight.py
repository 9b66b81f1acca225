"""How somebody gets out of a fight that goes badly: all together if that can be, else out of melee, and then away."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack, Done, GiveGround
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.tactics import Hint, TacticsChapter
from underkeep.world.creature import Creature
from underkeep.world.state import State

DEAR = "treasure"
"""What is thrown to pursuers only if there is no other way."""
LONGEST_SECONDS = 600
"""Whoever has not shaken them off by then turns and fights."""


def leave(tactics: TacticsChapter | None, state: State, creature: Creature, options: Options) -> Action | None:
    """The next thing to do for somebody who wants to be gone; None if there is nothing but to fight on."""
    met = state.encounter
    if met is not None and state.now - met.began > LONGEST_SECONDS:
        return None
    hints = [(action, hint) for action in options.listed if (hint := _hint(tactics, state, action)) is not None]
    for use in ("flee", "leave"):
        ways = [(hint.worth, action) for action, hint in hints if hint.use == use and hint.worth > 0]
        if ways:
            return max(ways, key=lambda way: way[0])[1]
    if any(isinstance(x, Attack) for x in options.listed):
        return None
    walk = next((moves for moves in options.moves if not moves.is_aim), None)
    return away(state, creature, walk) if walk is not None else _done(options)


def _hint(tactics: TacticsChapter | None, state: State, action: Action) -> Hint | None:
    """What the game says of an action; without its word, what any game means by it."""
    if tactics is not None:
        return tactics.hint(state, action)
    if isinstance(action, a.BreakOff):
        return Hint("flee", 1.0 if action.drop != DEAR else 0.5)
    return Hint("leave", 1.0) if isinstance(action, GiveGround) else None


def runs(options: Options) -> list[a.Evade]:
    """The ways to run from a meeting: throwing something cheap behind, with nothing, or with what is dear."""
    flights = [x for x in options.listed if isinstance(x, a.Evade) and not x.walk]
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


def _done(options: Options) -> Action | None:
    return next((x for x in options.listed if isinstance(x, Done)), None)
