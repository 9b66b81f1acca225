"""Those who go with the characters: how they join, what they are paid, and how they leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.procedures import carrying
from underkeep.procedures.hiring import Term, told
from underkeep.procedures.recruiting import new_name
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.knave.compendium import monsters
from underkeep.systems.knave.market import coins_of
from underkeep.systems.knave.names import NAMES
from underkeep.systems.knave.sheet import sheet
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.party import Counted, PartyJoined, PartyLeft
from underkeep.world.settlement import Applicant, SettlementChanged

if TYPE_CHECKING:
    from underkeep.world.state import State

UNSKILLED_COINS = 10
WAGES = {"hireling": UNSKILLED_COINS, "expert": 5 * UNSKILLED_COINS}
WAGE = "knave:money.unskilled-wage"
TERMS: tuple[Term, ...] = (Term("{}c a day", ("c", "coins?")),)
ANY_PARTY = 1
PAID_UNTIL = "paid until:"


class SideChanged(Event, frozen=True):
    """A creature goes with others from now on."""

    creature: str
    side: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, side=self.side)


EVENTS: tuple[type[Event], ...] = (SideChanged,)


def most(state: State) -> int:
    """As many companions as the characters have CHA between them, and one. Ruling: missing-chapters."""
    return ANY_PARTY + sum(sheet(c).abilities.get("CHA", 0) for c in state.marchers() if sheet(c).is_pc)


def companions(state: State) -> list[Creature]:
    assert state.party is not None
    members = [state.creatures[id] for id in state.party.members]
    return [c for c in members if not sheet(c).is_pc and c.status == "up"]


def join(do: Resolution, id: str) -> bool:
    """Somebody met underground comes along, if there is room for another."""
    party = do.state.party
    assert party is not None
    if len(companions(do.state)) >= most(do.state):
        return False
    do.emit(SideChanged(id, party.side, rule=("knave:reaction.roll",)))
    do.emit(PartyJoined(id, rule=("knave:reaction.roll",)))
    return True


def why_not_hire(state: State, creature: Creature, applicant: str, daily: int) -> Refusal | None:
    """knave:money.unskilled-wage

    A day's pay in advance; nobody works for a laughing stock.
    """
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
        return Refusal("Nobody more would follow.", WAGE)
    return None


def hire(do: Resolution, creature: Creature, applicant: str, daily: int) -> None:
    """knave:money.unskilled-wage"""
    town, party = do.state.settlement, do.state.party
    assert town is not None and party is not None
    who = next(w for w in town.applicants if w.id == applicant)
    if daily:
        carrying.use_up(do, creature.id, "coin", "paid", daily)
    left = tuple(w for w in town.applicants if w.id != applicant)
    do.emit(SettlementChanged(replace(town, applicants=left), f"{who.name} was hired", rule=(WAGE,)))
    do.rules.recruit(do, Recruit(who.kind, name=who.name), who.id, party.side)
    do.emit(PartyJoined(who.id, rule=(WAGE,)))
    do.emit(Counted(f"{PAID_UNTIL}{who.id}", do.state.now + DAY if daily else 0, rule=(WAGE,)))
    do.emit(Counted(f"wage:{who.id}", daily, rule=(WAGE,)))


def pay(do: Resolution) -> None:
    """knave:money.unskilled-wage

    Every day begun is paid for; who is not paid goes.
    """
    party = do.state.party
    assert party is not None
    for companion in companions(do.state):
        wage, until = party.counts.get(f"wage:{companion.id}", 0), party.counts.get(f"{PAID_UNTIL}{companion.id}", 0)
        days = -(-(do.state.now - until) // DAY) if wage and do.state.now > until else 0
        if days and not _pay(do, wage * days):
            do.emit(PartyLeft(companion.id, rule=(WAGE,)))
        elif days:
            do.emit(Counted(f"{PAID_UNTIL}{companion.id}", until + days * DAY, rule=(WAGE,)))


def _pay(do: Resolution, coins: int) -> bool:
    """From the purses of the characters, in marching order, or not at all."""
    payers = [c for c in do.state.marchers() if sheet(c).is_pc and coins_of(c)]
    if sum(coins_of(c) for c in payers) < coins:
        return False
    for payer in payers:
        part = min(coins, coins_of(payer))
        if part:
            carrying.use_up(do, payer.id, "coin", "paid wages of", part)
        coins -= part
    return True


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
