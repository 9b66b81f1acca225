"""The lie of the land on a field of battle: who stands higher."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics.battle import battle
from underkeep.world.creature import Creature
from underkeep.world.state import State


@executes("rampage:combat.height", "rampage:combat.missile.elevation")
def height(state: State, creature: Creature) -> int:
    """1 for who stands on high ground, else 0."""
    high = battle(state).high
    return int(bool(high) and creature.at in high)
