"""Slips of the hand are put right; words that are right, and names, stay as they are."""

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.letters import well_written
from underkeep.table.speech.meanings import Do, Reader


def written(line: str, game: str = "ose") -> str:
    chair = place("dungeon", game)
    return well_written(Reader(chair.rules, chair.state, chair.options, chair.seat), line)


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("serach the passge for traps", "search the passage for traps"),
        ("ligth antoher troch", "light another torch"),
        ("go throuhg the nroth door", "go through the north door"),
        ("look at thier wepons tommorow", "look at their weapons tomorrow"),
        ("the dropings in the tunel", "the droppings in the tunnel"),
        ("what armor are they waering", "what armor are they wearing"),
    ],
)
def test_slips_are_put_right(line: str, right: str, game: str) -> None:
    assert written(line, game) == right


@pytest.mark.parametrize(
    "line",
    ["take the trial of the hive", "a stout salve on the reins", "Zarrek and Ysmae go north", "we retire at midnight"],
)
def test_words_and_names_stay(line: str) -> None:
    assert written(line) == line


def test_a_name_without_its_sign_is_still_that_name() -> None:
    name = place("dungeon", "ose").state.marchers()[0].name.split()[0]
    assert written(f"take {name}s torch") == f"take {name}'s torch"


def test_what_is_meant_is_done() -> None:
    meant = place("dungeon", "ose").read("serach here")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Search)
