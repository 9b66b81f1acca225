"""Lines underground: what exactly is done with which thing and by whom, in what order, and what is told of the past."""

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.reasons import without_reasons
from underkeep.table.speech.typed_lines import Do, Undertake


def names(chair: Chair) -> list[str]:
    return [c.name.lower() for c in chair.state.marchers()]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("shut the door before the orcs catch up with us", "shut the door"),
        ("let osric lead because he has the mail", "let osric lead"),
        ("force the door, since the lock is rusty", "force the door"),
        ("rest a turn, so osric can catch his breath", "rest a turn"),
        ("drop the spear, it is broken", "drop the spear"),
        ("now that it is quiet, open the door", "open the door"),
        ("go south, not east", "go south"),
        ("light the lantern instead of the torch", "light the lantern"),
        ("buy 3 torches for osric", "buy 3 torches for osric"),
        ("open the door before we rest", "open the door before we rest"),
        ("wait here", "wait here"),
    ],
)
def test_what_only_says_why_is_left_out(line: str, left: str) -> None:
    assert without_reasons(line, ["osric"]) == left


def test_names_in_any_order_are_the_order_of_march() -> None:
    chair = place("dungeon", "ose")
    wanted = list(reversed(chair.state.marchers()))
    meant = chair.read(f"order: {' '.join(c.name.lower() for c in wanted)}")
    assert meant == Do(a.Order(tuple(c.id for c in wanted)))


def test_an_order_of_march_comes_before_the_way_that_is_named_with_it() -> None:
    chair = place("dungeon", "ose")
    last = names(chair)[-1]
    meant = chair.read(f"open the west door, {last} in front")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords)
    chair.undertake(meant)
    assert names(chair)[0] == last
    assert "west door (shut)" not in " ".join(chair.show("exits")), "it was tried"


def test_what_depends_on_what_is_heard_is_left_to_the_player() -> None:
    chair = place("dungeon", "ose")
    meant = chair.read("listen at the west door, then open it if it is quiet")
    assert isinstance(meant, Undertake)
    assert "for you to say: open it" in chair.undertake(meant)
    assert "west door (shut)" in " ".join(chair.show("exits"))


def test_each_of_those_who_are_named_does_it() -> None:
    chair = place("dungeon", "ose")
    one, two = chair.state.marchers()[1:3]
    meant = chair.read(f"{one.name} and {two.name} listen at the west door")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert [x.actor for x in meant.errand.actions if isinstance(x, a.Listen)] == [one.id, two.id]


def test_what_is_packed_is_held_instead_of_what_is_in_hand() -> None:
    chair = place("dungeon", "knave")
    who = next(c for c in chair.state.marchers() if any(i.place == "hand" and "Bow" in i.name for i in c.items))
    meant = chair.read(f"{who.name} swaps his bow for the sword")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert [x.place for x in meant.errand.actions if isinstance(x, a.Equip)] == ["pack", "hand"]


def test_all_but_one_are_given() -> None:
    chair = place("dungeon", "ose")
    giver, taker = chair.state.marchers()[-1], chair.state.marchers()[0]
    torches = next(item for item in giver.items if "Torch" in item.name)
    meant = chair.read(f"{giver.name} gives {taker.name} all her torches but one")
    assert meant == Do(a.Give(giver.id, taker.id, torches.id, torches.count - 1))


def test_what_was_told_is_told_again_and_nothing_more() -> None:
    chair = place("dungeon", "ose")
    chair.act(next(x for x in chair.options.listed if isinstance(x, a.Listen)))
    assert "listens" in " ".join(chair.show("told", "listened"))
    assert chair.show("told", "goblins") == ["None of them are in sight now. Nothing was told of that."]


def test_a_name_alone_does_nothing() -> None:
    chair = place("dungeon", "ose")
    assert not isinstance(chair.read(names(chair)[0]), Do | Undertake)
