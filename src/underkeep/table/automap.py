"""The map that a party draws as it goes: squares it has seen, walls round them, ways it knows. Nothing else.

A level is drawn on a canvas with a place for every square and for every line between two squares: square (x, y) stands
at column 2x+1, row 2y+1, so that walls and doors, which are lines, have places of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from underkeep.procedures import survey
from underkeep.world.dungeon import Area, Door, Dungeon
from underkeep.world.grid import Square
from underkeep.world.party import Party
from underkeep.world.state import State

DARK, FLOOR, WALL, GAP = " ", ".", "#", ","
OPEN_DOOR, SHUT_DOOR, FAST_DOOR, GATE = "'", "+", "X", "="
UP, DOWN, TRAP, TREASURE, PARTY = "<", ">", "^", "$", "@"
LEGEND = {
    PARTY: "the party",
    SHUT_DOOR: "door",
    OPEN_DOOR: "door, open",
    FAST_DOOR: "door that does not open",
    GATE: "portcullis or trapdoor",
    UP: "stairs up",
    DOWN: "stairs down",
    TREASURE: "treasure",
    TRAP: "trap",
}
MOST_KEPT = 16
_KEPT: dict[tuple[int, int], tuple[dict[str, Area], dict[Square, Area]]] = {}
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


class LevelMap(Struct, frozen=True):
    """What is known of one level. `rows` is the canvas; its first place is that of column `left`, row `top`."""

    level: int
    left: int
    top: int
    rows: tuple[str, ...]


def door_state(door: Door) -> str:
    """How a door stands as far as the party knows: what bars it shows only once it was tried."""
    if door.kind == "opening":
        return "open way"
    if door.is_open:
        return "open"
    return door.bar if door.tried and door.bar else "shut"


def level_map(state: State, level: int) -> LevelMap:
    """The canvas of a level, cut to what has been seen."""
    dungeon, party = state.dungeon, state.party
    assert dungeon is not None and party is not None
    grid = dungeon.level(level).grid
    mask = party.seen_mask(level) & grid.floor
    seen = set(grid.squares(mask))
    if not seen:
        return LevelMap(level, 0, 0, ())
    canvas: dict[Square, str] = {}
    _draw_floor(canvas, seen, _areas_by_square(dungeon, level))
    for door in dungeon.doors.values():
        if door.level == level and door.found and seen.intersection(door.squares):
            here = party.at.area if party.at is not None else ""
            canvas[_between(door)] = _door_mark(door, here in door.areas and door.side(here) in seen)
    for square, mark in _marks(dungeon, party, level):
        if square in seen:
            canvas[2 * square[0] + 1, 2 * square[1] + 1] = mark
    left, top = min(x for x, _ in canvas), min(y for _, y in canvas)
    right, bottom = max(x for x, _ in canvas), max(y for _, y in canvas)
    rows = ("".join(canvas.get((x, y), DARK) for x in range(left, right + 1)) for y in range(top, bottom + 1))
    return LevelMap(level, left, top, tuple(rows))


def _areas_by_square(dungeon: Dungeon, level: int) -> dict[Square, Area]:
    """The area of each square. Areas never change, so the last answers are kept for the same areas."""
    key = id(dungeon.areas), level
    kept = _KEPT.get(key)
    if kept is None or kept[0] is not dungeon.areas:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        found = {square: area for area in dungeon.areas.values() if area.level == level for square in area.squares}
        kept = _KEPT[key] = dungeon.areas, found
    return kept[1]


def _draw_floor(canvas: dict[Square, str], seen: set[Square], areas: dict[Square, Area]) -> None:
    """Each seen square, and on its four lines a wall unless the same area goes on there."""
    for x, y in seen:
        area = areas.get((x, y))
        column, row = 2 * x + 1, 2 * y + 1
        canvas[column, row] = FLOOR
        for across, down in _SIDES:
            place = column + across, row + down
            if area is not None and areas.get((x + across, y + down)) is area:
                if (x + across, y + down) in seen:
                    canvas[place] = GAP
            else:
                canvas[place] = WALL
                for side in (-1, 1):
                    canvas[place[0] + side * down, place[1] + side * across] = WALL
    for x, y in seen:
        corner = 2 * x + 2, 2 * y + 2
        block = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
        if corner not in canvas and block <= seen:
            canvas[corner] = GAP


def _between(door: Door) -> Square:
    (ax, ay), (bx, by) = door.squares
    return ax + bx + 1, ay + by + 1


def _door_mark(door: Door, is_in_view: bool) -> str:
    """How a door in view stands. Of others the party knows only that they are there: somebody may have been at them."""
    if door.kind == "opening":
        return GAP
    if is_in_view and door.is_open:
        return OPEN_DOOR
    if is_in_view and door_state(door) != "shut":
        return FAST_DOOR
    return GATE if door.kind in ("portcullis", "trapdoor") else SHUT_DOOR


def _marks(dungeon: Dungeon, party: Party, level: int) -> Iterator[tuple[Square, str]]:
    """What lies on squares, the most important last."""
    for stairs in dungeon.stairs.values():
        for spot, mark in ((stairs.up, DOWN), (stairs.down, UP)):
            if spot.level == level:
                yield spot.square, mark
    for trap in dungeon.traps.values():
        if trap.square is not None and trap.state != "hidden" and dungeon.areas[trap.area].level == level:
            yield trap.square, TRAP
    for hoard in dungeon.hoards.values():
        known = hoard.area in party.visited and not hoard.hidden and bool(hoard.items)
        if known and dungeon.areas[hoard.area].level == level:
            yield hoard.square or survey.middle(dungeon.areas[hoard.area]), TREASURE
    if party.at is not None and party.at.level == level:
        yield party.at.square, PARTY
