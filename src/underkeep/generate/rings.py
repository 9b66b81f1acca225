"""A round place: a room in the middle and rings of rooms about it, with walls one square thick."""

from __future__ import annotations

from math import atan2, hypot, pi

from underkeep.generate.choice import Chooser
from underkeep.generate.paper import EDGE, Paper, pieces
from underkeep.world.grid import Square

CORE = 2.6
RING = 4.2
LEAST_SQUARES = 4
TRIES = 6
OVERLAP = ((1, 0), (0, 1), (1, 1), (-1, 1))


def rings(choose: Chooser, rooms: int) -> Paper | None:
    """As many rings as so many rooms need; each is cut at other angles."""
    for _ in range(TRIES):
        sectors = _sectors(rooms)
        angles = [choose.between(0, 359, "angle") / 360 for _ in sectors]
        cells = _cells(sectors, angles)
        if len(cells) == rooms:
            side = 2 * _radius(len(sectors)) + 3
            paper = Paper(side, side)
            for squares in cells:
                paper.add_room([paper.at(square) for square in squares], "ring")
            _close(paper)
            return paper
    return None


def _close(paper: Paper) -> None:
    """Nothing is dug outside the wall."""
    middle = paper.width // 2
    for y in range(paper.height):
        for x in range(paper.width):
            if hypot(x - middle, y - middle) > middle:
                paper.cells[paper.at((x, y))] = EDGE


def _sectors(rooms: int) -> list[int]:
    """How many rooms each ring has, the inner one first; longer rings have more."""
    count = next(n for n in range(1, 9) if 1 + 5 * n * (n + 1) // 2 + n >= rooms)
    weights = [CORE + RING * (ring + 0.5) for ring in range(count)]
    shares = [max(2 if rooms > 2 * count else 1, int((rooms - 1) * weight / sum(weights))) for weight in weights]
    shares[-1] += rooms - 1 - sum(shares)
    return shares


def _radius(count: int) -> int:
    return int(CORE + RING * count)


def _cells(sectors: list[int], angles: list[float]) -> list[list[Square]]:
    """The squares of each room. Where two rooms touch, even at a corner, the earlier square becomes wall."""
    radius = _radius(len(sectors))
    labels: dict[Square, int] = {}
    for y in range(-radius, radius + 1):
        for x in range(-radius, radius + 1):
            label = _label(x, y, sectors, angles)
            if label is not None:
                labels[x + radius + 1, y + radius + 1] = label
    kept: dict[int, list[Square]] = {}
    for (x, y), label in labels.items():
        if all(labels.get((x + i, y + j), label) == label for i, j in OVERLAP):
            kept.setdefault(label, []).append((x, y))
    largest = (pieces(squares)[0] for _, squares in sorted(kept.items()))
    return [sorted(piece, key=lambda s: (s[1], s[0])) for piece in largest if len(piece) >= LEAST_SQUARES]


def _label(x: int, y: int, sectors: list[int], angles: list[float]) -> int | None:
    """Which room a square belongs to, counted from the middle; None outside the walls."""
    far = hypot(x, y)
    if far <= CORE:
        return 0
    ring = int((far - CORE) / RING)
    if ring >= len(sectors):
        return None
    round_it = ((atan2(y, x) / (2 * pi)) + angles[ring]) % 1.0
    return 1 + sum(sectors[:ring]) + int(round_it * sectors[ring])
