"""Words before strangers that are no trick and no demand: news that is told, a promise, a wish to be gone, and what the
party asks itself and not them."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part, parts

_PROMISES, _LEAVES, _NO_LEAVE = (pattern("honest_words", name) for name in ("promises", "leaves", "no_leave"))
_AND_TAKES, _WARNS = (pattern("honest_words", name) for name in ("and_takes", "warns"))
_TOLD = pattern("honest_words", "told")
_FEIGNS = pattern("honest_words", "feigns")
TO_LEAVE = "To go in peace is to back off: nothing is picked up on the way. Is that meant?"
TOLD_SO = "It is told to them as it is; to mislead them, say: bluff."
ASKED_OF_THEM = "Nobody of the party knows that. Is it to be asked of them?"


def honestly(reader: Reader, said: str) -> Meaning | None:
    """What is promised or told in good faith, or a wish to be gone; None of any other line."""
    if _FEIGNS.search(said):
        return None
    asks_along = any(type(x).__name__ == "TakeAlong" for x in reader.options.listed)
    if _PROMISES.search(said) and not asks_along:
        return _spoken(reader, said, "alliance")
    if _LEAVES.search(said) and not _NO_LEAVE.search(said):
        away = next((x for x in reader.options.listed if isinstance(x, a.Evade) and x.walk and not x.way), None)
        if away is None:
            return None
        return Ask(TO_LEAVE, (away,)) if _AND_TAKES.search(said) else Do(away)
    is_told = _WARNS.search(said) or _TOLD.search(said) or _THERE_IS.match(said)
    return _spoken(reader, said, "talk") if is_told else None


_THERE_IS = re.compile(
    r"(?:\w+,? )?(?:tells?|warns?|informs?|lets?) (?:them|him|her|it|the \w+(?: \w+)?) (?:know )?(?:that )?"
    r"there (?:is|are|was)\b"
)
"""What the party has seen is told as it is."""


def _spoken(reader: Reader, said: str, aim: str) -> Do | None:
    """Such a word to them, by whoever is named; none where it may not be said."""
    words = set(parts(said))
    listed = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == aim]
    own = [x for x in listed if any(c.id == x.actor and first_part(c.name) in words for c in ours(reader))]
    note = TOLD_SO if aim == "talk" else ""
    return Do(reader.rules.fittest(reader.state, list(own or listed)), note) if listed else None


def is_feigned(said: str) -> bool:
    """Whether a line says itself that what it tells is not so, or boasts of many who are near."""
    return _FEIGNS.search(said) is not None


def not_to_them(meant: Meaning, is_told: bool) -> Meaning:
    """A question that nobody is told to put to them is asked of them only if that is wanted."""
    is_word = isinstance(meant, Do) and isinstance(meant.action, a.Parley)
    if is_told or not is_word or not isinstance(meant, Do):
        return meant
    return Ask(ASKED_OF_THEM, (meant.action,))
