"""Finds of a second evening of Old-School Essentials."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, town, underground

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do, Say, Undertake
from underkeep.terminal.plain import Plain
from underkeep.world.dungeon import Dressing, DressingChanged, Hoard
from underkeep.world.gear import Item


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


def plain(lines: list[str], chair: Chair) -> str:
    paper: list[str] = []
    typed = iter(lines)

    def read() -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    Plain(chair, read, lambda text: paper.append(str(text)), echo=True).run()
    return "".join(paper)


def test_a_number_is_no_answer_to_yes_or_no() -> None:
    told = plain(["set out", "1", "no"], at(town("ose"), "ose"))
    assert "Please answer yes or no" in told
    assert told.count("Nothing was done.") == 1


def test_a_question_that_was_left_open_is_not_answered_later() -> None:
    chair = at(town("ose"), "ose")
    told = plain(["try to whistle at the pigeons", "purse", "1"], chair)
    assert "to whistle at the pigeons. It works" not in told.rpartition("> 1\n")[2]


def beside_two_metals() -> Chair:
    """Underground, before a heap of silver and gold."""
    state = underground("ose")
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    coins = (Item("sp", "silver pieces", count=300), Item("gp", "gold pieces", count=40))
    heap = Hoard("two-metals", state.party.at.area, coins, state.party.at.square)
    return at(replace(state, dungeon=replace(state.dungeon, hoards={heap.id: heap})), "ose")


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("take the gold", "gp"),
        ("grab only the gold pieces", "gp"),
        ("take the silver", "sp"),
        ("take the gold and leave the silver", "gp"),
        ("pick up the rest of the gold", "gp"),
        ("take the rest", ""),
        ("take the rest of the treasure", ""),
        ("get the rest of it", ""),
        ("take what is left", ""),
        ("take the heap of silver pieces and heap of gold pieces", ""),
    ],
)
def test_what_is_named_of_a_heap_is_taken(line: str, item: str) -> None:
    assert beside_two_metals().read(line) == Do(a.TakeHoard("two-metals", item))


@pytest.mark.parametrize("line", ["turn the rest of the skeletons", "leave the rest", "burn the rest", "turn the rest"])
def test_nobody_lies_down_for_the_rest(line: str) -> None:
    meant = beside_two_metals().read(line)
    assert not isinstance(meant, Do), meant
    assert not isinstance(meant, Undertake), meant


def test_what_a_dead_comrade_carried_is_taken_and_the_dead_go_home() -> None:
    state = underground("ose")
    fallen = state.marchers()[-1]
    chair = at(state.with_creature(fallen.id, status="dead", hp=0), "ose")
    name = fallen.name.split()[0]
    for line in (f"take {name}'s gear", f"search {name}", f"loot {name}'s body", f"collect the things of {name}"):
        assert chair.read(line) == Do(a.TakeHoard("hoard-here")), line
    for line in (f"bury {name}", f"carry {name} home", f"where is {name}'s body?", f"look for {name}'s body"):
        meant = chair.read(line)
        assert isinstance(meant, Say), line
        assert "mourns" in meant.text, line
