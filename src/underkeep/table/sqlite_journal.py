"""A game in one SQLite file: append an entry and it is durable, or read a record that is whole, or be refused.

One transaction an entry, with a rollback journal beside the file that counts only while it is written: whenever
nothing is being written, the file alone is the whole game and may be copied as it is. (A write-ahead log would be the
only place of the last entries; lost or damaged it would leave an older game that looks whole.) What a crash leaves
half-written is rolled back by SQLite from the `-journal`; if that is gone or damaged too, chain and head do not meet.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from underkeep.errors import UnderkeepError
from underkeep.table.chain import RecordError, Row, row_after
from underkeep.table.formats import check_engine, check_format
from underkeep.table.game import FORMAT, Begun, Game
from underkeep.table.journal import Head, Overtaken, check_head, check_later, check_record, head_after, head_of
from underkeep.table.summary import Summary

SUFFIX = ".underkeep"
BACKUPS = "backups"
BACKUP_EVERY = 250
"""So many entries after the last the next backup is made; one is made too when a game is gone on with."""
# What SQLite may leave beside a game that was not closed.
LEFT_OVER = "-journal"
APPLICATION = 0x556E6B70  # "Unkp"
PATIENCE_SECONDS = 5.0
TABLES = {
    "game": "CREATE TABLE game (one INTEGER PRIMARY KEY CHECK (one = 1), told TEXT NOT NULL)",
    "entries": "CREATE TABLE entries (format INTEGER NOT NULL, seq INTEGER PRIMARY KEY, seat TEXT NOT NULL,"
    " action TEXT NOT NULL, events TEXT NOT NULL, engine TEXT NOT NULL, at TEXT NOT NULL, hash TEXT NOT NULL)",
    "head": "CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), format INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " hash TEXT NOT NULL, played TEXT NOT NULL, summary TEXT NOT NULL, seal TEXT NOT NULL)",
}
_JSON = msgspec.json.Encoder(order="deterministic")
ROW_FIELDS = Row.__struct_fields__
_ROW = ", ".join(ROW_FIELDS)
_HEAD = ", ".join(Head.__struct_fields__)


class CannotWrite(RecordError):
    """The game may well be whole, but the place where it is kept does not let it be opened or written."""


class SqliteJournal:
    """An open game file. `game` and `head` are read at once; `rows` reads and proves the whole record."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._is_backed_up = False
        with _spoken(path):
            _for_its_owner(path)
            self._base = _open(path)
            try:
                self.game, self.head = self._look()
            except BaseException:
                self._base.close()
                raise

    @property
    def id(self) -> str:
        return self.path.name.removesuffix(SUFFIX)

    def _look(self) -> tuple[Game, Head]:
        """The game and the head of one moment, once the file is known to be ours."""
        if self._pragma("application_id") != APPLICATION:
            raise RecordError(f"{self.path.name} is not a game of Underkeep.")
        check_format(self.path.name, self._pragma("user_version"))
        if dict(self._base.execute("SELECT name, sql FROM sqlite_master")) != TABLES:
            raise RecordError(f"{self.path.name} is damaged: its tables are not those of a game.")
        if self._pragma("journal_mode = PERSIST") != "persist":  # a little faster than to delete it after each entry
            raise RecordError(f"{self.path.name} is in use by a program that keeps its last entries elsewhere.")
        with self._reading():
            games = [row["told"] for row in self._base.execute("SELECT told FROM game")]
            head = self._head()
        if len(games) != 1:
            raise RecordError(f"{self.path.name} is damaged: it holds no game.")
        try:
            return msgspec.json.decode(games[0], type=Game), head
        except msgspec.MsgspecError:
            check_engine(self.path.name, msgspec.json.decode(games[0], type=Begun).engine)
            raise

    def _pragma(self, name: str) -> Any:
        return self._base.execute(f"PRAGMA {name}").fetchone()[0]

    def _head(self) -> Head:
        heads = [msgspec.convert(dict(row), Head) for row in self._base.execute(f"SELECT {_HEAD} FROM head")]
        if len(heads) != 1:
            raise RecordError(f"{self.path.name} is damaged: it does not say where it ends.")
        check_head(self.path.name, heads[0])
        return heads[0]

    def rows(self) -> Sequence[Row]:
        with _spoken(self.path):
            with self._reading():
                if (wrong := self._pragma("quick_check(1)")) != "ok":
                    raise RecordError(f"{self.path.name} is damaged: {wrong.splitlines()[-1]}.")
                read = self._base.execute(f"SELECT {_ROW} FROM entries ORDER BY seq")
                rows = [msgspec.convert(dict(row), Row) for row in read]
                self.head = self._head()
            check_record(self.path.name, self.game, rows, self.head)
            return rows

    def later(self) -> Sequence[Row]:
        with _spoken(self.path):
            with self._reading():
                head = self._head()
                if head.hash == self.head.hash:
                    return ()
                read = self._base.execute(f"SELECT {_ROW} FROM entries WHERE seq > ? ORDER BY seq", (self.head.seq,))
                rows = [msgspec.convert(dict(row), Row) for row in read]
            check_later(self.path.name, self.head, rows, head)
            self.head = head
            return rows

    def append(self, seq: int, seat: str, action: bytes, events: bytes, summary: Summary) -> Row:
        row = row_after(self.head.hash, seq, seat, action, events)
        head = head_after(self.head, row, summary)
        if not self._is_backed_up and self.head.seq:
            self._back_up()
        with _spoken(self.path), self._writing():
            # Whoever moved the head first has the entry.
            change = f"UPDATE head SET ({_HEAD}) = ({_marks(Head)}) WHERE seq = ? AND hash = ?"
            if self._base.execute(change, (*astuple(head), seq - 1, self.head.hash)).rowcount != 1:
                raise Overtaken
            self._base.execute(f"INSERT INTO entries ({_ROW}) VALUES ({_marks(Row)})", astuple(row))
        self.head = head
        if seq % BACKUP_EVERY == 0:
            self._back_up()
        return row

    def _back_up(self) -> None:
        """The latest copy, and the one before it; a game is played on though none can be made. What was proved whole
        is copied before it is written to, so that no damage ever goes into both."""
        self._is_backed_up = True
        latest, older = backups_of(self.path)
        draft = latest.with_name(f".{latest.name}")
        with suppress(OSError, sqlite3.Error):
            for folder in (latest.parent, older.parent):
                folder.mkdir(mode=0o700, exist_ok=True)
            draft.unlink(missing_ok=True)
            os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with closing(sqlite3.connect(draft)) as copy:
                self._base.backup(copy)
            if latest.exists():
                latest.replace(older)
            draft.replace(latest)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """All of one moment, while another writes."""
        self._base.execute("BEGIN")
        try:
            yield
        finally:
            self._base.execute("ROLLBACK")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite has rolled back by itself after some errors
                self._base.execute("ROLLBACK")
            raise

    def close(self) -> None:
        with suppress(sqlite3.Error):  # another may be at work with it
            self._pragma("journal_mode = DELETE")
        self._base.close()


