"""A fight underground, as far as the party knows the ground: what it is shown, and where its own may go."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.event import Action
from underkeep.procedures import battlefield
from underkeep.procedures.exploration import sight
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.resolution import Refusal
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.creature import Creature
from underkeep.world.grid import Grid
from underkeep.world.state import State


def is_limited(state: State) -> bool:
    """Whether there is ground that the party may not know: underground, and there alone."""
    return state.grid is not None and state.party is not None and state.party.at is not None


def known_ground(rules: Ruleset, state: State) -> int:
    """The squares of the field that are on the party's map, in sight or in reach of one of its own, or where somebody
    stands, and beside: one sees whether there is room behind a foe."""
    grid, party = state.grid, state.party
    assert grid is not None and party is not None
    seen = rules.measures.squares(sight(rules.dungeon, state)) if rules.dungeon is not None else 0
    near = grid.mask(c.at for id in party.members if (c := state.creatures[id]).is_up and c.at is not None)
    for _ in range(max(1, seen)):
        near |= grid.spread(near) & grid.floor
    standing = 0
    for c in state.creatures.values():
        if c.at is not None:
            standing |= grid.footprint(c.at, c.size)
    return (battlefield.on_the_map(state) | near | grid.spread(standing)) & grid.floor


def within(rules: Ruleset, state: State, creature: Creature, options: Options) -> Options:
    """The options of a creature without what would be at squares of which its party knows no ground."""
    if not options.moves or not _is_of_party(state, creature):
        return options
    return _within_known(rules, state, creature, options)


def _within_known(rules: Ruleset, state: State, creature: Creature, options: Options) -> Options:
    ground = known_ground(rules, state)
    ways = _ways(state, creature, ground)
    return Options(options.listed, tuple(_within(moves, ground, ways) for moves in options.moves))


def _ways(state: State, creature: Creature, ground: int) -> int:
    """The known ground that can be reached over known ground alone."""
    if creature.at is None or state.grid is None:
        return ground
    reached, more = 0, state.grid.footprint(creature.at, creature.size)
    while more != reached:
        reached, more = more, (state.grid.spread(more) & ground) | more
    return reached


def _within(moves: Moves, ground: int, ways: int) -> Moves:
    field = _without(moves.grid, moves.grid.floor & ~ground)
    return Moves(moves.make, moves.actor, field, moves.mask & (ground if moves.is_aim else ways), moves.where)


@lru_cache(maxsize=256)
def _without(grid: Grid, unknown: int) -> Grid:
    """The field as if there were rock where nobody knows the ground."""
    return Grid(grid.width, grid.height, (*grid.walls, *grid.squares(unknown)))


def why_not_to(rules: Ruleset, state: State, creature: Creature, action: Action) -> Refusal | None:
    """Nobody goes, or aims, where the party knows no ground."""
    square, grid = getattr(action, "to", None) or getattr(action, "at", None), state.grid
    if grid is None or not isinstance(square, tuple) or not _is_of_party(state, creature):
        return None
    is_known = grid.contains(square) and grid.bit(square) & known_ground(rules, state)
    return None if is_known else Refusal("Nobody sees that square.")


def _is_of_party(state: State, creature: Creature) -> bool:
    return is_limited(state) and state.party is not None and creature.side == state.party.side
