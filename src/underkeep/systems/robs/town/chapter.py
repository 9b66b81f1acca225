"""What this chapter brings: trade, rumours and followers."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import TOWN, Chapter, Deed
from underkeep.procedures.resolution import Refusal
from underkeep.systems.robs.town import followers, resurrection, town, training
from underkeep.world.state import State


def _why_not_buy(state: State, action: a.Buy) -> Refusal | None:
    ware = town.ware(state, action.item)
    assert ware is not None
    return town.why_not_buy(state.creatures[action.actor], ware, action.count)


def _why_not_sell(state: State, action: a.Sell) -> Refusal | None:
    return town.why_not_sell(state, state.creatures[action.actor], action.item, action.count)


def _why_not_hire(state: State, action: a.Hire) -> Refusal | None:
    return followers.why_not_hire(state, state.creatures[action.actor], action.applicant, *action.terms)


def _why_not_hear(state: State, action: a.HearRumours) -> Refusal | None:
    return town.why_not_hear(state)


CHAPTER = Chapter(
    deeds=(
        Deed(training.BuyLevel, (TOWN,), training.buy_level, training.levels, training.why_not_level, free=True),
        Deed(
            training.BuyAttribute,
            (TOWN,),
            training.buy_attribute,
            training.attributes,
            training.why_not_attribute,
            free=True,
        ),
        Deed(
            resurrection.Resurrect,
            (TOWN,),
            resurrection.resurrect,
            resurrection.options,
            resurrection.why_not,
            free=True,
        ),
    ),
    events=(*town.EVENTS, *followers.EVENTS, *training.EVENTS, *resurrection.EVENTS),
    objections={
        a.Buy: _why_not_buy,
        a.Sell: _why_not_sell,
        a.Hire: _why_not_hire,
        a.HearRumours: _why_not_hear,
    },
)
