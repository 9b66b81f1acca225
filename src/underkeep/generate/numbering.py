"""From paper to a level of numbered areas: rooms in the order in which one comes upon them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from underkeep.generate.choice import Chooser
from underkeep.generate.paper import Paper
from underkeep.generate.settings import Setting
from underkeep.generate.stretches import stretches
from underkeep.kernel.opaque import opaque_id
from underkeep.world.dungeon import Area, Level
from underkeep.world.grid import Grid, Square

LARGE = 36
"""Squares from which a room takes its name from the list of large ones."""

Pair = tuple[Square, Square]


class Draft(Struct):
    """A level with its areas, and the pairs of squares where two of them meet: two passages at `openings`."""

    level: Level
    areas: dict[str, Area]
    doorways: list[Pair]
    openings: list[Pair]

    def owners(self) -> dict[Square, str]:
        return {square: area.id for area in self.areas.values() for square in area.squares}


def number(choose: Chooser, setting: Setting, paper: Paper, level: int, arrival: Square, salt: str) -> Draft:
    """Give every room its number, nearest to the arrival first, and every area its id and name."""
    steps = paper.walk_from([paper.at(arrival)])
    rooms = sorted(paper.rooms, key=lambda room: (min(steps[cell] for cell in paper.rooms[room]), room))
    names = _names(choose, setting, [len(paper.rooms[room]) >= LARGE for room in rooms])
    area_id = partial(opaque_id, salt, "area", level)
    areas: dict[str, Area] = {}
    for place, (room, name) in enumerate(zip(rooms, names, strict=True), 1):
        kind = "cavern" if paper.shapes[room] == "cave" else "room"
        area = Area(area_id(place), level, kind, _squares(paper, paper.rooms[room]), place, name)
        areas[area.id] = area
    passages, cuts = stretches(paper)
    passages.sort(key=lambda cells: (min(steps[cell] for cell in cells), cells))
    for place, cells in enumerate(passages, 1):
        area = Area(area_id(-place), level, "passage", _squares(paper, cells), 0, setting.passage)
        areas[area.id] = area
    doors = sorted(paper.doors, key=lambda door: min(door))
    return Draft(
        Level(level, _grid(paper)),
        areas,
        [(paper.square(one), paper.square(other)) for one, other in doors],
        [(paper.square(one), paper.square(other)) for one, other in cuts],
    )


def _squares(paper: Paper, cells: list[int]) -> tuple[Square, ...]:
    return tuple(paper.square(cell) for cell in sorted(cells))


def _grid(paper: Paper) -> Grid:
    squares = ((x, y) for y in range(paper.height) for x in range(paper.width))
    return Grid(paper.width, paper.height, tuple(s for s in squares if not paper.is_floor(paper.at(s))))


def _names(choose: Chooser, setting: Setting, large: list[bool]) -> list[str]:
    """A name for each room; none comes twice before its list is used up."""
    decks: dict[bool, list[str]] = {True: [], False: []}
    found = []
    for is_large in large:
        if not decks[is_large]:
            decks[is_large] = choose.shuffled(setting.large if is_large else setting.small, "name")
        found.append(decks[is_large].pop())
    return found


OTHERS = ("Far", "Old", "Other", "Lower", "Hidden", "Last")
"""What a room is called besides where all the names of its list are used up."""


def named_once(setting: Setting, areas: Mapping[str, Area]) -> dict[str, Area]:
    """The areas of all levels with no name for two rooms, so that what is told of one is told of no other: the second
    takes a name of its list that is left, or else the same with a word before it."""
    taken = {area.name for area in areas.values() if area.number}
    found: dict[str, Area] = {}
    seen: set[str] = set()
    for id, area in areas.items():
        if area.number and area.name in seen:
            names = setting.large if area.name in setting.large else setting.small
            more = [*names, *(f"{word} {area.name}" for word in OTHERS), *(f"{area.name} {n}" for n in range(2, 99))]
            area = replace(area, name=next(name for name in more if name not in taken))
            taken.add(area.name)
        seen.add(area.name)
        found[id] = area
    return found
