"""Writing to the terminal: one console for output, one for progress, colours only where wanted."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console

SIDE_STYLES = {"a": "cyan", "b": "magenta"}


def console() -> Console:
    """Standard output; rich leaves colours out for pipes and under NO_COLOR."""
    return Console(highlight=False)


def filled(text: str) -> str:
    """Lines as wide as the terminal, broken between words only."""
    width = min(100, shutil.get_terminal_size().columns)
    return textwrap.fill(text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], object]]:
    """A bar on standard error that is shown after a second and leaves no trace."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=total)
        yield lambda: bars.advance(task)
