"""Cursed armour and shields: they seem good until somebody fights in them, and then cannot be got rid of."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import CURSED, has
from underkeep.systems.ose.basics.enchanted import listing
from underkeep.systems.ose.equipment import identifying
from underkeep.systems.ose.equipment.armour import armour_class, is_cursed, worn
from underkeep.systems.ose.equipment.arms import clinging
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

SHOWN_BONUS = 1
"""What a cursed suit or shield seems to add as long as it is only tried on."""
_WEAPON = "ose:magic-item.weapon.cursed-stuck"
_HIDDEN, _STUCK = "ose:magic-item.armour.cursed-hidden", "ose:magic-item.armour.cursed-stuck"


class CurseShown(Note, frozen=True):
    """In deadly combat somebody learns that what is worn is cursed."""

    creature: str
    thing: Item


EVENTS: tuple[type[Event], ...] = (CurseShown,)


def cursed_things(creature: Creature) -> list[Item]:
    """What somebody wears that is cursed."""
    return [item for item in creature.items if item.place == "worn" and is_cursed(item.kind)]


@executes("ose:magic-item.armour.cursed-hidden")
def armour_class_known(creature: Creature) -> int:
    """The Armour Class as its owner knows it: a curse that no fight has shown looks like a bonus of 1."""
    cursed = () if has(creature, CURSED) else cursed_things(creature)
    if not cursed or not worn(creature).rule:
        return armour_class(creature)
    sound = tuple(_seeming(item) for item in creature.items)
    return armour_class(replace(creature, items=sound))


def _seeming(item: Item) -> Item:
    if not is_cursed(item.kind):
        return item
    kind = compendium.plain(item.kind)
    name = f"shield-plus-{SHOWN_BONUS}" if kind == "shield" else f"armour-plus-{SHOWN_BONUS}@{kind}"
    return Item(name, item.name, item.place)


@executes("ose:magic-item.armour.cursed-hidden", "ose:magic-item.armour.cursed-stuck")
def in_combat(do: Resolution, creature: Creature) -> None:
    """The first blow aimed at somebody in cursed armour shows the curse, and from then on it sticks."""
    if has(creature, CURSED):
        return
    for item in cursed_things(creature):
        do.emit(CurseShown(creature.id, item, rule=(_HIDDEN,)))
        do.emit(ConditionGained(creature.id, Condition(CURSED), rule=(_STUCK,)))


def is_cursed_weapon(kind: str) -> bool:
    found = listing(kind)
    return found is not None and found.cursed and found.sort in ("sword", "weapon")


@executes("ose:magic-item.weapon.cursed-stuck")
def cling(do: Resolution, creature: str, item: str) -> None:
    """A cursed weapon that was fought with, or a cursed ring that was put on, cannot be got rid of."""
    found = do.state.creatures[creature].item(item)
    if found is None or found in clinging(do.state.creatures[creature].items):
        return
    own = listing(found.kind)
    if own is None or not own.cursed or own.sort == "armour":
        return
    stuck = identifying.change(do, creature, found, stuck=True)
    do.emit(CurseShown(creature, stuck, rule=(_of_sort(found),)))
    do.emit(ConditionGained(creature, Condition(CURSED), rule=(_of_sort(found),)))


def _of_sort(item: Item) -> str:
    """The rule by which an item of this sort sticks."""
    found = listing(item.kind)
    return "ose:magic-item.ring.cursed" if found is not None and found.sort == "ring" else _WEAPON


def lifted(do: Resolution, event: ConditionEnded) -> None:
    """Magic has ended a curse: what stuck can be put down."""
    if event.name != CURSED:
        return
    for item in clinging(do.state.creatures[event.creature].items):
        identifying.change(do, event.creature, item, stuck=False)


def why_not_part_with(state: State, action: a.Equip | a.Drop | a.Give | a.Sell | a.PutIn | a.Offer) -> Refusal | None:
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    return why_not_lose(creature, item) if item is not None else None


@executes("ose:magic-item.armour.cursed-stuck", "ose:magic-item.weapon.cursed-stuck", "ose:magic-item.ring.cursed")
def why_not_lose(creature: Creature, item: Item) -> Refusal | None:
    """A curse that has shown itself lets nobody take off, drop, put away or give away what carries it."""
    if item in clinging(creature.items):
        return Refusal(f"{creature.name} cannot get rid of the {item.name.lower()}: it is cursed.", _of_sort(item))
    if not has(creature, CURSED) or item not in cursed_things(creature):
        return None
    return Refusal(f"{creature.name} cannot get rid of the {item.name.lower()}: it is cursed.", _STUCK)
