"""The base town: how it is made, what it offers, and the days that pass there."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.town_life import NO_HEALING, Guard, OseTown, town_life, with_town_life
from underkeep.systems.ose.town import rumours
from underkeep.world.clock import DAY
from underkeep.world.settlement import Settlement, SettlementChanged
from underkeep.world.state import State

SERVICES = ("black market", "guard", "healing", "lodgings", "rumours")
BLACK_MARKET, GUARD, HEALING, LODGINGS, RUMOURS = SERVICES
CURES = (NO_HEALING, "cure wounds", "cure serious wounds")
MOST_HOURS = 6
"""The longest time between two patrols of a quarter. Ours."""
_SIZE, _HEALING = "ose:town.size", "ose:town.healing"
_MOST_ROLLED = 30_000


class TownSize(Struct, frozen=True, forbid_unknown_fields=True):
    """What a place of one size has; the fields are explained at the head of the data file."""

    name: str
    least: int
    most: int
    services: dict[str, int]
    healing: Literal["none", "cure wounds", "cure serious wounds"]
    lodging_cp: int
    applicants: Expr
    rulers: tuple[str, ...]
    rule: str


class Names(Struct, frozen=True, forbid_unknown_fields=True):
    """People for each service, names for the town and its quarters."""

    towns: tuple[str, ...]
    quarters: tuple[str, ...]
    people: dict[str, tuple[str, ...]]


class TownStepTaken(Note, frozen=True):
    """One of the five steps of making a town, and what came of it."""

    secret: ClassVar[bool] = True

    step: str
    what: str


class WeekTurned(Event, frozen=True):
    """A new week: those who looked for work have found some."""

    week: int

    def evolve(self, state: State) -> State:
        after = with_town_life(state, week=self.week)
        assert after.settlement is not None
        return replace(after, settlement=replace(after.settlement, applicants=()))


EVENTS: tuple[type[Event], ...] = (TownStepTaken, WeekTurned)


@cache
def sizes() -> dict[str, TownSize]:
    found = content.load(compendium.PACKAGE, "town/sizes", TownSize)
    return dict(sorted(found.items(), key=lambda entry: entry[1].least))


@cache
def names() -> Names:
    return content.load(compendium.PACKAGE, "town/names", Names)["names"]


@executes("ose:town.size")
def size_for(population: int) -> str:
    """What a place of so many people is called."""
    return next((id for id, size in reversed(sizes().items()) if population >= size.least), next(iter(sizes())))


def size_of(state: State) -> TownSize:
    assert state.settlement is not None
    return sizes()[state.settlement.size]


@executes("ose:town.steps", "ose:town.size", "ose:town.services", "ose:town.ruler", "ose:town.npcs")
def found(do: Resolution, name: str = "", usual: str = "small town") -> None:
    """Size, services, ruler and people, in this order. The rumours are written when there is a dungeon to speak of."""
    size = sizes()[do.foretold(_SIZE, tuple(sizes()), usual)]
    span = min(size.most, _MOST_ROLLED) - size.least + 1
    population = size.least - 1 + do.dice.roll(1, span, "population")[0]
    _step(do, "size", f"{size.name}, {population} people", _SIZE)
    services = tuple(name for name in SERVICES if _is_there(do, size, name))
    healing = _healing(do, size) if HEALING in services else NO_HEALING
    guard = _guard(do) if GUARD in services else None
    told = ("ose:town.services", "ose:town.guard") if guard is not None else ("ose:town.services",)
    _step(do, "services", ", ".join(services), *told)
    ruler = do.pick(size.rulers, "ruler")
    _step(do, "ruler", ruler, "ose:town.ruler")
    people = {service: do.pick(names().people[service], f"who has the {service}") for service in services}
    _step(do, "npcs", "; ".join(people.values()), "ose:town.npcs")
    life = OseTown(population, ruler, people, healing, guard, _company(do.state), week(do))
    town = Settlement(name or do.pick(names().towns, "name of the town"), size_for(population), services, life=life)
    do.emit(SettlementChanged(town, "founded", rule=("ose:town.steps",)))
    if do.state.dungeon is not None:
        write_rumours(do)


def _company(state: State) -> int:
    """How many adventurers there were at first: where the party has been before, they know."""
    before = [place.settlement.life for place in state.elsewhere.values() if place.settlement is not None]
    known = [life.company for life in before if isinstance(life, OseTown)]
    return max(known) if known else len(state.party.members) if state.party else 0


def _step(do: Resolution, step: str, what: str, *rule: str) -> None:
    do.emit(TownStepTaken(step, what, rule=("ose:town.steps", *rule)))


@executes("ose:town.services")
def _is_there(do: Resolution, size: TownSize, service: str) -> bool:
    """Each is present or absent, by the chance that a place of this size has it."""
    chance = size.services[service]
    return chance >= 6 or (chance > 0 and do.dice.roll(1, 6, f"{service} in town")[0] <= chance)


@executes("ose:town.healing")
def _healing(do: Resolution, size: TownSize) -> str:
    """Default: none in villages, cured wounds in towns, more in large towns and cities."""
    return do.foretold(_HEALING, CURES, size.healing)


@executes("ose:town.guard")
def _guard(do: Resolution) -> Guard:
    """Whether the guards can be bribed, and the hours between their rounds in each quarter."""
    bribable = do.dice.roll(1, 6, "guards take bribes")[0] <= 3
    return Guard(
        bribable, {q: do.dice.roll(1, MOST_HOURS, f"hours between patrols of {q}")[0] for q in names().quarters}
    )


@executes("ose:town.rumours", "ose:town.steps")
def write_rumours(do: Resolution) -> None:
    """The fifth step: hooks towards the dungeon, true ones and others."""
    town = do.state.settlement
    assert town is not None
    told = rumours.about(do)
    true = sum(rumour.true for rumour in told)
    _step(do, "rumours", f"{true} true, {len(told) - true} false", "ose:town.rumours")
    do.emit(SettlementChanged(replace(town, rumours=told), "rumours", rule=("ose:town.rumours",)))


def week(do: Resolution) -> int:
    return do.state.now // (7 * DAY)


def begin_week(do: Resolution) -> None:
    """With a new week those who looked for work have found some, and others will have to be looked for."""
    if do.state.settlement is not None and town_life(do.state).week != week(do):
        do.emit(WeekTurned(week(do)))
