"""Shipped test tools for this package and for anyone who writes a ruleset.

A name is imported when it is first asked for, so that the tools that need no pytest work without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from underkeep.testing.faces import Alike, Standing, d2, d3, d4, d6, d8, d10, d12, d20, d100, die
    from underkeep.testing.rules_plugin import rule

__all__ = ["Alike", "Standing", "d2", "d3", "d4", "d6", "d8", "d10", "d12", "d20", "d100", "die", "rule"]

_HOMES = dict.fromkeys(__all__, "underkeep.testing.faces") | {"rule": "underkeep.testing.rules_plugin"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)
