"""Who referees, and what the referee writes down: nobody else hears of the notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note

if TYPE_CHECKING:
    from underkeep.world.state import State


class RefereeSeated(Event, frozen=True):
    """Judgements are put to a person from now on, or to nobody: then each takes its default."""

    is_person: bool

    def evolve(self, state: State) -> State:
        return replace(state, human_referee=self.is_person)


class RefereeNoted(Note, frozen=True):
    """Something the referee wants to remember."""

    secret: ClassVar[bool] = True

    text: str


class RefereeSaid(Note, frozen=True):
    """Something the referee tells everybody."""

    text: str
