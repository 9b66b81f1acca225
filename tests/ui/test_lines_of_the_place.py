"""Lines underground by what they name of the place: a door and who does what there, a thing, a heap, those who live
there; and lines by which nobody does anything but be ready."""

from functools import cache

import pytest
from tests.hearing.scenes import scene

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.to_neighbours import Approach
from underkeep.table.speech.typed_lines import Ask, Do, Say, Show, Undertake


@cache
def at(game: str, seed: int) -> Chair:
    return scene(game, "dungeon", seed)


@pytest.mark.parametrize(
    ("game", "seed", "line", "who", "sort"),
    [
        ("ose", 807, "have Petra and Balgrim force the door together", "Petra", a.ForceDoor),
        ("ose", 807, "let Petra kick the door in", "Petra", a.ForceDoor),
        ("ose", 808, "Tansy goes to the south door and listens", "Tansy", a.Listen),
        ("ose", 808, "Brannoc tries the lock", "Brannoc", a.PickLock),
        ("ose", 801, "Hargan checks the silver for traps before anyone touches it", "Hargan", a.InspectHoard),
    ],
)
def test_who_is_named_does_it_there(game: str, seed: int, line: str, who: str, sort: type) -> None:
    found = at(game, seed).read(line)
    assert isinstance(found, Do) and isinstance(found.action, sort)
    assert at(game, seed).state.creatures[getattr(found.action, "actor", "")].name == who


def test_both_doors_are_listened_at_by_two() -> None:
    found = at("ose", 808).read("listen at both doors")
    assert isinstance(found, Undertake) and isinstance(found.errand, InOrder)
    assert len({getattr(x, "door", "") for x in found.errand.actions}) == len(found.errand.actions) == 2
    assert len({getattr(x, "actor", "") for x in found.errand.actions}) == 2


@pytest.mark.parametrize(
    "line",
    [
        "have somebody watch the north opening",
        "everyone else waits",
        "the rest of us wait with weapons ready",
        "Aldric keeps an eye on the passage",
        "Rollo guards our backs",
        "stand ready",
    ],
)
def test_to_be_ready_is_no_deed(line: str) -> None:
    assert isinstance(at("ose", 805).read(line), Say)


@pytest.mark.parametrize("line", ["ask the nomads what lies ahead", "Annis goes up to the nomads and greets them"])
def test_those_who_live_here_are_met_and_spoken_to(line: str) -> None:
    found = at("knave", 701).read(line)
    assert isinstance(found, Undertake) and isinstance(found.errand, Approach)
    assert found.errand.first == Do(a.MeetAgain()) and len(found.errand.clauses) == 1


def test_what_they_do_is_told_as_it_was_seen() -> None:
    found = at("knave", 703).read("what are the gnomes doing now?")
    assert isinstance(found, Say) and "counting something" in found.text


@pytest.mark.parametrize(
    ("game", "seed", "line", "sort"),
    [
        ("ose", 803, "open the bundle carefully with a dagger, Balgrim do it", a.Examine),
        ("ose", 806, "look up at the roof", a.Examine),
        ("knave", 806, "listen at the tube", a.Examine),
        ("knave", 806, "speak into the tube", a.Handle),
        ("knave", 703, "follow the dry riverbed north", a.Walk),
    ],
)
def test_a_thing_is_handled_as_it_can_be(game: str, seed: int, line: str, sort: type) -> None:
    found = at(game, seed).read(line)
    assert isinstance(found, Do) and isinstance(found.action, sort)


def test_nobody_knows_from_where_a_sound_comes() -> None:
    assert isinstance(at("knave", 803).read("sneak toward the sound"), Ask)


def test_the_place_is_told_by_its_name() -> None:
    found = at("knave", 803).read("is this the Blind Abbot's Mine?")
    assert isinstance(found, Say) and found.text.startswith("No: this is the Lightless Pits")
    assert not isinstance(at("knave", 803).read("is this the way out?"), Say)


def test_what_is_left_of_the_party_is_no_way() -> None:
    assert at("ose", 802).read("what's left of our party?") == Show("party")
