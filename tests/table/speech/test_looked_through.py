"""A look through a way goes nowhere: it is told what is known of the other side."""

import pytest
from tests.table.speech.test_remembered import two_rooms
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.typed_lines import Ask, Say
from underkeep.table.view import ways


@pytest.mark.parametrize(
    "line",
    [
        "look through the west door",
        "peek through the keyhole of the door",
        "peek west",
        "have a quick look through the door",
    ],
)
def test_nobody_looks_through_a_shut_door(line: str) -> None:
    meant = place("dungeon", "ose").read(line)
    assert isinstance(meant, Ask) and "nothing is seen through it" in meant.question
    assert {type(x) for x in meant.choices} == {a.Listen, a.OpenDoor}


def test_of_a_place_where_the_party_was_it_is_told_what_stands_there() -> None:
    chair = two_rooms()
    assert chair.state.party is not None and chair.state.dungeon is not None
    first, here = chair.state.party.visited
    way = next(w for w in ways(chair.state) if chair.state.dungeon.doors[w.id].beyond(here) == first)
    meant = chair.read(f"peek through the {way.name}")
    assert isinstance(meant, Say) and "lies area 1" in meant.text


def test_there_is_no_looking_where_no_way_leads() -> None:
    meant = place("dungeon", "ose").read("peek through the north door")
    assert isinstance(meant, Say) and meant.text.startswith("There is no such way here.")
