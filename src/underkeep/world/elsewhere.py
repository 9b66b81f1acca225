"""The places of a region that the party is not at: they are kept as it left them, with what it knows of them.

At any moment a game has one town, where the party is or to which it goes home, and one dungeon, for which it is bound
or in which it is. Which places of the region these are, `State.town` and `State.site` say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.world.dungeon import Dungeon
from underkeep.world.journey import Route
from underkeep.world.settlement import Settlement
from underkeep.world.vessel import Vessel

if TYPE_CHECKING:
    from underkeep.world.state import State

TOWN, DUNGEON = "town", "dungeon"


class Elsewhere(Struct, frozen=True, gc=False):
    """A town, or a dungeon with the party's map of it. `routes` lead to the dungeon, by the town they begin at."""

    settlement: Settlement | None = None
    dungeon: Dungeon | None = None
    routes: dict[str, tuple[Route, ...]] = {}
    visited: tuple[str, ...] = ()
    seen: dict[str, str] = {}
    notes: dict[str, str] = {}
    left_at: int | None = None
    beheld: tuple[str, ...] = ()


def _moored(vessels: dict[str, Vessel], here: str, before: str, after: str) -> dict[str, Vessel]:
    """Vessels that lay at the place before stay there; those that lie at the place after are at hand again."""
    to = {here: before, after: here}
    return {id: replace(v, at=to[v.at]) if v.at in to else v for id, v in vessels.items()}


class BoundElsewhere(Event, frozen=True):
    """Another dungeon is the one at hand. If the party has never been bound for it, these `routes` lead there, and it
    is yet to be made."""

    secret: ClassVar[bool] = True

    place: str
    routes: tuple[Route, ...]

    def evolve(self, state: State) -> State:
        party = state.party
        assert party is not None
        before = state.elsewhere.get(state.site, Elsewhere())
        kept = Elsewhere(
            dungeon=state.dungeon,
            routes={**before.routes, state.town: state.routes},
            visited=party.visited,
            seen=party.seen,
            notes=party.notes,
            left_at=party.left_at,
            beheld=party.beheld,
        )
        there = state.elsewhere.get(self.place, Elsewhere())
        return replace(
            state,
            site=self.place,
            dungeon=there.dungeon,
            routes=there.routes.get(state.town, self.routes),
            elsewhere={**state.elsewhere, state.site: kept, self.place: Elsewhere(routes=there.routes)},
            party=replace(
                party,
                visited=there.visited,
                seen=there.seen,
                notes=there.notes,
                left_at=there.left_at,
                beheld=there.beheld,
            ),
            vessels=_moored(state.vessels, DUNGEON, state.site, self.place),
        )


class TownReached(Event, frozen=True):
    """Another town is the one at hand, as it was left, or yet to be made; these `routes` lead from it to the dungeon at
    hand if none were known before."""

    secret: ClassVar[bool] = True

    place: str
    routes: tuple[Route, ...]

    def evolve(self, state: State) -> State:
        site = state.elsewhere.get(state.site, Elsewhere())
        known = {**site.routes, state.town: state.routes}
        there = state.elsewhere.get(self.place, Elsewhere())
        kept = {
            **{id: place for id, place in state.elsewhere.items() if id != self.place},
            state.town: Elsewhere(settlement=state.settlement),
            state.site: replace(site, routes=known),
        }
        return replace(
            state,
            town=self.place,
            settlement=there.settlement,
            routes=known.get(self.place, self.routes),
            elsewhere=kept,
            vessels=_moored(state.vessels, TOWN, state.town, self.place),
        )


def dungeons(state: State) -> list[Dungeon]:
    """Every dungeon that has been made, the one at hand first."""
    at_hand = [state.dungeon] if state.dungeon is not None else []
    return at_hand + [place.dungeon for place in state.elsewhere.values() if place.dungeon is not None]


EVENTS: tuple[type[Event], ...] = (BoundElsewhere, TownReached)
