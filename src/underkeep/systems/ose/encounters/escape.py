"""Where a party that runs can go: the ways out it knows, and the trail they lead along, homewards."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET
from underkeep.world.dungeon import Door, DoorChanged, Dungeon, Spot
from underkeep.world.grid import Square, distance, in_sight
from underkeep.world.party import PartyWent
from underkeep.world.state import State

INFRAVISION_FEET = 60
_LONGEST = 400
_FAR = 10_000


def is_way(door: Door) -> bool:
    """Whether a running party gets through: it stands open, or the party knows that it opens."""
    return door.is_passable or (door.found and door.tried and not door.bar and door.kind == "door")


def is_at_the_mouth(state: State) -> bool:
    """Whether the way to the surface leads out of this very area."""
    dungeon, _, area = survey.here(state)
    return dungeon.entrance.area == area.id


def ways_out(state: State, way: str = "") -> list[Spot]:
    """Where the party can run to: first by the way that is named, then where it has been before, and of that first what
    is nearest to the entrance."""
    dungeon, at, area = survey.here(state)
    assert state.party is not None
    found = [
        Spot(at.level, door.side(door.beyond(area.id)), door.beyond(area.id))
        for door in survey.known_doors(state)
        if is_way(door)
    ]
    found += [survey.other_end(stairs, area.id) for stairs in survey.known_stairs(state)]
    if len(found) < 2:
        return found
    home, visited = _ways_home(state, dungeon), state.party.visited
    door = dungeon.doors.get(way)
    named = door.beyond(area.id) if door is not None else ""
    return sorted(found, key=lambda spot: (spot.area != named, spot.area not in visited, home.get(spot.area, _FAR)))


def _ways_home(state: State, dungeon: Dungeon) -> dict[str, int]:
    """How many ways lie between the entrance and each area that the party has been in."""
    home, queue = {dungeon.entrance.area: 0}, deque([dungeon.entrance])
    while queue:
        at = queue.popleft()
        for spot in _onward(state, dungeon, at.area):
            if spot.area not in home:
                home[spot.area] = home[at.area] + 1
                queue.append(spot)
    return home


def _onward(state: State, dungeon: Dungeon, area: str) -> list[Spot]:
    """Where one can go on to from an area, of all that the party has been in."""
    assert state.party is not None
    found = [
        Spot(door.level, door.side(door.beyond(area)), door.beyond(area))
        for door in dungeon.doors_of(area)
        if is_way(door)
    ]
    found += [survey.other_end(stairs, area) for stairs in dungeon.stairs_of(area)]
    return [spot for spot in found if spot.area in state.party.visited]


def trail(state: State, ways: list[Spot]) -> list[Spot]:
    """The squares a running party covers: out of the area by the first way and on through those it knows, homewards."""
    dungeon, at, area = survey.here(state)
    covered, seen, home = [at], {area.id}, _ways_home(state, dungeon)
    spot: Spot | None = ways[0] if ways else None
    while spot is not None and len(covered) < _LONGEST:
        here = covered[-1]
        grid, floor = dungeon.level(here.level).grid, survey.floor_of(dungeon, dungeon.areas[here.area])
        end = exit_square(dungeon, here, spot)
        covered += [Spot(here.level, square, here.area) for square in survey.path(grid, floor, here.square, end)]
        covered.append(spot)
        seen.add(spot.area)
        fresh = [s for s in _onward(state, dungeon, spot.area) if s.area not in seen]
        spot = min(fresh, key=lambda s: home.get(s.area, _FAR), default=None)
    return covered


def exit_square(dungeon: Dungeon, here: Spot, there: Spot) -> Square:
    """The square of an area from which one leaves it for another."""
    door = _door_between(dungeon, here.area, there.area)
    if door is not None:
        return door.side(here.area)
    stairs = next(s for s in dungeon.stairs_of(here.area) if there.area in (s.up.area, s.down.area))
    return survey.end_of(stairs, here.area).square


def _door_between(dungeon: Dungeon, here: str, there: str) -> Door | None:
    return next((d for d in dungeon.doors_of(here) if d.beyond(here) == there and is_way(d)), None)


@executes("ose:evasion.running.no-mapping")
def run(do: Resolution, trail: list[Spot], rule: tuple[str, ...]) -> None:
    """The party has run along this trail; doors on it are thrown open. Nobody looks about or draws."""
    areas = list(dict.fromkeys(spot.area for spot in trail))
    for here, there in pairwise(areas):
        assert do.state.dungeon is not None
        door = _door_between(do.state.dungeon, here, there)
        if door is not None and not door.is_passable:
            do.emit(DoorChanged(replace(door, is_open=True), "opened"))
    do.emit(PartyWent("dungeon", trail[-1], "run", rule=rule))


@executes("ose:evasion.dungeon.line-of-sight")
def is_out_of_sight(state: State, trail: list[Spot], covered: int, gap_feet: int) -> bool:
    """Farther than infravision reaches, and round a corner."""
    assert state.dungeon is not None
    ahead, behind = trail[covered], trail[max(0, covered - gap_feet // MAP_SQUARE_FEET)]
    if ahead.level != behind.level:
        return True
    far = distance(ahead.square, behind.square) * MAP_SQUARE_FEET > INFRAVISION_FEET
    corner = not in_sight(state.dungeon.level(ahead.level).grid, behind.square, ahead.square)
    return corner and (far or ahead.area != behind.area)
