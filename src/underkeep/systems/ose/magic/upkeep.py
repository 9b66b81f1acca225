"""What magic on the field does at the start of each round of a fight."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.conditions import POSSESSED, TURNCOAT, has
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.effects import (
    spells_of_confusion,
    spells_of_destruction,
    spells_of_nature,
    spells_of_summoning,
    spells_of_thought,
    spells_of_travel,
    spells_of_walls,
)
from underkeep.systems.ose.magic.spell_effects import CAST
from underkeep.world.creature import Fled


def begin_round(do: Resolution) -> None:
    """Fog drifts and kills, walls fall when their time is over, and the confused do what comes into their heads."""
    own = battle(do.state)
    if own.walls:
        spells_of_walls.lapse(do)
    if own.zones:
        zones.drift(do, CAST)
        spells_of_destruction.choke(do)
    spells_of_thought.rise(do)
    spells_of_confusion.confound(do)


@executes("ose:magic.effect.concentration")
def let_go(do: Resolution, caster: str) -> None:
    """A caster concentrates no longer: elementals break loose, the lifted fall, the sky clears."""
    if do.state.fight is None:
        return
    spells_of_thought.let_go(do, caster)
    spells_of_summoning.break_loose(do, caster)
    spells_of_nature.sky_clears(do, caster)


def end_fight(do: Resolution, winner: str = "") -> None:
    """What lasts no longer than the fight: summoned servants, borrowed bodies, absences. Who comes to himself among
    those who have won takes to his heels.
    """
    changed = [c.id for c in do.state.creatures.values() if c.conditions and (has(c, TURNCOAT) or has(c, POSSESSED))]
    spells_of_confusion.clear(do)
    spells_of_thought.clear(do)
    spells_of_summoning.clear(do)
    spells_of_travel.return_after_fight(do, winner)
    for id in changed:
        creature = do.state.creatures[id]
        if winner and creature.side != winner and creature.status == "up":
            do.emit(Fled(id, rule=CAST))
