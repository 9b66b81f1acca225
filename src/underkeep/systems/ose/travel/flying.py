"""Days in the air: on winged beasts, over whatever country lies below."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.encounters.terrains import is_afloat
from underkeep.systems.ose.travel import mounts
from underkeep.world.state import State

TIMES = 2
WANDERING_IN_6 = 2
"""Of those who wander the air."""
_DISTANCE, _TERRAIN = "ose:wilderness.flying.distance", "ose:wilderness.flying.terrain"
RULES = (_DISTANCE, _TERRAIN)


class TakeWing(Action, frozen=True):
    """Go on through the air, if everybody rides a beast that can."""


class ComeDown(Action, frozen=True):
    """Go on along the ground."""


class WingTaken(Event, frozen=True):
    """The party goes through the air from now on, or no more."""

    is_flying: bool

    def evolve(self, state: State) -> State:
        return with_campaign(state, country=replace(campaign(state).country, is_flying=self.is_flying))


EVENTS: tuple[type[Event], ...] = (WingTaken,)


def is_on(state: State) -> bool:
    """Whether the party goes through the air: it has set out to, and can still."""
    return campaign(state).country.is_flying and mounts.all_winged(state) and not is_afloat(state)


@executes("ose:wilderness.flying.distance", "ose:wilderness.flying.terrain")
def miles_per_day(feet: int, forced: bool = False) -> Fraction:
    """Twice what the rate would bring along the ground, over any country. Ruling: the rate is the beasts' own in the
    air.
    """
    return TIMES * Fraction(feet, 5) * (Fraction(3, 2) if forced else 1)


def options(state: State) -> list[Action]:
    if is_afloat(state) or not mounts.all_winged(state):
        return []
    return [ComeDown() if is_on(state) else TakeWing()]


@executes("ose:wilderness.flying.distance")
def why_not(state: State, action: TakeWing | ComeDown) -> Refusal | None:
    """Nobody is left behind on the ground."""
    if is_afloat(state):
        return Refusal("The party is in a boat.", _DISTANCE)
    if not mounts.all_winged(state):
        return Refusal("Not everybody rides a beast with wings.", _DISTANCE)
    aloft = is_on(state)
    if isinstance(action, TakeWing) == aloft:
        return Refusal("The party is in the air already." if aloft else "The party is on the ground.", _DISTANCE)
    return None


def take_wing(do: Resolution, action: TakeWing) -> None:
    do.emit(WingTaken(True, rule=RULES))


def come_down(do: Resolution, action: ComeDown) -> None:
    do.emit(WingTaken(False, rule=RULES))
