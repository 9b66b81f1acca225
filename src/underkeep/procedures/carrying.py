"""Handing things about: giving, dropping, taking in hand, using up.

Whether a load is too great is the system's question.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

ACTIONS = (a.Give, a.Drop, a.Equip)
PLACES = {"hand": "took in hand", "worn": "put on", "pack": "packed"}


def has(creature: Creature, kind: str) -> bool:
    return any(i.kind == kind and i.count > 0 and not i.broken for i in creature.items)


def less(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The items without so many of one kind."""
    left, wanted = [], item.count
    for have in items:
        took = min(wanted, have.count) if have.kind == item.kind and have.name == item.name else 0
        wanted -= took
        if have.count > took:
            left.append(replace(have, count=have.count - took))
    return tuple(left)


def more(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The items with these added, like things together."""
    for index, have in enumerate(items):
        if replace(have, count=item.count) == item:
            return (*items[:index], replace(have, count=have.count + item.count), *items[index + 1 :])
    return (*items, item)


def receive(do: Resolution, creature: str, item: Item, what: str, rule: tuple[str, ...] = ()) -> None:
    have = do.state.creatures[creature].items
    do.emit(ItemsChanged(creature, more(have, replace(item, place="pack")), what, item, rule=rule))


def use_up(do: Resolution, creature: str, kind: str, what: str, count: int = 1, rule: tuple[str, ...] = ()) -> None:
    items = do.state.creatures[creature].items
    used = next(i for i in items if i.kind == kind and not i.broken)
    spent = replace(used, count=count)
    do.emit(ItemsChanged(creature, less(items, spent), what, spent, rule=rule))


def why_not(state: State, action: Action) -> Refusal | None:
    assert isinstance(action, a.Give | a.Drop | a.Equip) and state.party is not None
    if action.actor not in state.party.members:
        return Refusal(f"{action.actor} is not in the party.")
    creature = state.creatures[action.actor]
    if not 0 <= action.item < len(creature.items):
        return Refusal(f"{creature.name} carries no such thing.")
    if isinstance(action, a.Equip):
        return None if action.place in PLACES else Refusal(f"Things are carried in {', '.join(PLACES)}.")
    if not 1 <= action.count <= creature.items[action.item].count:
        return Refusal(f"{creature.name} has {creature.items[action.item].count} of those.")
    if isinstance(action, a.Give) and (action.to not in state.party.members or action.to == action.actor):
        return Refusal(f"{action.to} cannot take it.")
    return None


def perform(do: Resolution, action: Action) -> None:
    assert isinstance(action, a.Give | a.Drop | a.Equip)
    items = do.state.creatures[action.actor].items
    item = items[action.item]
    if isinstance(action, a.Equip):
        moved = (*items[: action.item], replace(item, place=action.place), *items[action.item + 1 :])
        do.emit(ItemsChanged(action.actor, moved, PLACES[action.place], item))
        return
    given = replace(item, count=action.count)
    left = replace(item, count=item.count - action.count)
    kept = (*items[: action.item], *([left] if left.count else []), *items[action.item + 1 :])
    do.emit(ItemsChanged(action.actor, kept, "dropped" if isinstance(action, a.Drop) else "handed over", given))
    if isinstance(action, a.Give):
        receive(do, action.to, given, "received")
