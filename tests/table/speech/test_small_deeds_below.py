"""The floor ahead, a light that is kept, the oil in a lantern, ways that do not show from here."""

import pytest
from tests.ui.places import place
from tests.ui.underground import before_a

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.small_deeds_below import BY_ITSELF, NO_LANTERN
from underkeep.table.speech.typed_lines import Ask, Do, Say

GAMES = ("ose", "knave")


def test_the_floor_ahead_is_not_where_the_party_stands() -> None:
    chair = place("dungeon", "ose")
    meant = chair.read("prod the floor ahead")
    assert isinstance(meant, Ask)
    at = chair.state.party.at if chair.state.party is not None else None
    assert at is not None and all(isinstance(x, a.Search) and x.square != at.square for x in meant.choices)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "line", ["keep a torch burning from now on", "keep one lit", "light another torch when this one goes out"]
)
def test_nobody_lights_the_next_by_himself(game: str, line: str) -> None:
    meant = place("dungeon", game).read(line)
    assert isinstance(meant, Say) and meant.text.endswith(BY_ITSELF)


def test_without_a_lantern_nothing_is_filled() -> None:
    assert place("dungeon", "ose").read("top up the lantern") == Say(NO_LANTERN)


@pytest.mark.parametrize("line", ["where is the way down?", "where are the stairs down?"])
def test_a_way_down_is_not_known_before_it_is_seen(line: str) -> None:
    meant = place("dungeon", "ose").read(line)
    assert isinstance(meant, Say) and meant.text.startswith("No way down is known yet")


@pytest.mark.parametrize("line", ["east", "go east", "south"])
def test_nobody_walks_about_for_a_way_that_is_not_there(line: str) -> None:
    meant = place("dungeon", "ose").read(line)
    assert isinstance(meant, Say) and meant.text.startswith("There is no such way here.")


def test_to_step_through_what_is_no_way_is_to_use_it() -> None:
    chair = before_a("dim archway", "ose")
    meant = chair.read("step through the archway")
    assert not (isinstance(meant, Say) and meant.text.startswith("There is no such way")), meant
    assert not isinstance(meant, Do) or isinstance(meant.action, a.Use)
