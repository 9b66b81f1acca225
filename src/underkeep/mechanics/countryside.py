"""A wilderness for games whose books draw none: climate, country, who lives where. All of it is ours; a game says how
wide its hexes are, whom its bestiary has, and what its own town has settled of the country already."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import ClassVar, Literal

from msgspec import Struct

from underkeep.kernel.event import Event, Note
from underkeep.procedures import content
from underkeep.procedures.region_questions import People
from underkeep.procedures.resolution import Resolution
from underkeep.world.hexes import Hex
from underkeep.world.region import SPAN, HexesSeen, Region, RegionMade

PACKAGE = "underkeep.mechanics"
SEA, FARMLAND = "sea", "settled"
HEXES_ACROSS = 5 * SPAN
"""All of the map is worked out: nothing says how much of it one should begin with."""
AS_BESIDE_IN_6 = 4
REALMS, NOMADS, TERRITORIES = 2, 1, 2
MOST_FROM_MIDDLE = 2
NEAR_DUNGEON = (3, 4)
"""So many hexes from the base town a second dungeon stands, at least and at most."""
STEPS = ("setting", "map", "human-realms", "non-human-realms", "base-town", "dungeons", "encounter-tables")
_DWELT_IN = ("forest", "hill")


class Climate(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    name: str
    roll: tuple[int, ...]
    terrains: dict[str, int]


class Folk(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    name: str
    sort: Literal["other", "monsters"]
    terrains: tuple[str, ...]
    bounds: Literal["bordered", "nomadic"]


class World(Struct, frozen=True, forbid_unknown_fields=True):
    technology: tuple[str, ...]
    monsters: tuple[str, ...]
    rulers: tuple[str, ...]
    towns: tuple[str, ...]


class CountryStepTaken(Note, frozen=True):
    """One of the steps in which the country was made, and what came of it."""

    secret: ClassVar[bool] = True

    number: int
    step: str
    what: str


EVENTS: tuple[type[Event], ...] = (CountryStepTaken,)


@cache
def climates() -> dict[str, Climate]:
    return content.load(PACKAGE, "country/climates", Climate)


@cache
def folk() -> dict[str, Folk]:
    return content.load(PACKAGE, "country/peoples", Folk)


@cache
def world() -> World:
    return content.load(PACKAGE, "country/worlds", World)["worlds"]


def weighted(do: Resolution, weights: Mapping[str, int], why: str) -> str:
    face = do.dice.roll(1, sum(weights.values()), why)[0]
    for name, weight in weights.items():
        face -= weight
        if face <= 0:
            return name
    raise AssertionError("the dice showed a face they do not have")


def setting(do: Resolution, fits: Callable[[str], bool], terrain: str = "") -> dict[str, str]:
    """A climate that `fits` what the game has settled, the terrain that there is most of, what the world is like."""
    possible = tuple(id for id in climates() for _ in climates()[id].roll if fits(id))
    chosen = str(do.pick(possible, "climate"))
    weights = climates()[chosen].terrains
    return {
        "climate": climates()[chosen].name,
        "terrain": terrain or weighted(do, weights, "main terrain"),
        "technology": str(do.pick(world().technology, "technology")),
        "monsters": str(do.pick(world().monsters, "monsters")),
    }


def country(do: Resolution, of: dict[str, str], beside: Sequence[str]) -> str:
    """Mostly as beside it, so that woods and mountains hang together; else by the climate, whose main terrain comes
    twice as often."""
    if beside and do.dice.roll(1, 6, "country as beside")[0] <= AS_BESIDE_IN_6:
        return str(do.pick(tuple(beside), "which of those beside"))
    weights = next(c.terrains for c in climates().values() if c.name == of["climate"])
    main = of["terrain"]
    return weighted(do, {**weights, main: 2 * weights.get(main, 1)}, "country")


def is_habitable(terrain: str, by_water: bool) -> bool:
    """People need fields; by the water they also settle where there is game and wood."""
    return terrain in ("grass", FARMLAND) or (by_water and terrain in _DWELT_IN)


def ruler(do: Resolution) -> str:
    return str(do.pick(world().rulers, "ruler of a realm"))


def peoples(do: Resolution, bestiary: Collection[str], terrains: Collection[str]) -> list[People]:
    """Those whom the bestiary has and whose surroundings the country has: some with borders, some who roam."""
    found = _some(do, bestiary, "other", "bordered", terrains, REALMS)
    return [*found, *_some(do, bestiary, "other", "nomadic", terrains, NOMADS)]


def beasts(do: Resolution, bestiary: Collection[str], terrains: Collection[str]) -> list[People]:
    return _some(do, bestiary, "monsters", "nomadic", terrains, TERRITORIES)


def _some(
    do: Resolution, bestiary: Collection[str], sort: str, bounds: str, terrains: Collection[str], count: int
) -> list[People]:
    fits = {
        id: one
        for id, one in folk().items()
        if id in bestiary and one.sort == sort and one.bounds == bounds and set(one.terrains) & set(terrains)
    }
    chosen: list[str] = []
    while len(chosen) < min(count, len(fits)):
        chosen.append(str(do.pick(tuple(id for id in fits if id not in chosen), f"{bounds} land")))
    return [People(id, fits[id].name, fits[id].terrains, fits[id].bounds) for id in chosen]


def is_home(people: People, terrain: str, is_seat: bool) -> bool:
    """A realm keeps to the country its people prefer; those who roam have their heart there, and go anywhere on land
    but where there are fields."""
    if people.bounds == "nomadic" and not is_seat:
        return terrain not in (SEA, FARMLAND)
    return terrain in people.terrains


def is_base(from_middle: int, by_river: bool, by_road: bool) -> bool:
    return from_middle <= MOST_FROM_MIDDLE and (by_river or by_road)


def town_name(do: Resolution, taken: Collection[str]) -> str:
    return str(do.pick(tuple(name for name in world().towns if name not in taken), "name of a town"))


def step(do: Resolution, step: str, what: str) -> None:
    do.emit(CountryStepTaken(STEPS.index(step) + 1, step, what))


def made(do: Resolution, region: Region, seen: tuple[Hex, ...]) -> None:
    """The map is the referee's; the party knows the country round the town."""
    do.emit(RegionMade(region))
    if do.state.party is not None:
        do.emit(HexesSeen(seen))
