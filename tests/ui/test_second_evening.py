"""Finds of a second evening of Old-School Essentials."""

import pytest
from tests.ui.places import at, town, underground

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do, Show
from underkeep.terminal.plain import Plain
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


@pytest.mark.parametrize("line", ["who looks hurt?", "is anyone badly hurt?", "is everyone all right?", "who is hurt?"])
def test_of_the_hurt_those_alone_are_told_who_are_hurt(line: str) -> None:
    state = town("ose")
    chair = at(state, "ose")
    meant = chair.read(line)
    assert isinstance(meant, Show)
    assert chair.show(meant.what, meant.rest) == ["Nobody is hurt."]
    one = state.marchers()[0]
    hurt = at(state.with_creature(one.id, hp=one.hp - 1), "ose")
    assert [told.split()[0] for told in hurt.show(meant.what, meant.rest)] == [one.name]


def shown(chair: Chair, line: str) -> list[str]:
    meant = chair.read(line)
    assert isinstance(meant, Show), (line, meant)
    return chair.show(meant.what, meant.rest)


def test_questions_about_the_party_are_answered_of_it() -> None:
    chair = at(town("ose"), "ose")
    one = chair.state.marchers()[0]
    kind = one.kind.replace("-", " ")
    assert [told.split()[0] for told in shown(chair, f"who is the {kind}?")] == [one.name]
    ours = {c.kind for c in chair.state.marchers()}
    other = next(x for x in ("cleric", "thief", "fighter", "dwarf", "halfling") if x not in ours)
    assert shown(chair, f"who is the {other}?") == [f"There is no {other} among you."]
    assert shown(chair, f"what does {one.name} wear?")[0] == f"{one.name} carries:"
    assert shown(chair, "do we have light?") == ["It is light here."]
    assert shown(chair, "what is an ogre?") == ["None of them are in sight now. Nothing was told of that."]
    assert shown(chair, "tell me more about the ogre") == shown(chair, "what is an ogre?")


def test_a_number_is_no_answer_to_yes_or_no_and_acts_on_no_list_of_before() -> None:
    chair = at(town("ose"), "ose")
    before = chair.session.seq
    lines = iter(["tell me more about the gargoyle", "set out", "1"])
    told: list[str] = []

    def read() -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    Plain(chair, read, lambda text: told.append(text)).run()
    assert "Nothing was done." in "".join(told) and chair.session.seq == before
