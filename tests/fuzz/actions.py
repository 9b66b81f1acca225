"""Mutated actions in every scene of every game: what `why_not` lets pass is done, the rest is refused in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.fuzz.moments import some_moments
from tests.fuzz.trials import Trial

from underkeep.minds.wanderer import Wanderer
from underkeep.procedures.ruleset import Ruleset
from underkeep.testing.contract import mutated


def trials(rules: Ruleset, seed: int) -> Iterator[Trial]:
    """Actions changed in a field or two, from every seat, in moments of all scenes."""
    mutator = mutated.Mutator(rules, some_moments(rules, seed), Wanderer(seed))
    while True:
        attempt = mutator.attempt()
        yield Trial(partial(_try, rules, attempt, seed), partial(_told, attempt))


def _try(rules: Ruleset, attempt: mutated.Attempt, seed: int) -> str:
    return "allowed" if mutated.check(rules, attempt, seed) else "refused"


def _told(attempt: mutated.Attempt) -> str:
    return f"{attempt.seat}: {attempt.action!r}"
