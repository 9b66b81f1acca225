"""What the book asks of a dungeon's map: its setting, its scale, and whether it is drawn as it should be."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET
from underkeep.world.dungeon import Door, Dungeon, Level, Spot
from underkeep.world.grid import Grid, Square

SCALES = ("10", "20", "30")


class DesignStepTaken(Note, frozen=True):
    """The scenario, or one of the four steps of making a dungeon, and what came of it."""

    secret: ClassVar[bool] = True

    step: str
    what: str


class DungeonSetting(Struct, frozen=True, forbid_unknown_fields=True):
    roll: int
    name: str
    shape: Literal["natural", "planned", "mixed"]
    rule: str


@cache
def settings() -> dict[str, DungeonSetting]:
    found = content.load(compendium.PACKAGE, "dungeon/settings", DungeonSetting)
    return dict(sorted(found.items(), key=lambda entry: entry[1].roll))


@executes("ose:dungeon-design.choose-setting")
def choose_setting(do: Resolution) -> str:
    """1d6 on the table of settings."""
    chosen = list(settings())[do.dice.roll(1, len(settings()), "dungeon setting")[0] - 1]
    do.emit(DesignStepTaken("setting rolled", chosen, rule=("ose:dungeon-design.choose-setting",)))
    return chosen


@executes("ose:dungeon-design.map.shape", "ose:dungeon-design.map.numbering", "ose:dungeon-design.levels")
def faults(dungeon: Dungeon) -> list[str]:
    """What is wrong with a map: walls that do not suit the setting, two areas of a level with one number, an entrance
    that is not on the first level, a level without a way up.
    """
    found = []
    setting = settings().get(dungeon.setting)
    rooms = [area for area in dungeon.areas.values() if area.number]
    if setting is not None and setting.shape != "mixed":
        odd = [a.id for a in rooms if (a.kind == "cavern") != (setting.shape == "natural")]
        found += [f"the walls of {id} do not suit the setting" for id in odd]
    numbers = [(area.level, area.number) for area in rooms]
    found += [f"level {at} has two areas {n}" for at, n in sorted(set(numbers)) if numbers.count((at, n)) > 1]
    if dungeon.entrance.level != 1:
        found.append("the entrance is not on the first level")
    reached = {stairs.down.level for stairs in dungeon.stairs.values()}
    found += [f"level {x.number} has no way up" for x in dungeon.levels if x.number > 1 and x.number not in reached]
    return found


@executes("ose:dungeon-design.map.scale")
def at_scale(dungeon: Dungeon, feet_per_square: int) -> Dungeon:
    """A map whose squares were meant larger than 10 feet, drawn again in squares of 10 feet."""
    times = feet_per_square // MAP_SQUARE_FEET
    if times == 1:
        return dungeon
    return replace(
        dungeon,
        levels=tuple(Level(level.number, _larger_grid(level.grid, times)) for level in dungeon.levels),
        entrance=_larger_spot(dungeon.entrance, times),
        areas={id: replace(area, squares=_larger(area.squares, times)) for id, area in dungeon.areas.items()},
        doors={id: replace(door, squares=_moved(door, times)) for id, door in dungeon.doors.items()},
        stairs={
            id: replace(s, up=_larger_spot(s.up, times), down=_larger_spot(s.down, times))
            for id, s in dungeon.stairs.items()
        },
    )


def _larger(squares: tuple[Square, ...], times: int) -> tuple[Square, ...]:
    return tuple((x * times + i, y * times + j) for x, y in squares for j in range(times) for i in range(times))


def _larger_grid(grid: Grid, times: int) -> Grid:
    return Grid(grid.width * times, grid.height * times, _larger(grid.walls, times))


def _larger_spot(spot: Spot, times: int) -> Spot:
    return replace(spot, square=(spot.square[0] * times, spot.square[1] * times))


def _moved(door: Door, times: int) -> tuple[Square, Square]:
    """The two squares of a door, still side by side, in the middle of the wall they share."""
    (ax, ay), (bx, by) = door.squares
    middle = times // 2
    one = (_edge(ax, bx, times, middle), _edge(ay, by, times, middle))
    other = (_edge(bx, ax, times, middle), _edge(by, ay, times, middle))
    return one, other


def _edge(mine: int, theirs: int, times: int, middle: int) -> int:
    """A coordinate of the square nearest to the neighbour; the middle along the wall."""
    return mine * times + (middle if mine == theirs else times - 1 if mine < theirs else 0)
