"""What this game answers to the procedures of the town."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.basics.money import IN_CP, purse_cp, written
from underkeep.systems.robs.equipment import treasure
from underkeep.systems.robs.town import followers, town
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

terms = followers.TERMS
found_settlement = town.found
wares = town.wares
ware = town.ware
buy = town.buy
price_of = town.price_of
sell = town.sell
rest_days = town.rest_days
sleep = town.sleep
come_home = town.come_home
money = written


def offers(state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
    return (applicant.asks,)


def hire(do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None:
    followers.hire(do, creature, applicant, *terms)


def hear_rumours(do: Resolution, creature: Creature) -> None:
    town.hear_rumours(do)


def payer(state: State, creature: Creature) -> Creature:
    """Everybody pays for himself."""
    return creature


def serves(state: State, creature: Creature) -> bool:
    return creature.id in campaign(state).wages


def purse(creature: Creature) -> int:
    return purse_cp(creature.items)


def companions(do: Resolution, kinds: tuple[str, ...]) -> None:
    """Nobody comes along before being asked."""


def dues(state: State, nights: int, until: int) -> list[str]:
    """A bed costs nothing; followers are paid for every day begun."""
    return followers.dues(state, until)


def is_valuable(state: State, item: Item) -> bool:
    return treasure.worth_cp(item) > 0 and item.kind not in IN_CP
