"""The squares of a fight with both sides drawn up: from the dungeon's map, or open country."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.world.creature import Creature, Moved
from underkeep.world.dungeon import Area, Dungeon, Spot
from underkeep.world.encounter import Encounter, EncounterChanged
from underkeep.world.grid import Grid, Square
from underkeep.world.state import GridLaid, State

MARGIN = 1
MOST_STEPS = 48
"""The squares between two sides, at most, when a fight in the open is laid out; from farther off they come closer."""
OPEN_MARGIN = 6
FRONT = 25


def draw_up(do: Resolution) -> None:
    """The area and those open to it become the field; the party stands at its spot, the others at their distance."""
    if do.state.is_outdoors:
        _draw_up_outdoors(do)
        return
    dungeon, at, area = survey.here(do.state)
    encounter = do.state.encounter
    assert encounter is not None
    areas = _connected(dungeon, area, 2 * (len(do.state.marchers()) + len(encounter.monsters)))
    grid, (left, top) = _grid(areas, _shut_ways(dungeon, areas))
    start = (at.square[0] - left) * 2, (at.square[1] - top) * 2
    steps = max(2, do.rules.measures.squares(encounter.distance))
    many = len(do.state.marchers()) + len(_standing(do.state, encounter))
    while True:
        order = _by_distance(grid, start)
        places = _places(do.state, grid, order, [_before_the_party(order, area, (left, top), steps)], steps)
        wider = _widened(grid) if len(places) < many else grid
        if wider == grid:
            break
        grid = wider
    _deploy(do, grid, places)


def _draw_up_outdoors(do: Resolution) -> None:
    """Open ground without a wall: the party in the middle of those around it, or opposite those who come."""
    encounter = do.state.encounter
    assert encounter is not None
    most = int(do.rules.measures.of_squares(MOST_STEPS))
    if encounter.distance > most:
        encounter = replace(encounter, distance=most)
        do.emit(EncounterChanged(encounter, "close in"))
    steps = max(2, do.rules.measures.squares(encounter.distance))
    wide = 2 * (steps + OPEN_MARGIN) + 1 if encounter.around else steps + 2 * OPEN_MARGIN
    grid = Grid(wide, wide if encounter.around else FRONT)
    start = (wide // 2 if encounter.around else OPEN_MARGIN - 1), grid.height // 2
    order = _by_distance(grid, start)
    sides = [
        _on_side(order, start, side) for side in (("north", "east", "south", "west") if encounter.around else ("east",))
    ]
    _deploy(do, grid, _places(do.state, grid, order, sides, steps))


def _deploy(do: Resolution, grid: Grid, places: list[tuple[Creature, Square]]) -> None:
    do.emit(GridLaid(grid))
    for creature, square in places:
        do.emit(Moved(creature.id, square, "deploy"))


def _standing(state: State, encounter: Encounter) -> list[Creature]:
    """Those who are met, as far as they are up."""
    return [c for id in encounter.monsters if (c := state.creatures[id]).status == "up"]


def _widened(grid: Grid) -> Grid:
    """Who finds no room presses into niches and doorways: the walls next to the floor give way."""
    near = grid.spread(grid.floor)
    return replace(grid, walls=tuple(wall for wall in grid.walls if not grid.bit(wall) & near))


def _places(
    state: State, grid: Grid, order: list[tuple[int, Square]], sides: list[list[tuple[int, Square]]], steps: int
) -> list[tuple[Creature, Square]]:
    """Those who are met on their sides of the field, so many steps off; the party before them in marching order."""
    encounter = state.encounter
    assert encounter is not None
    taken = 0
    ours: list[tuple[Creature, Square]] = []
    theirs: list[tuple[Creature, Square]] = []
    for member in state.marchers():
        square = _free(grid, member.size, order, taken)
        if square is not None:
            ours.append((member, square))
            taken |= grid.footprint(square, member.size)
    party = taken
    for number, monster in enumerate(_standing(state, encounter)):
        for where in (sides[number % len(sides)], order):
            square = _free(grid, monster.size, where, taken, steps)
            if square is not None:
                taken |= grid.footprint(square, monster.size)
                theirs.append((monster, square))
                break
    return [*theirs, *_front_first(grid, ours, taken & ~party)]


def _front_first(grid: Grid, ours: list[tuple[Creature, Square]], others: int) -> list[tuple[Creature, Square]]:
    """Who marches in front stands in front, as far as all of them are of one size."""
    if len({member.size for member, _ in ours}) != 1:
        return ours
    front = _nearest_first(grid, [square for _, square in ours], others)
    return list(zip((member for member, _ in ours), front, strict=True))


def _on_side(order: list[tuple[int, Square]], start: Square, side: str) -> list[tuple[int, Square]]:
    """Of these squares those that lie on one side of another, at each distance the middle first."""
    found = []
    for far, (x, y) in order:
        across, down = x - start[0], y - start[1]
        turned = {"north": (-down, across), "east": (across, down), "south": (down, across), "west": (-across, down)}
        ahead, beside = turned[side]
        if ahead >= abs(beside):
            found.append((far, abs(beside), (x, y)))
    return [(far, square) for far, _, square in sorted(found)]


def _connected(dungeon: Dungeon, area: Area, room_for: int) -> list[Area]:
    """The area and its neighbours through open ways, and theirs, until so many have room."""
    found, ring = [area.id], [area.id]
    while ring and (len(found) == 1 or _room(dungeon, found) < room_for):
        beyond = [d.beyond(id) for id in ring for d in dungeon.doors_of(id) if d.is_passable]
        ring = [id for id in dict.fromkeys(beyond) if id not in found]
        found += ring
    return [dungeon.areas[id] for id in found]


def ground(state: State, spot: Spot) -> int:
    """The squares of the present field that a square of the map is made of; none if it lies outside."""
    areas = _areas_of_field(state)
    if all(spot.area != part.id for part in areas):
        return 0
    return _on_field(state, areas, [spot.square])


def on_the_map(state: State) -> int:
    """The squares of the present field that are on the party's map."""
    areas = _areas_of_field(state)
    return _on_field(state, areas, [s for part in areas for s in part.squares if survey.is_seen(state, s)])


