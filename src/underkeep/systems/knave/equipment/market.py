"""Prices, and what is sold where."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.equipment.inventory import added, fits
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged

BAND_JUDGEMENT = "knave:equipment.goods.band-judgement"
PRICE_COINS = {"common": 5, "uncommon": 20, "rare": 100}
SOLD_IN = {"common": ("village", "town", "city"), "uncommon": ("town", "city"), "rare": ("city",)}
COIN = "coin"


@executes(
    "knave:money.coin",
    "knave:equipment.common.price",
    "knave:equipment.uncommon.price",
    "knave:equipment.rare.price",
    "knave:equipment.melee.one-handed",
    "knave:equipment.melee.two-handed",
    "knave:equipment.armor.prices",
    "knave:equipment.goods.prices",
    "knave:equipment.weapons.summary",
    "knave:equipment.animals.prices",
    "knave:equipment.clothing.prices",
)
def price(kind: str) -> int:
    """In coins; a rare thing costs what is the least for rare things. Ruling: arrow-price."""
    for shelf in (compendium.weapons(), compendium.armours(), compendium.animals(), compendium.clothing()):
        if kind in shelf:
            return shelf[kind].price_coins
    goods = compendium.goods().get(kind)
    if goods is None or goods.band not in PRICE_COINS:
        raise UnderkeepError(f'"{kind[:40]}" has no price.')
    return PRICE_COINS[goods.band]


@executes(
    "knave:equipment.common.availability",
    "knave:equipment.uncommon.availability",
    "knave:equipment.rare.availability",
    "knave:magic.spellbook.sources",
)
def wares(settlement: str) -> tuple[str, ...]:
    """The general goods that can be had in a village, a town or a city."""
    return tuple(kind for kind, goods in compendium.goods().items() if settlement in SOLD_IN.get(goods.band, ()))


@executes("knave:equipment.goods.band-judgement")
def band_of(do: Resolution, kind: str) -> str:
    """The rarity of goods; the referee places what the book does not list."""
    goods = compendium.goods().get(kind)
    if goods is not None and goods.rule:
        return goods.band
    default = goods.band if goods is not None and goods.band in PRICE_COINS else "common"
    return do.ruling(BAND_JUDGEMENT, tuple(PRICE_COINS), default, kind)


def coins_of(creature: Creature) -> int:
    return sum(item.count for item in creature.items if item.kind == COIN)


@executes("knave:money.coin", "knave:encumbrance.no-excess")
def buy(do: Resolution, id: str, kind: str) -> None:
    """Pays and packs a thing, if there are the coins and the slots for it."""
    creature = do.state.creatures[id]
    cost = price(kind)
    if kind in compendium.animals() or kind in compendium.clothing():
        raise UnderkeepError(f"{kind.replace('-', ' ').capitalize()}: only gear goes into item slots.")
    left = coins_of(creature) - cost
    if left < 0:
        raise UnderkeepError(f"{creature.name} has {left + cost} coins; that costs {cost}.")
    paid = _paid(creature.items, left)
    thing = an_item(kind)
    if not fits(replace(creature, items=paid), thing):
        raise UnderkeepError(f"{creature.name} has no free slot for that.", "knave:encumbrance.no-excess")
    rule = ("knave:money.coin", "knave:encumbrance.no-excess")
    do.emit(ItemsChanged(id, added(paid, thing), "bought", thing, cost, rule=rule))


def _paid(items: tuple[Item, ...], left: int) -> tuple[Item, ...]:
    rest = tuple(item for item in items if item.kind != COIN)
    return (*rest, an_item(COIN, left)) if left else rest
