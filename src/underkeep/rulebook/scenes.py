"""Which rules have a scene: a short game in which they decide something, kept beside the rulebook.

What a scene is, and the proof, are the exercise's; here only the list is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import msgspec

from underkeep import systems
from underkeep.errors import UnderkeepError
from underkeep.rulebook import ledger

NAME = "scenes.jsonl"
ON_QUESTION = "question"


class Met(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule at the end of a scene: on what it stands there, and a wrong that would have shown."""

    rule: str
    on: str
    wrong: str


class _Line(msgspec.Struct, frozen=True):
    met: tuple[Met, ...]


def file_of(system: str) -> Path:
    return ledger.folders()[system] / NAME


@lru_cache(maxsize=8)
def met(system: str) -> dict[str, frozenset[str]]:
    """By rule, on what it stands in its scenes: a fact, a question, a refusal."""
    found: dict[str, set[str]] = {}
    for line in _lines(file_of(system)):
        for one in line.met:
            found.setdefault(one.rule, set()).add(one.on)
    return {rule: frozenset(on) for rule, on in found.items()}


def met_everywhere(hear: systems.Hear = systems.unheard) -> dict[str, frozenset[str]]:
    """The same of all games; `hear` is told of scenes that cannot be read."""
    found: dict[str, frozenset[str]] = {}
    for system in ledger.folders():
        try:
            found |= met(system)
        except UnderkeepError as error:
            hear(str(error))
    return found


def _lines(path: Path) -> Iterable[_Line]:
    try:
        text = path.read_bytes() if path.exists() else b""
        return [msgspec.json.decode(line, type=_Line) for line in text.splitlines() if line]
    except (msgspec.MsgspecError, OSError) as error:
        raise UnderkeepError(f"The scenes {path} cannot be read: {error}.") from error
