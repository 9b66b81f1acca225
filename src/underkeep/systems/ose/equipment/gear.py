"""Gear: finding it in the lists by name, buying it, and putting it where it belongs."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.errors import UnderkeepError, one
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.equipment import market
from underkeep.world.gear import Item


def find(text: str) -> str:
    """The id of a thing in the equipment lists, forgiving case, spaces and short names; else a sentence."""
    ids = {content.key(thing.name): kind for kind, thing in compendium.gear().items()}
    ids |= {kind: kind for kind in compendium.gear()}
    return content.look_up(text, ids, "Old-School Essentials", "sword, chainmail or shield")


@executes("ose:creation.class-equipment-limits")
def given(names: Iterable[str], character_class: CharacterClass | None) -> list[str]:
    """Gear that somebody is sent to fight with must be gear it may use. A bow comes with arrows if none are named."""
    kinds = [find(name) for name in names]
    for weapon in [compendium.weapons()[kind] for kind in kinds if kind in compendium.weapons()]:
        if weapon.ammunition and not any(missile in kinds for missile in weapon.ammunition):
            kinds.append(weapon.ammunition[0])
    _refuse_useless(kinds, character_class)
    return kinds


@executes("ose:creation.class-equipment-limits")
def _refuse_useless(kinds: list[str], character_class: CharacterClass | None) -> None:
    """Nobody sets out with what the class may not use."""
    for kind in kinds:
        if character_class is not None and not character_class.may_use(kind):
            thing = compendium.gear()[kind].name.lower()
            raise UnderkeepError(f"{one(character_class.name.lower())} cannot use the {thing}.")


@executes("ose:creation.buy-equipment", "ose:creation.class-equipment-limits")
def bought(names: Iterable[str], purse_gp: int, character_class: CharacterClass) -> tuple[list[str], int]:
    """What was bought and what is left of the money; what the class may not use is refused, and more than the purse
    holds.
    """
    kinds = [_as_sold(find(name)) for name in names]
    _refuse_useless(kinds, character_class)
    cost = sum(compendium.gear()[kind].cost_gp for kind in kinds)
    if cost > purse_gp:
        raise UnderkeepError(f"That costs {cost} gp, but the purse holds {purse_gp} gp.")
    return kinds, purse_gp - cost


def _as_sold(kind: str) -> str:
    """A thing as the price list has it: torches come by the bundle."""
    if market.ware(kind) is not None:
        return kind
    name = compendium.gear()[kind].name
    return next((ware.kind for ware in market.wares() if compendium.gear()[ware.kind].name == name), kind)


@executes("ose:creation.buy-equipment")
def shopping(character_class: CharacterClass, purse_gp: int) -> tuple[list[str], int]:
    """A sensible shopper: down the class's list, of each line the first thing the money reaches."""
    kinds: list[str] = []
    for line in character_class.shopping:
        for kind in line.split("|"):
            cost = compendium.gear()[kind].cost_gp
            if cost <= purse_gp and _is_useful(kind, kinds):
                kinds.append(kind)
                purse_gp -= cost
                break
    return kinds, purse_gp


def _is_useful(kind: str, have: list[str]) -> bool:
    """Nobody buys ammunition without the weapon."""
    if kind not in compendium.ammunition():
        return True
    return any(kind in compendium.weapons()[h].ammunition for h in have if h in compendium.weapons())


@executes("ose:creation.class-equipment-limits", "ose:class.abilities")
def fit_out(kinds: list[str], character_class: CharacterClass | None) -> tuple[Item, ...]:
    """The best armour worn, the first weapon in hand, other weapons at the belt, the rest in the pack. A shield is
    carried unless the first weapon takes both hands; what the class cannot use stays in the pack.
    """
    lists, armours, weapons = compendium.gear(), compendium.armours(), compendium.weapons()
    usable = [k for k in kinds if character_class is None or character_class.may_use(k)]
    suits = [k for k in usable if k in armours and not armours[k].bonus]
    suit = min(suits, key=lambda k: armours[k].ac, default="")
    first = next((k for k in usable if k in weapons), "")
    has_hand_free = not first or not weapons[first].is_two_handed
    items: list[Item] = []
    worn: set[str] = set()
    for kind in kinds:
        place = "pack"
        if kind not in usable or kind in worn:
            pass
        elif kind in weapons:
            place = "hand" if kind == first and kind not in worn else "worn"
        elif kind == suit or (kind in armours and armours[kind].bonus and has_hand_free):
            place = "worn"
        worn.add(kind)
        items.append(Item(kind, lists[kind].name, place, lists[kind].count))
    return tuple(items)


def weight_coins(items: Iterable[Item]) -> int:
    """What armour and weapons weigh, in coins."""
    lists = compendium.gear()
    return sum(lists[item.kind].weight_coins for item in items if item.kind in lists)
