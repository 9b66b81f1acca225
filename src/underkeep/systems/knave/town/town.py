"""The town: how large it is, what it sells, what is said there, and days of rest in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeVar

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.questions import Ware
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.campaign import with_campaign
from underkeep.systems.knave.basics.town_life import KnaveTown
from underkeep.systems.knave.checks import healing, waterskins
from underkeep.systems.knave.equipment import market
from underkeep.systems.knave.equipment.inventory import (
    added,
    fits,
    free_slots,
    free_slots_told,
    rule_against,
    rule_of_slots,
    slots_of,
)
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.systems.knave.exploration import treasure
from underkeep.systems.knave.magic import potions
from underkeep.systems.knave.town import consequences_of_ties, hirelings
from underkeep.systems.knave.travel import days
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, fewer, less, part
from underkeep.world.settlement import Settlement, SettlementChanged
from underkeep.world.state import State

SIZES = ("village", "village", "town", "town", "town", "city")
BANDS = {"village": ("common",), "town": ("common", "uncommon"), "city": ("common", "uncommon", "rare")}
EXPERTS = {"common": 6, "uncommon": 5, "rare": 4}
NAMES = ("Ashby", "Crowmarsh", "Dunmere", "Fallowford", "Grimstead", "Hollin", "Mudwick", "Stonegate")
FACTIONS = (
    "the Chandlers' Guild", "the Night Watch", "the Brothers of the Bell", "the Rat Crows", "the Salt House",
    "the Old Families", "the Lamp Society", "the Drowned Church",
)  # fmt: skip
INN, WATCH, TEMPLE, SAGE, BLACK_MARKET = "inn", "watch", "temple", "sage", "black market"
HAVE = {
    "village": (INN,),
    "town": (INN, WATCH, TEMPLE),
    "city": (INN, WATCH, TEMPLE, SAGE, BLACK_MARKET),
}
"""The services of a place by its size. Ours."""
POTION, POTION_COINS = "potion", 100
PRICED_BY = {
    "armour": ("knave:equipment.armor.prices",),
    "animals": ("knave:equipment.animals.prices",),
    "clothing": ("knave:equipment.clothing.prices",),
    **{
        f"knave:equipment.{sort}": (f"knave:equipment.{sort}", "knave:equipment.weapons.summary")
        for sort in ("melee.one-handed", "melee.two-handed", "missile.sling", "missile.bow")
    },
}
ARID_IN_6 = 1

T = TypeVar("T")


class CoinsBroughtHome(Event, frozen=True):
    """What the party had in its purses when it came home."""

    coins: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, coins_at_home=self.coins)


class NotSold(Note, frozen=True):
    """A ware is not had after all; `why` says what stands against it."""

    creature: str
    ware: str
    why: str


EVENTS: tuple[type[Event], ...] = (CoinsBroughtHome, NotSold)


@executes(
    "knave:equipment.common.availability", "knave:equipment.uncommon.availability", "knave:equipment.rare.availability"
)
def found(do: Resolution, name: str = "", dry: bool | None = None) -> None:
    """Its size decides what is sold and who can teach. How dry the country is, is known of one that is on a map."""
    size = SIZES[do.roll(1, 6, "size of the settlement").total - 1]
    name = name or str(do.pick(NAMES, "name of the settlement"))
    experts, factions = tuple(_experts(do, size)), tuple(_some(do, FACTIONS, 3, "faction"))
    arid = do.roll(1, 6, "whether the country is dry").total <= ARID_IN_6 if dry is None else dry
    people = hirelings.applicants(do, {"village": 2, "town": 3, "city": 5}[size])
    services = (*(f"{band} goods" for band in BANDS[size]), f"masters ({', '.join(experts)})", *HAVE[size])
    life = KnaveTown(experts, factions, arid)
    town = Settlement(name, size, services, (), (), people, life=life)
    do.emit(SettlementChanged(town, "founded", rule=("knave:equipment.goods.prices",)))


def _some(do: Resolution, choices: Sequence[T], count: int, why: str) -> list[T]:
    left, chosen = list(choices), []
    for _ in range(min(count, len(left))):
        chosen.append(left.pop(do.dice.roll(1, len(left), why)[0] - 1) if len(left) > 1 else left.pop())
    return chosen


@executes("knave:downtime.career.expert")
def _experts(do: Resolution, size: str) -> list[str]:
    """Who is a master of what here."""
    found: list[str] = []
    for band in BANDS[size]:
        names = tuple(c.name for c in compendium.careers().values() if c.band == band)
        found += [str(name) for name in _some(do, names, EXPERTS[band], "expert")]
    return found


def wares(state: State) -> Iterable[Ware]:
    assert state.settlement is not None
    return on_sale(state.settlement.size).values()


def ware(state: State, kind: str) -> Ware | None:
    """What is on sale under this name."""
    assert state.settlement is not None
    return on_sale(state.settlement.size).get(kind)


@executes(
    "knave:equipment.common.availability",
    "knave:equipment.uncommon.availability",
    "knave:equipment.rare.availability",
    "knave:equipment.goods.prices",
    "knave:equipment.animals.prices",
    "knave:equipment.clothing.prices",
)
@cache
def on_sale(size: str) -> dict[str, Ware]:
    """General goods by the size of the place; arms, beasts and clothes anywhere; potions in a city."""
    found = [Ware(k, w.name, market.price(k), "weapons") for k, w in compendium.weapons().items() if w.for_sale]
    found += [Ware(k, w.name, market.price(k), "armour") for k, w in compendium.armours().items()]
    found += [Ware(k, compendium.goods()[k].name, market.price(k), "goods") for k in market.wares(size)]
    found += [Ware(k, w.name, w.price_coins, "animals") for k, w in compendium.animals().items()]
    found += [Ware(k, w.name, w.price_coins, "clothing") for k, w in compendium.clothing().items()]
    if "rare" in BANDS[size]:
        found.append(Ware(POTION, "Unlabelled potion", POTION_COINS, "magic"))
    return {ware.kind: ware for ware in found}


def thing(kind: str, count: int) -> Item:
    """What is handed over the counter."""
    other = compendium.animals().get(kind) or compendium.clothing().get(kind)
    return Item(kind, other.name, count=count) if other is not None else an_item(kind, count)


@executes("knave:money.coin", "knave:encumbrance.no-excess")
def why_not_buy(state: State, creature: Creature, ware: Ware, count: int) -> Refusal | None:
    """A ware needs the coins for it and the slots to carry it."""
    cost = ware.cost * count
    if market.coins_of(creature) < cost:
        return Refusal(f"{creature.name} has {market.coins_of(creature)} coins; that costs {cost}.", "knave:money.coin")
    bought = Item("potion-red", "Potion", count=count) if ware.kind == POTION else thing(ware.kind, count)
    if slots_of(bought) <= free_slots(creature):
        return None
    paid = less(creature.items, Item("coin", an_item("coin").name, count=cost))
    if not fits(replace(creature, items=paid), bought):
        against = rule_against(replace(creature, items=paid), bought)
        return Refusal(f"{creature.name} has {free_slots_told(creature)} and that takes {slots_of(bought)}.", against)
    return None


@executes("knave:money.coin", "knave:encumbrance.no-excess")
def buy(do: Resolution, creature: Creature, ware: Ware, count: int) -> None:
    """Pays for the ware and packs it; a potion's nature is learnt by drinking."""
    ware = _as_ruled(do, ware)
    why_not = _why_not_after_all(do.state, creature, ware, count)
    if why_not:
        do.emit(NotSold(creature.id, ware.name, why_not, rule=(market.BAND_JUDGEMENT,)))
        return
    items = [potions.bought(do) for _ in range(count)] if ware.kind == POTION else [thing(ware.kind, count)]
    coin = Item("coin", an_item("coin").name, count=ware.cost * count)
    carried = less(do.state.creatures[creature.id].items, coin)
    for item in items:
        carried = added(carried, item)
    goods = Item(ware.kind, ware.name, count=sum(item.count for item in items))
    rule = ("knave:money.coin", *rules_of_ware(ware.kind), *(rule_of_slots(item.kind) for item in items[:1]))
    do.emit(ItemsChanged(creature.id, carried, "bought", goods, coin.count, rule=rule))


