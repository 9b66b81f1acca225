"""What this game answers to the procedures of the town."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import money as coins
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.town import homecoming, retainers, town
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

terms = retainers.TERMS
wares = town.wares
ware = town.ware
buy = town.buy
price_of = town.price_of
sell = town.sell
money = coins.told
hire = retainers.hire
rest_days = homecoming.rest_days
sleep = homecoming.sleep
come_home = homecoming.come_home


companions = retainers.sworn_before


def found_settlement(do: Resolution) -> None:
    town.found(do)


def payer(state: State, creature: Creature) -> Creature:
    """Everybody pays for himself."""
    return creature


def serves(state: State, creature: Creature) -> bool:
    return creature.id in campaign(state).services


def purse(creature: Creature) -> int:
    return coins.purse_sp(creature.items)


def offers(state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
    return (applicant.asks,)


def hear_rumours(do: Resolution, creature: Creature) -> None:
    town.hear_rumours(do)


def dues(state: State, nights: int, until: int) -> list[str]:
    """What is due is due by the month."""
    return []


def is_valuable(state: State, item: Item) -> bool:
    return town.ware(state, item.kind) is None and town.price_of(state, item) > 0
