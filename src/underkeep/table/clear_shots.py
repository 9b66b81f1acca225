"""From where somebody who may move has a clear shot."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.minds.soldier import approach
from underkeep.procedures.actions import Move
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.coming_up import is_walk
from underkeep.table.naming import square_name
from underkeep.world.creature import Creature
from underkeep.world.grid import Square, distance, in_sight
from underkeep.world.state import State


def into_sight(rules: Ruleset, state: State, creature: Creature, walk: Moves, targets: Sequence[str]) -> Action | None:
    """A step to where one who shoots sees any of those one is to shoot at; None for who sees one, or shoots with
    nothing."""
    manner = rules.tactics.manner(state, creature) if rules.tactics is not None else None
    at, foes = creature.at, [f for f in state.enemies_of(creature) if f.at is not None]
    if manner is None or not manner.shots or at is None:
        return None
    named = [f.at for f in foes if f.id in targets and f.at is not None] or [f.at for f in foes if f.at is not None]

    def sees(square: Square) -> bool:
        return any(distance(square, goal) <= manner.shot and in_sight(walk.grid, square, goal) for goal in named)

    if sees(at):
        return None
    near = [f.at for f in foes if f.at is not None]
    free = (s for s in walk.grid.squares(walk.mask) if all(distance(s, foe) > 1 for foe in near) and sees(s))
    best = min(
        free, key=lambda s: (-min(SOME_WAY, min(distance(s, foe) for foe in near)), distance(s, at)), default=None
    )
    if best is not None:
        return walk.to(best)
    nearer = approach(state, creature, walk, targets)
    keeps_off = isinstance(nearer, Move) and min(distance(nearer.to, foe) for foe in near) >= SOME_WAY
    return nearer if keeps_off else None


SOME_WAY = 4
"""How many squares one who shoots keeps from the foes if there is room."""


def clear_shot(creature: Creature, foe: Creature, own: Options, reach: int) -> str:
    """The nearest square within one move from which a foe is in range and in sight; nothing if there is none."""
    walk = next((moves for moves in own.moves if is_walk(moves)), None)
    at, goal = creature.at, foe.at
    if walk is None or at is None or goal is None:
        return ""
    squares = sorted(walk.grid.squares(walk.mask), key=lambda square: (distance(square, at), -distance(square, goal)))
    clear = (s for s in squares if 1 < distance(s, goal) <= reach and in_sight(walk.grid, s, goal))
    found = next(clear, None)
    return square_name(found) if found is not None else ""
