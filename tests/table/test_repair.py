"""What is whole of a damaged game is saved, from its file and its backups; what is not is told."""

import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from tests.table.conftest import MakeFight
from tests.table.test_sqlite_journal import contents, execute

from underkeep.errors import UnderkeepError
from underkeep.minds.soldier import Soldier
from underkeep.table import games
from underkeep.table.chain import LONGEST_SENTENCE, RecordError
from underkeep.table.formats import OtherVersion
from underkeep.table.repair import _each, problem_of, repair
from underkeep.table.session import Session
from underkeep.table.sqlite_journal import BACKUP_EVERY, SqliteJournal, backups_of

MINDS = {"a": Soldier(), "b": Soldier()}


@pytest.fixture
def file(make_fight: MakeFight) -> Path:
    """A finished game without backups."""
    with make_fight(person=False) as session:
        path = games.path_of(session.id)
    shutil.rmtree(path.parent / "backups")
    return path


def test_a_whole_game_is_left_alone(file: Path) -> None:
    before, whole = file.read_bytes(), contents(file)[1]
    done = repair("fight")
    assert (done.kept, done.told, done.aside) == (len(whole), len(whole), None)
    assert file.read_bytes() == before


def test_what_stands_before_the_damage_is_saved_and_goes_on(file: Path) -> None:
    whole = contents(file)[1]
    execute(file, "UPDATE entries SET events = events || ' ' WHERE seq = 5")
    damaged = file.read_bytes()
    done = repair("fight")
    assert (done.kept, done.told) == (5, len(whole))
    assert "Entry 5" in done.wrong
    assert done.aside is not None
    assert done.aside.read_bytes() == damaged
    assert contents(file)[1] == whole[:5]
    with Session.resume(file, MINDS) as session:
        assert session.seq > 5
    assert problem_of(file) is None


def test_a_missing_tail_is_told(file: Path) -> None:
    whole = contents(file)[1]
    execute(file, f"DELETE FROM entries WHERE seq >= {len(whole) - 3}")
    done = repair("fight")
    assert (done.kept, done.told) == (len(whole) - 3, len(whole))


@pytest.mark.parametrize(
    "statement", ["DELETE FROM head", "UPDATE head SET seal = ''", "UPDATE head SET summary = '{}'"]
)
def test_a_lost_head_loses_no_entry(file: Path, statement: str) -> None:
    whole = contents(file)[1]
    execute(file, statement)
    done = repair("fight")
    assert (done.kept, done.told) == (len(whole), len(whole))
    assert contents(file)[1] == whole


def test_entries_come_from_whichever_copy_has_them_whole(file: Path) -> None:
    whole = contents(file)[1]
    latest, _ = backups_of(file)
    latest.parent.mkdir()
    shutil.copy(file, latest)
    execute(latest, "UPDATE entries SET seat = 'x' WHERE seq IN (2, 7)")
    execute(file, "UPDATE entries SET seat = 'x' WHERE seq IN (3, 8)", "DELETE FROM game")
    done = repair("fight")
    assert (done.kept, done.told) == (len(whole), len(whole))
    assert contents(file)[1] == whole


def test_a_file_that_is_gone_but_for_its_name_comes_back_from_the_backup(make_fight: MakeFight) -> None:
    with make_fight(person=False) as session:
        path = games.path_of(session.id)
    Session.resume(path, {}).undo(2)
    (_, kept) = contents(backups_of(path)[0])
    path.write_bytes(b"\0" * 5000)
    done = repair("fight")
    assert done.kept == len(kept) > 5
    assert contents(path)[1] == kept


def test_nothing_is_made_of_nothing(file: Path) -> None:
    file.write_bytes(b"SQLite format 3\0" + b"\0" * 5000)
    with pytest.raises(RecordError, match="Nothing of the game is whole"):
        repair("fight")
    assert file.exists()


def test_a_game_of_another_version_is_not_damaged(file: Path) -> None:
    execute(file, "PRAGMA user_version = 99")
    before = file.read_bytes()
    with pytest.raises(OtherVersion, match="newer"):
        repair("fight")
    assert file.read_bytes() == before