@executes("knave:equipment.goods.band-judgement")
def _as_ruled(do: Resolution, ware: Ware) -> Ware:
    """Goods that no list prices cost what the referee's band for them costs."""
    goods = compendium.goods().get(ware.kind)
    if goods is None or goods.rule:
        return ware
    return replace(ware, cost=market.PRICE_COINS[market.band_of(do, ware.kind)])


@executes("knave:equipment.goods.band-judgement")
def _why_not_after_all(state: State, creature: Creature, ware: Ware, count: int) -> str:
    """Why a ware whose band was judged otherwise than usual is not had: nobody here sells such, or it is too dear."""
    assert state.settlement is not None
    goods = compendium.goods().get(ware.kind)
    if goods is None or goods.rule:
        return ""
    band = next(band for band, cost in market.PRICE_COINS.items() if cost == ware.cost)
    if band not in BANDS[state.settlement.size]:
        return "nobody here sells such a thing"
    return "that costs more than there is" if ware.cost * count > market.coins_of(creature) else ""


def rules_of_ware(kind: str) -> tuple[str, ...]:
    """The rules that set what a ware costs, and where it is had."""
    goods = compendium.goods().get(kind)
    if goods is None:
        return PRICED_BY.get(_shelf(kind), ())
    band = (f"knave:equipment.{goods.band}.price", f"knave:equipment.{goods.band}.availability")
    return (*band, "knave:equipment.goods.prices" if goods.rule else market.BAND_JUDGEMENT)


