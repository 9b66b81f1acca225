"""Scale: how big a creature is, and what that does to blows and to raw power."""

from __future__ import annotations

import math

from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics.sheet import RobsSheet
from underkeep.world.state import State

HUMAN_KG = 75
REBASE, WINGED_SCALE = "scale-rebase", -9
OTHER_SCALES, BEAST_INT, BEASTLY = "other-scales", -4, -3
PLANET_EATER = 100
FACTOR = 1.5


@executes("robs:scale.human-zero", "robs:scale.factor", "robs:scale.table", "robs:scale.off-chart")
def mass_kg(scale: int) -> float:
    """The table and everything past its ends: 75 kg, times 1.5 a level."""
    return float(HUMAN_KG * FACTOR**scale)


@executes("robs:scale.factor")
def scale_of(kilograms: float) -> int:
    """The level whose mass is nearest in proportion."""
    return round(math.log(kilograms / HUMAN_KG, FACTOR))


@executes("robs:scale.rebase")
def told(state: State, scale: int) -> int:
    """A Scale as this campaign counts it: from humans, or where the story is of the winged folk from them. Only
    differences count, so nothing else changes."""
    return scale - WINGED_SCALE if REBASE in state.switches else scale


@executes("robs:scale.other-kinds")
def by_own_kind(state: State, own: RobsSheet) -> int | None:
    """A beast's INT by the measure of beasts, where the campaign measures so; None for whoever is measured by
    people."""
    wits = own.attributes["INT"]
    return wits - BEAST_INT if OTHER_SCALES in state.switches and wits <= BEASTLY and not own.classes else None


@executes("robs:abilities.str-and-scale", "robs:task.contest.composite")
def raw_power(own: RobsSheet) -> int:
    """STR and Scale together, for pulling and pushing."""
    return own.attributes["STR"] + own.scale
