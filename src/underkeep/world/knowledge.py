"""What somebody remembers about a thing of the world, once asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.kernel.event import Event

if TYPE_CHECKING:
    from underkeep.world.state import State


class Recalled(Event, frozen=True):
    """A creature searched its memory about something. What it knows are `facts`; nothing if there are none.

    It is told to whoever plays the creature, and asking again brings no more.
    """

    creature: str
    about: str
    facts: tuple[str, ...]

    def evolve(self, state: State) -> State:
        own = {**state.recalled.get(self.creature, {}), self.about: self.facts}
        return replace(state, recalled={**state.recalled, self.creature: own})
