"""To ask whether something is trapped costs nothing."""

from __future__ import annotations

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Do, Say


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize(
    "line",
    [
        "is the door trapped?",
        "could the floor be trapped?",
        "any traps?",
        "is it trapped",
        "i wonder if the coins are trapped",
        "does anyone see any traps?",
        "do you think it is rigged?",
    ],
)
def test_what_is_known_is_told_and_how_more_could_be(game: str, line: str) -> None:
    meant = place("dungeon", game).read(line)
    assert isinstance(meant, Say), meant
    assert "Nobody knows of a trap here" in meant.text and '"search for traps"' in meant.text


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_to_look_for_them_is_done(game: str) -> None:
    meant = place("dungeon", game).read("search for traps")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Search | a.InspectHoard)
