"""Coins: what they are worth, paying with them, and the change."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, Verb, more

COINS = ("pp", "gp", "ep", "sp", "cp")
IN_CP = {"pp": 500, "gp": 100, "ep": 50, "sp": 10, "cp": 1}
NAMES = {
    "pp": "platinum piece",
    "gp": "gold piece",
    "ep": "electrum piece",
    "sp": "silver piece",
    "cp": "copper piece",
}
CREDITS = "credits"
CREDIT = "credit"
GOLD_STANDARD = "gold standard"
_HANDED_OVER = ("gp", "sp", "cp", "ep", "pp")
_CHANGE = ("gp", "sp", "cp")


@executes("ose:money.coins")
def coins(kind: str, count: int, name: str = "") -> Item:
    """So many coins of one metal."""
    return Item(kind, name or NAMES[kind], count=count)


@executes("ose:money.conversion")
def converted(count: int, kind: str, into: str) -> Fraction:
    """So many coins of one kind as coins of another."""
    return Fraction(count * IN_CP[kind], IN_CP[into])


@executes("ose:money.coins")
def purse(items: Iterable[Item]) -> dict[str, int]:
    """How many of each coin."""
    found = dict.fromkeys(COINS, 0)
    for item in items:
        if item.kind in found:
            found[item.kind] += item.count
    return found


@executes("ose:money.conversion")
def purse_cp(items: Iterable[Item]) -> int:
    """What all coins among the items are worth, in copper."""
    return sum(item.count * IN_CP[item.kind] for item in items if item.kind in IN_CP)


@executes("ose:money.conversion")
def change(cp: int, name: str = "") -> tuple[Item, ...]:
    """An amount in the fewest coins of gold, silver and copper."""
    found = []
    for kind in _CHANGE:
        count, cp = divmod(cp, IN_CP[kind])
        if count:
            found.append(coins(kind, count, name if kind == "gp" else ""))
    return tuple(found)


@executes("ose:money.conversion")
def after_paying(items: tuple[Item, ...], cost_cp: int) -> tuple[Item, ...] | None:
    """What is carried after a price is paid: common coins first, with change. None if the purse does not hold it."""
    if purse_cp(items) < cost_cp:
        return None
    owed, left = cost_cp, list(items)
    for kind in _HANDED_OVER:
        for index, item in enumerate(left):
            if item.kind == kind and owed > 0:
                given = min(item.count, -(-owed // IN_CP[kind]))
                owed -= given * IN_CP[kind]
                left[index] = replace(item, count=item.count - given)
    kept = tuple(item for item in left if item.count)
    for back in change(-owed, currency_of(items)):
        kept = more(kept, back)
    return kept


def currency_of(items: Iterable[Item]) -> str:
    """The name under which the bearer's gold is known."""
    return next((item.name for item in items if item.kind == "gp"), "")


def pay(
    do: Resolution, creature: Creature, cost_cp: int, verb: Verb, rule: tuple[str, ...] = (), about: str = ""
) -> None:
    """Hand over a price that the purse holds."""
    left = after_paying(creature.items, cost_cp)
    assert left is not None, f"{creature.id} cannot pay {cost_cp} cp"
    do.emit(ItemsChanged(creature.id, left, verb, None, cost_cp, about, rule=(*rule, "ose:money.conversion")))


def receive(
    do: Resolution, creature: Creature, cp: int, verb: Verb, rule: tuple[str, ...] = (), about: str = ""
) -> None:
    """Be paid, in gold with silver and copper for the rest."""
    items = creature.items
    for back in change(cp, currency_of(items)):
        items = more(items, back)
    do.emit(ItemsChanged(creature.id, items, verb, None, cp, about, rule=(*rule, "ose:money.conversion")))


@executes("ose:money.setting-currency")
def currency(do: Resolution) -> str:
    """What gold is called. Default: the gold standard, unless the campaign counts in credits of the same worth."""
    default = CREDITS if CREDITS in do.state.switches else GOLD_STANDARD
    ruled = do.foretold("ose:money.setting-currency", (GOLD_STANDARD, CREDITS), default)
    return CREDIT if ruled == CREDITS else NAMES["gp"]


def unit(name: str) -> str:
    """How a sum in gold is written."""
    return "gp" if name == NAMES["gp"] else f"{name}s"


def counted(items: Iterable[Item]) -> str:
    """A purse as its owner would count it: `45 gp 3 sp`."""
    items = tuple(items)
    called = unit(currency_of(items) or NAMES["gp"])
    held = [f"{count:,} {called if kind == 'gp' else kind}" for kind, count in purse(items).items() if count]
    return " ".join(held) or f"0 {called}"


def written(cp: int) -> str:
    """`12 gp 5 sp`, as on a price tag."""
    return " ".join(f"{item.count:,} {item.kind}" for item in change(cp)) or "0 gp"
