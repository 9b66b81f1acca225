"""A wilderness in seven steps: the setting, the map, the realms of people, other realms, the base town, dungeons and
encounter tables. The hexes are laid elsewhere; here it says by what the book has them laid."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import ClassVar, Literal

from msgspec import Struct

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.region_questions import People
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium, setting
from underkeep.systems.ose.encounters import terrains as country_of
from underkeep.systems.ose.town import town
from underkeep.world.hexes import Hex
from underkeep.world.region import HexesSeen, Region, RegionMade

sea = country_of.SEA
farmland = "settled"
SCALES = ("24 and 6", "20 and 5", "12 and 3", "40 and 10")
EXTENTS = ("24", "72", "120")
"""So many miles across are worked out at first: one hex of the large map, that and those round it, all of it."""
STEPS = ("setting", "map", "human-realms", "non-human-realms", "base-town", "dungeons", "encounter-tables")
MOST_FROM_MIDDLE = 2
DUNGEON_MILES = (18, 24)
BORDERED, NOMADS, TERRITORIES = 2, 1, 2
"""How many realms, roaming peoples and territories of monsters there are. Ours."""
AS_BESIDE_IN_6 = 3
"""How often country goes on as it is beside. Ours."""
_FERTILE = ("clear", "grasslands", farmland)
_DWELT_IN = ("forest", "hills", "jungle")
_COMMON = "-animal"
_DESIGN = "ose:wilderness-design."
_RULES = {
    "setting": ("geography", "milieu", "start-small"),
    "map": ("map", "scale"),
    "human-realms": ("human-realms", "government"),
    "non-human-realms": ("non-human-realms", "nomads", "monster-territories"),
    "base-town": ("base-town",),
    "dungeons": ("dungeons",),
    "encounter-tables": ("encounter-tables",),
}


class Climate(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    roll: tuple[int, ...]
    terrains: dict[str, int]
    rule: str


class Folk(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    name: str
    sort: Literal["other", "monsters"]
    terrains: tuple[str, ...]
    bounds: Literal["bordered", "nomadic"]
    rule: str


class World(Struct, frozen=True, forbid_unknown_fields=True):
    technology: tuple[str, ...]
    monsters: tuple[str, ...]
    races: tuple[str, ...]
    rulers: tuple[str, ...]
    rule: str


class RegionStepTaken(Note, frozen=True):
    """One of the seven steps of designing a wilderness, and what came of it."""

    secret: ClassVar[bool] = True

    number: int
    step: str
    what: str


EVENTS: tuple[type[Event], ...] = (RegionStepTaken,)


@cache
def climates() -> dict[str, Climate]:
    return content.load(compendium.PACKAGE, "region/climates", Climate)


@cache
def folk() -> dict[str, Folk]:
    return content.load(compendium.PACKAGE, "region/peoples", Folk)


@cache
def world() -> World:
    return content.load(compendium.PACKAGE, "region/worlds", World)["worlds"]


@executes("ose:wilderness-design.scale")
def scale(do: Resolution) -> tuple[int, int]:
    """Default: 24 miles to a hex of the large map, 6 to one of the small."""
    large, small = do.foretold(f"{_DESIGN}scale", SCALES, SCALES[0]).split(" and ")
    return int(large), int(small)


@executes("ose:wilderness-design.start-small")
def extent(do: Resolution) -> int:
    """How much is worked out before play begins. Default: one hex of the large map, with the base town in it."""
    return int(do.foretold(f"{_DESIGN}start-small", EXTENTS, EXTENTS[0]))


@executes("ose:wilderness-design.geography", "ose:wilderness-design.milieu")
def lay_setting(do: Resolution) -> dict[str, str]:
    """The climate, the terrain that there is most of, and what the world is like."""
    face = do.dice.roll(1, 6, "climate")[0]
    climate = next(id for id, entry in climates().items() if face in entry.roll)
    return {
        "climate": climate,
        "terrain": _weighted(do, climates()[climate].terrains, "main terrain"),
        "technology": do.pick(world().technology, "technology"),
        "magic": setting.magic(do.state),
        "monsters": do.pick(world().monsters, "monsters"),
        "races": do.pick(world().races, "races"),
    }


def _weighted(do: Resolution, weights: dict[str, int], why: str) -> str:
    face = do.dice.roll(1, sum(weights.values()), why)[0]
    for name, weight in weights.items():
        face -= weight
        if face <= 0:
            return name
    raise AssertionError("the dice showed a face they do not have")


@executes("ose:wilderness-design.map", "ose:wilderness-design.geography")
def country(do: Resolution, of: dict[str, str], beside: Sequence[str]) -> str:
    """One main terrain to a hex: mostly as beside it, so that woods and mountains hang together; else by the climate,
    whose main terrain comes twice as often."""
    if beside and do.dice.roll(1, 6, "country as beside")[0] <= AS_BESIDE_IN_6:
        return str(do.pick(tuple(beside), "which of those beside"))
    weights = climates()[of["climate"]].terrains
    return _weighted(do, {**weights, of["terrain"]: 2 * weights[of["terrain"]]}, "country")


@executes("ose:wilderness-design.human-realms")
def is_habitable(terrain: str, by_water: bool) -> bool:
    """People need fields; by the water they also settle where there is game and wood."""
    return terrain in _FERTILE or (by_water and terrain in _DWELT_IN)


@executes("ose:wilderness-design.government")
def ruler(do: Resolution) -> str:
    """Every land of people has somebody who governs it."""
    return str(do.pick(world().rulers, "ruler of a realm"))


@executes("ose:wilderness-design.non-human-realms", "ose:wilderness-design.nomads")
def peoples(do: Resolution, terrains: Collection[str]) -> list[People]:
    """Those whose surroundings the country has: some with borders, some who roam."""
    return [
        *_some(do, "other", "bordered", terrains, BORDERED),
        *_some(do, "other", "nomadic", terrains, NOMADS),
    ]


@executes("ose:wilderness-design.monster-territories")
def beasts(do: Resolution, terrains: Collection[str]) -> list[People]:
    """Important monsters that do not think, where the country suits them."""
    return _some(do, "monsters", "nomadic", terrains, TERRITORIES)


def _some(do: Resolution, sort: str, bounds: str, terrains: Collection[str], count: int) -> list[People]:
    fits = {
        id: f for id, f in folk().items() if f.sort == sort and f.bounds == bounds and set(f.terrains) & set(terrains)
    }
    chosen: list[str] = []
    while len(chosen) < min(count, len(fits)):
        chosen.append(str(do.pick(tuple(id for id in fits if id not in chosen), f"{bounds} land")))
    return [People(id, fits[id].name, fits[id].terrains, fits[id].bounds) for id in chosen]


@executes("ose:wilderness-design.non-human-realms", "ose:wilderness-design.nomads")
def is_home(people: People, terrain: str, is_seat: bool) -> bool:
    """A realm keeps to the country its people prefer; those who roam have their heart there, and go anywhere on
    land."""
    if people.bounds == "nomadic" and not is_seat:
        return terrain not in (sea, farmland)
    return terrain in people.terrains


@executes("ose:wilderness-design.base-town")
def is_base(from_middle: int, by_river: bool, by_road: bool) -> bool:
    """About the middle of the map, on a river or a road."""
    return from_middle <= MOST_FROM_MIDDLE and (by_river or by_road)


@executes("ose:wilderness-design.dungeons")
def is_days_journey(miles: int) -> bool:
    """About a day's journey: near at hand, and not so near that the town is plagued."""
    return DUNGEON_MILES[0] <= miles <= DUNGEON_MILES[1]