def _areas_of_field(state: State) -> list[Area]:
    """The areas that the present field was made of; none if the doors between them are not as they were."""
    dungeon, _, area = survey.here(state)
    grid, encounter, party, fight = state.grid, state.encounter, state.party, state.fight
    if grid is None or encounter is None or party is None or fight is None:
        return []
    ours = sum(id in party.members for id in fight.combatants)
    areas = _connected(dungeon, area, 2 * (ours + len(encounter.monsters)))
    _, _, width, height = _bounds(areas)
    return areas if (grid.width, grid.height) == (2 * width, 2 * height) else []


def _on_field(state: State, areas: list[Area], squares: list[Square]) -> int:
    """What the field has of these squares of the map."""
    grid = state.grid
    if grid is None or not areas:
        return 0
    left, top, _, _ = _bounds(areas)
    corners = [(2 * (x - left), 2 * (y - top)) for x, y in squares]
    return grid.mask((x + dx, y + dy) for x, y in corners for dx in (0, 1) for dy in (0, 1)) & grid.floor


def _bounds(areas: list[Area]) -> tuple[int, int, int, int]:
    """The left and top of the map that a field shows, its width and its height, in squares of the map."""
    across, down = zip(*(square for area in areas for square in area.squares), strict=True)
    left, top = min(across) - MARGIN, min(down) - MARGIN
    return left, top, max(across) - left + 1 + MARGIN, max(down) - top + 1 + MARGIN


def _room(dungeon: Dungeon, areas: list[str]) -> int:
    """How many can stand there, four to a square of the map."""
    return sum(4 * len(dungeon.areas[id].squares) for id in areas)


def _shut_ways(dungeon: Dungeon, areas: list[Area]) -> list[tuple[Square, Square]]:
    """The two squares of every door between these areas that nobody can pass."""
    ids = {area.id for area in areas}
    return [d.squares for d in dungeon.doors.values() if ids.issuperset(d.areas) and not d.is_passable]


def _sill(inside: Square, outside: Square) -> list[Square]:
    """The two squares along the edge of a square of the map, on the side of its neighbour."""
    x, y = 2 * inside[0], 2 * inside[1]
    if inside[0] != outside[0]:
        x += inside[0] < outside[0]
        return [(x, y), (x, y + 1)]
    y += inside[1] < outside[1]
    return [(x, y), (x + 1, y)]


def _grid(areas: list[Area], shut: list[tuple[Square, Square]]) -> tuple[Grid, Square]:
    """A grid round the areas; everything else is wall, and so is the sill of a shut door.

    Also the corner it is measured from.
    """
    floor = {square for area in areas for square in area.squares}
    left, top, width, height = _bounds(areas)
    walls = tuple(
        (2 * x + dx, 2 * y + dy)
        for y in range(height)
        for x in range(width)
        if (x + left, y + top) not in floor
        for dy in (0, 1)
        for dx in (0, 1)
    )
    sills = tuple((x - 2 * left, y - 2 * top) for inside, outside in shut for x, y in _sill(inside, outside))
    return Grid(2 * width, 2 * height, (*walls, *sills)), (left, top)


def _by_distance(grid: Grid, start: Square) -> list[tuple[int, Square]]:
    """Every square that can be walked to, with the steps to it, nearest first."""
    found = [(0, start)]
    seen = ring = grid.bit(start)
    steps = 0
    while ring:
        steps += 1
        ring = grid.spread(ring) & grid.floor & ~seen
        seen |= ring
        found += [(steps, square) for square in grid.squares(ring)]
    return found


def _before_the_party(
    order: list[tuple[int, Square]], area: Area, corner: Square, steps: int
) -> list[tuple[int, Square]]:
    """Where those who are met stand: in the area itself if it goes so far, and not on the way the party came."""
    inside = set(area.squares)
    within = [(far, s) for far, s in order if (s[0] // 2 + corner[0], s[1] // 2 + corner[1]) in inside]
    return within if any(far >= steps for far, _ in within) else order


def _nearest_first(grid: Grid, squares: list[Square], others: int) -> list[Square]:
    """These squares, those nearest to the others first."""
    steps, seen = {}, others
    ring, far = seen, 0
    while ring:
        steps.update(dict.fromkeys(grid.squares(ring), far))
        far += 1
        ring = grid.spread(ring) & grid.floor & ~seen
        seen |= ring
    return sorted(squares, key=lambda square: steps.get(square, far))


def _free(grid: Grid, size: int, order: list[tuple[int, Square]], taken: int, steps: int = 0) -> Square | None:
    """The nearest square with room that is at least so many steps away, or the farthest there is."""
    room = grid.room(grid.floor & ~taken, size) if size > 1 else ~taken
    free = [(far, square) for far, square in order if room & grid.bit(square)]
    return next((square for far, square in free if far >= steps), free[-1][1] if free else None)
