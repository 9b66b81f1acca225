"""The speed of dice against d20, icepool and dyce, as ratios within one run.

    python benchmarks/dice.py            a table
    python benchmarks/dice.py --json     the same as JSON

Rolls: both sides roll the same text again and again in this process, with their caches of parsed text warm, and keep
the full result. The best of several repeats counts, and the sides take turns.

Exact chances: the first call for an expression. Every measurement is a new process that imports the library, warms it
up on twenty other expressions of the same kind, and times one call; the best of several processes counts. So no cache
of any library, known to us or not, holds the answer, and imports cost nobody anything. Ours includes parsing the
notation. In the contest, icepool and dyce give only the chance of winning (their cheapest call), ours gives win, tie
and lose.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import timeit
from collections.abc import Callable

ROLLS = ["4d6kh3", "1d20+5", "3d6"]
LOOPS, REPEATS, PROCESSES = 20_000, 9, 7

IMPORTS = {
    "underkeep": "from underkeep.kernel.chance import compare, distribution",
    "icepool": "from icepool import d",
    "dyce": "from dyce import H, P",
}
CASES = {
    "4d6kh3": {
        "underkeep": ("distribution(f'3d{n}kh2')", 'distribution("4d6kh3")'),
        "icepool": ("d(n).highest(3, 2)", "d(6).highest(4, 3)"),
        "dyce": ("(3 @ P(n)).at(slice(-2, None))", "(4 @ P(6)).at(slice(-3, None))"),
    },
    "20d6": {
        "underkeep": ("distribution(f'3d{n}')", 'distribution("20d6")'),
        "icepool": ("3 @ d(n)", "20 @ d(6)"),
        "dyce": ("3 @ H(n)", "20 @ H(6)"),
    },
    "100d6": {
        "underkeep": ("distribution(f'3d{n}')", 'distribution("100d6")'),
        "icepool": ("3 @ d(n)", "100 @ d(6)"),
        "dyce": ("3 @ H(n)", "100 @ H(6)"),
    },
    "10d10kh5": {
        "underkeep": ("distribution(f'3d{n}kh2')", 'distribution("10d10kh5")'),
        "icepool": ("d(n).highest(3, 2)", "d(10).highest(10, 5)"),
        "dyce": ("(3 @ P(n)).at(slice(-2, None))", "(10 @ P(10)).at(slice(-5, None))"),
    },
    "d20+5 against d20+3": {
        "underkeep": ("compare(f'd{n}+2', f'd{n}+1')", 'compare("d20+5", "d20+3")'),
        "icepool": ("(d(n) + 2) > (d(n) + 1)", "(d(20) + 5) > (d(20) + 3)"),
        "dyce": ("(H(n) + 2).gt(H(n) + 1)", "(H(20) + 5).gt(H(20) + 3)"),
    },
}

Row = dict[str, str | float]


def best(*jobs: Callable[[], object]) -> list[float]:
    """Microseconds a call of each job, the best of several turns."""
    timers = [timeit.Timer(job) for job in jobs]
    turns = [[timer.timeit(LOOPS) for timer in timers] for _ in range(REPEATS)]
    return [min(turn) / LOOPS * 1e6 for turn in zip(*turns, strict=True)]


def measure_rolls() -> list[Row]:
    from underkeep.kernel.dice import Seeded
    from underkeep.kernel.roll import roll

    if importlib.util.find_spec("d20") is None:
        return []
    import d20

    dice = Seeded("benchmark")
    rows: list[Row] = []
    for text in ROLLS:
        ours, theirs = best(lambda text=text: roll(text, dice), lambda text=text: d20.roll(text))
        rows.append({"what": f"roll {text}", "ours_us": ours, "peer": "d20", "peer_us": theirs, "times": theirs / ours})
    return rows


def measure_own() -> list[Row]:
    """Calls that have no peer, for the record."""
    from underkeep.kernel.dice import Seeded
    from underkeep.kernel.notation import parse

    dice, expr = Seeded("benchmark"), parse("1d8+2")
    names = ["Seeded.roll(1, 20)", "Seeded.roll(3, 6)", "Seeded.total(1d8+2)"]
    times = best(
        lambda: dice.roll(1, 20, "attack"), lambda: dice.roll(3, 6, "damage"), lambda: dice.total(expr, "damage")
    )
    return [{"what": name, "ours_us": time} for name, time in zip(names, times, strict=True)]


def first_call(library: str, warm_up: str, call: str) -> float:
    """Microseconds of the first call of an expression, in a new process."""
    script = (
        f"from time import perf_counter\n{IMPORTS[library]}\n"
        f"for n in range(21, 41): {warm_up}\n"
        f"start = perf_counter()\n{call}\nprint(perf_counter() - start)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return float(done.stdout) * 1e6


def measure_chances() -> list[Row]:
    libraries = [name for name in IMPORTS if importlib.util.find_spec(name) is not None]
    rows: list[Row] = []
    for case, calls in CASES.items():
        times = {name: float("inf") for name in libraries}
        for _ in range(PROCESSES):
            for name in libraries:
                times[name] = min(times[name], first_call(name, *calls[name]))
        ours = times.pop("underkeep")
        for peer, theirs in times.items():
            what = f"chances of {case}"
            rows.append({"what": what, "ours_us": ours, "peer": peer, "peer_us": theirs, "times": theirs / ours})
    return rows


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--json", action="store_true", help="print JSON instead of a table")
    as_json = options.parse_args().json
    rows = measure_rolls() + measure_chances() + measure_own()
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    print(f"{'':34}{'ours µs':>10}{'peer µs':>12}  peer       times as fast")
    for row in rows:
        line = f"{row['what']:34}{row['ours_us']:10.2f}"
        if "peer" in row:
            line += f"{row['peer_us']:12.2f}  {row['peer']:10} {row['times']:6.1f}"
        print(line)


if __name__ == "__main__":
    main()
