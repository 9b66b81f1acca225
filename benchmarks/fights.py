"""How many fights a second the played engine resolves, with all its events, and where the time goes.

    python benchmarks/fights.py [--seconds 5] [--json] [--profile]
    python benchmarks/fights.py --against OTHER/src [--pairs 60] [--system ose]

Six fighters against ten orcs (or the nearest a game has) on the grid, both sides choosing from the legal actions.
Making the combatants is not counted. The limit is 100 fights a second on one core; the ratio is to that.
With `--against` the same fights are played by another version of the source too, alternately (see against.py).
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import resource
import subprocess
import sys
import time
from pathlib import Path

from against import Portion, paired, serve

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Event
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.lab.skirmish import play_fight
from underkeep.minds.soldier import Soldier
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load

LIMIT = 100.0
PORTION = 25
HELP_LIMIT = 0.3
MATCHES = {
    "ose": "6 fighter v 10 orc",
    "knave": "6 knave v 10 goblin",
    "rampage": "6 fighter v 10 orc",
    "robs": "6 fighter v 10 orc",
}


def measure(rules: Ruleset, match: str, seconds: float) -> dict[str, float]:
    fights = events = rounds = 0
    spent = 0.0
    while spent < seconds:
        cpu, told = fought(rules, match, fights)
        spent += cpu
        fights += 1
        events += len(told)
        rounds += told[-1].rounds  # type: ignore[attr-defined]
    rate = fights / spent
    return {
        "fights_per_second": rate,
        "ratio": rate / LIMIT,
        "events_per_fight": events / fights,
        "rounds_per_fight": rounds / fights,
    }


def fought(rules: Ruleset, match: str, seed: int) -> tuple[float, list[Event]]:
    """The CPU seconds of one fight, and its events."""
    dice = Seeded(seed, "benchmark")
    state = muster(rules, parse_sides(rules, match), dice).state
    told: list[Event] = []
    start = time.process_time()
    play_fight(rules, state, dict.fromkeys(SIDES, Soldier()), dice, told)
    return time.process_time() - start, told


def portion(rules: Ruleset, match: str, number: int) -> Portion:
    """A few fights, and how each ended."""
    found = [fought(rules, match, number * PORTION + i) for i in range(PORTION)]
    ends = [(told[-1].winner, told[-1].rounds) for _, told in found]  # type: ignore[attr-defined]
    return sum(cpu for cpu, _ in found), PORTION, ends


def profile(rules: Ruleset, match: str) -> str:
    """The functions that take most of the time, and their share."""
    sides, minds = parse_sides(rules, match), dict.fromkeys(SIDES, Soldier())
    scenes = [(muster(rules, sides, dice).state, dice) for dice in (Seeded(i, "profile") for i in range(40))]
    profiler = cProfile.Profile()
    profiler.enable()
    for state, dice in scenes:
        play_fight(rules, state, minds, dice, [])
    profiler.disable()
    stats = pstats.Stats(profiler)
    total = stats.total_tt  # type: ignore[attr-defined]
    rows = sorted(stats.stats.items(), key=lambda row: -row[1][2])[:12]  # type: ignore[attr-defined]
    lines = []
    for (file, line, name), (_, calls, own, _, _) in rows:
        where = f"{file.partition('underkeep/')[2] or file}:{line}"
        lines.append(f"  {own / total:6.1%}  {calls // len(scenes):5d} calls a fight  {name}  {where}")
    return "\n".join(lines)


def help_seconds() -> float:
    """CPU seconds of `underkeep --help`, the best of five."""
    best = float("inf")
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "underkeep", "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--against", type=Path, help="the `src` folder of another version, to be measured alternately")
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--system", choices=list(MATCHES), help="only this game")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    games = [options.system] if options.system else list(MATCHES)
    if options.against:
        for name in games:
            print(name, paired(__file__, ["--system", name], options.against, options.pairs), flush=True)
    elif options.serve:
        rules = load(games[0])
        serve(lambda number: portion(rules, MATCHES[games[0]], number))
    else:
        report(games, options.seconds, options.json, options.profile)


def report(games: list[str], seconds: float, as_json: bool, with_profile: bool) -> None:
    found = {name: measure(load(name), MATCHES[name], seconds) for name in games}
    start_up = help_seconds()
    if as_json:
        print(json.dumps({"fights": found, "help_cpu_seconds": start_up, "help_ratio": start_up / HELP_LIMIT}))
        return
    for name, row in found.items():
        print(
            f"{name:8} {MATCHES[name]:20} {row['fights_per_second']:7.0f} fights/s = {row['ratio']:.2f} x the limit, "
            f"{row['events_per_fight']:.0f} events and {row['rounds_per_fight']:.1f} rounds a fight"
        )
        if with_profile:
            print(profile(load(name), MATCHES[name]))
    print(f"underkeep --help: {start_up:.3f} s of CPU = {start_up / HELP_LIMIT:.2f} x the limit of {HELP_LIMIT} s")


if __name__ == "__main__":
    main()
