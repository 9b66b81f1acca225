"""Food that does not keep for ever: dried rations are good for four weeks."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.qualities import Dried
from underkeep.world.clock import DAY, TimePassed
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

RATIONS, ROTTEN = "rations", "rotten-rations"
KEEPS = 28 * DAY
_RULE = "robs:equipment.gear.rations"


class FoodLookedOver(Event, frozen=True):
    """On this day it was seen what has gone bad."""

    secret: ClassVar[bool] = True

    day: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, food_day=self.day)


class FoodPacked(Event, frozen=True):
    """How long each ration that somebody carries will be good."""

    secret: ClassVar[bool] = True

    creature: str
    items: tuple[Item, ...]

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, items=self.items)


EVENTS: tuple[type[Event], ...] = (FoodLookedOver, FoodPacked)


def on_time(do: Resolution, event: TimePassed) -> None:
    """Once a day; what was not there the last time was bought since then."""
    last, today = campaign(do.state).food_day, event.now // DAY
    if do.state.party is None or today <= last:
        return
    for id in do.state.party.members:
        _look_over(do, do.state.creatures[id], last * DAY)
    do.emit(FoodLookedOver(today))


@executes("robs:equipment.gear.rations")
def _look_over(do: Resolution, creature: Creature, since: int) -> None:
    """Each ration is good for four weeks from the day it was packed, and rotten after."""
    if not any(item.kind == RATIONS for item in creature.items):
        return
    kept = tuple(_aged(item, since, do.state.now) for item in creature.items)
    bad = next((item for item, old in zip(kept, creature.items, strict=True) if item.kind != old.kind), None)
    if bad is not None:
        do.emit(ItemsChanged(creature.id, kept, "spoilt", bad, rule=(_RULE,)))
    elif kept != creature.items:
        do.emit(FoodPacked(creature.id, kept))


def _aged(item: Item, since: int, now: int) -> Item:
    if item.kind != RATIONS:
        return item
    until = item.quality.until if isinstance(item.quality, Dried) else since + KEEPS
    if until <= now:
        return replace(item, kind=ROTTEN, name="Rotten rations", quality=None)
    return replace(item, quality=Dried(until))
