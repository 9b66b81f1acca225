"""Whether the places of generated dungeons are told apart, and how many of the things in them are worth a look.

    python benchmarks/descriptions.py [--dungeons 100] [--games ose knave] [--levels 3] [--seed 0]

In each dungeon no two areas may have the same description, and in all together at least 70 % of the things that stand
about must answer to `examine` with something of their own; else the script ends with 1.
"""

from __future__ import annotations

import argparse
import sys

from underkeep.generate.site import make_site
from underkeep.kernel.dice import Seeded
from underkeep.procedures import dressings
from underkeep.procedures.resolution import Resolution
from underkeep.systems import load
from underkeep.world.state import State

LEAST = 0.7


def measure(game: str, first: int, dungeons: int, levels: int) -> tuple[list[int], int, int]:
    """The seeds of dungeons with two areas alike, the things that stand about, and how many of them answer."""
    rules, alike, things, answering = load(game), [], 0, 0
    for seed in range(first, first + dungeons):
        dice = Seeded(seed, "stocking")
        dungeon = make_site(Resolution(State(rules.id, {}, salt=str(seed)), dice, rules), rules, levels, seed=seed)
        told = [dressings.description(dungeon, area) for area in dungeon.areas.values()]
        alike += [seed] if not all(told) or len(set(told)) < len(told) else []
        here = [d for d in dungeon.dressings.values() if d.sort == "thing"]
        things += len(here)
        answering += sum(not dressings.told(d, dressings.EXAMINED).startswith(dressings.NOTHING_MORE) for d in here)
    return alike, things, answering


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dungeons", type=int, default=100)
    parser.add_argument("--games", nargs="+", default=["ose", "knave"])
    parser.add_argument("--levels", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    is_missed = False
    for game in options.games:
        alike, things, answering = measure(game, options.seed, options.dungeons, options.levels)
        is_missed |= bool(alike) or answering < LEAST * things
        print(
            f"{game}: {len(alike)} of {options.dungeons} dungeons have two areas alike; "
            f"{answering} of {things} things answer to examine = {answering / max(1, things):.1%}",
            flush=True,
        )
        if alike:
            print("  seeds", *alike)
    sys.exit(int(is_missed))


if __name__ == "__main__":
    main()
