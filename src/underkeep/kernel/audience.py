"""Who may know what: the one place that strips secrets from an event."""

from __future__ import annotations

from typing import Protocol

from underkeep.kernel.event import Event
from underkeep.kernel.prompt import REFEREE

LIFE = ("hp",)
"""What is private to the owner of somebody, and while it is uncounted to the referee."""


class Table(Protocol):
    """Who sits there, and who plays which creature."""

    def sits(self, seat: str) -> bool: ...
    def owns(self, seat: str, creature: str) -> bool: ...
    def is_uncounted(self, creature: str) -> bool: ...


def seen_by(event: Event, seat: str, table: Table) -> Event | None:
    """The event as `seat` may see it, or None. What is for everyone is for everyone who sits at the table."""
    if seat == REFEREE:
        return event
    if event.secret or not table.sits(seat) or (event.seats is not None and seat not in event.seats):
        return None
    is_kept = event.private == LIFE and table.is_uncounted(event.whose())
    if is_kept or (event.private and not table.owns(seat, event.whose())):
        return event.glimpsed().shown()
    return event.shown()
