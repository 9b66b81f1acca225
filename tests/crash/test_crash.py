"""Kill -9 in the middle of play loses nothing; `make crash` does it 200 times."""

import sys
from pathlib import Path

import pytest
from tests.crash import driver

from underkeep.table.home import VARIABLE


def test_nothing_told_is_lost_when_the_program_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert "none lost, none doubled" in driver.crash(tmp_path, kills=10, seed=1)


def test_two_writers_share_a_game_without_loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both play the same game at once; each entry is one writer's, and every one of both is there."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.syspath_prepend(str(driver.offer_toy(tmp_path / "toy")))
    driver.start(tmp_path, "--play", "shared", "--entries", "1").communicate(timeout=60)
    children = [driver.start(tmp_path, "--race", "shared", "--entries", "60") for _ in range(2)]
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
    entries = driver.check("shared", [line for lines in told for line in lines])
    numbers = sorted(int(line.split()[0]) for lines in told for line in lines)
    assert numbers == list(range(numbers[0], entries))
