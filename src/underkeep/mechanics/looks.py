"""What creatures look like to those who do not know them, and what they leave where they live. No book prints it; the
words are ours, and games that have the same creature share them."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from underkeep.procedures import content


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """`look` is what is seen of one, in words that stand before a number; without it everybody knows the kind by its
    name. `traces` are sorts of what is found where they live; `known_to` are the callings whose business they are."""

    look: str = ""
    traces: tuple[str, ...] = ()
    known_to: tuple[str, ...] = ()


@cache
def looks() -> dict[str, Look]:
    """By the kind's id without what only tells sizes of it apart."""
    return content.load("underkeep.mechanics", "looks", Look)


def look_of(kind: str) -> Look | None:
    """The look of a kind: its own, or that of the kind of which it is a size (`hydra-5-heads`)."""
    found, parts = looks(), kind.split("-")
    return next((found[id] for n in range(len(parts), 0, -1) if (id := "-".join(parts[:n])) in found), None)
