"""What is on sale, for how much, and what a trader pays."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import first
from tests.rules.ose.service import HAND, PC, company, run, serving, why_not

from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.equipment import market
from underkeep.systems.ose.equipment.treasure import gem
from underkeep.testing import rule
from underkeep.testing.builders import item_id
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State


def with_things(state: State, *items: Item, who: str = PC) -> State:
    return state.with_creature(who, items=items)


def with_black_market(state: State) -> State:
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, services=(market.BLACK_MARKET,)))


@rule("ose:creation.buy-equipment")
def test_the_price_lists_have_what_is_sold():
    found = {ware.kind: ware for ware in market.price_lists()}
    assert found["sword"].cost == 1000
    assert (found["torches"].count, found["torches"].cost) == (6, 100)
    assert "torch" not in found
    assert "rock" not in found
    assert found["holy-water"].cost == 2500


@rule("ose:money.conversion")
@pytest.mark.parametrize(
    ("thing", "count", "words"),
    [("sword", 1, "that costs 10 gp"), ("sword", 2, "2 of them cost 20 gp"), ("arrows", 1, "20 of them cost 5 gp")],
)
def test_a_price_beyond_the_purse_is_named(thing, count, words):
    found = why_not(company(gp=4), a.Buy(PC, thing, count))
    assert found.rule == "ose:money.conversion"
    assert words in found.sentence


@rule("ose:town.black-market")
def test_used_gear_brings_half_its_price_by_the_piece():
    state = company()
    assert market.price_of(state, Item("sword", "Sword")) == 500
    assert market.price_of(state, Item("arrows", "Arrows", count=3)) == 12, "250 cp for twenty"
    assert market.price_of(state, Item("odd-thing", "odd thing")) == 0
    assert market.price_of(state, Item("sword", "Sword", broken=True)) == 0
    assert market.price_of(state, Item("gp", "gold piece")) == 0
    assert market.price_of(state, Item("sword-plus-1", "sword")) == 0
    assert market.price_of(state, gem(50, 3)) == 5000


@rule("ose:town.black-market", "ose:treasure.unusual")
def test_the_black_market_stands_on_what_was_sold_there():
    rug = with_black_market(with_things(company(), Item("rug", "rug")))
    assert market.price_of(rug, rug.creatures[PC].items[0]) == 8000
    sold = run(rug, a.Sell(PC, item_id(rug, PC), 1))
    assert first(sold, ItemsChanged).rule == ("ose:town.black-market",)
    sword = with_black_market(with_things(company(), Item("sword", "Sword")))
    assert first(run(sword, a.Sell(PC, item_id(sword, PC), 1)), ItemsChanged).rule == ()


@rule("ose:retainer.upkeep")
def test_a_retainer_keeps_its_gear_but_sells_its_treasure():
    state = serving(company())
    armed = with_things(state, Item("sword", "Sword"), who=HAND)
    assert why_not(armed, a.Sell(HAND, item_id(armed, HAND), 1)).rule == "ose:retainer.upkeep"
    rich = with_things(state, gem(50), who=HAND)
    assert run(rich, a.Sell(HAND, item_id(rich, HAND), 1)).events
    own = with_things(state, Item("sword", "Sword"))
    assert run(own, a.Sell(PC, item_id(own, PC), 1)).events


def test_no_more_is_sold_than_somebody_has():
    state = with_things(company(), gem(50, 2))
    assert run(state, a.Sell(PC, item_id(state, PC), 2)).events
    assert "has 2 of those" in why_not(state, a.Sell(PC, item_id(state, PC), 3)).sentence
