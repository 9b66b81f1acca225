"""Kill -9 and power failures lose nothing that was told; `make crash` does it a thousand times and more."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from tests.crash import torn, writers

from underkeep.table import sqlite_journal
from underkeep.table.home import VARIABLE

ROOT = Path(__file__).parents[2]
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="forks, and puts a shim below SQLite")


@needs_linux
def test_nothing_told_is_lost_when_the_program_is_killed() -> None:
    """In a process of its own, because it forks."""
    command = [sys.executable, "-m", "tests.crash.driver", "--kills", "10", "--games", "0", "--seed", "3"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr[-3000:]
    assert "10 kills: nothing told is lost, changed or doubled" in found.stdout


@needs_linux
def test_nothing_told_is_lost_when_the_power_fails() -> None:
    power = torn.fail_again_and_again(4, seed=2)
    assert power.games == 4
    assert power.states > 200


@needs_linux
def test_a_journal_that_does_not_wait_for_the_disk_is_found_out() -> None:
    usual = sqlite_journal._open

    def careless(path: Path) -> sqlite3.Connection:
        base = usual(path)
        base.execute("PRAGMA synchronous = OFF")
        return base

    with patch.object(sqlite_journal, "_open", careless), pytest.raises(AssertionError, match="were told of"):
        torn.fail_again_and_again(1, seed=2)


def test_two_writers_share_a_game_without_loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both play the same game at once; each entry is one writer's, and every one of both is there."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.syspath_prepend(str(writers.offer_toy(tmp_path / "toy")))
    writers.start(tmp_path, "--play", "shared", "--entries", "1").communicate(timeout=60)
    children = [writers.start(tmp_path, "--race", "shared", "--entries", "60") for _ in range(2)]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    said: list[list[str]] = []
    for child in children:
        assert child.stdout is not None
        assert child.stderr is not None
        said.append([line.strip() for line in child.stdout])
        assert child.stderr.read() == ""
        assert child.wait(60) == 0
    told = [[line for line in lines if line != "overtaken"] for lines in said]
    assert min(map(len, told)) >= 60
    assert told != said
    entries = writers.check("shared", [line for lines in told for line in lines])
    numbers = sorted(int(line.split()[0]) for lines in told for line in lines)
    assert numbers == list(range(numbers[0], entries))
