"""A player's commands tell neither seed nor key nor secrets; the dice are pledged at first and proved at last."""

import json
import re
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from underkeep.systems import names
from underkeep.table import games
from underkeep.table.game import Game, commitment
from underkeep.table.home import VARIABLE
from underkeep.terminal.main import underkeep


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, stdin: str = "") -> Result:
    done = CliRunner().invoke(underkeep, arguments, input=stdin)
    assert isinstance(done.exception, SystemExit | None), done.exception
    return done


def begun(system: str, *more: str) -> tuple[str, Game]:
    """What a player of a new game is shown, and what is in its record."""
    shown = run("play", system, "--new", "--party", "2", "--levels", "1", "--plain", *more, stdin="look\nquit\n").stdout
    listed = games.all_games()[0]
    assert listed.game is not None
    return shown, listed.game


@pytest.mark.parametrize("system", names())
def test_the_pledge_is_shown_and_neither_seed_nor_key(system: str) -> None:
    shown, game = begun(system)
    assert shown.startswith(f"The dice are pledged: {game.commitment}\n")
    assert game.commitment == commitment(game.key)
    told = [shown]
    for command in (["games"], ["games", "--json"], ["replay", "1"], ["replay", "1", "--json", "--why"]):
        told.append(run(*command).stdout)
    told += [run("chronicle", "1").stdout, run("verify", "1").stdout, run("verify", "1", "--json").stdout]
    done = run("export", "1")
    assert done.exit_code == 2
    told.append(done.output)
    for text in told:
        assert text
        assert game.key not in text
        assert str(game.seed) not in text


@pytest.mark.parametrize("system", names())
def test_the_referee_may_be_told(system: str, tmp_path: Path) -> None:
    _, game = begun(system)
    (row,) = json.loads(run("games", "--json", "--referee").stdout)
    assert (row["seed"], row["key"]) == (game.seed, game.key)
    assert game.key in run("export", "1", "--referee").stdout
    run("export", "1", "all.txt", "--referee")
    run("chronicle", "1", "--seat", "referee", "--out", "story.md")
    for file in ("all.txt", "story.md"):
        assert (tmp_path / file).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("system", names())
def test_an_opened_game_is_proved_face_by_face(system: str) -> None:
    _, game = begun(system, "--seed", "9")
    shut = json.loads(run("verify", "1", "--json").stdout)
    assert shut == {"pledge": game.commitment, "open": False}
    opened = json.loads(run("verify", "1", "--open", "--json").stdout)
    assert (opened["key"], opened["seed"], opened["beginning"], opened["doubts"]) == (game.key, 9, True, [])
    assert "The beginning is what seed 9 makes." in run("verify", "1", "--open").stdout


def test_a_fight_that_is_over_is_open() -> None:
    shown = run("skirmish", "ose", "3 fighter/5 v goblin", "--plain", stdin="everyone attack\n" * 60).stdout
    assert "The dice are pledged: " in shown
    found = run("verify", "1")
    assert found.exit_code == 0
    faces = re.search(r"(\d+) entries, (\d+) faces rolled again: all the same", found.stdout)
    assert faces is not None
    assert int(faces[2]) > 3
    assert run("export", "1").exit_code == 0


def test_a_changed_face_is_found() -> None:
    """By one who computes the hashes anew."""
    from msgspec.structs import replace

    from underkeep.table.sqlite_journal import SqliteJournal, write_journal
    from underkeep.table.summary import Summary
    from underkeep.testing.saved_games import rechained

    run("skirmish", "ose", "3 fighter/5 v goblin", "--plain", stdin="everyone attack\n" * 60)
    path = games.latest()
    journal = SqliteJournal(path)
    game, rows = journal.game, list(journal.rows())
    journal.close()
    place, forged = next(
        (row.seq, text)
        for row in rows[1:]
        if (text := re.sub(r'"faces":\[(\d+)', lambda m: f'"faces":[{int(m[1]) % 6 + 1}', row.events, count=1))
        != row.events
    )
    rows[place] = replace(rows[place], events=forged)
    path.unlink()
    write_journal(path, game, rechained(game, rows), Summary("", "", 1, "00:00", 0, 0))
    done = run("verify", "1")
    assert done.exit_code == 1
    assert f"Entry {place} has other facts than the rules and the dice give." in done.stdout


def test_a_players_map_asks_for_a_file_and_tells_no_seed(tmp_path: Path) -> None:
    assert run("dungeon", "ose", "--players", "--seed", "4711").exit_code == 2
    done = run("dungeon", "ose", "--players", "--seed", "4711", "--levels", "1", "--svg", "map.svg")
    assert "4711" not in done.output


def test_a_copy_that_all_may_read_is_shut_when_it_is_opened() -> None:
    begun("knave", "--seed", "9")
    path = games.latest()
    path.chmod(0o644)
    run("games")
    assert path.stat().st_mode & 0o777 == 0o600


def test_no_words_of_a_file_command_the_terminal() -> None:
    begun("knave", "--seed", "9")
    path = games.latest()
    base = sqlite3.connect(path)
    base.execute("UPDATE game SET told = json_set(told, '$.name', char(27) || '[2J')")
    base.commit()
    base.close()
    for command in (["games"], ["games", "--check"], ["replay", "1"], ["repair", "1"]):
        assert "\x1b" not in run(*command).output
