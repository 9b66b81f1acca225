"""How much CPU a campaign takes that plays itself for 30 days, without a journal.

    python benchmarks/campaigns.py [--campaigns 20] [--system ose] [--json] [--profile]

Making the party, the town, the country and the dungeons is counted; what is read once, rules and content, is read
before. The limit is 2 s of CPU a campaign; the ratios are to that, for the middle one of those that came to their last
day and for the costliest of all. A party that is slain before then is told apart: its campaign costs less.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import json
import pstats
import time
from statistics import median

from underkeep.lab.campaign import DAYS, campaign
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load
from underkeep.table.new_game import Plan, new_game
from underkeep.table.presets import preset

LIMIT_SECONDS = 2.0
PRESET = "gentle"
LEAST_LEVEL, MOST_LEVEL = 3, 7
"""Parties that mostly live for so long."""


def played(rules: Ruleset, seed: int) -> tuple[float, str, int]:
    """The CPU seconds of one campaign, its end, and the actions it took."""
    chosen = preset(rules, PRESET)
    level = LEAST_LEVEL + seed % (MOST_LEVEL - LEAST_LEVEL + 1)
    plan = Plan(level=level, switches=chosen.switches, companions=chosen.companions, rulings=chosen.rulings)
    gc.collect()
    start = time.process_time()
    found = campaign(rules, seed, plan, keep=False)
    return time.process_time() - start, found.outcome, found.actions


def measure(rules: Ruleset, campaigns: int) -> dict[str, float]:
    new_game(rules, 0)
    rows = [played(rules, seed) for seed in range(1, campaigns + 1)]
    whole = [cpu for cpu, outcome, _ in rows if outcome == "played"] or [0.0]
    worst = max(cpu for cpu, _, _ in rows)
    return {
        "campaigns": len(rows),
        "to_the_last_day": sum(outcome == "played" for _, outcome, _ in rows),
        "actions": sum(actions for _, _, actions in rows),
        "median_seconds": median(whole),
        "worst_seconds": worst,
        "median_ratio": median(whole) / LIMIT_SECONDS,
        "worst_ratio": worst / LIMIT_SECONDS,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--campaigns", type=int, default=20)
    parser.add_argument("--system", default="ose")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    rules = load(options.system)
    if options.profile:
        profiler = cProfile.Profile()
        profiler.enable()
        measure(rules, options.campaigns)
        profiler.disable()
        pstats.Stats(profiler).sort_stats("tottime").print_stats(30)
        return
    found = measure(rules, options.campaigns)
    if options.json:
        print(json.dumps(found))
        return
    print(
        f"{options.system}: {found['campaigns']} campaigns of {DAYS} days, {found['to_the_last_day']} to the last, "
        f"{found['actions']} actions; median {found['median_seconds']:.2f} s of CPU = "
        f"{found['median_ratio']:.2f} x the limit of {LIMIT_SECONDS} s, "
        f"worst {found['worst_seconds']:.2f} s = {found['worst_ratio']:.2f} x"
    )


if __name__ == "__main__":
    main()
