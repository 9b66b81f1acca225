"""What this chapter brings: trade, beasts, work and training."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import Chapter
from underkeep.procedures.resolution import Refusal
from underkeep.systems.rampage.town import animals, town
from underkeep.world.state import State


def _why_not_buy(state: State, action: a.Buy) -> Refusal | None:
    ware = town.ware(state, action.item)
    assert ware is not None
    return town.why_not_buy(state, state.creatures[action.actor], ware, action.count)


def _why_not_sell(state: State, action: a.Sell) -> Refusal | None:
    return town.why_not_sell(state.creatures[action.actor], action.item, action.count)


def _why_not_hear(state: State, action: a.HearRumours) -> Refusal | None:
    return town.why_not_hear(state)


CHAPTER = Chapter(
    events=(*town.EVENTS, *animals.EVENTS),
    objections={a.Buy: _why_not_buy, a.Sell: _why_not_sell, a.HearRumours: _why_not_hear},
)
