"""Where a level is come upon: the way in from outside, and the stairs between levels."""

from __future__ import annotations

from underkeep.generate.choice import Chooser
from underkeep.generate.digging import exits, is_branch
from underkeep.generate.paper import EDGE, PASSAGE, ROCK, Paper
from underkeep.world.grid import Square

NEAREST = 3
"""The way in is one of so many that are shortest."""
NEAR_ROOM = 3
"""How much longer a way that goes on from a street may be."""


def dig_entrance(choose: Chooser, paper: Paper) -> Square:
    """A straight passage from a room, or on from the end of a street, to the edge of the map: there is the entrance."""
    ways: list[tuple[int, int, int, list[int]]] = []
    for room in paper.rooms:
        for out, (cell, step) in exits(paper, room).items():
            if way := _to_edge(paper, out, step):
                ways.append((len(way) + NEAR_ROOM, cell, out, way))
    for cell in paper.passages():
        beside = paper.floor_beside(cell)
        step = cell - beside[0]
        if len(beside) == 1 and is_branch(paper, cell + step, step) and (way := _to_edge(paper, cell + step, step)):
            ways.append((len(way), 0, cell + step, way))
    if not ways:
        return _by_the_wall(paper)
    ways.sort()
    _, room_side, out, way = choose.one_of(ways[:NEAREST], "entrance")
    paper.draw(way, PASSAGE)
    if room_side:
        paper.doors.append((room_side, out))
    return paper.square(way[-1])


def _to_edge(paper: Paper, start: int, step: int) -> list[int]:
    """The squares from here straight to the edge of the map, if nothing is in the way."""
    way = [start]
    while paper.cells[way[-1] + step] == ROCK and not paper.near[way[-1] + step]:
        way.append(way[-1] + step)
    return way if paper.cells[way[-1] + step] == EDGE else []


def _by_the_wall(paper: Paper) -> Square:
    """In the room nearest to the bottom of the map, where there is no place for a way in."""
    taken = {cell for door in paper.doors for cell in door}
    cells = [cell for room in paper.rooms.values() for cell in room if cell not in taken]
    return paper.square(max(cells))


def places_for_stairs(paper: Paper, arrival: Square) -> list[tuple[int, Square]]:
    """Squares of rooms against a wall and away from doors, with the steps from the arrival; corners come first."""
    taken = {cell for door in paper.doors for cell in door} | {paper.at(arrival)}
    steps = paper.walk_from([paper.at(arrival)])
    found = []
    for cells in paper.rooms.values():
        free = [cell for cell in cells if cell not in taken and len(paper.floor_beside(cell)) < 4]
        corners = [cell for cell in free if len(paper.floor_beside(cell)) <= 2]
        found += [(steps[cell], paper.square(cell)) for cell in corners or free or cells]
    return found
