"""What this chapter brings: routes that need a guide, and what a journey begins with."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import ROAD, Chapter, Deed
from underkeep.procedures.resolution import Refusal
from underkeep.systems.ose.travel import journeys, lairs, sailing
from underkeep.world.journey import JourneyBegan, route_named
from underkeep.world.state import State


def _why_not_leave(state: State, action: a.LeaveDungeon) -> Refusal | None:
    route = route_named(state, action.route)
    return journeys.why_not_take(state, route, True) if route is not None else None


def _why_not_set_out(state: State, action: a.SetOut) -> Refusal | None:
    route = route_named(state, action.route)
    return journeys.why_not_take(state, route, False) if route is not None else None


CHAPTER = Chapter(
    deeds=(Deed(lairs.SeekLair, (ROAD,), lairs.seek, why_not=lairs.why_not, free=True),),
    events=(*journeys.EVENTS, *sailing.EVENTS, lairs.LairFound),
    reactions={JourneyBegan: journeys.began},
    objections={a.LeaveDungeon: _why_not_leave, a.SetOut: _why_not_set_out},
)
