"""What a line that nobody understood may have meant: of all that may be done now, what has most of its words.

Words count by their meaning (`lexicon.toml`), and the more the fewer deeds they are a word for. Nothing is done for a
likeness: it is offered.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.procedures.town_services import Visit
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.describe import but_actor, describe
from underkeep.table.speech.lexicon import alike, group, senses
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.wording import parts

MOST = 3
_LEAST = 0.5
"""How much of a line, by the weight of its words, has to be in what is offered."""
_NEAR = 0.85
"""What is not so near as the best by this is not offered beside it."""
_BY_MEANING, _BY_HINT, _BY_BEGINNING = 0.8, 0.7, 0.6
_LONG = 5
_FEWEST = 2
_SOME, _MOSTLY = 2, 0.6
_UNKNOWN = 2.0


class Near(Struct, frozen=True):
    """An action, how much of a line it has, and whether the line's first word, mostly what is done, is in that."""

    action: Action
    share: float
    is_deed: bool


def nearest(reader: Reader, said: str) -> list[Near]:
    """The legal actions that have most of the words of a line, the best first; none if none has enough."""
    names = {parts(c.name)[0]: c.id for c in ours(reader) if parts(c.name)}
    told = [word for word in parts(said) if word in names]
    wanted = [word for word in parts(said) if _says(word) and word not in names]
    listed = _of_each_hand(reader, [names[word] for word in told])
    words = {action: _words(reader, action) for action in listed}
    everybody = {parts(c.name)[0] for c in reader.state.creatures.values() if parts(c.name)} - set(parts(said))
    words = {action: own for action, own in words.items() if not everybody & own.told}
    weights = _weights(wanted, words.values())
    total = sum(weights.values())
    if len(wanted) < _FEWEST:
        return []
    found = [
        Near(x, _likeness(wanted, own, weights) / total, _likeness_of(wanted[0], own) > 0) for x, own in words.items()
    ]
    best = max((near.share for near in found), default=0.0)
    if best < _LEAST:
        return []
    return sorted((n for n in found if n.share >= max(_LEAST, _NEAR * best)), key=lambda n: -n.share)[:MOST]


def nearest_visits(reader: Reader, said: str) -> list[Action]:
    """The visits in town to what a line names, by somebody who is named, or who does such things."""
    names = {parts(c.name)[0]: c.id for c in ours(reader) if parts(c.name)}
    told = [names[word] for word in parts(said) if word in names]
    visits = [x for x in _of_each_hand(reader, told) if isinstance(x, Visit)]
    wanted = [word for word in parts(said) if _says(word)]
    by_name = {x: sum(_likeness_of(w, Words(_words(reader, x).told, frozenset())) > 0 for w in wanted) for x in visits}
    return [x for x in sorted(visits, key=lambda x: -by_name[x]) if by_name[x]]


def is_beside(reader: Reader, said: str, action: Action) -> bool:
    """Whether most of what a line says has no part in an action: of its words for deeds and things, names apart."""
    names, own = _names(reader), _words(reader, action)
    words = dict.fromkeys(parts(_LEFT_UNDONE.sub(" ", said)))
    wanted = [word for word in words if _says(word) and word not in names and not names_a_monster(reader.rules, word)]
    beside = sum(not _likeness_of(word, own) for word in wanted)
    return beside >= _SOME and beside > _MOSTLY * len(wanted)


_LEFT_UNDONE = re.compile(r"\b(?:do not|don'?t|never|without|because|since)\b[^,;.]*")


def _names(reader: Reader) -> set[str]:
    """The words of the names of all people and places that a line may speak of."""
    state = reader.state
    places = [x.name for x in (state.dungeon, state.settlement) if x is not None]
    return {word for name in (*(c.name for c in state.creatures.values()), *places) for word in parts(name)}


def _says(word: str) -> bool:
    """Whether a word is one for a deed or a thing."""
    return len(word) > 2 and not word.isdecimal() and word not in group("small") and word not in group("asking")


def _of_each_hand(reader: Reader, named: Sequence[str]) -> list[Action]:
    """One action for each thing that may be done: by somebody who is named, else by who acts now or did such last."""
    found: dict[str, list[Action]] = {}
    for action in reader.options.listed:
        if not isinstance(action, a.Retire | Try):
            found.setdefault(f"{type(action).__name__} {but_actor(reader.state, action)}", []).append(action)
    kept = []
    for alike_ in found.values():
        by_named = [x for x in alike_ if getattr(x, "actor", "") in named]
        if named and not by_named and hasattr(alike_[0], "actor"):
            continue
        usual = reader.usual.get(type(alike_[0]).__name__, reader.focus)
        own = by_named or [x for x in alike_ if getattr(x, "actor", "") == usual] or alike_
        kept.append(reader.rules.fittest(reader.state, own) if len(own) > 1 else own[0])
    return kept


class Words(Struct, frozen=True):
    """The words an action is told with, and those that people say for such a deed."""

    told: frozenset[str]
    hints: frozenset[str]


def _words(reader: Reader, action: Action) -> Words:
    actor = reader.state.creatures.get(getattr(action, "actor", ""))
    own = parts(actor.name)[:1] if actor is not None else []
    told = [w for w in parts(describe(reader.rules, reader.state, action)) if len(w) > 2 and w not in own]
    return Words(frozenset(told), group(f"deed {type(action).__name__}"))


def _weights(wanted: Sequence[str], documents: Iterable[Words]) -> dict[str, float]:
    """How much each word of the line says: the more the fewer deeds it is a word for."""
    known = list(documents)
    seen = Counter(w for own in known for w in dict.fromkeys(wanted) if _likeness_of(w, own))
    return {w: math.log(1 + len(known) / seen[w]) if seen[w] else _UNKNOWN for w in dict.fromkeys(wanted)}


def _likeness(wanted: Sequence[str], own: Words, weights: dict[str, float]) -> float:
    return sum(weights[w] * _likeness_of(w, own) for w in dict.fromkeys(wanted))


def _likeness_of(word: str, own: Words) -> float:
    """How near a word is to the nearest of an action's."""
    if alike(word, own.told):
        return 1.0
    if senses(word) & _meant(own.told):
        return _BY_MEANING
    if alike(word, own.hints):
        return _BY_HINT
    return _BY_BEGINNING if len(word) >= _LONG and any(o[:_LONG] == word[:_LONG] for o in own.told) else 0.0


@lru_cache(5000)
def _meant(own: frozenset[str]) -> frozenset[str]:
    return frozenset(name for word in own for name in senses(word))
