"""Lines from a person or a pipe while other things go on: a thread reads, and whoever asks waits only a moment."""

from __future__ import annotations

import os
import sys
from queue import Empty, SimpleQueue
from threading import Thread

LOOK_SECONDS = 0.25
"""How long to wait for a line before looking whether another program went on with the game."""
_CHUNK = 65536


class Lines:
    """Standard input as lines. It is read below Python's own buffer, so that leaving need not wait for the thread."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._ended = False
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        rest = b""
        while chunk := os.read(sys.stdin.fileno(), _CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._queue.put(line.decode(errors="replace").rstrip("\r"))
        if rest:
            self._queue.put(rest.decode(errors="replace"))
        self._queue.put(None)

    def wait(self, reads: bool = True) -> str | None:
        """The next line if it comes in a moment; the end of input raises EOFError."""
        if not reads:
            _sleep()
            return None
        if self._ended:
            raise EOFError
        try:
            line = self._queue.get(timeout=LOOK_SECONDS)
        except Empty:
            return None
        if line is None:
            self._ended = True
            raise EOFError
        return line


def _sleep() -> None:
    import time

    time.sleep(LOOK_SECONDS)
