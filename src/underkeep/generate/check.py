"""Whether a dungeon's map is well formed: every fault as a sentence, none if all is well."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.generate.doors import reach
from underkeep.generate.paper import pieces
from underkeep.world.dungeon import Door, Dungeon, Spot
from underkeep.world.grid import Square

LEAST_OPEN = 0.6
"""The share of rooms that must be in reach without a secret door."""


def check(dungeon: Dungeon) -> list[str]:
    """The faults of the map."""
    found = [*_faults_of_areas(dungeon), *_faults_of_doors(dungeon), *_faults_of_spots(dungeon)]
    for level in dungeon.levels:
        found += _faults_between(dungeon, level.number)
    return found + _faults_of_reach(dungeon)


def _owners(dungeon: Dungeon, level: int) -> dict[Square, str]:
    return {s: area.id for area in dungeon.areas.values() if area.level == level for s in area.squares}


def _faults_of_areas(dungeon: Dungeon) -> Iterator[str]:
    for area in dungeon.areas.values():
        if len(pieces(area.squares)) != 1:
            yield f"{area.id} is not in one piece."
        if not all(dungeon.level(area.level).grid.contains(square) for square in area.squares):
            yield f"{area.id} lies off the map."
    for i, level in enumerate(dungeon.levels):
        areas = [area for area in dungeon.areas.values() if area.level == level.number]
        floor = [square for area in areas for square in area.squares]
        every = [(x, y) for y in range(level.grid.height) for x in range(level.grid.width)]
        if level.number != i + 1:
            yield f"Level {i + 1} has the number {level.number}."
        if len(set(floor)) != len(floor):
            yield f"Two areas of level {level.number} overlap."
        if set(level.grid.walls) != set(every) - set(floor) or len(set(level.grid.walls)) != len(level.grid.walls):
            yield f"The walls of level {level.number} are not what its areas leave."
        numbers = sorted(area.number for area in areas if area.number)
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"The rooms of level {level.number} are not numbered from 1 on."


def _faults_of_doors(dungeon: Dungeon) -> Iterator[str]:
    owners = {level.number: _owners(dungeon, level.number) for level in dungeon.levels}
    for id, door in dungeon.doors.items():
        (ax, ay), (bx, by) = door.squares
        if abs(ax - bx) + abs(ay - by) != 1:
            yield f"{id} does not stand between neighbouring squares."
        if tuple(owners[door.level].get(square) for square in door.squares) != door.areas:
            yield f"{id} does not stand between its areas."
        if id != door.id or door.areas[0] == door.areas[1]:
            yield f"{id} leads from an area to itself."
        if door.found == (door.kind == "secret door"):
            yield f"{id} is {'found' if door.found else 'hidden'}, though it is of the kind {door.kind}."


def _faults_of_spots(dungeon: Dungeon) -> Iterator[str]:
    spots: list[tuple[str, Spot]] = [("The entrance", dungeon.entrance)]
    for stairs in dungeon.stairs.values():
        spots += [(f"The top of {stairs.id}", stairs.up), (f"The bottom of {stairs.id}", stairs.down)]
        if stairs.down.level != stairs.up.level + 1:
            yield f"{stairs.id} does not lead one level down."
    for what, spot in spots:
        area = dungeon.areas.get(spot.area)
        if area is None or area.level != spot.level or spot.square not in area.squares:
            yield f"{what} is not in its area."
    places = [(spot.level, spot.square) for _, spot in spots]
    if len(set(places)) != len(places):
        yield "Two ways in or out share a square."
    if dungeon.entrance.level != 1:
        yield "The entrance is not on level 1."
    for number in range(1, len(dungeon.levels)):
        if not any(stairs.up.level == number for stairs in dungeon.stairs.values()):
            yield f"No way leads down from level {number}."


def _faults_between(dungeon: Dungeon, level: int) -> Iterator[str]:
    """Areas touch only at their doors; at corners, only beside a door that joins the same two."""
    owner = _owners(dungeon, level)
    doors = [door for door in dungeon.doors.values() if door.level == level]
    pairs = {frozenset(door.squares) for door in doors}
    for (x, y), area in owner.items():
        for beside in ((x + 1, y), (x, y + 1)):
            if owner.get(beside, area) != area and frozenset(((x, y), beside)) not in pairs:
                yield f"{area} and {owner[beside]} touch at {(x, y)} without a door."
        for corner in ((x + 1, y + 1), (x - 1, y + 1)):
            if owner.get(corner, area) != area and not _is_by_door(doors, (x, y), corner, {area, owner[corner]}):
                yield f"{area} and {owner[corner]} touch at the corner of {(x, y)}."


def _is_by_door(doors: list[Door], one: Square, other: Square, areas: set[str]) -> bool:
    """Whether a door between the two areas has its squares among the four about this corner."""
    four = {one, other, (one[0], other[1]), (other[0], one[1])}
    return any(set(door.areas) == areas and four.issuperset(door.squares) for door in doors)


def _faults_of_reach(dungeon: Dungeon) -> list[str]:
    stairs = [Door(s.id, 0, ((0, 0), (0, 1)), (s.up.area, s.down.area)) for s in dungeon.stairs.values()]
    every = reach([*dungeon.doors.values(), *stairs], dungeon.entrance.area)
    faults = [f"{area} cannot be reached." for area in dungeon.areas if area not in every]
    easy = reach([*(door for door in dungeon.doors.values() if door.found), *stairs], dungeon.entrance.area)
    rooms = [area.id for area in dungeon.areas.values() if area.number]
    if sum(room in easy for room in rooms) < LEAST_OPEN * len(rooms):
        faults.append("Too much lies behind secret doors.")
    return faults
