"""Small things of a place stay there; what lies about is told without a turn spent."""

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.keepsakes import NO_WORTH
from underkeep.table.speech.typed_lines import Do, Say

GAMES = ("ose", "knave")


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("knave", "take the crack"),
        ("knave", "pocket the dripping crack"),
        ("knave", "is the crack worth anything?"),
    ],
)
def test_what_is_of_no_worth_is_left(game: str, line: str) -> None:
    meant = place("dungeon", game).read(line)
    assert isinstance(meant, Say) and meant.text.endswith(NO_WORTH)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", ["what's lying here?", "is there anything of value?", "any treasure here?"])
def test_what_lies_here_is_told(game: str, line: str) -> None:
    meant = place("dungeon", game).read(line)
    assert isinstance(meant, Say) and meant.text.startswith("There lie 10 gold pieces. To be looked at:")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_of_worth_is_taken(game: str) -> None:
    meant = place("dungeon", game).read("take the gold pieces")
    assert isinstance(meant, Do) and isinstance(meant.action, a.TakeHoard)
