"""The games. Each is a package with one ruleset object, found by its entry point `underkeep.systems`, wherever it is
installed.

A game that does not load, or whose name is taken, gets one sentence and does not stand in the others' way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from underkeep.errors import UnderkeepError

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset

GROUP = "underkeep.systems"
Hear = Callable[[str], object]
_NAME = re.compile(r"[a-z][a-z0-9]*")


class UnknownSystem(UnderkeepError):
    """No game goes by that name."""


class BrokenGame(UnderkeepError):
    """The game is installed but cannot be played."""


def unheard(sentence: str) -> None:
    """Where nobody listens to what is wrong with a game that was not asked for."""


def names() -> tuple[str, ...]:
    """The games that are installed here."""
    return tuple(sorted(_installed()[0]))


@lru_cache
def load(name: str) -> Ruleset:
    """The ruleset of a game."""
    entry = _installed()[0].get(name.lower())
    if entry is None:
        raise UnknownSystem(f'There is no game "{name[:40]}"; there are {", ".join(names())}.')
    try:
        rules: Ruleset = entry.load()
        own_name = rules.id
    except Exception as error:  # whatever somebody else's package breaks on
        raise BrokenGame(f"{_of(entry)} cannot be loaded: {_sentence(error)}") from error
    if own_name != entry.name:
        raise BrokenGame(f'{_of(entry)} cannot be loaded: its ruleset calls itself "{own_name}".')
    return rules


def every(hear: Hear = unheard) -> Iterator[Ruleset]:
    """The games that load; `hear` is told of each that does not."""
    for sentence in misnamed():
        hear(sentence)
    for name in names():
        try:
            yield load(name)
        except BrokenGame as error:
            hear(str(error))


def misnamed() -> tuple[str, ...]:
    """A sentence on each installed game that cannot go by the name it has."""
    return _installed()[1]


@lru_cache
def folder(name: str) -> Path | None:
    """Where the game's package keeps its rulebook, words and content; no code of it runs. None: it is no package, or
    not installed."""
    entry = _installed()[0].get(name)
    if entry is None:
        return None
    top, *inner = entry.module.split(".")
    spec = find_spec(top)
    for root in (spec.submodule_search_locations if spec is not None else None) or ():
        path = Path(root, *inner)
        if path.is_dir():
            return path
        if path.parent.is_dir():
            return path.parent
    return None


def package(name: str) -> str:
    """The package of which the folder is, as it is imported."""
    module = _installed()[0][name].module
    path = folder(name)
    return module if path is not None and path.name == module.rpartition(".")[2] else module.rpartition(".")[0]


def _installed() -> tuple[Mapping[str, EntryPoint], tuple[str, ...]]:
    """The entry points by name, and what is wrong with others. Of two that claim a name, ours or the first stands."""
    games: dict[str, EntryPoint] = {}
    wrong = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (_package(entry) != "underkeep", _package(entry))):
        if _NAME.fullmatch(entry.name) is None:
            wrong.append(f"{_of(entry)} is left out: a game's name is one word of small letters and digits.")
        elif entry.name in games and entry.value != games[entry.name].value:
            wrong.append(f"{_of(entry)} is left out: {_package(games[entry.name])} has a game of that name.")
        else:
            games[entry.name] = entry
    return games, tuple(wrong)


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module.partition(".")[0]


def _of(entry: EntryPoint) -> str:
    return f'The game "{entry.name[:40]}" of the package {_package(entry)}'


def _sentence(error: Exception) -> str:
    said = " ".join(str(error).split()).rstrip(".")
    return f"{said}." if isinstance(error, UnderkeepError) else f"{type(error).__name__}: {said}."
