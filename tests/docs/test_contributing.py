"""The walk of CONTRIBUTING.md, applied to a copy of the sources: the monster fights, and the rule's deed is done."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "CONTRIBUTING.md"
_BLOCK = re.compile(r"^(In |At the end of |)`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
Run = Callable[..., str]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources and the tests that the walk touches, with every block of the page in its place."""
    folder = tmp_path_factory.mktemp("copy")
    for part in ("src", "tests/rules/ose"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for where, name, text in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        _apply(where.strip(), folder / name, text)
    return folder


def _apply(where: str, path: Path, text: str) -> None:
    """A new file, a change to one, or something at its end."""
    assert path.exists() == bool(where), path
    before = path.read_text(encoding="utf-8") if where else ""
    path.write_text(_changed(before, text) if where == "In" else before + text, encoding="utf-8")


def _changed(before: str, diff: str) -> str:
    """Each part of a diff stands for one place, whatever its line."""
    for part in diff.split("@@\n"):
        lines = part.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if not line.startswith("+"))
        assert before.count(old) == 1, old
        before = before.replace(old, "".join(line[1:] for line in lines if not line.startswith("-")))
    return before


@pytest.fixture(scope="module")
def run(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Python where the copy is what `underkeep` means."""
    setting = {"PYTHONPATH": str(copy / "src"), "UNDERKEEP_HOME": str(tmp_path_factory.mktemp("home"))}

    def run(*arguments: str, typed: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=copy,
            env={**os.environ, **setting, "COLUMNS": "200", "NO_COLOR": "1"},
            input=typed,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_the_monster_fights_in_the_arena(run: Run) -> None:
    told = run("underkeep", "arena", "ose", "2 fighter v 3 cellar-goose", "--seed", "7", "--no-map")
    assert re.search(r"Cellar goose \d (hits|misses) \w+ with a beak", told)
    assert "wins the fight" in told


def test_the_monster_is_listed_and_has_odds(run: Run) -> None:
    assert "cellar-goose" in run("underkeep", "arena", "ose", "--list")
    assert "Hits" in run("underkeep", "odds", "ose", "attack", "--by", "cellar-goose", "--on", "fighter/1[sword]")


def test_the_deed_is_offered_and_done(run: Run) -> None:
    told = run("underkeep", "play", "ose", "--new", "--seed", "9", "--plain", typed="gamble\nwhy\nquit\n")
    assert re.search(r"^\d+\. gamble", told, re.MULTILINE)
    assert re.search(r"throws a (\d and wins a gold piece|\d, and the gold piece is gone)\.", told)
    assert "ose:town.gambling: In town a character may stake a gold piece" in told


def test_the_rule_is_in_the_book_with_its_code(run: Run) -> None:
    assert "town/gambling.py" in run("underkeep", "rules", "show", "ose:town.gambling")


def test_the_rules_own_test_passes(run: Run) -> None:
    assert "3 passed" in run("pytest", "-v", "-p", "no:cacheprovider", "tests/rules/ose/town/test_gambling.py")


def test_the_added_code_keeps_the_style(run: Run) -> None:
    added = [name for _, name, _ in _BLOCK.findall(PAGE.read_text(encoding="utf-8")) if name.endswith(".py")]
    run("ruff", "check", "--no-cache", *added)
    run("ruff", "format", "--no-cache", "--check", *added)
