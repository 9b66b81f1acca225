"""The program in a process of its own, typed at through pipes: for games that two terminals share."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from underkeep.table.home import VARIABLE

PATIENCE = 30.0


class Terminal:
    """`underkeep ARGUMENTS` with games kept in a folder; what it says is read as it comes."""

    def __init__(self, home: Path, *arguments: str) -> None:
        environment = {**os.environ, VARIABLE: str(home), "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "underkeep", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            bufsize=1,
        )
        self._heard = ""
        self._read_to = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while piece := self._process.stdout.read(1):
            self._heard += piece

    @property
    def heard(self) -> str:
        return self._heard

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def hears(self, text: str, seconds: float = PATIENCE) -> float:
        """Wait until it says this, after all that was waited for before; how long that took."""
        begun = time.monotonic()
        while (at := self._heard.find(text, self._read_to)) < 0:
            assert time.monotonic() - begun < seconds, f'"{text}" was not said:\n{self._heard[self._read_to :]}'
            assert self._process.poll() is None or text in self._heard[self._read_to :], self._heard
            time.sleep(0.02)
        self._read_to = at + len(text)
        return time.monotonic() - begun

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
