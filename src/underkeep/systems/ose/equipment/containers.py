"""Backpacks and sacks: how much weight goes into each. What lies in one is not at hand, and pays nothing."""

from __future__ import annotations

from underkeep.procedures.resolution import Refusal
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.equipment import load
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

MAGIC_BAGS = {"bag-of-holding": 10_000, "bag-of-devouring": 10_000}


def is_container(item: Item) -> bool:
    return _holds_coins(item) > 0 and not item.broken


def why_not_put(state: State, bearer: Creature, item: Item, into: Item) -> Refusal | None:
    """A sack goes into a backpack only if it is empty, armour only once it is off."""
    if item.holds:
        return Refusal("It must be emptied first.")
    if item.place == "worn":
        return Refusal(f"{bearer.name} wears that.")
    room = _holds_coins(into)
    is_full = _weight(state, (*into.holds, item)) > room
    return Refusal(f"{into.name} holds {room} coins of weight and no more.") if is_full else None


def _holds_coins(item: Item) -> int:
    if item.kind in MAGIC_BAGS:
        return MAGIC_BAGS[item.kind]
    found = compendium.gear().get(item.kind)
    return found.holds_coins if isinstance(found, compendium.Sundry) else 0


def _weight(state: State, items: tuple[Item, ...]) -> int:
    found = load.weights(items)
    return load.treasure_of(state, found) + found.equipment
