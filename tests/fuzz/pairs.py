"""Pairs of states that differ in one declared secret, in moments of every scene of every game.

    python -m tests.fuzz.pairs [--number 100000] [--seconds 600] [--system ose] [--first 1]

For each pair the view, the menu, some refusals and the lines and facts of one action are compared, byte by byte.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.fuzz.moments import some_of_a_fight

from underkeep.systems import load, names
from underkeep.testing.contract.moments import moments_of
from underkeep.testing.contract.paired import compare

OF_A_MOMENT = 40


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=100_000, help="so many pairs in all")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="and at most about so long")
    parser.add_argument("--system", action="append", choices=sorted(names()))
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    given = parser.parse_args(arguments)
    games, counts = given.system or sorted(names()), Counter[str]()
    leaks, seed, began = 0, given.first, time.perf_counter()
    while sum(counts.values()) < given.number and time.perf_counter() - began < given.seconds:
        rules = load(games[seed % len(games)])
        states = [*moments_of(rules, seed), *some_of_a_fight(rules, seed)]
        for leak in compare(rules, states, seed, given.number - sum(counts.values()), OF_A_MOMENT, counts):
            leaks += 1
            print(f"{rules.id} {seed}: {leak}", flush=True)
        seed += 1
    print(f"{sum(counts.values())} pairs in {time.perf_counter() - began:.0f} s: {leaks} differences")
    for what, count in sorted(counts.items()):
        print(f"{count:8} {what}")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
