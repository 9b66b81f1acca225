"""`underkeep encounter`: the table of a level, and whom it brings."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from underkeep.systems import load, names
from underkeep.table import chance_meeting
from underkeep.terminal.main import underkeep


def run(*words: str) -> str:
    done = CliRunner().invoke(underkeep, ["encounter", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_whole_table_is_shown() -> None:
    told = json.loads(run("ose", "--level", "3", "--table", "--json"))
    assert [row["roll"] for row in told["rows"]] == [str(face) for face in range(1, 21)]
    assert told["rows"][1] == {"roll": "2", "kinds": ["basic-adventurers"], "number": "1d4+4"}
    assert "basic-adventurers" in run("ose", "--level", "3", "--table")


def test_those_who_come_are_made() -> None:
    told = json.loads(run("ose", "--level", "3", "--seed", "7", "--json"))
    assert told["number"] == len(told["creatures"]) > 0 and told["distance"] > 0
    assert told == json.loads(run("ose", "--level", "3", "--seed", "7", "--json"))
    assert f"{told['number']} {told['kind']}" in run("ose", "--level", "3", "--seed", "7")


@pytest.mark.parametrize("system", names())
def test_every_game_has_somebody_to_meet(system: str) -> None:
    for seed in (1, 2):
        met = chance_meeting.meet(load(system), 1, seed)
        assert met.creatures and met.kind in met.row.kinds


def test_a_level_that_there_is_not() -> None:
    done = CliRunner().invoke(underkeep, ["encounter", "ose", "--level", "0"])
    assert done.exit_code == 2 and "levels 1 to 20" in done.output
