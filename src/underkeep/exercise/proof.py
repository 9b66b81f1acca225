"""The proof that a rule decides: with a small wrong in what carries it out, the moment would show something else.

A wrong that raises, or never ends, shows nothing: that only says that the function was called.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from types import CodeType, FrameType

from underkeep.exercise import scene as s
from underkeep.exercise.mutants import forget
from underkeep.exercise.record import record
from underkeep.exercise.wrongs import Wrong, same, wrongs
from underkeep.procedures.ruleset import Ruleset

_SECONDS = 2.0


class Proof:
    """What one moment shows, and which functions ran for it: a wrong elsewhere need not be tried."""

    def __init__(self, rules: Ruleset, moment: s.Moment, opening: s.Opening) -> None:
        self._rules, self._moment, self._opening = rules, moment, opening
        self._shown: list[bytes] = []
        self._ran: set[CodeType] = set()

    def wrong(self, rule: str, known: str = "") -> Wrong | None:
        """A wrong in the rule that would show here; the one that is `known` from before is tried first."""
        found = sorted(wrongs(rule), key=lambda wrong: not same(wrong.what, known)) if known else wrongs(rule)
        return next((wrong for wrong in found if self.shows(wrong)), None)

    def shows(self, wrong: Wrong) -> bool:
        """Whether the moment would show something else with this wrong in the game."""
        if not self._shown:
            self._look()
        if wrong.code is not None and wrong.code not in self._ran:
            return False
        try:
            with wrong.at_work(), in_time(_SECONDS):
                return any(a != b for a, b in zip_longest(self._shown, self._record()))
        except Exception:
            return False

    def _look(self) -> None:
        forget()
        with _watching(self._ran):
            self._shown = list(self._record())

    def _record(self) -> Iterator[bytes]:
        rules, moment, opening = self._rules, self._moment, self._opening
        if moment.action is None:
            again = s.made(rules, opening)
        else:
            again = s.tried(rules, moment.before, moment.seat, moment.action, opening, moment.number)
        return record(rules, again)


@contextmanager
def _watching(ran: set[CodeType]) -> Iterator[None]:
    """Note the code of every function that is called."""

    def called(frame: FrameType, event: str, arg: object) -> None:
        ran.add(frame.f_code)

    before = sys.gettrace()
    sys.settrace(called)
    try:
        yield
    finally:
        sys.settrace(before)


class _TooLong(Exception):
    """A wrong that never ends."""


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _TooLong

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
