"""`Why` of how things are, and of what may not be done. Only what has happened has dice and rules behind it: of the
rest the reason is told, or that there is none against it."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.table.naming import listing
from underkeep.table.speech.besides import together
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.rules_told import RULING
from underkeep.table.speech.second_thoughts import UNTRIED, is_unknown

_WEARY, _MAY_NOT, _PRESENT = (pattern("asked_why", name) for name in ("weary", "may_not", "present"))
WEARY, REST = "weary", "going on without rest"
NOT_WEARY, ARE_WEARY = "Nobody of the party is weary now.", "Weary now: {names}."
UNTRIED_YET = "No rule of its own is known for that, so it takes a try: {tried}."
MAY_BE_DONE = "Nothing speaks against it: say so, and it is done."


def why_asked(reader: Reader, said: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """The answer to such a question; None to any other, and to one about what has happened."""
    if reader.state.prompts or reader.state.fight is not None:
        return None
    if _WEARY.search(said):
        tired = [c.name for c in ours(reader) if any(WEARY in one.name for one in c.conditions)]
        told = ARE_WEARY.format(names=listing(tired)) if tired else NOT_WEARY
        return together([Show("said", told), Show(RULING, REST)])
    found = _MAY_NOT.fullmatch(said)
    if found is None:
        return None
    return _of_a_deed(parse(reader, f"{found['who'] or ''} {found['deed']}".strip()))


def _of_a_deed(meant: Meaning) -> Meaning | None:
    """What speaks against a deed, or that nothing does."""
    if isinstance(meant, Say):
        return None if is_unknown(meant) else meant
    if isinstance(meant, Ask) and meant.question == UNTRIED:
        what = getattr(meant.choices[0], "what", "")
        return Say(UNTRIED_YET.format(tried=f"try {what}" if what else "say: try to ..."))
    return Say(MAY_BE_DONE) if isinstance(meant, Do | Undertake) else None


def not_of_the_last(said: str, meant: Meaning) -> Meaning:
    """The rules behind the last event are no answer to why something is as it is."""
    if isinstance(meant, Show) and meant.what == "why" and _PRESENT.search(said):
        return Say(UNKNOWN_WHY)
    return meant


UNKNOWN_WHY = "Nobody of the party knows why. Why, alone, tells the rules and dice behind what happened last."
