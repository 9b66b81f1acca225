"""Programs that are killed and disks that lose power, again and again: nothing that was told of a game may be lost.

    python -m tests.crash.driver [--kills 1000] [--games 100] [--seed 1] [--jobs 2]

`--kills` are kill -9 at random moments through the front doors of the program, in all games; `--games` are those of
which every state is tried that a disk may be left in.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.crash.kills import kill_again_and_again
from tests.crash.torn import Power, fail_again_and_again

AT_ONCE = 25
"""So many kills, or games, are one piece of work."""
GAMES_AT_ONCE = 4


def killed(kills: int, seed: int, pool: ProcessPoolExecutor) -> Counter[str]:
    """All the kills; what was done, counted."""
    counts: Counter[str] = Counter()
    pieces = [min(AT_ONCE, kills - n) for n in range(0, kills, AT_ONCE)]
    work = [pool.submit(kill_again_and_again, piece, f"{seed} {n}") for n, piece in enumerate(pieces)]
    for future in as_completed(work):
        counts += future.result()
        print(f"{_kills(counts)} of {kills} kills", flush=True)
    return counts


def _kills(counts: Counter[str]) -> int:
    return sum(n for what, n in counts.items() if what.endswith(" killed"))


def without_power(number: int, seed: int, pool: ProcessPoolExecutor) -> Power:
    """All the games that the power fails on."""
    power = Power()
    pieces = [(n, min(GAMES_AT_ONCE, number - n)) for n in range(0, number, GAMES_AT_ONCE)]
    work = [pool.submit(fail_again_and_again, size, seed, first) for first, size in pieces]
    for future in as_completed(work):
        power.add(future.result())
        print(f"{power.games} of {number} games, {power.states} states", flush=True)
    return power


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        counts = killed(given.kills, given.seed, pool)
        power = without_power(given.games, given.seed, pool)
    told = ", ".join(f"{n} {what}" for what, n in sorted(counts.items()))
    print(f"{_kills(counts)} kills: nothing told is lost, changed or doubled ({told}).")
    print(f"Power: {power}")


if __name__ == "__main__":
    sys.exit(main())
