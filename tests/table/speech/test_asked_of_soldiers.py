"""Where soldiers serve, and what helps against poison."""

from __future__ import annotations

import pytest
from tests.ui.places import at, on_the_road, place

from underkeep.table.speech.asked_of_soldiers import BELOW, NONE
from underkeep.table.speech.meanings import Say
from underkeep.world.condition import Condition


def test_soldiers_stay_outside() -> None:
    chair = place("town", "ose")
    for line in ("can the soldiers come into the dungeon with us?", "do hired soldiers follow us underground?"):
        assert chair.read(line) == Say(BELOW), line
    assert chair.read("where are our five footmen?") == Say(NONE)


@pytest.mark.parametrize(
    "line", ["how long has {0} got?", "{0} is poisoned! Can we do anything for her?", "can we cure {0}?"]
)
def test_what_helps_the_poisoned_is_told(line: str) -> None:
    state = on_the_road("knave")
    first = state.marchers()[0]
    ill = state.with_creature(first.id, conditions=(Condition("poisoned", state.now + 3000),))
    meant = at(ill, "knave").read(line.format(first.name))
    assert isinstance(meant, Say) and f"{first.name} is poisoned" in meant.text
    well = at(state, "knave").read(line.format(first.name))
    assert not isinstance(well, Say) or "is poisoned, and" not in well.text
