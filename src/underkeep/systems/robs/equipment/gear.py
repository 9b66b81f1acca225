"""Gear: names people use for things, the free starter kit, and where each thing is carried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import MOST_ENCHANTMENT
from underkeep.world.gear import Item

SUNDRIES = ("rope", "rations", "backpack", "grappling-hook", "torch")
STARTING = {"torch": 3, "rations": 3}
_BONUS = re.compile(r"\+\s*(\d+)")


@executes("robs:magic-item.enchantment-bonus")
def find(name: str) -> str:
    """The kind that a name means, such as "plate", "Long Sword" or "+1 longsword"."""
    bonus = _BONUS.search(name)
    plain = _BONUS.sub(" ", name)
    kind = content.look_up(plain, _names(), "Rob's Dungeon Game", "longsword, chainmail or small shield")
    if bonus is None:
        return kind
    if kind in compendium.sundries():
        raise UnderkeepError(f'"{name.strip()}": only arms and armour are enchanted.')
    if not 1 <= int(bonus[1]) <= MOST_ENCHANTMENT:
        raise UnderkeepError(f'"{name.strip()}": an enchantment is +1 to +{MOST_ENCHANTMENT}.')
    return f"{kind}+{int(bonus[1])}"


@cache
def _names() -> Mapping[str, str]:
    """Every name of every thing."""
    found: dict[str, str] = {}
    for things in (compendium.weapons(), compendium.armours(), compendium.sundries()):
        for kind, thing in things.items():
            for name in (kind, thing.name, *thing.also):
                found[content.key(name)] = kind
    return found


@cache
def made() -> frozenset[str]:
    """Whatever is made for people of one Scale."""
    return frozenset((*compendium.weapons(), *compendium.armours()))


@executes("robs:equipment.armor.table", "robs:equipment.shield.small")
def carry(kinds: Iterable[str]) -> tuple[Item, ...]:
    """Weapons at hand, one armour and one shield worn, the rest in the pack."""
    items: list[Item] = []
    worn: set[bool] = set()
    for kind in kinds:
        weapon, armour = compendium.weapon(kind), compendium.armour(kind)
        if weapon is not None:
            items.append(Item(kind, weapon.name, "hand"))
        elif armour is not None:
            place = "pack" if armour.shield in worn else "worn"
            worn.add(armour.shield)
            items.append(Item(kind, armour.name, place))
        else:
            items.append(Item(kind, compendium.sundries()[kind].name))
    _check_hands(items)
    return tuple(items)


def provisioned(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Torches and rations for a first delve. Ruling: delve-light. The book gives neither number nor torches."""
    return tuple(replace(item, count=STARTING.get(item.kind, item.count)) for item in items)


def _check_hands(items: list[Item]) -> None:
    """Refuse a shield beside weapons that all need both hands."""
    shields = [i for i in items if i.place == "worn" and compendium.armours()[i.kind.partition("+")[0]].shield]
    weapons = [compendium.weapons()[i.kind.partition("+")[0]] for i in items if i.place == "hand"]
    one_handed = any(w.one_hand or (w.missile and w.missile_hands == 1) for w in weapons)
    if shields and weapons and not one_handed:
        raise UnderkeepError(f"{weapons[0].name} needs both hands, which leaves none for a {shields[0].name.lower()}.")
