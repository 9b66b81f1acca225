"""games, replay, undo, export and import, used as a person or a script would."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.crash.writers import offer_toy, play_on

from underkeep.table.home import VARIABLE
from underkeep.terminal.main import underkeep

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the program on a folder with one game of the toy rules, "kel", of about thirty entries."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.syspath_prepend(str(offer_toy(tmp_path / "toy")))
    monkeypatch.chdir(tmp_path)
    play_on("kel", 30)

    def run(*arguments: str, code: int = 0, stdin: bytes = b"") -> str:
        found = CliRunner().invoke(underkeep, arguments, input=stdin)
        assert found.exit_code == code, found.output
        assert isinstance(found.exception, SystemExit | None)
        return found.stderr if code else found.stdout

    return run


def in_json(text: str) -> Any:
    return json.loads(text)


def test_the_list_says_how_each_game_stands(run: Run) -> None:
    (row,) = in_json(run("games", "--json"))
    assert (row["number"], row["id"], row["system"]) == (1, "kel", "toy")
    assert row["entries"] >= 30
    assert row["state"]["members"] == 12
    told = run("games")
    assert "kel" in told
    assert "standing" in told
    assert run("games", "--check", "--json") == run("games", "--json")


def test_the_record_is_told_again(run: Run) -> None:
    whole = run("replay", "kel")
    assert "hero" in whole.lower()
    assert "toy:everything" not in whole
    assert "toy:everything" in run("replay", "1", "--why")
    lines = in_json(run("replay", "ke", "--from", "5", "--to", "9", "--json"))
    assert {line["entry"] for line in lines} <= set(range(5, 10))
    assert run("replay", "kel", "--step") == whole
    assert len(run("replay", "kel", "--seat", "referee")) >= len(whole)


def test_undo_says_so_in_the_record(run: Run) -> None:
    (before,) = in_json(run("games", "--json"))
    assert "takes the game back" in run("undo", "kel")
    run("undo", "kel", "--to", "0")
    (after,) = in_json(run("games", "--json"))
    assert after["entries"] == before["entries"] + 2
    assert "after entry 0" in run("replay", "kel").splitlines()[-1]


def test_export_and_import(run: Run, tmp_path: Path) -> None:
    text = run("export", "--referee", "kel")
    run("export", "--referee", "kel", "kel.txt")
    assert (tmp_path / "kel.txt").read_text() == text
    assert "there already" in run("export", "--referee", "kel", "kel.txt", code=2)
    run("export", "--referee", "kel", "kel.txt", "--force")
    assert run("import", "kel.txt").startswith("kel-2: kel, ")
    assert run("import", "-", stdin=text.encode()).startswith("kel-3: kel, ")
    assert run("export", "--referee", "kel-3") == text
    assert run("replay", "kel-2") == run("replay", "kel")
    assert not list(tmp_path.glob(".kel*"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "nosuch"),
        ("replay", "kel", "--seat", "nobody"),
        ("replay", "kel", "--from", "-1"),
        ("replay", "kel", "--from", "9999"),
        ("replay", "kel", "--from", "9", "--to", "3"),
        ("undo", "kel", "--to", "100000"),
        ("undo", "nosuch"),
        ("export", "nosuch"),
        ("export", "--referee", "kel", "no/such/folder/file"),
        ("import", "nosuch.txt"),
        ("import", "."),
        ("import", os.devnull),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(run: Run, arguments: tuple[str, ...]) -> None:
    complaint = run(*arguments, code=2)
    assert complaint.startswith("Error: ")
    assert complaint.count("\n") == 1


def test_a_damaged_game_is_listed_but_not_opened(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games" / "kel.underkeep"
    path.write_bytes(path.read_bytes().replace(b"hero-1", b"hero-9"))
    run("games", "--check", "--json", code=1)
    assert "wrong" not in run("games", "--json")
    for command in ("replay", "undo", "export"):
        assert run(command, "kel", code=2).count("\n") == 1


def test_a_game_keeps_its_number_whatever_is_played(run: Run) -> None:
    play_on("second", 3)
    for _ in range(2):
        assert run("undo", "1").startswith("kel: kel\n")
        assert {row["id"]: row["number"] for row in in_json(run("games", "--json"))} == {"kel": 1, "second": 2}
    assert run("games").index("  1  kel") < run("games").index("  2  second")


def test_a_check_says_what_it_found(run: Run, tmp_path: Path) -> None:
    assert "Checked 1 game from first entry to last: all whole." in run("games", "--check")
    path = tmp_path / "games" / "kel.underkeep"
    path.write_bytes(path.read_bytes().replace(b"hero-1", b"hero-9"))
    found = CliRunner().invoke(underkeep, ["games", "--check"])
    assert found.exit_code == 1
    assert "1 cannot be gone on with; `underkeep repair GAME`" in found.stdout
    assert in_json(CliRunner().invoke(underkeep, ["games", "--check", "--json"]).stdout)[0]["wrong"].endswith(".")
    told = run("repair", "kel")
    assert "entries are whole and kept" in told
    assert "all whole" in run("games", "--check")
    assert "Nothing was changed" in run("repair", "kel")


def test_entries_are_counted_alike(run: Run) -> None:
    run("export", "--referee", "kel", "kel.txt")
    (row,) = in_json(run("games", "--json"))
    assert run("import", "kel.txt").startswith(f"kel-2: kel, {row['entries']} entries.\n")
    assert "Wrote kel to other.txt" in run("export", "--referee", "1", "other.txt")
