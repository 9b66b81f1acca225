"""Standard streams as they are found, closed, narrow or full, and the signals that end a program.

Whatever a stream cannot show becomes a question mark; a stream that is not there takes everything and gives nothing.
"""

from __future__ import annotations

import codecs
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import IO, Any

from underkeep.terminal.complaints import complain

SIGNALS = ("SIGTERM", "SIGHUP")


class Ended(BaseException):
    """The system asked the program to end. `code` is what a shell expects then."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def mend_streams() -> None:
    """Streams that are closed are opened on nothing, and none fails on a letter that it does not know."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            with suppress(OSError, ValueError):
                stream.reconfigure(errors="replace")


def discard(stream: IO[str]) -> None:
    """Nothing more is written there, not even when the interpreter ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    with suppress(OSError, ValueError):
        stream.flush()


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Asked to end, say that nothing is lost and go; whoever has the terminal gives it back on the way."""
    before = {}
    for name in SIGNALS:
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(ValueError):  # not the main thread: somebody else's program
                before[number] = signal.signal(number, _end)
    try:
        yield
    except Ended:
        with suppress(OSError, ValueError):
            complain("The program was ended from outside; what was told of a game is saved.", False)
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    raise Ended(number)


def when_asked_to_end(do: Callable[[int], object]) -> None:
    """Call this instead, in a program that waits in a loop of events."""
    import asyncio

    loop = asyncio.get_running_loop()
    for name in SIGNALS:
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, do, number)


def forgive_keys() -> None:
    """Bytes that are no letter become a sign for one; Textual would end the table over them."""
    with suppress(ImportError):  # another system's driver has no such reader
        from textual.drivers import linux_driver

        forgiving: Any = lambda name: partial(codecs.getincrementaldecoder(name), "replace")  # noqa: E731
        linux_driver.getincrementaldecoder = forgiving  # type: ignore[attr-defined]
