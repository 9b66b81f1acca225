"""The town: what it is like, what it sells, what is said there, and days spent in it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.questions import Ware
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import compendium, money
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.town_life import RampageTown
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.equipment import market, treasure
from underkeep.systems.rampage.equipment.load import burden
from underkeep.systems.rampage.town import animals
from underkeep.systems.rampage.town.retainers import applicants
from underkeep.systems.rampage.travel.overland import TERRAINS
from underkeep.world.clock import HOUR
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, fewer, more, part
from underkeep.world.settlement import Rumour, RumourHeard, Settlement, SettlementChanged
from underkeep.world.state import State

RUMOURS_KNOWN = 4
MERCHANT_PERCENT = 10


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Names and rumours for a base town. Ours."""

    names: tuple[str, ...]
    rumours: tuple[tuple[str, bool], ...]


EVENTS: tuple[type[Event], ...] = ()


@cache
def _place() -> Place:
    return content.load(compendium.PACKAGE, "town", Place)["town"]


@executes("rampage:religion.sample")
def found(do: Resolution, name: str = "", terrain: str = "") -> None:
    """A town of our own making, with whoever looks for work in it. Whose gods its temples have is the judge's to say.
    Default: those of the sample.
    """
    place = _place()
    name = name or str(do.pick(place.names, "name of the town"))
    terrain = terrain or str(do.pick(TERRAINS, "country round the town"))
    left, told = list(place.rumours), []
    for _ in range(RUMOURS_KNOWN):
        told.append(left.pop(do.dice.roll(1, len(left), "rumour")[0] - 1))
    rumours = tuple(Rumour(text, true) for text, true in told)
    others = do.foretold("rampage:religion.sample", ("use the sample", "gods of our own"), "use the sample")
    services = ("market", "temple", "drill yard", "tavern")
    life = RampageTown(terrain, own_gods=others == "gods of our own")
    town = Settlement(name, "town", services, rumours, (), applicants(do), life)
    do.emit(SettlementChanged(town, "founded", rule=("rampage:equipment.lists-elsewhere",)))


def wares(state: State) -> Iterable[Ware]:
    return market.wares().values()


def ware(state: State, kind: str) -> Ware | None:
    return market.wares().get(kind)


def why_not_buy(state: State, creature: Creature, ware: Ware, count: int) -> Refusal | None:
    """The money for it, and the strength to carry it; of beasts there may be too many."""
    if ware.kind in market.ANIMALS:
        refusal = animals.why_not_own(state, creature, ware.kind, count)
        if refusal is not None:
            return refusal
    have, cost = money.purse_sp(creature.items), _price(creature, ware, count)[0]
    if have < cost:
        sentence = f"{creature.name} has {money.told(have)}; that costs {money.told(cost)}."
        return Refusal(sentence, "rampage:equipment.lists-elsewhere")
    if ware.kind not in market.ANIMALS and _is_too_much(creature, _thing(ware.kind, count)):
        return Refusal(f"{creature.name} cannot carry that too.", "rampage:encumbrance.maximum")
    return None


def _is_too_much(creature: Creature, item: Item) -> bool:
    return burden(sheet(creature), more(creature.items, item)) == "too much"


def _thing(kind: str, count: int) -> Item:
    return Item(kind, compendium.gear()[kind].name, count=count)


@executes("rampage:class.ability.discount")
def _price(creature: Creature, ware: Ware, count: int) -> tuple[int, tuple[str, ...]]:
    """A Merchant has a tenth off what is commonly sold."""
    cost = ware.cost_of(count)
    if not has_special(sheet(creature), "Discount"):
        return cost, ()
    return cost - cost * MERCHANT_PERCENT // 100, ("rampage:class.ability.discount",)


@executes("rampage:equipment.lists-elsewhere", "rampage:equipment.druid-sickle")
def buy(do: Resolution, creature: Creature, ware: Ware, count: int) -> None:
    """Coins for goods; a beast comes along on its own feet."""
    cost, cheap = _price(creature, ware, count)
    rule: tuple[str, ...] = (
        "rampage:equipment.druid-sickle" if ware.kind == "sickle-sword" else "rampage:equipment.lists-elsewhere",
    )
    rule = (*rule, *cheap)
    left = money.with_purse(creature.items, money.purse_sp(creature.items) - cost)
    if ware.kind in market.ANIMALS:
        do.emit(ItemsChanged(creature.id, left, "paid", coins=cost, rule=rule))
        animals.acquire(do, creature.id, ware.kind, count)
        return
    bundles = -(-count // ware.count) * ware.count
    goods = _thing(ware.kind, bundles)
    do.emit(ItemsChanged(creature.id, more(left, goods), "bought", goods, cost, rule=rule))


def price_of(state: State, item: Item) -> int:
    return market.price_sp(item)


def why_not_sell(creature: Creature, id: str, count: int) -> Refusal | None:
    item = creature.item(id)
    assert item is not None
    if count > item.count:
        return Refusal(f"{creature.name} has {item.count} of those.")
    return None if market.price_sp(item) else Refusal("Nobody buys that.")


@executes("rampage:class.ability.profit")
def sell(do: Resolution, creature: Creature, item: Item, count: int) -> None:
    """Goods that were brought from elsewhere fetch a Merchant with an eye for profit a tenth more."""
    price, kept = market.price_sp(item) * count, fewer(creature.items, item.id, count)
    more_gp = treasure.worth_sp(item) > 0 and has_special(sheet(creature), "Profit")
    price += price * MERCHANT_PERCENT // 100 if more_gp else 0
    after = money.with_purse(kept, money.purse_sp(kept) + price)
    rule = ("rampage:class.ability.profit" if more_gp else "rampage:equipment.lists-elsewhere",)
    do.emit(ItemsChanged(creature.id, after, "sold", part(item, count), price, rule=rule))


def why_not_hear(state: State) -> Refusal | None:
    town = state.settlement
    assert town is not None
    return Refusal("There is nothing new to hear.") if len(town.heard) >= len(town.rumours) else None


def hear_rumours(do: Resolution) -> None:
    """An hour of talk for one rumour."""
    town = do.state.settlement
    assert town is not None
    fresh = tuple(i for i in range(len(town.rumours)) if i not in town.heard)
    index = do.pick(fresh, "which rumour")
    pass_time(do, HOUR, "talk")
    do.emit(RumourHeard(index, town.rumours[index].text))
