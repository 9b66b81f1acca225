"""Lights, loads, wares and outfits to the last flame, trifle and coin."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import below, item, one, rolling, with_items

from underkeep.errors import UnderkeepError
from underkeep.procedures.delve_actions import LightUp
from underkeep.systems.rampage.equipment import light, load, market, outfit
from underkeep.systems.rampage.equipment.light import TrimLantern
from underkeep.testing import rule
from underkeep.world.gear import Item


@rule("rampage:light.sources-table")
def test_what_the_table_is_made_into() -> None:
    made = light.kinds.__wrapped__()
    assert (made["torches"].radius, made["torches"].seconds) == (20, 3600)
    assert (made["oil-lamp"].radius, made["oil-lamp"].seconds) == (10, 36 * 600)


@rule("rampage:light.sources-table")
@pytest.mark.parametrize(("carried", "kind", "refused"), [
    (("lantern", "lamp-oil"), "lantern", False), (("lamp-oil",), "lantern", True), (("rope",), "rope", True),
    ((), "lantern", True),
])  # fmt: skip
def test_what_is_no_light_or_not_there_is_not_lit(carried: tuple[str, ...], kind: str, refused: bool) -> None:
    refusal = light.why_not_light(below(with_items(one(), *carried)), LightUp("hero", kind))
    assert (refusal is not None) is refused
    if refusal is not None:
        assert refusal.sentence == "Hero has no such light."


@rule("rampage:light.wax-candle-in-lantern")
def test_a_whole_lantern_is_trimmed_and_nothing_else() -> None:
    bearer = with_items(one(), "rope")
    lanterns = (Item("lantern", "Lantern", broken=True, id="old"), Item("lantern", "Lantern", id="new"))
    state = below(replace(bearer, items=(*bearer.items, *lanterns)))
    do = rolling(state)
    light.trim(do, TrimLantern("hero", "wax-candle"))
    assert item(do.state, "hero", "candle-lantern").id == "new"
    assert item(do.state, "hero", "lantern").id == "old" and item(do.state, "hero", "rope")


@rule("rampage:encumbrance.item-default")
def test_strange_things_are_an_item_each_and_coins_weigh_at_last() -> None:
    assert load.items_carried((Item("gold-ring", "Gold ring", count=2),)) == 2
    heap = Item("gp", "Gold piece", count=3 * load.COINS_TO_AN_ITEM)
    assert load.items_carried((Item("rope", "Rope"), heap)) == 1 + load.coins((heap,)) // load.COINS_TO_AN_ITEM
    assert load.coins((heap,)) // load.COINS_TO_AN_ITEM >= 3


@rule("rampage:equipment.lists-elsewhere")
def test_what_is_sold_and_under_which_head() -> None:
    made = market.wares.__wrapped__()
    assert [made[kind].sort for kind in ("sword", "plate", "rope", "mule")] == ["weapons", "armour", "gear", "animals"]
    assert "blade-poison" not in made and "punch" not in made


@rule("rampage:combat.ac.two-handed-no-shield")
@pytest.mark.parametrize(("weapon", "place"), [("dagger", "belt"), ("quarter-staff", "hand")])
def test_a_focus_leaves_only_what_is_quickly_drawn_at_the_belt(weapon: str, place: str) -> None:
    items = outfit.equip(("staff-focus", weapon), "man", "M")
    assert {i.kind: i.place for i in items} == {"staff-focus": "hand", weapon: place}
    assert outfit.equip((weapon,), "man", "M")[0].place == "hand"


@rule("rampage:combat.ac.two-handed-no-shield")
def test_the_first_weapon_is_named_that_takes_both_hands() -> None:
    with pytest.raises(UnderkeepError, match="Halberd takes both hands"):
        outfit.equip(("shield", "halberd", "longbow"), "man", "M")
