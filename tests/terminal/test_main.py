"""The program as a whole: what it imports, and how it takes bad input."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import DiceError
from underkeep.kernel.notation import NotationError
from underkeep.table.home import VARIABLE
from underkeep.terminal import main
from underkeep.terminal.main import COMMANDS, underkeep
from underkeep.terminal.mishaps import FOLDER


def run(*arguments: str) -> Result:
    return CliRunner().invoke(underkeep, list(arguments))


def test_help_lists_every_command() -> None:
    output = run("--help").stdout
    for name, (_, summary) in COMMANDS.items():
        assert f"  {name} " in output
        assert summary in output


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_imports_no_command_and_nothing_slow(argument: str) -> None:
    program = (
        "import sys; from underkeep.terminal.main import underkeep\n"
        f"try: underkeep.main(['{argument}'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    loaded = set(output.splitlines()[-1].split())
    assert "underkeep.terminal.main" in loaded
    assert loaded.isdisjoint({"rich", "msgspec", "tomllib", "underkeep.kernel.dice", "underkeep.rulebook.ledger"})
    assert not [name for name in loaded if name.endswith("_command")]


def test_version() -> None:
    assert run("--version").stdout.startswith("underkeep 0.")


@pytest.mark.parametrize("arguments", [["arean"], ["rules", "show"], ["rules", "search", "x", "--limit", "0"]])
def test_bad_usage_is_one_sentence_and_exit_code_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    @click.command()
    @click.option("--json", "as_json", is_flag=True)
    def broken(as_json: bool) -> None:
        raise error

    monkeypatch.setattr(main, "broken", broken, raising=False)
    monkeypatch.setitem(COMMANDS, "broken", ("underkeep.terminal.main:broken", ""))


@pytest.mark.parametrize("kind", [UnderkeepError, DiceError, NotationError])
def test_an_error_for_the_user_is_one_sentence(monkeypatch: pytest.MonkeyPatch, kind: type[ValueError]) -> None:
    error = kind.__new__(kind)
    error.args = ("No such thing.",)
    monkeypatch.setattr(kind, "__str__", lambda self: "No such thing.")
    raising(monkeypatch, error)
    result = run("broken")
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", "Error: No such thing.\n")
    assert json.loads(run("broken", "--json").stderr) == {"error": "No such thing."}


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    raising(monkeypatch, ValueError("a bug"))
    result = run("broken")
    assert result.exit_code == 1
    assert "This is a fault of the program" in result.stderr
    assert "ValueError" in next((tmp_path / FOLDER).iterdir()).read_text(encoding="utf-8")


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    raising(monkeypatch, KeyboardInterrupt())
    result = run("broken")
    assert result.exit_code == 130
    assert "Traceback" not in result.output


def test_a_reader_that_leaves_early_gets_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    program = "from underkeep.terminal.main import main; main()"
    command = [sys.executable, "-c", program, "rules", "census", "--json"]
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}  # so that the pipe breaks only when the program ends
    result = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False, env=buffered)
    os.close(writing)
    assert (result.returncode, result.stderr) == (1, "")
