"""Cutting a level's passages into areas: a junction with its arms, or a stretch between two places."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.generate.paper import PASSAGE, Paper

LONGEST = 10
"""Squares of a passage that are one area at most, unless there is no good place to cut."""
LEAST_BETWEEN_JUNCTIONS = 3

Edge = tuple[int, int]


def stretches(paper: Paper) -> tuple[list[list[int]], list[Edge]]:
    """The passage areas, and the openings between them as pairs of squares."""
    cuts = {frozenset(edge) for run, is_between in _runs(paper) for edge in _cuts(paper, run, is_between)}
    areas: list[list[int]] = []
    owner: dict[int, int] = {}
    for start in paper.passages():
        if start in owner:
            continue
        owner[start] = len(areas)
        area = [start]
        for cell in area:
            for step in paper.steps:
                beside = cell + step
                if paper.cells[beside] == PASSAGE and beside not in owner and frozenset((cell, beside)) not in cuts:
                    owner[beside] = len(areas)
                    area.append(beside)
        areas.append(area)
    openings = sorted(tuple(sorted(cut)) for cut in cuts)
    return areas, [(one, other) for one, other in openings if owner[one] != owner[other]]


def _beside(paper: Paper, cell: int) -> list[int]:
    return [cell + step for step in paper.steps if paper.cells[cell + step] == PASSAGE]


def _runs(paper: Paper) -> Iterator[tuple[list[int], bool]]:
    """Every run of squares without a junction, in order, and whether it lies between two junctions."""
    done: set[int] = set()
    for start in paper.passages():
        if start in done or len(_beside(paper, start)) > 2:
            continue
        done.add(start)
        arms = [_follow(paper, start, way, done) for way in _beside(paper, start)]
        ahead, behind = ([cells for cells, _ in arms] + [[], []])[:2]
        yield [*reversed(behind), start, *ahead], sum(ends for _, ends in arms) == 2


def _follow(paper: Paper, before: int, cell: int, done: set[int]) -> tuple[list[int], bool]:
    """The squares onward from here to the next junction or end, and whether it was a junction."""
    found: list[int] = []
    while cell not in done:
        beside = _beside(paper, cell)
        if len(beside) > 2:
            return found, True
        done.add(cell)
        found.append(cell)
        onward = [other for other in beside if other != before]
        if not onward:
            return found, False
        before, cell = cell, onward[0]
    return found, False


def _cuts(paper: Paper, run: list[int], is_between: bool) -> list[Edge]:
    """Where to cut a run: in the middle between two junctions, and so that no piece is too long."""
    wanted = (len(run) - 1) // LONGEST
    if is_between and len(run) >= LEAST_BETWEEN_JUNCTIONS:
        wanted = max(1, wanted)
    found: list[Edge] = []
    for number in range(1, wanted + 1):
        middle = number * len(run) // (wanted + 1)
        reach = len(run) // (2 * (wanted + 1))
        places = sorted(
            range(max(1, middle - reach), min(len(run), middle + reach + 1)), key=lambda i: (abs(i - middle), i)
        )
        clean = next((i for i in places if _is_clean(paper, run[i - 1], run[i])), None)
        if clean is not None:
            found.append((run[clean - 1], run[clean]))
    return found


def _is_clean(paper: Paper, one: int, other: int) -> bool:
    """Whether the passage runs straight here: then the two sides of a cut touch nowhere else, not even at a corner."""
    step = other - one
    across = paper.stride if abs(step) == 1 else 1
    behind, ahead = one - step, other + step
    line = {one, other, behind, behind + across, behind - across, ahead, ahead + across, ahead - across}
    around = [*paper.floor_around(one), *paper.floor_around(other)]
    return all(floor in line and paper.cells[floor] == PASSAGE for floor in around)
