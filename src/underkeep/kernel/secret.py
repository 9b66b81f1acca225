"""What of a thing a seat may not know. A type says so itself, beside its fields:

    secrets: ClassVar[Secrets] = {WHOLE: "hidden", "kind": "hidden"}

names fields, each with the circumstance in which it is secret; under `WHOLE` that there is such a thing at all. `shows`
names what can be seen of a thing all the same: two that differ in their secrets alone have it in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Circumstance = Literal[
    "always",
    "another's",
    "hidden",
    "undiscovered",
    "untried",
    "out of view",
    "never beheld",
    "unmapped",
    "unmet",
    "unheard",
    "unknown",
    "kept back",
    "at rest",
]
Secrets = Mapping[str, Circumstance]
WHOLE: Final = "*"
ALWAYS: Final = "always"
ANOTHERS: Final = "another's"
AT_REST: Final = "at rest"


def of_another(*names: str) -> Secrets:
    """Fields that are known to whoever plays the creature, and to the referee."""
    return dict.fromkeys(names, ANOTHERS)


def at_rest(*names: str) -> Secrets:
    """Fields that nobody else knows, until something is done that follows from them."""
    return dict.fromkeys(names, AT_REST)


def of_the_referee(*names: str) -> Secrets:
    """Fields that nobody else knows."""
    return dict.fromkeys(names, ALWAYS)
