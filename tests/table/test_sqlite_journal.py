"""The file of a game: whatever is done to it, it gives the whole record as written, or one sentence."""

import random
import shutil
import sqlite3
import stat
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.table.conftest import MakeFight

from underkeep.errors import UnderkeepError
from underkeep.table import games
from underkeep.table.chain import RecordError, Row, digest, link
from underkeep.table.game import Game
from underkeep.table.session import Session
from underkeep.table.sqlite_journal import APPLICATION, LEFT_OVER, SqliteJournal, write_journal
from underkeep.table.summary import Summary

SUMMARY = Summary("", "", 1, "00:00", 0, 0)


@pytest.fixture
def file(make_fight: MakeFight) -> Path:
    """A finished game, closed."""
    with make_fight(person=False) as session:
        path = games.path_of(session.id)
    assert sorted(p.name for p in path.parent.iterdir()) == ["backups", path.name]
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
    with closing(SqliteJournal(path)) as journal:
        return journal.game, list(journal.rows())


def execute(path: Path, *statements: str) -> None:
    base = sqlite3.connect(path)
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


def test_the_journal_is_durable(file: Path) -> None:
    with closing(SqliteJournal(file)) as journal:
        assert journal._pragma("journal_mode") == "persist"
        assert journal._pragma("synchronous") == 2


def test_an_entry_is_one_transaction(file: Path) -> None:
    """Whatever fails in the middle of an append leaves the game as it was, and the next append works."""
    with closing(SqliteJournal(file)) as journal:
        before = journal.rows()
        with pytest.raises(RecordError):
            journal.append(len(before), None, b"{}", b"[]", SUMMARY)  # type: ignore[arg-type]
        assert journal.rows() == before
        row = journal.append(len(before), "a", b"{}", b"[]", SUMMARY)
        assert journal.rows() == [*before, row]


def test_the_file_alone_is_the_whole_game(make_fight: MakeFight, tmp_path: Path) -> None:
    """Copied after any entry, while the game is open, it lacks nothing."""
    copy = tmp_path / "copy.underkeep"
    with make_fight() as session:
        path = games.path_of(session.id)

        def copied(entry: object) -> None:
            shutil.copyfile(path, copy)
            assert contents(copy)[1] == contents(path)[1]
            assert len(contents(copy)[1]) == session.seq + 1

        session.heard = copied
        session.undo(0)
        session.undo(1)
        assert copy.exists()


@pytest.fixture
def crashed(file: Path) -> tuple[list[Row], list[Row]]:
    """A game whose writer was killed in the middle of an entry: pages are written, their journal is still there.

    What may be read from it: the record without the entry, and with it.
    """
    (_, before), whole = contents(file), file.read_bytes()
    with closing(SqliteJournal(file)) as writer:
        base = writer._base
        base.execute("PRAGMA cache_size = 1")  # so that pages go to the file before the commit
        kept: dict[str, bytes] = {}

        def killed(statement: str) -> None:
            if statement == "COMMIT":
                kept.update({name: Path(name).read_bytes() for name in (str(file), f"{file}{LEFT_OVER}")})

        base.set_trace_callback(killed)
        writer.append(len(before), "a", b"{}", b"[]" + b" " * 50_000, SUMMARY)
    _, after = contents(file)
    assert whole != kept[str(file)] != file.read_bytes()
    for name, content in kept.items():
        Path(name).write_bytes(content)
    return before, after


def test_what_a_crash_leaves_half_written_is_rolled_back(file: Path, crashed: tuple[list[Row], list[Row]]) -> None:
    assert contents(file)[1] == crashed[0]
    assert not Path(f"{file}{LEFT_OVER}").exists()


def test_a_rollback_journal_that_is_lost_or_damaged_never_shortens_a_game(
    file: Path, crashed: tuple[list[Row], list[Row]]
) -> None:
    rest = Path(f"{file}{LEFT_OVER}")
    written, left = file.read_bytes(), rest.read_bytes()
    chance = random.Random(1)
    damages: list[bytes | None] = [None, b"", left[: len(left) // 2], bytes(len(left))]
    for place in (*range(0, 40, 3), *chance.sample(range(40, len(left)), 60)):
        flipped = bytearray(left)
        flipped[place] ^= 1 << chance.randrange(8)
        damages.append(bytes(flipped))
    for damaged in damages:
        file.write_bytes(written)
        rest.unlink(missing_ok=True)
        if damaged is not None:
            rest.write_bytes(damaged)
        found = attempted(file)
        assert found is None or found[1] in crashed


def test_the_journal_of_another_game_is_not_rolled_back_into_a_new_one(make_fight: MakeFight) -> None:
    games.folder().mkdir(parents=True)
    Path(f"{games.path_of('kel')}{LEFT_OVER}").write_bytes(b"left over")
    with make_fight("Kel") as session:
        assert session.id == "kel-2"


def test_a_game_is_for_its_owner_alone(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


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
        for rest in ("-journal", "-wal", "-shm"):
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


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "x"),
        ("system", "x"),
        ("engine", "x"),
        ("created", "x"),
        ("seed", 8),
        ("key", "0" * 32),
        ("key", "zz"),
        ("commitment", "0" * 64),
        ("format", 99),
    ],
)
def test_a_changed_head_is_refused(file: Path, field: str, value: object) -> None:
    execute(file, f"UPDATE game SET told = json_set(told, '$.{field}', {value!r})")
    refused(file)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET told = '{}'",
        "UPDATE game SET told = json_set(told, '$.seed', json('[]'))",
        "UPDATE game SET told = json_remove(told, '$.minds')",
        "UPDATE game SET told = json_set(told, '$.more', 1)",
        "DELETE FROM game",
        "DELETE FROM head",
        "DELETE FROM entries",
        "DELETE FROM entries WHERE seq = 0",
        "DELETE FROM entries WHERE seq = 4",
        "DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)",
        "UPDATE entries SET seq = seq + 1000 WHERE seq = 4",
        "INSERT INTO entries SELECT format, seq + 1000, seat, action, events, engine, at, hash FROM entries"
        " WHERE seq = 4",
        "UPDATE entries SET format = 3 WHERE seq = 4",
        "UPDATE entries SET events = x'ff00' WHERE seq = 4",
        "UPDATE entries SET seat = 7 WHERE seq = 4",
        "UPDATE head SET seq = seq - 1",
        "UPDATE head SET format = format - 1",
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


def test_a_newer_format_is_refused_and_not_called_damaged(file: Path) -> None:
    execute(file, "PRAGMA user_version = 99", "CREATE TABLE more (x)")
    assert refused(file) == "fight.underkeep was written by a newer Underkeep (format 99); update this one."


def test_a_game_of_the_first_version_is_refused_with_the_version_that_reads_it(file: Path) -> None:
    execute(file, "DROP TABLE game", "CREATE TABLE game (one, name)", "PRAGMA user_version = 1")
    assert refused(file) == "fight.underkeep is a game of Underkeep 0.1.0 (format 1); only that reads it."


def rewritten(path: Path, game: Game, rows: Sequence[Row]) -> None:
    """A file whose chain is whole, as one who can compute hashes would forge it."""
    previous, chained = digest(game), []
    for number, row in enumerate(rows):
        row = replace(row, seq=number)
        chained.append(replace(row, hash=link(previous, row)))
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
    monkeypatch.setattr("underkeep.table.sqlite_journal.PATIENCE_SECONDS", 0.05)
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
