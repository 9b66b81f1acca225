"""What is on sale, and what the town pays for things."""

from __future__ import annotations

from functools import cache

from underkeep.kernel.executes import executes
from underkeep.procedures.questions import Ware
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Armour, Weapon
from underkeep.systems.rampage.equipment import treasure
from underkeep.systems.rampage.equipment.outfit import HANDFULS
from underkeep.world.gear import Item

ANIMALS = {
    "tracking-dog": 200,
    "guard-dog": 200,
    "war-dog": 400,
    "mule": 300,
    "riding-horse": 750,
    "pony": 300,
    "donkey": 300,
    "light-war-horse": 1500,
    "war-horse": 2500,
}
"""In silver. The prices of beasts stand in for the Gear Book's."""


@executes("rampage:equipment.lists-elsewhere", "rampage:equipment.druid-sickle")
@cache
def wares() -> dict[str, Ware]:
    """Everything that has a price: the book's own where it prints one, and stand-ins for the Gear Book's."""
    found = {}
    for kind, thing in compendium.gear().items():
        if thing.for_sale and thing.cost_sp:
            sort = "weapons" if isinstance(thing, Weapon) else "armour" if isinstance(thing, Armour) else "gear"
            found[kind] = Ware(kind, thing.name, thing.cost_sp, sort, thing.bundle)
    listings = compendium.monsters()
    for kind, cost in ANIMALS.items():
        found[kind] = Ware(kind, listings[kind].name, cost, "animals")
    return found


def price_sp(item: Item) -> int:
    """Valuables fetch what they are worth, other things half of what they cost new, which is ours."""
    worth = treasure.worth_sp(item)
    if worth or item.broken or item.kind in ("gp", "sp"):
        return worth
    thing = compendium.gear().get(item.kind)
    return thing.cost_sp // (2 * thing.bundle) if thing is not None and thing.for_sale else 0


def pieces(kind: str) -> int:
    return HANDFULS.get(kind, 1)