def _shelf(kind: str) -> str:
    if kind in compendium.weapons():
        return compendium.weapons()[kind].rule
    if kind in compendium.armours():
        return "armour"
    return "animals" if kind in compendium.animals() else "clothing"


def price_of(item: Item) -> int:
    """Valuables for what they are worth, the rest for half of what it costs new, nothing for what is broken.

    Ruling: missing-chapters.
    """
    if treasure.worth(item):
        return treasure.worth(item)
    if item.broken or item.kind == "coin":
        return 0
    if potions.is_potion(item):
        return POTION_COINS // 2
    shelves = (compendium.weapons(), compendium.armours(), compendium.animals(), compendium.clothing())
    is_priced = any(item.kind in shelf for shelf in shelves) or _has_band(item.kind)
    return market.price(item.kind) // 2 if is_priced else 0


def _has_band(kind: str) -> bool:
    goods = compendium.goods().get(kind)
    return goods is not None and goods.band in market.PRICE_COINS


@executes("knave:magic.spellbook.sources")
def is_book(item: Item) -> bool:
    """Books of magic are found or robbed; nobody deals in them."""
    return item.kind.startswith("spellbook")


def why_not_sell(creature: Creature, id: str, count: int) -> Refusal | None:
    item = creature.item(id)
    assert item is not None
    if count > item.count:
        return Refusal(f"{creature.name} has {item.count} of those.")
    price = price_of(item) * count
    if not price and is_book(item):
        return Refusal("Nobody deals in books of magic.", "knave:magic.spellbook.sources")
    if not price:
        return Refusal("Nobody buys that.")
    left = fewer(creature.items, id, count)
    if not fits(replace(creature, items=left), an_item("coin", price)):
        told = f"{creature.name} has {free_slots_told(creature)} and would have {price} coins more."
        return Refusal(told, "knave:encumbrance.coins")
    return None


@executes("knave:money.coin")
def sell(do: Resolution, creature: Creature, item: Item, count: int) -> None:
    """A thing becomes coins."""
    price = price_of(item) * count
    kept = fewer(creature.items, item.id, count)
    carried, sold = added(kept, an_item("coin", price)), part(item, count)
    do.emit(ItemsChanged(creature.id, carried, "sold", sold, price, rule=("knave:money.coin",)))


@executes("knave:healing.hp-each-morning", "knave:healing.wound-in-haven", "knave:money.unskilled-wage")
def rest_days(do: Resolution, count: int, until_the_end: bool = False) -> None:
    """Each night in a haven, after a meal, gives back the hit points and closes a wound. Wages are paid each day; the
    rest ends when they cannot be, unless there is a reason to stay.
    """
    paid: Counter[str] = Counter()
    for day in range(count):
        wages = hirelings.wages_due(do.state, do.state.now + DAY)
        is_broke = not until_the_end and wages > hirelings.coins_at_hand(do.state)
        if day and is_broke:
            do.emit(hirelings.WagesRanOut(wages, rule=(hirelings.WAGE,)))
            break
        pass_time(do, DAY, "rest")
        _wake(do)
        paid.update(hirelings.pay(do))
        consequences_of_ties.night(do)
        if is_broke or do.state.prompts or not do.state.marchers():
            break
    hirelings.tell_wages(do, paid)


def _wake(do: Resolution) -> None:
    for creature in do.state.marchers():
        days.sleep_off(do, creature.id)
        healing.wake(do, creature.id, healing.WATCHES_OF_SLEEP, has_eaten=True, in_haven=True)


@executes("knave:healing.hp-each-morning", "knave:healing.wound-in-haven", "knave:money.unskilled-wage")
def sleep(do: Resolution) -> None:
    """The night in a haven, without the day before it."""
    _wake(do)
    hirelings.tell_wages(do, Counter(hirelings.pay(do)))
    consequences_of_ties.night(do)


def come_home(do: Resolution) -> None:
    """Thirst is quenched, wages are paid, and what was promised falls due."""
    for creature in do.state.marchers():
        waterskins.drink_fill(do, creature.id)
    do.emit(CoinsBroughtHome(sum(market.coins_of(c) for c in do.state.marchers())))
    hirelings.tell_wages(do, hirelings.pay(do))
    consequences_of_ties.come_home(do)
