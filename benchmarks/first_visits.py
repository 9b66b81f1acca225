"""How many cautious first-level parties are wiped out on their first visit to a dungeon.

    python benchmarks/first_visits.py [--parties 200] [--games ose knave] [--preset gentle] [--seed 1] [--json]

Six characters, with whoever the preset gives them, play themselves from the town into the dungeon and back. With the
preset `gentle` fewer than 10 % may be wiped out, else the script ends with 1; with any other it only counts. `--tell`
names the seeds of those who did not come back: `underkeep delve GAME --preset gentle --seed SEED` tells their story.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from underkeep.lab.arena import interval
from underkeep.lab.delve import delves
from underkeep.systems import load
from underkeep.table.new_game import Plan
from underkeep.table.presets import preset

GENTLE, MOST = "gentle", 0.1
SIZE = 6


def measure(game: str, preset_name: str, seed: int, parties: int) -> dict[str, Any]:
    rules = load(game)
    chosen = preset(rules, preset_name)
    plan = Plan(SIZE, switches=chosen.switches, companions=chosen.companions, rulings=chosen.rulings)
    rows = delves(rules, seed, parties, plan)
    lost = [seed + number for number, row in enumerate(rows) if row["outcome"] != "returned"]
    low, high = interval(len(lost), parties)
    return {
        "game": game,
        "preset": preset_name,
        "parties": parties,
        "wiped_out": len(lost),
        "rate": len(lost) / parties,
        "low": low,
        "high": high,
        "dead": sum(row["dead"] for row in rows) / parties,
        "areas": sum(row["areas"] for row in rows) / parties,
        "seeds": lost,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parties", type=int, default=200)
    parser.add_argument("--games", nargs="+", default=["ose", "knave"])
    parser.add_argument("--preset", default=GENTLE)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    is_missed = False
    for game in options.games:
        found = measure(game, options.preset, options.seed, options.parties)
        is_missed |= options.preset == GENTLE and found["rate"] >= MOST
        if options.json:
            print(json.dumps(found), flush=True)
            continue
        print(
            f"{game}, {options.preset}: {found['wiped_out']} of {found['parties']} parties wiped out = "
            f"{found['rate']:.1%} ({found['low']:.1%} to {found['high']:.1%}); "
            f"{found['dead']:.1f} dead and {found['areas']:.1f} areas seen a visit",
            flush=True,
        )
        if options.tell and found["seeds"]:
            print("  seeds", *found["seeds"])
    sys.exit(int(is_missed))


if __name__ == "__main__":
    main()
