"""What this game answers to the procedures of exploration."""

from __future__ import annotations

from underkeep.kernel.codec import Barrier
from underkeep.kernel.event import Action
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.checks import provisions
from underkeep.systems.ose.encounters.meetings import TURN_SECONDS
from underkeep.systems.ose.equipment import hoards, light, load
from underkeep.systems.ose.exploration import construction, room_hazards, searching, special_rooms, traps, turns
from underkeep.systems.ose.magic import casting
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects import spells_of_craft, spells_of_travel
from underkeep.systems.ose.magic.effects.spells_of_scrying import Scry
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Feature, Hoard, Trap
from underkeep.world.grid import Square
from underkeep.world.light import Light
from underkeep.world.state import State

turn_seconds = TURN_SECONDS
rate_per_turn = load.party_feet
movement_used = turns.feet_used
sight = light.sees_feet
light_kinds = light.kinds
closes_turn = turns.closes_turn
rest_is_due = turns.rest_is_due
searchable = turns.searchable
trap_springs = traps.springs
spring = traps.spring
use = special_rooms.use
is_water = room_hazards.is_water
drink = provisions.fill_skins
share_items = hoards.share_items
BARS = {"stuck": Bar("stuck"), "locked": Bar("locked")}


def barrier(sort: str) -> Barrier | None:
    return BARS.get(sort)


def light_left(state: State, light: Light) -> str:
    return ""


def kindle(do: Resolution, creature: Creature, item: str) -> None:
    if light.kinds()[item].fuel:
        light.kindle(do, creature)


def seconds_for(state: State, action: Action) -> int:
    if isinstance(action, Cast):
        return casting.use_of(state, action).turns * TURN_SECONDS
    if isinstance(action, Scry):
        return TURN_SECONDS
    return turns.turns_for(state, action) * TURN_SECONDS


def end_turn(do: Resolution) -> None:
    spells_of_craft.release(do)
    spells_of_travel.close_passages(do)
    turns.end_turn(do)


def search(do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
    construction.look(do, creature, square)
    return () if turns.has_acted(do.state, creature.id) else searching.search(do, creature, square)


def who_treads(state: State) -> list[Creature]:
    return state.marchers()


def inspect(do: Resolution, creature: Creature, hoard: Hoard) -> None:
    if turns.act(do, creature.id):
        thief_skills.inspect(do, creature, hoard)


def disarm(do: Resolution, creature: Creature, trap: Trap) -> None:
    if turns.act(do, creature.id):
        thief_skills.disarm(do, creature, trap)


def peril(state: State, area: str) -> str:
    """No place of this game harms by itself alone whoever stays there."""
    return ""


def risk(state: State, feature: Feature) -> str:
    """What such a thing does shows when it is handled."""
    return ""
