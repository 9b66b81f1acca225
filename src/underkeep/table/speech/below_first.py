"""What is read underground before all else, while nobody is met: rests, stuck doors, ways in, things by their look."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.table.speech.asked_plainly_below import asked_plainly
from underkeep.table.speech.at_stuck_doors import at_stuck_doors
from underkeep.table.speech.going_in import going_in
from underkeep.table.speech.lights_handed import lit_for_each
from underkeep.table.speech.meanings import Meaning, Reader
from underkeep.table.speech.resting_words import resting
from underkeep.table.speech.things_seen import thing_seen
from underkeep.table.speech.to_neighbours import to_neighbours
from underkeep.table.speech.wording import plain

Read = Callable[[str], Meaning | None]
Parse = Callable[[Reader, str], Meaning]


def below_first(reader: Reader, typed: str, line: str, read: Read, parse: Parse) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = typed.rstrip("? ")
    return (
        going_in(reader, said, read, parse)
        or resting(reader, said)
        or thing_seen(reader, plain(line))
        or asked_plainly(reader, said)
        or lit_for_each(reader, said, parse)
        or at_stuck_doors(reader, typed, parse)
        or to_neighbours(reader, typed, parse)
    )
