"""Purchases of several things for several people, in which no name is a ware."""

from __future__ import annotations

from tests.ui.places import at, town

from underkeep.procedures import delve_actions as a
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Do, Undertake
from underkeep.world.gear import Item


def test_each_gets_what_is_told_for_them() -> None:
    state = town("knave")
    quill = state.marchers()[0]
    state = state.with_creature(quill.id, name="Quill")
    for who in state.marchers():
        state = state.with_creature(who.id, items=(Item("coin", "Coins", count=80, id=f"purse-{who.id}"),))
    chair = at(state, "knave")
    two, three = (c.name.split()[0] for c in state.marchers()[1:3])
    meant = chair.read(f"buy arrows for Quill and pebbles for {two} and {three}")
    assert isinstance(meant, Do) and meant.action == a.Buy(quill.id, "arrow", 1) and "pebbles" in meant.note
    both = chair.read(f"buy a torch for Quill and 2 rations for {two}")
    assert isinstance(both, Undertake) and isinstance(both.errand, InOrder)
    assert [(x.actor, x.item) for x in both.errand.actions if isinstance(x, a.Buy)] == [
        (quill.id, "torch"),
        (state.marchers()[1].id, "ration"),
    ]
