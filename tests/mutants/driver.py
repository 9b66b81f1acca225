"""Do small wrongs to functions that execute rules, and see whether the tests of their game notice.

    python -m tests.mutants.driver [--count 500] [--games ose knave] [--seed TEXT] [--jobs 2] [--within REGEX]

Drawn by the commit's hash, `--within` only such places; a count of 0 takes every wrong. The tests of a game are
collected once and run once, to see which functions each of them reaches. Each wrong has a forked process of its own,
which runs those that reach its function: first the ones that cite its rules, then those of its chapter, then all
others, up to the first that fails. Wrongs that change nothing are listed with a reason in `alike.toml`, by place and
change. Fewer than 95 of a hundred noticed, or more than 5 that change nothing, is a failure.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from underkeep.exercise.executors import Executor, executors
from underkeep.exercise.mutants import Mutant, forget, mutants_of, reporting
from underkeep.systems import load, names

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LEAST_SECONDS = 5.0
MOST_BYTES = 3 * 2**30


def drawn(system: str, count: int, seed: str, within: str = "") -> list[Mutant]:
    """So many of the sharp wrongs, in functions whose places match."""
    load(system).roster()
    functions = {executor.place: executor for several in executors(system).values() for executor in several}
    places = sorted(place for place in functions if re.search(within, place))
    sharp = [mutant for place in places for mutant in mutants_of(functions[place]) if mutant.is_sharp]
    return random.Random(f"{seed}:{system}").sample(sharp, min(count or len(sharp), len(sharp)))


def rules_of(system: str, executor: Executor) -> set[str]:
    return {rule for rule, several in executors(system).items() if any(e.place == executor.place for e in several)}


class Reached(NamedTuple):
    """What one test needs: the functions that it reaches, by their places, and seconds."""

    places: frozenset[str]
    seconds: float


class Judge:
    """A plugin that, instead of running the tests, tries them against each wrong."""

    def __init__(self, system: str, wrongs: list[Mutant], jobs: int) -> None:
        self.system, self.wrongs, self.jobs = system, wrongs, jobs
        self.survivors: list[Mutant] = []
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        reached = self._reached(session)
        waiting, running = list(enumerate(self.wrongs, 1))[::-1], dict[int, Mutant]()
        while waiting or running:
            while waiting and len(running) < self.jobs:
                number, wrong = waiting.pop()
                running[_forked(lambda wrong=wrong: self._tried(session, wrong, reached))] = wrong
                if number % 50 == 0:
                    print(f"{self.system} {number}/{len(self.wrongs)}", flush=True)
            child, status = os.wait()
            wrong = running.pop(child)
            if os.waitstatus_to_exitcode(status) == 0:
                self.survivors.append(wrong)
                print(f"LIVES {wrong.executor.place}:{wrong.line} {wrong.what}", flush=True)
        return True

    def _reached(self, session: pytest.Session) -> list[Reached]:
        """All tests once, in a process of their own, to see which functions each of them reaches."""
        with TemporaryDirectory() as folder:
            notes = Path(folder, "reached")
            _, status = os.waitpid(_forked(lambda: self._record(session, notes)), 0)
            if os.waitstatus_to_exitcode(status):
                pytest.exit(f"The tests of {self.system} fail without any wrong.", 1)
            return [Reached(frozenset(places), seconds) for places, seconds in json.loads(notes.read_text())]

    def _record(self, session: pytest.Session, notes: Path) -> int:
        seen, found = set[str](), []
        for executor in {m.executor.place: m.executor for m in self.wrongs}.values():
            executor.function.__globals__["__reached__"] = seen.add
            executor.function.__code__ = reporting(executor, "__reached__") or executor.function.__code__
        for item, following in pairwise([*session.items, None]):
            seen.clear()
            forget()
            started = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            found.append((sorted(seen), time.process_time() - started))
        notes.write_text(json.dumps(found))
        return int(self.failed)

    def _tried(self, session: pytest.Session, wrong: Mutant, reached: list[Reached]) -> int:
        """1 if a test fails or does not end, in the child."""
        wrong.executor.function.__code__ = wrong.code
        forget()
        order = self._in_order(session, wrong, reached)
        for index, following in pairwise([*order, None]):
            item, next_item = session.items[index], None if following is None else session.items[following]
            signal.setitimer(signal.ITIMER_VIRTUAL, LEAST_SECONDS + 20 * reached[index].seconds)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=next_item)
            if self.failed:
                return 1
        return 0

    def _in_order(self, session: pytest.Session, wrong: Mutant, reached: list[Reached]) -> list[int]:
        """The tests that reach the function: first those that cite its rules, then its chapter's; the quick first."""
        rules = rules_of(self.system, wrong.executor)
        chapter = f"/{self.system}/{wrong.executor.module.split('.')[3]}/"

        def turn(index: int) -> tuple[bool, bool, float]:
            item = session.items[index]
            cites = rules & {id for marker in item.iter_markers("rule") for id in marker.args}
            return not cites, chapter not in str(item.path), reached[index].seconds

        return sorted((i for i, r in enumerate(reached) if wrong.executor.place in r.places), key=turn)


def _forked(work: Callable[[], int]) -> int:
    """The id of a silent child process that ends with what the work gives."""
    child = os.fork()
    if child == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        os._exit(work())
    return child


def alike(path: Path) -> dict[str, str]:
    """The wrongs that change nothing, with the reason."""
    return tomllib.loads(path.read_text())["alike"] if path.exists() else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--games", nargs="*", default=[])
    parser.add_argument("--seed", default="")
    parser.add_argument("--within", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
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
        judge = Judge(system, drawn(system, options.count // len(games), seed, options.within), options.jobs)
        tests = str(ROOT / "tests/rules" / system)
        if pytest.main(["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", tests], [judge]):
            sys.exit(1)
        told = {f"{m.executor.place} {m.what}" for m in judge.survivors}
        tried, same = tried + len(judge.wrongs), same + len(told & known.keys())
        lives += len(told - known.keys())
        print(f"{system}: {len(judge.wrongs)} wrongs, {len(told)} not noticed", flush=True)
    caught = tried - lives - same
    print(f"{caught} of {tried - same} noticed = {caught / max(1, tried - same):.1%}; {same} change nothing")
    if caught < 0.95 * (tried - same) or same > 0.05 * tried:
        sys.exit(1)


if __name__ == "__main__":
    main()
