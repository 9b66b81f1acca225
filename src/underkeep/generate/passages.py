"""Joining the rooms of a level: doors through thin walls, and passages one square wide dug round everything else.

A passage keeps a square of rock between itself and whatever it does not lead to, also at corners. It ends at a room's
wall, where a door comes, or in another passage, which makes a junction.
"""

from __future__ import annotations

from underkeep.generate.choice import Chooser
from underkeep.generate.digging import dig, exits, is_branch, is_corner
from underkeep.generate.paper import PASSAGE, ROCK, Paper
from underkeep.generate.settings import Setting

Box = tuple[int, int, int, int]

TRIES_A_LOOP = 6
FAR = 14
"""A loop joins places that were at least so many steps apart."""
UNREACHED = 1_000_000
PARTNERS = 12
"""How many of its neighbours a room may be joined to."""
NEIGHBOURS = 5
"""A loop leads to one of a room's so many nearest neighbours."""


def join(choose: Chooser, setting: Setting, paper: Paper) -> bool:
    """Join all rooms, add loops and dead ends. False if a room could not be reached."""
    wobble = _wobble(choose, setting, paper)
    boxes = {room: _box(paper, cells) for room, cells in paper.rooms.items()}
    for room in paper.rooms:
        if choose.chance(setting.frontage, "opens on the street"):
            _open_on_street(choose, paper, room)
    if not _join_all(choose, setting, paper, boxes, wobble):
        return False
    wanted = choose.between(*setting.loops, "loops")
    loops = sum(_add_loop(choose, setting, paper, boxes, wobble, FAR, TRIES_A_LOOP) for _ in range(wanted))
    if not loops:
        _add_loop(choose, setting, paper, boxes, wobble, FAR // 2, len(paper.rooms))
    for _ in range(choose.between(*setting.dead_ends, "dead ends")):
        _add_dead_end(choose, paper)
    _erase_unreached(paper)
    return True


def _wobble(choose: Chooser, setting: Setting, paper: Paper) -> list[int]:
    """What each square costs to dig beyond the least: noise, so that tunnels stray."""
    if not setting.wobble:
        return [0] * len(paper.cells)
    return list(choose.faces(len(paper.cells), setting.wobble + 1, "hard rock"))


def _box(paper: Paper, cells: list[int]) -> Box:
    squares = [paper.square(cell) for cell in cells]
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    return min(xs), min(ys), max(xs), max(ys)


def _apart(one: Box, other: Box) -> int:
    across = max(one[0] - other[2], other[0] - one[2], 0)
    down = max(one[1] - other[3], other[1] - one[3], 0)
    return across + down


def _partners(room: int, boxes: dict[int, Box]) -> list[tuple[int, int]]:
    """The rooms nearest to one, each after its distance."""
    return sorted((_apart(boxes[room], box), other) for other, box in boxes.items() if other != room)[:PARTNERS]


def _join_all(choose: Chooser, setting: Setting, paper: Paper, boxes: dict[int, Box], wobble: list[int]) -> bool:
    """Nearest pairs first, as long as they are not joined already."""
    rooms = list(paper.rooms)
    joined = {room: {room} for room in rooms}
    pairs = {(far, min(room, other), max(room, other)) for room in rooms for far, other in _partners(room, boxes)}
    for _, a, b in sorted(pairs):
        if b in joined[a] or not _link(choose, setting, paper, a, b, boxes, wobble):
            continue
        reached = paper.walk_from(paper.rooms[a][:1])
        together = {room for room in rooms if paper.rooms[room][0] in reached}
        for room in together:
            joined[room] = together
    return len(joined[rooms[0]]) == len(rooms)


def _link(
    choose: Chooser,
    setting: Setting,
    paper: Paper,
    a: int,
    b: int,
    boxes: dict[int, Box],
    wobble: list[int],
    far: int = UNREACHED,
) -> bool:
    """Through the wall between two rooms if it is thin, else by a passage; it may end in one more than `far` away."""
    if _apart(boxes[a], boxes[b]) <= 3 and _pierce(choose, paper, a, b):
        return True
    reached = paper.walk_from(paper.rooms[a])
    goals = {cell for cell in paper.passages() if reached.get(cell, UNREACHED + 1) > far}
    near = [cell for cell, steps in reached.items() if paper.cells[cell] == PASSAGE and steps <= FAR]
    return dig(paper, a, b, near, goals, boxes[b], setting.bend, wobble)


def _open_on_street(choose: Chooser, paper: Paper, room: int) -> None:
    """A door on a street or gallery that runs along the room's wall."""
    ways = exits(paper, room)
    doorways = [out for out, (_, step) in ways.items() if paper.cells[out + step] == PASSAGE]
    if doorways:
        out = choose.one_of(doorways, "front door")
        paper.draw([out], PASSAGE)
        paper.doors.append((ways[out][0], out))


def _pierce(choose: Chooser, paper: Paper, a: int, b: int) -> bool:
    """A door where one or two squares of rock part the rooms. They become the first room's doorway."""
    found: list[tuple[int, ...]] = []
    for cell in paper.rooms[a]:
        for step in paper.steps:
            wall = cell + step
            if paper.cells[wall] != ROCK:
                continue
            if paper.cells[wall + step] == b and _parts(paper, wall, {cell, wall + step}, {a, b}):
                found.append((cell, wall, wall + step))
            elif paper.cells[wall + step] == ROCK and paper.cells[wall + 2 * step] == b:
                thick = _parts(paper, wall, {cell}, {a}) and _parts(paper, wall + step, {wall + 2 * step}, {b})
                if thick:
                    found.append((cell, wall, wall + step, wall + 2 * step))
    if not found:
        return False
    ranks = [(len(way), _is_at_corner(paper, way)) for way in found]
    _, *walls, last = choose.one_of([way for way, rank in zip(found, ranks, strict=True) if rank == min(ranks)], "door")
    paper.draw(walls, a)
    paper.rooms[a] += walls
    paper.doors.append((walls[-1], last))
    return True


def _is_at_corner(paper: Paper, way: tuple[int, ...]) -> bool:
    step = way[1] - way[0]
    return is_corner(paper, way[0], step) or is_corner(paper, way[-1], -step)


def _parts(paper: Paper, wall: int, beside: set[int], rooms: set[int]) -> bool:
    """Whether a square of rock has just this floor beside it, and no other room at its corners."""
    if set(paper.floor_beside(wall)) != beside:
        return False
    return all(paper.cells[cell] in rooms for cell in paper.floor_around(wall))


def _add_loop(
    choose: Chooser, setting: Setting, paper: Paper, boxes: dict[int, Box], wobble: list[int], far: int, tries: int
) -> bool:
    """A second way between two neighbours that were more than `far` steps from each other on foot."""
    for a in choose.shuffled(list(paper.rooms), "loop")[:tries]:
        steps = paper.walk_from(paper.rooms[a])
        others = [room for _, room in _partners(a, boxes)[:NEIGHBOURS] if steps[paper.rooms[room][0]] > far]
        if others and _link(choose, setting, paper, a, choose.one_of(others, "loop"), boxes, wobble, far):
            return True
    return False


def _add_dead_end(choose: Chooser, paper: Paper) -> bool:
    """A passage that leads nowhere, or did once."""
    passages = paper.passages()
    for _ in range(TRIES_A_LOOP if passages else 0):
        start, step = choose.one_of(passages, "dead end"), choose.one_of(paper.steps, "dead end")
        length = choose.between(2, 6, "dead end")
        cells = [start + step * i for i in range(1, length + 1)]
        if not is_branch(paper, cells[0], step):
            continue
        clear = 1
        while clear < length and paper.cells[cells[clear]] == ROCK and not paper.near[cells[clear]]:
            clear += 1
        if clear >= 2:
            paper.draw(cells[:clear], PASSAGE)
            return True
    return False


def _erase_unreached(paper: Paper) -> None:
    """A street that nothing opens on is filled in."""
    reached = paper.walk_from(paper.rooms[1][:1])
    paper.erase([cell for cell in paper.passages() if cell not in reached])
