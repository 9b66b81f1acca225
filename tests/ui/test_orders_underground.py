"""Orders underground: who goes and who waits, places in the line, in by a door that was opened, doors that stick,
rests, things by their look."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place
from tests.ui.test_phrases import filled

from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.table.chair import Chair
from underkeep.table.resting import Rests
from underkeep.table.speech.at_stuck_doors import ONE_AFTER_ANOTHER, ONE_ALONE, UntilItGives
from underkeep.table.speech.going_in import Led, Peep
from underkeep.table.speech.going_together import TOGETHER
from underkeep.table.speech.meanings import Ask, Do, Meaning, Say, Undertake


def before_a_door(bar: str = "") -> Chair:
    """The party stands before the one door of its place: shut, open, or found stuck."""
    chair = place("dungeon", "ose")
    dungeon = chair.state.dungeon
    assert dungeon is not None
    id = next(x.door for x in chair.options.listed if isinstance(x, a.OpenDoor))
    is_open = bar == "open"
    barrier = Bar("stuck") if bar == "stuck" else None
    door = replace(dungeon.doors[id], barrier=barrier, tried=barrier is not None, is_open=is_open)
    state = replace(chair.state, dungeon=replace(dungeon, doors={**dungeon.doors, id: door}))
    return at(state, "ose")


def read(chair: Chair, line: str) -> Meaning:
    return chair.read(filled(chair, line))


def order(chair: Chair, line: str) -> list[str]:
    """The first names of those who march by a line, in their order."""
    meant = chair.read(line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Order), line
    return [chair.state.creatures[id].name.split()[0] for id in meant.action.members]


@pytest.mark.parametrize(
    "line",
    [
        "only {one} and {two} go west, the others wait",
        "only {one} and {two} go in, the others wait here",
        "let just {one} go through the west door, the rest stay here",
        "{one} goes through the west door, everyone else stays put",
        "go west but leave {two} here",
    ],
)
@pytest.mark.parametrize("bar", ["", "open"])
def test_nobody_is_moved_who_is_told_to_wait(line: str, bar: str) -> None:
    meant = read(before_a_door(bar), line)
    if isinstance(meant, Say):
        assert meant.text.startswith(TOGETHER)
        return
    assert isinstance(meant, Ask) and meant.question.startswith(TOGETHER), meant


@pytest.mark.parametrize(
    "line", ["just go west", "{one} goes first through the west door, the others stay close behind"]
)
def test_who_follows_is_moved(line: str) -> None:
    assert isinstance(read(before_a_door("open"), line), Do | Undertake)


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("Dagna and Hargan go in the middle, behind Ysolt", "Pimpernel Ysolt Dagna Hargan"),
        ("Dagna goes back to the end of the line", "Pimpernel Hargan Ysolt Dagna"),
        ("Ysolt behind Dagna", "Dagna Ysolt Pimpernel Hargan"),
        ("Ysolt first, then Hargan, Dagna last", "Ysolt Hargan Pimpernel Dagna"),
        (
            "put the fighters in front: Hargan and Ysolt first, then Dagna, Pimpernel at the back",
            "Hargan Ysolt Dagna Pimpernel",
        ),
    ],
)
def test_places_in_the_line(line: str, means: str) -> None:
    assert order(place("dungeon", "ose"), line) == means.split()


@pytest.mark.parametrize("line", ["go in, {two} first", "in we go, {two} first", "{two} goes in first"])
def test_in_behind_somebody(line: str) -> None:
    meant = read(before_a_door("open"), line)
    assert isinstance(meant, Undertake), line
    assert isinstance(meant.errand, Led) and isinstance(meant.errand.first, Do)
    assert isinstance(meant.errand.first.action, a.Order) and meant.errand.clauses == ("go through the west door",)


@pytest.mark.parametrize(
    "line", ["go in", "then through the west door", "through the west door then", "quick, out by the west door"]
)
def test_in_by_the_door(line: str) -> None:
    meant = read(before_a_door("open"), line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Go), line


@pytest.mark.parametrize(
    "line", ["open the west door and peek inside", "{one} opens the west door a crack and looks in"]
)
def test_a_look_through_a_door(line: str) -> None:
    meant = read(before_a_door(), line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Peep)


@pytest.mark.parametrize("line", ["west, then south", "go west and then south", "west then north if possible"])
def test_one_way_after_another(line: str) -> None:
    meant = read(before_a_door("open"), line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Led)
    assert isinstance(meant.errand.first, Do) and isinstance(meant.errand.first.action, a.Go)


@pytest.mark.parametrize(
    "line",
    [
        "{one} and {two} keep forcing it until it gives",
        "{one} and {two} force the west door until it opens",
        "{one} and {two} keep bashing at the door till it breaks",
    ],
)
def test_a_door_is_forced_until_it_gives(line: str) -> None:
    meant = read(before_a_door("stuck"), line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, UntilItGives), line
    assert len(meant.errand.actors) == 2 and meant.note == ONE_AFTER_ANOTHER


@pytest.mark.parametrize(
    "line",
    [
        "everyone help {two} force the door",
        "{one} helps {two} to force the west door",
        "everyone together, force the door!",
    ],
)
def test_one_alone_tries_a_door(line: str) -> None:
    meant = read(before_a_door("stuck"), line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.ForceDoor) and meant.note == ONE_ALONE, line


def test_a_tool_that_nobody_has() -> None:
    chair = before_a_door("stuck")
    meant = read(chair, "{two} tries the door with a crowbar")
    assert isinstance(meant, Say) and meant.text.startswith("Pimpernel has no crowbar.")
    meant = read(chair, "who has something to break the door with?")
    assert isinstance(meant, Say) and "force the west door" in meant.text


def test_another_try() -> None:
    chair = before_a_door("stuck")
    chair.last = next(x for x in chair.options.listed if isinstance(x, a.ForceDoor))
    meant = chair.read("can we try the door again?")
    assert isinstance(meant, Ask) and meant.choices == (chair.last,)


@pytest.mark.parametrize(
    "line", ["rest here for ten minutes", "take a short break", "we sit down and rest for a while"]
)
def test_a_turn_of_rest(line: str) -> None:
    assert read(place("dungeon", "ose"), line) == Do(a.Rest())


@pytest.mark.parametrize("line", ["wait an hour here", "rest for an hour by the fire", "we rest here for 6 turns"])
def test_an_hour_of_rest(line: str) -> None:
    meant = read(place("dungeon", "knave"), line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Rests) and meant.errand.turns == 6


def test_a_rest_with_somebody_on_watch() -> None:
    meant = read(place("dungeon", "ose"), "we rest here for ten minutes, {one} keeps watch at the door")
    assert isinstance(meant, Do) and meant.action == a.Rest() and "keeps watch" in meant.note


@pytest.mark.parametrize("line", ["look at the pudles", "examine the string", "have a look at the puddles"])
def test_a_thing_by_its_look(line: str) -> None:
    meant = read(place("dungeon", "ose"), line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Examine), line


@pytest.mark.parametrize(
    "line", ["search here, and {two} keeps watch to the west", "let's search, {two} watches the door"]
)
def test_whoever_keeps_watch_is_told_of(line: str) -> None:
    meant = read(place("dungeon", "ose"), line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Search) and "Pimpernel" in meant.note, meant


def test_who_goes_first_through_a_door_and_who_last() -> None:
    meant = before_a_door("open").read("Ysolt and Hargan first through the west door, then Dagna, Pimpernel last")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Led)
    assert isinstance(meant.errand.first, Do) and isinstance(meant.errand.first.action, a.Order)


def test_time_that_is_waited_first() -> None:
    meant = before_a_door("open").read("wait here for a bit, then go west")
    assert isinstance(meant, Undertake), meant


def test_an_order_that_is_taken_back_in_the_same_breath() -> None:
    assert isinstance(before_a_door().read("hold on, don't open the door yet"), Say)
    assert isinstance(before_a_door("open").read("hold on, let's go west"), Do)
