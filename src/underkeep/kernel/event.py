"""Facts: what an event is, how a fold of events makes a state, and which types a ruleset may use.

An event is frozen and holds values-after, so folding needs no rules and no dice. Its `evolve` is the only
writer of state. Nothing here knows a noun of any game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

S = TypeVar("S")


class Modifier(NamedTuple):
    """One number that changed a roll, and where it came from."""

    source: str
    amount: int


class Roll(Struct, frozen=True, gc=False):
    """What explains an outcome: the faces, every modifier with its source, the number needed.

    The total must reach the number, or not exceed it if `at_most`.
    """

    notation: str
    faces: tuple[int, ...]
    total: int
    modifiers: tuple[Modifier, ...] = ()
    needed: int | None = None
    success: bool | None = None
    at_most: bool = False


class Event(Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """A fact in the past tense. `rule` cites the ledger; `seats` is the audience, None meaning everyone at the table.

    `private` names the fields that only the referee and the owner of the creature in the field `subject` may see.
    A `secret` event is for the referee alone. One that `reveals` tells somebody what may have been secret anywhere, as
    a rumour does. `cited_by` names the field that tells one sort of the fact from another,
    where the rules behind it differ by that (`why`, `how`).
    """

    secret: ClassVar[bool] = False
    reveals: ClassVar[bool] = False
    private: ClassVar[tuple[str, ...]] = ()
    subject: ClassVar[str] = "creature"
    cited_by: ClassVar[str] = ""

    rule: tuple[str, ...] = ()
    seats: tuple[str, ...] | None = None

    def evolve(self, state: Any) -> Any:
        """The state after this fact. Every event but a Note has its own."""
        raise TypeError(f"{type(self).__name__} has no evolve")

    def whose(self) -> str:
        """The creature whose owner may see the private fields."""
        return str(getattr(self, self.subject))

    def shown(self) -> Event:
        """This event as anybody may see it who is not the referee."""
        return self

    def glimpsed(self) -> Event:
        """This event as those see it who do not own the creature: private fields are None."""
        return replace(self, **dict.fromkeys(self.private))


class Note(Event, frozen=True):
    """A fact that explains but changes nothing, such as a roll."""

    def evolve(self, state: Any) -> Any:
        return state


class Action(Struct, frozen=True, gc=False, tag=True):
    """Something a seat asks for, in the imperative."""


class UnfitEvent(TypeError):
    """A ruleset declares an event type that cannot be folded."""


def check_event_types(types: Iterable[type[Event]]) -> None:
    """Refuse an event type without an evolve that is not declared a Note, and two types with one tag."""
    tags: dict[object, type[Event]] = {}
    for kind in types:
        if kind.evolve is Event.evolve:
            raise UnfitEvent(f"{kind.__qualname__} changes nothing: give it an evolve, or make it a Note.")
        if not kind.__struct_config__.frozen:
            raise UnfitEvent(f"{kind.__qualname__} is not frozen.")
        tag = kind.__struct_config__.tag
        if tags.setdefault(tag, kind) is not kind:
            raise UnfitEvent(f"Two event types share the name {tag}.")


def fold(events: Iterable[Event], state: S) -> S:
    """The state after all the events, in order."""
    for event in events:
        state = event.evolve(state)
    return state
