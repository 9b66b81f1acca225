"""A night at the inn, where a town has one that can be visited: `sleep at the inn`, `get rooms at the inn and eat
something`. Who only says to rest rests; who names the inn goes there."""

from __future__ import annotations

from underkeep.procedures.chapter import TOWN
from underkeep.procedures.town_services import Visit
from underkeep.table.speech.meanings import Do, Reader, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part, parts

_INN = pattern("at_the_inn", "inn")
_KEEPS = ("inn", "lodgings")


def at_the_inn(reader: Reader, said: str) -> Do | None:
    """The visit of whoever is named, else of the first who can pay it; None of any other line."""
    if place_of(reader) != TOWN or reader.state.prompts or not _INN.fullmatch(said.rstrip("? ")):
        return None
    visits = [x for x in reader.options.listed if isinstance(x, Visit) and x.service in _KEEPS]
    called = set(parts(said))
    named = [c.id for c in ours(reader) if first_part(c.name) in called]
    best = [x for x in visits if x.actor in named] or ([] if named else visits)
    return Do(best[0], THE_NIGHT) if best else None


THE_NIGHT = "The party stays there till the morning."
