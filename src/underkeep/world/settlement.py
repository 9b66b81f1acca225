"""A base town: what can be had there, what is said there, who can be hired there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import TownLife
from underkeep.kernel.event import Event
from underkeep.kernel.secret import Secrets

if TYPE_CHECKING:
    from underkeep.world.state import State


class Rumour(Struct, frozen=True, gc=False):
    """`teaches` is a kind of creature whose name it gives away; `area` is where whoever has been there knows better."""

    secrets: ClassVar[Secrets] = {"true": "always", "text": "unheard", "teaches": "unheard", "area": "always"}

    text: str
    true: bool
    teaches: str = ""
    area: str = ""


class Applicant(Struct, frozen=True, gc=False):
    """Somebody who looks for work: a class or kind, a level where the game has them, what is asked of each term; `says`
    is what else must be known before an offer."""

    id: str
    kind: str
    level: int
    name: str
    asks: tuple[int, ...]
    says: str = ""


class Settlement(Struct, frozen=True, gc=False):
    """`heard` are the indices of the rumours that the party knows; `life` is what the game itself knows of it;
    `visited` are the days on which the party last used each service."""

    name: str
    size: str
    services: tuple[str, ...]
    rumours: tuple[Rumour, ...] = ()
    heard: tuple[int, ...] = ()
    applicants: tuple[Applicant, ...] = ()
    life: TownLife | None = None
    visited: dict[str, int] = {}


class SettlementChanged(Event, frozen=True):
    """The town is now like this; `name` is whom it is about, if anybody. Which rumours there are, and what the game
    knows of it, only the referee knows."""

    private: ClassVar[tuple[str, ...]] = ("settlement",)

    settlement: Settlement
    what: str
    name: str = ""

    def whose(self) -> str:
        return ""

    def glimpsed(self) -> Event:
        return replace(self, settlement=replace(self.settlement, rumours=(), life=None))

    def evolve(self, state: State) -> State:
        return replace(state, settlement=self.settlement)


class RumourHeard(Event, frozen=True):
    """A rumour comes to the party, and is remembered in the words in which it was told."""

    reveals: ClassVar[bool] = True

    index: int
    text: str

    def evolve(self, state: State) -> State:
        assert state.settlement is not None
        town = state.settlement
        told = (replace(x, text=self.text) if n == self.index else x for n, x in enumerate(town.rumours))
        return replace(state, settlement=replace(town, heard=(*town.heard, self.index), rumours=tuple(told)))


class ServiceUsed(Event, frozen=True):
    """Somebody has been to one of the town's services; `outcome` says what came of it, in a word."""

    cited_by: ClassVar[str] = "service"

    creature: str
    service: str
    outcome: str
    day: int

    def evolve(self, state: State) -> State:
        assert state.settlement is not None
        visited = {**state.settlement.visited, self.service: self.day}
        return replace(state, settlement=replace(state.settlement, visited=visited))
