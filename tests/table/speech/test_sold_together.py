"""The sale of loot and of all things of a sort, and what they would fetch."""

from __future__ import annotations

from tests.ui.places import at, town

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Do, Meaning, Say, Show, Undertake
from underkeep.world.gear import Item


def laden() -> Chair:
    state = town("knave")
    first, second = state.marchers()[:2]
    ivory, silk = Item("valuable-80", "Carved ivory", id="loot-1"), Item("valuable-100", "Silk roll", id="loot-2")
    state = state.with_creature(first.id, items=(*first.items[:3], ivory))
    return at(state.with_creature(second.id, items=(*second.items[:3], silk)), "knave")


def sales(meant: Meaning) -> set[str]:
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder), meant
    return {x.item for x in meant.errand.actions if isinstance(x, a.Sell)}


def test_the_loot_is_what_is_only_treasure() -> None:
    for line in ("sell the loot", "sell all our treasure", "sell everything valuable", "cash in the plunder"):
        assert sales(laden().read(line)) == {"loot-1", "loot-2"}, line
    assert isinstance(at(town("knave"), "knave").read("sell the loot"), Say)


def test_what_a_thing_would_fetch_is_asked_of_ones_own() -> None:
    for line in ("what would the silk fetch?", "how much would we get for the silk?", "what do they pay for the silk?"):
        assert laden().read(line) == Show("offers", "silk"), line
    told = laden().show("offers", "silk")
    assert len(told) == 1 and "100" in told[0]


def test_all_of_ones_own_of_a_sort_are_sold() -> None:
    state = town("ose")
    owner = next(c for c in state.marchers() if any("torch" in i.name.lower() and i.count > 1 for i in c.items))
    torches = next(i for i in owner.items if "torch" in i.name.lower())
    meant = at(state, "ose").read(f"sell {owner.name.split()[0]}'s torches")
    assert meant == Do(a.Sell(owner.id, torches.id, torches.count))
