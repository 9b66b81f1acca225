"""What this game answers to the procedures of exploration."""

from __future__ import annotations

from underkeep.kernel.codec import Barrier
from underkeep.kernel.event import Action
from underkeep.procedures.questions import LightKind
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.encounters.meetings import TURN_SECONDS
from underkeep.systems.ose.equipment import light
from underkeep.systems.ose.equipment.hoards import share_items
from underkeep.systems.ose.equipment.light import sees_feet as sight_feet
from underkeep.systems.ose.equipment.load import party_feet as feet_per_turn
from underkeep.systems.ose.exploration import construction, searching, traps, turns
from underkeep.systems.ose.exploration.searching import searchable
from underkeep.systems.ose.exploration.special_rooms import use
from underkeep.systems.ose.exploration.traps import spring
from underkeep.systems.ose.exploration.turns import closes_turn, feet_used, rest_is_due
from underkeep.systems.ose.magic import casting
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects import spells_of_craft
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Hoard, Trap
from underkeep.world.grid import Square
from underkeep.world.light import Light
from underkeep.world.state import State

__all__ = [
    "closes_turn", "feet_per_turn", "feet_used", "rest_is_due", "searchable", "share_items", "sight_feet", "spring", "use",
]  # fmt: skip
turn_seconds = TURN_SECONDS


def barrier(sort: str) -> Barrier | None:
    return Bar(sort) if sort in ("stuck", "locked") else None


def light_kinds() -> dict[str, LightKind]:
    return light.kinds()


def light_left(state: State, light: Light) -> str:
    return ""


def kindle(do: Resolution, creature: Creature, item: str) -> None:
    if light.kinds()[item].fuel:
        light.kindle(do, creature)


def seconds_for(state: State, action: Action) -> int:
    if isinstance(action, Cast):
        return casting.use_of(state, action).turns * TURN_SECONDS
    return turns.turns_for(state, action) * TURN_SECONDS


def end_turn(do: Resolution) -> None:
    spells_of_craft.release(do)
    turns.end_turn(do)


def search(do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
    construction.look(do, creature, square)
    return () if turns.has_acted(do.state, creature.id) else searching.search(do, creature, square)


def who_treads(state: State) -> list[Creature]:
    return state.marchers()


def trap_springs(do: Resolution, trap: Trap, creature: Creature) -> bool:
    return traps.springs(do, trap, creature)


def inspect(do: Resolution, creature: Creature, hoard: Hoard) -> None:
    if turns.act(do, creature.id):
        thief_skills.inspect(do, creature, hoard)


def disarm(do: Resolution, creature: Creature, trap: Trap) -> None:
    if turns.act(do, creature.id):
        thief_skills.disarm(do, creature, trap)
