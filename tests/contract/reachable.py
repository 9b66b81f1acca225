"""The structs that a game's state can hold, with their fields."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from underkeep.kernel.codec import Own
from underkeep.systems import load, names
from underkeep.world.state import State


@cache
def reachable() -> dict[str, type[Struct]]:
    """Every struct that hangs on a state of one of the games, by its module and name."""
    found = {kind for system in names() for kind in _of(load(system).codec._own)}
    return {_name(kind): kind for kind in found}


def undeclared(kind: type[Struct]) -> list[str]:
    """The fields of a struct that it does not declare secret."""
    return [field.name for field in fields(kind) if field.name not in getattr(kind, "secrets", {})]


def _name(kind: type) -> str:
    return f"{kind.__module__.removeprefix('underkeep.')}.{kind.__qualname__}"


def _of(own: dict[type[Own], Any]) -> set[type[Struct]]:
    found: set[type[Struct]] = set()
    todo: list[type[Struct]] = [State]
    while todo:
        kind = todo.pop()
        if kind not in found:
            found.add(kind)
            for hint in get_type_hints(kind).values():
                todo += _structs(hint, own)
    return found


def _structs(hint: Any, own: dict[type[Own], Any]) -> Iterator[type[Struct]]:
    if not isinstance(hint, type):
        for part in get_args(hint):
            yield from _structs(part, own)
    elif hint in own:
        for sort in get_args(own[hint]) or (own[hint],):
            yield from _structs(sort, own)
    elif issubclass(hint, Struct):
        yield hint
