"""What a travelling party puts on its map of the region. On a road, on the water or with a guide it knows where it is
and draws as it goes; open country it draws when it has come through, so that its map never tells whether it is lost."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.procedures.resolution import Resolution
from underkeep.world.hexes import Hex
from underkeep.world.journey import Route
from underkeep.world.region import HexesSeen, gone, in_view, path_taken


def draw_on_the_way(do: Resolution) -> None:
    """After a stretch of the march."""
    journey = do.state.journey
    if journey is not None and _is_sure(journey.route):
        _draw(do, gone(do.state))


def draw_on_arrival(do: Resolution) -> None:
    """At the end of a journey: all of the way, or what lies round its end if the party did not come straight there."""
    journey, path = do.state.journey, path_taken(do.state)
    if journey is not None and path:
        _draw(do, path[-1:] if journey.turned else path)


def draw_ahead(do: Resolution) -> None:
    """As others describe it: all of the way that is left."""
    _draw(do, path_taken(do.state))


def _is_sure(route: Route) -> bool:
    return route.way != "open" or route.guided


def _draw(do: Resolution, walked: Iterable[Hex]) -> None:
    region, party = do.state.region, do.state.party
    if region is None or party is None:
        return
    seen = dict.fromkeys(at for step in walked for at in in_view(step) if region.has(at))
    fresh = tuple(at for at in seen if at not in party.hexes)
    if fresh:
        do.emit(HexesSeen(fresh))
