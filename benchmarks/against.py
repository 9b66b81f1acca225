"""Two versions of the source on the same work, alternately in one run: how many times as fast this one is.

A ratio of figures taken minutes apart says more about the machine than about the code. Here each version has a process
of its own, and the two do the same small portions of work alternately, one right after the other, the first to go
changing each time. CPU seconds are counted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from typing import Any

HERE = Path(__file__).parents[1] / "src"
Portion = tuple[float, float, Any]
"""The CPU seconds it took, for how many units of work, and what was done, to be compared."""


def serve(portion: Callable[[int], Portion]) -> None:
    """Do each portion that is asked for by its number, and say what it cost and what was done."""
    for line in sys.stdin:
        print(json.dumps(portion(int(line))), flush=True)


def paired(script: str, arguments: list[str], other: Path, portions: int) -> str:
    """Both sources through the portions of a benchmark that serves them. The first is not counted: tables are read."""
    old, new = (_started(script, arguments, source) for source in (other, HERE))
    pairs: list[tuple[Portion, Portion]] = []
    for number in range(portions + 1):
        if number % 2:
            before = _ask(old, number)
            pairs.append((before, _ask(new, number)))
        else:
            after = _ask(new, number)
            pairs.append((_ask(old, number), after))
    for server in (old, new):
        server.communicate()
    return _told(pairs[1:])


def _told(pairs: list[tuple[Portion, Portion]]) -> str:
    low, middle, high = quantiles([_cost(before) / _cost(after) for before, after in pairs])
    overall = _cost(_summed([before for before, _ in pairs])) / _cost(_summed([after for _, after in pairs]))
    differ = sum(before[2] != after[2] for before, after in pairs)
    alike = f"{differ} not the same work" if differ else "the same work"
    spread = f"quartiles {low:.2f} and {high:.2f} of {len(pairs)} pairs, {overall:.2f} in all"
    return f"{middle:.2f} x as fast ({spread}; {alike})"


def _cost(portion: Portion) -> float:
    return portion[0] / max(1, portion[1])


def _summed(portions: list[Portion]) -> Portion:
    return sum(p[0] for p in portions), sum(p[1] for p in portions), None


def _started(script: str, arguments: list[str], source: Path) -> subprocess.Popen[str]:
    if not (source / "underkeep").is_dir():
        sys.exit(f"There is no underkeep in {source}.")
    environment = {**os.environ, "PYTHONPATH": str(source.resolve())}
    command = [sys.executable, script, *arguments, "--serve"]
    return subprocess.Popen(command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _ask(server: subprocess.Popen[str], number: int) -> Portion:
    assert server.stdin is not None and server.stdout is not None
    print(number, file=server.stdin, flush=True)
    seconds, units, work = json.loads(server.stdout.readline())
    return seconds, units, work
