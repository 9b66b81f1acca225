"""What comes of a visit to the guard, the inn or the black market. The prices are ours."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import town_services
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.town_life import town_life
from underkeep.systems.ose.town import answers, town
from underkeep.systems.ose.town.town import BLACK_MARKET, GUARD, LODGINGS
from underkeep.world.creature import Creature
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State

BRIBE_GP, SMUGGLERS_GP, FINE_GP = 5, 10, 10
_GUARD, _MARKET, _LODGINGS = ("ose:town.guard",), ("ose:town.black-market",), ("ose:town.lodgings",)


def offered(state: State) -> Iterable[str]:
    there = state.settlement.services if state.settlement is not None else ()
    return [service for service in (GUARD, LODGINGS, BLACK_MARKET) if service in there]


@executes("ose:town.black-market")
def cost(state: State, service: str) -> int:
    """Smugglers want gold; the inn is paid by the night, and whether the guards can be bought is for them to show."""
    return SMUGGLERS_GP * IN_CP["gp"] if service == BLACK_MARKET else 0


def takes(state: State, service: str) -> str:
    """A day at the inn, gold for the smugglers, and maybe a bribe for the guard."""
    if service == GUARD:
        return f"perhaps {money.written(BRIBE_GP * IN_CP['gp'])}"
    return "a day" if service == LODGINGS else money.written(cost(state, service))


def once_a_day(service: str) -> bool:
    """Each has one visitor of the party in a day."""
    return True


@executes("ose:town.black-market")
def why_not(state: State, creature: Creature, service: str) -> Refusal | None:
    """Who cannot pay is sent away."""
    price = cost(state, service)
    if money.purse_cp(creature.items) < price:
        return Refusal(f"They want {money.written(price)} before they say a word.", _MARKET[0])
    return None


def serve(do: Resolution, creature: Creature, service: str) -> None:
    assert do.state.settlement is not None
    if not do.state.settlement.rumours and do.state.dungeon is not None:
        town.write_rumours(do)
    {GUARD: _ask_the_guard, LODGINGS: _stay_the_night, BLACK_MARKET: _see_the_smugglers}[service](do, creature)


@executes("ose:town.guard")
def _ask_the_guard(do: Resolution, creature: Creature) -> None:
    """They know what is true; those who can be bought say it for a bribe only."""
    guard = town_life(do.state).guard
    bribe = BRIBE_GP * IN_CP["gp"] if guard is not None and guard.is_bribable else 0
    if money.purse_cp(creature.items) < bribe:
        town_services.used(do, creature.id, GUARD, "nothing", _GUARD)
        return
    if bribe:
        money.pay(do, creature, bribe, "paid-bribe", _GUARD)
    town_services.tell(do, creature.id, GUARD, lambda rumour: rumour.true, _GUARD, "The guard knows")


@executes("ose:town.lodgings")
def _stay_the_night(do: Resolution, creature: Creature) -> None:
    """A night under a roof, and what other guests say."""
    town_services.used(do, creature.id, LODGINGS, "rested", _LODGINGS)
    answers.rest_days(do, 1)
    if do.state.marchers() and not do.state.prompts:
        town_services.overhear(do, lambda _: True, _LODGINGS)


@executes("ose:town.black-market", "ose:town.guard")
def _see_the_smugglers(do: Resolution, creature: Creature) -> None:
    """Thieves know the place from within. The oftener the guard makes its rounds, the likelier it comes by: a fine."""
    money.pay(do, creature, cost(do.state, BLACK_MARKET), "paid-bribe", _MARKET)
    guard = town_life(do.state).guard
    if guard is not None:
        hours = min(guard.hours_between_rounds.values(), default=6)
        roll = do.roll_at_most(1, 6, "the guard comes by", max(1, 6 // hours - 3))
        do.emit(ChanceRolled("the guard comes by", roll, bool(roll.success), rule=_GUARD, seats=(REFEREE,)))
        if roll.success:
            purse = do.state.creatures[creature.id]
            fine = min(FINE_GP * IN_CP["gp"], money.purse_cp(purse.items))
            if fine:
                money.pay(do, purse, fine, "paid-fine", _GUARD)
            town_services.used(do, creature.id, BLACK_MARKET, "caught", _GUARD)
            return
    told_by = "A thief, who should know, says"
    town_services.tell(do, creature.id, BLACK_MARKET, lambda rumour: rumour.true, _MARKET, told_by)
