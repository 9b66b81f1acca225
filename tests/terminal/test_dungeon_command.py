"""`underkeep dungeon`, used as a person or a script would."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.terminal.test_commands import run as program


def run(*arguments: str, code: int = 0) -> str:
    return program("dungeon", *arguments, code=code)


def test_it_prints_the_map_and_the_key() -> None:
    found = run("ose", "--seed", "7", "--levels", "2", "--setting", "crypt")
    assert "Level 2" in found
    assert "E " in found
    assert "## Level 2" in found
    assert "### 1. " in found
    assert found == run("ose", "--seed", "7", "--levels", "2", "--setting", "crypt")


def test_it_writes_files_to_print(tmp_path: Path) -> None:
    map_file, key_file = tmp_path / "map.svg", tmp_path / "key.md"
    found = run("ose", "--seed", "7", "--levels", "1", "--svg", str(map_file), "--key", str(key_file))
    assert str(map_file) in found
    assert ElementTree.parse(map_file).getroot().tag.endswith("svg")
    assert key_file.read_text(encoding="utf-8").startswith("# ")
    assert len(found.splitlines()) == 1


def test_it_prints_the_whole_dungeon_as_json() -> None:
    found = json.loads(run("ose", "--seed", "7", "--levels", "2", "--name", "Moria", "--json"))
    assert found["seed"] == 7
    assert found["name"] == "Moria"
    assert len(found["levels"]) == 2
    assert {area["number"] for area in found["areas"].values()} >= {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nosuch"], "There is no game"),
        (["ose", "--levels", "21"], "A dungeon has 1 to 20 levels, not 21."),
        (["ose", "--rooms", "1"], "A level has 3 to 40 rooms, not 1."),
        (["ose", "--setting", "moon"], 'There is no setting "moon"'),
        (["ose", "--levels", "1", "--svg", "/nowhere/at/all.svg"], "Cannot write /nowhere/at/all.svg: No such file"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(arguments: list[str], sentence: str) -> None:
    assert run(*arguments, code=2).startswith(f"Error: {sentence}")


def test_the_map_does_not_overwrite_the_key(tmp_path: Path) -> None:
    same = str(tmp_path / "both.txt")
    assert "two files" in run("ose", "--seed", "7", "--svg", same, "--key", same, code=2)
    assert not (tmp_path / "both.txt").exists()


def test_the_key_says_what_a_referee_needs() -> None:
    found = run("ose", "--seed", "3", "--levels", "3")
    assert "- Orc (looks: pig-snouted warrior): AC 6 [13], HD 1, hp 1d8 (4)" in found
    assert "- Monsters: " in found and "- Treasure" in found and "- Trap: " in found and "- Special: " in found
    for page in ("## What is where", "## Who knows whom", "## Wandering monsters"):
        assert page in found
    assert "| 12 | Orc | 2d4 |" in found


def test_the_players_map_does_not_tell_the_seed(tmp_path: Path) -> None:
    run("ose", "--seed", "4711", "--levels", "1", "--players", "--svg", str(tmp_path / "map.svg"))
    assert "4711" not in (tmp_path / "map.svg").read_text(encoding="utf-8")
