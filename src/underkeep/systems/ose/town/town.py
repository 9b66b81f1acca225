"""The base town: how it is made, what it offers, and the days that pass there."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.rulings import foretold
from underkeep.systems.ose.town import rumours
from underkeep.world.clock import DAY
from underkeep.world.settlement import Settlement, SettlementChanged
from underkeep.world.state import State

SERVICES = ("black market", "guard", "healing", "lodgings", "rumours")
BLACK_MARKET, GUARD, HEALING, LODGINGS, RUMOURS = SERVICES
CURES = ("none", "cure wounds", "cure serious wounds")
POPULATION, BRIBABLE, COMPANY, WEEK = "population", "guard: bribable", "company", "week"
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


@cache
def sizes() -> dict[str, TownSize]:
    found = content.load(compendium.PACKAGE, "town/sizes", TownSize)
    return dict(sorted(found.items(), key=lambda entry: entry[1].least))


@cache
def names() -> Names:
    return content.load(compendium.PACKAGE, "town/names", Names)["names"]


@executes("ose:town.size")
def size_for(population: int) -> str:
    return next((id for id, size in reversed(sizes().items()) if population >= size.least), next(iter(sizes())))


def size_of(state: State) -> TownSize:
    assert state.settlement is not None
    return sizes()[state.settlement.size]


@executes("ose:town.steps", "ose:town.size", "ose:town.services", "ose:town.ruler", "ose:town.npcs")
def found(do: Resolution) -> None:
    """Size, services, ruler and people, in this order. The rumours are written when there is a dungeon to speak of."""
    size = sizes()[foretold(do, _SIZE, tuple(sizes()), "small town")]
    span = min(size.most, _MOST_ROLLED) - size.least + 1
    population = size.least - 1 + do.dice.roll(1, span, "population")[0]
    _step(do, "size", f"{size.name}, {population} people", _SIZE)
    services = tuple(name for name in SERVICES if _is_there(do, size, name))
    counts = {POPULATION: population, COMPANY: len(do.state.party.members) if do.state.party else 0, WEEK: week(do)}
    notes = {HEALING: _healing(do, size) if HEALING in services else "none"}
    if GUARD in services:
        more, told = _guard(do)
        counts |= more
        notes[GUARD] = told
    _step(do, "services", ", ".join(services), "ose:town.services")
    notes["ruler"] = do.pick(size.rulers, "ruler")
    _step(do, "ruler", notes["ruler"], "ose:town.ruler")
    people = {f"{service}: who": do.pick(names().people[service], f"who has the {service}") for service in services}
    _step(do, "npcs", "; ".join(people.values()), "ose:town.npcs")
    name = do.pick(names().towns, "name of the town")
    town = Settlement(name, size_for(population), services, counts=counts, notes={**notes, **people})
    do.emit(SettlementChanged(town, "founded", rule=("ose:town.steps",)))
    if do.state.dungeon is not None:
        write_rumours(do)


def _step(do: Resolution, step: str, what: str, rule: str) -> None:
    do.emit(TownStepTaken(step, what, rule=("ose:town.steps", rule)))


@executes("ose:town.services")
def _is_there(do: Resolution, size: TownSize, service: str) -> bool:
    """Each is present or absent, by the chance that a place of this size has it."""
    chance = size.services[service]
    return chance >= 6 or (chance > 0 and do.dice.roll(1, 6, f"{service} in town")[0] <= chance)


@executes("ose:town.healing")
def _healing(do: Resolution, size: TownSize) -> str:
    """Default: none in villages, cured wounds in towns, more in large towns and cities."""
    return foretold(do, _HEALING, CURES, size.healing)


@executes("ose:town.guard")
def _guard(do: Resolution) -> tuple[dict[str, int], str]:
    """Whether the guards can be bribed, and the hours between their rounds in each quarter."""
    bribable = int(do.dice.roll(1, 6, "guards take bribes")[0] <= 3)
    rounds = {q: do.dice.roll(1, MOST_HOURS, f"hours between patrols of {q}")[0] for q in names().quarters}
    told = ", ".join(f"{quarter} every {hours} h" for quarter, hours in rounds.items())
    counts = {BRIBABLE: bribable, **{f"patrol: {quarter}": hours for quarter, hours in rounds.items()}}
    return counts, f"{'Can' if bribable else 'Cannot'} be bribed; {told}."


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


def turn_the_week(do: Resolution) -> None:
    """With a new week those who looked for work have found some, and others will have to be looked for."""
    town = do.state.settlement
    if town is None or town.counts.get(WEEK, 0) == week(do):
        return
    changed = replace(town, applicants=(), counts={**town.counts, WEEK: week(do)})
    do.emit(SettlementChanged(changed, "new week"))
