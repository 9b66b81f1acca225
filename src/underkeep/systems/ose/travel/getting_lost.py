"""Losing direction: when a party may, where it goes then, and when it finds out."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters.terrains import terrain_of
from underkeep.world.encounter import ChanceRolled
from underkeep.world.journey import BearingsTaken, Journey, Strayed, compass, course_from, far, is_astray

OFF = ("45 right", "90 right", "45 left", "90 left")
"""By how much a lost party misses its course, in the order of 1d4."""
_SECRET = (REFEREE,)
_DIRECTION, _UNAWARE = "ose:hazard.lost.direction", "ose:hazard.lost.unaware"
_ROLL = ("ose:wilderness.lost.roll", "ose:hazard.lost.by-terrain")


@executes("ose:hazard.lost.safe")
def is_safe(journey: Journey) -> bool:
    """A road, a trail, a river to follow, or a guide."""
    return journey.route.way != "open" or journey.route.guided


@executes("ose:hazard.lost.safe", "ose:hazard.lost.by-terrain", "ose:wilderness.lost.roll")
def check(do: Resolution) -> None:
    """At the start of each day of travel, in secret: so many in six, by the terrain."""
    journey = do.state.journey
    assert journey is not None
    chance = terrain_of(do.state).lost_in_6
    if is_safe(journey) or not chance:
        return
    roll = do.roll_at_most(1, 6, "losing direction", chance)
    lost = bool(roll.success)
    do.emit(ChanceRolled("losing direction", roll, lost, rule=_ROLL, seats=_SECRET))
    if lost:
        stray(do, journey)


@executes("ose:hazard.lost.direction")
def stray(do: Resolution, journey: Journey, rule: tuple[str, ...] = ()) -> None:
    """Where the party really goes. Default: 45 or 90 degrees to one side, by the dice."""
    default = str(do.pick(OFF, "direction of the lost"))
    amount, side = do.ruling(_DIRECTION, (*OFF, "180 right"), default, seats=_SECRET).split()
    off = int(amount) if side == "right" else -int(amount)
    do.emit(Strayed(off, compass(journey.course + off), rule=(*rule, _DIRECTION)))


@executes("ose:hazard.lost.unaware")
def find_out(do: Resolution) -> None:
    """On a later day a party that went astray comes upon something that its map does not have there, and sets a new
    course. Default: the next day. Those who fled across country know at least that they are lost.
    """
    journey = do.state.journey
    assert journey is not None
    if not is_astray(journey):
        return
    knows = journey.left is None
    if knows or do.ruling(_UNAWARE, ("today", "not yet"), "today", seats=_SECRET) == "today":
        do.emit(BearingsTaken(course_from(journey.at), far(journey.at), not knows, rule=(_UNAWARE,)))
