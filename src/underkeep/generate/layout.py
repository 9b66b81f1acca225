"""Where the rooms of a level lie: scattered, wall to wall along streets, in rings, or the same left and right.

Each layout draws rooms (and streets or galleries) on paper that it chooses the size of. Nothing is joined yet.
"""

from __future__ import annotations

from math import ceil, sqrt

from underkeep.generate.blocks import blocks
from underkeep.generate.choice import Chooser
from underkeep.generate.paper import PASSAGE, Paper
from underkeep.generate.rings import rings
from underkeep.generate.settings import Setting
from underkeep.generate.shapes import shape
from underkeep.world.grid import Grid, Square

PLACES = 24
"""How many places are tried for one shape."""
SHAPES = 12
"""How many shapes are tried for one room."""
MARGIN = 1
GALLERY_FROM_EDGE = 6
MIDDLE_SQUARES = 9
"""Squares of the middle line that one room upon it needs."""


def lay_out(choose: Chooser, setting: Setting, rooms: int, extra: int) -> Paper | None:
    """Paper with so many rooms on it, or None if they did not fit. `extra` squares are added to each side."""
    side = ceil(sqrt(rooms * setting.squares_a_room)) + 2 + extra
    if setting.layout == "blocks":
        return blocks(choose, setting, rooms, side)
    if setting.layout == "rings":
        return rings(choose, rooms)
    if setting.layout == "mirror":
        return _mirror(choose, setting, rooms, side)
    return _scatter(choose, setting, rooms, side)


class _Desk:
    """Paper with the mask of what is drawn, to try where a shape fits."""

    def __init__(self, side: int) -> None:
        self.paper = Paper(side, side)
        self.grid = Grid(side, side)
        self.drawn = 0

    def fits(self, squares: list[Square], gap: int) -> bool:
        mask = self.grid.mask(squares)
        for _ in range(gap):
            mask = self.grid.spread(mask)
        return not mask & self.drawn

    def add(self, kind: str, squares: list[Square]) -> None:
        self.drawn |= self.grid.mask(squares)
        self.paper.add_room([self.paper.at(square) for square in squares], kind)


def _moved(squares: list[Square], x: int, y: int) -> list[Square]:
    return [(i + x, j + y) for i, j in squares]


def _extent(squares: list[Square]) -> Square:
    return max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1


def _scatter(choose: Chooser, setting: Setting, rooms: int, side: int) -> Paper | None:
    desk = _Desk(side)
    for number in range(setting.galleries):
        _gallery(choose, desk, is_level=number % 2 == 0)
    for _ in range(rooms):
        if not _place(choose, setting, desk):
            return None
    return desk.paper


def _place(choose: Chooser, setting: Setting, desk: _Desk) -> bool:
    """Draw one room where it fits; later tries are smaller."""
    for attempt in range(SHAPES):
        is_hall = attempt < SHAPES // 2 and choose.chance(setting.hall, "a hall")
        kind, squares = shape(choose, setting, is_hall)
        width, height = _extent(squares)
        right, bottom = desk.paper.width - MARGIN - width, desk.paper.height - MARGIN - height
        if min(right, bottom) < MARGIN:
            continue
        for _ in range(PLACES):
            placed = _moved(squares, choose.between(MARGIN, right, "where"), choose.between(MARGIN, bottom, "where"))
            if desk.fits(placed, setting.gap):
                desk.add(kind, placed)
                return True
    return False


def _gallery(choose: Chooser, desk: _Desk, is_level: bool) -> None:
    """One straight passage through most of the level; two of them cross."""
    side = desk.paper.width
    inset = min(GALLERY_FROM_EDGE, side // 3)
    across = choose.between(inset, side - 1 - inset, "where")
    start, end = choose.between(1, inset - 1, "from"), side - 1 - choose.between(1, inset - 1, "to")
    squares = [(i, across) if is_level else (across, i) for i in range(start, end + 1)]
    fresh = [desk.paper.at(s) for s in squares if not desk.paper.is_floor(desk.paper.at(s))]
    desk.paper.draw(fresh, PASSAGE)
    desk.drawn |= desk.grid.mask(squares)


def _mirror(choose: Chooser, setting: Setting, rooms: int, side: int) -> Paper | None:
    """Rooms in pairs left and right of a middle line, and a few upon it: first a hall."""
    desk = _Desk(side | 1)
    in_middle = min(max(1, rooms // 4), desk.paper.height // MIDDLE_SQUARES)
    in_middle += (rooms - in_middle) % 2
    for number in range(in_middle):
        if not _place_in_middle(choose, setting, desk, is_hall=number == 0 and rooms > 4):
            return None
    for _ in range((rooms - in_middle) // 2):
        if not _place_pair(choose, setting, desk):
            return None
    return desk.paper


def _place_in_middle(choose: Chooser, setting: Setting, desk: _Desk, is_hall: bool) -> bool:
    for _ in range(SHAPES):
        kind, squares = shape(choose, setting, is_hall, "rectangle" if is_hall else "")
        squares = _symmetrical(squares)
        width, height = _extent(squares)
        if width % 2 == 0 or height > desk.paper.height - 2 * MARGIN or width > desk.paper.width - 2 * MARGIN:
            continue
        for _ in range(PLACES):
            top = choose.between(MARGIN, desk.paper.height - MARGIN - height, "where")
            placed = _moved(squares, (desk.paper.width - width) // 2, top)
            if desk.fits(placed, setting.gap):
                desk.add(kind, placed)
                return True
    return False


def _symmetrical(squares: list[Square]) -> list[Square]:
    """The shape and its mirror image, one upon the other."""
    width, _ = _extent(squares)
    both = {*squares, *((width - 1 - x, y) for x, y in squares)}
    return sorted(both, key=lambda square: (square[1], square[0]))


def _place_pair(choose: Chooser, setting: Setting, desk: _Desk) -> bool:
    for attempt in range(SHAPES):
        is_hall = attempt < SHAPES // 3 and choose.chance(setting.hall // 2, "a hall")
        kind, squares = shape(choose, setting, is_hall)
        width, height = _extent(squares)
        right, bottom = desk.paper.width // 2 - width, desk.paper.height - MARGIN - height
        if right < MARGIN or bottom < MARGIN:
            continue
        for _ in range(PLACES):
            left = _moved(squares, choose.between(MARGIN, right, "where"), choose.between(MARGIN, bottom, "where"))
            mirrored = [(desk.paper.width - 1 - x, y) for x, y in left]
            apart = desk.paper.width - 1 - 2 * max(x for x, _ in left)
            if apart > setting.gap and desk.fits(left, setting.gap) and desk.fits(mirrored, setting.gap):
                desk.add(kind, left)
                desk.add(kind, mirrored)
                return True
    return False
