"""Those who go with the characters: how they join, what they are paid, and how they leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying
from underkeep.procedures.hiring import Term, hand_back, told
from underkeep.procedures.recruiting import entrust, new_name
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.knave.basics.campaign import Wage, campaign, with_campaign
from underkeep.systems.knave.basics.compendium import monsters
from underkeep.systems.knave.basics.names import NAMES
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.encounters.companions import companions, most, no_room
from underkeep.systems.knave.equipment.inventory import fits
from underkeep.systems.knave.equipment.market import coins_of
from underkeep.systems.knave.town import home
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.party import PartyJoined, PartyLeft
from underkeep.world.settlement import Applicant, SettlementChanged

if TYPE_CHECKING:
    from underkeep.world.state import State

UNSKILLED_COINS = 10
WAGES = {"hireling": UNSKILLED_COINS, "expert": 5 * UNSKILLED_COINS}
WAGE = "knave:money.unskilled-wage"
TERMS: tuple[Term, ...] = (Term("{}c a day", ("c", "coins?")),)


class WagesPaid(Note, frozen=True):
    """What a companion was paid, and for how many days."""

    creature: str
    coins: int
    days: int


class WagesUnpaid(Note, frozen=True):
    """There are not the coins to keep a companion."""

    creature: str
    coins: int


class WagesRanOut(Note, frozen=True):
    """Another day would cost more in wages than the party has."""

    coins: int


class WageAgreed(Event, frozen=True):
    """A companion goes along for so many coins a day, and is paid until this time."""

    creature: str
    coins: int
    paid_until: int

    def evolve(self, state: State) -> State:
        return _with_wage(state, self.creature, Wage(self.coins, self.paid_until))


class WagesPaidUntil(Event, frozen=True):
    """A companion is paid until this time."""

    creature: str
    until: int

    def evolve(self, state: State) -> State:
        wage = campaign(state).wages[self.creature]
        return _with_wage(state, self.creature, replace(wage, paid_until=self.until))


def _with_wage(state: State, creature: str, wage: Wage) -> State:
    return with_campaign(state, wages={**campaign(state).wages, creature: wage})


EVENTS: tuple[type[Event], ...] = (WagesPaid, WagesUnpaid, WagesRanOut, WageAgreed, WagesPaidUntil)


@executes("knave:money.unskilled-wage")
def why_not_hire(state: State, creature: Creature, applicant: str, daily: int) -> Refusal | None:
    """A day's pay in advance; nobody works for a laughing stock."""
    assert state.settlement is not None
    who = next(w for w in state.settlement.applicants if w.id == applicant)
    if not sheet(creature).is_pc:
        return Refusal("Only a character hires.", WAGE)
    if any(tie.kind == "mocked" and tie.where == state.settlement.name for tie in sheet(creature).ties):
        return Refusal(f"Nobody here works for {creature.name}.", "knave:downtime.carousing.mishap-01")
    if daily < who.asks[0]:
        return Refusal(f"{who.name} asks {told(TERMS, who.asks)}.", WAGE)
    if coins_of(creature) < daily:
        return Refusal(f"{creature.name} cannot pay that.", "knave:money.coin")
    if len(companions(state)) >= most(state):
        return Refusal(no_room(state), WAGE)
    return None


@executes("knave:money.unskilled-wage")
def hire(do: Resolution, creature: Creature, applicant: str, daily: int) -> None:
    """Pays the first day and takes the applicant into the party."""
    town, party = do.state.settlement, do.state.party
    assert town is not None and party is not None
    who = next(w for w in town.applicants if w.id == applicant)
    if daily:
        carrying.use_up(do, creature.id, "coin", "paid", daily)
    left = tuple(w for w in town.applicants if w.id != applicant)
    do.emit(SettlementChanged(replace(town, applicants=left), "hired", who.name, rule=(WAGE,)))
    entrust(do, who.id, party.side, do.state.owner(creature.id))
    do.rules.recruit(do, Recruit(who.kind, name=who.name), who.id, party.side)
    do.emit(PartyJoined(who.id, rule=(WAGE,)))
    do.emit(WageAgreed(who.id, daily, do.state.now + DAY if daily else 0, rule=(WAGE,)))


