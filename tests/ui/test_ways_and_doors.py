"""Ways and doors as people speak of them: a side to explore, a room to leave, a door to kick in that nobody tried."""

import pytest
from tests.ui.places import at, underground
from tests.ui.test_nights_and_ways import deep_inside
from tests.ui.test_phrases import filled

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do, Meaning, Say
from underkeep.world.gear import Item


def read(chair: Chair, line: str) -> Meaning:
    return chair.read(filled(chair, line))


@pytest.fixture
def chair() -> Chair:
    """In a cavern with a shut door in the north and an opening in the south."""
    return deep_inside("knave")


@pytest.mark.parametrize("line", ["kick the door open", "{two} kicks the north door in", "use the crowbar on the door"])
def test_a_door_that_nobody_tried_is_opened_first(chair: Chair, line: str) -> None:
    meant = read(chair, line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.OpenDoor) and "Nobody has tried" in meant.note


def test_who_explores_a_side_goes_there(chair: Chair) -> None:
    south = read(chair, "explore south")
    assert isinstance(south, Do) and isinstance(south.action, a.Go)
    assert read(chair, "explore north") == read(chair, "go north")
    west = read(chair, "explore west")
    assert isinstance(west, Say) and west.text.startswith("There is no such way here. The ways out: the north door")


def test_who_leaves_a_room_does_not_leave_the_dungeon(chair: Chair) -> None:
    meant = read(chair, "leave the cold room at once")
    assert isinstance(meant, Say) and "which way" in meant.text and "south opening" in meant.text


def test_who_bears_a_light_or_has_none_is_told(chair: Chair) -> None:
    meant = read(chair, "{one} lights his torch")
    assert isinstance(meant, Say) and meant.text == "Tib bears a burning torch already."


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{two} stands up", "without being told"),
        ("follow the footprints", "Which way they lead"),
    ],
)
def test_what_costs_no_turn(chair: Chair, line: str, told: str) -> None:
    meant = read(chair, line)
    assert isinstance(meant, Say) and told in meant.text


def test_who_has_no_room_for_a_heap_is_told_so() -> None:
    state = underground("knave")
    full = tuple(Item(f"thing-{n}", f"Thing {n}") for n in range(sheet(state.creatures["hero-1"]).slots))
    chair = at(state.with_creature("hero-1", items=full), "knave")
    refusal = play.why_not(chair.rules, chair.state, chair.seat, a.TakeHoard("hoard-here", to="hero-1"))
    assert refusal is not None and refusal.sentence == "Tib cannot carry any of it."
    assert play.why_not(chair.rules, chair.state, chair.seat, a.TakeHoard("hoard-here", to="hero-2")) is None
