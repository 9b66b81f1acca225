"""What this game answers to the procedures of exploration."""

from __future__ import annotations

from underkeep.kernel.codec import Barrier
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import vision
from underkeep.systems.rampage.basics.measures import ROUND_SECONDS, TURN_SECONDS
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.checks.healing import TakeRemedy, Tend, remedies
from underkeep.systems.rampage.encounters import prisoners
from underkeep.systems.rampage.equipment import light
from underkeep.systems.rampage.exploration import chests, doors, searching, sharing, traps, turns
from underkeep.systems.rampage.exploration.filth import Rummage
from underkeep.systems.rampage.exploration.venom import HarvestVenom
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Feature
from underkeep.world.light import Light
from underkeep.world.state import State

turn_seconds = TURN_SECONDS
rate_per_turn = turns.feet_per_turn
movement_used = turns.movement_used
sight = vision.sees_feet
light_kinds = light.kinds
closes_turn = turns.closes_turn
end_turn = turns.end_turn
search = searching.search
inspect = searching.inspect
disarm = searching.disarm
trap_springs = traps.springs
spring = traps.spring
share_items = sharing.share


def barrier(sort: str) -> Barrier | None:
    return doors.barrier(sort)


def light_left(state: State, light: Light) -> str:
    return ""


def kindle(do: Resolution, creature: Creature, item: str) -> None:
    """From a burning light at once, which is ours; else it is a task, tried until the flame catches."""
    if do.state.lights:
        return
    tasks.until_it_works(do, creature, "light-fire")


def seconds_for(state: State, action: Action) -> int:
    if isinstance(action, chests.OpenChest):
        return chests.seconds_for(state, action)
    found = doors.seconds_for(state, action)
    if found is None:
        found = searching.seconds_for(state, action)
    if found is not None:
        return found
    if isinstance(action, prisoners.Interrogate):
        return prisoners.seconds_for(action)
    if isinstance(action, TakeRemedy):
        return _seconds_to_take(state, action)
    if isinstance(action, a.Rest | Tend | HarvestVenom | Rummage):
        return TURN_SECONDS
    return ROUND_SECONDS if isinstance(action, a.Use) else 0


def _seconds_to_take(state: State, action: TakeRemedy) -> int:
    item = state.creatures[action.actor].item(action.item)
    return remedies()[item.kind].rounds * ROUND_SECONDS if item is not None else 0


def rest_is_due(state: State) -> bool:
    """The book asks for no rest underground."""
    return False


def searchable(state: State, floor: int) -> int:
    return floor


def who_treads(state: State) -> list[Creature]:
    return state.marchers()[:2]


def use(do: Resolution, creature: Creature, feature: Feature) -> None:
    """There is nothing to be had from a place to lie in wait."""


def is_water(feature: Feature) -> bool:
    return False


def drink(do: Resolution) -> None:
    """There is no such water here."""


def peril(state: State, area: str) -> str:
    """No place of this game harms by itself alone whoever stays there."""
    return ""


def risk(state: State, feature: Feature) -> str:
    """What such a thing does shows when it is handled."""
    return ""
