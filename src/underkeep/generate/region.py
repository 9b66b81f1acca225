"""A region from a seed, by the steps that a game's book has for it: the setting, the map, the realms, the places, and
the ways between them. It has dice of its own, and is laid round the town, the dungeon and the routes of the game."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.generate.choice import Chooser
from underkeep.generate.country import (
    FRAMES,
    MIDDLE,
    SHORES,
    SIDE,
    Country,
    draw,
    every_hex,
    flood,
    river,
    river_across,
)
from underkeep.generate.places import Survey, lay_ways, route_paths, settle
from underkeep.generate.realms import Draft, other_realms, realms_of_people
from underkeep.kernel.dice import Seeded
from underkeep.procedures.region_questions import RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.hexes import Hex, apart, beside, edge
from underkeep.world.journey import Route, routes
from underkeep.world.region import BASE, Place, Realm, Region, Way, in_view

STREAM = "region"
SEA_IN_6 = 4
"""How often the region lies by the sea, if the routes of the game do not say so."""


def make_region(do: Resolution, rules: Ruleset) -> Region | None:
    """The region round the game's town and dungeon, made part of the state; None where the book has no regions."""
    book = rules.region
    if book is None or do.state.dungeon is None or do.state.settlement is None:
        return None
    dice, do.dice = do.dice, Seeded(do.state.salt, STREAM)
    try:
        region = _design(do, book)
    finally:
        do.dice = dice
    book.made(do, region, in_view(region.places[BASE].at))
    return region