@executes("knave:money.unskilled-wage")
def pay(do: Resolution) -> dict[str, int]:
    """Every day begun is paid for; who is not paid goes. The days for which each companion was paid."""
    paid: dict[str, int] = {}
    for companion in companions(do.state):
        wage, days = _owed(do.state, companion, do.state.now)
        if days and not _pay(do, wage * days):
            do.emit(WagesUnpaid(companion.id, wage * days, rule=(WAGE,)))
            do.emit(PartyLeft(companion.id, rule=(WAGE,)))
        elif days:
            until = campaign(do.state).wages[companion.id].paid_until + days * DAY
            do.emit(WagesPaidUntil(companion.id, until, rule=(WAGE,)))
            paid[companion.id] = days
    return paid


@executes("knave:encumbrance.no-excess")
def left(do: Resolution, event: PartyLeft) -> None:
    """Who leaves in town hands back what is the party's, to those who have room for it; the rest is put at home."""
    party = do.state.party
    who = do.state.creatures[event.creature]
    if party is None or party.place != "town" or sheet(who).is_pc or not who.is_up:
        return

    def taker(item: Item) -> str:
        able = (c.id for c in do.state.marchers() if sheet(c).is_pc and fits(c, item))
        return next(able, "")

    untaken = hand_back(do, who.id, taker, lambda item: item.kind == "coin", ("knave:encumbrance.no-excess",))
    if untaken:
        home.keep(do, untaken)


def _owed(state: State, companion: Creature, at: int) -> tuple[int, int]:
    """The daily wage, and the days begun by then that are not paid for."""
    wage = campaign(state).wages.get(companion.id)
    if wage is None or not wage.coins or at <= wage.paid_until:
        return 0, 0
    return wage.coins, -(-(at - wage.paid_until) // DAY)


def wages_due(state: State, at: int) -> int:
    """All that will be owed by then."""
    return sum(wage * days for wage, days in (_owed(state, c, at) for c in companions(state)))


@executes("knave:money.unskilled-wage")
def dues(state: State, until: int) -> list[str]:
    """What falls due by then, and for whom; whether there is so much."""
    cost, has = wages_due(state, until), coins_at_hand(state)
    who = " and ".join(c.name for c in companions(state) if _owed(state, c, until)[1])
    short = f" The purses hold {has}: who is not paid goes." if has < cost else ""
    return [f"Wages of {cost} coins fall due for {who}.{short}"] if cost else []


def coins_at_hand(state: State) -> int:
    return sum(coins_of(c) for c in _payers(state))


def _payers(state: State) -> list[Creature]:
    return [c for c in state.marchers() if sheet(c).is_pc and coins_of(c)]


def tell_wages(do: Resolution, paid: Mapping[str, int]) -> None:
    """One line for each companion, however many days and purses it took."""
    for id, days in paid.items():
        do.emit(WagesPaid(id, campaign(do.state).wages[id].coins * days, days, rule=(WAGE,)))


def _pay(do: Resolution, coins: int) -> bool:
    """From the purses of the characters, in marching order, or not at all."""
    if coins_at_hand(do.state) < coins:
        return False
    for payer in _payers(do.state):
        part = min(coins, coins_of(payer))
        if part:
            carrying.use_up(do, payer.id, "coin", "paid-wages", part)
        coins -= part
    return True


@executes("knave:money.unskilled-wage")
def taken_on(do: Resolution, kinds: tuple[str, ...]) -> None:
    """Those who look for work and are of these kinds are hired before the story begins, as far as the coins go."""
    assert do.state.settlement is not None
    for kind in kinds:
        who = next((w for w in do.state.settlement.applicants if w.kind == kind), None)
        payers = [c for c in do.state.marchers() if who is not None and coins_of(c) >= who.asks[0]]
        for payer in payers[:1]:
            assert who is not None
            if why_not_hire(do.state, payer, who.id, who.asks[0]) is None:
                hire(do, payer, who.id, who.asks[0])


def applicants(do: Resolution, count: int) -> tuple[Applicant, ...]:
    found: list[Applicant] = []
    for number in range(1, count + 1):
        kind = "expert" if number % 3 == 0 else "hireling"
        name = new_name(do, NAMES, f"applicant {number}", [other.name for other in found])
        found.append(Applicant(f"{kind}-{number}", kind, 0, name, (WAGES[kind],)))
    return tuple(found)


def why_not_go(state: State) -> Refusal | None:
    """Mercenaries go into no dungeon."""
    known = monsters()
    shy = next((c for c in state.marchers() if c.kind in known and known[c.kind].stays_out), None)
    return Refusal(f"{shy.name} will not go into a dungeon.") if shy is not None else None
