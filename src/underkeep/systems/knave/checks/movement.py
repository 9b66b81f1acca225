"""Where creatures stand to one another, and where they can go."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.executes import executes
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.battle import battle
from underkeep.systems.knave.basics.compendium import monsters
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import KnaveSheet, sheet
from underkeep.systems.knave.checks import spell_zones
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.world.creature import Creature
from underkeep.world.grid import Grid, Square, distance
from underkeep.world.state import State


@executes("knave:combat.ranged.not-while-in-melee", "knave:combat.ranged.target-in-melee")
def in_melee(state: State, creature: Creature) -> bool:
    """Whether an enemy that can fight stands beside the creature."""
    at, side = creature.at, creature.side
    if at is None or sheet(creature).is_inside:
        return True
    x, y = at
    for other in state.creatures.values():
        if other.side != side and other.status == "up" and other.at is not None:
            ox, oy = other.at
            if -1 <= ox - x <= 1 and -1 <= oy - y <= 1 and not is_unable(other) and not sheet(other).is_inside:
                return True
    return False


@executes("knave:combat.turn.move-and-action")
def move_mask(state: State, actor: Creature, own: KnaveSheet) -> int:
    """The squares a creature can get to with one move: past its friends and around its enemies, or over all of them
    if it flies. Nothing in this game stops a creature that walks away from a fight.
    """
    grid, at = state.grid, actor.at
    assert grid is not None and at is not None
    stride, side = grid.width + 2, actor.side
    enemies = everyone = 0
    for other in state.creatures.values():
        if other.status == "up" and other.at is not None:
            bit = 1 << ((other.at[1] + 1) * stride + other.at[0] + 1)
            everyone |= bit
            if other.side != side and not sheet(other).is_inside:
                enemies |= bit
    move_feet, fly_feet, barred = own.move_feet, own.fly_feet, 0
    stats = monsters().get(actor.kind)
    if stats is not None and stats.climbs:
        fly_feet = max(fly_feet, move_feet)
    if actor.conditions:
        move_feet, fly_feet = spell_conditions.feet(actor, move_feet, fly_feet)
    if spell_zones.any_in(state):
        barred = spell_zones.barred_mask(state, actor)
        if spell_zones.is_slowed(state, actor):
            move_feet //= 2
    if fly_feet and fly_feet >= move_feet:
        return _range(grid, at, fly_feet // SQUARE_FEET) & ~(everyone | barred)
    barred |= drop_mask(state) & ~grid.bit(at)
    reached = _walk(grid, at, move_feet // SQUARE_FEET, enemies | barred)
    if stats is not None and stats.burrow_feet:
        reached |= _range(grid, at, stats.burrow_feet // SQUARE_FEET) & ~barred
    return reached & ~everyone


@lru_cache(maxsize=4096)
def _walk(grid: Grid, at: Square, squares: int, enemies: int) -> int:
    return grid.reach(at, squares, enemies)


@lru_cache(maxsize=4096)
def _range(grid: Grid, at: Square, squares: int) -> int:
    return grid.around(at, squares)


def free_squares_around(state: State, at: Square, squares: int) -> int:
    """Every free square within so many steps."""
    assert state.grid is not None
    return _range(state.grid, at, squares) & ~state.occupied()


def drop_mask(state: State) -> int:
    """The squares of a drop on this field."""
    drop = battle(state).drop
    return int(drop, 16) if drop else 0


def nearest_safe(state: State, at: Square) -> Square | None:
    """As the nearest free square, but on firm ground."""
    return nearest_free(state, at, drop_mask(state))


def nearest_free(state: State, at: Square, barred: int = 0) -> Square | None:
    """The square itself if it is free, else the nearest free one."""
    grid = state.grid
    assert grid is not None
    occupied = state.occupied() | barred
    ring = grid.bit(at)
    while True:
        if free := ring & grid.floor & ~occupied:
            return min(grid.squares(free), key=lambda square: (distance(square, at), square))
        wider = grid.spread(ring) & grid.floor
        if wider == ring:
            return None
        ring = wider


def _enemy_squares(state: State, creature: Creature) -> int:
    """The squares of the enemies who stand on their own feet."""
    assert state.grid is not None
    return state.grid.mask(c.at for c in state.enemies_of(creature) if c.at is not None and not sheet(c).is_inside)


def has_way_out(state: State, creature: Creature) -> bool:
    """Whether the creature could walk off the field without passing an enemy."""
    grid, at = state.grid, creature.at
    assert grid is not None
    if at is None:
        return False
    enemies = _enemy_squares(state, creature)
    reached = grid.reach(at, grid.width * grid.height, enemies) | grid.bit(at)
    return bool(reached & _edge(grid))


@lru_cache(maxsize=64)
def _edge(grid: Grid) -> int:
    rows = [(x, y) for x in range(grid.width) for y in (0, grid.height - 1)]
    columns = [(x, y) for y in range(grid.height) for x in (0, grid.width - 1)]
    return grid.mask(rows) | grid.mask(columns)


def is_cornered(state: State, creature: Creature) -> bool:
    """Whether every free square beside the creature is beside one of its enemies too."""
    grid, at = state.grid, creature.at
    assert grid is not None
    if at is None:
        return False
    enemies = _enemy_squares(state, creature)
    return not (grid.around(at) & ~state.occupied() & ~grid.spread(enemies))


def is_above(creature: Creature) -> bool:
    """Whether the creature is in the air, or could be in time."""
    return spell_conditions.is_so(creature, "flies") or bool(
        spell_conditions.feet(creature, 0, sheet(creature).fly_feet)[1]
    )
