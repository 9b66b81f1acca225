"""Natural caverns: noise in an oval, smoothed until it looks worn by water."""

from __future__ import annotations

from underkeep.generate.choice import Chooser
from underkeep.generate.paper import pieces
from underkeep.world.grid import Square

OPEN_INSIDE, OPEN_OUTSIDE = 70, 25
SMOOTHINGS = 2
LEAST_SHARE = 0.35
TRIES = 4


def cave(choose: Chooser, width: int, height: int) -> list[Square]:
    """A cave in a box of this size. One that came out too small is dug again; the last try is an oval."""
    for _ in range(TRIES):
        found = pieces(_smoothed(_noise(choose, width, height)))
        if found and len(found[0]) >= LEAST_SHARE * width * height:
            left, top = min(x for x, _ in found[0]), min(y for _, y in found[0])
            return sorted(((x - left, y - top) for x, y in found[0]), key=lambda square: (square[1], square[0]))
    return [(x, y) for y in range(height) for x in range(width) if _is_inside(x, y, width, height)]


def _is_inside(x: int, y: int, width: int, height: int) -> bool:
    across, down = (2 * x + 1 - width) * height, (2 * y + 1 - height) * width
    return across * across + down * down <= (width * height) ** 2


def _noise(choose: Chooser, width: int, height: int) -> set[Square]:
    faces = iter(choose.faces(width * height, 100, "rock or air"))
    return {
        (x, y)
        for y in range(height)
        for x in range(width)
        if next(faces) <= (OPEN_INSIDE if _is_inside(x, y, width, height) else OPEN_OUTSIDE)
    }


def _smoothed(squares: set[Square]) -> list[Square]:
    """A square stays open, or opens, where most of the nine squares about it are open."""
    for _ in range(SMOOTHINGS):
        counts: dict[Square, int] = {}
        for x, y in squares:
            for beside in ((x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1)):
                counts[beside] = counts.get(beside, 0) + 1
        squares = {square for square, count in counts.items() if count >= 5}
    return sorted(squares)
