"""The tables of a rulebook, read and rolled on from the terminal."""

import json

import pytest
from click.testing import CliRunner

from underkeep.rulebook import ledger, rolled_tables
from underkeep.systems import names
from underkeep.terminal.main import underkeep


def run(*words: str) -> str:
    done = CliRunner().invoke(underkeep, ["table", *words])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("game", names())
def test_every_table_is_listed_and_can_be_shown(game: str) -> None:
    listed = json.loads(run(game, "--json"))
    assert {one["id"] for one in listed} == set(ledger.load(game).tables)
    assert all(one["id"] in run(game, one["id"]) for one in listed[:3])


@pytest.mark.parametrize("game", names())
def test_every_total_of_the_dice_has_its_row(game: str) -> None:
    for table in rolled_tables.rolled(ledger.load(game)).values():
        for row in table.rows:
            if isinstance(row[0], int):
                assert [*rolled_tables.row(table, row[0]).values()] == row


@pytest.mark.parametrize(
    ("game", "id", "text"),
    [
        ("ose", "reaction.table", "2d6"),
        ("ose", "traps.room-examples", "1d6"),
        ("knave", "downtime.carousing.mishaps", "1d20"),
        ("rampage", "reaction.table", "2d6"),
        ("rampage", "death.near-death", "1d8"),
        ("robs", "treasure.gems", "d6HL"),
    ],
)
def test_tables_are_rolled_with_the_dice_of_the_book(game: str, id: str, text: str) -> None:
    expr = rolled_tables.dice(ledger.load(game).tables[id])
    assert expr is not None and expr.text == text


@pytest.mark.parametrize(
    ("total", "result"), [(2, "Hostile"), (-4, "Hostile"), (8, "Neutral"), (9, "Indifferent"), (14, "Friendly")]
)
def test_a_total_beyond_the_ends_is_the_row_at_the_end(total: int, result: str) -> None:
    found = str(rolled_tables.row(ledger.load("ose").tables["reaction.table"], total)["result"])
    assert found.partition(",")[0] == result


def test_a_seed_rolls_the_same_again() -> None:
    once = json.loads(run("ose", "reaction", "--roll", "--times", "3", "--seed", "7", "--json"))
    assert once == json.loads(run("ose", "reaction.table", "--roll", "--times", "3", "--seed", "7", "--json"))
    assert [one["row"]["result"] for one in once["rolls"]]
    assert "result:" in run("ose", "reaction", "--roll", "--seed", "7")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ose", "nonsense"), "There is no table called 'nonsense'"),
        (("ose", "abilities"), "may be abilities.strength"),
        (("ose", "abilities.strength", "--roll"), "Nobody rolls on abilities.strength"),
        (("chess",), "There is no system called 'chess'"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(underkeep, ["table", *words])
    assert done.exit_code == 2 and said in done.output
