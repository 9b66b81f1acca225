"""Mutated actions in every scene of every game: what `why_not` lets pass is done, the rest is refused in a sentence.

    python -m tests.fuzz.actions [--number 100000] [--seconds 600] [--system ose] [--first 1]

Each seed plays delves and fights for moments of all scenes, then tries some thousands of actions in them, changed in a
field or two, from every seat. None may raise, and none may take over two seconds.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice

from msgspec.structs import replace
from tests.soak.fights import Lots, match

from underkeep.minds.wanderer import Wanderer
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load, names
from underkeep.testing import contract
from underkeep.testing.contract import mutated
from underkeep.testing.contract.moments import moments_of
from underkeep.world.state import State

EACH = 5000
LONGEST_SECONDS = 2.0


class Tally:
    """What was tried: allowed, refused, and what went wrong, once for each place where it did."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.examples: dict[str, str] = {}

    def fault(self, where: str, example: str) -> None:
        self.faults[where] += 1
        if where not in self.examples:
            self.examples[where] = example
            print(f"FAULT {where}\n  {example}", file=sys.stderr, flush=True)


def with_a_referee(states: list[State]) -> list[State]:
    """One in five of them at a table at which a person referees."""
    return [replace(state, human_referee=True) if number % 5 == 4 else state for number, state in enumerate(states)]


def some_of_a_fight(rules: Ruleset, seed: int, most: int = 200) -> list[State]:
    """Moments of a fight between any sorts of creatures, in which everybody does as they please."""
    moments = islice(contract.at_random(rules, match(rules, Lots(seed)), seed), most)
    return [moment.done.state for moment in moments][::10]


def attempts(rules: Ruleset, seed: int) -> Iterator[mutated.Attempt]:
    states = [*moments_of(rules, seed), *some_of_a_fight(rules, seed)]
    mutator = mutated.Mutator(rules, with_a_referee(states), Wanderer(seed))
    return (mutator.attempt() for _ in count())


def _where(rules: Ruleset, error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{rules.id}: {type(error).__name__} {frame.filename.split('underkeep/')[-1]}:{frame.lineno}"


def fuzz(rules: Ruleset, seed: int, number: int, tally: Tally, until: float) -> None:
    """So many attempts in the moments of one seed; the way to those moments is legal play, and may not raise."""
    try:
        tried = attempts(rules, seed)
    except Exception as error:
        tally.fault(_where(rules, error), f"legal play of seed {seed}: {str(error)[:200]}")
        return
    for done, attempt in enumerate(tried):
        began = time.perf_counter()
        if done >= number or began > until:
            return
        try:
            allowed = mutated.check(rules, attempt, seed)
        except Exception as error:
            tally.fault(_where(rules, error), f"{attempt.seat}: {repr(attempt.action)[:300]}: {str(error)[:200]}")
            allowed = False
        if time.perf_counter() - began > LONGEST_SECONDS:
            tally.fault(f"{rules.id}: slow {type(attempt.action).__name__}", repr(attempt.action)[:300])
        tally.counts["allowed" if allowed else "refused"] += 1


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=100_000, help="so many actions in all")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="and at most so long")
    parser.add_argument("--system", action="append", choices=sorted(names()))
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    given = parser.parse_args(arguments)
    tally, seed = Tally(), given.first
    began = time.perf_counter()
    until = began + given.seconds
    while sum(tally.counts.values()) < given.number and time.perf_counter() < until:
        for system in given.system or sorted(names()):
            left = given.number - sum(tally.counts.values())
            fuzz(load(system), seed, min(EACH, left), tally, until)
        seed += 1
    spent = time.perf_counter() - began
    print(f"{sum(tally.counts.values())} actions in {spent:.0f} s: {dict(tally.counts)}")
    for where, times in tally.faults.most_common():
        print(f"{times:6} {where}\n       {tally.examples[where]}")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
