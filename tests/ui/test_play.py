"""`underkeep play` from its first question to its last word, with the toy as the only game."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.ui.scene import RULESET, dungeon

import underkeep.systems
import underkeep.table.new_game
import underkeep.table.session
from underkeep.table import games
from underkeep.terminal import play_command
from underkeep.terminal.main import underkeep as program
from underkeep.world.dungeon import DungeonMade


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A home of its own, and no game but the toy."""
    monkeypatch.setenv("UNDERKEEP_HOME", str(tmp_path))
    for module in (underkeep.systems, underkeep.table.session):
        monkeypatch.setattr(module, "names", lambda: ("toy",))
        monkeypatch.setattr(module, "load", lambda name: RULESET)

    def make_site(do: Any, *more: Any, **settings: Any) -> None:
        do.emit(DungeonMade(dungeon()))

    monkeypatch.setattr(underkeep.table.new_game, "make_site", make_site)


def play(*arguments: str, lines: str = "") -> str:
    result: Result = CliRunner().invoke(program, ["play", *arguments], input=lines)
    assert result.exit_code == 0, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


def test_without_input_nothing_is_begun() -> None:
    told = play()
    assert "A new game of The Toy" in told and told.endswith("Farewell.\n")
    assert games.all_games() == []


def test_a_game_is_begun_saved_and_left() -> None:
    told = play(lines="1\n")
    assert "A new game of The Toy" in told
    assert "1. set out " in told
    assert "Go on with: underkeep play --continue the-toy-keep" in told
    assert [found.id for found in games.all_games()] == ["the-toy-keep"]


def test_it_goes_on_where_it_was_left() -> None:
    play("--new", "--party", "3", lines="set out\nyes\nlight torch\n")
    for arguments, lines in ((("--continue",), ""), (("--continue", "the-toy"), ""), ((), "1\n")):
        told = play(*arguments, lines=lines)
        assert "Gate hall" in told
        assert "open the east door" in told
    assert len(games.all_games()) == 1


def test_the_same_seed_is_the_same_game() -> None:
    assert play("toy", "--seed", "7", lines="party\n").replace("-2", "") == play(
        "toy", "--seed", "7", lines="party\n"
    ).replace("-2", "")


def test_step_by_step_without_questions_of_its_own_the_sheet_is_shown() -> None:
    told = play("toy", "--step-by-step", lines="x\n2\nkeep\n\nparty\n")
    assert "A number from 1 to 20, please." in told
    assert told.count("Keep this character [keep]") == 2
    assert "1. Hero-1 (hero)" in told and "2. Hero-2 (hero)" in told


def test_the_opening_leads_to_the_menu() -> None:
    told = play(lines="3\nq\n")
    assert "Make a character" in told and "Farewell." in told
    assert "Make a character" in play("toy", "--menu", lines="q\n")


def test_a_game_that_cannot_delve_has_the_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(RULESET), "dungeon", None)
    told = play("toy", "--new", lines="q\n")
    assert "The Toy has no delves yet" in told and "Arena: let two sides fight" in told


def test_to_begin_and_to_go_on_are_not_asked_at_once() -> None:
    result = CliRunner().invoke(program, ["play", "--continue", "--new"])
    assert result.exit_code == 2 and "--new" in result.stderr


def test_a_referee_may_take_back() -> None:
    assert "takes the game back" in play("--new", "--referee", lines="set out\nyes\nundo\n")


def test_what_is_wrong_is_one_sentence() -> None:
    result = CliRunner().invoke(program, ["play", "--continue", "nothing"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1


@pytest.mark.parametrize(("name", "value"), [("TERM", "dumb"), ("CI", "true")])
def test_line_mode_by_itself(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert play_command.is_screen()
    monkeypatch.setenv(name, value)
    assert not play_command.is_screen()
