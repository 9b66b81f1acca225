"""Offers for each, of several things, and before the party goes."""

from __future__ import annotations

from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Do, Undertake


def test_a_ration_for_each_is_as_many_as_they_are() -> None:
    chair = place("meeting", "ose")
    met = chair.state.encounter
    meant = chair.read("give each of them a ration")
    assert met is not None and isinstance(meant, Do) and isinstance(meant.action, a.Offer)
    assert meant.action.count == len(met.monsters) == 3


def test_two_things_are_offered_one_after_the_other() -> None:
    meant = place("meeting", "ose").read("offer them a torch and a ration")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    first, second = meant.errand.actions
    assert isinstance(first, a.Offer) and isinstance(second, a.Offer) and first.item != second.item


def test_food_and_away_are_both_done() -> None:
    chair = place("meeting", "ose")
    meant = chair.read("throw them some rations and back away")
    assert isinstance(meant, Undertake)
    action = meant.errand.next(chair.rules, chair.state, chair.options, chair.seat)
    assert isinstance(action, a.Offer)
    then = meant.errand.next(chair.rules, chair.state, chair.options, chair.seat)
    assert isinstance(then, a.Evade) and then.walk
