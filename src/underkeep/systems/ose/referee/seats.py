"""Whose part is whose: the referee runs all who are nobody's character, and judges."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Refusal
from underkeep.world.creature import Creature
from underkeep.world.state import State


@executes("ose:referee.controls-npcs")
def not_yours(state: State, creature: Creature) -> Refusal | None:
    """Monsters, and people who are no player's, are run by the referee."""
    if state.owner(creature.id) == REFEREE:
        return Refusal(f"{creature.name} is run by the referee.", "ose:referee.controls-npcs")
    return None


@executes("ose:referee.role")
def not_the_referee(state: State) -> Refusal | None:
    """There is one referee, who says when somebody rolls and how those met respond."""
    return Refusal("That is for the referee to say.", "ose:referee.role") if REFEREE in state.seats else None
