"""Pairs of states that differ in one declared secret, in moments of every scene of every game.

    python -m tests.fuzz.pairs [--number 100000] [--seconds 600] [--system ose] [--first 1] [--jobs 2]

For each pair the view, the menu, some refusals and the lines and facts of one action are compared, byte by byte.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from msgspec.structs import replace
from tests.fuzz.moments import some_of_a_fight

from underkeep.kernel.prompt import Standing
from underkeep.systems import load, names
from underkeep.testing.contract.moments import moments_of
from underkeep.testing.contract.paired import compare
from underkeep.world.state import State

OF_A_MOMENT = 40
SECOND = "second"


def seats_and_referees(states: list[State]) -> list[State]:
    """The same moments at other tables: one in three has a person for a referee, one in three a second player, whose
    are half of the party."""
    found = []
    for number, state in enumerate(states):
        party = state.party
        if number % 3 == 1:
            state = replace(state, human_referee=True, standing={**state.standing, "any.rule": Standing("by the book")})
        elif number % 3 == 2 and party is not None:
            second = dict.fromkeys((id for id in party.members[1::2] if state.is_of_party(state.owner(id))), SECOND)
            seats = {**state.seats, SECOND: (party.side,)}
            state = replace(state, seats=seats, players={**state.players, **second})
        found.append(state)
    return found


def of_one_seed(system: str, seed: int, most: int) -> tuple[list[str], Counter[str]]:
    """The leaks in the moments of a seed, and how many pairs there were of each secret."""
    rules, counts = load(system), Counter[str]()
    states = seats_and_referees([*moments_of(rules, seed), *some_of_a_fight(rules, seed)])
    leaks = compare(rules, states, seed, most, OF_A_MOMENT, counts)
    return [f"{system} {seed}: {leak}" for leak in leaks], counts


def of_seeds(games: list[str], first: int, step: int, number: int, until: float) -> tuple[int, Counter[str]]:
    """What every so manieth seed has, until there are enough pairs or it is late."""
    seed, leaks, counts = first, 0, Counter[str]()
    while sum(counts.values()) < number and time.perf_counter() < until:
        found, tried = of_one_seed(games[seed % len(games)], seed, number - sum(counts.values()))
        for leak in found:
            print(leak, flush=True)
        leaks, counts, seed = leaks + len(found), counts + tried, seed + step
    return leaks, counts


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=100_000, help="so many pairs in all")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="and at most about so long")
    parser.add_argument("--system", action="append", choices=sorted(names()))
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes share the work")
    given = parser.parse_args(arguments)
    games, began, jobs = given.system or sorted(names()), time.perf_counter(), max(1, given.jobs)
    share = -(-given.number // jobs)
    work = [(games, given.first + job, jobs, share, began + given.seconds) for job in range(jobs)]
    if jobs == 1:
        done = [of_seeds(*work[0])]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            done = list(pool.map(of_seeds, *zip(*work, strict=True)))
    leaks, counts = sum(found for found, _ in done), sum((tried for _, tried in done), Counter[str]())
    print(f"{counts.total()} pairs in {time.perf_counter() - began:.0f} s: {leaks} differences")
    for what, count in sorted(counts.items()):
        print(f"{count:8} {what}")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
