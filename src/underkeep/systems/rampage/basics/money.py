"""Coins: ten silver pieces to a gold piece. A purse holds as much gold as it can, and the rest in silver."""

from __future__ import annotations

from underkeep.world.gear import Item

IN_SP = {"gp": 10, "sp": 1}
COINS = tuple(IN_SP)
_NAMES = {"gp": "Gold piece", "sp": "Silver piece"}


def purse(amount_sp: int) -> tuple[Item, ...]:
    """So much money as coins."""
    gold, silver = divmod(amount_sp, IN_SP["gp"])
    return tuple(Item(kind, _NAMES[kind], count=count) for kind, count in (("gp", gold), ("sp", silver)) if count)


def coins(items: tuple[Item, ...]) -> int:
    """How many coins there are of any sort."""
    return sum(item.count for item in items if item.kind in IN_SP)


def purse_sp(items: tuple[Item, ...]) -> int:
    """What the coins are worth in silver."""
    return sum(IN_SP[item.kind] * item.count for item in items if item.kind in IN_SP)


def with_purse(items: tuple[Item, ...], amount_sp: int) -> tuple[Item, ...]:
    """The items with so much money instead of what there was."""
    return (*(item for item in items if item.kind not in IN_SP), *purse(amount_sp))


def told(amount_sp: int) -> str:
    """`12 gp 5 sp`."""
    gold, silver = divmod(amount_sp, IN_SP["gp"])
    parts = [f"{count} {kind}" for kind, count in (("gp", gold), ("sp", silver)) if count]
    return " ".join(parts) or "nothing"
