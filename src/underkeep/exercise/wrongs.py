"""Everything that can be wrong with a rule: in the functions that carry it out, and in the content that names it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import lru_cache
from types import CodeType
from typing import NamedTuple

from underkeep.exercise import content
from underkeep.exercise.executors import executors
from underkeep.exercise.mutants import at_work, forget, mutants_of

_LINE = re.compile(r":\d+ ")


class Wrong(NamedTuple):
    """`what` says it in one line; `at_work` is the game with the wrong in it. `code` is the function's without it, and
    `span` the lines of the statement that is wrong.
    """

    what: str
    at_work: Callable[[], AbstractContextManager[None]]
    code: CodeType | None = None
    span: tuple[int, int] = (0, 0)


def can_be_wrong(rule: str) -> bool:
    system = rule.partition(":")[0]
    return rule in executors(system) or rule in content.carriers(system)


@lru_cache(maxsize=8)
def codes(system: str) -> frozenset[CodeType]:
    """The code of every function that carries out rules."""
    return frozenset(one.function.__code__ for several in executors(system).values() for one in several)


def same(what: str, known: str) -> bool:
    """Whether two wrongs are the same, wherever the function stands in its file by now."""
    return _LINE.sub(" ", what, count=1) == _LINE.sub(" ", known, count=1)


def wrongs(rule: str) -> Iterator[Wrong]:
    """The sharpest first."""
    system = rule.partition(":")[0]
    for executor in executors(system).get(rule, ()):
        for mutant in mutants_of(executor):
            yield Wrong(
                f"{executor.place}:{mutant.line} {mutant.what}",
                lambda mutant=mutant: at_work(mutant),  # type: ignore[misc]
                executor.function.__code__,
                mutant.span,
            )
    for thing in content.carriers(system).get(rule, ()):
        for spoiler in content.spoilers(thing):
            yield Wrong(spoiler.what, lambda spoiler=spoiler: content.spoilt(spoiler, forget))  # type: ignore[misc]
