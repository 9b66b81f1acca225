"""Finding the cheapest way for one passage through the rock (A*, with a price on bends and hard rock)."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from underkeep.generate.paper import PASSAGE, ROCK, Paper

STEP = 2
BRANCH = 6
"""The price of starting from a passage instead of from the room itself."""
MOST_VISITED = 1500
ENOUGH_EXITS = 3

Box = tuple[int, int, int, int]
Way = tuple[int, int]
"""A square and the direction in which it was entered."""


def exits(paper: Paper, room: int) -> dict[int, tuple[int, int]]:
    """Squares of rock where a passage may leave a room: each with the room's square and the direction out.

    Those at a corner of the room are left out if there are enough others.
    """
    found = _every_exit(paper, room)
    inner = {out: way for out, way in found.items() if not is_corner(paper, *way)}
    return inner if len(inner) >= ENOUGH_EXITS else found


def is_corner(paper: Paper, cell: int, step: int) -> bool:
    """Whether the wall that one leaves the room through ends beside this square."""
    across = paper.stride if abs(step) == 1 else 1
    return not paper.cells[cell - across] == paper.cells[cell] == paper.cells[cell + across]


def _every_exit(paper: Paper, room: int) -> dict[int, tuple[int, int]]:
    found = {}
    cells, near = paper.cells, paper.near
    for cell in paper.rooms[room]:
        if near[cell] == 8:
            continue
        for step in paper.steps:
            out = cell + step
            if cells[out] != ROCK or cells[out + step] not in (ROCK, PASSAGE):
                continue
            joins = cells[out + step] == PASSAGE
            if not joins and near[out + step] and not is_branch(paper, out + step, -step):
                continue
            if _is_clean_exit(paper, room, cell, out, step, joins):
                found[out] = (cell, step)
    return found


def _is_clean_exit(paper: Paper, room: int, cell: int, out: int, step: int, joins: bool) -> bool:
    ahead = out + step
    across = paper.stride if abs(step) == 1 else 1
    allowed = {ahead, ahead + across, ahead - across} if joins else set()
    for floor in paper.floor_around(out):
        if paper.cells[floor] != room and floor not in allowed:
            return False
    return set(paper.floor_beside(out)) == ({cell, ahead} if joins else {cell})


def is_branch(paper: Paper, cell: int, step: int) -> bool:
    """Whether rock beside a passage can be dug and only one junction comes of it. `step` leads away."""
    if paper.cells[cell] != ROCK or paper.cells[cell - step] != PASSAGE:
        return False
    across = paper.stride if abs(step) == 1 else 1
    root = cell - step
    allowed = (root, root + across, root - across)
    return all(floor in allowed and paper.cells[floor] == PASSAGE for floor in paper.floor_around(cell))


def dig(
    paper: Paper, a: int, b: int, branches: Iterable[int], goals: set[int], target: Box, bend: int, wobble: list[int]
) -> bool:
    """Dig from room a, or from passages near it, to room b or to a passage among the goals."""
    starts, ends = exits(paper, a), exits(paper, b)
    heap: list[tuple[int, int, int, int]] = []
    for out, (_, step) in starts.items():
        if paper.cells[out + step] == PASSAGE:
            if out + step in goals:
                _finish(paper, [out], starts, ends)
                return True
            continue
        heappush(heap, (_left(paper, out, target), 0, out, step))
    for root in branches:
        for step in paper.steps:
            if is_branch(paper, root + step, step):
                heappush(heap, (BRANCH + _left(paper, root + step, target), BRANCH, root + step, step))
    way = _search(paper, heap, goals, ends, target, bend, wobble)
    if not way:
        return False
    _finish(paper, _straightened(paper, way), starts, ends)
    return True


def _left(paper: Paper, cell: int, target: Box) -> int:
    y, x = divmod(cell, paper.stride)
    left, top, right, bottom = target
    return STEP * (max(left + 1 - x, x - right - 1, 0) + max(top + 1 - y, y - bottom - 1, 0))


def _search(
    paper: Paper,
    heap: list[tuple[int, int, int, int]],
    goals: set[int],
    ends: dict[int, tuple[int, int]],
    target: Box,
    bend: int,
    wobble: list[int],
) -> list[int]:
    """The squares of the way, or none."""
    cells, near = paper.cells, paper.near
    came: dict[Way, Way | None] = {(cell, step): None for _, _, cell, step in heap}
    first = {(cell, step) for _, _, cell, step in heap}
    best = {(cell, step): cost for _, cost, cell, step in heap}
    done: set[Way] = set()
    while heap and len(done) < MOST_VISITED:
        _, cost, cell, heading = heappop(heap)
        here = (cell, heading)
        if here in done:
            continue
        done.add(here)
        for step in (heading,) if here in first else paper.steps:
            ahead = cell + step
            if step == -heading or cells[ahead] != ROCK or (ahead, step) in done:
                continue
            if near[ahead]:
                joins = ahead + step in goals and is_branch(paper, ahead, -step)
                if joins or (ahead in ends and ends[ahead][1] == -step):
                    return [*_trace(came, here), ahead]
                continue
            price = cost + STEP + wobble[ahead] + (bend if step != heading else 0)
            if price < best.get((ahead, step), price + 1):
                came[ahead, step], best[ahead, step] = here, price
                heappush(heap, (price + _left(paper, ahead, target), price, ahead, step))
    return []


def _trace(came: dict[Way, Way | None], end: Way) -> list[int]:
    way: list[int] = []
    at: Way | None = end
    while at is not None:
        way.append(at[0])
        at = came[at]
    return way[::-1]


def _straightened(paper: Paper, way: list[int]) -> list[int]:
    """The same way without the bights that come back beside themselves."""
    place = {cell: i for i, cell in enumerate(way)}
    kept, i = [], 0
    while i < len(way):
        kept.append(way[i])
        i = max([i + 1, *(place.get(way[i] + step, 0) for step in paper.steps)])
    return kept


def _finish(paper: Paper, way: list[int], starts: dict[int, tuple[int, int]], ends: dict[int, tuple[int, int]]) -> None:
    """Draw the passage, with a door at each room that it touches."""
    rooms = [(starts[way[0]][0], way[0])] if way[0] in starts else []
    if way[-1] in ends:
        rooms.append((ends[way[-1]][0], way[-1]))
    paper.draw(way, PASSAGE)
    paper.doors += rooms
