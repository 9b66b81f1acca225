"""Slips of the hand: a word that nobody knows with two letters changed over, one left out or one too many is read as
the word that it must be. What may be a word of its own stays as it is.

Which words there are is read off the game's own texts; names and things of the scene go before other words.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import resources

from underkeep.procedures.ruleset import Ruleset
from underkeep.table.speech.lexicon import forms, group
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.spelling import words_here
from underkeep.table.speech.wording import parts

_LEAST, _LONG = 5, 8
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_VOWELS = "aeiou"
_TEXTS = ("rulebook.toml", "words.toml", "words_of_spells.toml")
_SPEECH = ("lexicon.toml", "intents.toml", "questions.toml")
_WORD = re.compile(r"(?<![\w'])[A-Za-z]{4,}(?![\w'])")


def well_written(reader: Reader, line: str) -> str:
    """The line with slips put right."""
    if reader.state.prompts or reader.referees:
        return line
    known = _texts(type(reader.rules)) | _common()
    names = _names(reader)
    people = {part for c in ours(reader) for part in parts(c.name)[:1]}

    def written(found: re.Match[str]) -> str:
        word = found[0].lower()
        if word in names:
            return found[0]
        if word[:-1] in people and word.endswith("s"):
            return f"{found[0][:-1]}'s"
        if (meant := _slips().get(word)) is not None:
            return meant
        if word in group("no slips") or _is_word(word, known):
            return found[0]
        if len(word) < _LEAST or _is_word(word, words_here(reader)):
            return found[0]
        near = set(_near(word))
        some = near & names or near & group("verbs") or near & known
        return next(iter(some)) if len(some) == 1 else found[0]

    return _WORD.sub(written, line)


def _is_word(word: str, known: frozenset[str]) -> bool:
    """Whether it is a word, or one with or without an ending."""
    return bool(forms(word) & known) or any(word + ending in known for ending in ("s", "d", "y", "e", "r", "es", "ed"))


def _near(word: str) -> Iterator[str]:
    """What a word may be without a slip: two letters changed over, one left out, one too many or too few of a pair, in
    a long word another vowel."""
    for n in range(len(word)):
        head, tail = word[:n], word[n:]
        if n and len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        if n and tail[0] == head[-1]:
            yield head + tail[1:]
        if n:
            yield from (head + letter + tail for letter in _LETTERS)
            if len(word) >= _LONG and tail[0] in _VOWELS:
                yield from (head + letter + tail[1:] for letter in _VOWELS)


@cache
def _slips() -> dict[str, str]:
    """What people write for some words, farther off than by one letter."""
    told = iter(" ".join(sorted(group("slips"))).split())
    return {wrong: right.replace("_", " ") for wrong, _, right in (one.partition(">") for one in told)}


def _names(reader: Reader) -> frozenset[str]:
    """The words of the names of all who are known here, of what the party has, and of the places it knows of."""
    state = reader.state
    own = [c for c in state.creatures.values() if state.owns(reader.seat, c.id)]
    met = state.encounter.monsters if state.encounter is not None else ()
    others = [c for c in state.creatures.values() if c.id in met or (state.fight is not None and c.at is not None)]
    town = state.settlement
    told = [c.name for c in (*own, *others)] + [item.name for c in own for item in c.items]
    told += [seeker.name for seeker in town.applicants] if town is not None else []
    return frozenset(word for name in told for word in parts(name) if len(word) > 2)


@cache
def _texts(game: type[Ruleset]) -> frozenset[str]:
    """The words of a game's own texts."""
    package = sys.modules[game.__module__].__package__ or ""
    found: set[str] = set()
    for name in _TEXTS:
        file = resources.files(package).joinpath(name) if package else None
        if file is not None and file.is_file():
            found.update(re.findall(r"[a-z]+", file.read_text(encoding="utf-8").lower()))
    return frozenset(found)


@cache
def _common() -> frozenset[str]:
    """The words that lines and the table's own words are made of."""
    found: set[str] = set()
    for name in _SPEECH:
        found.update(re.findall(r"[a-z]+", resources.files(__package__).joinpath(name).read_text("utf-8").lower()))
    words = resources.files("underkeep.table").joinpath("words.toml").read_text("utf-8")
    found.update(re.findall(r"[a-z]+", words.lower()))
    for folder in ("dressings", "traces", "senses"):
        for file in resources.files("underkeep.procedures").joinpath("content", folder).iterdir():
            found.update(re.findall(r"[a-z]+", file.read_text("utf-8").lower()))
    return frozenset(found)
