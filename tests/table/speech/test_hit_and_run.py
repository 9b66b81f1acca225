"""A blow and a flight in one breath begin nothing unasked."""

from __future__ import annotations

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.order import BACK, FLEE
from underkeep.table.speech.meanings import Ask, Say, Undertake


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize("line", ["throw oil at it and run", "attack them, then run away", "shoot them and flee"])
def test_before_strangers_it_is_asked_which(game: str, line: str) -> None:
    meant = place("meeting", game).read(line)
    assert isinstance(meant, Ask), meant
    assert {type(x) for x in meant.choices} == {a.Engage, a.Evade}


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize("line", ["throw oil at it and run", "hit them and run", "attack and then retreat"])
def test_in_a_fight_it_is_told_how(game: str, line: str) -> None:
    meant = place("fight", game).read(line)
    assert isinstance(meant, Say) and "the others run" in meant.text


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_one_who_is_named_strikes_and_the_others_run(game: str) -> None:
    chair = place("fight", game)
    first, *_ = [c for c in chair.state.active() if chair.state.owns(chair.seat, c.id)]
    meant = chair.read(f"{first.name} attacks and everyone else runs away")
    assert isinstance(meant, Undertake)
    sorts = {id: order.sort for id, order in meant.orders.items()}
    assert sorts.pop(first.id) not in (FLEE, BACK)
    assert sorts and set(sorts.values()) <= {FLEE, BACK}
