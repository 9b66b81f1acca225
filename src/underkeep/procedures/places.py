"""From one place of a region to another: setting out for a dungeon or a town that is not the one at hand, leaving a
dungeon for another town, and what is there when the party comes to it. What no party has been to is made when it is
needed, by the game's `RegionChapter`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from underkeep.kernel.dice import Seeded
from underkeep.procedures.region_questions import RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.world.elsewhere import BoundElsewhere, TownReached
from underkeep.world.journey import JourneyBegan, Route, marched_today
from underkeep.world.party import PartyWent
from underkeep.world.region import Place, Region, Way, route_named, ways_on
from underkeep.world.state import State


def _way_named(state: State, route: str) -> Way | None:
    return next((way for way in ways_on(state) if way.route.id == route), None)


def set_out(do: Resolution, id: str) -> None:
    """Out of a town by a route; the journey goes on by itself."""
    route, way = route_named(do.state, id), _way_named(do.state, id)
    assert route is not None
    far = ""
    if way is not None:
        region, _ = _region(do)
        if region.places[way.ends[1]].sort == "town":
            far = way.ends[1]
        else:
            _bind(do, way.ends[1])
    do.emit(JourneyBegan(route, homeward=False, marched=marched_today(do.state), far=far))
    do.emit(PartyWent("road", None, "set out"))


def leave(do: Resolution, id: str) -> None:
    """Away from a dungeon by a route, to the town at hand or to another."""
    route, way = route_named(do.state, id), _way_named(do.state, id)
    assert route is not None
    near = way.ends[0] if way is not None else ""
    do.emit(JourneyBegan(route, homeward=True, marched=marched_today(do.state), near=near))
    do.emit(PartyWent("road", None, "left"))


def come_to(do: Resolution, town: str) -> None:
    """Another town is at hand from now on; and another dungeon, if no way leads from there to the one so far."""
    region, book = _region(do)
    do.emit(TownReached(town, _between(region, town, do.state.site)))
    if do.state.settlement is None:
        with _dice_of(do, region.places[town]):
            book.open_town(do, region.places[town])
    if not do.state.routes:
        near = [way for way in region.ways_from(town) if region.places[way.ends[1]].sort == "dungeon"]
        known = [way for way in near if not region.places[way.ends[1]].secret]
        if known:
            _bind(do, min(known, key=lambda way: way.route.length).ends[1])


def _bind(do: Resolution, site: str) -> None:
    """That dungeon is the one at hand."""
    region, book = _region(do)
    do.emit(BoundElsewhere(site, _between(region, do.state.town, site)))
    if do.state.dungeon is None:
        with _dice_of(do, region.places[site]):
            book.open_site(do, region.places[site])


@contextmanager
def _dice_of(do: Resolution, place: Place) -> Iterator[None]:
    """A place has dice of its own: it is the same whenever a party comes to it."""
    dice, do.dice = do.dice, Seeded(do.state.salt, f"place:{place.id}")
    try:
        yield
    finally:
        do.dice = dice


def _between(region: Region, town: str, site: str) -> tuple[Route, ...]:
    return tuple(way.route for way in region.ways_from(town) if way.ends[1] == site)


def _region(do: Resolution) -> tuple[Region, RegionChapter]:
    assert do.state.region is not None and do.rules.region is not None
    return do.state.region, do.rules.region