def _design(do: Resolution, book: RegionChapter) -> Region:
    """The seven steps."""
    taken: list[tuple[str, str]] = []

    def step(name: str, what: str) -> None:
        taken.append((name, what))
        book.step(do, name, what)

    large, small = book.scale(do)
    extent = min(book.extent(do) // large, FRAMES)
    setting = {**book.setting(do), "size": f"{FRAMES * large} miles each way, {extent * large} of them worked out"}
    step("setting", ", ".join(setting.values()))

    known = _on_the_map(book, [route for route in routes(do.state) if route.length])
    survey = _survey(do, book, setting, known, small, extent)
    country = survey.country
    step("map", f"{large} and {small} miles to a hex; {_told(country)}")

    places = settle(do, book, survey)
    towns = [place for place in places.values() if place.sort == "town"]
    kept = {at for way in survey.paths.values() for at in way}
    drafts = realms_of_people(do, book, country, towns, kept)
    step("human-realms", "; ".join(f"{draft.name} under {draft.ruler}" for draft in drafts))

    drafts += other_realms(do, book, country, drafts, kept)
    step("non-human-realms", "; ".join(f"{d.name} ({d.bounds})" for d in drafts if d.sort != "human"))

    base = places[BASE]
    step("base-town", f"{base.name}, {apart(base.at, MIDDLE)} from the middle")

    places |= _lairs(do, country, drafts, places)
    ways = lay_ways(do, book, survey, places, known)
    step("dungeons", "; ".join(f"{p.name}, {_miles(ways, p.id)}" for p in places.values() if p.sort == "dungeon"))

    realms = tuple(_with_table(book, country, draft) for draft in drafts)
    step("encounter-tables", "; ".join(f"{realm.name}: {len(realm.table)} kinds" for realm in realms if realm.table))
    return Region(
        small,
        tuple(tuple(country.large[x, y] for x in range(FRAMES)) for y in range(FRAMES)),
        tuple(tuple(country.small.get((x, y), "") for x in range(SIDE)) for y in range(SIDE)),
        country.rivers,
        realms,
        places,
        ways,
        setting,
        tuple(taken),
    )


def _on_the_map(book: RegionChapter, known: Sequence[Route]) -> tuple[Route, ...]:
    """All routes but those that keep away from the shore, where a boat may go along it."""
    coasts = any(route.terrain == book.sea for route in known)
    return tuple(r for r in known if r.way != "water" or r.terrain == book.sea or not coasts)


def _survey(
    do: Resolution, book: RegionChapter, setting: dict[str, str], known: Sequence[Route], miles: int, extent: int
) -> Survey:
    """The country, with the game's own routes on it: the hexes between the town and the dungeon are what they say."""
    middle, reach = FRAMES // 2, (extent - 1) // 2
    opened = [
        (x, y) for y in range(middle - reach, middle + reach + 1) for x in range(middle - reach, middle + reach + 1)
    ]
    town = MIDDLE[0] - do.dice.roll(1, 2, "column of the town")[0] + 1, MIDDLE[1] - 1
    sails = next((route for route in known if route.terrain == book.sea), None)
    at_sea = sails is not None or do.dice.roll(1, 6, "by the sea")[0] <= SEA_IN_6
    paths = route_paths(known, town, miles)
    dungeon = paths[known[0].id][-1]
    shores = [shore for shore in SHORES if sails is None or shore in _shores_of(town, dungeon)]
    shore = do.pick(tuple(shores), "shore") if at_sea else ""
    country = draw(do, book, setting, shore, opened)
    dry = {at for route in known if route.terrain != book.sea for at in paths[route.id]}
    if sails is not None:
        flood(country, town, {town, dungeon, *dry})
    for route in reversed(known):
        for at in paths[route.id][1:]:
            if route.way == "open":
                country.small[at] = route.terrain
    for at in {town, *(h for route in known if route.way == "road" for h in paths[route.id][:-1])}:
        country.small[at] = book.farmland
    if sails is not None:
        sea = next((at for at in beside(town) if country.is_water(at) and at in beside(dungeon)), None)
        sea = sea or next((at for at in beside(town) if country.is_water(at)), None)
        if sea is None:
            sea = min((at for at in beside(town) if at != dungeon), key=lambda at: (at in dry, at))
            country.small[sea] = book.sea
        paths[sails.id] = (town, sea, dungeon)
    by_river = next((paths[route.id] for route in known if route.way == "water" and route.terrain != book.sea), None)
    ford = next((paths[route.id][1:3] for route in known if route.id in book.fords), None)
    if ford is not None:
        country.add_river(river_across(do, country, edge(*ford)))
        return Survey(country, town, dungeon, paths, miles, setting)
    by_road = any(route.way == "road" for route in known)
    if by_river is None:
        by_river = (_away(do, country, town) if book.is_base(apart(town, MIDDLE), False, by_road) else town,)
    country.add_river(river(do, country, by_river))
    return Survey(country, town, dungeon, paths, miles, setting)


def _shores_of(town: Hex, dungeon: Hex) -> list[str]:
    """The shores along which a boat can go from the town to the dungeon: neither of them may lie behind the other."""
    return ["north", "south"] if dungeon[0] != town[0] else ["east", "west"]


def _away(do: Resolution, country: Country, town: Hex) -> Hex:
    """Land some way off, for a river that does not run by the town."""
    far = [at for at in country.land() if 4 <= apart(at, town) <= 6]
    return Chooser(do.dice).one_of(far, "where a river runs")


def _told(country: Country) -> str:
    words = [country.terrain(at) for at in every_hex()]
    most = sorted(set(words), key=lambda word: (-words.count(word), word))
    return ", ".join(f"{word} {round(100 * words.count(word) / len(words))} %" for word in most)


def _miles(ways: Sequence[Way], place: str) -> str:
    found = [way.route.length for way in ways if place in way.ends and BASE in way.ends]
    return f"{min(found)} miles from the base town" if found else "reached from elsewhere"


def _lairs(do: Resolution, country: Country, drafts: Sequence[Draft], places: dict[str, Place]) -> dict[str, Place]:
    """One lair in the land of each that is not people's."""
    found: dict[str, Place] = {}
    taken = {place.at for place in places.values()}
    for number, draft in enumerate((d for d in drafts if d.sort != "human"), 1):
        free = [at for at in draft.hexes if at not in taken]
        if free:
            at = Chooser(do.dice).one_of(free, "where a lair is")
            found[f"lair-{number}"] = Place(f"lair-{number}", f"lair in the {draft.name}", "lair", at, draft.kind, True)
            taken.add(at)
    return found


def _with_table(book: RegionChapter, country: Country, draft: Draft) -> Realm:
    terrains = tuple(dict.fromkeys(country.terrain(at) for at in draft.hexes))
    table = () if draft.sort == "human" else book.table(draft.kind, terrains)
    return Realm(
        draft.id, draft.name, draft.sort, draft.kind, draft.bounds, tuple(sorted(draft.hexes)), draft.ruler, table
    )
