"""The map of a level as text: two columns a square, a door on the square just outside its room.

With a mask of what has been seen the rest stays blank, and what is hidden is drawn as rock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from underkeep.world.dungeon import Door, Dungeon
from underkeep.world.grid import Grid, Square

LEGEND = (
    ("+", "door"),
    ("=", "stuck door"),
    ("x", "locked door"),
    ("'", "open door"),
    ("S", "secret door"),
    ("?", "unexplored way"),
    ("<", "way up"),
    (">", "way down"),
    ("E", "entrance"),
)


class Cell(NamedTuple):
    """Two characters, and what they show: unknown, rock, floor, door, secret, stairs, entrance, number or mark."""

    text: str
    kind: str


UNKNOWN, ROCK, FLOOR = Cell("  ", "unknown"), Cell("##", "rock"), Cell(". ", "floor")


def cells(
    dungeon: Dungeon, level: int, seen: int | None = None, marks: Mapping[Square, str] | None = None
) -> list[list[Cell]]:
    """The rows of a level. `seen` is a mask of the level's grid, None for the referee; `marks` are drawn over all."""
    grid = dungeon.level(level).grid
    floor = grid.floor
    known = floor if seen is None else floor & seen
    rock = grid.spread(known) & ~known
    drawn: dict[Square, Cell] = dict.fromkeys(grid.squares(known), FLOOR)
    drawn |= _numbers(dungeon, level, grid, known)
    drawn |= _doors(dungeon, level, grid, known, is_referee=seen is None)
    drawn |= _ways(dungeon, level, grid, known)
    for square, mark in (marks or {}).items():
        drawn[square] = Cell(f"{mark[:2]:2}", "mark")
    return [
        [drawn.get((x, y)) or (ROCK if grid.bit((x, y)) & rock else UNKNOWN) for x in range(-1, grid.width + 1)]
        for y in range(-1, grid.height + 1)
    ]


def text_map(
    dungeon: Dungeon, level: int, seen: int | None = None, marks: Mapping[Square, str] | None = None
) -> list[str]:
    """The rows as plain text, without the blank margins."""
    rows = ["".join(cell.text for cell in row).rstrip() for row in cells(dungeon, level, seen, marks)]
    filled = [i for i, row in enumerate(rows) if row]
    if not filled:
        return []
    rows = rows[filled[0] : filled[-1] + 1]
    indent = min(len(row) - len(row.lstrip()) for row in rows if row)
    return [row[indent:] for row in rows]


def _numbers(dungeon: Dungeon, level: int, grid: Grid, known: int) -> dict[Square, Cell]:
    taken = {square for door in dungeon.doors.values() if door.level == level for square in door.squares}
    taken |= {spot.square for s in dungeon.stairs.values() for spot in (s.up, s.down) if spot.level == level}
    found = {}
    for area in dungeon.areas.values():
        if area.level == level and area.number:
            x, y = middle(area.squares, taken)
            if grid.bit((x, y)) & known:
                found[x, y] = Cell(f"{area.number:<2}", "number")
    return found


def middle(squares: tuple[Square, ...], taken: set[Square]) -> Square:
    """The square nearest to the middle of an area that is not taken."""
    mx, my = sum(x for x, _ in squares) / len(squares), sum(y for _, y in squares) / len(squares)
    free = [square for square in squares if square not in taken] or squares
    return min(free, key=lambda s: ((s[0] - mx) ** 2 + (s[1] - my) ** 2, s))


def _doors(dungeon: Dungeon, level: int, grid: Grid, known: int, is_referee: bool) -> dict[Square, Cell]:
    found = {}
    for door in dungeon.doors.values():
        near = [square for square in door.squares if grid.bit(square) & known]
        if door.level != level or not near:
            continue
        outside = _outside(dungeon, door)
        if door.kind == "opening":
            for square in door.squares:
                if square not in near:
                    found[square] = Cell("? ", "door")
        elif door.found or is_referee:
            found[outside] = Cell(f"{_sign(door, is_referee)} ", "secret" if door.kind == "secret door" else "door")
        elif len(near) == 2:
            found[outside] = ROCK
    return found


def _outside(dungeon: Dungeon, door: Door) -> Square:
    """The door's square that is not the room's; between two rooms the one that stands in the doorway."""
    first, second = door.squares
    if dungeon.areas[door.areas[0]].number and not dungeon.areas[door.areas[1]].number:
        return second
    return first


def _sign(door: Door, is_referee: bool) -> str:
    if door.kind == "secret door":
        return "S"
    if door.is_open:
        return "'"
    if is_referee or door.tried:
        return {"": "+", "stuck": "="}.get(door.bar, "x")
    return "+"


def _ways(dungeon: Dungeon, level: int, grid: Grid, known: int) -> dict[Square, Cell]:
    found = {}
    for stairs in dungeon.stairs.values():
        for spot, sign in ((stairs.up, "> "), (stairs.down, "< ")):
            if spot.level == level and grid.bit(spot.square) & known:
                found[spot.square] = Cell(sign, "stairs")
    entrance = dungeon.entrance
    if entrance.level == level and grid.bit(entrance.square) & known:
        found[entrance.square] = Cell("E ", "entrance")
    return found
