"""A planned place: streets cut it into blocks, and walls cut the blocks into rooms."""

from __future__ import annotations

from underkeep.generate.choice import Chooser
from underkeep.generate.paper import PASSAGE, Paper
from underkeep.generate.settings import Setting

STREET = 3
"""A street and the wall on either side."""
LEAST_SIDE = 2
ROOMS_A_STREET = 5

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; all four included."""


def blocks(choose: Chooser, setting: Setting, rooms: int, side: int) -> Paper | None:
    """Split the largest box until there are enough; the first cuts are streets."""
    paper = Paper(side, side)
    boxes: list[Box] = [(1, 1, side - 2, side - 2)]
    streets = max(1, rooms // ROOMS_A_STREET)
    while len(boxes) < rooms:
        boxes.sort(key=lambda box: (-_size(box), box))
        cut = next((i for i, box in enumerate(boxes) if _can_split(box, STREET if streets > 0 else 1)), None)
        if cut is None:
            return None
        boxes += _split(choose, paper, boxes.pop(cut), is_street=streets > 0)
        streets -= 1
    for left, top, right, bottom in sorted(boxes):
        squares = [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]
        paper.add_room([paper.at(square) for square in squares], "rectangle")
    return paper


def _size(box: Box) -> int:
    return (box[2] - box[0] + 1) * (box[3] - box[1] + 1)


def _can_split(box: Box, gap: int) -> bool:
    return max(box[2] - box[0], box[3] - box[1]) + 1 >= 2 * LEAST_SIDE + gap


def _split(choose: Chooser, paper: Paper, box: Box, is_street: bool) -> list[Box]:
    """Cut across the longer side, somewhere in the middle third."""
    left, top, right, bottom = box
    is_wide = right - left >= bottom - top
    low, high = (left, right) if is_wide else (top, bottom)
    half = STREET // 2 if is_street else 0
    third = max(LEAST_SIDE + half, (high - low + 1) // 3)
    first, last = low + third, high - third
    cut = choose.between(first, last, "cut") if first < last else (low + high) // 2
    if is_street:
        _street(paper, box, cut, is_wide)
    if is_wide:
        return [(left, top, cut - half - 1, bottom), (cut + half + 1, top, right, bottom)]
    return [(left, top, right, cut - half - 1), (left, cut + half + 1, right, bottom)]


def _street(paper: Paper, box: Box, cut: int, is_wide: bool) -> None:
    """Along the cut, and on through the wall to a street that it meets."""
    left, top, right, bottom = box
    start, end = (top, bottom) if is_wide else (left, right)

    def at(along: int) -> int:
        return paper.at((cut, along) if is_wide else (along, cut))

    if start >= 2 and paper.is_floor(at(start - 2)):
        start -= 1
    if end + 2 < paper.width and paper.is_floor(at(end + 2)):
        end += 1
    paper.draw([at(along) for along in range(start, end + 1)], PASSAGE)
