"""Finds of a second evening of Old-School Essentials."""

from tests.ui.places import at, underground

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do
from underkeep.world.dungeon import Dressing, DressingChanged


def beside(kind: str) -> Chair:
    """Underground, beside such a thing."""
    state = underground("ose")
    assert state.party is not None and state.party.at is not None
    thing = Dressing("thing-here", state.party.at.area, kind, "thing", state.party.at.square)
    return at(DressingChanged(thing, "seen").evolve(state), "ose")


def test_half_the_name_of_one_thing_is_that_thing() -> None:
    chair = beside("crypt/rope-and-pulley")
    for line in ("pull the rope", "use the pulley", "examine the pulley", "look at the rope and pulley"):
        assert chair.read(line) == Do(a.Examine("thing-here")), line
