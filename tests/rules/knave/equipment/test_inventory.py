from __future__ import annotations

import pytest
from tests.rules.knave.scenes import RULESET, carrying, scene, scores, sheet_of, the

from underkeep.errors import UnderkeepError
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.equipment import market
from underkeep.systems.knave.equipment.armour import armour_class, armour_points
from underkeep.systems.knave.equipment.inventory import fits, item_slots, slots_of, used_slots
from underkeep.systems.knave.equipment.outfit import an_item, equipped
from underkeep.testing import rule
from underkeep.testing.builders import scripted
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

PIECES = ("shield", "helmet", "gambeson", "mail-shirt", "breastplate", "arm-plate", "leg-plate")


def wearing(*kinds: str) -> State:
    return carrying(scene("knave v orc"), "knave-1", *equipped(kinds))


def points(*kinds: str) -> int:
    return armour_points(wearing(*kinds).creatures["knave-1"])


@rule("knave:encumbrance.slots")
def test_slots_are_10_and_constitution() -> None:
    assert (item_slots(0), item_slots(3)) == (10, 13)
    assert sheet_of(scores(scene("knave v orc"), "knave-1", CON=3), "knave-1").slots == 13


@rule("knave:encumbrance.one-slot-default")
def test_a_thing_fills_a_slot() -> None:
    assert used_slots((an_item("lantern"), an_item("saw"))) == 2
    assert slots_of(an_item("torch", 3)) == 3


@rule("knave:encumbrance.small-group")
def test_a_handful_of_small_things_fills_one_slot() -> None:
    assert slots_of(an_item("keys", 5)) == 1


@rule("knave:encumbrance.two-handed")
def test_what_takes_two_hands_fills_two_slots() -> None:
    assert slots_of(an_item("bow")) == 2
    assert slots_of(an_item("ladder")) == 2
    for kind, weapon in compendium.weapons().items():
        assert slots_of(an_item(kind)) == weapon.hands


@rule("knave:encumbrance.coins")
@pytest.mark.parametrize(("coins", "slots"), [(500, 1), (501, 2), (1000, 2), (1, 1)])
def test_500_coins_fill_a_slot(coins: int, slots: int) -> None:
    assert slots_of(an_item("coin", coins)) == slots


@rule("knave:encumbrance.no-excess")
def test_nothing_goes_into_full_slots() -> None:
    ropes = [an_item("rope")] * 10
    full = carrying(scene("knave v orc"), "knave-1", *ropes)
    assert not fits(full.creatures["knave-1"], an_item("saw"))
    assert fits(carrying(full, "knave-1", *ropes[1:]).creatures["knave-1"], an_item("saw"))
    with_coins = carrying(full, "knave-1", *ropes[1:], an_item("coin", 400))
    with pytest.raises(UnderkeepError, match="no free slot"):
        bought(with_coins, "torch")


@rule("knave:equipment.armor.max-pieces")
def test_seven_pieces_at_most_and_no_two_alike() -> None:
    assert len(equipped(PIECES)) == 7
    with pytest.raises(UnderkeepError, match="at most seven"):
        equipped((*PIECES, "helmet"))


@rule("knave:equipment.armor.slot-each")
def test_each_piece_fills_a_slot() -> None:
    assert used_slots(equipped(("helmet", "gambeson", "breastplate"))) == 3


@rule("knave:equipment.armor.ap-each")
def test_each_piece_gives_a_point() -> None:
    state = wearing("helmet", "gambeson", "breastplate")
    assert points("helmet", "gambeson", "breastplate") == 3
    assert armour_class(state.creatures["knave-1"]) == 14
    packed = carrying(state, "knave-1", *(Item(k, k) for k in ("helmet", "gambeson")))
    assert armour_points(packed.creatures["knave-1"]) == 0


@rule("knave:equipment.armor.ap-cap")
def test_seven_points_are_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worked example example.max-armor; and an eighth sort of armour would not help."""
    assert points(*PIECES) == 7
    assert armour_class(wearing(*PIECES).creatures["knave-1"]) == 18
    gorget = compendium.Armour("Gorget", 100, "knave:equipment.armor.prices")
    monkeypatch.setitem(compendium.armours(), "gorget", gorget)
    more = carrying(wearing(*PIECES), "knave-1", *equipped(PIECES), Item("gorget", "Gorget", "worn"))
    assert armour_points(more.creatures["knave-1"]) == 7


def test_a_shield_wants_a_free_hand_and_broken_armour_is_of_no_use() -> None:
    assert points("shield", "sword") == 1
    assert points("shield", "halberd") == 0
    broken = carrying(scene("knave v orc"), "knave-1", Item("helmet", "Helmet", "worn", broken=True))
    assert armour_points(broken.creatures["knave-1"]) == 0


@rule("knave:magic.spellbook.slot", "knave:magic.spellbook.one-spell")
def test_a_spellbook_fills_a_slot_and_holds_one_spell() -> None:
    books = [an_item(f"spellbook:{spell}") for spell in ("sleep", "knock", "web", "charm")]
    assert used_slots(tuple(books)) == 4
    assert books[0].name == "Spellbook of Sleep"
    with pytest.raises(KeyError):
        an_item("spellbook:sleep+knock")


def bought(state: State, kind: str) -> Resolution:
    do = scripted(RULESET, state)
    market.buy(do, "knave-1", kind)
    return do


@rule("knave:equipment.melee.one-handed", "knave:money.coin")
def test_buying_a_sword() -> None:
    state = carrying(scene("knave v orc"), "knave-1", an_item("coin", 80))
    do = bought(state, "sword")
    items = do.state.creatures["knave-1"].items
    assert sorted((i.kind, i.count) for i in items) == [("coin", 30), ("sword", 1)]
    assert used_slots(items) == 2
    assert the(do, ItemsChanged).rule[0] == "knave:money.coin"
    with pytest.raises(UnderkeepError, match="costs 50"):
        bought(do.state, "axe")
