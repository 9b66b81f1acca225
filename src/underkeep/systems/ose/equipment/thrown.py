"""Weapons that leave the hand: a throw can be taken up again after the fight, an arrow cannot."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.equipment.arms import arms
from underkeep.world.dungeon import Hoard, HoardChanged
from underkeep.world.gear import Item, more, part
from underkeep.world.grid import distance
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.state import State


def is_throw(state: State, action: Attack) -> bool:
    """Whether this attack would send the weapon itself away."""
    actor, target = state.creatures.get(action.actor), state.creatures.get(action.target)
    if actor is None or target is None or actor.at is None or target.at is None:
        return False
    shot = arms(actor).missile.get(action.weapon)
    return shot is not None and not shot.weapon.ammunition and distance(actor.at, target.at) > 1


def spoils_of(state: State, whose: str) -> str:
    """The hoard of what lies on the field after a fight with a group, or of what one of the party left who died."""
    return state.opaque("hoard", "spoils", whose)


def let_fall(do: Resolution, item: Item) -> None:
    """A weapon that was thrown lies on the field, for those who hold it in the end."""
    party, met, dungeon = do.state.party, do.state.encounter, do.state.dungeon
    if party is None or met is None or dungeon is None:
        return
    area, square = (party.at.area, party.at.square) if party.at is not None else (ON_THE_WAY, None)
    id = spoils_of(do.state, met.group)
    if id in dungeon.hoards and dungeon.hoards[id].area != area:
        id = do.state.opaque("hoard", id, area)
    lying = dungeon.hoards.get(id) or Hoard(id, area, (), square)
    fallen = more(lying.items, replace(part(item, 1), place="pack"))
    do.emit(HoardChanged(replace(lying, items=fallen), "thrown"))
