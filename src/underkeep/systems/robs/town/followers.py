"""Followers: who comes along for pay, asked with CHA and a situational roll, and how they go again.

Ruling: delve-followers. The book has leadership as a use of CHA and no more.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.hiring import Term, told
from underkeep.procedures.recruiting import entrust, new_name
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.names import NAMES
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.checks.checks import situation
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.party import PartyJoined, PartyLeft
from underkeep.world.settlement import Applicant, SettlementChanged
from underkeep.world.state import State

OURS = "robs:delve-followers"
FOLLOWERS = "followers"
TERMS: tuple[Term, ...] = (Term("{} sp a day", ("sp", "silver")),)
ASKED_SP = {"commoner": 1, "bandit": 3, "soldier": 4}
MOST = 3
"""So many follow somebody of Average CHA."""


class WageAgreed(Event, frozen=True):
    """A follower comes along for so much copper a day, and is paid until this time."""

    creature: str
    cp: int
    paid_until: int

    def evolve(self, state: State) -> State:
        known = campaign(state)
        wages, until = {**known.wages, self.creature: self.cp}, {**known.paid_until, self.creature: self.paid_until}
        return with_campaign(state, wages=wages, paid_until=until)


class WagesPaid(Note, frozen=True):
    """What a follower was paid."""

    creature: str
    cp: int


class WagesUnpaid(Note, frozen=True):
    """There is not the money to keep a follower."""

    creature: str
    cp: int


class OfferRefused(Note, frozen=True):
    """Somebody who looks for work would not come along."""

    creature: str
    name: str


EVENTS: tuple[type[Event], ...] = (WageAgreed, WagesPaid, WagesUnpaid, OfferRefused)


def applicants(do: Resolution, count: int) -> tuple[Applicant, ...]:
    if FOLLOWERS not in do.state.switches:
        return ()
    found: list[Applicant] = []
    for number in range(1, count + 1):
        kind = str(do.pick(tuple(ASKED_SP), "who looks for work"))
        name = new_name(do, NAMES, f"applicant {number}", [other.name for other in found])
        found.append(Applicant(f"follower-{number}", kind, 1, name, (ASKED_SP[kind],)))
    return tuple(found)


def following(state: State) -> list[Creature]:
    return [c for c in state.marchers() if c.id in campaign(state).wages]


@executes("robs:abilities.cha")
def most(creature: Creature) -> int:
    """Nobody leads more than 3 and CHA, and everybody one."""
    return max(1, MOST + sheet(creature).attributes["CHA"])


@executes("robs:abilities.cha")
def why_not_hire(state: State, creature: Creature, applicant: str, daily: int) -> Refusal | None:
    """A day's pay in advance, and not more followers than one can lead."""
    assert state.settlement is not None
    if not sheet(creature).is_character:
        return Refusal("Only a character hires.", OURS)
    if len(following(state)) >= most(creature):
        return Refusal(f"{creature.name} cannot lead more than {most(creature)}.", "robs:abilities.cha")
    if money.purse_cp(creature.items) < daily * money.IN_CP["sp"]:
        return Refusal(f"{creature.name} cannot pay that.", money.COINS)
    return None


@executes("robs:abilities.cha", "robs:task.situational.roll")
def hire(do: Resolution, creature: Creature, applicant: str, daily: int) -> None:
    """A situational roll with CHA, 1 better or worse for each silver piece above or below what was asked; below 0 the
    answer is no, and stays no."""
    town, party = do.state.settlement, do.state.party
    assert town is not None and party is not None
    who = next(w for w in town.applicants if w.id == applicant)
    left = replace(town, applicants=tuple(w for w in town.applicants if w.id != applicant))
    offer = max(-3, min(3, daily - who.asks[0]))
    parts = (Modifier("CHA", sheet(creature).attributes["CHA"]), Modifier(f"offer of {told(TERMS, (daily,))}", offer))
    rule = (OURS, "robs:abilities.cha")
    if situation(do, creature.id, "an offer of work", tuple(m for m in parts if m.amount), rule) < 0:
        do.emit(SettlementChanged(left, "refused", who.name, rule=rule))
        do.emit(OfferRefused(creature.id, who.name, rule=rule))
        return
    if daily:
        money.pay(do, creature, daily * money.IN_CP["sp"], "paid", (OURS,))
    do.emit(SettlementChanged(left, "hired", who.name, rule=rule))
    entrust(do, who.id, party.side, do.state.owner(creature.id))
    do.rules.recruit(do, Recruit(who.kind, name=who.name), who.id, party.side)
    do.emit(PartyJoined(who.id, rule=rule))
    do.emit(WageAgreed(who.id, daily * money.IN_CP["sp"], do.state.now + DAY, rule=rule))


def dues(state: State, until: int) -> list[str]:
    """What falls due by then, and for whom."""
    known = campaign(state)
    owed = {c.name: known.wages[c.id] * max(0, -(-(until - known.paid_until[c.id]) // DAY)) for c in following(state)}
    who = " and ".join(name for name, cost in owed.items() if cost)
    return [f"Wages of {money.written(sum(owed.values()))} fall due for {who}."] if who else []


def pay(do: Resolution) -> None:
    """Every day begun is paid for by whoever can; who is not paid goes."""
    for follower in following(do.state):
        known = campaign(do.state)
        wage, until = known.wages[follower.id], known.paid_until[follower.id]
        days = max(0, -(-(do.state.now - until) // DAY))
        owed = wage * days
        if not owed:
            continue
        payer = next((c for c in do.state.marchers() if money.purse_cp(c.items) >= owed and c is not follower), None)
        if payer is None:
            do.emit(WagesUnpaid(follower.id, owed, rule=(OURS,)))
            do.emit(PartyLeft(follower.id, rule=(OURS,)))
            continue
        money.pay(do, payer, owed, "paid-wages", (OURS,))
        do.emit(WagesPaid(follower.id, owed, rule=(OURS,)))
        do.emit(WageAgreed(follower.id, wage, until + days * DAY, rule=(OURS,)))