def backups_of(path: Path) -> tuple[Path, Path]:
    """Where the latest backup of a game is kept, and the one before it."""
    folder = path.parent / BACKUPS
    return folder / path.name, folder / "older" / path.name


def write_journal(path: Path, game: Game, rows: Sequence[Row], summary: Summary) -> None:
    """A new file with a whole record in it, for its owner alone."""
    with _spoken(path):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        base = _open(path)
        try:
            base.execute(f"PRAGMA application_id = {APPLICATION}")
            base.execute(f"PRAGMA user_version = {FORMAT}")
            base.execute("BEGIN IMMEDIATE")
            for statement in TABLES.values():
                base.execute(statement)
            base.execute("INSERT INTO game VALUES (1, ?)", [_JSON.encode(game).decode()])
            base.executemany(f"INSERT INTO entries ({_ROW}) VALUES ({_marks(Row)})", map(astuple, rows))
            base.execute(f"INSERT INTO head VALUES (1, {_marks(Head)})", astuple(head_of(rows[-1], summary)))
            base.execute("COMMIT")
        finally:
            base.close()


def _marks(kind: type[Struct]) -> str:
    return ", ".join("?" * len(kind.__struct_fields__))


def _open(path: Path) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode=rw"
    base = sqlite3.connect(address, uri=True, isolation_level=None, timeout=PATIENCE_SECONDS, check_same_thread=False)
    base.row_factory = sqlite3.Row
    base.execute("PRAGMA trusted_schema = OFF")
    base.execute("PRAGMA synchronous = FULL")
    return base


def _for_its_owner(path: Path) -> None:
    """A game that was copied is often open to all; it holds what players may not know."""
    with suppress(OSError):
        if os.name == "posix" and path.is_file() and path.stat().st_mode & 0o077:
            path.chmod(0o600)


@contextmanager
def _spoken(path: Path) -> Iterator[None]:
    """Whatever SQLite, the file system or a decoder objects to becomes one sentence."""
    try:
        yield
    except (UnderkeepError, KeyboardInterrupt):
        raise
    except sqlite3.Error as error:
        raise _complaint(path, str(error)) from error
    except OSError as error:
        raise CannotWrite(f"{path.name} could not be written: {error.strerror or error}.") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise RecordError(f"{path.name} is damaged: {str(error).rstrip('.')}.") from error


def _complaint(path: Path, problem: str) -> RecordError:
    if "not a database" in problem:
        return RecordError(f"{path.name} is not a game of Underkeep.")
    if "locked" in problem:
        return CannotWrite(f"{path.name} is in use by another program; nothing was written.")
    if any(word in problem for word in ("unable to open", "readonly", "full", "disk I/O")):
        return CannotWrite(f"{path.name} could not be opened or written: {problem}.")
    return RecordError(f"{path.name} is damaged: {problem}.")
