"""The shapes of rooms, each as squares counted from its own corner."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.generate.caverns import cave
from underkeep.generate.choice import Chooser
from underkeep.generate.settings import Setting
from underkeep.world.grid import Square

HALL_EXTRA = 3
PILLARED_SIDE = 7
CORNERED = 25
"""Chance in a hundred that a larger rectangle has lost a corner and is L-shaped."""


def shape(choose: Chooser, setting: Setting, is_hall: bool, kind: str = "") -> tuple[str, list[Square]]:
    """A room's shape, chosen if it is not given, and its squares."""
    kind = kind or choose.weighted(setting.shapes, "shape")
    extra = HALL_EXTRA if is_hall else 0
    low, high = setting.side
    width = choose.between(low + extra, high + extra, "width")
    height = choose.between(low + extra, high + extra, "height")
    return kind, SHAPES[kind](choose, width, height)


def rectangle(choose: Chooser, width: int, height: int) -> list[Square]:
    """Four walls; a large one may stand on pillars, or lack a corner."""
    box = _box(width, height)
    if min(width, height) >= 5 and max(width, height) >= PILLARED_SIDE:
        pillars = set(_pillars(width, height))
        return [square for square in box if square not in pillars]
    if min(width, height) >= 4 and choose.chance(CORNERED, "L-shaped"):
        return _without_corner(choose, box, width, height)
    return box


def round_room(choose: Chooser, width: int, height: int) -> list[Square]:
    side = max(5, width, height)
    reach = side * side if side > 5 else side * side + 2
    return [(x, y) for x, y in _box(side, side) if (2 * x + 1 - side) ** 2 + (2 * y + 1 - side) ** 2 <= reach]


def cross(choose: Chooser, width: int, height: int) -> list[Square]:
    """A nave with arms."""
    width, height = max(5, width | 1), max(5, height | 1)
    arm = 1 if min(width, height) < 7 else 2
    return [
        (x, y)
        for x, y in _box(width, height)
        if arm <= x < width - arm or arm + 1 <= y < height - arm - 1 or y == height // 2
    ]


def niches(choose: Chooser, width: int, height: int) -> list[Square]:
    """A long room with a burial niche at every other square of two walls."""
    width, height = max(3, min(width, 4)), max(5, height | 1)
    box = [(x + 1, y) for x, y in _box(width, height)]
    box += [(x, y) for y in range(height) if y % 2 for x in (0, width + 1) if 0 < y < height - 1]
    return box if choose.chance(50, "which way") else [(y, x) for x, y in box]


def _box(width: int, height: int) -> list[Square]:
    return [(x, y) for y in range(height) for x in range(width)]


def _pillars(width: int, height: int) -> list[Square]:
    """Two rows of pillars along the longer side, the same from both ends."""
    if width < height:
        return [(y, x) for x, y in _pillars(height, width)]
    left = [x for x in range(1, (width + 1) // 2, 2) if width - 1 - 2 * x != 1]
    columns = sorted({*left, *(width - 1 - x for x in left)})
    return [(x, y) for x in columns for y in (1, height - 2)]


def _without_corner(choose: Chooser, box: list[Square], width: int, height: int) -> list[Square]:
    across = choose.between(1, width - 2, "corner") if width > 3 else 1
    down = choose.between(1, height - 2, "corner") if height > 3 else 1
    left, top = choose.chance(50, "which corner"), choose.chance(50, "which corner")

    def is_lost(x: int, y: int) -> bool:
        return (x < across if left else x >= width - across) and (y < down if top else y >= height - down)

    return [(x, y) for x, y in box if not is_lost(x, y)]


SHAPES: dict[str, Callable[[Chooser, int, int], list[Square]]] = {
    "rectangle": rectangle,
    "round": round_room,
    "cross": cross,
    "niches": niches,
    "cave": cave,
}
