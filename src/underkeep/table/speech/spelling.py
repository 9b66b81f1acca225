"""Lines with a letter wrong: a word that nobody knows, as the nearest that somebody does."""

from __future__ import annotations

import difflib
import re
from functools import cache

from underkeep.table.speech.describe import describe
from underkeep.table.speech.frames import words_known
from underkeep.table.speech.lexicon import alike, all_words
from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.wording import COMPASS, NOISE, parts

_ALIKE, _SHORT = 0.8, 4


def well_spelt(reader: Reader, said: str) -> str:
    """The line with each word that is for nothing here as the one that is spelt most like it."""
    known = words_here(reader)

    def spelt(found: re.Match[str]) -> str:
        word = found[0]
        if len(word) < _SHORT or alike(word, known):
            return word
        near = difflib.get_close_matches(
            word, [w for w in known if w[:1] == word[0] and abs(len(w) - len(word)) <= 1], 1, _ALIKE
        )
        return near[0] if near else word

    return re.sub(r"[a-z]+", spelt, said)


def words_here(reader: Reader) -> frozenset[str]:
    """The words that mean something here, or that are words anyway: none of them is another one badly spelt."""
    return _known() | _here(reader)


def common_words() -> frozenset[str]:
    """The words of which lines are made, wherever they are said."""
    return _known()


@cache
def _known() -> frozenset[str]:
    """The words of which lines are made."""
    return frozenset(all_words() | words_known() | NOISE | frozenset(COMPASS))


def _here(reader: Reader) -> frozenset[str]:
    """The words of the names and of what may be done."""
    told = [describe(reader.rules, reader.state, x) for x in reader.options.listed]
    names = [c.name for c in reader.state.creatures.values()]
    items = [item.name for c in reader.state.creatures.values() for item in c.items]
    return frozenset(word for text in (*told, *names, *items, *reader.rules.spells()) for word in parts(text))