@executes("ose:wilderness-design.encounter-tables")
def table(kind: str, terrains: Sequence[str]) -> tuple[str, ...]:
    """Those whose land it is, and the common animals of such country."""
    sorts = dict.fromkeys(sort for word in terrains for sort in country_of.terrains()[word].encounters)
    animals = [sort for sort in sorts if sort.endswith(_COMMON) and "prehistoric" not in sort]
    common = [kinds[0] for sort in animals for kinds in country_of.tables()[sort].kinds]
    return tuple(dict.fromkeys((kind, *common)))


def town_name(do: Resolution, taken: Collection[str]) -> str:
    return str(do.pick(tuple(name for name in town.names().towns if name not in taken), "name of a town"))


@executes("ose:wilderness-design.steps")
def step(do: Resolution, step: str, what: str) -> None:
    """The seven steps, in their order."""
    rule = (f"{_DESIGN}steps", *(f"{_DESIGN}{id}" for id in _RULES[step]))
    do.emit(RegionStepTaken(STEPS.index(step) + 1, step, what, rule=rule))


def made(do: Resolution, region: Region, seen: tuple[Hex, ...]) -> None:
    """The map is the referee's; the party knows the country round the town."""
    do.emit(RegionMade(region, rule=(f"{_DESIGN}map", f"{_DESIGN}steps")))
    if do.state.party is not None:
        do.emit(HexesSeen(seen))
