"""A dwarf's eye for masonry: tricks of construction, before they are walked into."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.characters.class_abilities import CONSTRUCTION, search_in_6
from underkeep.systems.ose.exploration.special_rooms import Block, MovingWalls, Trapdoor, effect_of
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Feature, FeatureChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.grid import Square
from underkeep.world.state import State

TRICKS = (Block, MovingWalls, Trapdoor)
KNOWN = "spotted"
_RULE = ("ose:class.abilities",)


def hidden_near(state: State, square: Square) -> list[Feature]:
    """Tricks that have not gone off, here or beyond a way out at this square."""
    dungeon, _, area = survey.here(state)
    near = {area.id, *(d.beyond(area.id) for d in dungeon.doors_of(area.id) if d.side(area.id) == square)}
    return [f for f in dungeon.features.values() if f.area in near and isinstance(effect_of(f), TRICKS) and not f.state]


@executes("ose:class.abilities")
def look(do: Resolution, creature: Creature, square: Square) -> None:
    """2-in-6 for a dwarf who searches, rolled by the referee: a trick that is spotted catches nobody."""
    chance = search_in_6(creature, CONSTRUCTION)
    tricks = hidden_near(do.state, square) if chance else []
    if not tricks:
        return
    roll = do.roll_at_most(1, 6, f"construction seen by {creature.id}", chance)
    found = bool(roll.success)
    do.emit(ChanceRolled("construction tricks", roll, found, creature.id, rule=_RULE, seats=(REFEREE,)))
    for trick in tricks if found else ():
        do.emit(FeatureChanged(replace(trick, state=KNOWN), KNOWN, rule=_RULE))
