from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, hero, monster, scene

from underkeep.errors import UnderkeepError
from underkeep.systems.rampage.basics.actions import Draw, PickUp
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.equipment.load import burden, items_carried, movement_in
from underkeep.testing import rule
from underkeep.world.creature import Creature
from underkeep.world.gear import Item


def with_items(count: int, **given: int | str) -> Creature:
    bearer = hero("x", gear=(), **given)  # type: ignore[arg-type]
    return replace(bearer, items=tuple(Item("rope", "Rope") for _ in range(count)))


@rule("rampage:abilities.str.carry", "rampage:encumbrance.loaded", "rampage:encumbrance.encumbered",
      "rampage:encumbrance.maximum", "rampage:encumbrance.item-default")  # fmt: skip
@pytest.mark.parametrize(
    ("count", "told"),
    [(10, "unloaded"), (11, "loaded"), (20, "loaded"), (21, "encumbered"), (30, "encumbered"), (31, "too much")],
)
def test_burdens_of_strength_10(count: int, told: str) -> None:
    bearer = with_items(count)
    assert burden(sheet(bearer), bearer.items) == told


@rule("rampage:movement.loaded", "rampage:movement.encumbered")
def test_burdens_slow_one_down() -> None:
    assert [movement_in(with_items(n)) for n in (10, 11, 21, 31)] == [12, 9, 6, 0]


@rule("rampage:movement.encumbered", "rampage:combat.pavis.carry")
def test_anything_big_slows_as_much_as_a_full_load() -> None:
    assert movement_in(hero("x", gear=("chain-mail", "sword"))) == 9
    assert movement_in(hero("x", gear=("chain-mail", "sword", "pavis"))) == 3
    assert movement_in(replace(with_items(31), items=(*with_items(31).items, Item("pavis", "Pavis")))) == 0


@rule("rampage:combat.pavis.carry")
def test_a_pavis_takes_both_hands() -> None:
    bearer = hero("x", (5, 5), gear=("sword", "shield", "pavis"))
    assert {i.kind: i.place for i in bearer.items} == {"pavis": "hand", "sword": "belt", "shield": "pack"}
    with pytest.raises(UnderkeepError, match="too large to carry with both hands full"):
        hero("x", gear=("halberd", "pavis"))
    drawn = act(scene(bearer, monster("orc", (20, 5))), Draw("x", "sword")).state
    assert {i.kind: i.place for i in drawn.creatures["x"].items}["pavis"] == "ground"
    assert movement_in(drawn.creatures["x"]) == 12
    again = act(drawn, PickUp("x", "pavis")).state.creatures["x"]
    assert {i.kind: i.place for i in again.items} == {"pavis": "hand", "sword": "belt", "shield": "pack"}


@rule("rampage:class.ability.pack-hauler")
def test_a_lackey_hauls_as_if_five_stronger() -> None:
    assert [movement_in(with_items(n, kind="lackey")) for n in (15, 16, 30, 31, 45, 46)] == [12, 9, 9, 6, 6, 0]


@rule("rampage:encumbrance.trifles")
def test_a_dozen_trifles_are_one_item() -> None:
    def bandages(count: int) -> tuple[Item, ...]:
        return (Item("bandages", "Bandages", count=count),)

    assert [items_carried(bandages(n)) for n in (1, 12, 13)] == [1, 1, 2]
    assert items_carried((Item("tallow-candle", "Tallow Candle", count=12),)) == 1
    assert items_carried((Item("tallow-candle", "Tallow Candle", count=24), Item("rope", "Rope"))) == 3


@rule("rampage:encumbrance.free")
def test_clothes_belts_packs_and_sacks_weigh_nothing() -> None:
    free = ("clothing", "belt", "backpack", "large-sack", "boots")
    assert items_carried(tuple(Item(kind, kind, count=2) for kind in free)) == 0
