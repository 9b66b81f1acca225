"""Things that creatures carry: what an item is, and what can happen to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event

if TYPE_CHECKING:
    from underkeep.world.state import State


class Item(Struct, frozen=True, gc=False):
    """One thing, or a count of like things. `kind` is the content id; `place` is hand, worn or pack."""

    kind: str
    name: str
    place: str = "pack"
    count: int = 1
    broken: bool = False


class ItemBroke(Event, frozen=True):
    """The item at this index of the creature's items is broken."""

    creature: str
    index: int
    item: str

    def evolve(self, state: State) -> State:
        items = state.creatures[self.creature].items
        broken = replace(items[self.index], broken=True)
        return state.with_creature(self.creature, items=(*items[: self.index], broken, *items[self.index + 1 :]))


class ItemsChanged(Event, frozen=True):
    """The creature now carries exactly these (dropped, taken up, used, moved from pack to hand).

    `what` is the verb and `item` what it was done with, as many of them; without an item `what` says it all.
    """

    creature: str
    items: tuple[Item, ...]
    what: str
    item: Item | None = None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, items=self.items)
