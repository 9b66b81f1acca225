"""A game in a package of its own, built from the blocks of docs/fifth-game.md and installed, has all that ours have."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "fifth-game.md"
_FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
Run = Callable[..., str]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page."""
    folder = tmp_path_factory.mktemp("project")
    for name, text in _FILE.findall(PAGE.read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def site(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where pip installed it; nothing is fetched."""
    site = tmp_path_factory.mktemp("site")
    alone = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    _started([sys.executable, "-m", "pip", "install", *alone, "--target", site, project], {})
    return site


@pytest.fixture(scope="module")
def tested(project: Path, site: Path) -> str:
    """What its own tests say; the record of those that passed is left where the game is installed."""
    record = f"--override-ini=rule_record={site}/cellar/tested.json"
    command = [sys.executable, "-m", "pytest", "--write-census", "-p", "no:cacheprovider", record]
    return _started(command, {"PYTHONPATH": str(site)}, project)


@pytest.fixture(scope="module")
def run(site: Path, tested: str, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The program, where the game is installed."""
    home = str(tmp_path_factory.mktemp("home"))

    def run(*arguments: str, typed: str = "") -> str:
        setting = {"PYTHONPATH": str(site), "UNDERKEEP_HOME": home, "COLUMNS": "200", "NO_COLOR": "1"}
        return _started([sys.executable, "-m", "underkeep", *arguments], setting, typed=typed)

    return run


def _started(command: list[object], setting: dict[str, str], folder: Path | None = None, typed: str = "") -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, **setting},
        input=typed,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stderr
    return done.stdout


def test_its_own_tests_and_the_contract_suite_pass(tested: str) -> None:
    assert "cellar: 0 met, 2 tested, 0 referee" in tested


def test_its_rules_are_counted_beside_ours(run: Run) -> None:
    counted = {line.split()[0]: line.split()[1:] for line in run("rules", "census").splitlines() if line.split()[1:]}
    assert counted["cellar"] == ["3", "0", "2", "0", "0", "1"]
    assert counted["ose"][0] == "772"
    assert int(counted["ose"][1]) > 100


def test_its_rules_are_shown_with_code_and_tests(run: Run) -> None:
    shown = run("rules", "show", "cellar:fight.hit")
    assert "bites deep" in shown
    assert re.search(r"cellar/ruleset\.py:\d+", shown)
    assert "tests/test_cellar.py::test_half_the_blows_hit_and_one_in_six_bites_deep" in shown


def test_its_rules_are_found(run: Run) -> None:
    assert run("rules", "search", "vermin").startswith("cellar:monsters.hit-points")


def test_it_has_characters_and_an_arena(run: Run) -> None:
    assert "Hit points" in run("character", "cellar", "--seed", "1")
    told = run("arena", "cellar", "2 hero v 3 rat", "--seed", "1", "--why", "--no-map")
    assert "cellar:fight.hit" in told
    assert "squeaks no more." in told
    assert "Monsters: rat, beetle." in run("arena", "cellar", "--list")


def test_it_is_played_and_says_why(run: Run) -> None:
    told = run("play", "cellar", "--new", "--seed", "1", "--plain", typed="rumours\nwhy\nquit\n")
    assert "cellar:everything: Whatever may go wrong" in told
    assert "The game is saved." in told


def test_it_stands_in_the_library(site: Path) -> None:
    code = "import underkeep; print(underkeep.systems.names()); print(underkeep.rule('cellar:fight.hit').text)"
    told = _started([sys.executable, "-c", code], {"PYTHONPATH": str(site)})
    assert "'cellar'" in told
    assert "bites deep" in told
