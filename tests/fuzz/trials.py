"""What every part of the fuzzing shares: one input and what is done with it, what went wrong, how long it may take."""

from __future__ import annotations

import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import NamedTuple

from underkeep.errors import UnderkeepError

LONGEST_SECONDS = 2.0
"""Of CPU, for one input."""
GIVEN_UP_SECONDS = 15.0
ON_THE_WAY_SECONDS = 60.0
_SHOWN = 400
LONGEST_SENTENCE = 700


class Trial(NamedTuple):
    """`do` tries one input and says in a word what came of it; `told` says which input it was."""

    do: Callable[[], str]
    told: Callable[[], str]


class Endless(BaseException):
    """It was given up; nothing that catches errors may catch this."""


@dataclass
class Tally:
    """How many inputs came to what, and what went wrong, once for each place where it did."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    spent: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    def fault(self, where: str, example: str) -> None:
        self.faults[where] += 1
        self.examples.setdefault(where, example)

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.faults += other.faults
        self.spent += other.spent
        self.slowest = max(self.slowest, other.slowest)
        for where, example in other.examples.items():
            self.examples.setdefault(where, example)

    @property
    def number(self) -> int:
        return sum(self.counts.values())


def try_all(part: str, made: Callable[[], Iterator[Trial]], number: int, until: float, tally: Tally, unit: str) -> None:
    """So many of the trials, or those that are done by then. `unit` says how to come to them again."""
    trials: Iterator[Trial] | None = None
    for done in range(number):
        if time.monotonic() > until:
            return
        began = time.process_time()
        try:
            with given_up_after(ON_THE_WAY_SECONDS):
                trials = trials or made()
                trial = next(trials, None)
            if trial is None:
                return
        except (Exception, Endless) as error:
            tally.fault(_where(part, error), f"{unit} #{done}, on the way: {str(error)[:_SHOWN]}")
            return
        way = time.process_time()
        try:
            with given_up_after(GIVEN_UP_SECONDS):
                outcome = trial.do()
        except (Exception, Endless) as error:
            outcome = "fault"
            tally.fault(_where(part, error), f"{unit} #{done}: {trial.told()[:_SHOWN]}: {str(error)[:_SHOWN]}")
        spent = time.process_time() - way
        tally.slowest = max(tally.slowest, spent)
        if spent > LONGEST_SECONDS:
            tally.fault(f"{part}: slow", f"{unit} #{done}: {spent:.1f} s: {trial.told()[:_SHOWN]}")
        tally.counts[f"{part} {outcome}"] += 1
        tally.spent[part] += int((time.process_time() - began) * 1e6)


@contextmanager
def given_up_after(seconds: float) -> Iterator[None]:
    """Whatever takes so much CPU is broken off."""
    signal.signal(signal.SIGVTALRM, _break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _break_off(number: int, frame: FrameType | None) -> None:
    raise Endless("it never ends")


def is_sentence(error: UnderkeepError) -> None:
    """What a person is told: short, whole, and no letter of it commands a terminal."""
    said = str(error)
    assert said.endswith("."), said
    assert said.isprintable(), said
    assert len(said) < LONGEST_SENTENCE, said


def _where(part: str, error: BaseException) -> str:
    """The kind of error and the place in our code where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "underkeep/" in frame.filename] or list(frames)
    return f"{part}: {type(error).__name__} {ours[-1].filename.split('underkeep/')[-1]}:{ours[-1].lineno}"
