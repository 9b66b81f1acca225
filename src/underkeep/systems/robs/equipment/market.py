"""Prices, what a town sells, and what it pays. All prices are ours. Ruling: prices."""

from __future__ import annotations

from functools import cache

from underkeep.kernel.executes import executes
from underkeep.procedures.questions import Ware
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.equipment import treasure
from underkeep.world.gear import Item

PRICES = "robs:prices"
DEAR_CP = 20000
LETTER = "letter-of-credit"
CREDIT, NO_BUYER = "cash, and credit for the rest", "no buyer"
MAGIC_SHOP = "magic-shop"
CASH_CP = {"village": 2000, "town": 20000, "city": 200000}


@executes("robs:equipment.magic-shop")
@cache
def on_sale(size: str, magic: bool = False) -> dict[str, Ware]:
    """Arms, armour and gear; what costs more than 100 gold pieces only in a city, and what is magic only where the
    campaign has such shops."""
    listed = [(k, w.name, "weapons") for k, w in compendium.weapons().items()]
    listed += [(k, a.name, "armour") for k, a in compendium.armours().items()]
    listed += [(k, s.name, "gear") for k, s in compendium.sundries().items() if magic or not s.magic]
    found = {}
    for kind, name, sort in listed:
        price = compendium.prices().get(kind)
        if price is not None and (price.cp <= DEAR_CP or size == "city"):
            found[kind] = Ware(kind, name, price.cp, sort, price.count)
    return found


@executes("robs:treasure.gems.not-currency", "robs:treasure.selling")
def price_of(size: str, item: Item) -> int:
    """What one is paid in coin for one of these: half of what it costs new, a treasure's worth up to the cash that
    buyers have."""
    worth = treasure.worth_cp(item)
    if item.kind == LETTER:
        return worth if size == "city" else 0
    if worth:
        return min(worth, CASH_CP.get(size, CASH_CP["village"]))
    price = compendium.prices().get(item.kind)
    return price.cp // (2 * price.count) if price is not None and not item.broken else 0
