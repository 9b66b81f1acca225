"""A game in one SQLite file: append an entry and it is durable, or read a record that is whole, or be refused.

Knows rows and hashes, not what they mean. Write-ahead log, synchronous FULL, one transaction an entry. The key `seq` is
the lock: of two writers at the same point, one gets the entry and the other is told.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.table.chain import RecordError, Row, check_chain, digest, row_after
from underkeep.table.game import Game, engine, wall_clock
from underkeep.table.summary import Summary

APPLICATION = 0x556E6B70  # "Unkp"
SCHEMA = 1
PATIENCE_SECONDS = 5.0
# A short log is soon written over in place, which a disk confirms sooner than a log that grows.
LOG_PAGES = 100
TABLES = {
    "game": "CREATE TABLE game (one INTEGER PRIMARY KEY CHECK (one = 1), name TEXT NOT NULL, system TEXT NOT NULL,"
    " seed TEXT NOT NULL, engine TEXT NOT NULL, created TEXT NOT NULL, switches TEXT NOT NULL, minds TEXT NOT NULL,"
    " settings TEXT NOT NULL)",
    "entries": "CREATE TABLE entries (seq INTEGER PRIMARY KEY, seat TEXT NOT NULL, action TEXT NOT NULL,"
    " events TEXT NOT NULL, engine TEXT NOT NULL, at TEXT NOT NULL, hash TEXT NOT NULL)",
    "head": "CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL,"
    " played TEXT NOT NULL, summary TEXT NOT NULL, seal TEXT NOT NULL)",
}
_JSON = msgspec.json.Encoder(order="deterministic")
_GAME = "name, system, seed, engine, created, switches, minds, settings"
_JSON_FIELDS = ("seed", "switches", "minds", "settings")
_ROW = "seq, seat, action, events, engine, at, hash"


class Overtaken(UnderkeepError):
    """Another writer has the entry; nothing of this one was written."""


class Head(Struct, frozen=True):
    """The last entry, and how the game stands after it. `seal` covers the rest."""

    seq: int
    hash: str
    played: str
    summary: str
    seal: str


class Journal:
    """An open game file. `game` and `head` are read at once; `rows` reads and proves the whole record."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with _spoken(path):
            self._base = _open(path)
            try:
                self.game, self.head = self._look()
            except BaseException:
                self._base.close()
                raise

    def _look(self) -> tuple[Game, Head]:
        """Only after the file is known to be ours is anything set in it."""
        base = self._base
        if base.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise RecordError(f"{self.path.name} is not a game of Underkeep.")
        schema = base.execute("PRAGMA user_version").fetchone()[0]
        if schema > SCHEMA:
            raise RecordError(f"{self.path.name} was written by a newer Underkeep (format {schema}); update this one.")
        found = dict(base.execute("SELECT name, sql FROM sqlite_master"))
        if schema != SCHEMA or found != TABLES:
            raise RecordError(f"{self.path.name} is damaged: its tables are not those of a game.")
        if base.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
            raise RecordError(f"{self.path.name} lies where SQLite cannot keep a write-ahead log.")
        base.execute("PRAGMA synchronous = FULL")
        base.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        base.execute("BEGIN")  # both rows of one moment, while another writes
        try:
            game = [dict(row) for row in base.execute(f"SELECT {_GAME} FROM game")]
            head = [dict(row) for row in base.execute("SELECT seq, hash, played, summary, seal FROM head")]
        finally:
            base.execute("ROLLBACK")
        if len(game) != 1 or len(head) != 1:
            raise RecordError(f"{self.path.name} is damaged: it holds no game.")
        header = {key: msgspec.json.decode(v) if key in _JSON_FIELDS else v for key, v in game[0].items()}
        return msgspec.convert(header, Game), self._sealed(msgspec.convert(head[0], Head))

    def _sealed(self, head: Head) -> Head:
        if head.seal != digest(head.seq, head.hash, head.played, head.summary):
            raise RecordError(f"{self.path.name} is damaged: its last entry is not the one it says.")
        return head

    @property
    def summary(self) -> Summary:
        with _spoken(self.path):
            return msgspec.json.decode(self.head.summary, type=Summary)

    def rows(self) -> list[Row]:
        """Every entry, proved to be whole and in order from the first to the last."""
        with _spoken(self.path):
            base = self._base
            base.execute("BEGIN")
            try:
                if (wrong := base.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
                    raise RecordError(f"{self.path.name} is damaged: {wrong.splitlines()[-1]}.")
                rows = [msgspec.convert(dict(r), Row) for r in base.execute(f"SELECT {_ROW} FROM entries ORDER BY seq")]
                (head,) = base.execute("SELECT seq, hash, played, summary, seal FROM head")
                self.head = self._sealed(msgspec.convert(dict(head), Head))
            finally:
                base.execute("ROLLBACK")
            check_chain(self.game, rows)
            if (rows[-1].seq, rows[-1].hash, rows[-1].at) != (self.head.seq, self.head.hash, self.head.played):
                raise RecordError(f"{self.path.name} is damaged: its last entries are missing.")
            return rows

    def append(self, seq: int, seat: str, action: bytes, events: bytes, summary: Summary) -> Row:
        """Make an entry durable; on return it is, and on any error nothing is."""
        row = row_after(self.head.hash, seq, seat, action, events, engine(), wall_clock())
        head = _head_of(row, summary)
        with _spoken(self.path), self._writing():
            # Whoever moved the head first has the entry.
            change = "UPDATE head SET seq = ?, hash = ?, played = ?, summary = ?, seal = ? WHERE seq = ? AND hash = ?"
            moved = self._base.execute(change, (*_values(head), seq - 1, self.head.hash)).rowcount
            if moved != 1:
                raise Overtaken("Another program has gone on with this game; this action was not done.")
            self._base.execute(f"INSERT INTO entries ({_ROW}) VALUES (?, ?, ?, ?, ?, ?, ?)", _values(row))
        self.head = head
        return row

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
        self._base.close()


def write_journal(path: Path, game: Game, rows: Sequence[Row], summary: Summary) -> None:
    """A new file with a whole record in it."""
    with _spoken(path):
        base = _open(path, "rwc")
        try:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = FULL")
            base.execute(f"PRAGMA application_id = {APPLICATION}")
            base.execute(f"PRAGMA user_version = {SCHEMA}")
            base.execute("BEGIN IMMEDIATE")
            for statement in TABLES.values():
                base.execute(statement)
            header = [_JSON.encode(v).decode() if k in _JSON_FIELDS else v for k, v in _fields(game)]
            base.execute(f"INSERT INTO game (one, {_GAME}) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)", header)
            base.executemany(f"INSERT INTO entries ({_ROW}) VALUES (?, ?, ?, ?, ?, ?, ?)", map(_values, rows))
            head = _values(_head_of(rows[-1], summary))
            base.execute("INSERT INTO head (one, seq, hash, played, summary, seal) VALUES (1, ?, ?, ?, ?, ?)", head)
            base.execute("COMMIT")
        finally:
            base.close()


def _head_of(row: Row, summary: Summary) -> Head:
    told = _JSON.encode(summary).decode()
    return Head(row.seq, row.hash, row.at, told, digest(row.seq, row.hash, row.at, told))


def _fields(struct: Struct) -> list[tuple[str, object]]:
    return [(name, getattr(struct, name)) for name in struct.__struct_fields__]


def _values(struct: Struct) -> tuple[object, ...]:
    return tuple(value for _, value in _fields(struct))


def _open(path: Path, mode: str = "rw") -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    base = sqlite3.connect(address, uri=True, isolation_level=None, timeout=PATIENCE_SECONDS, check_same_thread=False)
    base.row_factory = sqlite3.Row
    base.execute("PRAGMA trusted_schema = OFF")
    return base


@contextmanager
def _spoken(path: Path) -> Iterator[None]:
    """Whatever SQLite, the file system or a decoder objects to becomes one sentence."""
    try:
        yield
    except (UnderkeepError, KeyboardInterrupt):
        raise
    except sqlite3.Error as error:
        raise RecordError(_sentence(path, str(error))) from error
    except OSError as error:
        raise RecordError(f"{path.name} could not be written: {error.strerror or error}.") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise RecordError(f"{path.name} is damaged: {str(error).rstrip('.')}.") from error


def _sentence(path: Path, problem: str) -> str:
    if "not a database" in problem:
        return f"{path.name} is not a game of Underkeep."
    if "locked" in problem:
        return f"{path.name} is in use by another program; nothing was written."
    if any(word in problem for word in ("unable to open", "readonly", "full", "disk I/O")):
        return f"{path.name} could not be opened or written: {problem}."
    return f"{path.name} is damaged: {problem}."
