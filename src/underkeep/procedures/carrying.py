"""Handing things about: giving, dropping, taking in hand, using up.

Whether a load is too great is the system's question.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, changed, fewer, less, more, part
from underkeep.world.state import State

ACTIONS = (a.Give, a.Drop, a.Equip)
PLACES = {"hand": "took in hand", "worn": "put on", "pack": "packed"}


def has(creature: Creature, kind: str) -> bool:
    return any(i.kind == kind and i.count > 0 and not i.broken for i in creature.items)


def receive(do: Resolution, creature: str, item: Item, what: str, rule: tuple[str, ...] = ()) -> None:
    have = do.state.creatures[creature].items
    do.emit(ItemsChanged(creature, more(have, replace(item, place="pack")), what, item, rule=rule))


def use_up(do: Resolution, creature: str, kind: str, what: str, count: int = 1, rule: tuple[str, ...] = ()) -> None:
    items = do.state.creatures[creature].items
    used = next(i for i in items if i.kind == kind and not i.broken)
    spent = part(used, count)
    do.emit(ItemsChanged(creature, less(items, spent), what, spent, rule=rule))


def why_not(state: State, action: Action) -> Refusal | None:
    assert isinstance(action, a.Give | a.Drop | a.Equip) and state.party is not None
    if action.actor not in state.party.members:
        return Refusal(f"{action.actor} is not in the party.")
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    if item is None:
        return Refusal(f"{creature.name} carries no such thing.")
    if isinstance(action, a.Equip):
        return None if action.place in PLACES else Refusal(f"Things are carried in {', '.join(PLACES)}.")
    if not 1 <= action.count <= item.count:
        return Refusal(f"{creature.name} has {item.count} of those.")
    if isinstance(action, a.Give) and (action.to not in state.party.members or action.to == action.actor):
        return Refusal(f"{action.to} cannot take it.")
    return None


def perform(do: Resolution, action: Action) -> None:
    assert isinstance(action, a.Give | a.Drop | a.Equip)
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    if isinstance(action, a.Equip):
        moved = changed(creature.items, replace(item, place=action.place))
        do.emit(ItemsChanged(action.actor, moved, PLACES[action.place], item))
        return
    given, kept = part(item, action.count), fewer(creature.items, item.id, action.count)
    do.emit(ItemsChanged(action.actor, kept, "dropped" if isinstance(action, a.Drop) else "handed over", given))
    if isinstance(action, a.Give):
        receive(do, action.to, given, "received")
