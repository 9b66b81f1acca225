"""Maps and fields as pictures of signs with styles, cut to the space there is round the point that counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct
from rich.text import Text

from underkeep.table import automap, naming
from underkeep.table.automap import LevelMap
from underkeep.table.speech.battle_map import arrows_of
from underkeep.table.view import View
from underkeep.world.grid import Grid, Square, block

Cell = tuple[str, str]
SIGNS: dict[str, Cell] = {
    automap.FLOOR: ("·", "dim"),
    automap.GAP: (" ", ""),
    automap.SHUT_DOOR: ("+", "bold yellow"),
    automap.OPEN_DOOR: ("'", "yellow"),
    automap.FAST_DOOR: ("X", "bold red"),
    automap.GATE: ("=", "bold yellow"),
    automap.UP: ("<", "bold cyan"),
    automap.DOWN: (">", "bold cyan"),
    automap.TRAP: ("^", "bold red"),
    automap.TREASURE: ("$", "bold green"),
    automap.PARTY: ("@", "bold reverse"),
}
_LINES = {
    "": "·", "n": "│", "s": "│", "e": "─", "w": "─", "ns": "│", "ew": "─",
    "ne": "└", "nw": "┘", "es": "┌", "sw": "┐", "nes": "├", "nsw": "┤", "esw": "┬", "new": "┴", "nesw": "┼",
}  # fmt: skip
_SIDES = (("n", 0, -1), ("e", 1, 0), ("s", 0, 1), ("w", -1, 0))
_JOINS = automap.WALL + automap.SHUT_DOOR + automap.OPEN_DOOR + automap.FAST_DOOR + automap.GATE
MARGIN = 3
NEAR = 2
"""So many signs beside a square still mean it."""


class Picture(Struct):
    """Signs by place. `columns` and `rows` name the squares along the edges; `place` is where each square stands."""

    cells: dict[Square, Cell]
    columns: dict[int, str]
    rows: dict[int, str]
    place: Mapping[Square, Square]


def level_picture(level: LevelMap, wide: bool) -> Picture:
    """The automap: a square is three signs wide, or one where there is little room; every line has one."""
    marks = {
        (x, y): sign
        for y, row in enumerate(level.rows, level.top)
        for x, sign in enumerate(row, level.left)
        if sign != automap.DARK
    }
    picture = Picture({}, {}, {}, {})
    place: dict[Square, Square] = {}
    step = 4 if wide else 2
    for (x, y), sign in marks.items():
        column = x // 2 * step + (x % 2 and step // 2)
        cell = (_wall(marks, x, y), "") if sign == automap.WALL else SIGNS[sign]
        picture.cells[column, y] = cell
        if wide and x % 2:
            side = ("─", "") if y % 2 == 0 and sign in _JOINS else (" ", "")
            picture.cells[column - 1, y] = picture.cells[column + 1, y] = side
        if x % 2 and y % 2:
            square = (x - 1) // 2, (y - 1) // 2
            place[square] = column, y
            if wide or _has_room(square[0]):
                picture.columns[column] = naming.column_name(square[0])
            picture.rows[y] = str(square[1] + 1)
    picture.place = place
    return picture


def _has_room(column: int) -> bool:
    """Of columns with names of two letters every other is named where they stand close together."""
    return len(naming.column_name(column)) == 1 or column % 2 == 0


def _wall(marks: Mapping[Square, str], x: int, y: int) -> str:
    joined = "".join(side for side, dx, dy in _SIDES if marks.get((x + dx, y + dy), "?") in _JOINS)
    if x % 2:
        return "─"
    return "│" if y % 2 else _LINES[joined]


def field_picture(view: View, grid: Grid, letters: Mapping[str, str]) -> Picture:
    """The ground of a fight: two signs a square, a letter a creature; the fallen are marked x."""
    place = {(x, y): (2 * x, y) for y in range(grid.height) for x in range(grid.width)}
    walls = set(grid.walls)
    beside = {
        s for x, y in place if (x, y) not in walls for s in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    }
    cells: dict[Square, Cell] = {}
    for square, at in place.items():
        if square not in walls:
            cells[at] = ("·", "dim")
        elif square in beside:
            cells[at] = ("#", "")
            cells[at[0] + 1, at[1]] = ("#", "") if (square[0] + 1, square[1]) in walls else (" ", "")
    for creature in view.ours:
        if creature.at is not None:
            mark = letters.get(creature.id, "?") if creature.status == "up" else "x"
            style = "bold cyan" if creature.status == "up" else "dim"
            if creature.id in view.acting and creature.status == "up":
                style = "bold cyan underline"
            cells.update(dict.fromkeys((place[s] for s in block(creature.at, creature.size)), (mark, style)))
    for other in view.others:
        if other.at is not None and (other.status == "up" or cells[place[other.at]][0] == "·"):
            up = other.status == "up"
            cell = (letters.get(other.id, "?"), "bold magenta") if up else ("x", "dim")
            cells.update(dict.fromkeys((place[s] for s in block(other.at, other.size)), cell))
    for square in view.threatened:
        if cells.get(place[square], ("", ""))[0] == "·":
            cells[place[square]] = (":", "red")
    for (x, y), arrow in arrows_of(view).items():
        cells[2 * x + 1, y] = (arrow, "bold")
    columns = {2 * x: naming.column_name(x) for x in range(grid.width) if _has_room(x)}
    return Picture(cells, columns, {y: str(y + 1) for y in range(grid.height)}, place)


def cut(
    picture: Picture,
    width: int,
    height: int,
    centre: Square,
    cursor: Square | None = None,
    legal: Collection[Square] = (),
) -> Text:
    """So much of the picture as fits, the square `centre` in the middle, names of squares along two edges."""
    for square in legal:
        at = picture.place.get(square)
        if at is not None and picture.cells.get(at, ("·", ""))[0] in ("·", ":"):
            picture.cells[at] = ("•", "bold green")
    if cursor is not None and cursor in picture.place:
        at = picture.place[cursor]
        picture.cells[at] = (picture.cells.get(at, ("·", ""))[0], "bold reverse green")
    wide, high = max(1, width - MARGIN), max(1, height - 1)
    left, top = _corner(picture, wide, high, centre)
    text = Text(no_wrap=True, overflow="crop")
    text.append(" " * MARGIN + _heads(picture.columns, left, wide) + "\n", "dim")
    for y in range(top, top + high):
        text.append(f"{picture.rows.get(y, ''):>{MARGIN - 1}} ", "dim")
        for x in range(left, left + wide):
            text.append(*picture.cells.get((x, y), (" ", "")))
        text.append("\n")
    text.right_crop(1)
    return text


def square_at(picture: Picture, width: int, height: int, centre: Square, at: Square) -> Square | None:
    """The square that stands at a place of what `cut` shows, or beside it; None if none does."""
    left, top = _corner(picture, max(1, width - MARGIN), max(1, height - 1), centre)
    column, row = left + at[0] - MARGIN, top + at[1] - 1
    near = ((abs(x - column) + abs(y - row), square) for square, (x, y) in picture.place.items())
    far, square = min(near, default=(NEAR + 1, (0, 0)))
    return square if far <= NEAR else None


def _corner(picture: Picture, wide: int, high: int, centre: Square) -> Square:
    """The place of the picture that stands first."""
    middle = picture.place.get(centre, (0, 0))
    return _first([x for x, _ in picture.cells], wide, middle[0]), _first(
        [y for _, y in picture.cells], high, middle[1]
    )


def _first(places: list[int], room: int, centre: int) -> int:
    """Where to begin: all of it if it fits, else round the centre without empty space at the ends."""
    if not places:
        return 0
    low, high = min(places), max(places) + 1
    if high - low <= room:
        return low - (room - (high - low)) // 2
    return min(max(low, centre - room // 2), high - room)


def _heads(columns: Mapping[int, str], left: int, width: int) -> str:
    heads = [" "] * width
    for column, name in columns.items():
        start = column - left - (len(name) - 1)
        if start >= 0 and start + len(name) <= width:
            heads[start : start + len(name)] = name
    return "".join(heads)
