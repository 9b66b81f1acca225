"""Game time: a counter of seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event

if TYPE_CHECKING:
    from underkeep.world.state import State

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MORNING = 8 * HOUR
EVENING = 20 * HOUR


class TimePassed(Event, frozen=True):
    """The clock now shows this many seconds; `why` says what took the time."""

    cited_by: ClassVar[str] = "why"

    now: int
    why: str

    def evolve(self, state: State) -> State:
        return replace(state, now=self.now)


def day_of(now: int) -> int:
    """The day of the campaign, from 1."""
    return now // DAY + 1


def time_of_day(now: int) -> str:
    """As a clock on the wall would show it."""
    seconds = now % DAY
    return f"{seconds // HOUR:02d}:{seconds % HOUR // MINUTE:02d}"
