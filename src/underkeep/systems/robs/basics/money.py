"""Coins of gold, silver and copper: what they are worth and weigh, paying with them, and the change."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, Verb, more

IN_CP = {"gp": 200, "sp": 20, "cp": 1}
NAMES = {"gp": "gold piece", "sp": "silver piece", "cp": "copper piece"}
COIN_GRAMS = 10
COINS = "robs:money.coins"
LARGE_COINS = "robs:money.large-coins"


def coins(kind: str, count: int) -> Item:
    return Item(kind, NAMES[kind], count=count)


@executes("robs:money.coins")
def purse_cp(items: Iterable[Item]) -> int:
    """What all coins among the items are worth: 10 silver to the gold piece, 20 copper to the silver."""
    return sum(item.count * IN_CP[item.kind] for item in items if item.kind in IN_CP)


@executes("robs:money.coins")
def change(cp: int) -> tuple[Item, ...]:
    """An amount in the fewest coins."""
    found = []
    for kind, worth in IN_CP.items():
        count, cp = divmod(cp, worth)
        if count:
            found.append(coins(kind, count))
    return tuple(found)


@executes("robs:money.coin-weight")
def weight_grams(items: Iterable[Item]) -> int:
    """A coin of any metal weighs about 10 g."""
    return COIN_GRAMS * sum(item.count for item in items if item.kind in IN_CP)


@executes("robs:money.large-coins")
def large_coin_cp(kind: str, grams: int) -> int:
    """A larger coin is worth as much as common ones of its weight."""
    return IN_CP[kind] * grams // COIN_GRAMS


@executes("robs:money.coins")
def after_paying(items: tuple[Item, ...], cost_cp: int) -> tuple[Item, ...] | None:
    """What is carried after a price is paid, small coins first and with change; None if the purse does not hold it."""
    if purse_cp(items) < cost_cp:
        return None
    owed, left = cost_cp, list(items)
    for kind in reversed(IN_CP):
        for index, item in enumerate(left):
            if item.kind == kind and owed > 0:
                given = min(item.count, -(-owed // IN_CP[kind]))
                owed -= given * IN_CP[kind]
                left[index] = replace(item, count=item.count - given)
    kept = tuple(item for item in left if item.count)
    for back in change(-owed):
        kept = more(kept, back)
    return kept


def pay(
    do: Resolution, creature: Creature, cost_cp: int, verb: Verb, rule: tuple[str, ...] = (), about: str = ""
) -> None:
    """Hand over a price that the purse holds."""
    left = after_paying(creature.items, cost_cp)
    assert left is not None, f"{creature.id} cannot pay {cost_cp} cp"
    do.emit(ItemsChanged(creature.id, left, verb, None, cost_cp, about, rule=(*rule, COINS)))


def receive(
    do: Resolution, creature: Creature, cp: int, verb: Verb, rule: tuple[str, ...] = (), about: str = ""
) -> None:
    """Be paid, in the fewest coins."""
    items = creature.items
    for coin in change(cp):
        items = more(items, coin)
    do.emit(ItemsChanged(creature.id, items, verb, None, cp, about, rule=(*rule, COINS)))


def written(cp: int) -> str:
    """`12 gp 5 sp`, as on a price tag."""
    return " ".join(f"{item.count:,} {item.kind}" for item in change(cp)) or "0 cp"
