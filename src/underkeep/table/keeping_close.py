"""Where one goes who guards somebody in a fight, or keeps behind somebody."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures.options import Moves
from underkeep.world.creature import Creature
from underkeep.world.grid import Square, distance
from underkeep.world.state import State


def beside(state: State, creature: Creature, walk: Moves, ward: str, behind: bool = False) -> Action | None:
    """Next to whom one guards, on the side of the nearest foe; or behind, out of reach of the foes."""
    kept = state.creatures.get(ward)
    if kept is None or kept.at is None or creature.at is None:
        return None
    foes = [f.at for f in state.enemies_of(creature) if f.at is not None]
    if behind:
        return _out_of_reach(creature.at, kept.at, foes, walk)
    threat = min(foes, key=lambda at: distance(kept.at or at, at), default=kept.at)
    near = [s for s in walk.grid.squares(walk.mask) if distance(s, kept.at) <= 1]
    if not near:
        return None
    best = min(near, key=lambda s: (distance(s, threat), distance(s, creature.at or s)))
    is_near = distance(creature.at, kept.at) <= 1
    is_there = is_near and distance(creature.at, threat) <= distance(best, threat)
    return None if is_there else walk.to(best)


def _out_of_reach(at: Square, kept: Square, foes: Sequence[Square], walk: Moves) -> Action | None:
    """Behind somebody is where no foe reaches, and farther from each of them than he is; as near to him as may be."""

    def danger(square: Square) -> tuple[int, int, int, int, int]:
        reached = sum(distance(square, foe) <= 1 for foe in foes)
        before = sum(distance(square, foe) <= distance(kept, foe) for foe in foes)
        away = min((distance(square, foe) for foe in foes), default=0)
        return (reached, before, max(1, distance(square, kept)), -away, distance(square, at))

    reached, before, *_ = danger(at)
    if not reached and not before:
        return None
    best = min((at, *walk.grid.squares(walk.mask)), key=danger)
    return None if best == at else walk.to(best)


def out_of_reach(state: State, creature: Creature, walk: Moves) -> Action | None:
    """A step to where no foe reaches one, with some way between if there is room; None if there is no such place."""
    foes = [f.at for f in state.enemies_of(creature) if f.at is not None]
    at = creature.at
    if at is None or not foes:
        return None

    def danger(square: Square) -> tuple[int, int, int]:
        away = min(distance(square, foe) for foe in foes)
        return (sum(distance(square, foe) <= 1 for foe in foes), max(0, SOME_WAY - away), distance(square, at))

    best = min((at, *walk.grid.squares(walk.mask)), key=danger)
    return walk.to(best) if danger(best)[0] < danger(at)[0] else None


SOME_WAY = 4
"""How many squares there are better between one who stays back and the nearest foe."""
