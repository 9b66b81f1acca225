"""Hexes of a map: who lies beside whom, how far apart, where their middles are. Columns go east and rows south; odd
columns lie half a hex lower."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import atan2, degrees, hypot, sqrt

Hex = tuple[int, int]
"""Column and row."""
Edge = tuple[Hex, Hex]
"""The side that two neighbours share, the lesser hex first."""
Corner = tuple[Hex, Hex, Hex]
"""Where three neighbours meet, in order."""

_EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
WIDE = sqrt(3) / 2
"""How far one column is from the next, if a row is 1."""


@lru_cache(4096)
def beside(at: Hex) -> tuple[Hex, ...]:
    """The six neighbours, clockwise from the north."""
    return tuple((at[0] + dx, at[1] + dy) for dx, dy in (_ODD if at[0] % 2 else _EVEN))


def apart(one: Hex, other: Hex) -> int:
    """How many steps lead from one to the other."""
    (ax, az), (bx, bz) = _axial(one), _axial(other)
    dx, dz = ax - bx, az - bz
    return max(abs(dx), abs(dz), abs(dx + dz))


def _axial(at: Hex) -> tuple[int, int]:
    return at[0], at[1] - (at[0] - at[0] % 2) // 2


def middle_of(at: Hex) -> tuple[float, float]:
    """So far east and north, if the next row is 1 away."""
    return at[0] * WIDE, -(at[1] + at[0] % 2 / 2)


def nearest(east: float, north: float) -> Hex:
    """The hex in which a point lies."""
    column = round(east / WIDE)
    near = [(x, round(-north - x % 2 / 2) + dy) for x in (column - 1, column, column + 1) for dy in (-1, 0, 1)]
    return min(near, key=lambda at: (hypot(middle_of(at)[0] - east, middle_of(at)[1] - north), at))


def bearing(one: Hex, other: Hex) -> float:
    """The course from one to the other, in degrees clockwise from north."""
    (ax, ay), (bx, by) = middle_of(one), middle_of(other)
    return degrees(atan2(bx - ax, by - ay)) % 360


def straight(one: Hex, other: Hex) -> tuple[Hex, ...]:
    """The hexes on the straight line, both ends among them."""
    steps = apart(one, other)
    (ax, ay), (bx, by) = middle_of(one), middle_of(other)
    found = [nearest(ax + (bx - ax) * i / steps + 1e-6, ay + (by - ay) * i / steps + 1e-6) for i in range(1, steps)]
    return (one, *found, other) if steps else (one,)


def edge(one: Hex, other: Hex) -> Edge:
    return (one, other) if one < other else (other, one)


def corner(hexes: Iterable[Hex]) -> Corner:
    a, b, c = sorted(hexes)
    return a, b, c


@lru_cache(4096)
def corners(at: Hex) -> tuple[Corner, ...]:
    """The six corners of a hex, clockwise."""
    round_it = beside(at)
    return tuple(corner((at, one, other)) for one, other in zip(round_it, (*round_it[1:], round_it[0]), strict=True))


@lru_cache(8192)
def next_corners(at: Corner) -> tuple[tuple[Edge, Corner], ...]:
    """The three corners that a side leads to from this one, each with the side."""
    found = []
    for i in range(3):
        one, other = (h for j, h in enumerate(at) if j != i)
        far = next(h for h in beside(one) if h in beside(other) and h != at[i])
        found.append((edge(one, other), corner((one, other, far))))
    return tuple(found)
