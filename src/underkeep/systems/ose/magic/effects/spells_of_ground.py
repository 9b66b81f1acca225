"""Spells on the ground under one's feet: mud and rock."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import MIRED
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.params.places import Harden, Mire
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, centre_of, effects, fizzle, until


@executes("ose:magic.spell-list", "ose:encounter.movement.rate")
@effects(Mire)
def mire(do: Resolution, casting: Casting, mud: Mire) -> None:
    """All who stand there sink in, and come a tenth as far."""
    aim = centre_of(do.state, casting)
    assert aim is not None
    zones.lay(do, MIRED, mud.radius_feet, aim, until(do, casting), CAST, casting.level)


@executes("ose:magic.spell-list")
@effects(Harden)
def harden(do: Resolution, casting: Casting, _: Harden) -> None:
    """Mud is firm ground again."""
    if not zones.lift(do, (MIRED,), CAST):
        fizzle(do, casting)
