"""The file of a game: whatever is done to it, it gives the whole record as written, or one sentence."""

import random
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.table.conftest import MakeFight

from underkeep.errors import UnderkeepError
from underkeep.table import games
from underkeep.table.chain import RecordError, Row, digest, row_after
from underkeep.table.game import Game
from underkeep.table.journal import APPLICATION, Journal, write_journal
from underkeep.table.session import Session
from underkeep.table.summary import Summary

SUMMARY = Summary("", "", 1, "00:00", 0, 0)


@pytest.fixture
def file(make_fight: MakeFight) -> Path:
    """A finished game, closed."""
    with make_fight(person=False) as session:
        path = games.path_of(session.id)
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    return path


def refused(path: Path) -> str:
    """The sentence with which a game is refused."""
    with pytest.raises(UnderkeepError) as caught:
        Session.resume(path, {})
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def contents(path: Path) -> tuple[Game, list[Row]]:
    journal = Journal(path)
    try:
        return journal.game, journal.rows()
    finally:
        journal.close()


def execute(path: Path, *statements: str) -> None:
    base = sqlite3.connect(path)
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


def test_the_journal_is_durable(file: Path) -> None:
    journal = Journal(file)
    assert journal._base.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert journal._base.execute("PRAGMA synchronous").fetchone()[0] == 2
    journal.close()


def test_an_entry_is_one_transaction(file: Path) -> None:
    """Whatever fails in the middle of an append leaves the game as it was, and the next append works."""
    journal = Journal(file)
    before = journal.rows()
    with pytest.raises(RecordError):
        journal.append(len(before), None, b"{}", b"[]", SUMMARY)  # type: ignore[arg-type]
    assert journal.rows() == before
    row = journal.append(len(before), "a", b"{}", b"[]", SUMMARY)
    assert journal.rows() == [*before, row]
    journal.close()


@pytest.mark.parametrize("seq", [0, 1, 10**6])
def test_the_key_is_the_lock(file: Path, seq: int) -> None:
    journal = Journal(file)
    before = journal.rows()
    with pytest.raises(UnderkeepError, match="gone on"):
        journal.append(seq, "a", b"{}", b"[]", SUMMARY)
    assert journal.rows() == before
    journal.close()


def test_every_byte_is_either_proved_or_does_not_matter(file: Path) -> None:
    """Change any byte: the game is refused, or it is the very same game. A byte of an entry is always noticed."""
    whole, written = contents(file), file.read_bytes()
    chance = random.Random(1)
    told = [written.find(text.encode()) + 5 for row in whole[1] for text in (row.action, row.at, row.hash)]
    assert min(told) > 100
    for place in (*range(0, 100, 3), *chance.sample(range(100, len(written)), 200), *told):
        changed = bytearray(written)
        changed[place] ^= 1 << chance.randrange(8)
        file.write_bytes(changed)
        found = attempted(file)
        assert found != whole if place in told else found in (None, whole), f"byte {place} went unnoticed"
        for rest in ("-wal", "-shm"):
            Path(f"{file}{rest}").unlink(missing_ok=True)


def attempted(file: Path) -> tuple[Game, list[Row]] | None:
    """What the file holds, None if it is refused."""
    try:
        return contents(file)
    except UnderkeepError:
        return None


@pytest.mark.parametrize("column", ["seat", "action", "events", "engine", "at", "hash"])
def test_a_changed_entry_is_refused(file: Path, column: str) -> None:
    execute(file, f"UPDATE entries SET {column} = {column} || 'x' WHERE seq = 3")
    assert "Entry 3" in refused(file)


@pytest.mark.parametrize("column", ["name", "system", "engine", "created"])
def test_a_changed_head_is_refused(file: Path, column: str) -> None:
    execute(file, f"UPDATE game SET {column} = {column} || 'x'")
    refused(file)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET seed = '8'",
        "UPDATE game SET seed = 'x'",
        "UPDATE game SET minds = '{}'",
        "UPDATE game SET switches = '[1]'",
        "DELETE FROM game",
        "DELETE FROM head",
        "DELETE FROM entries",
        "DELETE FROM entries WHERE seq = 0",
        "DELETE FROM entries WHERE seq = 4",
        "DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)",
        "UPDATE entries SET seq = seq + 1000 WHERE seq = 4",
        "INSERT INTO entries SELECT seq + 1000, seat, action, events, engine, at, hash FROM entries WHERE seq = 4",
        "UPDATE entries SET events = x'ff00' WHERE seq = 4",
        "UPDATE entries SET seat = 7 WHERE seq = 4",
        "UPDATE head SET seq = seq - 1",
        "UPDATE head SET summary = '{}'",
        "UPDATE head SET played = '2001-01-01'",
        "PRAGMA user_version = 0",
        "CREATE TABLE more (x)",
        "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
        "DROP TABLE entries",
    ],
)
def test_a_tampered_file_is_refused(file: Path, statement: str) -> None:
    execute(file, statement)
    refused(file)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.6, 0.9, 0.999])
