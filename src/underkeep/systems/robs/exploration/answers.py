"""What this game answers to the procedures of exploration."""

from __future__ import annotations

from underkeep.kernel.codec import Barrier
from underkeep.kernel.event import Action
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.measures import MEASURES
from underkeep.systems.robs.equipment import light
from underkeep.systems.robs.exploration import exploring, features, traps, turn
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Feature, Hoard
from underkeep.world.grid import Square
from underkeep.world.state import State

turn_seconds = turn.TURN_SECONDS
rate_per_turn = turn.careful_metres
sight = light.sees_metres
light_kinds = light.kinds
light_left = light.left
trap_springs = traps.springs
spring = traps.spring
disarm = traps.disarm
use = features.use
is_water, drink = features.is_water, features.drink
share_items = exploring.share
rest_is_due = turn.rest_is_due
end_turn = turn.end_turn


def barrier(sort: str) -> Barrier | None:
    return exploring.BARS.get(sort)


def movement_used(do: Resolution, familiar: bool) -> int:
    """Ground that is known goes by three times as fast."""
    return max(1, int(MEASURES.map_square) // (3 if familiar else 1))


def kindle(do: Resolution, creature: Creature, item: str) -> None:
    """A torch burns as soon as somebody wants it to."""


def seconds_for(state: State, action: Action) -> int:
    return exploring.turns_for(action) * turn_seconds


def closes_turn(state: State, action: Action) -> bool:
    return False


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


def peril(state: State, area: str) -> str:
    """No place of this game harms by itself alone whoever stays there."""
    return ""


def risk(state: State, feature: Feature) -> str:
    """What such a thing does shows when it is handled."""
    return ""
