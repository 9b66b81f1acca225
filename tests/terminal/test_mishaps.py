"""An error of the program ends a table with one sentence: nothing of the game is shown, and nothing of it is lost."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from underkeep.table import games
from underkeep.table.chair import Chair
from underkeep.table.home import VARIABLE
from underkeep.terminal.main import underkeep
from underkeep.terminal.mishaps import FOLDER, STUMBLED, details
from underkeep.terminal.plain import Plain

SECRET = "the lich sleeps below the altar"
NEW = ("play", "knave", "--new", "--seed", "9", "--party", "2", "--levels", "1")
BROKEN = f"""
import sys
from underkeep.table.chair import Chair
from underkeep.terminal.main import main
def broken(self, action):
    whole_map = {SECRET!r}
    assert not whole_map, whole_map
Chair.question_before = broken
sys.argv = ["underkeep", *sys.argv[1:]]
main()
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def _break(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Chair, action: object) -> None:
        whole_map = SECRET
        raise KeyError(whole_map)

    monkeypatch.setattr(Chair, "question_before", broken)


def _is_told_well(said: str, home: Path) -> None:
    assert "Traceback" not in said
    assert SECRET not in said
    id = games.id_of_file(games.latest())
    assert f"go on with: underkeep play --continue {id}" in " ".join(said.split())
    (written,) = (home / FOLDER).iterdir()
    assert str(written) in "".join(said.split())
    kept = written.read_text(encoding="utf-8")
    assert "in broken" in kept
    assert SECRET not in kept


def test_a_table_line_by_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch)
    done = CliRunner().invoke(underkeep, [*NEW, "--plain"], input="rest a day\nquit\n")
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1
    _is_told_well(done.output + done.stderr, home)


def test_a_table_on_the_whole_screen(home: Path) -> None:
    program = [sys.executable, "-c", BROKEN, *NEW]
    environment = {**os.environ, VARIABLE: str(home), "TERM": "xterm", "COLUMNS": "200"}
    environment.pop("CI", None)
    ours, theirs = pty.openpty()
    with subprocess.Popen(program, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        said = b""
        typed = False
        try:
            while piece := os.read(ours, 4096):
                said += piece
                if not typed and b"leave" in said:
                    os.write(ours, b"/")
                    os.write(ours, b"rest a day\r")
                    typed = True
        except OSError:
            pass
        assert process.wait(60) == 1
    os.close(ours)
    _is_told_well(said.decode(errors="replace"), home)


def test_a_line_that_the_reader_stumbles_over_ends_no_game(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Chair, line: str) -> None:
        if line == "pull the rope":
            raise AssertionError(SECRET)
        reading(self, line)

    reading = Chair.read
    monkeypatch.setattr(Chair, "read", broken)
    done = CliRunner().invoke(underkeep, [*NEW, "--plain"], input="pull the rope\npull the rope\n")
    assert done.exit_code == 0
    assert done.output.count(STUMBLED) == 2
    assert SECRET not in done.output + done.stderr
    assert (home / FOLDER).exists()


def test_any_other_command(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(games, "all_games", broken)
    done = CliRunner().invoke(underkeep, ["games"])
    assert done.exit_code == 1
    assert "a fault of the program" in done.stderr
    assert SECRET not in done.output + done.stderr


def test_a_home_that_cannot_be_written_is_no_second_error(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / FOLDER).write_text("", encoding="utf-8")
    _break(monkeypatch)
    done = CliRunner().invoke(underkeep, [*NEW, "--plain"], input="rest a day\n")
    assert done.exit_code == 1
    assert "the game is safe up to the last act" in done.stderr
    assert "What went wrong" not in done.stderr


def test_errors_behind_errors_are_told_without_their_words() -> None:
    try:
        try:
            raise KeyError(SECRET)
        except KeyError as first:
            raise ValueError(SECRET) from first
    except ValueError as error:
        told = details(error)
    assert "ValueError" in told
    assert "KeyError" in told
    assert SECRET not in told


def test_the_end_of_input_still_leaves_in_peace(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(self: Plain) -> None:
        raise EOFError

    monkeypatch.setattr(Plain, "_look", lambda self, **more: ended(self))
    assert CliRunner().invoke(underkeep, [*NEW, "--plain"]).exit_code == 0


def test_help_names_the_program() -> None:
    said = subprocess.run(
        [sys.executable, "-c", "from underkeep.terminal.main import main; main()", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.startswith("Usage: underkeep ")
