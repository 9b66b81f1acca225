"""What this game answers to the procedures of exploration."""

from __future__ import annotations

from underkeep.kernel.codec import Barrier
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.barriers import Bar
from underkeep.systems.knave.encounters.meetings import TURN_SECONDS
from underkeep.systems.knave.equipment import light
from underkeep.systems.knave.exploration import exploring, features, hazard_die, traps
from underkeep.systems.knave.magic.alchemy import Harvest
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Hoard
from underkeep.world.grid import Square
from underkeep.world.state import State

BARS = {"stuck": Bar("stuck"), "locked": Bar("locked")}
turn_seconds = TURN_SECONDS
rate_per_turn = exploring.feet_per_turn
sight = light.sees_feet
light_kinds = light.kinds
light_left = light.uses_left
trap_springs = traps.springs
spring = traps.spring
disarm = traps.disarm
use = features.use
risk, peril, is_water, drink = features.risk, features.peril, features.is_water, features.drink_at
share_items = exploring.share


def barrier(sort: str) -> Barrier | None:
    return BARS.get(sort)


def movement_used(do: Resolution, familiar: bool) -> int:
    return exploring.feet_used(do.state)


def kindle(do: Resolution, creature: Creature, item: str) -> None:
    """A torch burns as soon as somebody wants it to."""


def seconds_for(state: State, action: Action) -> int:
    if isinstance(action, a.Use) and state.dungeon is not None:
        return features.turns_for(state.dungeon.features[action.feature].kind) * TURN_SECONDS
    return (int(isinstance(action, Harvest)) or exploring.turns_for(action)) * TURN_SECONDS


def closes_turn(state: State, action: Action) -> bool:
    return False


def rest_is_due(state: State) -> bool:
    """Never: the hazard die says when the party must rest, and the time goes by at once."""
    return False


def end_turn(do: Resolution) -> None:
    exploring.suffer(do)
    if do.state.marchers():
        hazard_die.end_turn(do)


def searchable(state: State, floor: int) -> int:
    return exploring.searchable(state)


def search(do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
    """What is found is laid bare at once, the whole room of it."""
    exploring.search(do, creature)
    return ()


def who_treads(state: State) -> list[Creature]:
    return state.marchers()[:1]


def inspect(do: Resolution, creature: Creature, hoard: Hoard) -> None:
    traps.inspect(do, creature, hoard.id)
