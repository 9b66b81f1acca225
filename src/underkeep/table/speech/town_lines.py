"""Lines that are about the people, the services and the own things of a party in town, before the plain words."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.table.speech.asked_in_town import asked_in_town
from underkeep.table.speech.meanings import Meaning, Reader
from underkeep.table.speech.safe_hands import left_in_town
from underkeep.table.speech.things_wanted import of_things
from underkeep.table.speech.town_people import of_people
from underkeep.table.speech.town_visits import of_services


def in_town(reader: Reader, said: str, read: Callable[[str], Meaning | None]) -> Meaning | None:
    """What such a line means; None if it is about something else."""
    return (
        left_in_town(reader, said)
        or asked_in_town(reader, said, read)
        or of_people(reader, said, read)
        or of_things(reader, said, read)
        or of_services(reader, said, read)
    )
