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
            ids = getattr(thing, name, None)
            for id in (ids,) if isinstance(ids, str) else ids if isinstance(ids, tuple) else ():
                if isinstance(id, str) and id.startswith(f"{system}:"):
                    found.setdefault(id, []).append(thing)
    return {rule: tuple(things) for rule, things in found.items()}


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