def test_the_backup_of_another_game_of_that_name_is_not_taken_for_this_one(
    file: Path, make_fight: MakeFight, tmp_path: Path
) -> None:
    with make_fight("Other", match="3 hero v 2 rat", person=False) as other:
        elsewhere = games.path_of(other.id)
    latest, _ = backups_of(file)
    shutil.copy(elsewhere, latest)
    whole = contents(file)
    execute(file, "DELETE FROM entries WHERE seq > 4")
    assert repair("fight").kept == 5
    assert contents(file) == (whole[0], whole[1][:5])


def test_whatever_is_damaged_the_rest_is_saved_or_a_sentence_said(file: Path) -> None:
    written, whole = file.read_bytes(), contents(file)[1]
    chance = random.Random(2)
    kept, said = [], []
    for _ in range(60):
        damaged = bytearray(written)
        start = chance.randrange(len(damaged))
        damaged[start : start + chance.choice([1, 100, 4096])] = chance.randbytes(20)
        file.write_bytes(damaged)
        Path(f"{file}-journal").unlink(missing_ok=True)
        try:
            kept.append(repair("fight").kept)
            assert contents(file)[1] == whole[: kept[-1]]
        except UnderkeepError as error:
            said.append(str(error))
    assert all(sentence.endswith(".") for sentence in said)
    assert len(kept) > 20
    assert len(set(kept)) > 3


def test_the_last_two_backups_are_kept_and_prove_whole(make_fight: MakeFight) -> None:
    with make_fight(person=False) as session:
        path = games.path_of(session.id)
    latest, older = backups_of(path)
    for number in range(3):
        before = contents(path)[1]
        with Session.resume(path, {}) as session:
            session.undo(number)
            session.undo(number)
        assert contents(latest)[1] == before
        assert [p.stat().st_mode & 0o777 for p in (latest, latest.parent)] == [0o600, 0o700]
    assert len(contents(older)[1]) == len(contents(latest)[1]) - 2


def test_a_long_game_is_backed_up_while_it_is_played(make_fight: MakeFight) -> None:
    with make_fight(person=False) as session:
        path = games.path_of(session.id)
        while session.seq < BACKUP_EVERY + 3:
            session.undo(1)
    assert len(contents(backups_of(path)[0])[1]) == BACKUP_EVERY + 1


def test_a_game_is_played_on_though_no_backup_can_be_made(file: Path) -> None:
    (file.parent / "backups").write_text("in the way")
    with Session.resume(file, {}) as session:
        session.undo(1)
    with closing(SqliteJournal(file)) as journal:
        assert len(journal.rows()) == session.seq + 1


def test_a_game_is_never_nowhere_while_it_is_repaired(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ended before the whole file takes the place of the damaged one: that is still there, and is repaired anew."""
    whole = contents(file)[1]
    execute(file, "UPDATE entries SET events = events || ' ' WHERE seq = 5")
    damaged = file.read_bytes()
    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", lambda self, target: (_ for _ in ()).throw(OSError(5, "Input/output error")))
        with pytest.raises(UnderkeepError, match="could not be repaired"):
            repair("fight")
    assert file.read_bytes() == damaged
    assert repair("fight").kept == 5
    assert contents(file)[1] == whole[:5]


def test_words_of_sqlite_that_are_no_text_are_damage_like_any_other() -> None:
    """They may quote a damaged name that Python cannot read."""

    class Garbled:
        def execute(self, *query: object) -> None:
            raise UnicodeDecodeError("utf-8", b"\xac", 0, 1, "invalid start byte")

    assert list(_each(Garbled(), "SELECT told FROM game")) == []  # type: ignore[arg-type]


def test_a_sentence_about_a_record_is_short_and_commands_no_terminal() -> None:
    sentence = str(RecordError(f"It says \x1b[2J{'x' * 9000}."))
    assert sentence.isprintable()
    assert len(sentence) <= LONGEST_SENTENCE
