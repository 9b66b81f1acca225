"""Graph paper: the squares of one level while it is being drawn.

A square is one number, counted row by row on paper with an edge of one square all round, so that its neighbours are
sums. What is drawn on a square is rock, passage, or the number of a room.
"""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.world.grid import Square

EDGE, PASSAGE, ROCK = -2, -1, 0


class Paper:
    """`rooms` are the squares of each room, `doors` the ways between a room and whatever is beside it."""

    __slots__ = ("around", "cells", "doors", "height", "near", "rooms", "shapes", "steps", "stride", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.stride = width, height, width + 2
        row = [EDGE, *[ROCK] * width, EDGE]
        self.cells = [EDGE] * self.stride + row * height + [EDGE] * self.stride
        self.near = [0] * len(self.cells)
        """How many of the eight squares around are floor."""
        self.steps = (1, self.stride, -1, -self.stride)
        self.around = (*self.steps, self.stride + 1, self.stride - 1, -self.stride - 1, 1 - self.stride)
        self.rooms: dict[int, list[int]] = {}
        self.shapes: dict[int, str] = {}
        self.doors: list[tuple[int, int]] = []

    def at(self, square: Square) -> int:
        return (square[1] + 1) * self.stride + square[0] + 1

    def square(self, cell: int) -> Square:
        y, x = divmod(cell, self.stride)
        return x - 1, y - 1

    def holds(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def draw(self, cells: Iterable[int], what: int) -> None:
        """Make rock into floor."""
        for cell in cells:
            self.cells[cell] = what
            for step in self.around:
                near = cell + step
                if 0 <= near < len(self.near):
                    self.near[near] += 1

    def add_room(self, cells: Iterable[int], shape: str) -> int:
        number = len(self.rooms) + 1
        self.rooms[number] = list(cells)
        self.shapes[number] = shape
        self.draw(self.rooms[number], number)
        return number

    def erase(self, cells: Iterable[int]) -> None:
        """Make floor into rock."""
        for cell in cells:
            self.cells[cell] = ROCK
            for step in self.around:
                self.near[cell + step] -= 1

    def is_floor(self, cell: int) -> bool:
        return self.cells[cell] > ROCK or self.cells[cell] == PASSAGE

    def floor_beside(self, cell: int) -> list[int]:
        """The floor among the four squares beside this one."""
        return [cell + step for step in self.steps if self.is_floor(cell + step)]

    def floor_around(self, cell: int) -> list[int]:
        """The floor among the eight squares around this one."""
        return [cell + step for step in self.around if self.is_floor(cell + step)]

    def passages(self) -> list[int]:
        return [cell for cell, what in enumerate(self.cells) if what == PASSAGE]

    def walk_from(self, start: Iterable[int]) -> dict[int, int]:
        """Every square that can be walked to, with the steps to it; each door is a step."""
        ways: dict[int, list[int]] = {}
        for one, other in self.doors:
            ways.setdefault(one, []).append(other)
            ways.setdefault(other, []).append(one)
        cells, steps = self.cells, self.steps
        found = dict.fromkeys(start, 0)
        queue = list(found)
        for cell in queue:
            what, far = cells[cell], found[cell] + 1
            for step in steps:
                beside = cell + step
                if cells[beside] == what and beside not in found:
                    found[beside] = far
                    queue.append(beside)
            for beyond in ways.get(cell, ()):
                if beyond not in found:
                    found[beyond] = far
                    queue.append(beyond)
        return found


def pieces(squares: Iterable[Square]) -> list[list[Square]]:
    """The squares in connected pieces, largest first; corners do not connect."""
    left = dict.fromkeys(squares)
    found: list[list[Square]] = []
    while left:
        queue = [next(iter(left))]
        del left[queue[0]]
        for x, y in queue:
            for beside in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
                if beside in left:
                    del left[beside]
                    queue.append(beside)
        found.append(queue)
    return sorted(found, key=lambda piece: -len(piece))
