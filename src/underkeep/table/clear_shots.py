"""From where somebody who may move has a clear shot."""

from __future__ import annotations

from underkeep.procedures.options import Options
from underkeep.table.coming_up import is_walk
from underkeep.table.naming import square_name
from underkeep.world.creature import Creature
from underkeep.world.grid import distance, in_sight


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
