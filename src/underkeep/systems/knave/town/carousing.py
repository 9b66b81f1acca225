"""A night's carousing: what it costs, what it teaches, and the morning after."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks import hazards, healing
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.equipment import experience, purse
from underkeep.systems.knave.equipment.market import coins_of
from underkeep.systems.knave.town import consequences_of_ties, hirelings, mishaps
from underkeep.systems.knave.travel import days
from underkeep.world.state import State

PER_PIP = {"village": 50, "town": 100, "city": 200}
COST = {
    "village": "knave:downtime.carousing.cost-village",
    "town": "knave:downtime.carousing.cost-town",
    "city": "knave:downtime.carousing.cost-city",
}
NIGHT = "knave:downtime.carousing.duration"
MORNING = "knave:downtime.carousing.morning-check"
DAWN_SECONDS = 6 * 3600


class Carouse(Action, frozen=True):
    """Spend a night and what it costs on pleasure."""

    actor: str


class DrinkAnHour(Action, frozen=True):
    """Sit in a tavern and drink for an hour."""

    actor: str


class Caroused(Note, frozen=True):
    """A night went by; `coins` were spent of what it cost."""

    creature: str
    roll: Roll
    cost: int
    coins: int


EVENTS: tuple[type[Event], ...] = (Caroused,)


def nights(state: State) -> list[Action]:
    return [Carouse(m.id) for m in state.marchers()]


def hours(state: State) -> list[Action]:
    return [DrinkAnHour(m.id) for m in state.marchers()]


def why_not(state: State, action: Carouse | DrinkAnHour) -> Refusal | None:
    if state.party is None or state.party.place != "town":
        return Refusal("There is no tavern here.", NIGHT)
    if not sheet(state.creatures[action.actor]).is_pc:
        return Refusal("That is for the characters.", NIGHT)
    return None


def takes(state: State, action: Carouse) -> str:
    """Tenfold is the most; who has less spends all there is."""
    assert state.settlement is not None
    least = PER_PIP[state.settlement.size]
    return f"a night and {least} to {10 * least} coins, or all there are"


def why_not_carouse(state: State, action: Carouse) -> Refusal | None:
    if coins_of(state.creatures[action.actor]) == 0:
        return Refusal("There is no money to carouse with.", "knave:xp.carousing")
    return why_not(state, action)


@executes(
    "knave:downtime.carousing.duration",
    "knave:downtime.carousing.cost-village",
    "knave:downtime.carousing.cost-town",
    "knave:downtime.carousing.cost-city",
    "knave:xp.carousing",
    "knave:downtime.carousing.morning-check",
)
def carouse(do: Resolution, action: Carouse) -> None:
    """A whole night. Ruling: carousing-poor (all there is, and as much experience as was spent)."""
    town = do.state.settlement
    assert town is not None
    id = action.actor
    roll = do.roll(1, 10, f"how {id} carouses")
    cost = roll.total * PER_PIP[town.size]
    rule = COST[town.size]
    spent = purse.lose(do, id, cost, "caroused-away", rule)
    do.emit(Caroused(id, roll, cost, spent, rule=(rule, NIGHT)))
    pass_time(do, until_morning(do.state.now), "carousing")
    experience.earn(do, id, spent)
    for other in do.state.marchers():
        watches = healing.WATCHES_OF_SLEEP * (other.id != id)
        if watches:
            days.sleep_off(do, other.id)
        healing.wake(do, other.id, watches, has_eaten=True, in_haven=True)
    hirelings.tell_wages(do, hirelings.pay(do))
    consequences_of_ties.night(do)
    if do.state.creatures[id].is_up and not check(do, id, "CON", "the morning after", rule=(MORNING,)).success:
        mishaps.befall(do, id)


@executes("knave:downtime.carousing.duration")
def until_morning(now: int) -> int:
    """To the next dawn."""
    day = hazards.DAY_SECONDS
    to_dawn = (DAWN_SECONDS - now) % day
    return to_dawn or day


@executes("knave:hazard.drink.check")
def drink(do: Resolution, action: DrinkAnHour) -> None:
    """An hour in the tavern, and the check of how it is borne."""
    pass_time(do, hazards.HOUR_SECONDS, "drinking")
    hazards.drink(do, action.actor)
