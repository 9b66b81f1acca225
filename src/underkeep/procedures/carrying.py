"""Handing things about: giving, dropping, taking in hand, using up.

Whether a load is too great is the system's question.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.procedures.chapter import AT_LEISURE, OUTSIDE_FIGHTS, Deed
from underkeep.procedures.delve_actions import Drop, Equip, Give
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Hoard, HoardChanged
from underkeep.world.gear import Item, ItemsChanged, Verb, changed, fewer, less, more, part
from underkeep.world.light import Light, LightPassed
from underkeep.world.state import State

PLACES: dict[str, Verb] = {"hand": "took-in-hand", "worn": "put-on", "pack": "packed"}


def deeds() -> tuple[Deed, ...]:
    """They are legal for whatever is carried, and listed by front doors when somebody asks for them. Before strangers
    things still pass from hand to hand."""
    return (
        Deed(Give, OUTSIDE_FIGHTS, _give, why_not=_why_not_give, free=True, personal=True),
        Deed(Drop, AT_LEISURE, _drop, why_not=_why_not_part_with, free=True, personal=True),
        Deed(Equip, OUTSIDE_FIGHTS, _equip, why_not=_why_not_equip, free=True, personal=True),
    )


def has(creature: Creature, kind: str) -> bool:
    return any(i.kind == kind and i.count > 0 and not i.broken for i in creature.items)


def receive(do: Resolution, creature: str, item: Item, verb: Verb, rule: tuple[str, ...] = ()) -> None:
    have = do.state.creatures[creature].items
    do.emit(ItemsChanged(creature, more(have, replace(item, place="pack")), verb, item, rule=rule))


def use_up(do: Resolution, creature: str, kind: str, verb: Verb, count: int = 1, rule: tuple[str, ...] = ()) -> None:
    items = do.state.creatures[creature].items
    used = next(i for i in items if i.kind == kind and not i.broken)
    spent = part(used, count)
    do.emit(ItemsChanged(creature, less(items, spent), verb, spent, rule=rule))


def lit(state: State, action: Give | Drop | Equip) -> Light | None:
    """The burning light in somebody's hand that is meant, by its id."""
    return next((x for x in state.lights if x.bearer == action.actor and x.id == action.item), None)


def _why_not_carried(state: State, action: Give | Drop | Equip) -> Refusal | None:
    assert state.party is not None
    if action.actor not in state.party.members:
        return Refusal(f"{action.actor} is not in the party.")
    creature = state.creatures[action.actor]
    if creature.item(action.item) is None:
        return Refusal(f"{creature.name} carries no such thing.")
    return None


def _why_not_part_with(state: State, action: Give | Drop) -> Refusal | None:
    refusal = _why_not_carried(state, action)
    if refusal is not None:
        return refusal
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    return None if 1 <= action.count <= item.count else Refusal(f"{creature.name} has {item.count} of those.")


def _why_not_give(state: State, action: Give) -> Refusal | None:
    assert state.party is not None
    light = lit(state, action)
    known = action.actor in state.party.members and action.count == 1
    refusal = None if light is not None and known else _why_not_part_with(state, action)
    if light is not None and refusal is None and action.to in state.party.members:
        taker = state.creatures[action.to]
        if taker.status != "up" or any(x.bearer == action.to for x in state.lights):
            return Refusal(f"{taker.name} has no hand free for a light.")
    if refusal is None and (action.to not in state.party.members or action.to == action.actor):
        return Refusal(f"{action.to} cannot take it.")
    return refusal


def _why_not_equip(state: State, action: Equip) -> Refusal | None:
    unknown = None if action.place in PLACES else Refusal(f"Things are carried in {', '.join(PLACES)}.")
    refusal = _why_not_carried(state, action) or unknown
    if refusal is None and (item := state.creatures[action.actor].item(action.item)) is not None:
        already = _ALREADY[action.place].format(name=state.creatures[action.actor].name, item=item.name.lower())
        return Refusal(already) if item.place == action.place else _why_not_changed(state, action, item)
    return refusal


_ALREADY = {
    "hand": "{name} has {item} in hand already.",
    "worn": "{name} wears {item} already.",
    "pack": "{name} has {item} packed already.",
}


def _why_not_changed(state: State, action: Equip, item: Item) -> Refusal | None:
    """Nobody changes armour before strangers: what is in hand or goes there is quickly done, and so is a shield."""
    quick = "hand" in (item.place, action.place) or "shield" in item.kind
    return None if state.encounter is None or quick else Refusal("Not before strangers: that takes too long.")


def _equip(do: Resolution, action: Equip) -> None:
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    moved = changed(creature.items, replace(item, place=action.place))
    do.emit(ItemsChanged(action.actor, moved, PLACES[action.place], item))


def _drop(do: Resolution, action: Drop) -> None:
    """Underground it lies where the party stands, to be taken up again; elsewhere it is gone."""
    item, party, dungeon = _part_with(do, action, "dropped"), do.state.party, do.state.dungeon
    if party is not None and party.at is not None and dungeon is not None:
        id = do.state.opaque("hoard", "dropped", party.at.area)
        lying = dungeon.hoards.get(id) or Hoard(id, party.at.area, (), party.at.square)
        do.emit(HoardChanged(replace(lying, items=more(lying.items, replace(item, place="pack"))), "dropped"))


def _give(do: Resolution, action: Give) -> None:
    """A burning light goes from hand to hand as it is."""
    light = lit(do.state, action)
    if light is not None:
        do.emit(LightPassed(light.id, light.name, action.actor, action.to, "handed"))
        return
    receive(do, action.to, _part_with(do, action, "handed-over"), "received")


def _part_with(do: Resolution, action: Give | Drop, what: Verb) -> Item:
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    given, kept = part(item, action.count), fewer(creature.items, item.id, action.count)
    do.emit(ItemsChanged(action.actor, kept, what, given))
    return given


def free_hands(creature: Creature) -> int:
    """How many hands hold neither an arm nor a shield; what a light is best borne with."""
    held = sum(item.place == "hand" for item in creature.items)
    return 2 - held - any(item.place == "worn" and "shield" in item.kind for item in creature.items)
