"""The last look at what a line was read as: if it names one of the party who has no part in that, tells a number that
is not in it, tells another bearing or says not to do it, it is asked about before it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.second_thoughts import UNSURE
from underkeep.table.speech.wording import COMPASS, folded, parts, stem

_SPELT = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: n for n, word in enumerate(_SPELT, 2)}
_UNLESS = re.compile(
    r"\b(?:do not|don'?t|never|must not|mustn'?t|should not|shouldn'?t|stop|without)(?: (?:\w+ly|ever|any more))? (\w+)"
)
_OTHER_NUMBERS = pattern("faithful", "other numbers")
_MOST_INSIDE = 4


def faithful(reader: Reader, line: str, meant: Meaning) -> Meaning:
    """The meaning, or a question whether it is meant."""
    if not isinstance(meant, Do) or meant.note or isinstance(meant.action, Answer):
        return meant
    action, said = meant.action, folded(line)
    label = describe(reader.rules, reader.state, action)
    if (
        _unless(label, said)
        or _left_out(reader, action, said)
        or _miscounted(reader, action, label, said)
        or _astray(label, said)
    ):
        return Ask(UNSURE, (action,))
    return meant


def _unless(label: str, said: str) -> bool:
    """Whether the line says not to do what the action would."""
    words = {stem(word) for word in parts(label)}
    return any(words & set(_plain_forms(found[1])) for found in _UNLESS.finditer(said.replace("\u2019", "'")))


def _plain_forms(verb: str) -> tuple[str, ...]:
    """What `drops`, `taking` and `dropping` may be forms of."""
    root = stem(verb).removesuffix("ing")
    return (root, f"{root}e", root[:-1])


def _left_out(reader: Reader, action: Action, said: str) -> bool:
    """Whether a member is named, but only others have a part in what somebody is to do."""
    if not hasattr(action, "actor"):
        return False
    words = set(parts(said))
    named = {name for c in ours(reader) for name in parts(c.name)[:1] if name in words}
    people = reader.state.creatures
    involved = {name for id in _inside(action) if id in people for name in parts(people[id].name)[:1]}
    return bool(named) and named.isdisjoint(involved)


def _inside(thing: object, depth: int = 0) -> Iterator[Any]:
    """The words and numbers that an action holds."""
    if isinstance(thing, str | int):
        yield thing
    elif depth < _MOST_INSIDE and isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            yield from _inside(getattr(thing, field), depth + 1)
    elif depth < _MOST_INSIDE and isinstance(thing, tuple | list | frozenset):
        for one in thing:
            yield from _inside(one, depth + 1)


def _miscounted(reader: Reader, action: Action, label: str, said: str) -> bool:
    """Whether numbers are told, none of which stands in what somebody is to do; not so those of names,
    lengths and doors."""
    if not hasattr(action, "actor"):
        return False
    for creature in reader.state.creatures.values():
        said = said.replace(folded(creature.name), " ")
    told = set(_numbers(_OTHER_NUMBERS.sub(" ", said)))
    held = {x for x in _inside(action) if isinstance(x, int)}
    return bool(told) and told.isdisjoint(held | set(_numbers(label)))


def _astray(label: str, said: str) -> bool:
    """Whether it is to be done in the west where the line speaks of the east alone."""
    ways, told = ({COMPASS[word] for word in parts(text) if word in COMPASS} for text in (label, said))
    return bool(ways and told) and ways.isdisjoint(told)


def _numbers(text: str) -> Iterator[int]:
    for word in parts(text):
        if word.isdecimal():
            yield int(word)
        elif word in NUMBERS:
            yield NUMBERS[word]
