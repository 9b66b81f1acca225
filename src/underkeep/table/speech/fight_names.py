"""The names in a line of a fight as they are spelt on the screen: `spider one` is spider 1, and a name with a letter
wrong is the one that it is most like."""

from __future__ import annotations

import difflib
import re

from underkeep.table.speech.lexicon import alike
from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.spelling import words_here
from underkeep.table.speech.wording import parts, stem

_COUNT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ALIKE, _SHORT = 0.78, 5
_CASTS = re.compile(r"\bcast(?:s|ing)?\b")


_COMMON = {
    "weapon",
    "weapons",
    "first",
    "second",
    "third",
    "nearest",
    "closest",
    "attack",
    "shield",
    "retreat",
    "torch",
}
"""Words of every fight that are written in haste."""


def as_spelt(reader: Reader, said: str) -> str:
    """The line with the names of those who fight, and of spells, as they are written."""
    if reader.state.fight is None or reader.state.prompts:
        return said
    names, known = _names(reader, bool(_CASTS.search(said))), words_here(reader)
    return _numbered(reader, re.sub(r"[a-z]{5,}", lambda found: _name(found[0], names, known), said))


def _name(word: str, own: set[str], known: frozenset[str]) -> str:
    """The name that a word is meant for which is no word; the word itself if it is like none."""
    if alike(word, known):
        return word
    names = [w for w in own if w[:1] == word[0] and len(w) >= _SHORT and abs(len(w) - len(word)) <= 2]
    near = difflib.get_close_matches(word, names, 1, _ALIKE)
    return near[0] if near else word


def _names(reader: Reader, is_cast: bool) -> set[str]:
    """The words of the names of those on the field, and of the spells where one is cast."""
    told = [c.name for c in reader.state.creatures.values() if c.at is not None or c.side == reader.seat]
    spells = reader.rules.spells() if is_cast else ()
    return {word for text in (*told, *spells) for word in parts(text)} | _COMMON


def _numbered(reader: Reader, said: str) -> str:
    """`Spider one` as `spider 1`, where there is one of that number."""
    foes = [c for c in reader.state.creatures.values() if c.at is not None and not c.name.isalpha()]
    kin = {word for foe in foes for word in parts(foe.name) if not word.isdecimal()}
    numbers = {word for foe in foes for word in parts(foe.name) if word.isdecimal()}

    def numbered(found: re.Match[str]) -> str:
        number = str(_COUNT.index(found["count"]) + 1)
        is_name = found["kin"] in {"number", "no", "nr"} or {found["kin"], stem(found["kin"])} & kin
        return f"{found['kin']} {number}" if is_name and number in numbers else found[0]

    return re.sub(rf"\b(?P<kin>[a-z]+) (?P<count>{'|'.join(_COUNT)})\b(?! of\b)", numbered, said)
