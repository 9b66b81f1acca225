"""Where to stand: beside a foe with few others near, out of reach but within a shot, or as far away as can be."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures.options import Moves
from underkeep.world.creature import Creature
from underkeep.world.grid import Grid, Square, distance
from underkeep.world.state import State


def foes_mask(state: State, creature: Creature, grid: Grid) -> int:
    """The squares of all who stand against somebody."""
    side, mask = creature.side, 0
    for other in state.creatures.values():
        if other.side != side and other.at is not None and other.status == "up":
            mask |= grid.bit(other.at) if other.size == 1 else grid.footprint(other.at, other.size)
    return mask


def is_beset(state: State, creature: Creature) -> bool:
    """Whether a foe stands beside somebody."""
    side, at = creature.side, creature.at
    if at is None:
        return False
    for other in state.creatures.values():
        if other.side != side and other.status == "up" and other.at is not None and creature.steps_to(other) <= 1:
            return True
    return False


def beside(state: State, creature: Creature, moves: Moves, foe: Creature, foes: int) -> Action | None:
    """The move that ends beside one foe: where the fewest others stand, and of such squares the nearest."""
    grid = moves.grid
    assert foe.at is not None and creature.at is not None
    body = grid.bit(foe.at) if foe.size == 1 else grid.footprint(foe.at, foe.size)
    open_squares = moves.mask & _touching(grid, body, creature.size)
    if not open_squares:
        return None
    others, here = foes & ~body, creature.at
    best: tuple[int, int, Square] | None = None
    for square in grid.squares(open_squares):
        found = ((grid.spread(grid.bit(square)) & others).bit_count(), distance(square, here), square)
        if best is None or found < best:
            best = found
    assert best is not None
    return moves.to(best[2])


def _touching(grid: Grid, body: int, size: int) -> int:
    """Where one of a size stands, by its upper left, if it is to stand beside somebody."""
    if size == 1:
        return grid.spread(body)
    for _ in range(size):
        body = grid.spread(body)
    return body


def stand_off(creature: Creature, moves: Moves, foes: int, most: int) -> Action | None:
    """The move that ends farthest from every foe, but no farther than so many steps; None if that is no farther than
    here."""
    grid = moves.grid
    if not foes or creature.at is None:
        return None
    here, ring, best, best_has_here = grid.bit(creature.at), grid.spread(foes), 0, False
    reached = ring
    for _ in range(most - 1):
        wider = grid.spread(reached) & grid.floor | reached
        new = wider & ~reached
        if not new:
            break
        if new & (moves.mask | here):
            best, best_has_here = new & moves.mask, bool(new & here)
        reached = wider
    return moves.to(grid.first(best)) if best and not best_has_here else None
