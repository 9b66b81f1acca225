"""The games this user has: list them, find one, add one."""

from __future__ import annotations

import difflib
import os
import secrets
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.table.bounds import check_date
from underkeep.table.chain import Row
from underkeep.table.game import Game, id_of
from underkeep.table.home import home
from underkeep.table.sqlite_journal import LEFT_OVER, SUFFIX, CannotWrite, SqliteJournal, write_journal
from underkeep.table.summary import Summary

MOST_TRIES = 10_000
STALE_SECONDS = 86400.0


class Listed(Struct, frozen=True):
    """A game in the list. `number` goes by when the games were begun, so that playing or undoing changes none. Of a
    file that cannot be read, `wrong` says why and the rest is empty."""

    id: str
    path: Path
    number: int = 0
    game: Game | None = None
    entries: int = 0
    played: str = ""
    summary: Summary | None = None
    wrong: str = ""


def folder() -> Path:
    return home() / "games"


def path_of(id: str) -> Path:
    return folder() / f"{id}{SUFFIX}"


def id_of_file(path: Path) -> str:
    return path.name.removesuffix(SUFFIX)


def all_games() -> list[Listed]:
    """Every game, the one last played first; files that cannot be read come last."""
    try:
        paths = sorted(p for p in folder().glob(f"*{SUFFIX}") if not p.name.startswith("."))
    except OSError as error:
        raise UnderkeepError(f"{folder()} cannot be read: {error.strerror}.") from error
    found = sorted(
        map(_listed, paths), key=lambda one: (one.game is None, one.game.created if one.game else "", one.id)
    )
    numbered = [replace(one, number=number) for number, one in enumerate(found, 1)]
    return sorted(numbered, key=lambda one: one.played, reverse=True)


def _listed(path: Path) -> Listed:
    id = id_of_file(path)
    try:
        with closing(SqliteJournal(path)) as journal:
            head, game = journal.head, journal.game
            for what, moment in (("The game was begun", game.created), ("The game was played", head.played)):
                check_date(what, moment)
            return Listed(id, path, 0, game, head.seq + 1, head.played, head.standing)
    except (UnderkeepError, msgspec.MsgspecError) as error:
        return Listed(id, path, wrong=str(error))


def find(which: str) -> Path:
    """The file of a game by its id, its number in the list, or the unique beginning of its id or name."""
    wanted = " ".join(which.split()).lower()
    listed = all_games()
    for found in listed:
        if found.id.lower() == wanted:
            return found.path
    if wanted.isdecimal() and 1 <= int(wanted[:9]) <= len(listed):
        return next(found.path for found in listed if found.number == int(wanted[:9]))
    near = [f for f in listed if wanted and (f.id.lower().startswith(wanted) or _name(f).startswith(wanted))]
    if len(near) == 1:
        return near[0].path
    raise UnderkeepError(_not_found(wanted, near, listed))


def _name(found: Listed) -> str:
    return found.game.name.lower() if found.game is not None else ""


def _not_found(wanted: str, near: Sequence[Listed], listed: Sequence[Listed]) -> str:
    if not listed:
        return "There is no game yet; `underkeep play` begins one."
    shown = "".join(c for c in wanted[:40] if c.isprintable())
    if near:
        return f'"{shown}" could be {", ".join(f.id for f in near[:5])}.'
    close = difflib.get_close_matches(wanted, [f.id for f in listed], 3) or [f.id for f in listed[:3]]
    return f'There is no game "{shown}"; there is {", ".join(close)}.'


def is_over(path: Path) -> bool:
    """Whether a game has come to its end, so that nothing of it need be hidden any more."""
    with closing(SqliteJournal(path)) as journal:
        return bool(journal.head.standing.over)


def opened(which: str | Path) -> SqliteJournal:
    """A game by its file, or by whatever `find` takes."""
    return SqliteJournal(which if isinstance(which, Path) else find(which))


def latest() -> Path:
    """The game that was played last."""
    for found in all_games():
        if not found.wrong:
            return found.path
    raise UnderkeepError("There is no game to go on with; `underkeep play` begins one.")


def keep(game: Game, rows: Sequence[Row], summary: Summary) -> SqliteJournal:
    """A new game, opened."""
    return SqliteJournal(add(game, rows, summary))


def add(game: Game, rows: Sequence[Row], summary: Summary) -> Path:
    """Write a new game, under a hidden name first, so that it is there whole or not at all; for its owner alone."""
    try:
        folder().parent.mkdir(parents=True, exist_ok=True)
        folder().mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise UnderkeepError(f"{folder()} cannot be made: {error.strerror}.") from error
    _sweep()
    draft = folder() / f".{secrets.token_hex(8)}{SUFFIX}"
    try:
        write_journal(draft, game, rows, summary)
        path = _christened(draft, id_of(game.name))
        _sync(folder())
        return path
    except OSError as error:
        raise UnderkeepError(f"{folder()} cannot be written: {error.strerror}.") from error
    except CannotWrite as error:
        why = str(getattr(error.__cause__, "strerror", None) or error.__cause__)
        raise UnderkeepError(f"{folder()} cannot be written: {why}.") from error
    finally:
        for rest in ("", LEFT_OVER):
            Path(f"{draft}{rest}").unlink(missing_ok=True)


def _sweep() -> None:
    """Drafts of games that were never begun, because the program was killed; not those of another that is at it."""
    for draft in folder().glob(f".{'[0-9a-f]' * 16}{SUFFIX}*"):
        with suppress(OSError):
            if draft.stat().st_mtime < time.time() - STALE_SECONDS:
                draft.unlink()


def _christened(draft: Path, wanted: str) -> Path:
    """The draft under the first id that is free; a link, unlike a rename, never replaces a file.

    An id is not free while the rest of another game lies there: SQLite would roll this one back to that.
    """
    for number in range(1, MOST_TRIES):
        path = path_of(wanted if number == 1 else f"{wanted}-{number}")
        if Path(f"{path}{LEFT_OVER}").exists():
            continue
        try:
            _link(draft, path)
            return path
        except FileExistsError:
            continue
    raise UnderkeepError(f'There are too many games called "{wanted}".')


def _link(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError from None
        draft.rename(path)


def _sync(folder: Path) -> None:
    """A new file is safe when its folder is; Windows cannot be asked and need not be."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
