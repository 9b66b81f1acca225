"""What this game answers to the procedures of the town."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.equipment.market import coins_of
from underkeep.systems.knave.exploration import treasure
from underkeep.systems.knave.town import hirelings, rumours, town
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

terms = hirelings.TERMS
wares = town.wares
ware = town.ware
buy = town.buy
sell = town.sell
come_home = town.come_home


def price_of(state: State, item: Item) -> int:
    return town.price_of(item)


def is_valuable(state: State, item: Item) -> bool:
    return treasure.worth(item) > 0


companions = hirelings.taken_on


def found_settlement(do: Resolution) -> None:
    town.found(do)


def payer(state: State, creature: Creature) -> Creature:
    """Everybody pays for himself."""
    return creature


def serves(state: State, creature: Creature) -> bool:
    return not sheet(creature).is_pc


def purse(creature: Creature) -> int:
    return coins_of(creature)


@executes("knave:money.coin")
def money(coins: int) -> str:
    """There is one sort of coin."""
    return f"{coins}c"


def offers(state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
    return (applicant.asks,)


def hire(do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None:
    hirelings.hire(do, creature, applicant, *terms)


def hear_rumours(do: Resolution, creature: Creature) -> None:
    rumours.hear(do)


def rest_days(do: Resolution, days: int) -> None:
    town.rest_days(do, days)


sleep = town.sleep


def dues(state: State, nights: int, until: int) -> list[str]:
    """A bed in a haven is free; wages fall due for every day begun."""
    return hirelings.dues(state, until)
