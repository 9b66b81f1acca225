"""Writing to the terminal: one console for output, one for progress, colours only where wanted."""

from __future__ import annotations

import json
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from underkeep.lab.arena import Tally

LINE_SECONDS = 5.0
SIDE_STYLES = {"a": "cyan", "b": "magenta"}


def console() -> Console:
    """Standard output; rich leaves colours out for pipes and under NO_COLOR."""
    return Console(highlight=False)


def filled(text: str, indent: str = "") -> str:
    """Lines as wide as the terminal, broken between words only; those after the first stand a little in."""
    width = min(100, shutil.get_terminal_size().columns)
    after = f"{indent}   " if indent else "  "
    wrapper = textwrap.TextWrapper(width, indent, after, break_long_words=False, break_on_hyphens=False)
    return wrapper.fill(text)


_ROOM = re.compile(r"\s*(?:\d+\. )?")
_DRAWN = re.compile(r"\S {2,}\S")


def wrapped(text: str, width: int) -> str:
    """The same with every line that is too long broken between words; what is drawn or set in columns stays as it is.
    What follows in a list stands under the words."""
    return "\n".join(_broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: int) -> str:
    if len(line) <= width or _DRAWN.search(line):
        return line
    start = _ROOM.match(line)
    room = " " * (start.end() if start is not None else 0)
    head, rest = line[: len(room)], line[len(room) :]
    return textwrap.fill(rest, width, initial_indent=head, subsequent_indent=room, break_on_hyphens=False) or line


def at_width(text: str) -> str:
    """As it is shown: at a terminal no word is cut at the edge; a pipe has whole lines."""
    return wrapped(text, shutil.get_terminal_size().columns) if sys.stdout.isatty() else text


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


@contextmanager
def counting(what: str, total: int, side: str) -> Iterator[Callable[[Tally], object]]:
    """The same with the result so far: how often the first side wins, and how sure that is. Where nobody watches, a
    line now and then."""
    if not sys.stderr.isatty():
        yield _now_and_then(total, side)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=total)
        yield lambda tally: bars.update(task, completed=tally.runs, description=_so_far(tally, side))


def _now_and_then(total: int, side: str) -> Callable[[Tally], object]:
    last = time.monotonic()

    def told(tally: Tally) -> None:
        nonlocal last
        if time.monotonic() - last >= LINE_SECONDS:
            last = time.monotonic()
            sys.stderr.write(f"{tally.runs} of {total}: {_so_far(tally, side)}\n")
            sys.stderr.flush()

    return told


def _so_far(tally: Tally, side: str) -> str:
    row = tally.summary()["a"]
    return f"{side} wins {row['rate']:.1%} ({row['low']:.1%} to {row['high']:.1%})"
