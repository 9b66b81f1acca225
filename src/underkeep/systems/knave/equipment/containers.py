"""Sacks: what lies in one fills its slots all the same, and is not at hand."""

from __future__ import annotations

from underkeep.procedures.resolution import Refusal
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

SACK = "sack"


def is_container(item: Item) -> bool:
    return item.kind == SACK and not item.broken


def why_not_put(state: State, bearer: Creature, item: Item, into: Item) -> Refusal | None:
    if item.kind == SACK:
        return Refusal("A sack does not go into a sack.")
    return Refusal(f"{bearer.name} wears that.") if item.place == "worn" else None
