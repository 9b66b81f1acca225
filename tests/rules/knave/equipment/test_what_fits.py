"""Bundles, shares, torches and levels, to the last slot."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, carrying, coins, delvers, has, on_sheet, scene, sheet_of, the

from underkeep.errors import UnderkeepError
from underkeep.procedures import carrying as carrying_on
from underkeep.procedures.delve_actions import Equip
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.equipment import experience, light, market, outfit
from underkeep.systems.knave.equipment.inventory import bundle, fits, free_slots, rule_against
from underkeep.systems.knave.exploration import aftermath, carried, exploring
from underkeep.testing import rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import SheetChanged
from underkeep.world.dungeon import HoardChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.light import Light, LightLit, LightWentOut
from underkeep.world.state import State


def laden(things: int, *items: Item, wounds: int = 0) -> State:
    """hero-1 has ten slots, so many of them full."""
    state = carrying(delvers(), "hero-1", *(Item(f"thing-{n}", f"Thing {n}") for n in range(things)), *items)
    return on_sheet(state, "hero-1", wounds=wounds)


@rule("knave:encumbrance.slots", "knave:equipment.armor.slot-each", "knave:equipment.missile.quiver")
def test_bundles() -> None:
    assert bundle("sword") == (1, 1) and bundle("halberd") == (1, compendium.weapons()["halberd"].slots)
    assert bundle("helmet") == (1, compendium.armours()["helmet"].slots)
    assert bundle("dog") == (1, 0) and bundle("no such thing") == (1, 1)
    for kind in ("coin", "arrow", "ration", "torch"):
        goods = compendium.goods()[kind]
        assert bundle(kind) == (goods.bundle, goods.slots)
    assert bundle("spellbook:anything") == (
        compendium.goods()["spellbook"].bundle,
        compendium.goods()["spellbook"].slots,
    )


@rule("knave:encumbrance.no-excess")
@pytest.mark.parametrize(
    ("full", "wounds", "room"),
    [(0, 0, 3), (7, 0, 3), (8, 0, 2), (9, 0, 1), (10, 0, 0), (7, 2, 1), (12, 0, 0), (10, 2, 0)],
)
def test_room_for_what_fills_a_slot_each(full: int, wounds: int, room: int) -> None:
    hero = laden(full, wounds=wounds).creatures["hero-1"]
    assert exploring.room_for(hero, Item("rope", "Rope", count=3)) == room


@rule("knave:encumbrance.no-excess", "knave:encumbrance.coins")
def test_coins_go_on_top_of_those_that_are_there() -> None:
    size, _ = bundle("coin")
    hero = laden(9, coins(size - 10)).creatures["hero-1"]
    assert exploring.room_for(hero, coins(50)) == 10
    empty = laden(9).creatures["hero-1"]
    assert exploring.room_for(empty, coins(size + 5)) == size
    assert exploring.room_for(laden(10).creatures["hero-1"], coins(5)) == 0
    beast = on_sheet(laden(10), "hero-1", slots=0).creatures["hero-1"]
    assert exploring.room_for(beast, coins(5)) == 5


@rule("knave:encumbrance.no-excess", "knave:encumbrance.coins")
def test_what_one_cannot_carry_the_next_does_and_the_rest_stays() -> None:
    state = carrying(laden(9), "hero-2", *(Item(f"thing-{n}", f"Thing {n}") for n in range(9)))
    rope, pole = Item("rope", "Rope", count=3), Item("pole", "Pole")
    assert [(id, item.kind, item.count) for id, item in exploring.share(state, (rope, pole))] == [
        ("hero-1", "rope", 1),
        ("hero-2", "rope", 1),
    ]
    two = carrying(laden(8), "hero-2", *(Item(f"thing-{n}", f"Thing {n}") for n in range(10)))
    assert [(id, item.kind) for id, item in exploring.share(two, (pole, Item("rope", "Rope")))] == [
        ("hero-1", "pole"),
        ("hero-1", "rope"),
    ]


@rule("knave:equipment.armor.max-pieces")
def test_how_gear_is_put_on() -> None:
    found = outfit.equipped(("bow", "dagger", "helmet", "rope", "rope", "arrow"))
    assert [(i.kind, i.place, i.count) for i in found] == [
        ("bow", "hand", 1),
        ("dagger", "pack", 1),
        ("helmet", "worn", 1),
        ("arrow", "pack", outfit.QUIVERFUL),
        ("rope", "pack", 2),
    ]
    assert [i.kind for i in outfit.equipped(("sword", "arrow"))] == ["sword", "arrow"]
    assert [i.kind for i in outfit.equipped(("sword", "rope"))] == ["sword", "rope"]
    assert [i.kind for i in outfit.equipped(("bow",))] == ["bow", "arrow"]
    pieces = tuple(compendium.armours())
    with pytest.raises(UnderkeepError, match="one helmet too many"):
        outfit.equipped(("helmet", "helmet"))
    assert len(outfit.equipped(pieces[:7])) == 7
    if len(pieces) > 7:
        with pytest.raises(UnderkeepError):
            outfit.equipped(pieces[:8])


@rule("knave:encumbrance.no-excess")
def test_extras_leave_room_for_what_will_be_found() -> None:
    gear = tuple(Item(f"thing-{n}", "Thing") for n in range(3))
    need, extra, more = Item("ration", "Ration"), Item("rope", "Rope"), Item("pole", "Pole")
    spare = outfit.SPARE_SLOTS
    taken, left = outfit.loaded(gear, (need,), (extra, more), 3 + 1 + 1 + spare)
    assert [i.kind for i in taken[-2:]] == ["ration", "rope"] and [i.kind for i in left] == ["pole"]
    assert outfit.loaded(gear, (need,), (), 4)[1] == () and outfit.loaded(gear, (need,), (), 3)[1] == (need,)
    with pytest.raises(UnderkeepError, match="fills 3 slots"):
        outfit.loaded(gear, (), (), 2)
    mixed, rest = outfit.loaded(gear, (), (Item("halberd", "Halberd"), extra), 3 + 1 + spare)
    assert [i.kind for i in mixed[3:]] == ["rope"] and [i.kind for i in rest] == ["halberd"]


# Torches


def doused(uses: int, why: str = "doused", name: str = "Torch", full: int = 0, **bearer: object) -> Resolution:
    state = laden(full)
    for id in state.creatures.keys() - {"hero-1"}:
        state = state.with_creature(id, status="down")
    state = state.with_creature("hero-1", **bearer) if bearer else state
    torch = Light("light-1", "hero-1", "torch", name, 30, None)
    do = scripted(RULESET, replace(state, lights=(torch,)))
    if uses:
        do.emit(light.UsesMarked("light-1", uses))
    light.on_out(do, LightWentOut("light-1", "hero-1", name, why))
    return do


def kept(do: Resolution) -> list[str]:
    return [i.name for e in do.events if isinstance(e, ItemsChanged) for i in e.items if i.kind == "torch"]


@rule("knave:light.torch.three-uses")
def test_a_torch_put_out_is_kept_for_the_uses_left() -> None:
    assert kept(doused(0)) == ["Torch"]
    assert kept(doused(1)) == ["Torch (2 uses left)"] and kept(doused(2)) == ["Torch (1 use left)"]
    assert kept(doused(3)) == []
    assert kept(doused(1, why="burnt down")) == [] and kept(doused(1, name="Lantern")) == []
    assert kept(doused(1, full=10)) == [] and kept(doused(1, status="down")) == []
    assert kept(doused(1, why="rain")) == ["Torch (2 uses left)"]


@rule("knave:light.torch.three-uses")
def test_another_keeps_the_torch_for_which_its_bearer_has_no_room() -> None:
    state = carrying(delvers(2), "hero-1", *(Item(f"thing-{n}", f"Thing {n}") for n in range(10)))
    state = carrying(state, "hero-2")
    do = scripted(RULESET, replace(state, lights=(Light("light-1", "hero-1", "torch", "Torch", 30, None),)))
    light.on_out(do, LightWentOut("light-1", "hero-1", "Torch", "doused"))
    assert [item.kind for item in do.state.creatures["hero-2"].items] == ["torch"]


# Experience


@rule("knave:xp.carousing")
@pytest.mark.parametrize(("xp", "earned"), [(-1, False), (0, False), (1, True)])
def test_nothing_spent_is_nothing_learnt(xp: int, earned: bool) -> None:
    do = scripted(RULESET, delvers())
    experience.earn(do, "hero-1", xp)
    assert has(do, SheetChanged) is earned
    assert sheet_of(do.state, "hero-1").xp == max(0, xp)


@rule("knave:damage.hp-first", "knave:damage.wound-per-point")
def test_life_is_hit_points_and_whole_slots() -> None:
    state = on_sheet(scene("knave v ogre").with_creature("knave-1", hp=3), "knave-1", wounds=4)
    assert RULESET.life(state.creatures["knave-1"]) == (3 + 10 - 4, 4 + 10)


@rule("knave:magic.spellbook.sources", "knave:encumbrance.no-excess")
@pytest.mark.parametrize(
    ("kind", "cites"), [("spellbook:x", "magic.spellbook.sources"), ("rope", "encumbrance.no-excess")]
)
def test_what_lies_about(kind: str, cites: str) -> None:
    do = scripted(RULESET, delvers())
    aftermath._lay_down(do, (Item(kind, "Thing"),))
    assert the(do, HoardChanged).rule == (f"knave:{cites}",)
    aftermath._lay_down(do, (Item("pole", "Pole"),))
    last = [e for e in do.events if isinstance(e, HoardChanged)][-1]
    assert [item.kind for item in last.hoard.items] == [kind, "pole"]
    nothing = scripted(RULESET, delvers())
    aftermath._lay_down(nothing, ())
    assert not nothing.events


@rule("knave:damage.wounded-slot-unusable", "knave:encumbrance.no-excess")
def test_wounds_take_the_room_of_things() -> None:
    for full, wounds, free in ((0, 0, 10), (3, 0, 7), (3, 2, 5), (8, 2, 0)):
        hero = laden(full, wounds=wounds).creatures["hero-1"]
        assert free_slots(hero) == free
        assert fits(hero, Item("rope", "Rope")) is (free > 0)
    hurt, whole = laden(8, wounds=2).creatures["hero-1"], laden(10).creatures["hero-1"]
    rope = Item("rope", "Rope")
    assert rule_against(hurt, rope) == "knave:damage.wounded-slot-unusable"
    assert rule_against(laden(9, wounds=1).creatures["hero-1"], rope) == "knave:damage.wounded-slot-unusable"
    assert rule_against(whole, rope) == "knave:encumbrance.no-excess"
    assert rule_against(laden(10, wounds=1).creatures["hero-1"], rope) == "knave:encumbrance.no-excess"
    beast = on_sheet(laden(12), "hero-1", slots=0).creatures["hero-1"]
    assert fits(beast, rope)


@rule("knave:equipment.goods.band-judgement")
def test_what_no_list_has_is_common_unless_it_is_said() -> None:
    assert market.band_of(scripted(RULESET, delvers()), "moon-cheese") == "common"
    for kind, goods in compendium.goods().items():
        usual = goods.band if goods.rule or goods.band in market.PRICE_COINS else "common"
        assert market.band_of(scripted(RULESET, delvers()), kind) == usual


@rule("knave:equipment.armor.max-pieces")
def test_what_is_worn_counts_and_what_is_carried_does_not() -> None:
    kinds = list(compendium.armours())

    def refused_on(wearing: int, *more: Item) -> str:
        worn = [Item(kind, kind, "worn", id=f"w{n}") for n, kind in enumerate(kinds[:wearing])]
        state = carrying(delvers(), "hero-1", *worn, *more)
        refusal = carried.why_not_wear(state, Equip("hero-1", "new", "worn"))
        return refusal.rule if refusal is not None else ""

    new, spare = Item(kinds[0], "New", id="new"), Item(kinds[0], "Spare", id="spare")
    assert refused_on(0, new, spare) == "" and refused_on(1, new) == "knave:equipment.armor.max-pieces"
    last = Item(kinds[-1], "New", id="new")
    assert refused_on(6, last) == ""
    if len(kinds) > 7:
        assert refused_on(7, last) == "knave:equipment.armor.max-pieces"
    assert refused_on(0, Item("rope", "Rope", id="new")) == "knave:equipment.armor.ap-each"


@rule("knave:money.coin", "knave:encumbrance.no-excess")
def test_a_thing_is_bought_for_the_last_coin_and_into_the_last_slot() -> None:
    def bought(things: int, purse: int) -> int:
        do = scripted(RULESET, laden(things, coins(purse)))
        market.buy(do, "hero-1", "rope")
        return sum(i.count for i in do.state.creatures["hero-1"].items if i.kind == "coin")

    price = market.price("rope")
    assert bought(0, price) == 0 and bought(0, price + 1) == 1 and bought(9, price) == 0
    with pytest.raises(UnderkeepError, match=f"has {price - 1} coins; that costs {price}"):
        bought(0, price - 1)
    with pytest.raises(UnderkeepError, match="no free slot"):
        bought(9, price + 1)
    for kind in ("dog", next(iter(compendium.clothing()))):
        with pytest.raises(UnderkeepError, match="only gear"):
            market.buy(scripted(RULESET, laden(0, coins(9999))), "hero-1", kind)


def in_a_lantern(uses: int) -> Resolution:
    """hero-1 has a lantern that burnt so many of its six uses, and puts it out."""
    state = carrying(delvers(), "hero-1", Item("lantern", "Lantern"), Item("lamp-oil", "Lamp oil", id="fresh"))
    burning = Light("light-1", "hero-1", "lantern", "Lantern", 30, None)
    do = scripted(RULESET, replace(state, lights=(burning,)))
    if uses:
        do.emit(light.UsesMarked("light-1", uses))
    light.on_out(do, LightWentOut("light-1", "hero-1", "Lantern", "doused"))
    return do


def oil(do: Resolution) -> list[str]:
    return [item.name for item in do.state.creatures["hero-1"].items if item.kind == "lamp-oil"]


@rule("knave:light.torch.three-uses")
def test_the_oil_of_a_lantern_put_out_is_kept_and_burns_first() -> None:
    assert oil(in_a_lantern(0)) == ["Lamp oil", "Lamp oil"]
    assert oil(in_a_lantern(5)) == ["Lamp oil (1 use left)", "Lamp oil"]
    assert oil(in_a_lantern(6)) == ["Lamp oil"]
    do = in_a_lantern(5)
    carrying_on.use_up(do, "hero-1", "lamp-oil", "lit")
    assert oil(do) == ["Lamp oil"]
    again = Light("light-2", "hero-1", "lantern", "Lantern", 30, None)
    do.emit(LightLit(again))
    light.on_lit(do, LightLit(again))
    assert light.uses_left(do.state, again) == "1 use left"
