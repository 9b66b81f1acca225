"""A question as it is asked: its scene, its words, whom of the party it names; and the words of facts.toml."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct

from underkeep.table.speech.describe import wares
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Reader


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("facts.toml").read_text(encoding="utf-8"))


@cache
def sort_of_words(sort: str) -> frozenset[str]:
    """The words of a sort in facts.toml."""
    return frozenset(_file()["words"][sort].split())


@cache
def form(name: str) -> re.Pattern[str]:
    """A pattern of facts.toml."""
    return re.compile(_file()[name])


class Question(Struct):
    """A question, its words, and which of the party it names."""

    reader: Reader
    scene: str
    said: str
    words: list[str]
    named: list[str]

    def has(self, *sorts: str) -> bool:
        """Whether it has a word of each of these sorts."""
        return all(set(self.words) & sort_of_words(sort) for sort in sorts)

    def any(self, words: str) -> bool:
        return bool(set(self.words) & set(words.split()))

    def rest(self, besides: str = "") -> str:
        """What is left of it: the thing that it is about."""
        drop = sort_of_words("empty") | set(self.named) | (sort_of_words(besides) if besides else frozenset())
        return " ".join(word for word in self.words if word not in drop)

    def finds(self, pattern: str) -> bool:
        return re.search(pattern, self.said) is not None

    @property
    def whom(self) -> str:
        return " ".join(self.named)


def is_ware(q: Question, what: str) -> bool:
    return bool(what) and any(fits(what, ware.name) for ware in wares(q.reader.rules, q.reader.state).values())


def nouns() -> str:
    """The words that may stand alone for what is to be told."""
    return str(_file()["nouns"])
