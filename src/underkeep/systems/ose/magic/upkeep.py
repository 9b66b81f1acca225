"""What magic on the field does at the start of each round of a fight."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.effects import spells_of_confusion, spells_of_destruction, spells_of_walls
from underkeep.systems.ose.magic.spell_effects import CAST


def begin_round(do: Resolution) -> None:
    """Fog drifts and kills, walls fall when their time is over, and the confused do what comes into their heads."""
    own = battle(do.state)
    if own.walls:
        spells_of_walls.lapse(do)
    if own.zones:
        zones.drift(do, CAST)
        spells_of_destruction.choke(do)
    spells_of_confusion.confound(do)
