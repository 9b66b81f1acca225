"""States a creature can be in for a while: stunned, prone, blind, fleeing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from underkeep.kernel.event import Event
from underkeep.kernel.secret import Secrets, of_another

if TYPE_CHECKING:
    from underkeep.world.state import State


UNCOUNTED = "hit points unknown"
"""As long as somebody is so, the referee alone keeps count of the hit points."""


class Condition(Struct, frozen=True, gc=False):
    """`until` is a clock time in seconds, or None until something ends it. `level` is a number where one matters;
    `power` is that of the magic behind it, if there is any.
    """

    secrets: ClassVar[Secrets] = of_another("until", "level", "power")

    name: str
    until: int | None = None
    level: int = 0
    power: int = 0


class ConditionGained(Event, frozen=True):
    """A creature came under a condition; one of the same name is replaced."""

    creature: str
    condition: Condition

    def evolve(self, state: State) -> State:
        kept = [c for c in state.creatures[self.creature].conditions if c.name != self.condition.name]
        return state.with_creature(self.creature, conditions=(*kept, self.condition))


class ConditionEnded(Event, frozen=True):
    """A condition is over."""

    cited_by: ClassVar[str] = "name"

    creature: str
    name: str

    def evolve(self, state: State) -> State:
        kept = tuple(c for c in state.creatures[self.creature].conditions if c.name != self.name)
        return state.with_creature(self.creature, conditions=kept)
