"""How much faster the arena is on two processors than on one.

    python benchmarks/jobs.py [--game ose] [--match "6 fighter v 6 orc"] [--fights 2000] [--rounds 5] [--jobs 2]

The same fights are fought with one process and with several, alternately; each time must give the same tally. The least
is 1.7 times as fast on two quiet cores; with less the script ends with 1. Beside the wall clock, which other programs
disturb, it tells how much more processor time the sharing takes: 1.7 leaves room for 18 %.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time

from underkeep.lab.arena import Tally
from underkeep.lab.jobs import Fights, fought, processors
from underkeep.lab.muster import gap_of
from underkeep.systems import load

LEAST = 1.7


def timed(fights: Fights, jobs: int) -> tuple[Tally, float, float]:
    """The tally, the seconds on the wall, and those of all processors together."""
    start, before = time.perf_counter(), _cpu()
    tally = fought(fights, jobs)
    return tally, time.perf_counter() - start, _cpu() - before


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ose")
    parser.add_argument("--match", default="6 fighter v 6 orc")
    parser.add_argument("--fights", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    rules = load(options.game)
    fights = Fights(options.game, options.match, 7, options.fights, (), gap_of(rules, None))
    faster, dearer = [], []
    for _ in range(options.rounds):
        alone, one_wall, one_cpu = timed(fights, 1)
        shared, many_wall, many_cpu = timed(fights, options.jobs)
        assert shared == alone, "the split changes the tally"
        faster.append(one_wall / many_wall)
        dearer.append(many_cpu / one_cpu - 1)
        print(f"  {one_wall:.2f} s with 1 job, {many_wall:.2f} s with {options.jobs}", flush=True)
    speed = statistics.median(faster)
    print(
        f"{options.game}, {options.fights} fights: {speed:.2f} times as fast with {options.jobs} jobs "
        f"({min(faster):.2f} to {max(faster):.2f}), {statistics.median(dearer):+.1%} of processor time, "
        f"on {processors()} processors"
    )
    sys.exit(int(speed < LEAST))


if __name__ == "__main__":
    main()