def test_a_file_cut_short_is_refused(file: Path, share: float) -> None:
    bytes_ = file.read_bytes()
    file.write_bytes(bytes_[: int(len(bytes_) * share)])
    refused(file)


def test_a_file_cut_at_a_page_is_refused(file: Path) -> None:
    bytes_ = file.read_bytes()
    for size in range(4096, len(bytes_), 4096):
        file.write_bytes(bytes_[:size])
        refused(file)


def test_a_foreign_file_is_refused_and_left_alone(file: Path) -> None:
    other = games.path_of("other")
    execute(other, "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)")
    before = other.read_bytes()
    assert refused(other) == "other.underkeep is not a game of Underkeep."
    assert other.read_bytes() == before
    for text in (b"", b"once upon a time" * 500, b"SQLite format 3\0"):
        other.write_bytes(text)
        assert "other.underkeep" in refused(other)
    other.unlink()
    other.mkdir()
    refused(other)
    refused(games.path_of("nothing"))


def test_a_newer_schema_is_refused(file: Path) -> None:
    execute(file, "PRAGMA user_version = 99")
    assert "newer" in refused(file)


def rewritten(path: Path, game: Game, rows: Sequence[Row]) -> None:
    """A file whose chain is whole, as one who can compute hashes would forge it."""
    previous, chained = digest(game), []
    for number, row in enumerate(rows):
        action, events = row.action.encode(), row.events.encode()
        chained.append(row_after(previous, number, row.seat, action, events, row.engine, row.at))
        previous = chained[-1].hash
    path.unlink()
    write_journal(path, game, chained, SUMMARY)


def test_a_game_of_an_unknown_system_is_refused(file: Path) -> None:
    game, rows = contents(file)
    rewritten(file, replace(game, system="nosuch\x1b[2J"), rows)
    assert "does not have" in refused(file)
    assert "\x1b" not in refused(file)


Forge = Callable[[list[Row]], list[Row]]


@pytest.mark.parametrize(
    "forge",
    [
        lambda rows: rows[1:],
        lambda rows: [rows[0], *rows],
        lambda rows: [rows[0], replace(rows[1], events='[{"type":"NoSuchEvent"}]')],
        lambda rows: [rows[0], replace(rows[1], events='[{"type":"Died","creature":"nobody","cause":"x"}]')],
        lambda rows: [rows[0], replace(rows[1], events="[" * 100_000)],
        lambda rows: [rows[0], replace(rows[1], action='{"type":"NoSuchAction"}')],
        lambda rows: [rows[0], replace(rows[1], action="[]")],
        lambda rows: [rows[0], replace(rows[1], action='{"type":"Rewind","to":1}')],
        lambda rows: [rows[0], replace(rows[1], action='{"type":"Rewind","to":-1}', events="[]")],
        lambda rows: [rows[0], replace(rows[1], action='{"type":"Decree","event":{},"because":""}')],
        lambda rows: [replace(rows[0], action='{"type":"NewGame","state":{}}')],
        lambda rows: [replace(rows[0], action=rows[0].action.replace('"system":"toy"', '"system":"yot"'))],
    ],
)
def test_a_forged_record_is_refused_when_it_makes_no_sense(file: Path, forge: Forge) -> None:
    game, rows = contents(file)
    rewritten(file, game, forge(rows))
    assert "record" in refused(file) or "Entry" in refused(file)


def test_a_whole_record_can_be_written_anew(file: Path) -> None:
    game, rows = contents(file)
    rewritten(file, game, rows)
    assert contents(file) == (game, rows)
    with Session.resume(file, {}) as session:
        assert session.state.winner is not None


def test_a_locked_game_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("underkeep.table.journal.PATIENCE_SECONDS", 0.05)
    other = sqlite3.connect(file)
    with Session.resume(file, {}) as session:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(RecordError, match="in use"):
            session.undo(0)
        other.rollback()
        session.undo(0)
    other.close()


def test_the_file_says_what_it_is(file: Path) -> None:
    assert file.read_bytes()[68:72] == APPLICATION.to_bytes(4, "big") == b"Unkp"
