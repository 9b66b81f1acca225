"""Underkeep plays, referees and measures old-school fantasy role-playing games.

    >>> import underkeep
    >>> game = underkeep.new("ose", seed=7)

Everything named here is in `underkeep.library`, which is imported when it is first asked for: the program and the
core, which are parts of this package too, start without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = [
    "Fight",
    "Game",
    "Refused",
    "Unclear",
    "UnderkeepError",
    "Why",
    "attack_odds",
    "fight",
    "load",
    "new",
    "odds",
    "roll",
    "rule",
    "search",
    "systems",
]

if TYPE_CHECKING:
    from underkeep import systems
    from underkeep.library import (
        Fight,
        Game,
        Refused,
        Unclear,
        UnderkeepError,
        Why,
        attack_odds,
        fight,
        load,
        new,
        odds,
        roll,
        rule,
        search,
    )
else:

    def __getattr__(name: str) -> object:
        if name == "systems":
            return import_module("underkeep.systems")
        if name in __all__:
            return getattr(import_module("underkeep.library"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
