"""Squares as bit masks, against plain breadth-first search."""

from hypothesis import given
from hypothesis import strategies as st

from underkeep.world.grid import Grid, Square, distance, in_sight

SQUARES = st.tuples(st.integers(0, 7), st.integers(0, 5))


def plain_reach(grid: Grid, start: Square, steps: int, blocked: set[Square], stop: set[Square]) -> set[Square]:
    seen, frontier = {start}, {start}
    for _ in range(steps):
        grown = {
            (x + dx, y + dy)
            for x, y in frontier
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if grid.contains((x + dx, y + dy)) and (x + dx, y + dy) not in blocked | set(grid.walls) | seen
        }
        seen |= grown
        frontier = grown - stop
    return seen - {start}


@given(SQUARES, st.integers(0, 6), st.sets(SQUARES), st.sets(SQUARES), st.sets(SQUARES))
def test_reach_is_a_breadth_first_search(
    start: Square, steps: int, walls: set[Square], blocked: set[Square], stop: set[Square]
) -> None:
    grid = Grid(8, 6, tuple(sorted(walls - {start})))
    found = set(grid.squares(grid.reach(start, steps, grid.mask(blocked), grid.mask(stop))))
    assert found == plain_reach(grid, start, steps, blocked, stop)


@given(st.sets(SQUARES))
def test_masks_hold_exactly_their_squares(squares: set[Square]) -> None:
    grid = Grid(8, 6)
    mask = grid.mask(squares)
    assert set(grid.squares(mask)) == squares
    assert mask.bit_count() == len(squares)
    if squares:
        assert grid.first(mask) in squares


@given(SQUARES, SQUARES)
def test_distance_counts_a_diagonal_as_one_step(a: Square, b: Square) -> None:
    steps = distance(a, b)
    grid = Grid(8, 6)
    assert bool(grid.around(a, steps) & grid.bit(b)) == (a != b)
    assert steps == 0 or not grid.around(a, steps - 1) & grid.bit(b)


def test_a_wall_blocks_the_line_of_sight() -> None:
    grid = Grid(8, 6, ((3, 2),))
    assert not in_sight(grid, (1, 2), (5, 2))
    assert in_sight(grid, (1, 3), (5, 3))
