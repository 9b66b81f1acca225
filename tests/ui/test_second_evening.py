"""Finds of a second evening of Old-School Essentials."""

from tests.ui.places import at, town, underground

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do
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
