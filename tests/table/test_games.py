"""The list of games: names, ids, and finding one."""

import os
from pathlib import Path

import pytest
from tests.table.conftest import MakeFight

from underkeep.errors import UnderkeepError
from underkeep.table import games
from underkeep.table.game import checked_name, id_of
from underkeep.table.home import VARIABLE, home


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("The Crypt of Kel", "the-crypt-of-kel"),
        ("  Änne's   Höhle ", "annes-hohle"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\con", "c-con"),
        ("con", "game-con"),
        ("LPT1", "game-lpt1"),
        ("42", "game-42"),
        ("地下", "game"),
        (".hidden", "hidden"),
        ("x" * 60, "x" * 40),
    ],
)
def test_ids_are_readable_and_safe(name: str, id: str) -> None:
    assert id_of(checked_name(name)) == id


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b", "a\x1b[2Jb", "\u202eabc", "\udcff"])
def test_names_have_limits(name: str) -> None:
    with pytest.raises(UnderkeepError):
        checked_name(name)


def test_two_games_of_one_name_have_two_ids(make_fight: MakeFight) -> None:
    ids = []
    for _ in range(3):
        with make_fight("Kel") as session:
            ids.append(session.id)
    assert ids == ["kel", "kel-2", "kel-3"]
    assert not list(games.folder().glob(".*"))


def test_a_game_is_found_by_id_number_or_beginning(make_fight: MakeFight) -> None:
    for name in ("Kel", "Kelmarch", "Änne"):
        make_fight(name).close()
    assert [found.id for found in games.all_games()] == ["anne", "kelmarch", "kel"]
    for which, id in (("kel", "kel"), ("KELM", "kelmarch"), ("3", "anne"), ("1", "kel"), ("än", "anne")):
        assert games.find(which) == games.path_of(id)
    for which in ("ke", "4", "0", "", "x" * 5000, "../kel", "9" * 50, "kel\x1b"):
        with pytest.raises(UnderkeepError) as caught:
            games.find(which)
        assert len(str(caught.value)) < 200
        assert str(caught.value).isprintable()
    assert games.latest() == games.path_of("anne")


def test_a_broken_file_is_listed_last_and_says_why(make_fight: MakeFight) -> None:
    make_fight("Kel").close()
    games.path_of("broken").write_bytes(b"nothing")
    listed = games.all_games()
    assert [found.id for found in listed] == ["kel", "broken"]
    assert "not a game" in listed[1].wrong
    assert games.latest() == games.path_of("kel")


def test_without_games_there_is_a_sentence() -> None:
    assert games.all_games() == []
    for look in (games.latest, lambda: games.find("x")):
        with pytest.raises(UnderkeepError, match="underkeep play"):
            look()


def test_a_folder_that_cannot_be_made_is_a_sentence(
    make_fight: MakeFight, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file"))
    with pytest.raises(UnderkeepError, match="cannot be made"):
        make_fight()


def test_the_platform_has_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("HOME", "/home/kel")
    monkeypatch.setattr("sys.platform", "linux")
    for data, found in (("", "/home/kel/.local/share"), ("relative", "/home/kel/.local/share"), ("/data", "/data")):
        monkeypatch.setenv("XDG_DATA_HOME", data)
        assert home() == Path(found) / "underkeep"
    monkeypatch.setattr("sys.platform", "darwin")
    assert home() == Path("/home/kel/Library/Application Support/underkeep")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/appdata")
    assert home() == Path("/appdata/underkeep")


def test_what_a_killed_beginning_left_is_swept_away_in_time(make_fight: MakeFight) -> None:
    games.folder().mkdir(parents=True)
    drafts = (".0123456789abcdef.underkeep", ".fedcba9876543210.underkeep", ".mine")
    stale, fresh, other = (games.folder() / name for name in drafts)
    for file in (stale, fresh, other):
        file.write_bytes(b"half")
        os.utime(file, (0, 0) if file != fresh else None)
    with make_fight("Kel"):
        assert [file.exists() for file in (stale, fresh, other)] == [False, True, True]
