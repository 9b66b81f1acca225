"""Inn, watch, temple, sage and black market: the page says nothing of them, so all of it is ours."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.procedures import carrying, town_services
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.healing import WoundHealed
from underkeep.systems.knave.equipment import market
from underkeep.systems.knave.town import rumours, town
from underkeep.systems.knave.town.town import BLACK_MARKET, INN, SAGE, TEMPLE, WATCH
from underkeep.world.creature import Creature
from underkeep.world.state import State

COINS = {INN: 5, WATCH: 0, TEMPLE: 50, SAGE: 50, BLACK_MARKET: 20}
"""A bed; a word with the watch; the care of a wound; an answer out of a book; a thief's word."""
TELLERS = {
    WATCH: "The watch knows",
    SAGE: "The sage has read",
    BLACK_MARKET: "A thief, who should know, says",
}
"""Who tells what is true, in which words."""
_COIN = ("knave:money.coin",)


def offered(state: State) -> Iterable[str]:
    return town.HAVE.get(state.settlement.size, ()) if state.settlement is not None else ()


def cost(state: State, service: str) -> int:
    return COINS[service]


def takes(state: State, service: str) -> str:
    coins = f"{COINS[service]} coins" if COINS[service] else ""
    return " and ".join(part for part in (coins, "a day" if service == INN else "") if part)


def once_a_day(service: str) -> bool:
    """The temple tends whoever comes; the others have said what they know."""
    return service != TEMPLE


def why_not(state: State, creature: Creature, service: str) -> Refusal | None:
    if service == TEMPLE and not sheet(creature).wounds:
        return Refusal(f"{creature.name} has no wound.")
    has = sum(market.coins_of(c) for c in _payers(state, creature, service))
    if has < COINS[service]:
        whose = "the purses hold" if service == TEMPLE else f"{creature.name} has"
        return Refusal(f"That costs {COINS[service]} coins; {whose} {has}.", "knave:money.coin")
    return None


def _payers(state: State, creature: Creature, service: str) -> list[Creature]:
    """Whoever goes pays; for the care of the hurt the others pay what is wanting, the richest first."""
    others = [c for c in state.marchers() if c.id != creature.id and sheet(c).is_pc] if service == TEMPLE else []
    return [creature, *sorted(others, key=market.coins_of, reverse=True)]


def _pay(do: Resolution, creature: Creature, service: str) -> None:
    left = COINS[service]
    for payer in _payers(do.state, creature, service):
        part = min(left, market.coins_of(payer))
        if part:
            carrying.use_up(do, payer.id, market.COIN, "paid", part, _COIN)
            left -= part


def serve(do: Resolution, creature: Creature, service: str) -> None:
    assert do.state.settlement is not None
    if service != TEMPLE and not do.state.settlement.rumours and do.state.dungeon is not None:
        rumours.write(do)
    _pay(do, creature, service)
    if service == TEMPLE:
        _tend(do, creature)
    elif service == INN:
        town_services.used(do, creature.id, INN, "rested", _COIN)
        town.rest_days(do, 1)
        if do.state.marchers() and not do.state.prompts:
            town_services.overhear(do, lambda _: True, _COIN)
    else:
        town_services.tell(do, creature.id, service, lambda rumour: rumour.true, _COIN, TELLERS.get(service, ""))


def _tend(do: Resolution, creature: Creature) -> None:
    """One wound closes at once."""
    town_services.used(do, creature.id, TEMPLE, "healed", _COIN)
    own = sheet(do.state.creatures[creature.id])
    do.emit(WoundHealed(creature.id, own.slots - own.wounds + 1, own.wounds - 1, rule=_COIN))
