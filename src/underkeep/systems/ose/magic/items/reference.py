"""Treasure types and magic items, to be looked up."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from underkeep.procedures.resolution import Resolution
from underkeep.procedures.treasury import Rows
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.enchanted import MagicItem, listing, magic_items
from underkeep.systems.ose.equipment import magic_items as hoarded
from underkeep.systems.ose.equipment import treasure, treasure_means
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.magic.items import used_items
from underkeep.systems.ose.magic.items.used_items import Way
from underkeep.world.gear import Item

_WHOSE = {"hoard": "a hoard", "individual": "carried by each", "group": "carried by a group"}
_USERS = {"all": "everybody", "casters": "spell casters", "arcane": "arcane casters", "divine": "divine casters"}
WISHES, BAGS = "wishes", ("bag-of-holding", "bag-of-devouring")
BY_ITSELF = {
    "bag-of-holding": "holds 10,000 coins and weighs 600 when full",
    "bag-of-devouring": "eats what is put in after 1d6+6 turns",
    "helm-of-alignment-changing": "gives its wearer another alignment",
    "potion-of-delusion": "passes for another potion and does nothing",
    "ring-of-delusion": "passes for another ring and does nothing",
    "ring-of-spell-storing": "casts each of the 1d6 spells in it once",
    "rope-of-climbing": "climbs by itself: no check to climb",
    "cursed-scroll": "a curse on whoever looks at it",
    "war-hammer-plus-3-dwarven-thrower": "a dwarf throws it 60 feet, and it comes back",
}
"""What single items do in code of their own."""


def hoards() -> Mapping[str, str]:
    return {letter: _WHOSE[kind.belongs_to] for letter, kind in treasure.types().items()}


def roll_hoard(do: Resolution, name: str) -> tuple[Item, ...]:
    return treasure.roll_type(do, name, "a hoard", Placing(column="expert"))


def mean_gp(name: str) -> tuple[Fraction, float]:
    return treasure_means.mean_gp(name), treasure.types()[name].average_gp


def worth(item: Item) -> str:
    found = listing(item.kind)
    if found is not None:
        return found.name
    cp = treasure.worth_cp(item)
    return "" if item.kind in money.IN_CP or not cp else money.written(cp)


def items() -> Mapping[str, str]:
    return {id: item.name for id, item in magic_items().items()}


def found(do: Resolution, id: str) -> Item:
    return hoarded.found(do, id)


def item(id: str) -> Rows:
    """What an item is for whom, and everything that it does."""
    found = magic_items()[id]
    rows = [("Sort", found.sort.replace("-", ", ")), ("Looks like", found.looks), ("For", _USERS[found.users])]
    rows += [("Charges", found.charges.text)] if found.charges is not None else []
    rows += [("Does", text) for text in does(id)]
    rows += [("Left to the referee", text) for text in found.manual]
    low, high = found.expert
    rows.append(("Found on", f"d100 {low}-{high}{f', or {found.basic}' if found.basic else ''}"))
    return tuple(rows)


def does(id: str) -> tuple[str, ...]:
    """All that the program carries out for an item, in a few words each; nothing for one that is left to a person."""
    found = magic_items()[id]
    told = [magic_items()[part].name for part in found.gives]
    told += list(_as_gear(found))
    told += [f"while worn: {magic.condition}" for magic in found.worn]
    told += [BY_ITSELF[id]] if id in BY_ITSELF else []
    told += ["grants wishes, before a referee"] if WISHES in id else []
    told += [_way(way) for way in used_items.ways(id)]
    if id.startswith("scroll-of-") and "spell" in id:
        told.append("spells to be cast from it")
    return (*told, *(["leads to a hoard"] if id.startswith("treasure-map") else []))


def _as_gear(found: MagicItem) -> tuple[str, ...]:
    told = []
    if found.bonus:
        told.append(f"{found.bonus:+d}{' and cursed' if found.cursed else ''}")
    told += [f"{special.bonus:+d} against {', '.join(special.foes)}" for special in found.against]
    if found.useless:
        told.append("worth no more than no armour, and cursed")
    return tuple(told)


def _way(way: Way) -> str:
    name = way.name or way.written.name
    scenes = ", ".join(way.use.when)
    save = f", save against {way.use.save}" if way.use.save else ""
    return f"{name} ({scenes}{save})"
