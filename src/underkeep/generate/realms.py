"""Who holds which land: people where they find water and fields, others where they like to live."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from msgspec import Struct

from underkeep.generate.choice import Chooser
from underkeep.generate.country import Country, every_hex, is_on
from underkeep.procedures.region_questions import People, RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.world.hexes import Hex, apart, beside
from underkeep.world.region import Bounds, Place

AROUND_TOWN = 2
LEAST_LAND, MOST_LAND = 6, 14
FROM_TOWN = 2


class Draft(Struct):
    """A realm before its encounter table is written."""

    id: str
    name: str
    sort: Literal["human", "other", "monsters"]
    kind: str
    bounds: Bounds
    hexes: list[Hex]
    ruler: str = ""


def realms_of_people(
    do: Resolution, book: RegionChapter, country: Country, towns: Sequence[Place], kept: Collection[Hex]
) -> list[Draft]:
    """Round each town the land that people can live on, none of it twice; its fields are settled, but for what must
    stay as it is."""
    found: list[Draft] = []
    taken: set[Hex] = set()
    for number, town in enumerate(towns, 1):
        near = [at for at in every_hex() if apart(at, town.at) <= AROUND_TOWN and not country.is_water(at)]
        fields = {at for at in near if country.terrain(at) == book.farmland}
        land = [
            at
            for at in near
            if at not in taken
            and (at == town.at or book.is_habitable(country.terrain(at), country.by_water(at)))
            and (country.by_water(at) or at in fields or any(h in fields for h in beside(at)) or at == town.at)
        ]
        taken |= set(land)
        for at in land:
            if at not in kept and apart(at, town.at) <= 1 and book.is_habitable(country.terrain(at), by_water=False):
                country.small[at] = book.farmland
        name = f"the land of {town.name}"
        found.append(Draft(f"realm-{number}", name, "human", "people", "bordered", land, book.ruler(do)))
    return found


def other_realms(
    do: Resolution, book: RegionChapter, country: Country, of_people: Sequence[Draft], kept: Collection[Hex]
) -> list[Draft]:
    """Other peoples, then monsters, each where such country is, away from people."""
    taken = {at for draft in of_people for at in draft.hexes} | set(kept)
    taken |= {near for at in taken for near in beside(at)}
    free = [at for at in country.land() if at not in taken]
    terrains = {country.terrain(at) for at in free}
    found: list[Draft] = []
    wanted: list[tuple[Literal["other", "monsters"], People]] = [("other", p) for p in book.peoples(do, terrains)]
    wanted += [("monsters", p) for p in book.beasts(do, terrains)]
    for sort, people in wanted:
        land = _spread(do, book, country, people, [at for at in free if at not in taken], taken)
        if land:
            taken |= set(land)
            number = len(of_people) + len(found) + 1
            found.append(Draft(f"realm-{number}", people.name, sort, people.kind, people.bounds, land))
    return found


def _spread(
    do: Resolution,
    book: RegionChapter,
    country: Country,
    people: People,
    free: Sequence[Hex],
    taken: Collection[Hex],
) -> list[Hex]:
    """Land that hangs together, from a hex they like outwards."""
    choose = Chooser(do.dice)
    seats = [at for at in free if book.is_home(people, country.terrain(at), is_seat=True)]
    if not seats:
        return []
    size = choose.between(LEAST_LAND, MOST_LAND, "size of a land")
    land = [choose.one_of(seats, "heart of a land")]
    for at in land:
        for near in beside(at):
            if len(land) >= size:
                return land
            is_free = is_on(near) and near not in land and near not in taken and not country.is_water(near)
            if is_free and book.is_home(people, country.terrain(near), is_seat=False):
                land.append(near)
    return land
