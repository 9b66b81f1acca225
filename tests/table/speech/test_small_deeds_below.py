"""The floor ahead, a light that is kept, the oil in a lantern, ways that do not show from here."""

import pytest
from tests.ui.places import place
from tests.ui.underground import before_a

from underkeep.procedures import delve_actions as a
from underkeep.table.several import InOrder
from underkeep.table.speech.small_deeds_below import BY_ITSELF, NO_LANTERN
from underkeep.table.speech.small_wishes import NO_SKIN
from underkeep.table.speech.typed_lines import Ask, Do, Say, Undertake

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


def test_a_light_that_burns_is_carried_by_another() -> None:
    chair = place("dungeon", "knave")
    bearer = chair.state.creatures[chair.state.lights[0].bearer]
    other = next(c for c in chair.state.marchers() if c.id != bearer.id)
    meant = chair.read(f"have {other.name} carry the torch instead of {bearer.name}")
    assert isinstance(meant, Do) and meant.action == a.Give(bearer.id, other.id, chair.state.lights[0].id, 1)


def test_several_are_given_one_each_by_whoever_has_some() -> None:
    chair = place("dungeon", "ose")
    one, other = (c.name for c in chair.state.marchers()[-2:])
    meant = chair.read(f"give {one} and {other} a torch each")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert [type(x) for x in meant.errand.actions] == [a.Give, a.Give]


def test_stonework_is_looked_at_when_that_is_agreed() -> None:
    chair = place("dungeon", "ose")
    name = chair.state.marchers()[0].name
    assert isinstance(chair.read(f"{name}, does the stonework tell you anything?"), Ask)


def test_a_door_that_is_not_there_is_told_with_those_that_are() -> None:
    meant = place("dungeon", "ose").read("open the north door")
    assert isinstance(meant, Say) and "The ways out: the west door" in meant.text


def test_nobody_fills_a_skin_that_nobody_has() -> None:
    assert place("dungeon", "knave").read("fill our waterskins") == Say(NO_SKIN)
