"""Where the places of a region are, and the ways between them. The game's own town, dungeon and routes come first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from underkeep.generate.choice import Chooser
from underkeep.generate.country import Country, every_hex, reached, way_to
from underkeep.generate.settings import name_dungeon, setting_of, settings
from underkeep.procedures.region_questions import RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.world.hexes import Hex, apart, bearing, beside, straight
from underkeep.world.journey import COMPASS, Route, compass
from underkeep.world.region import BASE, FIRST_DUNGEON, Place, Way

SECOND_TOWN, PORT, NEAR, FAR, ISLE = "town-2", "town-3", "dungeon-2", "dungeon-3", "dungeon-4"
TOWN_APART = (4, 7)
FAR_APART = (5, 8)


class Survey(Struct):
    """What stands on the paper before the places are chosen: the game's town and dungeon, and the hexes of its own
    routes by their ids."""

    country: Country
    town: Hex
    dungeon: Hex
    paths: dict[str, tuple[Hex, ...]]
    miles: int
    setting: dict[str, str]


def route_paths(known: Sequence[Route], town: Hex, miles: int) -> dict[str, tuple[Hex, ...]]:
    """The hexes of the game's routes. The dungeon stands as far off as the shortest of them is long; the others go a
    longer way round, those through other country beside it."""
    direct = min((route for route in known if route.way != "water"), key=lambda route: route.length)
    steps = max(1, round(direct.length / miles))
    course = 45 * COMPASS.index(direct.heading)
    line = [town]
    for _ in range(steps):
        line.append(min(beside(line[-1]), key=lambda at: (_turn(bearing(line[-1], at), course), at)))
    dungeon = line[-1]
    found: dict[str, tuple[Hex, ...]] = {}
    for route in known:
        wanted = max(steps, round(route.length / miles))
        apart = [r for r in known if r.id in found and r.terrain != route.terrain and found[r.id] != tuple(line)]
        if route.terrain == direct.terrain:
            found[route.id] = _winding(tuple(line), wanted, dungeon)
        elif route.way == "open" or (route.way == "road" and wanted == steps + 1):
            found[route.id] = _beside(tuple(line), 1 if apart else 0)
        else:
            found[route.id] = _winding(tuple(line), wanted, dungeon)
    return found


def _beside(line: tuple[Hex, ...], side: int) -> tuple[Hex, ...]:
    """A way one step longer, along one side of a line or the other."""
    found = [line[0]]
    for one, other in pairwise(line):
        near = [at for at in beside(one) if at in beside(other) and at not in line]
        last = found[-1]
        along = [at for at in near if at in beside(last)] if last != line[0] else near[side % len(near) :]
        found.append((along or near)[0])
    return (*found, line[-1])


def _turn(one: float, other: float) -> float:
    bend = abs(one - other) % 360
    return round(min(bend, 360 - bend), 3)


def _winding(line: tuple[Hex, ...], steps: int, goal: Hex) -> tuple[Hex, ...]:
    """A way of so many steps along a line, no hex twice: it bends aside where it must be longer."""
    found = list(line)
    while len(found) - 1 < steps:
        for i in range(len(found) - 1, 0, -1):
            aside = [at for at in beside(found[i]) if at in beside(found[i - 1]) and at not in found]
            if aside:
                found.insert(i, aside[0])
                break
        else:
            return tuple(found)
    return tuple(found)


def settle(do: Resolution, book: RegionChapter, survey: Survey) -> dict[str, Place]:
    """The base town and its dungeon, a dungeon a day away, another some days off, a second town; on a coast a port, and
    something on an isle."""
    assert do.state.settlement is not None and do.state.dungeon is not None
    choose, country = Chooser(do.dice), survey.country
    found = {
        BASE: Place(BASE, do.state.settlement.name, "town", survey.town, do.state.settlement.size),
        FIRST_DUNGEON: Place(FIRST_DUNGEON, do.state.dungeon.name, "dungeon", survey.dungeon, do.state.dungeon.setting),
    }
    taken = {at for way in survey.paths.values() for at in way}
    came = reached(country, survey.town)

    def town(id: str, sites: list[Hex]) -> None:
        free = [at for at in sites if at not in taken and at in came]
        if free:
            names = [place.name for place in found.values()]
            at = choose.one_of(free, "where a town stands")
            found[id] = Place(id, book.town_name(do, names), "town", at)
            taken.update((at, *beside(at)))
            country.small[at] = book.farmland

    def dungeon(id: str, sites: list[Hex]) -> None:
        free = [at for at in sites if at not in taken]
        if free:
            kind = choose.one_of(list(settings()), "setting of a dungeon")
            at = choose.one_of(free, "where a dungeon is")
            found[id] = Place(id, name_dungeon(choose, setting_of(kind)), "dungeon", at, kind)
            taken.add(at)

    land = country.land()
    dungeon(NEAR, [at for at in land if book.is_days_journey(survey.miles * (len(way_to(came, at)) - 1))])
    wet = [at for at in land if country.by_water(at) and TOWN_APART[0] <= apart(at, survey.town) <= TOWN_APART[1]]
    town(SECOND_TOWN, [at for at in wet if book.is_habitable(country.terrain(at), True)] or wet)
    if country.shore:
        water = country.water()
        coast = [at for at in land if not water.isdisjoint(beside(at))]
        town(PORT, [at for at in coast if apart(at, survey.town) >= TOWN_APART[0]])
    if country.shore and book.waters:
        water = country.water()
        isles = [at for at in every_hex() if at in water and water.issuperset(beside(at))]
        before = len(found)
        dungeon(ISLE, isles)
        if len(found) > before:
            country.small[found[ISLE].at] = book.country(do, survey.setting, [])
    far = [at for at in land if FAR_APART[0] <= apart(at, survey.town) <= FAR_APART[1]]
    dungeon(FAR, [at for at in far if at in came])
    return found


def lay_ways(
    do: Resolution, book: RegionChapter, survey: Survey, places: dict[str, Place], known: Sequence[Route]
) -> tuple[Way, ...]:
    """The game's own routes; roads between towns, a trail to the near dungeon, the open country to those farther off,
    and the sea between ports and isles. Every dungeon can be reached from every town of its side of the water."""
    country = survey.country
    found = [Way((BASE, FIRST_DUNGEON), route, survey.paths[route.id]) for route in known]
    towns = [place for place in places.values() if place.sort == "town"]
    dungeons = [place for place in places.values() if place.sort == "dungeon"]
    for i, one in enumerate(towns):
        by_land, by_sea = reached(country, one.at), reached(country, one.at, afloat=True)
        for other in towns[i + 1 :]:
            found += _road(by_land, book, one, other, survey.miles)
            found += _sea(by_sea, book, one, other, survey.miles)
        for other in dungeons:
            if (one.id, other.id) == (BASE, FIRST_DUNGEON):
                continue
            found += _road(by_land, book, one, other, survey.miles) if other.id == NEAR and one.id == BASE else ()
            across = _across(country, one, other, survey.miles)
            by_water = _sea(by_sea, book, one, other, survey.miles)
            found += across + by_water
            if not across and not by_water:
                found += _round_the_water(country, by_land, one, other, survey.miles)
    return tuple(found)


def _road(came: dict[Hex, Hex | None], book: RegionChapter, one: Place, other: Place, miles: int) -> list[Way]:
    way = way_to(came, other.at)
    if not way:
        return []
    name = "along the road" if other.sort == "town" else "along the trail"
    return [_way(one, other, "road", name, book.farmland, way, miles)]


def _across(country: Country, one: Place, other: Place, miles: int) -> list[Way]:
    """Straight, where no water lies between."""
    way = straight(one.at, other.at)
    if any(country.is_water(at) for at in way[1:]) or len(way) < 2:
        return []
    return [_way(one, other, "open", "across country", _mostly(country, way), way, miles)]


def _round_the_water(country: Country, came: dict[Hex, Hex | None], one: Place, other: Place, miles: int) -> list[Way]:
    """The long way, for those who have no other."""
    way = way_to(came, other.at)
    return [_way(one, other, "open", "round the water", _mostly(country, way), way, miles)] if way else []


def _mostly(country: Country, way: tuple[Hex, ...]) -> str:
    words = [country.terrain(at) for at in way[1:]]
    return max(dict.fromkeys(words), key=words.count)


def _sea(came: dict[Hex, Hex | None], book: RegionChapter, one: Place, other: Place, miles: int) -> list[Way]:
    way = way_to(came, other.at)
    if len(way) < 3 or not book.waters:
        return []
    return [_way(one, other, "water", "by sea", book.sea, way, miles)]


def _way(one: Place, other: Place, sort: str, name: str, terrain: str, way: tuple[Hex, ...], miles: int) -> Way:
    heading = compass(round(bearing(one.at, other.at)))
    id = f"{sort}-{one.id}-{other.id}"
    route = Route(id, name, terrain, miles * (len(way) - 1), sort, heading)  # type: ignore[arg-type]
    return Way((one.id, other.id), route, way)
