"""What this game answers to the procedures of the town."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import money as coins
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.town import retainers, town
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

terms = retainers.TERMS
found_settlement = town.found
wares = town.wares
ware = town.ware
buy = town.buy
price_of = town.price_of
sell = town.sell
money = coins.told


def offers(state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
    return (applicant.asks,)


def hire(do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None:
    return None


def hear_rumours(do: Resolution, creature: Creature) -> None:
    town.hear_rumours(do)


def rest_days(do: Resolution, days: int) -> None:
    pass_time(do, days * DAY, "rest")


def come_home(do: Resolution) -> None:
    purse = sum(coins.purse_sp(c.items) for c in do.state.marchers())
    do.emit(town.HomeReached(purse, campaign(do.state).delves + 1))
