"""What the answers to plain questions are made of: what is said, and whom of the party a question names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from underkeep.table.speech.meanings import Reader, Show
from underkeep.table.speech.wording import first_part
from underkeep.world.creature import Creature

Groups = Mapping[str, str]
Answer = Callable[[Reader, Groups], Show | None]
MOST = 12


def said(*lines: str) -> Show:
    """What is said of it, in one line or several."""
    told = [line for line in lines if line]
    return Show("said", told[0]) if len(told) == 1 else Show("several", "\n".join(f"said|{line}" for line in told))


def own_named(reader: Reader, name: str) -> Creature | None:
    """One of the party by the first name, alive or not, here or gone."""
    mine = [c for c in reader.state.creatures.values() if reader.state.owns(reader.seat, c.id)]
    return next((c for c in mine if first_part(c.name) == name), None)
