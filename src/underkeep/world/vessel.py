"""A vessel on the water or a vehicle on the road: its hull, crew, hold and arms, whose it is, and what befalls it.

What its kind can do, and whatever else a game knows of it (its `fittings`), is the game's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Fittings
from underkeep.kernel.event import Event
from underkeep.kernel.secret import Secrets, of_another
from underkeep.world.gear import Item

if TYPE_CHECKING:
    from underkeep.world.state import State


class Vessel(Struct, frozen=True, gc=False):
    """`owner` is the creature whose it is, empty for those of others. `crew` counts hands by what they are hired for.
    `at` is a place of the party (town, dungeon, road). One that is breaking up `sinks_at` a time of the clock.
    """

    secrets: ClassVar[Secrets] = of_another("hull", "whole_hull", "crew", "hold", "arms", "fittings")

    id: str
    kind: str
    name: str
    hull: int
    whole_hull: int
    owner: str = ""
    crew: dict[str, int] = {}
    hold: tuple[Item, ...] = ()
    arms: tuple[str, ...] = ()
    at: str = "town"
    sinks_at: int | None = None
    fittings: Fittings | None = None


def _with(state: State, vessel: Vessel) -> State:
    return replace(state, vessels={**state.vessels, vessel.id: vessel})


class VesselGot(Event, frozen=True):
    """A vessel is there that was not before: bought, hired, met at sea."""

    private: ClassVar[tuple[str, ...]] = ("vessel",)

    id: str
    name: str
    owner: str
    how: str
    vessel: Vessel | None

    def whose(self) -> str:
        return self.owner

    def evolve(self, state: State) -> State:
        assert self.vessel is not None
        return _with(state, self.vessel)


class VesselChanged(Event, frozen=True):
    """The vessel is like this now; `what` happened in a word, of so many or with what."""

    private: ClassVar[tuple[str, ...]] = ("vessel",)

    id: str
    name: str
    owner: str
    what: str
    vessel: Vessel | None
    count: int = 0
    about: str = ""

    def whose(self) -> str:
        return self.owner

    def evolve(self, state: State) -> State:
        assert self.vessel is not None
        return _with(state, self.vessel)


class HullChanged(Event, frozen=True):
    """The hull has lost so many points, or got them back; how many are left its owner knows."""

    private: ClassVar[tuple[str, ...]] = ("hull",)

    id: str
    name: str
    owner: str
    what: str
    points: int
    hull: int | None

    def whose(self) -> str:
        return self.owner

    def evolve(self, state: State) -> State:
        vessel = state.vessels[self.id]
        return _with(state, replace(vessel, hull=self.hull if self.hull is not None else vessel.hull))


class BreakingUp(Event, frozen=True):
    """Nothing holds the vessel together any more; it is gone after so many rounds."""

    id: str
    name: str
    rounds: int
    sinks_at: int

    def evolve(self, state: State) -> State:
        return _with(state, replace(state.vessels[self.id], sinks_at=self.sinks_at))


class VesselLost(Event, frozen=True):
    """The vessel is no more, or no longer the party's: sunk, wrecked, given back."""

    id: str
    name: str
    how: str

    def evolve(self, state: State) -> State:
        return replace(state, vessels={id: vessel for id, vessel in state.vessels.items() if id != self.id})


EVENTS: tuple[type[Event], ...] = (VesselGot, VesselChanged, HullChanged, BreakingUp, VesselLost)
