"""In a fight, what is smashed that is no foe: `smash the mirror` is tried on the mirror that stands there, and never a
blow at somebody."""

from __future__ import annotations

import re
from functools import cache

from underkeep.procedures import dressings, play
from underkeep.procedures.actions import Try
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.lexicon import alike
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, ours
from underkeep.table.speech.mentions import FEATURE, THING, mentions
from underkeep.table.speech.wording import first_part, parts, stem

_STRIKES = re.compile(
    r"(?:(?P<who>\w+),? )?(?P<verb>smash|break|shatter|destroy|wreck|bash|hit|strike|attack|hack|chop|kick)(?:s|es)?"
    r"(?: at| up| down| in| over)? (?:the|that|this|a|an) (?P<what>[a-z ]+)"
)


def struck(reader: Reader, said: str) -> Meaning | None:
    """What becomes of such a line; None where somebody might be meant."""
    found = _STRIKES.fullmatch(said)
    if found is None:
        return None
    noun = parts(found["what"])[-1]
    others = [c for c in reader.state.active() if not reader.state.owns(reader.seat, c.id)]
    foes = frozenset(word for c in others for word in parts(c.name))
    if alike(noun, foes) or names_a_monster(reader.rules, noun) or stem(noun) not in _nouns():
        return None
    if not any(m.role in (THING, FEATURE) for m in mentions(reader, parts(found["what"]))):
        return Say(f"There is no {found['what']} here to {found['verb']}.")
    named = next((c.id for c in ours(reader) if first_part(c.name) == found["who"]), reader.focus)
    wish = Try(named, f"{found['verb']} the {found['what']}")
    against = play.why_not(reader.rules, reader.state, reader.seat, wish)
    return Do(wish) if against is None else Say(against.sentence, against.rule)


@cache
def _nouns() -> frozenset[str]:
    """The last words of what all things that stand about are called."""
    shelves = (*dressings.things().values(), *dressings.traces().values())
    return frozenset(stem(id.rpartition("-")[2]) for shelf in shelves for id in shelf)
