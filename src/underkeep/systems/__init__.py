"""The games. Each is a package with one ruleset object, found by its entry point `underkeep.systems`."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from underkeep.errors import UnderkeepError

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset


class UnknownSystem(UnderkeepError):
    """No game goes by that name."""


def names() -> tuple[str, ...]:
    """The games that can be played here."""
    return tuple(sorted(entry.name for entry in entry_points(group="underkeep.systems")))


@lru_cache
def load(name: str) -> Ruleset:
    """The ruleset of a game."""
    for entry in entry_points(group="underkeep.systems"):
        if entry.name == name.lower():
            return entry.load()  # type: ignore[no-any-return]
    raise UnknownSystem(f'There is no game "{name[:40]}"; there are {", ".join(names())}.')
