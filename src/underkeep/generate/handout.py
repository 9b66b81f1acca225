"""The dungeon as a map for the players may show it: what is reached without finding anything hidden, and no way that
leads nowhere, be it meant so or the work of a secret door."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from underkeep.world.dungeon import Area, Dungeon
from underkeep.world.grid import Square

_BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))


def for_players(dungeon: Dungeon) -> Dungeon:
    """Without what hides, without what is behind it, and without the stubs that would tell of it."""
    reached = _reached(dungeon)
    areas = {id: area for id, area in dungeon.areas.items() if id in reached}
    doors = {id: door for id, door in dungeon.doors.items() if door.found and reached.issuperset(door.areas)}
    stairs = {id: s for id, s in dungeon.stairs.items() if s.up.area in reached and s.down.area in reached}
    shown = replace(dungeon, areas=areas, doors=doors, stairs=stairs, traps={}, hoards={}, groups={}, features={})
    shown = replace(shown, notes={}, dressings={})
    hidden = {square for door in dungeon.doors.values() if not door.found for square in door.squares}
    while (fewer := _trimmed(shown, hidden)) != shown:
        shown = fewer
    return shown


def _reached(dungeon: Dungeon) -> set[str]:
    found = [dungeon.entrance.area]
    for area in found:
        found += [beyond for beyond in _ways(dungeon, area) if beyond not in found]
    return set(found)


def _ways(dungeon: Dungeon, area: str) -> Iterator[str]:
    yield from (door.beyond(area) for door in dungeon.doors_of(area) if door.found)
    for stairs in dungeon.stairs_of(area):
        yield from {stairs.up.area, stairs.down.area} - {area}


def _trimmed(dungeon: Dungeon, hidden: set[Square]) -> Dungeon:
    """Passages lose the squares at their ends that lead to nothing, and rooms the doorways of hidden doors; a passage
    with one way in that holds nothing is left out, with its door."""
    kept = {id: _shorter(dungeon, area, hidden) for id, area in dungeon.areas.items()}
    blind = {id for id, area in kept.items() if not area.number and _is_blind(dungeon, area)}
    areas = {id: area for id, area in kept.items() if id not in blind}
    doors = {id: door for id, door in dungeon.doors.items() if not blind.intersection(door.areas)}
    return replace(dungeon, areas=areas, doors=doors)


def _is_blind(dungeon: Dungeon, area: Area) -> bool:
    if dungeon.entrance.area == area.id or dungeon.stairs_of(area.id):
        return False
    return len({door.beyond(area.id) for door in dungeon.doors_of(area.id)}) < 2


def _shorter(dungeon: Dungeon, area: Area, hidden: set[Square]) -> Area:
    held = {door.side(area.id) for door in dungeon.doors_of(area.id)}
    held |= {spot.square for s in dungeon.stairs_of(area.id) for spot in (s.up, s.down) if spot.area == area.id}
    if dungeon.entrance.area == area.id:
        held.add(dungeon.entrance.square)
    left = set(area.squares)
    while ends := {s for s in left - held if _is_end(s, left) and (not area.number or s in hidden)}:
        left -= ends
    return (
        area if len(left) == len(area.squares) else replace(area, squares=tuple(s for s in area.squares if s in left))
    )


def _is_end(square: Square, floor: set[Square]) -> bool:
    """Whether a square has at most one beside it; the corner of a wider floor has two."""
    return sum((square[0] + x, square[1] + y) in floor for x, y in _BESIDE) <= 1
