"""Things: their ids, stacks and parts of stacks, what is known of them."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.audience import seen_by
from underkeep.kernel.codec import Quality
from underkeep.kernel.opaque import opaque, salt_of
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Refused
from underkeep.testing.builders import cellar, delving_party, item_id, scripted
from underkeep.testing.toy import RULESET
from underkeep.world.gear import Item, ItemBroke, ItemsChanged, find, more, seen
from underkeep.world.state import State


class Curse(Struct, Quality, frozen=True):
    charges: int
    is_cursed: bool = False

    def seen(self) -> Curse:
        return Curse(self.charges)


def party() -> State:
    return delving_party(RULESET, cellar(RULESET), "hero", "hero", in_town=True)


def lead(state: State, action: a.Give | a.Drop | a.Equip) -> State:
    return play.resolve(RULESET, state, "player", action, scripted(RULESET, state).dice).state


def test_ids_are_short_and_each_number_has_its_own() -> None:
    salt = salt_of(7)
    names = [opaque(number, salt) for number in range(5000)]
    assert len(set(names)) == 5000 and {len(name) for name in names} == {6}
    assert names != sorted(names)
    assert opaque(0, salt) != opaque(0, salt_of(8))


def test_everything_in_the_state_has_an_id_of_its_own() -> None:
    state = party()
    ids = [item.id for creature in state.creatures.values() for item in creature.items]
    assert all(ids) and len(set(ids)) == len(ids) == state.things


def test_a_whole_stack_keeps_its_id_and_a_part_has_a_new_one() -> None:
    state = party().with_creature("hero-2", items=())
    torches = item_id(state, "hero-1")
    whole = lead(state, a.Give("hero-1", "hero-2", torches, 6))
    assert [i.id for i in whole.creatures["hero-2"].items] == [torches]
    split = lead(state, a.Give("hero-1", "hero-2", torches, 2))
    (given,) = split.creatures["hero-2"].items
    assert given.count == 2 and given.id not in ("", torches)
    left = split.creatures["hero-1"].item(torches)
    assert left is not None and left.count == 4


def test_like_things_lie_on_one_stack_under_its_id() -> None:
    state = party()
    own = item_id(state, "hero-2")
    after = lead(state, a.Give("hero-1", "hero-2", item_id(state, "hero-1"), 6))
    merged = after.creatures["hero-2"].item(own)
    assert merged is not None and merged.count == 12


def test_things_of_different_quality_lie_apart() -> None:
    wand = Item("wand", "Wand", quality=Curse(3))
    both = more((wand,), replace(wand, quality=Curse(2)))
    assert [item.count for item in both] == [1, 1]
    assert [item.count for item in more((wand,), wand)] == [2]


def test_an_id_that_is_not_there_is_refused() -> None:
    state = party()
    for id in ("", "nothing", item_id(state, "hero-2")):
        with pytest.raises(Refused, match="carries no such thing"):
            lead(state, a.Drop("hero-1", id, 1))


def test_what_breaks_is_named_by_its_id() -> None:
    state = party()
    broken = ItemBroke("hero-1", item_id(state, "hero-1", 1), "coin").evolve(state)
    assert [item.broken for item in broken.creatures["hero-1"].items] == [False, True]


def test_what_is_hidden_of_a_thing_only_the_referee_sees() -> None:
    cursed = Item("ring", "Ring", quality=Curse(3, True))
    bag = Item("bag", "Bag", holds=(cursed,))
    assert [item.quality for item in seen((cursed, *bag.holds))] == [Curse(3), Curse(3)]
    told = ItemsChanged("hero-1", (cursed, bag), "found", cursed)
    owner = seen_by(told, "player", party())
    assert isinstance(owner, ItemsChanged) and owner.item is not None
    assert (owner.item.quality, owner.items[1].holds[0].quality) == (Curse(3), Curse(3))
    assert seen_by(told, REFEREE, party()) == told


def test_what_lies_in_a_container_is_not_found_before_it_is_taken_out() -> None:
    inside = Item("gem", "Gem", id="gem")
    assert find((Item("bag", "Bag", id="bag", holds=(inside,)),), "gem") is None
