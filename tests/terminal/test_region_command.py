"""`underkeep region` and `underkeep encounter --terrain`, used as a person or a script would."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from underkeep.terminal.main import underkeep


def run(*arguments: str, code: int = 0) -> str:
    found = CliRunner().invoke(underkeep, arguments)
    assert found.exit_code == code, found.output
    return found.output


def test_it_writes_a_map_and_a_key(tmp_path: Path) -> None:
    svg, key = tmp_path / "region.svg", tmp_path / "region.md"
    run("region", "ose", "--seed", "7", "--svg", str(svg), "--key", str(key))
    hexes = [e for e in ElementTree.parse(svg).getroot().iter() if e.tag.endswith("polygon")]
    assert len(hexes) >= 400
    text = key.read_text(encoding="utf-8")
    assert text.startswith("# The country round ")
    assert all(f"{n}. " in text for n in range(1, 8))


def test_the_players_map_has_what_they_have_seen(tmp_path: Path) -> None:
    svg = tmp_path / "handout.svg"
    run("region", "ose", "--seed", "7", "--players", "--svg", str(svg))
    hexes = [e for e in ElementTree.parse(svg).getroot().iter() if e.tag.endswith("polygon")]
    assert len(hexes) == 7
    assert "lair" not in svg.read_text(encoding="utf-8")


def test_it_prints_json_and_the_same_for_a_seed() -> None:
    found = run("region", "ose", "--seed", "7", "--json")
    assert found == run("region", "ose", "--seed", "7", "--json")
    assert json.loads(found)["miles"] == 6
    assert found != run("region", "ose", "--seed", "8", "--json")


def test_a_terrain_has_its_own_encounters() -> None:
    found = json.loads(run("encounter", "ose", "--terrain", "swamp", "--seed", "5", "--json"))
    assert found["terrain"] == "swamp"
    rows = json.loads(run("encounter", "ose", "--terrain", "swamp", "--table", "--json"))["rows"]
    assert any(found["kind"] in row["kinds"] for row in rows)
    sea = json.loads(run("encounter", "ose", "--terrain", "sea", "--table", "--json"))["rows"]
    assert any("sea-serpent" in row["kinds"] for row in sea) and not any("sea-serpent" in row["kinds"] for row in rows)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("encounter", "ose", "--terrain", "moor"), 'There is no terrain "moor"'),
        (("region", "robs"), "has no regions"),
        (("region", "ose", "--miles", "5"), "is no ruling"),
    ],
)
def test_what_there_is_not_is_said_in_a_sentence(arguments: tuple[str, ...], told: str) -> None:
    assert told in run(*arguments, code=2)
