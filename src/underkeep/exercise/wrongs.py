"""Everything that can be wrong with a rule: in the functions that carry it out, and in the content that names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple

from underkeep.exercise import content
from underkeep.exercise.executors import executors
from underkeep.exercise.mutants import at_work, forget, mutants_of


class Wrong(NamedTuple):
    """`what` says it in one line; `at_work` is the game with the wrong in it."""

    what: str
    at_work: Callable[[], AbstractContextManager[None]]


def can_be_wrong(rule: str) -> bool:
    system = rule.partition(":")[0]
    return rule in executors(system) or rule in content.carriers(system)


def wrongs(rule: str) -> Iterator[Wrong]:
    """The sharpest first."""
    system = rule.partition(":")[0]
    for executor in executors(system).get(rule, ()):
        for mutant in mutants_of(executor):
            yield Wrong(f"{executor.place}:{mutant.line} {mutant.what}", lambda mutant=mutant: at_work(mutant))  # type: ignore[misc]
    for thing in content.carriers(system).get(rule, ()):
        for spoiler in content.spoilers(thing):
            yield Wrong(spoiler.what, lambda spoiler=spoiler: content.spoilt(spoiler, forget))  # type: ignore[misc]
