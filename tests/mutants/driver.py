"""Do small wrongs to functions that execute rules, and see whether the tests of their game notice.

    python -m tests.mutants.driver [--count 500] [--games ose knave] [--seed TEXT] [--known tests/mutants/alike.toml]

Drawn by the commit's hash. The tests of a game are collected once; each wrong has a forked process of its own, which
runs first the tests that cite the function's rules, then those of its chapter, then all others, and stops at the first
that fails. Wrongs that change nothing are listed with a reason in `alike.toml`, by place and change.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from underkeep.exercise.executors import Executor, executors
from underkeep.exercise.mutants import Mutant, forget, mutants_of
from underkeep.systems import load, names

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MOST_SECONDS = 120


def drawn(system: str, count: int, seed: str) -> list[Mutant]:
    """So many sharp wrongs, each function's first."""
    load(system).roster()
    functions = {executor.place: executor for several in executors(system).values() for executor in several}
    sharp = [mutant for place in sorted(functions) for mutant in mutants_of(functions[place]) if mutant.is_sharp]
    return random.Random(f"{seed}:{system}").sample(sharp, min(count, len(sharp)))


def rules_of(system: str, executor: Executor) -> set[str]:
    return {rule for rule, several in executors(system).items() if any(e.place == executor.place for e in several)}


class Judge:
    """A plugin that, instead of running the tests, tries them against each wrong."""

    def __init__(self, system: str, wrongs: list[Mutant]) -> None:
        self.system, self.wrongs = system, wrongs
        self.survivors: list[Mutant] = []
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for number, wrong in enumerate(self.wrongs, 1):
            started = time.monotonic()
            noticed = self._noticed(session, wrong)
            if not noticed:
                self.survivors.append(wrong)
                print(f"\nLIVES {wrong.executor.place}:{wrong.line} {wrong.what}", file=sys.__stdout__, flush=True)
            if number % 20 == 0:
                spent = time.monotonic() - started
                print(f"\n{self.system} {number}/{len(self.wrongs)} ({spent:.0f} s)", file=sys.__stdout__, flush=True)
        return True

    def _noticed(self, session: pytest.Session, wrong: Mutant) -> bool:
        child = os.fork()
        if child == 0:
            os._exit(self._tried(session, wrong))
        end = time.monotonic() + MOST_SECONDS
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status) != 0
            time.sleep(0.01)
        os.kill(child, 9)
        os.waitpid(child, 0)
        return True

    def _tried(self, session: pytest.Session, wrong: Mutant) -> int:
        """1 if a test fails, in the child."""
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        function = wrong.executor.function
        function.__code__ = wrong.code
        forget()
        items = list(self._in_order(session, wrong))
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return 1
        return 0

    def _in_order(self, session: pytest.Session, wrong: Mutant) -> Iterator[pytest.Item]:
        rules = rules_of(self.system, wrong.executor)
        chapter = f"/{self.system}/{wrong.executor.module.split('.')[3]}/"
        cited = [i for i in session.items if rules & {a for m in i.iter_markers("rule") for a in m.args}]
        near = [i for i in session.items if chapter in str(i.path) and i not in cited]
        yield from cited
        yield from near
        yield from (i for i in session.items if i not in cited and i not in near)


def alike(path: Path) -> dict[str, str]:
    """The wrongs that change nothing, with the reason."""
    return tomllib.loads(path.read_text())["alike"] if path.exists() else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--games", nargs="*", default=[])
    parser.add_argument("--seed", default="")
    options = parser.parse_args()
    seed = (
        options.seed
        or subprocess.run(
            ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True, cwd=ROOT
        ).stdout.strip()
    )
    games, known = options.games or list(names()), alike(HERE / "alike.toml")
    tried = lives = same = 0
    for system in games:
        judge = Judge(system, drawn(system, options.count // len(games), seed))
        pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(ROOT / "tests/rules" / system)], [judge])
        told = {f"{m.executor.place} {m.what}" for m in judge.survivors}
        tried, same = tried + len(judge.wrongs), same + len(told & known.keys())
        lives += len(told - known.keys())
        print(f"{system}: {len(judge.wrongs)} wrongs, {len(told)} not noticed", flush=True)
    caught = tried - lives - same
    print(f"{caught} of {tried - same} noticed = {caught / max(1, tried - same):.1%}; {same} change nothing")


if __name__ == "__main__":
    main()
