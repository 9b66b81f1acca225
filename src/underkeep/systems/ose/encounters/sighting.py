"""Sighting others: how far away they are, and whether they stand all around."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.ose.encounters.terrains import is_afloat
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State

DUNGEON_DISTANCE = parse("2d6x10")
OUTDOOR_YARDS, SURPRISE_YARDS = parse("4d6x10"), parse("1d4x10")
LEAST_TO_SURROUND = 3


@executes("ose:encounter.distance.situation", "ose:encounter.distance.dungeon")
def distance(do: Resolution, given: int | None) -> int:
    """A group in its own area stands as far off as the area allows; one that wanders in comes 2d6 x 10 feet away."""
    if given is not None:
        return given
    rule = "ose:encounter.distance.situation"
    if do.ruling(rule, ("map", "roll"), "map") == "map":
        return _map_distance(do.state)
    roll = do.roll_total(DUNGEON_DISTANCE, "encounter distance")
    do.emit(ChanceRolled("encounter distance", roll, True, rule=("ose:encounter.distance.dungeon",)))
    return roll.total


@executes("ose:encounter.distance.dungeon", "ose:exploration.wandering.distance")
def wandering_distance(do: Resolution) -> int:
    """How far off wanderers are when they appear underground."""
    roll = do.roll_total(DUNGEON_DISTANCE, "encounter distance")
    rule = ("ose:encounter.distance.dungeon", "ose:exploration.wandering.distance")
    do.emit(ChanceRolled("encounter distance", roll, True, rule=rule))
    return _in_view(do.state, roll.total)


@executes("ose:encounter.distance.situation")
def _in_view(state: State, feet: int) -> int:
    """No farther than one sees there, whatever the dice say."""
    return max(MAP_SQUARE_FEET, min(feet, survey.view_length(state) * MAP_SQUARE_FEET))


def _map_distance(state: State) -> int:
    """From the party to the middle of the area it has come into."""
    _, at, area = survey.here(state)
    x = sorted(square[0] for square in area.squares)[len(area.squares) // 2]
    y = sorted(square[1] for square in area.squares)[len(area.squares) // 2]
    return max(MAP_SQUARE_FEET, MAP_SQUARE_FEET * max(abs(x - at.square[0]), abs(y - at.square[1])))


@executes(
    "ose:encounter.distance.wilderness",
    "ose:encounter.distance.waterborne",
    "ose:wilderness.wandering.distance",
    "ose:wilderness.wandering.distance-surprise",
    "ose:water.wandering.distance",
)
def distance_outdoors(do: Resolution, surprise: bool) -> int:
    """4d6 x 10 yards, or 1d4 x 10 if either side is surprised; in feet."""
    roll = do.roll_total(SURPRISE_YARDS if surprise else OUTDOOR_YARDS, "encounter distance")
    if is_afloat(do.state):
        rule: tuple[str, ...] = ("ose:encounter.distance.waterborne", "ose:water.wandering.distance")
    elif surprise:
        rule = ("ose:wilderness.wandering.distance-surprise",)
    else:
        rule = ("ose:encounter.distance.wilderness", "ose:wilderness.wandering.distance")
    do.emit(ChanceRolled("encounter distance", roll, True, rule=rule, seats=(REFEREE,)))
    return roll.total * 3


@executes("ose:wilderness.surprise.surrounded")
def encircles(do: Resolution, number: int) -> bool:
    """Three or more who surprise a party may stand all around it. Default: they do. Nobody surrounds a boat."""
    if number < LEAST_TO_SURROUND or is_afloat(do.state):
        return False
    rule = "ose:wilderness.surprise.surrounded"
    return do.ruling(rule, ("encircled", "not encircled"), "encircled") == "encircled"
