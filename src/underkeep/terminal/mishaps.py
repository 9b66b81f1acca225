"""What nobody foresaw: an error of the program itself. The user is told one sentence, and the details go into a file.

Neither holds a value of the game. What an error says of itself may quote one, so only its sort is kept, and where in
the program it came from.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from underkeep.errors import UnderkeepError
from underkeep.table.chair import Chair
from underkeep.table.game import engine, wall_clock
from underkeep.table.home import home
from underkeep.table.speech.decree_words import Decreed
from underkeep.table.speech.typed_lines import Meaning, Say

FOLDER = "mishaps"
_FORESEEN = (UnderkeepError, OSError, click.ClickException, click.Abort, click.exceptions.Exit)


class Mishap(Exception):
    """An error of the program, in one sentence."""


@contextmanager
def at_the_table(chair: Chair, command: str = "play --continue") -> Iterator[None]:
    """An error at a table ends it; the sentence says that the game is safe, and how to go on."""
    try:
        yield
    except _FORESEEN:
        raise
    except Exception as error:
        id = chair.session.id
        safe = f"the game is safe up to the last act; go on with: underkeep {command} {id}"
        raise Mishap(_sentence(error, safe if id else "the game lived in memory only")) from None


def understood(chair: Chair, line: str) -> Meaning | Decreed:
    """What a line means; one that the reader stumbles over ends no game, since reading changes nothing."""
    try:
        return chair.read(line)
    except _FORESEEN:
        raise
    except Exception as error:
        _written(error)
        return Say(STUMBLED)


STUMBLED = "The program stumbled over that line; nothing was done. Say it in other words."


def mishap(error: Exception) -> str:
    """The sentence for an error of the program; one of a table has its own."""
    return str(error) if isinstance(error, Mishap) else _sentence(error, "whatever was told of a game is saved")


def _sentence(error: Exception, safe: str) -> str:
    where = _written(error)
    details = f"What went wrong, without anything of a game, is in {where}." if where else ""
    return f"This is a fault of the program: {safe}. {details}".strip()


def _written(error: Exception) -> Path | None:
    """Where the details are; None if nothing can be written there."""
    with suppress(OSError, UnderkeepError):
        moment = wall_clock()
        path = home() / FOLDER / f"{moment.replace(':', '-')}.txt"
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_text(f"underkeep {engine()}, {moment}\n{details(error)}", encoding="utf-8")
        return path
    return None


def details(error: BaseException) -> str:
    """The sort of the error and the lines of the program that led to it, with those of the errors it came from."""
    found, seen = [], set[int]()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        stack = traceback.extract_tb(at.__traceback__, limit=-DEEPEST)
        frames = (f"  {_shorter(f.filename)}:{f.lineno} in {f.name}\n    {f.line}" for f in stack)
        found.append("\n".join([type(at).__name__, *frames]))
        at = at.__cause__ or at.__context__
    return "\nafter\n".join(found) + "\n"


DEEPEST = 60
"""So many steps before the error are told."""


def _shorter(path: str) -> str:
    """A file of the program by its place in it, so that no folder of the user is told."""
    return os.sep.join(Path(path).parts[-3:])
