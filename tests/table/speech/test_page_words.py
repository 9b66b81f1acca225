"""A word that names a page shows it, in every kind of place, and does nothing."""

from __future__ import annotations

import pytest
from tests.ui.places import place

from underkeep.table.speech.meanings import Show

WORDS = (
    *("exits", "ways out", "the way out", "stairs", "doors?", "exit?", "map", "the map", "time", "the time?", "hp"),
    *("hit points", "health", "status", "inventory", "inv", "look", "l", "i", "m", "lights", "light?", "supplies"),
    *("xp", "gold", "money", "purse", "party", "sheet", "log", "why", "help", "who", "areas", "orders", "rules"),
)


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize("where", ["town", "road", "dungeon", "meeting", "fight"])
def test_a_page_is_shown_and_nothing_is_done(game: str, where: str) -> None:
    chair = place(where, game)
    read = {word: chair.read(word) for word in WORDS}
    assert {word: meant for word, meant in read.items() if not isinstance(meant, Show)} == {}
    for word in ("exits", "stairs", "the way out"):
        assert read[word] == Show("exits")
