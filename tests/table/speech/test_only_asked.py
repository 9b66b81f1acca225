"""A line that begins as a question spends, gives, buys, hires and strikes nothing."""

import pytest
from tests.ui.places import place
from tests.ui.test_phrases import filled

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Ask, Do, Show, Undertake

ASKED = (
    *("why did {one} get 5 sp more?", "why did {one} get 5 torches more", "who bought 5 torches?"),
    *("when did {one} buy a rope?", "so, did {one} buy 3 torches?", "has {one} bought a rope and a torch?"),
    *("does {two} want to drop the torches?", "is {one} to give {two} a torch?", "where did we sell the torches?"),
    *("how did {two} get a torch from {one}?", "who gives {two} a torch?", "what did {one} give {two} 2 torches for?"),
    *("are we going to hire somebody?", "{two}, why did {one} get 5 torches more?", "why {one} gets 5 torches?"),
)
FIGHTS = ("why does {one} attack the goblin?", "who attacks the goblin?", "when does {one} attack the goblin?")
PROPOSED = (
    "how about we buy a rope?",
    "can {two} buy a rope?",
    "what if {two} buys 2 torches?",
    "could {two} buy oil?",
)


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize("line", ASKED)
def test_nothing_changes_hands_for_a_question(line: str, game: str) -> None:
    for name in ("town", "dungeon"):
        chair = place(name, game)
        assert not isinstance(chair.read(filled(chair, line)), Do | Undertake), name


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize("line", FIGHTS)
def test_nobody_is_struck_for_a_question(line: str, game: str) -> None:
    chair = place("fight", game)
    meant = chair.read(filled(chair, line))
    assert not isinstance(meant, Undertake)
    assert not isinstance(meant, Do) or not isinstance(meant.action, Attack)


@pytest.mark.parametrize("line", PROPOSED)
def test_a_wish_that_costs_something_is_asked_about(line: str) -> None:
    chair = place("town", "ose")
    meant = chair.read(filled(chair, line))
    assert isinstance(meant, Ask) and all(isinstance(x, a.Buy) for x in meant.choices)


def test_a_wish_that_costs_nothing_is_done() -> None:
    chair = place("dungeon", "ose")
    assert isinstance(chair.read("could you light a torch?"), Do)


def _bought(chair: Chair, line: str) -> bool:
    meant = chair.read(filled(chair, line))
    return isinstance(meant, Do) and isinstance(meant.action, a.Buy)


def test_what_is_told_though_it_begins_like_a_question_is_done() -> None:
    chair = place("town", "ose")
    assert _bought(chair, "have {two} buy a rope")
    assert _bought(chair, "who cares, buy a rope")


def test_a_question_about_a_deed_is_answered_with_what_was_told() -> None:
    chair = place("town", "ose")
    assert chair.read(filled(chair, "why did {one} get 5 torches more?")) == Show("log")
