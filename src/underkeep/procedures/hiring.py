"""What is bargained about with those who look for work: the game names the terms, an offer puts a number to each."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Term(Struct, frozen=True):
    """One thing that is bargained about: `told` says so much of it, `units` are the words a person puts behind the
    number."""

    told: str
    units: tuple[str, ...]


def told(terms: Sequence[Term], amounts: Sequence[int]) -> str:
    """An offer in the game's words, without the terms of which there is nothing."""
    named = [term.told.format(amount) for term, amount in zip(terms, amounts, strict=True) if amount]
    return " and ".join(named) or "nothing"
