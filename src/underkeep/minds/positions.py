"""Where to stand: beside a foe with few others near, out of reach but within a shot, or as far away as can be."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from underkeep.kernel.event import Action
from underkeep.procedures.options import Moves
from underkeep.world.creature import Creature
from underkeep.world.grid import Grid, Square, distance, in_sight
from underkeep.world.state import State

MOST_LOOKED_AT = 8


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


Liking = Callable[[Action], float]
"""How much better one move is than another that ends beside the same foe."""


def beside(creature: Creature, moves: Moves, foe: Creature, foes: int, liking: Liking) -> tuple[Action, float] | None:
    """The move that ends beside one foe, and how well it is liked: of those that are liked best where the fewest others
    stand, and of such squares the nearest."""
    grid = moves.grid
    assert foe.at is not None and creature.at is not None
    body = grid.bit(foe.at) if foe.size == 1 else grid.footprint(foe.at, foe.size)
    open_squares = moves.mask & _touching(grid, body, creature.size)
    if not open_squares:
        return None
    others, here = foes & ~body, creature.at
    best: tuple[float, int, int, Square] | None = None
    for square in grid.squares(open_squares):
        crowd = (grid.spread(grid.bit(square)) & others).bit_count()
        found = (-liking(moves.to(square)), crowd, distance(square, here), square)
        if best is None or found < best:
            best = found
    assert best is not None
    return moves.to(best[3]), -best[0]


def _touching(grid: Grid, body: int, size: int) -> int:
    """Where one of a size stands, by its upper left, if it is to stand beside somebody."""
    if size == 1:
        return grid.spread(body)
    for _ in range(size):
        body = grid.spread(body)
    return body


def stand_off(state: State, creature: Creature, moves: Moves, foes: int, most: int) -> Action | None:
    """The move that ends farthest from every foe, but no farther than so many steps and with one of them in sight; None
    if that is no farther than here."""
    if not foes or creature.at is None:
        return None
    grid = moves.grid
    here, reached = grid.bit(creature.at), grid.spread(foes)
    rings: list[int] = []
    for _ in range(most - 1):
        wider = grid.spread(reached) & grid.floor | reached
        new = wider & ~reached
        if not new:
            break
        rings.append(new)
        reached = wider
    for ring in reversed(rings):
        if ring & here:
            return None
        square = _in_sight_of_foe(state, creature, grid, ring & moves.mask)
        if square is not None:
            return moves.to(square)
    return None


def _in_sight_of_foe(state: State, creature: Creature, grid: Grid, mask: int) -> Square | None:
    """The first of some squares from which a foe can be seen; nobody looks at more than a few."""
    if not mask:
        return None
    if not grid.walls:
        return grid.first(mask)
    foes = [e.at for e in state.enemies_of(creature) if e.at is not None]
    for square in islice(grid.squares(mask), MOST_LOOKED_AT):
        if any(in_sight(grid, square, at) for at in foes):
            return square
    return None


def has_in_sight(state: State, creature: Creature, squares: int) -> bool:
    """Whether a foe is in sight and so near, from where one stands."""
    grid, at = state.grid, creature.at
    if grid is None or at is None:
        return False
    near = (e.at for e in state.enemies_of(creature) if e.at is not None and creature.steps_to(e) <= squares)
    return any(in_sight(grid, at, there) for there in near)


def towards(state: State, creature: Creature, moves: Moves) -> Action | None:
    """The move that ends nearest to the nearest foe by the way one walks, and as straight before it as can be; None if
    none gets any nearer."""
    at, grid = creature.at, moves.grid
    foes = [(distance(at, e.at), e.id, e.at) for e in state.enemies_of(creature) if e.at is not None and at is not None]
    if at is None or not foes:
        return None
    x, y = min(foes)[2]
    ring, here = grid.bit((x, y)), grid.bit(at)
    while True:
        wider = grid.spread(ring) & grid.floor
        if wider & here or wider == ring:
            return None
        if wider & moves.mask:
            return moves.to(min(grid.squares(wider & moves.mask), key=lambda s: abs(s[0] - x) + abs(s[1] - y)))
        ring = wider
