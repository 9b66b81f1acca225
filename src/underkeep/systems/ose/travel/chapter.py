"""What this chapter brings: routes that need a guide, and what a journey begins with."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import ROAD, TOWN, Chapter, Deed
from underkeep.procedures.resolution import Refusal
from underkeep.systems.ose.travel import flying, hunting, journeys, lairs, mounts, sailing, visibility
from underkeep.world.encounter import EncounterEnded
from underkeep.world.journey import JourneyBegan, route_named
from underkeep.world.state import State


def _why_not_leave(state: State, action: a.LeaveDungeon) -> Refusal | None:
    route = route_named(state, action.route)
    return journeys.why_not_take(state, route, True) if route is not None else None


def _why_not_set_out(state: State, action: a.SetOut) -> Refusal | None:
    route = route_named(state, action.route)
    return journeys.why_not_take(state, route, False) if route is not None else None


CHAPTER = Chapter(
    deeds=(
        Deed(lairs.SeekLair, (ROAD,), lairs.seek, why_not=lairs.why_not, free=True),
        Deed(
            hunting.Hunt, (ROAD,), journeys.go_hunting, hunting.options, hunting.why_not, free=True, asks=hunting.asks
        ),
        Deed(visibility.LookAbout, (ROAD,), visibility.look, visibility.options, visibility.why_not, free=True),
        Deed(flying.TakeWing, (TOWN, ROAD), flying.take_wing, flying.options, flying.why_not, free=True),
        Deed(flying.ComeDown, (TOWN, ROAD), flying.come_down, why_not=flying.why_not, free=True),
        Deed(mounts.BuyMount, (TOWN,), mounts.buy, mounts.options, mounts.why_not_buy, free=True, takes=mounts.takes),
        Deed(mounts.SellMount, (TOWN,), mounts.sell, mounts.sales, mounts.why_not_sell, free=True),
    ),
    events=(
        *journeys.EVENTS,
        *sailing.EVENTS,
        *hunting.EVENTS,
        *flying.EVENTS,
        *mounts.EVENTS,
        *visibility.EVENTS,
        lairs.LairFound,
    ),
    reactions={JourneyBegan: journeys.began, EncounterEnded: hunting.caught},
    objections={a.LeaveDungeon: _why_not_leave, a.SetOut: _why_not_set_out},
)
