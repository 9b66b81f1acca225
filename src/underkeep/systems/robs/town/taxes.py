"""Taxes at the gate of a city: who pays, who need not, and what comes of hiding things."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.town_life import town_life, with_town_life
from underkeep.systems.robs.characters import alignment
from underkeep.systems.robs.checks.checks import situation
from underkeep.systems.robs.equipment import market, treasure
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged
from underkeep.world.state import State

RATES = {"5%": 5, "10%": 10, "15%": 15, "20%": 20, "25%": 25}
YEARLY = {"2%": 2, "5%": 5, "10%": 10}
YEAR = 365 * DAY
MONTH = 30 * DAY
DECLARE, HIDE = "declare everything", "hide what is of worth"
QUESTION = "what has the party to declare"
PUNISHMENTS = ("all is taken, and 1d6 months", "all is taken", "a warning")
SENTENCE = parse("1d6")
LAWFUL_ENOUGH = 2
HIDING_PLACE = "bag-of-holding"
_TAX = "robs:money.entry-tax"
_EVASION = "robs:money.tax-evasion"
_CITIZEN = "robs:money.citizen-tax"
_PAPERS = "robs:money.tax-free-papers"
_WATCH = "robs:alignment.lawfulness.law-enforcement"


class BecomeCitizen(Action, frozen=True):
    """Swear to the city: no toll at the gate, and taxes every year."""

    actor: str


class EnterService(Action, frozen=True):
    """Serve the lord of the city in the watch, between other things."""

    actor: str


class CitizenshipChanged(Event, frozen=True):
    """A citizen's taxes are paid up to this time."""

    creature: str
    since: int

    def evolve(self, state: State) -> State:
        return with_town_life(state, citizens={**town_life(state).citizens, self.creature: self.since})


class PapersGiven(Event, frozen=True):
    """Whoever serves the lord passes free of tax."""

    creature: str

    def evolve(self, state: State) -> State:
        return with_town_life(state, papers=(*town_life(state).papers, self.creature))


class PassedFree(Note, frozen=True):
    """Somebody pays nothing at the gate."""

    creature: str
    why: str


class CaughtSmuggling(Note, frozen=True):
    """The guards found what was not declared."""

    creature: str


EVENTS: tuple[type[Event], ...] = (CitizenshipChanged, PapersGiven, PassedFree, CaughtSmuggling)


def is_city(state: State) -> bool:
    return state.settlement is not None and state.settlement.size == "city"


@executes("robs:money.entry-tax")
def valuables_cp(state: State, creature: Creature) -> int:
    """What is declared: coins, treasure, and arms and gear at what they would fetch."""
    size = state.settlement.size if state.settlement is not None else "village"
    goods = sum(market.price_of(size, item) * item.count for item in creature.items if not treasure.worth_cp(item))
    return money.purse_cp(creature.items) + goods + sum(treasure.worth_cp(i) * i.count for i in creature.items)


@executes("robs:money.entry-tax", "robs:money.citizen-tax", "robs:money.tax-free-papers")
def arrive(do: Resolution) -> None:
    """At the gate of a city citizens and the lord's own people pass; the rest are asked what they carry."""
    if not is_city(do.state):
        return
    life = town_life(do.state)
    for creature in do.state.marchers():
        if creature.id in life.citizens:
            do.emit(PassedFree(creature.id, "a citizen", rule=(_CITIZEN,)))
            _pay_yearly(do, creature)
        elif creature.id in life.papers:
            do.emit(PassedFree(creature.id, "in the lord's service", rule=(_PAPERS,)))
    if strangers(do.state):
        rule = (_TAX, _EVASION)
        do.ask_party(QUESTION, (DECLARE, HIDE), DECLARE, rule, "The guards at the gate want to know.")


def strangers(state: State) -> list[Creature]:
    life = town_life(state)
    return [c for c in state.marchers() if c.id not in life.citizens and c.id not in life.papers]


def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    if choice == DECLARE:
        _pay_at_the_gate(do)
    else:
        _smuggle(do)


@executes("robs:money.entry-tax")
def _pay_at_the_gate(do: Resolution) -> None:
    """A part of all they carry, by the kingdom, in coin as far as there is any."""
    rate = RATES[do.ruling(_TAX, tuple(RATES), "10%")]
    for creature in strangers(do.state):
        due = valuables_cp(do.state, creature) * rate // 100
        paid = min(due, money.purse_cp(creature.items))
        if paid:
            money.pay(do, creature, paid, "paid-tax", (_TAX,))


