"""Food and water: what a day takes, and what goes without does to people."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import carrying
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import with_campaign
from underkeep.systems.rampage.checks.saves import save
from underkeep.world.clock import day_of
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, DamageRolled, Harmed
from underkeep.world.gear import ItemsChanged, less, part
from underkeep.world.state import State

HUNGRY, THIRSTING = "hungry", "thirsty"
RATIONS, WATERSKIN = "rations", "waterskin"
DRY = ("desert", "badlands")
HOT = "desert"
_HEAT = parse("1d4")


class DayFed(Event, frozen=True):
    """Everybody's meals of this day are settled."""

    day: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, eaten=self.day)


EVENTS: tuple[type[Event], ...] = (DayFed,)


def is_starving(state: State, creature: Creature) -> bool:
    """Whether somebody had no food or no water on the last day."""
    return bool(creature.condition(HUNGRY) or creature.condition(THIRSTING))


def feed(do: Resolution, terrain: str) -> None:
    """A day's meals and water for everybody in the party, once a day."""
    for creature in do.state.marchers():
        if carrying_folk(creature):
            _eat(do, do.state.creatures[creature.id])
            _drink(do, creature.id, terrain)
    do.emit(DayFed(day_of(do.state.now)))


def carrying_folk(creature: Creature) -> bool:
    """Beasts graze and hunt."""
    return bool(getattr(creature.sheet, "scores", ()))


@executes("rampage:hazard.no-food")
def _eat(do: Resolution, creature: Creature) -> None:
    """A ration; without one a save, or a hit point is lost."""
    rule = ("rampage:hazard.no-food",)
    giver = next((c for c in (creature, *do.state.marchers()) if carrying.has(c, RATIONS)), None)
    if giver is not None:
        items = do.state.creatures[giver.id].items
        meal = part(next(i for i in items if i.kind == RATIONS), 1)
        do.emit(ItemsChanged(giver.id, less(items, meal), "ate", meal, rule=rule))
        _sated(do, creature.id, HUNGRY)
        return
    do.emit(ConditionGained(creature.id, Condition(HUNGRY), rule=rule))
    if not save(do, creature.id, "general"):
        _lose(do, creature.id, 1, "hunger", rule)


@executes("rampage:hazard.no-water")
def _drink(do: Resolution, id: str, terrain: str) -> None:
    """Only dry country has none; a waterskin holds a day's. Without, a hit point is lost, 1d4 in a hot desert."""
    rule = ("rampage:hazard.no-water",)
    creature = do.state.creatures[id]
    if terrain not in DRY or carrying.has(creature, WATERSKIN):
        if terrain in DRY:
            carrying.use_up(do, id, WATERSKIN, "drank", rule=rule)
        _sated(do, id, THIRSTING)
        return
    do.emit(ConditionGained(id, Condition(THIRSTING), rule=rule))
    if terrain == HOT:
        roll = do.roll_total(_HEAT, f"thirst of {id}")
        do.emit(DamageRolled("", id, "thirst", roll, rule=rule))
        _lose(do, id, roll.total, "thirst", rule)
    else:
        _lose(do, id, 1, "thirst", rule)


def _lose(do: Resolution, id: str, amount: int, why: str, rule: tuple[str, ...]) -> None:
    creature = do.state.creatures[id]
    if creature.status == "up":
        do.emit(Harmed(id, amount, max(0, creature.hp - amount), "", why, rule=rule))


def _sated(do: Resolution, id: str, what: str) -> None:
    if do.state.creatures[id].condition(what):
        do.emit(ConditionEnded(id, what, rule=("rampage:hazard.no-healing-hungry",)))


def eat_in_town(do: Resolution) -> None:
    """Nobody goes hungry at home."""
    for creature in do.state.marchers():
        _sated(do, creature.id, HUNGRY)
        _sated(do, creature.id, THIRSTING)
