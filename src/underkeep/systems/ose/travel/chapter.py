"""What this chapter brings: routes that need a guide, and what a journey begins with."""

from __future__ import annotations

from underkeep.kernel.prompt import Prompt
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import AT_LEISURE, ROAD, TOWN, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.travel import (
    coasts,
    flying,
    hunting,
    journeys,
    lairs,
    mounts,
    sailing,
    sinking,
    visibility,
    voyages,
)
from underkeep.world.clock import TimePassed
from underkeep.world.encounter import EncounterEnded
from underkeep.world.journey import JourneyBegan
from underkeep.world.party import PartyWent
from underkeep.world.region import route_named
from underkeep.world.state import State


def _why_not_leave(state: State, action: a.LeaveDungeon) -> Refusal | None:
    route = route_named(state, action.route)
    return journeys.why_not_take(state, route, True) if route is not None else None


def _why_not_set_out(state: State, action: a.SetOut) -> Refusal | None:
    route = route_named(state, action.route)
    return journeys.why_not_take(state, route, False) if route is not None else None


def _weather(do: Resolution, prompt: Prompt, choice: str) -> None:
    """When it is settled how a storm is met, the day goes on."""
    sailing.answer(do, prompt, choice)
    journeys.set_out_for_the_day(do)


CHAPTER = Chapter(
    deeds=(
        Deed(lairs.SeekLair, (ROAD,), lairs.seek, why_not=lairs.why_not, free=True),
        Deed(voyages.PutToShore, (ROAD,), voyages.put_in, voyages.puttings_in, voyages.why_not_put_in, free=True),
        Deed(voyages.MendAfloat, (ROAD,), voyages.mend, why_not=voyages.why_not_mend, free=True),
        Deed(voyages.LookOver, AT_LEISURE, voyages.look_over, voyages.lookings, voyages.why_not_look, free=True),
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
        *sinking.EVENTS,
        *voyages.EVENTS,
        coasts.SkySeen,
        *hunting.EVENTS,
        *flying.EVENTS,
        *mounts.EVENTS,
        *visibility.EVENTS,
        lairs.LairFound,
    ),
    reactions={
        JourneyBegan: journeys.began,
        PartyWent: voyages.went,
        TimePassed: sinking.due,
        EncounterEnded: hunting.caught,
    },
    answers={sailing.QUESTION: _weather},
    objections={a.LeaveDungeon: _why_not_leave, a.SetOut: _why_not_set_out},
)
