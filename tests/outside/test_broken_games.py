"""A game that does not work gets one sentence, and the others are played as before."""

import sys
from collections.abc import Callable, Iterator
from importlib import invalidate_caches
from pathlib import Path

import pytest
from click.testing import CliRunner

from underkeep import systems
from underkeep.errors import UnderkeepError
from underkeep.rulebook import census, citations, ledger
from underkeep.terminal.main import underkeep

OURS = ("knave", "ose", "rampage", "robs")
PACKAGE = "lost/__init__.py"
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a game with this entry point and these files where programs find it, for as long as the test."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def install(entry: str, files: dict[str, str]) -> None:
        info = "lost_game-1.0.dist-info"
        about = "Metadata-Version: 2.1\nName: lost-game\nVersion: 1.0\n"
        files |= {f"{info}/METADATA": about, f"{info}/entry_points.txt": f"[underkeep.systems]\n{entry}\n"}
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        _forget()

    yield install
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    """What was read is kept for the whole program; here programs come and go."""
    for kept in (systems.folder, ledger.folders, ledger.load, citations.scan, citations._books, citations._first):
        kept.cache_clear()
    sys.modules.pop("lost", None)
    invalidate_caches()


@pytest.mark.parametrize(
    ("entry", "files", "sentence"),
    [
        ("lost = lost.ruleset:RULESET", {}, "cannot be loaded: ModuleNotFoundError: No module named 'lost'."),
        ("lost = lost:RULESET", {"lost.py": "1 / 0"}, "cannot be loaded: ZeroDivisionError: division by zero."),
        ("lost = lost:RULESET", {"lost.py": "RULESET = 3"}, "'int' object has no attribute 'id'."),
        (
            "lost = lost:RULESET",
            {"lost.py": "from underkeep.testing.toy import RULESET"},
            'cannot be loaded: its ruleset calls itself "toy".',
        ),
        ("ose = lost:RULESET", {"lost.py": "1 / 0"}, "is left out: underkeep has a game of that name."),
        ("Lost-Mine = lost:RULESET", {}, "is left out: a game's name is one word of small letters and digits."),
    ],
    ids=["no module", "an error", "no ruleset", "another id", "a name that is taken", "a name that is none"],
)
def test_a_game_that_does_not_load(install: Install, entry: str, files: dict[str, str], sentence: str) -> None:
    install(entry, files)
    heard: list[str] = []
    assert [rules.id for rules in systems.every(heard.append)] == [*OURS]
    assert len(heard) == 1
    assert heard[0].startswith("The game ")
    assert "of the package lost-game" in heard[0]
    assert heard[0].endswith(sentence)


@pytest.mark.parametrize("text", ["[book", "[book]\ntitle = 3", "\0"])
def test_a_rulebook_that_cannot_be_read(install: Install, text: str) -> None:
    install("lost = lost.ruleset:RULESET", {PACKAGE: "", "lost/rulebook.toml": text, "lost/ruleset.py": "# lost:a.b"})
    heard: list[str] = []
    assert sorted(book.system for book in ledger.shelf(heard.append)) == [*OURS]
    assert len(heard) == 1
    assert "rulebook.toml cannot be read" in heard[0]
    assert citations.scan().unknown == ()
    with pytest.raises(UnderkeepError, match="cannot be read"):
        ledger.find("lost:a.b")


def test_a_record_that_cannot_be_read(install: Install) -> None:
    book = '[book]\ntitle = "Lost"\nshelf = 9\nnote = ""\n[[rule]]\nid = "a.b"\nsection = ""\nkind = "value"\n'
    files = {PACKAGE: "", "lost/rulebook.toml": f'{book}text = "So."\ncheck = ""\n', "lost/tested.json": "["}
    install("lost = lost:RULESET", files)
    heard: list[str] = []
    assert census.recorded(heard.append)
    assert "tested.json cannot be read" in heard[0]


def test_a_game_vouches_for_its_own_rules_only(install: Install) -> None:
    book = '[book]\ntitle = "Lost"\nshelf = 9\nnote = ""\n[[rule]]\nid = "a.b"\nsection = ""\nkind = "value"\n'
    install(
        "lost = lost:RULESET",
        {
            PACKAGE: "# lost:a.b and ose:dice.kinds",
            "lost/rulebook.toml": f'{book}text = "So."\ncheck = ""\n',
            "lost/tested.json": '{"lost:a.b": ["mine"], "ose:dice.kinds": ["mine"]}',
        },
    )
    assert citations.scan().places["lost:a.b"] == ("lost/__init__.py:1",)
    assert "lost/__init__.py:1" not in citations.scan().places.get("ose:dice.kinds", ())
    assert census.recorded()["lost:a.b"] == ["mine"]
    assert "mine" not in census.recorded().get("ose:dice.kinds", [])


def test_the_program_warns_and_goes_on(install: Install) -> None:
    install("lost = lost.ruleset:RULESET", {PACKAGE: "", "lost/rulebook.toml": "[book"})
    done = CliRunner(env={"NO_COLOR": "1"}).invoke(underkeep, ["rules", "census"])
    assert done.exit_code == 0
    assert done.stderr.startswith("Warning: The rulebook ")
    assert done.stderr.count("\n") == 1
    assert all(name in done.stdout for name in OURS)
    asked = CliRunner().invoke(underkeep, ["arena", "lost", "a v b"])
    assert asked.exit_code == 2
    assert asked.stderr.startswith('Error: The game "lost" of the package lost-game cannot be loaded: ')
