"""The game's answers to exploration, meetings and the town: each is given by the file named after its chapter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.containers import Containers
from underkeep.procedures.delving import LightKind, Ware
from underkeep.procedures.hiring import Term
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave import fittest, own_actions
from underkeep.systems.knave.attacks import afflictions
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.encounters import companions, favours, meetings
from underkeep.systems.knave.equipment import light
from underkeep.systems.knave.equipment.inventory import used_slots
from underkeep.systems.knave.equipment.light import uses_left
from underkeep.systems.knave.exploration import (
    aftermath,
    carried,
    exploring,
    features,
    hazard_die,
    shifts,
    traps,
    treasure,
)
from underkeep.systems.knave.magic import alchemy, casting
from underkeep.systems.knave.referee import stocking
from underkeep.systems.knave.town import hirelings, town
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, Dungeon, Feature, Group, Hoard, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import Square
from underkeep.world.journey import THE_ROAD, RoutesLaid
from underkeep.world.light import Light
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

DELVING_EVENTS: tuple[type[Event], ...] = (
    *afflictions.EVENTS,
    *hazard_die.EVENTS,
    *shifts.EVENTS,
    *traps.EVENTS,
    *features.EVENTS,
    *favours.EVENTS,
    *companions.EVENTS,
    *hirelings.EVENTS,
    *light.EVENTS,
    *own_actions.EVENTS,
)
DELVING_ACTIONS: tuple[type[Action], ...] = (*a.DELVE_ACTIONS, *own_actions.ACTIONS)


@executes("knave:time.turn.length", "knave:time.watch.length")
class KnaveDelving:
    """A turn is ten minutes; the dungeon lies a watch's walk from town."""

    turn_seconds = meetings.TURN_SECONDS
    containers: Containers | None = None
    terms: tuple[Term, ...] = hirelings.TERMS

    # Making the world
    def stock(self, do: Resolution, dungeon: Dungeon) -> Dungeon:
        return stocking.stock(do, dungeon)

    def found_settlement(self, do: Resolution) -> None:
        town.found(do)

    def lay_routes(self, do: Resolution) -> None:
        do.emit(RoutesLaid((THE_ROAD,)))

    # The road
    def begin_day(self, do: Resolution) -> None:
        return None

    @executes("knave:time.watch.length")
    def miles_per_day(self, state: State) -> float:
        """Two watches of walking; the road takes one."""
        return 2 * THE_ROAD.miles

    def end_day(self, do: Resolution, rested: bool) -> None:
        return None

    # Moving and seeing
    def feet_per_turn(self, state: State) -> int:
        return exploring.feet_per_turn(state)

    def feet_used(self, do: Resolution, familiar: bool) -> int:
        return exploring.feet_used(do.state)

    def sight_feet(self, state: State) -> int:
        return light.sight_feet(state)

    def light_kinds(self) -> dict[str, LightKind]:
        return light.kinds()

    def load(self, state: State, creature: Creature) -> str:
        own = sheet(creature)
        wounds = f", {own.wounds} wounded" if own.wounds else ""
        return f"{used_slots(creature.items)} of {own.slots} slots{wounds}" if own.slots else ""

    def light_left(self, state: State, light: Light) -> str:
        return uses_left(state, light)

    def kindle(self, do: Resolution, creature: Creature, item: str) -> None:
        return None

    # Verbs underground
    def closes_turn(self, state: State, action: Action) -> bool:
        return False

    def turns_for(self, state: State, action: Action) -> int:
        if isinstance(action, a.Use) and state.dungeon is not None:
            return features.turns_for(state.dungeon.features[action.feature].kind)
        return int(isinstance(action, alchemy.Harvest)) or exploring.turns_for(action)

    def force_door(self, do: Resolution, creature: Creature, door: Door) -> bool:
        return exploring.force_door(do, creature)

    def pick_lock(self, do: Resolution, creature: Creature, door: Door) -> bool:
        return exploring.pick_lock(do, creature)

    def listen(self, do: Resolution, creature: Creature, door: Door, noise: bool) -> None:
        exploring.listen(do, creature, noise)

    def searchable(self, state: State, floor: int) -> int:
        return exploring.searchable(state)

    def search(self, do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
        exploring.search(do, creature)
        return ()

    def who_treads(self, state: State) -> list[Creature]:
        return state.marchers()[:1]

    def trap_springs(self, do: Resolution, trap: Trap, creature: Creature) -> bool:
        return traps.springs(do, trap, creature)

    def spring(self, do: Resolution, trap: Trap, creature: Creature) -> None:
        traps.spring(do, trap, creature)

    def inspect(self, do: Resolution, creature: Creature, hoard: Hoard) -> None:
        traps.inspect(do, creature, hoard.id)

    def disarm(self, do: Resolution, creature: Creature, trap: Trap) -> None:
        traps.disarm(do, creature, trap)

    def use(self, do: Resolution, creature: Creature, feature: Feature) -> None:
        features.use(do, creature, feature)

    def share_items(self, state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
        return exploring.share(state, items)

    @executes("knave:damage.hp-first", "knave:damage.wound-per-point")
    def life(self, creature: Creature) -> tuple[int, int]:
        """Hit points, and every slot that is not wounded."""
        own = sheet(creature)
        return creature.hp + own.slots - own.wounds, creature.max_hp + own.slots

    @executes("knave:hazard.die.fatigue")
    def rest_is_due(self, state: State) -> bool:
        """Never: the hazard die says when the party must rest, and the time goes by at once."""
        return False

    def end_turn(self, do: Resolution) -> None:
        exploring.suffer(do)
        if do.state.marchers():
            hazard_die.end_turn(do)

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        casting.lapse(do, creature, condition)
        afflictions.lapse(do, creature, condition.name)

    # Meetings
    def meet(self, do: Resolution, group: Group, distance_feet: int | None) -> None:
        meetings.meet(do, group, distance_feet)

    def parley(self, do: Resolution, creature: Creature, aim: str) -> None:
        meetings.parley(do, creature, aim)

    def evade(self, do: Resolution, drop: str) -> None:
        meetings.evade(do, drop)

    def stand_by(self, do: Resolution) -> None:
        meetings.stand_by(do)

    def after_fight(self, do: Resolution) -> None:
        aftermath.after_fight(do)

    # Town
    def wares(self, state: State) -> Iterable[Ware]:
        return town.wares(state)

    def buy(self, do: Resolution, creature: Creature, ware: Ware, count: int) -> None:
        town.buy(do, creature, ware, count)

    def price_of(self, state: State, item: Item) -> int:
        return town.price_of(item)

    def sell(self, do: Resolution, creature: Creature, item: Item, count: int) -> None:
        town.sell(do, creature, item, count)

    @executes("knave:money.coin")
    def money(self, coins: int) -> str:
        return f"{coins}c"

    def offers(self, state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
        return (applicant.asks,)

    def hire(self, do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None:
        hirelings.hire(do, creature, applicant, *terms)

    def hear_rumours(self, do: Resolution, creature: Creature) -> None:
        town.hear_rumours(do)

    def rest_days(self, do: Resolution, days: int) -> None:
        town.rest_days(do, days)

    def come_home(self, do: Resolution) -> None:
        town.come_home(do)

    # The system's own
    def own_options(self, state: State) -> tuple[Action, ...]:
        return own_actions.options(state)

    def why_not(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, own_actions.ACTIONS):
            return own_actions.why_not(state, action)
        return carried.why_not(state, action) or own_actions.why_not_shared(state, action)

    def fittest(self, state: State, actions: Sequence[Action]) -> Action:
        return fittest.fittest(state, actions)

    def perform(self, do: Resolution, action: Action) -> None:
        own_actions.perform(do, action)

    # The key to a map
    def key_monster(self, kind: str) -> str:
        return compendium.monsters()[kind].name

    def key_stats(self, kind: str) -> str:
        stats = compendium.monsters()[kind]
        return f"level {stats.level}, hp {stats.hp}, AP {stats.armour_points}"

    def key_trap(self, kind: str) -> str:
        return traps.told_to_the_referee(kind)

    def key_worth(self, item: Item) -> str:
        worth = treasure.worth(item)
        return f"{worth} coins" if worth else ""
