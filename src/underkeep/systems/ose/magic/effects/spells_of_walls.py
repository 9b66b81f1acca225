"""Walls of fire, ice and stone across a field: who gets through them, and what that costs."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.battle import MagicWall, battle, with_battle
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.magic.params.places import RaiseWall
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, centre_of, effects, until
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.creature import Creature, Moved
from underkeep.world.grid import Grid, Square, distance
from underkeep.world.state import GridLaid, State, square_of

RING_SQUARES = 2
_BURNS = parse("1d6")
_HURTS = {"fire": ("fire", "cold"), "ice": ("cold", "fire")}
"""What harm a wall does, and by the immunity to which one knows those whom it hurts twice as much."""


class WallRaised(Event, frozen=True):
    """A wall stands on the field."""

    wall: MagicWall

    def evolve(self, state: State) -> State:
        return with_battle(state, walls=(*battle(state).walls, self.wall))


class WallFell(Event, frozen=True):
    """A wall is no more."""

    wall: MagicWall

    def evolve(self, state: State) -> State:
        return with_battle(state, walls=tuple(w for w in battle(state).walls if w != self.wall))


EVENTS: tuple[type[Event], ...] = (WallRaised, WallFell)


@executes("ose:magic.spell-list", "ose:magic.effect.concentration")
@effects(RaiseWall)
def raise_wall(do: Resolution, casting: Casting, wall: RaiseWall) -> None:
    """Across the caster's line of sight, or in a ring; never where somebody stands. Nobody sees or walks through it."""
    grid, aim = do.state.grid, centre_of(do.state, casting)
    assert grid is not None and aim is not None
    length = wall.length_feet // SQUARE_FEET
    start = square_of(do.state.creatures[casting.caster])
    wanted = ring(aim) if wall.ring else across(start, aim, length)
    free = grid.floor & ~do.state.occupied()
    squares = tuple(s for s in wanted if grid.contains(s) and grid.bit(s) & free)
    needs = casting.written.spell.duration.lasts == "concentration"
    end = until(do, casting)
    raised = MagicWall(wall.of, squares, casting.caster, casting.level, wall.passed_from_hd, end, needs)
    do.emit(WallRaised(raised, rule=CAST))
    do.emit(GridLaid(Grid(grid.width, grid.height, (*grid.walls, *squares)), rule=CAST))
    if needs:
        concentration.begin(do, casting.caster)


def across(start: Square, aim: Square, length: int) -> list[Square]:
    """A row of squares with `aim` in its middle, at right angles to the way there."""
    over, down = abs(aim[0] - start[0]), abs(aim[1] - start[1])
    dx, dy = (0, 1) if over >= down else (1, 0)
    low = -(length // 2)
    return [(aim[0] + dx * step, aim[1] + dy * step) for step in range(low, low + length)]


def ring(aim: Square) -> list[Square]:
    """All squares ten feet round one."""
    reach = range(-RING_SQUARES, RING_SQUARES + 1)
    every = [(aim[0] + dx, aim[1] + dy) for dy in reach for dx in reach]
    return [square for square in every if distance(aim, square) == RING_SQUARES]


def fell(do: Resolution, wall: MagicWall, rule: tuple[str, ...] = CAST) -> None:
    """A wall ends, and the field is open where it stood."""
    grid = do.state.grid
    do.emit(WallFell(wall, rule=rule))
    if grid is not None:
        left = tuple(square for square in grid.walls if square not in wall.squares)
        do.emit(GridLaid(Grid(grid.width, grid.height, left), rule=rule))


@executes("ose:time.resources", "ose:magic.effect.concentration")
def lapse(do: Resolution) -> None:
    """Walls whose time is over, or whose caster thinks of something else."""
    for wall in battle(do.state).walls:
        caster = do.state.creatures.get(wall.by)
        idle = caster is None or caster.status != "up" or caster.condition(concentration.CONCENTRATING) is None
        if (wall.until is not None and wall.until <= do.state.now) or (wall.needs and idle):
            fell(do, wall)


@executes("ose:magic.spell-list")
def passed(do: Resolution, event: Moved) -> None:
    """Whoever has come into a wall is hurt by it, twice as much if it is of the opposite nature; a wall of ice is
    broken there.
    """
    for wall in battle(do.state).walls:
        if event.to in wall.squares:
            _hurt(do, do.state.creatures[event.creature], wall)
            if wall.of == "ice":
                _broken(do, wall, event.to)


def _hurt(do: Resolution, creature: Creature, wall: MagicWall) -> None:
    kind, opposite = _HURTS[wall.of]
    if is_immune_to(creature, kind):
        return
    listing = monsters().get(creature.kind)
    twice = is_immune_to(creature, opposite) or (wall.of == "fire" and listing is not None and listing.undead)
    amount = roll_damage(do, wall.by, creature.id, f"wall of {wall.of}", _BURNS, (), CAST)
    harm(do, creature.id, amount * (2 if twice else 1), wall.by, kind, rule=CAST)


def _broken(do: Resolution, wall: MagicWall, at: Square) -> None:
    rest = tuple(square for square in wall.squares if square != at)
    fell(do, wall)
    grid = do.state.grid
    assert grid is not None
    left = MagicWall(wall.of, rest, wall.by, wall.power, wall.passed_from_hd, wall.until, wall.needs)
    do.emit(WallRaised(left, rule=CAST))
    do.emit(GridLaid(Grid(grid.width, grid.height, (*grid.walls, *rest)), rule=CAST))
