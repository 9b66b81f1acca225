"""`underkeep skirmish`: a fight that a person plays, kept like any game."""

import re

import pytest
from tests.terminal.test_commands import run, run_json

from underkeep.systems import names

MATCH = "2 fighter v 2 goblin"


def match(system: str) -> str:
    return MATCH if system != "knave" else "2 knave v 2 goblin"


@pytest.mark.parametrize("system", names())
def test_a_fight_in_lines_is_kept_resumed_and_told_again(system: str) -> None:
    told = run("skirmish", system, match(system), "--seed", "3", stdin="end step\nend step\nquit\n")
    assert "may act." in told and "The game is saved." in told
    found = re.search(r"--continue (\S+)", told)
    assert found is not None
    id = found[1]
    assert any(row["id"] == id and row["system"] == system for row in run_json("games"))
    again = run("play", "--continue", id, stdin="log\nquit\n")
    assert "may act." in again
    assert "— Round 1 —" in run("replay", id, "--why")


def test_the_seed_makes_the_same_fight() -> None:
    lines = "end step\n" * 60
    first, second = (run("skirmish", "rampage", MATCH, "--seed", "9", stdin=lines) for _ in range(2))
    assert first == second
    assert re.search(r"The fight is over: (side [AB]|nobody) won\.\n$", first)


def test_both_sides_are_played_in_their_turns() -> None:
    told = run("skirmish", "robs", "fighter v goblin", "--seed", "3", "--both", stdin="end step\nend step\nquit\n")
    assert "Goblin 1 may act." in told
    assert told.count(" may act.") == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("skirmish", "rampage"), 'Name a match-up, such as "4 fighter v 6 goblin"; --list shows who there is.'),
        (("skirmish", "rampage", "warrior v jabberwock"), 'no class or monster "jabberwock"'),
        (("skirmish", "rampage", "warrior"), "is not a match-up"),
        (("skirmish", "rampage", "warrior v orc", "--option", "nonsense"), "nonsense"),
        (("skirmish", "robs", "fighter v orc", "--distance", "0"), "not in each other"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in run(*arguments, code=2)


def test_the_menu_of_a_game_offers_it() -> None:
    told = run("play", "rampage", "--menu", stdin="f\n2 fighter v 2 goblin\ny\nquit\nq\n")
    assert "Skirmish: fight it out yourself" in told
    assert "may act." in told and told.endswith("Farewell.\n")


def test_help_has_examples() -> None:
    assert 'underkeep skirmish rampage "4 warrior v 6 orc"' in run("skirmish", "--help")
    assert "skirmish" in run("play", "--help")
