"""Wares in words that the shops do not use."""

from __future__ import annotations

import pytest
from tests.ui.places import at, place, town
from tests.ui.test_trading import with_purses

from underkeep.procedures import delve_actions as a
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Ask, Do, Meaning, Say, Show, Undertake
from underkeep.table.speech.wares_wished import NO_MAGIC


def bought(meant: Meaning) -> list[a.Buy]:
    if isinstance(meant, Ask):
        return [x for x in meant.choices if isinstance(x, a.Buy)]
    actions = meant.errand.actions if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder) else ()
    actions = (meant.action,) if isinstance(meant, Do) else actions
    return [x for x in actions if isinstance(x, a.Buy)]


def test_to_restock_is_to_buy_the_plainest() -> None:
    chair = at(with_purses(town("ose"), 200), "ose")
    assert {x.item for x in bought(chair.read("restock rations and torches"))} == {"rations-standard", "torches"}
    assert {x.item for x in bought(chair.read("stock up on food"))} == {"rations-standard"}
    assert {x.item for x in bought(chair.read("buy 21 rations for the party"))} == {"rations-standard"}


def test_food_for_days_is_so_many_rations_for_each() -> None:
    chair = at(with_purses(town("knave"), 90), "knave")
    found = bought(chair.read("buy rations for everyone for two more days"))
    assert found and {x.count for x in found} == {2} and {x.item for x in found} == {"ration"}


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_a_sort_of_wares_is_shown_with_its_prices(game: str) -> None:
    chair = place("town", game)
    for line in ("what armour is there?", "what armour can we buy?", "how much are armours?"):
        assert chair.read(line) == Show("prices", "armour"), line
    assert any(":" in told for told in chair.show("prices", "armour"))
    meant = chair.read("do they have magic carpets for sale?")
    assert isinstance(meant, Show | Say)


def test_one_each_and_stones_for_slings() -> None:
    chair = at(with_purses(town("ose"), 50), "ose")
    one, two = (c.name.split()[0] for c in chair.state.marchers()[:2])
    found = bought(chair.read(f"we buy two flasks of oil, one each for {one} and {two}, and a ten foot pole"))
    assert [x.item for x in found].count("oil-flask") == 2 or len(found) == 3
    meant = place("town", "knave").read("buy stones for the slings")
    assert isinstance(meant, Show) and "stones" in meant.rest


def test_a_purchase_of_something_else_is_no_magic_thing() -> None:
    chair = at(with_purses(town("ose"), 50), "ose")
    assert chair.read("buy a sword +1") == Show("said", NO_MAGIC)
    assert chair.read("buy +1") != Show("said", NO_MAGIC)
