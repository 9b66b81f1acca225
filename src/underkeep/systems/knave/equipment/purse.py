"""Losing money: to the house, to the watch, to thieves."""

from __future__ import annotations

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.sheet import Tie
from underkeep.systems.knave.characters.ties import bind
from underkeep.systems.knave.equipment.inventory import added, fits
from underkeep.systems.knave.equipment.market import COIN, coins_of
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.world.gear import ItemsChanged, Verb


class PurseTooFull(Note, frozen=True):
    """Coins that no slot was free for are left behind."""

    creature: str
    coins: int


EVENTS: tuple[type[Event], ...] = (PurseTooFull,)


def lose(do: Resolution, id: str, coins: int, verb: Verb, rule: str, about: str = "") -> int:
    """What is paid of a sum, at most what there is."""
    creature = do.state.creatures[id]
    paid = min(coins, coins_of(creature))
    if paid:
        left = coins_of(creature) - paid
        rest = tuple(item for item in creature.items if item.kind != COIN)
        kept = (*rest, an_item(COIN, left)) if left else rest
        do.emit(ItemsChanged(id, kept, verb, None, paid, about, rule=(rule,)))
    return paid


def owe(do: Resolution, id: str, coins: int, verb: Verb, rule: str) -> None:
    """Ruling: unpayable-cost: the rest is a debt for the referee to remember."""
    paid = lose(do, id, coins, verb, rule)
    if paid < coins:
        bind(do, id, Tie("debt", f"{coins - paid} coins"), rule)


@executes("knave:encumbrance.coins")
def gain(do: Resolution, id: str, coins: int, verb: Verb, rule: str, about: str = "") -> None:
    """Takes coins up, unless there is no slot for so many."""
    creature = do.state.creatures[id]
    purse = an_item(COIN, coins)
    if fits(creature, purse):
        do.emit(ItemsChanged(id, added(creature.items, purse), verb, None, coins, about, rule=(rule,)))
    else:
        do.emit(PurseTooFull(id, coins, rule=("knave:encumbrance.coins",)))
