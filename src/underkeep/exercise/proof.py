"""The proof that a rule decides: with a small wrong in what carries it out, the moment would show something else.

A wrong that raises, or never ends, shows nothing: that only says that the function was called.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, zip_longest
from types import CodeType, FrameType
from typing import Any

from underkeep.exercise import scene as s
from underkeep.exercise.mutants import forget
from underkeep.exercise.record import record
from underkeep.exercise.wrongs import Wrong, codes, same, wrongs
from underkeep.procedures.ruleset import Ruleset

_SECONDS = 2.0
_MOST_WRONGS = 30
_ALIKE = 3


class Proof:
    """What one moment shows, and which lines ran for it: a wrong elsewhere need not be tried."""

    def __init__(self, rules: Ruleset, moment: s.Moment, opening: s.Opening) -> None:
        self._rules, self._moment, self._opening = rules, moment, opening
        self._shown: list[bytes] = []
        self._ran: dict[CodeType, set[int]] = {}

    def wrong(self, rule: str, known: str = "", only_known: bool = False) -> Wrong | None:
        """A wrong in the rule that would show here; the one that is `known` from before is tried first, or alone."""
        found = sorted(wrongs(rule), key=lambda wrong: not same(wrong.what, known)) if known else list(wrongs(rule))
        if only_known:
            found = [wrong for wrong in found[:_ALIKE] if same(wrong.what, known)]
        tried = islice((wrong for wrong in found if self._has_run(wrong)), _MOST_WRONGS)
        return next((wrong for wrong in tried if self._differs(wrong)), None)

    def shows(self, wrong: Wrong) -> bool:
        """Whether the moment would show something else with this wrong in the game."""
        return self._has_run(wrong) and self._differs(wrong)

    def _has_run(self, wrong: Wrong) -> bool:
        if not self._shown:
            forget()
            with _watching(codes(self._rules.id), self._ran):
                self._shown = list(self._record())
        if wrong.code is None:
            return True
        lines, (first, last) = self._ran.get(wrong.code, set()), wrong.span
        return bool(lines) and (not first or any(first <= line <= last for line in lines))

    def _differs(self, wrong: Wrong) -> bool:
        try:
            with wrong.at_work(), in_time(_SECONDS):
                return any(a != b for a, b in zip_longest(self._shown, self._record()))
        except Exception:
            return False

    def _record(self) -> Iterator[bytes]:
        rules, moment, opening = self._rules, self._moment, self._opening
        if moment.action is None:
            again = s.made(rules, opening)
        else:
            again = s.tried(rules, moment.before, moment.seat, moment.action, opening, moment.number)
        return record(rules, again)


@contextmanager
def _watching(codes: frozenset[CodeType], ran: dict[CodeType, set[int]]) -> Iterator[None]:
    """Note the lines of these functions that run."""

    def called(frame: FrameType, event: str, arg: Any) -> Any:
        lines = ran.setdefault(frame.f_code, set()) if frame.f_code in codes else None
        if lines is None:
            return None

        def stepped(frame: FrameType, event: str, arg: Any) -> Any:
            lines.add(frame.f_lineno)
            return stepped

        return stepped

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

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
