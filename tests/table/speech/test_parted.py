"""Lines that tell several people several things are parted into clauses, each done in its order."""

import pytest
from tests.ui.places import at, town, underground

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.meanings import Do, Meaning, Reader, Undertake
from underkeep.table.speech.parted import BACK, DEED, FRONT, IF, WATCH, parted


def reader(chair: Chair) -> Reader:
    return Reader(chair.rules, chair.state, chair.options, chair.seat)


def below(game: str = "ose") -> Chair:
    return at(underground(game), game)


def names(chair: Chair) -> list[str]:
    return [c.name.split()[0] for c in chair.state.marchers()]


def told(chair: Chair, line: str) -> list[tuple[tuple[int, ...], str, str]]:
    """The clauses of a line: the numbers of those who are told, what, and of which sort."""
    own = [c.id for c in chair.state.marchers()]
    one, two, three, four = names(chair)
    line = line.format(a=one, b=two, c=three, d=four)
    return [(tuple(own.index(id) for id in x.who), x.said, x.sort) for x in parted(reader(chair), line)]


def test_each_clause_has_its_people() -> None:
    assert told(below(), "{a} and {b} listen at the west door while the rest of us search the room") == [
        ((0, 1), "listen at the west door", DEED),
        ((2, 3), "search the room", DEED),
    ]


def test_who_is_told_of_is_told_of_until_another_is() -> None:
    one = below()
    assert told(one, "{a} gives the torch to {b} and stays in the back, {c} goes first through the west door") == [
        ((0,), f"gives the torch to {names(one)[1].lower()}", DEED),
        ((0,), "stays in the back", BACK),
        ((2,), "goes first through the west door", FRONT),
        ((), "go through the west door", DEED),
    ]


def test_names_that_end_a_line_do_what_stands_before_them() -> None:
    assert told(below(), "light torches, {a} and {b}") == [((0, 1), "light torches", DEED)]
    one, two, *_ = names(below())
    assert told(below(), "open the chest, {b} does it") == [((1,), "open the chest", DEED)]
    assert [who for who, *_ in told(below(), "give food to {a}, {b} and {c}")] == [()]
    assert one != two


def test_who_but_keeps_watch_and_what_hangs_on_something() -> None:
    assert told(below(), "{a} searches for traps, {b} keeps watch, and if it is safe we go on") == [
        ((0,), "searches for traps", DEED),
        ((1,), "keeps watch", WATCH),
        ((), "if it is safe we go on", IF),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "who is hurt, and what do we have left?",
        "buy a rope, a lantern and three flasks of oil",
        "{a} and {b} in front, then {c}, {d} at the back",
        "tell them to drop their weapons and leave",
    ],
)
def test_lines_of_another_form_are_left_whole(line: str) -> None:
    assert len(told(below(), line)) < 2


def done(chair: Chair, meant: Meaning) -> list[str]:
    """The actions that are done for a line, by their sorts."""
    assert isinstance(meant, Undertake | Do), meant
    before = chair.session.seq
    if isinstance(meant, Do):
        chair.act(meant.action)
    else:
        chair.undertake(meant)
    entries = [x for x in chair.session.line() if x.seq > before and x.seat == chair.seat]
    return [type(x.action).__name__ for x in reversed(entries)]


def test_the_order_of_march_comes_first_and_the_deeds_follow() -> None:
    chair = below()
    one, two, three, four = names(chair)
    meant = chair.read(f"{two} takes the coins and {one} keeps watch, {four} goes last")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords) and one
    assert done(chair, meant)[:2] == ["Order", "TakeHoard"]
    assert chair.state.party is not None
    assert chair.state.creatures[chair.state.party.members[-1]].name.startswith(four) and three


def test_of_two_of_which_one_is_for_when_the_other_cannot_be_the_one_that_can_is_done() -> None:
    chair = below()
    meant = chair.read("open the chest of drawers if there is one, otherwise take the coins")
    assert isinstance(meant, Do) and isinstance(meant.action, a.TakeHoard)


def test_what_cannot_be_done_is_named_and_who_but_stands_by() -> None:
    chair = below()
    one, two, *_ = names(chair)
    meant = chair.read(f"{two} frobs the widget, the others take the coins and {one} keeps watch at the door")
    assert isinstance(meant, Do | Undertake)
    assert "frobs the widget" in meant.note and f"{one} stands by, and keeps watch." in meant.note


def test_who_carries_what_is_bought_buys_it() -> None:
    chair = at(town("ose"), "ose")
    two = names(chair)[1]
    meant = chair.read(f"buy a rope, have {two} carry it")
    action = meant.action if isinstance(meant, Do) else getattr(meant, "choices", [None])[0]
    assert isinstance(action, a.Buy) and chair.state.creatures[action.actor].name.startswith(two)
