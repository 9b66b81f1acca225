"""What this chapter brings: trade, beasts, the temple, training, and those who serve."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import AT_LEISURE, TOWN, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.checks.advancement import LevelGained
from underkeep.systems.rampage.town import (
    animals,
    crafting,
    homecoming,
    retainers,
    services,
    soldiers,
    temple,
    town,
    training,
    warhorse,
)
from underkeep.world.party import PartyWent
from underkeep.world.state import State

_HERE = (TOWN,)


def _why_not_buy(state: State, action: a.Buy) -> Refusal | None:
    ware = town.ware(state, action.item)
    assert ware is not None
    return town.why_not_buy(state, state.creatures[action.actor], ware, action.count)


def _why_not_sell(state: State, action: a.Sell) -> Refusal | None:
    return town.why_not_sell(state.creatures[action.actor], action.item, action.count)


def _why_not_hear(state: State, action: a.HearRumours) -> Refusal | None:
    return town.why_not_hear(state)


def _why_not_busy(state: State, action: Action) -> Refusal | None:
    return training.why_not_busy(state, action)


def _went(do: Resolution, event: PartyWent) -> None:
    homecoming.on_going(do, event)
    training.on_going(do, event)
    services.on_going(do, event)
    warhorse.on_going(do, event)


CHAPTER = Chapter(
    deeds=(
        Deed(training.Train, _HERE, training.train, training.options, training.why_not, free=True),
        Deed(crafting.MakeThing, _HERE, crafting.make, crafting.options, crafting.why_not, free=True),
        Deed(
            crafting.PractiseSpell,
            _HERE,
            crafting.practise,
            crafting.practices,
            crafting.why_not_practise,
            free=True,
        ),
        Deed(temple.SeekHealing, _HERE, temple.seek, temple.options, temple.why_not, free=True),
        Deed(soldiers.HireSoldiers, _HERE, soldiers.hire, soldiers.hirings, soldiers.why_not_hire, free=True),
        Deed(soldiers.CallUp, _HERE, soldiers.call_up, soldiers.calls, soldiers.why_not_call, free=True),
        Deed(soldiers.StandDown, _HERE, soldiers.stand_down, soldiers.dismissals, soldiers.why_not_call, free=True),
        Deed(soldiers.BuildStronghold, _HERE, soldiers.build, soldiers.buildings, soldiers.why_not_build, free=True),
        Deed(soldiers.RaiseVassals, _HERE, soldiers.raise_vassals, soldiers.levies, soldiers.why_not_raise, free=True),
        Deed(warhorse.PrayForHorse, _HERE, warhorse.pray, warhorse.options, warhorse.why_not, free=True),
        Deed(animals.TakeLead, AT_LEISURE, animals.take_lead, animals.leads, animals.why_not_lead, free=True),
    ),
    events=(
        *town.EVENTS,
        *animals.EVENTS,
        *training.EVENTS,
        *temple.EVENTS,
        *crafting.EVENTS,
        *services.EVENTS,
        *retainers.EVENTS,
        *soldiers.EVENTS,
        *homecoming.EVENTS,
        *warhorse.EVENTS,
    ),
    reactions={PartyWent: _went, LevelGained: services.on_level},
    objections={
        Action: _why_not_busy,
        a.Buy: _why_not_buy,
        a.Sell: _why_not_sell,
        a.HearRumours: _why_not_hear,
        a.Hire: retainers.why_not_hire,
        a.SetOut: training.why_not_go,
    },
)