@executes("robs:money.tax-evasion", "robs:money.tax-magic-hiding")
def _smuggle(do: Resolution) -> None:
    """A situational roll for each says whether the guards find it; magic hiding places they know all of."""
    for creature in strangers(do.state):
        known = any(item.kind == HIDING_PLACE for item in creature.items)
        if known:
            rule: tuple[str, ...] = ("robs:money.tax-magic-hiding", _EVASION)
        else:
            rule = (_EVASION,)
        if not known and situation(do, creature.id, "smuggling", (), rule) >= 0:
            continue
        do.emit(CaughtSmuggling(creature.id, rule=rule))
        _punish(do, creature)


@executes("robs:money.tax-evasion")
def _punish(do: Resolution, creature: Creature) -> None:
    """All belongings, and months of forced labour."""
    sentence = do.ruling(_EVASION, PUNISHMENTS, PUNISHMENTS[0], creature.id)
    if sentence == PUNISHMENTS[2]:
        return
    do.emit(ItemsChanged(creature.id, (), "confiscated", rule=(_EVASION,)))
    if sentence == PUNISHMENTS[0]:
        months = do.roll_total(SENTENCE, f"sentence of {creature.id}").total
        pass_time(do, months * MONTH, "forced labour", (_EVASION,))


@executes("robs:money.citizen-tax")
def _pay_yearly(do: Resolution, creature: Creature) -> None:
    """A part of what a citizen has, for each year that is over."""
    years = (do.state.now - town_life(do.state).citizens[creature.id]) // YEAR
    if not years:
        return
    rate = YEARLY[do.ruling(_CITIZEN, tuple(YEARLY), "5%", creature.id)]
    wealth = valuables_cp(do.state, creature) + town_life(do.state).deposits.get(creature.id, 0)
    paid = min(wealth * rate * years // 100, money.purse_cp(creature.items))
    if paid:
        money.pay(do, creature, paid, "paid-tax", (_CITIZEN,))
    since = town_life(do.state).citizens[creature.id] + years * YEAR
    do.emit(CitizenshipChanged(creature.id, since, rule=(_CITIZEN,)))


# Belonging to the city


def applicants(state: State) -> list[Action]:
    return [BecomeCitizen(c.id) for c in state.marchers()] if is_city(state) else []


def citizenship_takes(state: State, action: BecomeCitizen) -> str:
    return "a part of all one has every year, and no toll at the gate"


def why_not_citizen(state: State, action: BecomeCitizen) -> Refusal | None:
    if not is_city(state):
        return Refusal("Only a city has citizens.", _CITIZEN)
    if action.actor in town_life(state).citizens:
        return Refusal(f"{state.creatures[action.actor].name} is a citizen already.", _CITIZEN)
    return None


def become_citizen(do: Resolution, action: BecomeCitizen) -> None:
    do.emit(CitizenshipChanged(action.actor, do.state.now, rule=(_CITIZEN,)))


def servants(state: State) -> list[Action]:
    return [EnterService(c.id) for c in state.marchers()] if is_city(state) else []


@executes("robs:alignment.lawfulness.law-enforcement", "robs:money.tax-free-papers")
def why_not_serve(state: State, action: EnterService) -> Refusal | None:
    """The watch of a city takes strangers into the lord's service; where Lawfulness is reckoned with, only those of +2
    or more."""
    creature = state.creatures[action.actor]
    own = sheet(creature)
    if not is_city(state) or not own.is_character:
        return Refusal("Only the lord of a city takes people into service.", _PAPERS)
    if action.actor in town_life(state).papers:
        return Refusal(f"{creature.name} serves already.", _PAPERS)
    if alignment.LAWFULNESS in state.switches and (own.lawfulness or 0) < LAWFUL_ENOUGH:
        return Refusal(f"The watch turns {creature.name} away.", _WATCH)
    return None


@executes("robs:alignment.lawfulness.law-enforcement", "robs:money.tax-free-papers")
def enter_service(do: Resolution, action: EnterService) -> None:
    """The referee may still turn somebody away; who is taken is given papers."""
    word = "accepted"
    if alignment.LAWFULNESS in do.state.switches:
        word = do.ruling(_WATCH, ("accepted", "turned away"), word, action.actor)
    if word == "accepted":
        do.emit(PapersGiven(action.actor, rule=(_PAPERS,)))
