"""Things that hold other things: putting in and taking out. What holds what is the game's answer.

A chapter that has containers brings these deeds; a game without one knows no such action.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol

from msgspec.structs import replace

from underkeep.procedures.chapter import AT_LEISURE, Deed
from underkeep.procedures.delve_actions import PutIn, TakeOut
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, changed, fewer, find, more, part
from underkeep.world.state import State


class Containers(Protocol):
    """What a game answers that has containers."""

    def is_container(self, item: Item) -> bool: ...
    def why_not_put(self, state: State, bearer: Creature, item: Item, into: Item) -> Refusal | None:
        """The objection to a thing in a container: too heavy, too long, too many."""
        ...


def deeds(containers: Containers) -> tuple[Deed, ...]:
    """They are legal for whatever is carried, as giving and dropping are."""
    return (
        Deed(PutIn, AT_LEISURE, _put, why_not=partial(_why_not_put, containers), free=True, personal=True),
        Deed(TakeOut, AT_LEISURE, _take, why_not=_why_not_take, free=True, personal=True),
    )


def _why_not_put(containers: Containers, state: State, action: PutIn) -> Refusal | None:
    creature = state.creatures[action.actor]
    item, into = creature.item(action.item), creature.item(action.into)
    refusal = _why_not_so_many(state, creature, item, action.count)
    if refusal is not None:
        return refusal
    if into is None or not containers.is_container(into):
        return Refusal("That holds nothing.")
    assert item is not None
    if item.id == into.id:
        return Refusal("Nothing goes into itself.")
    return containers.why_not_put(state, creature, part(item, action.count), into)


def _why_not_take(state: State, action: TakeOut) -> Refusal | None:
    creature = state.creatures[action.actor]
    return _why_not_so_many(state, creature, _inside(creature.items, action.item)[1], action.count)


def _why_not_so_many(state: State, creature: Creature, item: Item | None, count: int) -> Refusal | None:
    assert state.party is not None
    if creature.id not in state.party.members:
        return Refusal(f"{creature.id} is not in the party.")
    if item is None:
        return Refusal(f"{creature.name} carries no such thing.")
    return None if 1 <= count <= item.count else Refusal(f"{creature.name} has {item.count} of those.")


def _inside(items: tuple[Item, ...], id: str) -> tuple[Item | None, Item | None]:
    """The container that a thing lies in, and the thing."""
    for container in items:
        item = find(container.holds, id)
        if item is not None:
            return container, item
    return None, None


def _put(do: Resolution, action: PutIn) -> None:
    """Of several containers under one id, one is filled and is a thing of its own from then on."""
    creature = do.state.creatures[action.actor]
    item, into = creature.item(action.item), creature.item(action.into)
    assert item is not None and into is not None
    put = replace(part(item, action.count), place="pack")
    items = fewer(creature.items, item.id, action.count)
    filled = replace(part(into, 1), holds=more(into.holds, put))
    items = changed(items, filled) if filled.id else (*fewer(items, into.id), filled)
    do.emit(ItemsChanged(action.actor, items, "stowed", put))


def _take(do: Resolution, action: TakeOut) -> None:
    creature = do.state.creatures[action.actor]
    container, item = _inside(creature.items, action.item)
    assert container is not None and item is not None
    lighter = replace(container, holds=fewer(container.holds, item.id, action.count))
    taken = part(item, action.count)
    do.emit(ItemsChanged(action.actor, more(changed(creature.items, lighter), taken), "took-out", taken))
