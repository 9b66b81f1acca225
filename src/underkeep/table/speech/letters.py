"""Slips of the pen: a word that means nothing, as the one word here that differs by two letters changed over, one left
out or one doubled; of the names of what is here also by one letter that is another.

This is done before a line is read, so it is sure or not at all: words that are others by one letter stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from underkeep.procedures import dressings, survey
from underkeep.table import naming
from underkeep.table.speech.describe import wares
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.spelling import common_words, words_here
from underkeep.table.speech.wording import SHOWS, parts, stem

_SHORT, _LONG = 5, 6
"""Letters of a word at the least that is read as another, and of one in which a letter is another."""
_WORD = re.compile(r"(?<![\w'\u2019-])[A-Za-z]{5,}(?![\w'\u2019-])")


def without_slips(reader: Reader, line: str) -> str:
    """The line with each such word as the one that is meant."""
    if reader.state.prompts or reader.referees or '"' in line:
        return line
    unknown = {found[0] for found in _WORD.finditer(line) if not alike(found[0].lower(), common_words())}
    unknown = {word for word in unknown if word.lower() not in group("spelt so")}
    if not unknown:
        return line
    here, names = words_here(reader), _names(reader)
    meant = {word: _meant(word.lower(), names, here) for word in unknown}
    return _WORD.sub(lambda found: meant.get(found[0]) or found[0], line)


def _meant(word: str, names: frozenset[str], here: frozenset[str]) -> str:
    """What a word is a slip of; nothing if it is a word of its own, or if it might be several."""
    if word in SHOWS or alike(word, here | names):
        return ""
    for known, is_name in ((names, True), (here, False)):
        found = _near(word, known, is_name=is_name)
        if len({stem(one) for one in found}) == 1:
            return min(found, key=len) if stem(word) == word else max(found, key=len)
        if found:
            return ""
    return ""


def _near(word: str, known: Iterable[str], *, is_name: bool) -> list[str]:
    return [x for x in known if x[:1] == word[:1] and len(x) >= _SHORT and _differs_little(word, x, is_name=is_name)]


@cache
def _differs_little(typed: str, known: str, *, is_name: bool) -> bool:
    """Whether a known word was typed with one slip."""
    if len(typed) == len(known):
        apart = [n for n, (one, other) in enumerate(zip(typed, known, strict=True)) if one != other]
        if len(apart) == 1:
            return is_name and len(typed) >= _LONG
        first = apart[0] if apart else 0
        return apart == [first, first + 1] and typed[first] == known[first + 1] and typed[first + 1] == known[first]
    if len(typed) + 1 == len(known):
        return any(known[:n] + known[n + 1 :] == typed for n in range(len(known)))
    twice = [n for n in range(1, len(typed)) if typed[n] == typed[n - 1]]
    return len(typed) == len(known) + 1 and any(typed[:n] + typed[n + 1 :] == known for n in twice)


def _names(reader: Reader) -> frozenset[str]:
    """The words of the names of what the party has, meets, sees and can buy here, and of the places it knows of."""
    state = reader.state
    told = [name for c in ours(reader) for name in (c.name, *(item.name for item in c.items))]
    if state.encounter is not None or state.fight is not None:
        met = state.encounter.monsters if state.encounter is not None else [c.id for c in state.active()]
        told += [state.creatures[id].name for id in met if id in state.creatures]
    if state.settlement is not None:
        told += [ware.name for ware in wares(reader.rules, state).values()]
        told += [x.name for x in state.settlement.applicants]
        told += [kind.replace("-", " ") for kind in state.settlement.services]
    if state.region is not None:
        told += [place.name for place in state.region.places.values() if not place.secret]
    if state.dungeon is not None:
        told.append(state.dungeon.name)
    if state.dungeon is not None and state.party is not None and state.party.at is not None:
        told += [naming.feature_name(state, x) for x in survey.known_features(state)]
        told += [dressings.name_of(x) for x in survey.known_dressings(state)]
    return frozenset(word for text in told for word in parts(text) if len(word) >= _SHORT)
