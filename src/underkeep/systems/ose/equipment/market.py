"""Buying and selling in town: the price lists, the purse that pays, and what a find brings."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.questions import Ware
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.compendium import Ammunition, Armour, Weapon
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import treasure
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, fewer, more, part
from underkeep.world.state import State

USED_PERCENT = 50
"""What a trader pays for used gear, of its price. Ours."""
BLACK_MARKET = "black market"
_PRICES = "ose:creation.buy-equipment"
_SELLS = "ose:town.black-market"
_SORTS = ((Weapon, "weapons"), (Armour, "armour"), (Ammunition, "ammunition"))


@executes("ose:creation.buy-equipment")
def price_lists() -> tuple[Ware, ...]:
    """Whatever is sold. The torch as a weapon is one of those sold by the six."""
    return tuple(
        Ware(kind, gear.name, gear.cost_gp * IN_CP["gp"], _sort(kind), gear.count)
        for kind, gear in compendium.gear().items()
        if getattr(gear, "sold", True) and kind != "torch"
    )


wares = cache(price_lists)


@cache
def _by_kind() -> dict[str, Ware]:
    return {ware.kind: ware for ware in wares()}


def ware(kind: str) -> Ware | None:
    """What is on sale under this name."""
    return _by_kind().get(kind)


def _sort(kind: str) -> str:
    gear = compendium.gear()[kind]
    return next((sort for sorts, sort in _SORTS if isinstance(gear, sorts)), "adventuring gear")


@executes("ose:retainer.upkeep")
def payer(state: State, creature: Creature) -> Creature:
    """Who pays for what somebody buys: for a retainer's gear, the one who hired it."""
    service = sheet(creature).service
    return state.creatures[service.employer] if service is not None and service.employer else creature


@executes("ose:money.conversion")
def why_not_buy(state: State, action: a.Buy) -> Refusal | None:
    """A ware costs no more than whoever pays has in coins."""
    ware = _by_kind()[action.item]
    purse = payer(state, state.creatures[action.actor])
    pieces, cost_cp = for_pieces(ware, action.count)
    if money.purse_cp(purse.items) < cost_cp:
        has, cost = money.counted(purse.items), money.written(cost_cp)
        rule = "ose:money.conversion"
        many = f"{pieces} of them cost" if pieces > 1 else "that costs"
        return Refusal(f"{ware.name}: {many} {cost}, and {purse.name} has {has}.", rule)
    return None


@executes("ose:creation.buy-equipment")
def for_pieces(ware: Ware, count: int) -> tuple[int, int]:
    """How many pieces change hands when so many are wanted, and for how many copper pieces: what is sold by the bundle
    is not sold singly.
    """
    return -(-count // ware.count) * ware.count, ware.cost_of(count)


@executes("ose:creation.buy-equipment", "ose:money.conversion", "ose:retainer.upkeep")
def buy(do: Resolution, creature: Creature, ware: Ware, count: int) -> None:
    """So many pieces, in whole bundles. The price is paid in coins, with change; the goods go into the pack."""
    pieces, cost_cp = for_pieces(ware, count)
    goods = Item(ware.kind, ware.name, count=pieces)
    pays = payer(do.state, creature)
    if pays.id == creature.id:
        left = money.after_paying(creature.items, cost_cp)
        assert left is not None, f"{creature.id} cannot pay {cost_cp} cp"
        rule = (_PRICES, "ose:money.conversion")
        do.emit(ItemsChanged(creature.id, more(left, goods), "bought", goods, cost_cp, rule=rule))
        return
    rule = (_PRICES, "ose:retainer.upkeep")
    if cost_cp:
        money.pay(do, pays, cost_cp, "paid-for", rule, ware.name.lower())
    items = more(do.state.creatures[creature.id].items, goods)
    do.emit(ItemsChanged(creature.id, items, "was-bought", goods, rule=rule))


@executes("ose:town.black-market", "ose:treasure.unusual")
def price_of(state: State, item: Item) -> int:
    """Gems and jewellery bring their worth, used gear half its price, unusual treasures their worth where there is a
    black market. Nobody buys coins, and magic has no price.
    """
    if item.kind in IN_CP or item.broken or treasure.is_magical(item):
        return 0
    worth = treasure.worth_cp(replace(item, count=1))
    if worth:
        unusual = item.kind in treasure.valuables()
        return 0 if unusual and not _has_black_market(state) else worth
    gear = compendium.gear().get(item.kind)
    return gear.cost_gp * IN_CP["gp"] * USED_PERCENT // 100 // gear.count if gear is not None else 0


def _has_black_market(state: State) -> bool:
    return state.settlement is not None and BLACK_MARKET in state.settlement.services


@executes("ose:town.black-market", "ose:retainer.upkeep")
def why_not_sell(state: State, action: a.Sell) -> Refusal | None:
    """Things are sold where somebody buys them, and a retainer's gear not at all."""
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    if action.count > item.count:
        return Refusal(f"{creature.name} has {item.count} of those.")
    if item.kind in IN_CP:
        return Refusal("Coins are spent here as they are; nobody buys them.")
    if not price_of(state, item):
        rule = _SELLS if item.kind in treasure.valuables() else ""
        return Refusal(f"Nobody here buys {item.name.lower()}.", rule)
    if sheet(creature).service is not None and not treasure.is_treasure(item):
        return Refusal(f"{creature.name} keeps that.", "ose:retainer.upkeep")
    return None


@executes("ose:money.conversion", "ose:town.black-market")
def sell(do: Resolution, creature: Creature, item: Item, count: int) -> None:
    """A thing becomes coins."""
    items = fewer(creature.items, item.id, count)
    price = price_of(do.state, item) * count
    rule = (_SELLS,) if item.kind in treasure.valuables() else ()
    do.emit(ItemsChanged(creature.id, items, "sold", part(item, count), rule=rule))
    money.receive(do, do.state.creatures[creature.id], price, "was-paid", rule)
