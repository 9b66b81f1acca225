"""Spells that change the ground of a fight, and what that ground does to those on it."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import Working, sheet
from underkeep.systems.knave.basics.spell_listings import Ground, Wall
from underkeep.systems.knave.checks import hazards, spell_zones
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.movement import is_above
from underkeep.systems.knave.magic.spell_effects import CAST, Casting, drop_working, effects, fizzle, keep_up, until
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.grid import Grid, Square
from underkeep.world.state import GridLaid, square_of

SLIPPERY = frozenset({"ice", "quake", "marbles"})
TYPES = ("living", "dead", "projectiles", "metal")
WALL = "wall"
LINE_SQUARES = 200


@effects(Ground)
def change_ground(do: Resolution, casting: Casting, effect: Ground) -> None:
    """The ground is different from now on; whoever stands on it feels it at once."""
    grid = do.state.grid
    assert grid is not None
    caster = do.state.creatures[casting.caster]
    centre = caster if effect.around == "caster" else do.state.creatures[casting.target]
    if casting.number(effect.length_feet):
        mask = line_across(grid, square_of(caster), square_of(centre), casting.number(effect.length_feet))
    else:
        at = square_of(centre)
        mask = grid.around(at, casting.number(effect.radius_feet) // SQUARE_FEET) | grid.bit(at)
    types = _types(casting) if effect.kind == "ward" else ()
    end = until(do, casting, effect.lasts)
    working = Working(casting.spell.name, effect.kind, end, f"{mask:x}", types, casting.level)
    keep_up(do, casting, working)
    for creature in do.state.active():
        if spell_zones.is_in(grid, working, creature.at):
            feel(do, creature, working, casting.caster)


def _types(casting: Casting) -> tuple[str, ...]:
    """So many of the four as the caster can name: the chosen one first, then in their order."""
    rest = [t for t in TYPES if t != casting.choice]
    return (casting.choice, *rest)[: max(1, casting.intelligence // casting.divisor)]


def line_across(grid: Grid, caster: Square, target: Square, feet: int) -> int:
    """Squares in a line through the target, across the caster's way to it: the nearest first, as many as fit."""
    dx, dy = target[0] - caster[0], target[1] - caster[1]
    step = (0, 1) if abs(dx) >= abs(dy) else (1, 0)
    mask, left = 0, feet // SQUARE_FEET
    for far in range(LINE_SQUARES):
        for sign in (1, -1) if far else (1,):
            square = (target[0] + sign * far * step[0], target[1] + sign * far * step[1])
            if left and grid.contains(square):
                mask |= grid.bit(square)
                left -= 1
    return mask & grid.floor


@executes("knave:hazard.fire.contact")
def feel(do: Resolution, creature: Creature, working: Working, by: str) -> None:
    """What the ground does to a creature on it, when it changes and whenever the creature begins to act."""
    if not do.state.creatures[creature.id].is_up:
        return
    if working.kind == "fire":
        hazards.burn(do, creature.id, by=by, more=("magic",))
    elif working.kind == "water":
        spell_conditions.break_bonds(do, creature.id, "fire")
    elif working.kind in SLIPPERY and creature.id != by and not is_above(creature) and not creature.condition("prone"):
        what = f"keeping its feet on {working.kind}"
        keeps = check(do, creature.id, "DEX", what, working.level, rule=CAST).success
        if not keeps:
            do.emit(ConditionGained(creature.id, Condition("prone"), rule=CAST))


def begin_step(do: Resolution, creature: Creature) -> None:
    """The ground under a creature that is about to act."""
    grid = do.state.grid
    if grid is None:
        return
    for caster, working in spell_zones.workings(do.state):
        if working.kind in SLIPPERY | {"fire"} and spell_zones.is_in(grid, working, creature.at):
            feel(do, creature, working, caster.id)
            if working.kind == "fire":
                _catch(do, creature.id)


@executes("knave:hazard.fire.burning")
def _catch(do: Resolution, id: str) -> None:
    """Whoever is still in the flames in its own turn catches fire, unless it shields itself."""
    creature = do.state.creatures[id]
    if not creature.is_up or creature.condition(hazards.ON_FIRE):
        return
    if not check(do, id, "DEX", "not catching fire", rule=(hazards.BURNING,)).success:
        hazards.catch_fire(do, id)


@effects(Wall)
def raise_wall(do: Resolution, casting: Casting, effect: Wall) -> None:
    """Nobody passes; nothing is raised where somebody stands."""
    state, grid = do.state, do.state.grid
    assert grid is not None
    caster, target = square_of(state.creatures[casting.caster]), square_of(state.creatures[casting.target])
    between = _step_towards(target, caster)
    mask = line_across(grid, caster, between, casting.number(effect.squares) * SQUARE_FEET) & ~state.occupied()
    if not mask:
        fizzle(do, casting)
        return
    keep_up(do, casting, Working(casting.spell.name, WALL, until(do, casting, effect.lasts), f"{mask:x}"))
    do.emit(GridLaid(replace(grid, walls=(*grid.walls, *grid.squares(mask))), rule=CAST))


def _step_towards(at: Square, to: Square) -> Square:
    return at[0] + (to[0] > at[0]) - (to[0] < at[0]), at[1] + (to[1] > at[1]) - (to[1] < at[1])


def take_down(do: Resolution, caster: str, working: Working) -> None:
    drop_working(do, caster, working)
    grid = do.state.grid
    if grid is not None:
        gone = int(working.mask, 16)
        do.emit(GridLaid(replace(grid, walls=tuple(s for s in grid.walls if not grid.bit(s) & gone))))


def leave_ward(do: Resolution, id: str) -> None:
    """A ward ends when its caster steps out of it."""
    grid, creature = do.state.grid, do.state.creatures[id]
    for working in sheet(creature).workings:
        if working.kind == "ward" and grid is not None and not spell_zones.is_in(grid, working, creature.at):
            drop_working(do, id, working)
