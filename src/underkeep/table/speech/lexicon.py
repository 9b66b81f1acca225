"""Words by their meaning: groups of lexicon.toml, and whether a word in any of its forms belongs to one."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources


@cache
def _groups() -> dict[str, frozenset[str]]:
    text = resources.files(__package__).joinpath("lexicon.toml").read_text(encoding="utf-8")
    return {name: frozenset(words.split()) for name, words in tomllib.loads(text)["groups"].items()}


@cache
def group(name: str) -> frozenset[str]:
    """The words of a group; none if there is no such group."""
    return _groups().get(name, frozenset())


@cache
def all_words() -> frozenset[str]:
    """All words of all groups."""
    return frozenset(part for words in _groups().values() for word in words for part in word.split("_"))


@lru_cache(20000)
def senses(word: str) -> frozenset[str]:
    """The groups of deeds and nouns to which a word in any of its forms belongs."""
    return frozenset(name for name in _senses() if alike(word, _senses()[name]))


@cache
def _senses() -> dict[str, frozenset[str]]:
    named = group("senses")
    return {name: words for name, words in _groups().items() if name in named or name.startswith(("thing ", "kin "))}


_ENDINGS = (
    *(("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e")),
    *(("ied", "y"), ("d", ""), ("er", ""), ("er", "e"), ("ly", "")),
)
_PAST = {
    "took": "take", "went": "go", "gone": "go", "got": "get", "gave": "give", "bought": "buy", "sold": "sell",
    "hid": "hide", "hidden": "hide", "broke": "break", "broken": "break", "threw": "throw", "saw": "see",
    "heard": "hear", "slept": "sleep", "left": "leave", "led": "lead", "fled": "flee", "held": "hold",
    "bodies": "body", "fought": "fight", "hung": "hang", "sat": "sit", "shut": "shut", "lit": "light",
    "worn": "wear", "wore": "wear", "wolves": "wolf", "dying": "die", "lying": "lie",
}  # fmt: skip


_WHOLE = ("shoulder", "shoulders", "healer", "healers")
"""Words that only look like a form of another: `should` is no part of a shoulder."""


@lru_cache(20000)
def forms(word: str) -> frozenset[str]:
    """A word, and what it may be without its ending."""
    if word in _WHOLE:
        return frozenset((word, word.rstrip("s")))
    found = {word, _PAST.get(word, word)}
    for ending, back in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= (3 if ending == "d" else 2):
            base = word[: -len(ending)]
            found.add(base + back)
            if len(base) > 3 and base[-1] == base[-2]:
                found.add(base[:-1])
    return frozenset(found)


@lru_cache(20000)
def alike(word: str, of: frozenset[str]) -> bool:
    """Whether a word in any form is one of these, or their plural."""
    return bool(forms(word) & of) or any(word in forms(other) for other in of if other[:2] == word[:2])


def phrase_at(words: Sequence[str], phrase: Sequence[str]) -> frozenset[int]:
    """Where the words of a phrase stand in this order, others between them; empty if they do not."""
    found: list[int] = []
    start = 0
    for wanted in phrase:
        place = next((n for n in range(start, len(words)) if wanted in forms(words[n])), None)
        if place is None or (found and place - found[-1] > _MOST_APART):
            return frozenset()
        found.append(place)
        start = place + 1
    return frozenset(found)


_MOST_APART = 4
