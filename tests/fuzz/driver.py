"""Millions of hostile inputs of all sorts: nothing may raise what nobody catches, and nothing take over two seconds.

    python -m tests.fuzz.driver [--number 2000000] [--seconds 600] [--only lines] [--system ose] [--first 1] [--jobs 2]

Mutated actions, typed lines, dice expressions, damaged files and hostile imports, in shares as they are quick. Each
unit of work is a part, a game and a seed; a fault names them, so that `--only PART --system GAME --first SEED` comes to
it again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import count
from typing import NamedTuple

from tests.fuzz import actions, dice, files, imports, lines
from tests.fuzz.kept import a_home
from tests.fuzz.trials import Tally, Trial, try_all

from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load, names

SHARES = {"actions": 0.50, "dice": 0.37, "files": 0.06, "imports": 0.05, "lines": 0.02}
OF_A_UNIT = {"actions": 10_000, "dice": 20_000, "files": 2_000, "imports": 2_000, "lines": 500}
"""So many inputs of a part are tried with one seed, in one process."""
_OF_GAMES: dict[str, Callable[[Ruleset, int], Iterator[Trial]]] = {
    "actions": actions.trials,
    "lines": lines.trials,
    "files": files.trials,
    "imports": imports.trials,
}


class Unit(NamedTuple):
    """So many inputs of one part, in one game."""

    part: str
    system: str
    seed: int
    number: int


def units(parts: list[str], systems: list[str], first: int, number: int) -> Iterator[Unit]:
    """All the work: the parts and the games in turn, each part by its share."""
    share = sum(SHARES[part] for part in parts)
    whole = {part: round(number * SHARES[part] / share) for part in parts}
    given = dict.fromkeys(parts, 0)
    turns = {part: count() for part in parts}
    while any(given[part] < whole[part] for part in parts):
        part = min(parts, key=lambda p: given[p] / whole[p])
        turn = next(turns[part])
        size = int(min(OF_A_UNIT[part], whole[part] - given[part], max(1, -(-whole[part] // len(systems)))))
        given[part] += size
        if part in _OF_GAMES:
            yield Unit(part, systems[turn % len(systems)], first + turn // len(systems), size)
        else:
            yield Unit(part, "", first + turn, size)


def done(unit: Unit, until: float) -> Tally:
    """The work of one unit, in a process that may have done others."""
    tally = Tally()
    made: Callable[[], Iterator[Trial]]
    if unit.part in _OF_GAMES:
        made = partial(_OF_GAMES[unit.part], load(unit.system), unit.seed)
    else:
        made = partial(dice.trials, unit.seed)
    where = " ".join(filter(None, (unit.part, unit.system, f"seed {unit.seed}")))
    with a_home():
        try_all(unit.part, made, unit.number, until, tally, where)
    return tally


def fuzz(work: Iterator[Unit], jobs: int, until: float, progress: Callable[[Tally], None]) -> Tally:
    """All the work, or what can be done by then."""
    whole = Tally()
    if jobs == 1:
        for unit in work:
            whole.add(done(unit, until))
            progress(whole)
            if time.monotonic() > until:
                break
        return whole
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[Tally]] = set()
        is_left = True
        while running or is_left:
            while is_left and len(running) < 2 * jobs:
                unit = next(work, None)
                is_left = unit is not None and time.monotonic() < until
                if unit is not None and is_left:
                    running.add(pool.submit(done, unit, until))
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                whole.add(future.result())
            progress(whole)
    return whole


class Progress:
    """A line now and then, and each fault when it is found."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.began = self.last = time.monotonic()
        self.known: set[str] = set()

    def __call__(self, tally: Tally) -> None:
        for where in tally.examples.keys() - self.known:
            self.known.add(where)
            print(f"FAULT {where}\n  {_printable(tally.examples[where])}", file=sys.stderr, flush=True)
        now = time.monotonic()
        if now - self.last > 5:
            self.last = now
            rate = tally.number / (now - self.began)
            print(
                f"{tally.number} of {self.number}, {rate:.0f} a second, {sum(tally.faults.values())} faults", flush=True
            )


def _printable(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=2_000_000, help="so many inputs in all")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="and at most about so long")
    parser.add_argument("--only", action="append", choices=sorted(SHARES), help="a part; give it again for more")
    parser.add_argument("--system", action="append", choices=sorted(names()))
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes")
    given = parser.parse_args(arguments)
    began = time.monotonic()
    work = units(given.only or list(SHARES), given.system or sorted(names()), given.first, given.number)
    tally = fuzz(work, given.jobs, began + given.seconds, Progress(given.number))
    _report(tally, time.monotonic() - began)
    return 1 if tally.faults else 0


def _report(tally: Tally, seconds: float) -> None:
    spent = sum(tally.spent.values()) / 1e6
    print(f"{tally.number} inputs in {seconds:.0f} s ({spent:.0f} s of CPU): {sum(tally.faults.values())} faults")
    print(f"the slowest took {tally.slowest:.2f} s of CPU")
    for part, micros in sorted(tally.spent.items()):
        told = {key.split(" ", 1)[1]: n for key, n in sorted(tally.counts.items()) if key.split(" ", 1)[0] == part}
        print(f"{part}: {sum(told.values())}, {sum(told.values()) / max(1, micros) * 1e6:.0f} a second of CPU: {told}")
    for where, times in tally.faults.most_common():
        print(f"{times:6} {where}\n       {_printable(tally.examples[where])}")


if __name__ == "__main__":
    sys.exit(main())
