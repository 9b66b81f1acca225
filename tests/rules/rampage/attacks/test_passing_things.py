"""Things that pass from hand to hand, and out of packs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, changed, hero, monster, options, refused_by, scene, spent

from underkeep.systems.rampage.attacks.attacks import off_hand
from underkeep.systems.rampage.attacks.passing_things import HandOver, Unpack
from underkeep.testing import rule
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State


def two(*gear: str, kind: str = "warrior", level: int = 1, friend: tuple[int, int] = (6, 5)) -> State:
    one, other = hero("one", (5, 5), kind, gear=gear or ("sword",), level=level), hero("two", friend, gear=())
    return scene(one, other, monster("orc", (30, 5)))


def thing(state: State, kind: str = "sword", who: str = "one") -> str:
    return next(i.id for i in state.creatures[who].items if i.kind == kind)


@rule("rampage:combat.gear.trade", "rampage:class.ability.swapper")
@pytest.mark.parametrize(("kind", "level", "free"), [("warrior", 1, False), ("lackey", 2, True), ("lackey", 1, False)])
def test_handing_over_costs_both_an_attack_unless_the_giver_is_a_swapper(kind: str, level: int, free: bool) -> None:
    state = two(kind=kind, level=level)
    do = act(state, HandOver("one", "two", thing(state)))
    fight = do.state.fight
    assert fight is not None and fight.has_spent("one", "attack") and fight.has_spent("two", "attack") is not free
    assert not do.state.creatures["one"].items
    assert [(i.kind, i.place) for i in do.state.creatures["two"].items] == [("sword", "hand")]
    cited = {rule for e in do.events if isinstance(e, ItemsChanged) for rule in e.rule}
    assert ("rampage:class.ability.swapper" in cited) is free and "rampage:combat.gear.trade" in cited
    busy = spent(state, "two", "attack")
    if free:
        assert HandOver("one", "two", thing(state)) in options(busy, "one")
    else:
        assert refused_by(busy, HandOver("one", "two", thing(state))) == "combat.gear.trade"


@rule("rampage:combat.gear.trade")
def test_what_cannot_be_handed_over() -> None:
    state = two("sword", "dagger")
    sword, dagger = thing(state), thing(state, "dagger")
    assert HandOver("one", "two", sword) in options(state, "one")
    assert refused_by(state, HandOver("one", "two", dagger)) == "combat.gear.trade", "it is at the belt"
    assert refused_by(state, HandOver("one", "one", sword)) == "combat.gear.trade"
    assert refused_by(state, HandOver("one", "orc", sword)) == "combat.gear.trade"
    assert refused_by(spent(state, "one", "attack"), HandOver("one", "two", sword)) == "combat.gear.trade"
    far = two(friend=(7, 5))
    assert refused_by(far, HandOver("one", "two", thing(far))) == "combat.gear.trade"
    down = changed(state, "two", status="down")
    assert refused_by(down, HandOver("one", "two", sword)) == "combat.gear.trade"


def test_one_of_several_goes_and_full_hands_leave_it_at_the_belt() -> None:
    state = two("javelin")
    armed = changed(state, "two", items=(Item("sword", "Sword", "hand"),))
    do = act(armed, HandOver("one", "two", thing(armed, "javelin")))
    assert [i.count for i in do.state.creatures["one"].items] == [2]
    assert [(i.kind, i.place, i.count) for i in do.state.creatures["two"].items][1:] == [("javelin", "belt", 1)]
    both = changed(two("shield"), "two", items=(Item("halberd", "Halberd", "hand"),))
    do = act(both, HandOver("one", "two", thing(both, "shield")))
    assert [i.place for i in do.state.creatures["two"].items] == ["hand", "belt"]
    one_handed = changed(two("shield"), "two", items=(Item("sword", "Sword", "hand"),))
    do = act(one_handed, HandOver("one", "two", thing(one_handed, "shield")))
    assert [i.place for i in do.state.creatures["two"].items] == ["hand", "hand"]


def packed(orc: tuple[int, int] = (30, 5)) -> State:
    items = tuple(Item(kind, kind.title(), "pack") for kind in ("sword", "healing-potion", "clothing"))
    state = scene(hero("one", (5, 5), gear=()), monster("orc", orc))
    return changed(state, "one", items=items)


@rule("rampage:combat.gear.unpack", "rampage:combat.actions.both.retrieve-pack")
def test_unpacking_takes_a_whole_round_out_of_melee() -> None:
    state = packed()
    do = act(state, Unpack("one", thing(state)))
    fight = do.state.fight
    assert fight is None or {"attack", "move"} <= set(fight.spent["one"])
    assert [i.place for i in do.state.creatures["one"].items] == ["hand", "pack", "pack"]
    for gone in ("attack", "move"):
        assert refused_by(spent(state, "one", gone), Unpack("one", thing(state))) == "combat.actions.both.retrieve-pack"
    assert refused_by(packed((6, 5)), Unpack("one", thing(packed((6, 5))))) == "combat.gear.unpack"
    assert refused_by(do.state, Unpack("one", thing(state))) == "combat.gear.unpack", "it is in hand"
    listed = {a.item for a in options(state, "one") if isinstance(a, Unpack)}
    assert listed == {thing(state), thing(state, "healing-potion")}, "what is of no use is not offered"
    assert Unpack("one", thing(state, "clothing")) not in options(state, "one")


def test_a_monster_hands_nothing_over() -> None:
    state = scene(monster("one", (5, 5), side="a"), hero("two", (6, 5)), monster("orc", (30, 5)))
    assert not [a for a in options(state, "one") if isinstance(a, HandOver | Unpack)]


@rule("rampage:class.ability.two-ax", "rampage:class.ability.florentine")
def test_the_second_weapon_comes_from_the_belt_if_no_shield_is_in_the_way() -> None:
    delver, merchant = hero("one", (5, 5), "delver", level=4), hero("one", (5, 5), "merchant", level=6)
    axes = (Item("hand-ax", "Hand Ax", "hand"), Item("hand-ax", "Hand Ax", "belt"))
    blades = (Item("sword", "Sword", "hand"), Item("dagger", "Dagger", "belt"))
    shield = (Item("shield", "Shield", "hand"),)
    assert off_hand(replace(delver, items=axes), "hand-ax") == "rampage:class.ability.two-ax"
    assert off_hand(replace(merchant, items=blades), "sword") == "rampage:class.ability.florentine"
    assert off_hand(replace(delver, items=(*axes, *shield)), "hand-ax") == ""
    assert off_hand(replace(merchant, items=(*blades, *shield)), "sword") == ""
    assert off_hand(replace(delver, items=axes[:1]), "hand-ax") == ""
