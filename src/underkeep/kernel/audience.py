"""Who may know what: the one place that strips secrets from an event."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.kernel.event import Event
from underkeep.kernel.prompt import REFEREE


def seen_by(event: Event, seat: str, owns: Callable[[str, str], bool]) -> Event | None:
    """The event as `seat` may see it, or None. `owns(seat, creature_id)` says whose creature it is."""
    if seat == REFEREE:
        return event
    if event.secret or (event.seats is not None and seat not in event.seats):
        return None
    if event.private and not owns(seat, event.whose()):
        return event.glimpsed().shown()
    return event.shown()
