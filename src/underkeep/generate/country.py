"""The lie of the land: a large map of main terrains, the small hexes that are worked out of it, coasts and rivers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from functools import cache
from heapq import heappop, heappush

from msgspec import Struct

from underkeep.procedures.region_questions import RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.world.hexes import Corner, Edge, Hex, beside, corners, next_corners
from underkeep.world.region import SPAN

FRAMES = 5
"""How many hexes of the large map there are each way."""
SIDE = FRAMES * SPAN
MIDDLE: Hex = (SIDE // 2, SIDE // 2)
SHORES = ("north", "east", "south", "west")
MOST_BEND = 3
"""What a side of a hex may weigh more than another for a river that seeks its way."""
WATER = 20
"""What it costs a river to run on where it has reached the sea."""


class Country(Struct):
    """A draft: what is written on the paper so far. `small` has the hexes that are worked out."""

    large: dict[Hex, str]
    small: dict[Hex, str]
    sea: str
    shore: str = ""
    rivers: tuple[Edge, ...] = ()
    banks: frozenset[Hex] = frozenset()

    def terrain(self, at: Hex) -> str:
        return self.small.get(at) or self.large[frame_of(at)]

    def is_water(self, at: Hex) -> bool:
        return is_on(at) and self.terrain(at) == self.sea

    def water(self) -> frozenset[Hex]:
        """All that lies under the sea by now."""
        frames = {frame for frame, terrain in self.large.items() if terrain == self.sea}
        drowned = {at for at, terrain in self.small.items() if terrain == self.sea and is_on(at)}
        small = self.small
        return frozenset(drowned.union(at for frame in frames for at in _hexes_of(frame) if not small.get(at)))

    def by_water(self, at: Hex) -> bool:
        """Whether a river runs by, or the sea lies beside."""
        return at in self.banks or any(self.is_water(h) for h in beside(at))

    def add_river(self, sides: tuple[Edge, ...]) -> None:
        self.rivers = tuple(dict.fromkeys((*self.rivers, *sides)))
        self.banks = frozenset(at for side in self.rivers for at in side)

    def land(self) -> list[Hex]:
        water = self.water()
        return [at for at in every_hex() if at not in water]


def frame_of(at: Hex) -> Hex:
    """The hex of the large map in which a small one lies."""
    return at[0] // SPAN, at[1] // SPAN


def is_on(at: Hex) -> bool:
    return 0 <= at[0] < SIDE and 0 <= at[1] < SIDE


def every_hex() -> list[Hex]:
    return [(x, y) for y in range(SIDE) for x in range(SIDE)]


def _hexes_of(frame: Hex) -> list[Hex]:
    """The small hexes in one of the large map, row by row."""
    left, top = frame[0] * SPAN, frame[1] * SPAN
    return [(x, y) for y in range(top, top + SPAN) for x in range(left, left + SPAN)]


def draw(do: Resolution, book: RegionChapter, setting: dict[str, str], shore: str, opened: Collection[Hex]) -> Country:
    """The large map from the middle outwards, the sea along its shore, and the small hexes of those that are opened."""
    middle = (FRAMES // 2, FRAMES // 2)
    frames = [(x, y) for y in range(FRAMES) for x in range(FRAMES)]
    frames.sort(key=lambda at: (abs(at[0] - middle[0]) + abs(at[1] - middle[1]), at))
    large: dict[Hex, str] = {}
    for at in frames:
        near = [large[h] for h in beside(at) if h in large]
        large[at] = setting["terrain"] if at == middle else book.country(do, setting, near)
    for at in frames:
        if shore and _is_shore(at, shore, FRAMES, 1):
            large[at] = book.sea
    country = Country(large, {}, book.sea, shore)
    for frame in opened:
        for at in _hexes_of(frame):
            if large[frame] != book.sea:
                near = [country.small[h] for h in beside(at) if h in country.small] or [large[frame]]
                country.small[at] = book.country(do, setting, [*near, large[frame], large[frame]])
    return country


def _is_shore(at: Hex, shore: str, wide: int, deep: int) -> bool:
    return {
        "north": at[1] < deep,
        "south": at[1] >= wide - deep,
        "west": at[0] < deep,
        "east": at[0] >= wide - deep,
    }[shore]


def flood(country: Country, town: Hex, dry: Collection[Hex]) -> None:
    """Let the sea come up to the town: all that lies beyond it on the side of the shore, but for what must stay dry."""
    across = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}[country.shore]
    for at in every_hex():
        beyond = (at[0] - town[0]) * across[0] + (at[1] - town[1]) * across[1]
        if beyond >= 1 and at not in dry:
            country.small[at] = country.sea
    for frame in country.large:
        hexes = [at for at in every_hex() if frame_of(at) == frame]
        if all(country.small.get(at) == country.sea for at in hexes):
            country.large[frame] = country.sea


def river(do: Resolution, country: Country, by: Sequence[Hex]) -> tuple[Edge, ...]:
    """A river on the sides of hexes: from the rim of the map to these hexes, along them in turn, and on to the sea or
    to the rim across."""
    weight = _bends(do, country)
    here = do.pick(tuple(corners(by[0])), "corner of a river")
    rim = _springs(country)
    up = _course(here, rim, weight)
    found = [side for side, _ in up]
    for at in by[1:]:
        stretch = _course(here, set(corners(at)), weight)
        found += [side for side, _ in stretch]
        here = stretch[-1][1] if stretch else here
    found += [side for side, _ in _course(here, _mouths(country, up[-1][1] if up else here), weight)]
    return tuple(dict.fromkeys(found))


def river_across(do: Resolution, country: Country, side: Edge) -> tuple[Edge, ...]:
    """A river that runs between these two hexes, so that who goes from one to the other must cross it."""
    weight = _bends(do, country)
    one, other = (c for c in corners(side[0]) if side[1] in c)
    up = _course(one, _springs(country), weight)
    down = _course(other, _mouths(country, up[-1][1] if up else one), weight)
    return tuple(dict.fromkeys((*(s for s, _ in up), side, *(s for s, _ in down))))


def _bends(do: Resolution, country: Country) -> Callable[[Edge], int]:
    """What it costs a river to run along a side."""
    weights: dict[Edge, int] = {}
    water = country.water()

    def weight(side: Edge) -> int:
        if side[0] in water or side[1] in water:
            return WATER
        if side not in weights:
            weights[side] = do.dice.roll(1, MOST_BEND, "bend of a river")[0]
        return weights[side]

    return weight


def _springs(country: Country) -> set[Corner]:
    water = country.water()
    return {c for c in _rim() if water.isdisjoint(c)}


def _mouths(country: Country, spring: Corner) -> set[Corner]:
    """Where a river may end: in the sea, else at the rim across."""
    sea = {c for at in country.water() for c in corners(at)}
    return sea or _opposite(spring, _springs(country))


@cache
def _rim() -> frozenset[Corner]:
    return frozenset(c for at in every_hex() for c in corners(at) if not all(is_on(h) for h in c))


def _opposite(start: Corner, rim: Collection[Corner]) -> set[Corner]:
    """The third of the rim that is farthest from a corner."""
    ordered = sorted(rim, key=lambda c: (-(abs(c[0][0] - start[0][0]) + abs(c[0][1] - start[0][1])), c))
    return set(ordered[: max(1, len(ordered) // 3)])


def _course(start: Corner, ends: Collection[Corner], weight: Callable[[Edge], int]) -> list[tuple[Edge, Corner]]:
    """The lightest way along sides of hexes to the nearest of the ends, each side with the corner it leads to."""
    queue: list[tuple[int, Corner]] = [(0, start)]
    came: dict[Corner, tuple[Edge, Corner] | None] = {start: None}
    best = {start: 0}
    while queue:
        so_far, at = heappop(queue)
        if at in ends:
            return _traced(came, at)
        if so_far > best[at]:
            continue
        for side, corner in _ways_on(at):
            cost = so_far + weight(side)
            if corner not in best or cost < best[corner]:
                best[corner], came[corner] = cost, (side, at)
                heappush(queue, (cost, corner))
    return []


@cache
def _ways_on(at: Corner) -> tuple[tuple[Edge, Corner], ...]:
    """The corners that a side leads to from this one, on the map."""
    return tuple(way for way in next_corners(at) if all(is_on(h) for h in way[0]))


def _traced(came: dict[Corner, tuple[Edge, Corner] | None], at: Corner) -> list[tuple[Edge, Corner]]:
    found: list[tuple[Edge, Corner]] = []
    while (step := came[at]) is not None:
        found.append((step[0], at))
        at = step[1]
    return found[::-1]


def reached(country: Country, start: Hex, afloat: bool = False) -> dict[Hex, Hex | None]:
    """Every hex that can be reached over land, or through the sea, with the one before it on a shortest way. Land that
    lies by the sea is reached from it, and left for it."""
    water = country.water()
    came: dict[Hex, Hex | None] = {start: None}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        is_wet = at in water
        for step in () if afloat and at != start and not is_wet else beside(at):
            if step not in came and is_on(step) and ((is_wet or step in water) if afloat else step not in water):
                came[step] = at
                queue.append(step)
    return came


def way_to(came: dict[Hex, Hex | None], goal: Hex) -> tuple[Hex, ...]:
    """The way that was found; empty if there is none."""
    if goal not in came:
        return ()
    found = [goal]
    while (before := came[found[-1]]) is not None:
        found.append(before)
    return tuple(found[::-1])
