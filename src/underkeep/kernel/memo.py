"""A memory for what is derived from an immutable value, by the value's identity: hashing a purse of gear is dear."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

FORGET: list[Callable[[], None]] = []
"""What empties the memories that modules keep by hand: for tools that change a rule while the program runs."""

V = TypeVar("V")
W = TypeVar("W")
D = TypeVar("D")


def recall(derive: Callable[[V], D], most: int = 8192) -> Callable[[V], D]:
    """Derives once for each object. It keeps the object, so that its identity is not given to another."""
    known: dict[int, tuple[V, D]] = {}
    FORGET.append(known.clear)

    def recalled(value: V) -> D:
        found = known.get(id(value))
        if found is not None:
            return found[1]
        if len(known) >= most:
            known.clear()
        derived = derive(value)
        known[id(value)] = (value, derived)
        return derived

    return recalled


def recall_for(derive: Callable[[V, str], D], most: int = 8192) -> Callable[[V, str], D]:
    """The same for what is derived from an object and a name, such as somebody's gear and class."""
    known: dict[tuple[int, str], tuple[V, D]] = {}
    FORGET.append(known.clear)

    def recalled(value: V, name: str) -> D:
        key = (id(value), name)
        found = known.get(key)
        if found is not None:
            return found[1]
        if len(known) >= most:
            known.clear()
        derived = derive(value, name)
        known[key] = (value, derived)
        return derived

    return recalled


def recall_both(derive: Callable[[V, W], D], most: int = 8192) -> Callable[[V, W], D]:
    """The same for what is derived from two objects, such as somebody's gear and sheet: for each of the second the
    latest of the first.
    """
    known: dict[int, tuple[V, W, D]] = {}
    FORGET.append(known.clear)

    def recalled(value: V, other: W) -> D:
        found = known.get(id(other))
        if found is not None and found[0] is value:
            return found[2]
        if len(known) >= most:
            known.clear()
        derived = derive(value, other)
        known[id(other)] = (value, other, derived)
        return derived

    return recalled
