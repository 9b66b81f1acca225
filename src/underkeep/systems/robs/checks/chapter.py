"""What this chapter brings: checks, contests and situations, as the game master calls for them."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures.actions import CallSituation
from underkeep.procedures.chapter import OUTSIDE_FIGHTS, Chapter, Deed, Listing, called
from underkeep.systems.robs.basics import numbers
from underkeep.systems.robs.checks import awards, checks, disabilities, falling, favours, food, healing
from underkeep.world.clock import TimePassed
from underkeep.world.creature import SaveRolled


def _of(kind: type[Action]) -> Listing:
    return lambda state: [action for action in favours.options(state) if isinstance(action, kind)]


CHAPTER = Chapter(
    deeds=(
        *called(checks.why_not, checks.perform, CallSituation),
        *(
            Deed(kind, OUTSIDE_FIGHTS, favours.perform, _of(kind), favours.why_not, free=True, personal=True)
            for kind in favours.FAVOUR_ACTIONS
        ),
    ),
    events=(
        *checks.EVENTS,
        *healing.EVENTS,
        *disabilities.EVENTS,
        *falling.EVENTS,
        *favours.EVENTS,
        *food.EVENTS,
        numbers.CriticalRolled,
    ),
    reactions={SaveRolled: awards.on_save, TimePassed: food.on_time},
)
