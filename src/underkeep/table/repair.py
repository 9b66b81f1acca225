"""What can be saved of a game whose file is damaged: every entry from the first on that is proved, from the file itself
and from its backups. Nothing is guessed; the damaged file is set aside, not thrown away.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.table import games
from underkeep.table.chain import RecordError, Row, digest, link
from underkeep.table.formats import OtherVersion
from underkeep.table.game import Game
from underkeep.table.history import History
from underkeep.table.session import rules_of
from underkeep.table.sqlite_journal import LEFT_OVER, ROW_FIELDS, CannotWrite, SqliteJournal, backups_of, write_journal
from underkeep.table.summary import summary

ASIDE = "damaged"


class Found(Struct, frozen=True):
    """What one file still tells, proved or not."""

    games: tuple[Game, ...]
    rows: tuple[Row, ...]
    end: int | None = None


class Repaired(Struct, frozen=True):
    """`kept` entries from the first on were saved of `told` that there were once, as far as is known; `wrong` is what
    had been the matter, `aside` where the damaged file lies. A game that was whole has no `aside`."""

    id: str
    kept: int
    told: int
    wrong: str = ""
    aside: Path | None = None


def repair(which: str) -> Repaired:
    """Put a whole game in the place of a damaged one."""
    path = games.find(which)
    id, problem = games.id_of_file(path), problem_of(path)
    if isinstance(problem, OtherVersion | CannotWrite):
        raise problem
    if problem is None:
        with closing(SqliteJournal(path)) as journal:
            return Repaired(id, journal.head.seq + 1, journal.head.seq + 1)
    sources = [salvaged(path), *(salvaged(backup) for backup in backups_of(path))]
    game, rows = whole_part(sources)
    told = max([len(rows), *(source.end + 1 for source in sources if source.end is not None)])
    draft = path.with_name(f".{path.name}-repaired")
    draft.unlink(missing_ok=True)
    try:
        write_journal(draft, game, rows, summary(History.of_rows(rules_of(game), rows).state))
        aside = _set_aside(path)
        draft.replace(path)
    except OSError as error:
        raise UnderkeepError(f"{path.name} could not be repaired: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)
    return Repaired(id, len(rows), told, str(problem), aside)


def problem_of(path: Path) -> UnderkeepError | None:
    """What keeps a game from being gone on with; None if it is whole."""
    try:
        with closing(SqliteJournal(path)) as journal:
            History.of_rows(rules_of(journal.game), journal.rows())
    except UnderkeepError as error:
        return error
    return None


def whole_part(sources: Sequence[Found]) -> tuple[Game, list[Row]]:
    """The record from its beginning on that the sources prove together, each entry from whichever has it whole, as far
    as it can be read and makes sense. The first source says which game it is, if it still can."""
    for source in sources:
        for game in source.games:
            if rows := list(_sound(game, _linked(game, sources))):
                return game, rows
    raise RecordError("Nothing of the game is whole: neither its file nor a backup has its beginning.")


def _linked(game: Game, sources: Sequence[Found]) -> Iterator[Row]:
    by_number: dict[int, list[Row]] = {}
    for source in sources:
        for row in source.rows:
            by_number.setdefault(row.seq, []).append(row)
    previous, number = digest(game), 0
    while whole := [row for row in by_number.get(number, ()) if row.hash == link(previous, row)]:
        yield whole[0]
        previous, number = whole[0].hash, number + 1


def _sound(game: Game, rows: Iterator[Row]) -> Iterator[Row]:
    """The rows up to the first that cannot be read or does not follow."""
    rules, told = rules_of(game), list(rows)
    low, high = 0, len(told)
    while low < high:  # a record that is sound so far is sound at every earlier point
        middle = (low + high + 1) // 2
        try:
            History.of_rows(rules, told[:middle])
            low = middle
        except UnderkeepError:
            high = middle - 1
    yield from told[:low]


def salvaged(path: Path) -> Found:
    """All that a file still gives, however damaged."""
    found, rows, end = [], [], None
    try:
        base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error:
        return Found((), ())
    with closing(base):
        base.row_factory = sqlite3.Row
        for row in _each(base, "SELECT told FROM game"):
            with suppress(ValueError, TypeError, RecursionError):
                found.append(msgspec.json.decode(row["told"], type=Game))
        for row in _each(base, "SELECT seq FROM head"):
            with suppress(ValueError, TypeError):
                end = msgspec.convert(row["seq"], int)
        last = -1
        for row in _rows(base):
            with suppress(ValueError, TypeError):
                rows.append(msgspec.convert(dict(row), Row))
                last = max(last, rows[-1].seq)
    return Found(tuple(found), tuple(rows), max((n for n in (end, last) if n is not None), default=None))


def _each(base: sqlite3.Connection, query: str, *values: object) -> Iterator[sqlite3.Row]:
    try:
        base.text_factory = lambda raw: raw.decode(errors="replace")
        yield from base.execute(query, values)
    except (sqlite3.Error, OverflowError, UnicodeDecodeError):  # a damaged name in its words
        return


def _rows(base: sqlite3.Connection) -> Iterator[sqlite3.Row]:
    """In order as long as that goes; then one by one around what cannot be read."""
    fields, last = ", ".join(ROW_FIELDS), -1
    for row in _each(base, f"SELECT {fields} FROM entries ORDER BY seq"):
        yield row
        last = row["seq"] if isinstance(row["seq"], int) else last
    yield from _each(base, f"SELECT {fields} FROM entries WHERE seq > ? ORDER BY seq DESC", last)


def _set_aside(path: Path) -> Path:
    """The damaged file also in a folder of its own, and what SQLite could make nothing of beside it there alone. The
    file stays where it is until the whole one takes its place, so that the game is never nowhere."""
    folder = path.parent / ASIDE
    folder.mkdir(mode=0o700, exist_ok=True)
    number = 1
    while (aside := folder / f"{path.stem}-{number}{path.suffix}").exists():
        number += 1
    try:
        os.link(path, aside)
    except OSError:  # a file system without links
        shutil.copy2(path, aside)
    with suppress(FileNotFoundError):
        Path(f"{path}{LEFT_OVER}").rename(f"{aside}{LEFT_OVER}")
    return aside
