"""A map of a region, as far as somebody has it: the hexes they know, with the rivers, roads and places in them.

It holds nothing else, so that whatever is drawn from it cannot tell more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from underkeep.world.hexes import Edge, Hex
from underkeep.world.region import Region, reckoned_hex

if TYPE_CHECKING:
    from underkeep.world.state import State


class Spot(Struct, frozen=True, gc=False):
    """A place on the map."""

    name: str
    sort: Literal["town", "dungeon", "lair"]
    at: Hex


class Chart(Struct, frozen=True, gc=False):
    """`hexes` have their main terrain, row by row; `roads` and `lanes` lead over land and water from hex to hex, one
    end of each known. `here` is where the party thinks that it is."""

    hex_width: int
    hexes: tuple[tuple[Hex, str], ...]
    rivers: tuple[Edge, ...]
    roads: tuple[Edge, ...]
    lanes: tuple[Edge, ...]
    spots: tuple[Spot, ...]
    here: Hex | None = None

    def terrain(self) -> dict[Hex, str]:
        return dict(self.hexes)


def whole(region: Region) -> Chart:
    """All of it, as the referee has it."""
    width, height = region.size
    return _chart(region, {(x, y) for x in range(width) for y in range(height)}, None, has_secrets=True)


def charted(state: State) -> Chart | None:
    """What the party has on its map; None where there is no region."""
    if state.region is None or state.party is None:
        return None
    return _chart(state.region, set(state.party.hexes), _here(state), has_secrets=False)


def _here(state: State) -> Hex | None:
    assert state.region is not None and state.party is not None
    if state.party.place == "road":
        return reckoned_hex(state)
    place = state.region.places.get(state.town if state.party.place == "town" else state.site)
    return place.at if place is not None else None


def _chart(region: Region, known: Collection[Hex], here: Hex | None, has_secrets: bool) -> Chart:
    hexes = sorted((at for at in known if region.has(at)), key=lambda at: (at[1], at[0]))
    return Chart(
        region.miles,
        tuple((at, region.terrain(at)) for at in hexes),
        tuple(side for side in region.rivers if any(at in known for at in side)),
        tuple(dict.fromkeys(_legs(region, known, ("road",)))),
        tuple(dict.fromkeys(_legs(region, known, ("water",)))),
        tuple(
            Spot(place.name, place.sort, place.at)
            for place in region.places.values()
            if place.at in known and (has_secrets or not place.secret)
        ),
        here,
    )


def _legs(region: Region, known: Collection[Hex], sorts: Collection[str]) -> Iterator[Edge]:
    """The steps of ways into, out of, or between known hexes."""
    for way in region.ways:
        if way.route.way in sorts:
            yield from (leg for leg in pairwise(way.path) if leg[0] in known or leg[1] in known)
