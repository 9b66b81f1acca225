"""The examiner of maps finds each fault that it is there for."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.generate.small_dungeon import small_dungeon

from underkeep.generate.check import check
from underkeep.world.dungeon import Door, Dungeon, Level, Spot
from underkeep.world.grid import Grid


def door(dungeon: Dungeon, id: str, **changes: object) -> Dungeon:
    return replace(dungeon, doors={**dungeon.doors, id: replace(dungeon.doors[id], **changes)})


def area(dungeon: Dungeon, id: str, **changes: object) -> Dungeon:
    return replace(dungeon, areas={**dungeon.areas, id: replace(dungeon.areas[id], **changes)})


def without_door(dungeon: Dungeon) -> Dungeon:
    return replace(dungeon, doors={"door-1-02": dungeon.doors["door-1-02"]})


def other_walls(dungeon: Dungeon) -> Dungeon:
    return replace(dungeon, levels=(Level(1, Grid(6, 5)), dungeon.levels[1]))


def corner(dungeon: Dungeon) -> Dungeon:
    """A doorway moved down, so that hall and cell touch at a corner where there is no door."""
    hall = dungeon.areas["1-01"]
    moved = area(dungeon, "1-01", squares=(*(s for s in hall.squares if s != (3, 1)), (3, 2)))
    cell = area(moved, "1-02", squares=((4, 0), (4, 1), (5, 0), (5, 1)))
    grid = Grid(6, 5, tuple(sorted({*dungeon.level(1).grid.walls, (3, 1), (4, 2), (5, 2)} - {(3, 2)})))
    return replace(without_door(cell), levels=(Level(1, grid), dungeon.levels[1]))


FAULTS: list[tuple[Callable[[Dungeon], Dungeon], str]] = [
    (lambda d: area(d, "1-01", squares=((0, 0), (2, 0))), "1-01 is not in one piece."),
    (lambda d: area(d, "2-01", squares=((0, 0), (1, 0), (2, 0))), "2-01 lies off the map."),
    (lambda d: area(d, "1-p01", squares=((0, 2), (0, 3), (0, 4))), "Two areas of level 1 overlap."),
    (other_walls, "The walls of level 1 are not what its areas leave."),
    (lambda d: area(d, "1-02", number=3), "The rooms of level 1 are not numbered from 1 on."),
    (
        lambda d: door(d, "door-1-01", squares=((3, 1), (5, 1))),
        "door-1-01 does not stand between neighbouring squares.",
    ),
    (lambda d: door(d, "door-1-01", areas=("1-01", "1-p01")), "door-1-01 does not stand between its areas."),
    (lambda d: door(d, "door-1-01", found=True), "door-1-01 is found, though it is of the kind secret door."),
    (lambda d: replace(d, entrance=Spot(1, (5, 4), "1-p01")), "The entrance is not in its area."),
    (lambda d: replace(d, entrance=Spot(2, (1, 0), "2-01")), "The entrance is not on level 1."),
    (lambda d: replace(d, entrance=Spot(1, (5, 0), "1-02")), "Two ways in or out share a square."),
    (lambda d: replace(d, stairs={}), "No way leads down from level 1."),
    (without_door, "1-01 and 1-02 touch at (3, 1) without a door."),
    (without_door, "1-02 cannot be reached."),
    (corner, "1-02 and 1-01 touch at the corner of (4, 1)."),
    (lambda d: d, "Too much lies behind secret doors."),
]


@pytest.mark.parametrize(("spoil", "fault"), FAULTS)
def test_a_fault_is_found(spoil: Callable[[Dungeon], Dungeon], fault: str) -> None:
    assert fault in check(spoil(small_dungeon()))


def test_a_good_map_has_none() -> None:
    dungeon = small_dungeon()
    opened = {**dungeon.doors, "door-1-01": Door("door-1-01", 1, ((3, 1), (4, 1)), ("1-01", "1-02"))}
    assert check(replace(dungeon, doors=opened)) == []
