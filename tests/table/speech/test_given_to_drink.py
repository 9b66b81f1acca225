"""What another has is handed over and drunk."""

from __future__ import annotations

import pytest
from tests.ui.places import at, on_the_road

from underkeep.procedures import delve_actions as a
from underkeep.systems.knave.magic.potions import Quaff
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Ask, Do, Undertake
from underkeep.world.gear import Item


def with_potion() -> Chair:
    """The second of the party has the only potion, and all have room."""
    state = on_the_road("knave")
    for one in state.marchers():
        state = state.with_creature(one.id, items=())
    second = state.marchers()[1]
    return at(state.with_creature(second.id, items=(Item("potion-brown", "Brown potion"),)), "knave")


@pytest.mark.parametrize(
    "line",
    [
        "{0} drinks the brown potion",
        "{0} drinks {1}'s potion",
        "let {0} drink the potion",
        "feed the potion to {0}",
        "pour the potion into {0}'s mouth",
        "{1} hands {0} the potion and she drinks it",
    ],
)
def test_it_is_handed_over_first(line: str) -> None:
    chair = with_potion()
    first, second = chair.state.marchers()[:2]
    meant = chair.read(line.format(first.name, second.name))
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    gift, drink = meant.errand.actions
    assert isinstance(gift, a.Give) and (gift.actor, gift.to) == (second.id, first.id)
    assert isinstance(drink, Quaff) and drink.actor == first.id


def test_whoever_has_it_drinks_and_no_gift_is_drunk() -> None:
    chair = with_potion()
    first, second = chair.state.marchers()[:2]
    meant = chair.read(f"{second.name} drinks the potion")
    assert isinstance(meant, Do) and isinstance(meant.action, Quaff) and meant.action.actor == second.id
    gift = chair.read(f"{second.name} gives the potion to {first.name}")
    assert isinstance(gift, Do) and isinstance(gift.action, a.Give)
    assert isinstance(chair.read(f"{first.name} tries the brown potion"), Ask)
