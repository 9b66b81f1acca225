"""Ranked word search over the rulebooks: finds what a referee half remembers.

A word matches its own inflections fully ("doors", "surprised") and longer words that begin with it a little.
Words that few entries have weigh more; an id counts more than a heading, a heading more than the text.
"""

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from underkeep.rulebook.ledger import Entry, Example, Ledger, Question, Rule, Table

_WEIGHTS = (5.0, 2.0, 2.0, 0.7)  # id, section, text, check
_BEGINS_WITH = 0.3
_NOT_A_RULE = 0.8
_AS_A_PHRASE = 1.5
_ENDINGS = "ings|ing|ied|ies|ers|er|ed|es|ly|s|e|y|d"


class Found(NamedTuple):
    """One hit: where it stands, what it is, and how well it fits."""

    ledger: Ledger
    entry: Rule | Table | Question
    score: float

    @property
    def full_id(self) -> str:
        return self.ledger.full_id(self.entry)

    @property
    def summary(self) -> str:
        return _text(self.entry)


def search(words: Iterable[str], ledgers: Iterable[Ledger], limit: int = 20) -> list[Found]:
    """The entries that fit the words best; one that has all the words comes before one that has some."""
    stems = [_spelled(_stem(word)) for phrase in words for word in re.findall(r"[a-z0-9]+", phrase.lower())]
    if not stems:
        return []
    patterns = [_patterns(stem) for stem in stems]
    phrase_of = re.compile(r"(?<![a-z0-9])" + r"[a-z]{0,4}[ .-]".join(stems))
    entries = [(ledger, entry) for ledger in ledgers for entry in ledger.entries.values()]
    hits = [
        (ledger, entry, [_fit(fields, pattern) for pattern in patterns], any(map(phrase_of.search, fields)))
        for ledger, entry in entries
        if not isinstance(entry, Example) and (fields := _fields(entry))
    ]
    rarity = [_rarity(sum(1 for _, _, fits, _ in hits if fits[n] > 0), len(hits)) for n in range(len(patterns))]
    found = [
        Found(ledger, entry, _score(entry, fits, rarity) * (_AS_A_PHRASE if together else 1))
        for ledger, entry, fits, together in hits
        if any(fits)
    ]
    found.sort(key=lambda hit: (-hit.score, hit.ledger.book.shelf, hit.entry.id))
    return found[:limit]


def _score(entry: Entry, fits: Sequence[float], rarity: Sequence[float]) -> float:
    share = sum(1 for fit in fits if fit > 0) / len(fits)
    total = sum(fit * weight for fit, weight in zip(fits, rarity, strict=True))
    return total * share**3 * (1.0 if isinstance(entry, Rule) else _NOT_A_RULE)


def _rarity(having: int, of: int) -> float:
    return math.log(1 + of / (1 + having))


def _fit(fields: Sequence[str], pattern: tuple[re.Pattern[str], re.Pattern[str]]) -> float:
    whole, beginning = pattern
    total = 0.0
    for text, weight in zip(fields, _WEIGHTS, strict=True):
        if whole.search(text):
            total += weight
        elif beginning.search(text):
            total += weight * _BEGINS_WITH
    return total


def _fields(entry: Rule | Table | Question) -> tuple[str, str, str, str]:
    check = entry.check if isinstance(entry, Rule) else ""
    return entry.id.lower(), entry.section.lower(), _text(entry).lower(), check.lower()


def _text(entry: Rule | Table | Question) -> str:
    match entry:
        case Rule():
            return entry.text
        case Table():
            return f"{', '.join(entry.columns)}. {entry.note}".strip()
        case Question():
            return f"{entry.unclear} {entry.resolution}"


def _patterns(spelled: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The word with any common ending (its last letter perhaps doubled), and any word that begins with it."""
    whole = re.compile(rf"(?<![a-z0-9]){spelled}(?:{spelled[-1]}?(?:{_ENDINGS}))?(?![a-z0-9])")
    return whole, re.compile(rf"(?<![a-z0-9]){spelled}")


def _spelled(stem: str) -> str:
    return re.sub(r"ou?r$", "ou?r", stem)  # armour and armor


def _stem(word: str) -> str:
    for ending in _ENDINGS.split("|"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word.removesuffix(ending)
            return (
                stem[:-1] if ending in ("ing", "ed", "er") and stem[-1] == stem[-2] and stem[-1] not in "ls" else stem
            )
    return word
