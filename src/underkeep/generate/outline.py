"""The outline of a level's floor as SVG paths: straight walls, slanting ones along steps, worn ones in caverns."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from underkeep.world.dungeon import Area
from underkeep.world.grid import Square

Point = tuple[int, int]
JITTER = 0.09


class Corner(Struct):
    """A corner of the grid on an outline: which way it turns (1 right, -1 left, 0 not), and whether it is worn."""

    at: Point
    bend: int
    worn: bool


def outline(areas: list[Area], pillars: set[Square], size: float) -> str:
    """The path data of everything that is floor, pillars included, scaled to `size` a square."""
    worn_passages = any(area.kind == "cavern" for area in areas)
    worn: dict[Square, bool] = dict.fromkeys(pillars, False)
    for area in areas:
        is_worn = area.kind == "cavern" or (area.kind == "passage" and worn_passages)
        worn |= dict.fromkeys(area.squares, is_worn)
    return " ".join(_path(loop, size) for loop in _loops(worn))


def pillars_of(areas: list[Area]) -> set[Square]:
    """Single squares of rock in the middle of a room."""
    found = set()
    for area in areas:
        floor = set(area.squares)
        if area.kind != "room":
            continue
        for x, y in area.squares:
            rock = (x + 1, y)
            around = {(rock[0] + i, rock[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {rock}
            if rock not in floor and floor.issuperset(around):
                found.add(rock)
    return found


def _loops(worn: dict[Square, bool]) -> list[list[Corner]]:
    """Every closed line between floor and rock, with the floor to its right, a corner a square."""
    ahead: dict[Point, list[tuple[Point, bool]]] = {}
    for (x, y), is_worn in worn.items():
        sides = (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        for beside, start, end in sides:
            if beside not in worn:
                ahead.setdefault(start, []).append((end, is_worn))
    loops = []
    while ahead:
        start = next(iter(ahead))
        line = _follow(ahead, start)
        corners = []
        for i, (at, is_worn) in enumerate(line):
            before, after = line[i - 1], line[(i + 1) % len(line)]
            corners.append(Corner(at, _bend(before[0], at, after[0]), is_worn and before[1]))
        loops.append(corners)
    return loops


def _follow(ahead: dict[Point, list[tuple[Point, bool]]], start: Point) -> list[tuple[Point, bool]]:
    """One loop; where two meet at a corner it turns right, and so keeps to its own squares."""
    line: list[tuple[Point, bool]] = []
    at, before = start, start
    while at in ahead:
        ways = ahead[at]
        way = max(ways, key=partial(_turning, before, at))
        ways.remove(way)
        if not ways:
            del ahead[at]
        line.append((at, way[1]))
        before, at = at, way[0]
    return line


def _turning(before: Point, at: Point, way: tuple[Point, bool]) -> int:
    return _bend(before, at, way[0])


def _bend(before: Point, at: Point, after: Point) -> int:
    return (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0])


def _path(loop: list[Corner], size: float) -> str:
    count = len(loop)
    parts = []
    for i, corner in enumerate(loop):
        after = loop[(i + 1) % count]
        if corner.worn:
            x, y = _moved(corner.at)
            parts.append(f"Q{x * size:.1f} {y * size:.1f} {_halfway(corner, after, size)}")
        elif corner.bend and not _is_step(loop, i):
            parts.append(f"L{corner.at[0] * size:g} {corner.at[1] * size:g}")
    return f"M{_halfway(loop[-1], loop[0], size)}{''.join(parts)}Z"


def _moved(at: Point) -> tuple[float, float]:
    """A worn corner is a little off the grid, always by as much at the same place."""
    noise = (at[0] * 7919 + at[1] * 104729 + at[0] * at[1] * 31) % 1009
    return at[0] + (noise % 9 - 4) / 4 * JITTER, at[1] + (noise // 9 % 9 - 4) / 4 * JITTER


def _halfway(one: Corner, other: Corner, size: float) -> str:
    a = _moved(one.at) if one.worn else one.at
    b = _moved(other.at) if other.worn else other.at
    return f"{(a[0] + b[0]) / 2 * size:.1f} {(a[1] + b[1]) / 2 * size:.1f}"


def _is_step(loop: list[Corner], i: int) -> bool:
    """An inner corner of a stair of squares, which a mason would wall aslant; beside a niche or doorway it stays."""
    count = len(loop)
    before, after = loop[i - 1], loop[(i + 1) % count]
    if loop[i].bend >= 0 or before.bend <= 0 or after.bend <= 0:
        return False
    return loop[i - 2].bend <= 0 and loop[(i + 2) % count].bend <= 0
