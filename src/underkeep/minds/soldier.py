"""A plain fighter: strikes the weakest enemy in reach, otherwise closes with the nearest.

What its game has that strikes harder than a blow, such as a spell, comes first.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Prompt
from underkeep.minds.mind import STRIKE, hint
from underkeep.procedures.actions import Attack, Done
from underkeep.procedures.options import Moves, Options
from underkeep.world.creature import Creature
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

_PLAIN: set[type[Action]] = {Done}
_LOOKS = {"dead": 0.0, "falling": 0.1, "near death": 0.2, "bloodied": 0.4, "scratched": 0.8, "unhurt": 1.0}


class Soldier:
    """Sees who stands where and who looks hurt; for the referee and in the arena also how much life is left."""

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        blow = self._best_blow(state, creature, options)
        if blow is not None:
            return blow
        for moves in options.moves:
            if not moves.is_aim:
                step = approach(state, creature, moves)
                if step is not None:
                    return step
                break
        last = options.listed[-1]
        return last if type(last) is Done else options.listed[0]

    def answer(self, state: State, prompt: Prompt) -> str:
        return prompt.default

    def _best_blow(self, state: State, creature: Creature, options: Options) -> Action | None:
        """What strikes harder than a blow, or else the attack on whoever looks most hurt."""
        best, best_score = None, 2.0
        for action in options.listed:
            if type(action) is Attack:
                target, party = state.creatures[action.target], state.party
                if party is not None and creature.side == party.side:
                    score = _LOOKS[target.health]
                else:
                    hp, most = target.hp, target.max_hp
                    score = hp / most if hp < most else 1.0
                if score < best_score:
                    best, best_score = action, score
            elif type(action) not in _PLAIN and _is_strike(action):
                return action
        return best


def _is_strike(action: Action) -> bool:
    """Whether it strikes harder than a blow; kinds of action that never give a hint are remembered."""
    if not hasattr(action, "hint"):
        _PLAIN.add(type(action))
    return hint(action) == STRIKE


def _nearest(state: State, creature: Creature, at: Square, only: Sequence[str] = ()) -> Square | None:
    """Where the nearest enemy stands, or of certain ones; of several the first by its id."""
    side, (x, y) = creature.side, at
    nearest, least, first = None, sys.maxsize, ""
    for enemy in state.creatures.values():
        if enemy.side == side or enemy.status != "up" or (there := enemy.at) is None:
            continue
        its_x, its_y = there
        across, down = abs(its_x - x), abs(its_y - y)
        far = across if across > down else down
        if far > least or not far:
            continue
        if (far < least or enemy.id < first) and (not only or enemy.id in only):
            nearest, least, first = there, far, enemy.id
    return nearest


def _straight_at(goal: Square, at: Square, moves: Moves) -> Action | None:
    """Towards somebody to whom no way is known: as near as the ground that is known goes."""
    squares = moves.grid.squares(moves.mask)
    best = min(squares, key=lambda s: (distance(s, goal), distance(s, at)), default=at)
    return moves.to(best) if distance(best, goal) < distance(at, goal) else None


def approach(state: State, creature: Creature, moves: Moves, only: Sequence[str] = ()) -> Action | None:
    """The move that ends nearest to the nearest enemy, or of certain ones, by the way one walks, if it gets any
    nearer; straight at it where the ground between is not known."""
    at = creature.at
    if at is None:
        return None
    nearest = _nearest(state, creature, at, only) or (_nearest(state, creature, at) if only else None)
    if nearest is None:
        return None
    grid, floor = moves.grid, moves.grid.floor
    ring, here = grid.bit(nearest), grid.bit(at)
    while True:
        wider = grid.spread(ring) & floor
        if wider & here:
            return None
        if wider == ring:
            return _straight_at(nearest, at, moves)
        if wider & moves.mask:
            return moves.to(grid.first(wider & moves.mask))
        ring = wider
