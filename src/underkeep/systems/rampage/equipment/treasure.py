"""What lies in a dungeon: coins, valuables and a few useful things. The tables are stand-ins of our own."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from underkeep.kernel.notation import parse
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium, money
from underkeep.systems.rampage.basics.compendium import Gear
from underkeep.world.gear import Item

COINS_SP = parse("4d6x40")
MAGIC = ("magic-sword", "magic-mace", "magic-longbow", "magic-shield", "magic-chain-mail", "magic-plate")
MAGIC_SIDES = 12
"""One hoard in so many has something magic among it."""
USEFUL = ("healing-potion", "healing-salve", "acid", "comfrey-root", "owlbear-punch", "awesome-pie")


class Valuable(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    worth_gp: int
    from_level: int
    delicate: bool = False


@cache
def valuables() -> dict[str, Valuable]:
    return content.load(compendium.PACKAGE, "treasure", Valuable)


def worth_sp(item: Item) -> int:
    """In silver; 0 for what is no valuable."""
    found = valuables().get(item.kind)
    return found.worth_gp * money.IN_SP["gp"] if found is not None else 0


def is_fragile(item: Item) -> bool:
    """Ruling: q.fragile-definition."""
    found, thing = valuables().get(item.kind), compendium.gear().get(item.kind)
    return (found is not None and found.delicate) or (isinstance(thing, Gear) and thing.breaks)


def hoard(do: Resolution, dungeon_level: int) -> tuple[Item, ...]:
    """Coins, a valuable as often as not, and now and then something that helps."""
    found = list(money.purse(do.roll_total(COINS_SP, "coins of a hoard").total * dungeon_level))
    if do.dice.roll(1, 2, "a valuable")[0] == 1:
        fit = tuple(kind for kind, v in valuables().items() if v.from_level <= dungeon_level)
        kind = do.pick(fit, "which valuable")
        found.append(Item(kind, valuables()[kind].name))
    if do.dice.roll(1, 3, "something useful")[0] == 1:
        kind = do.pick(USEFUL, "which useful thing")
        found.append(Item(kind, compendium.gear()[kind].name))
    if do.dice.roll(1, MAGIC_SIDES, "something magic")[0] == 1:
        kind = do.pick(MAGIC, "which magic thing")
        found.append(Item(kind, compendium.gear()[kind].name))
    return tuple(found)
