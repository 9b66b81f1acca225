"""A memory for what is derived from an immutable value, by the value's identity: hashing a purse of gear is dear."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

FORGET: list[Callable[[], None]] = []
"""What empties the memories that modules keep by hand: for tools that change a rule while the program runs."""

V = TypeVar("V")
D = TypeVar("D")


class Recall(Generic[V, D]):
    """Calls `derive` once for each object. It keeps the object, so that its identity is not given to another."""

    __slots__ = ("_derive", "_known", "_most")

    def __init__(self, derive: Callable[[V], D], most: int = 8192) -> None:
        self._derive = derive
        self._most = most
        self._known: dict[int, tuple[V, D]] = {}
        FORGET.append(self._known.clear)

    def __call__(self, value: V) -> D:
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        if len(self._known) >= self._most:
            self._known.clear()
        derived = self._derive(value)
        self._known[id(value)] = (value, derived)
        return derived


class RecallFor(Generic[V, D]):
    """The same for what is derived from an object and a name, such as somebody's gear and class."""

    __slots__ = ("_derive", "_known", "_most")

    def __init__(self, derive: Callable[[V, str], D], most: int = 8192) -> None:
        self._derive = derive
        self._most = most
        self._known: dict[tuple[int, str], tuple[V, D]] = {}
        FORGET.append(self._known.clear)

    def __call__(self, value: V, name: str) -> D:
        key = (id(value), name)
        known = self._known.get(key)
        if known is not None:
            return known[1]
        if len(self._known) >= self._most:
            self._known.clear()
        derived = self._derive(value, name)
        self._known[key] = (value, derived)
        return derived
