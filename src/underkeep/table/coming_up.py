"""Who is told to strike one foe goes up to that one before striking another who stands nearer."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.minds.soldier import approach
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.options import Moves, Options
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State


def is_walk(moves: Moves) -> bool:
    """Whether these are squares to walk to, and not to aim at."""
    return not moves.is_aim and isinstance(moves.to(moves.grid.first(moves.mask)), Move)


def up_to_the_named(state: State, creature: Creature, own: Options, targets: Sequence[str]) -> Action | None:
    """A move beside one of the foes who were named, if none of them can be struck from here but others can."""
    named = [c for id in targets if (c := state.creatures.get(id)) is not None and c.is_up]
    attacks = [x for x in own.listed if isinstance(x, Attack)]
    walk = next((m for m in own.moves if is_walk(m)), None)
    if not named or walk is None or not attacks or any(x.target in targets for x in attacks):
        return None
    move = approach(state, creature, walk, targets)
    if not isinstance(move, Move):
        return None
    return move if any(foe.at is not None and distance(move.to, foe.at) <= 1 for foe in named) else None
