"""Space: squares, walls, distance, and where a mover can get to.

Sets of squares are bit masks in Python integers (a border of one square all round stops shifts from wrapping),
so that flooding a room costs a few shifts a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

Square = tuple[int, int]


class Grid(Struct, frozen=True, gc=False, cache_hash=True):
    """A rectangle of squares with walls."""

    width: int
    height: int
    walls: tuple[Square, ...] = ()

    @property
    def stride(self) -> int:
        return self.width + 2

    def bit(self, square: Square) -> int:
        """The mask with this one square."""
        return 1 << ((square[1] + 1) * (self.width + 2) + square[0] + 1)

    def mask(self, squares: Iterable[Square]) -> int:
        mask = 0
        for x, y in squares:
            mask |= 1 << ((y + 1) * (self.width + 2) + x + 1)
        return mask

    def footprint(self, square: Square, size: int) -> int:
        """The mask of a block of squares, so many a side, with this one at its upper left."""
        row, stride = ((1 << size) - 1) << (square[0] + 1), self.width + 2
        mask = 0
        for y in range(square[1], square[1] + size):
            mask |= row << ((y + 1) * stride)
        return mask

    def squares(self, mask: int) -> Iterator[Square]:
        """The squares of a mask, row by row."""
        stride = self.width + 2
        while mask:
            low = mask & -mask
            row, column = divmod(low.bit_length() - 1, stride)
            yield column - 1, row - 1
            mask ^= low

    def first(self, mask: int) -> Square:
        row, column = divmod((mask & -mask).bit_length() - 1, self.width + 2)
        return column - 1, row - 1

    @property
    def floor(self) -> int:
        """Every square that is not wall."""
        return _floor(self)

    def spread(self, mask: int) -> int:
        """The squares of the mask and all squares beside them, diagonals too; may touch the border."""
        stride = self.width + 2
        mask |= mask << 1
        mask |= mask >> 1
        return mask | mask << stride | mask >> stride

    def around(self, square: Square, steps: int = 1) -> int:
        """Every square within so many steps of one, itself not counted; may touch the border."""
        start = mask = self.bit(square)
        for _ in range(steps):
            mask = self.spread(mask) & self.floor
        return mask & ~start

    def within(self, centre: Square, steps: int) -> int:
        """Every square of the rectangle so many steps round one, walls and all; itself counted."""
        left, right = max(0, centre[0] - steps), min(self.width - 1, centre[0] + steps)
        top, bottom = max(0, centre[1] - steps), min(self.height - 1, centre[1] + steps)
        row = ((1 << (right - left + 1)) - 1) << (left + 1)
        mask = 0
        for y in range(top, bottom + 1):
            mask |= row << ((y + 1) * self.stride)
        return mask

    def room(self, free: int, size: int) -> int:
        """Where something so many squares a side can stand with its upper left, if these squares are free."""
        row = free
        for across in range(1, size):
            row &= free >> across
        block = row
        for down in range(1, size):
            block &= row >> (down * self.stride)
        return block

    def reach(self, start: Square, steps: int, blocked: int, stop: int = 0, size: int = 1) -> int:
        """Where a mover can end: it passes no blocked square, and entering a `stop` square ends its move.

        One of several squares a side goes only where it fits; its own squares do not block it, and what counts is where
        its upper left comes to stand.
        """
        free = _floor(self) & ~blocked
        if size > 1:
            free = self.room(free | self.footprint(start, size), size)
        stride, here = self.width + 2, self.bit(start)
        free |= here
        onward, reached = free & ~stop | here, here
        for _ in range(steps):
            wide = reached & onward
            wide |= wide << 1
            wide |= wide >> 1
            wide = (wide | wide << stride | wide >> stride) & free
            if wide == reached:
                break
            reached = wide
        return reached ^ here

    def contains(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height


@lru_cache(maxsize=1024)
def _floor(grid: Grid) -> int:
    row = ((1 << grid.width) - 1) << 1
    mask = 0
    for y in range(grid.height):
        mask |= row << ((y + 1) * grid.stride)
    return mask & ~grid.mask(grid.walls)


def distance(a: Square, b: Square) -> int:
    """Steps between two squares, a diagonal counting as one."""
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    return across if across > down else down


def apart(a: Square, a_size: int, b: Square, b_size: int) -> int:
    """Steps between two blocks of squares, each given by its upper left and its side, from edge to edge."""
    across = max(b[0] - a[0] - a_size, a[0] - b[0] - b_size) + 1
    down = max(b[1] - a[1] - a_size, a[1] - b[1] - b_size) + 1
    return max(across, down, 0)


def nearest(a: Square, a_size: int, b: Square, b_size: int) -> tuple[Square, Square]:
    """The squares of two blocks that are nearest to each other; in line with each other where they overlap."""
    (ax, bx), (ay, by) = (_nearest_on_a_line(a[i], a_size, b[i], b_size) for i in (0, 1))
    return (ax, ay), (bx, by)


def _nearest_on_a_line(a: int, a_size: int, b: int, b_size: int) -> tuple[int, int]:
    if a + a_size <= b:
        return a + a_size - 1, b
    if b + b_size <= a:
        return a, b + b_size - 1
    return max(a, b), max(a, b)


def block(square: Square, size: int) -> list[Square]:
    """The squares of something so many squares a side, from its upper left."""
    x, y = square
    return [(x + dx, y + dy) for dy in range(size) for dx in range(size)]


def line(a: Square, b: Square) -> Iterator[Square]:
    """The squares strictly between two squares, along the straight line."""
    steps = distance(a, b)
    for i in range(1, steps):
        yield round(a[0] + (b[0] - a[0]) * i / steps), round(a[1] + (b[1] - a[1]) * i / steps)


def in_sight(grid: Grid, a: Square, b: Square) -> bool:
    """Whether no wall stands on the line between two squares."""
    if not grid.walls:
        return True
    floor = _floor(grid)
    return all(grid.bit(square) & floor for square in line(a, b))
