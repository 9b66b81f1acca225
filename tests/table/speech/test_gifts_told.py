"""Gifts and purchases of lines that tell of several, slips of the pen, and offers by whom a line names."""

from __future__ import annotations

from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.several import InOrder
from underkeep.table.speech.typed_lines import Do, Show, Undertake


def test_coins_for_two_of_them_in_one_line() -> None:
    chair = place("town", "ose")
    giver = max(chair.state.marchers(), key=lambda c: sum(i.count for i in c.items if "piece" in i.name))
    one, other = [c for c in chair.state.marchers() if c.id != giver.id][:2]
    meant = chair.read(f"{giver.name} gives 2 gold to {one.name} and 3 to {other.name}")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    told = [(x.actor, x.to, x.count) for x in meant.errand.actions if isinstance(x, a.Give)]
    assert told == [(giver.id, one.id, 2), (giver.id, other.id, 3)]


def test_two_letters_changed_over_are_read_as_they_are_meant() -> None:
    chair = place("town", "ose")
    meant = chair.read("how much is a latern?")
    assert isinstance(meant, Show) and "antern" in meant.rest
    assert not isinstance(chair.read("look at the house"), Do)
