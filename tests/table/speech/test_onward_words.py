"""Ways in few words: on to a side, home, to stairs that are known elsewhere; things that somebody tries to use."""

import pytest
from tests.table.test_course import chair, deep, quiet
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table import course, naming
from underkeep.table.course import Course
from underkeep.table.speech.typed_lines import Do, Say, Undertake

GAMES = ("ose", "knave")


@pytest.mark.parametrize("line", ["on to the west", "onwards west", "keep going to the west", "off to the west then"])
def test_on_to_a_side_is_to_go_there(line: str) -> None:
    meant = place("dungeon", "ose").read(line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.OpenDoor)


@pytest.mark.parametrize("line", ["home!", "back up and home", "out and home", "homewards"])
def test_home_is_out_of_the_dungeon(line: str) -> None:
    meant = deep().read(line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Course)
    assert meant.errand.goal.area == "hall"


def test_us_taken_somewhere_is_to_go_there() -> None:
    meant = deep().read("take us back to the gate hall")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Course) and meant.errand.goal.area == "hall"


@pytest.mark.parametrize("game", GAMES)
def test_what_lies_in_sight_and_how_long_it_has_been(game: str) -> None:
    person = place("dungeon", game)
    for line in ("any treasure in sight?", "anything valuable in sight?"):
        meant = person.read(line)
        assert isinstance(meant, Say) and "What is hidden shows to a search." in meant.text, line
    turns = person.state.party.turns if person.state.party is not None else 0
    for line in ("how many turns have we been down here?", "how many turns have we spent underground?"):
        meant = person.read(line)
        assert isinstance(meant, Say) and meant.text.startswith(f"The party has been below for {turns} turn")


def test_what_is_done_at_the_end_of_a_walk_ends_it() -> None:
    person = deep()
    goal = Course(course.area(person.state, "hall"), a.Go("door-1"))
    while (action := goal.next(person.rules, person.state, person.options, person.seat)) is not None:
        person.act(action)
    assert person.state.party is not None and person.state.party.at is not None
    assert person.state.party.at.area == "passage"


def test_the_toy_has_no_stairs() -> None:
    assert not isinstance(chair(a.SetOut(), state=quiet()).read("go down the stairs"), Undertake)


@pytest.mark.parametrize("game", GAMES)
def test_who_stands_there_need_not_walk_there(game: str) -> None:
    person = place("dungeon", game)
    at = person.state.party.at if person.state.party is not None else None
    assert at is not None
    named = naming.square_name(at.square)
    assert person.read(f"walk to {named}") == Say(f"The party stands at {named}.")


@pytest.mark.parametrize("game", GAMES)
def test_what_somebody_tries_to_open_is_no_matter_for_dice(game: str) -> None:
    person = place("dungeon", game)
    thing = person.view.delve.description if person.view.delve is not None else ""
    name = "puddles" if "puddles" in thing else "crack"
    assert person.read(f"try to open the {name}") == person.read(f"open the {name}")
