"""Rules that stand in content: a line of a table that names its rule, and small wrongs done to its numbers."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields, force_setattr

_NAMES = ("rule", "rules", "cites")


class Spoiler(Struct, frozen=True):
    """One field of a content struct with another value."""

    thing: Any
    field: str
    value: Any
    what: str


@lru_cache(maxsize=8)
def carriers(system: str) -> dict[str, tuple[Any, ...]]:
    """By rule, the structs of a game's content that name it."""
    found: dict[str, list[Any]] = {}
    for thing in _content(system):
        for name in _NAMES:
            for id in _ids(getattr(thing, name, None), system):
                found.setdefault(id, []).extend((thing, *_parts(thing)))
    return {rule: tuple(things) for rule, things in found.items()}


def _ids(named: Any, system: str) -> Iterator[str]:
    """Rules as content names them: one, several, or several in one line of which only the first has the game's name."""
    several = named.split(", ") if isinstance(named, str) else named if isinstance(named, tuple) else ()
    if several and isinstance(several[0], str) and several[0].startswith(f"{system}:"):
        yield from (id if ":" in id else f"{system}:{id}" for id in several)


def _parts(thing: Any) -> Iterator[Any]:
    """The structs inside one that name no rules of their own, such as a weapon's grips: its rules are theirs."""
    for field in fields(thing):
        value = getattr(thing, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Struct) and not any(hasattr(part, name) for name in _NAMES):
                yield part


def _content(system: str) -> Iterator[Any]:
    """Every struct that a game's compendium holds."""
    seen: set[int] = set()
    queue = [cache() for cache in _compendium(system)]
    while queue:
        thing = queue.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, Struct):
            yield thing
            queue += [getattr(thing, f.name) for f in fields(thing)]
        elif isinstance(thing, dict):
            queue += list(thing.values())
        elif isinstance(thing, tuple | list | frozenset | set):
            queue += list(thing)


def _compendium(system: str) -> Iterator[Any]:
    """The functions without arguments that read content and remember it."""
    for thing in gc.get_objects():
        if type(thing).__name__ == "_lru_cache_wrapper":
            inner = thing.__wrapped__
            module = getattr(inner, "__module__", "") or ""
            code = getattr(inner, "__code__", None)
            if f".{system}." in module and code is not None and not code.co_argcount:
                yield thing


def spoilers(thing: Any) -> Iterator[Spoiler]:
    """Every wrong that can be done to the numbers and lists of one struct."""
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.name in (*_NAMES, "id", "name", "text"):
            continue
        if isinstance(value, bool):
            other: Any = not value
        elif isinstance(value, int | float):
            other = value + 1
        elif isinstance(value, tuple) and value and field.name not in _NAMES:
            other = value[1:]
        elif isinstance(value, dict) and value and all(type(number) is int for number in value.values()):
            other = {key: number + 1 for key, number in value.items()}
        else:
            continue
        yield Spoiler(
            thing, field.name, other, f"{type(thing).__name__}.{field.name}: {str(value)[:40]} -> {str(other)[:40]}"
        )


@contextmanager
def spoilt(spoiler: Spoiler, forget: Any) -> Iterator[None]:
    before = getattr(spoiler.thing, spoiler.field)
    forget()
    force_setattr(spoiler.thing, spoiler.field, spoiler.value)
    try:
        yield
    finally:
        force_setattr(spoiler.thing, spoiler.field, before)
        forget()
