"""What this chapter brings: nights of carousing and gambling, gaol, training, hirelings, and what follows from ties."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import TOWN, Chapter, Deed
from underkeep.procedures.resolution import Refusal
from underkeep.systems.knave.town import (
    carousing,
    consequences_of_ties,
    debts,
    gambling,
    gaol,
    hirelings,
    home,
    mishaps,
    rumours,
    town,
    training,
)
from underkeep.world.party import PartyLeft
from underkeep.world.state import State

_HERE = (TOWN,)


def _why_not_in_gaol(state: State, action: Action) -> Refusal | None:
    actor = state.creatures.get(getattr(action, "actor", ""))
    return Refusal(f"{actor.name} is in prison.", gaol.RULE) if actor is not None and gaol.is_in(actor) else None


def _why_not_set_out(state: State, action: a.SetOut) -> Refusal | None:
    return gaol.why_not_go(state) or hirelings.why_not_go(state)


def _why_not_buy(state: State, action: a.Buy) -> Refusal | None:
    ware = town.ware(state, action.item)
    assert ware is not None
    return town.why_not_buy(state, state.creatures[action.actor], ware, action.count)


def _why_not_sell(state: State, action: a.Sell) -> Refusal | None:
    return town.why_not_sell(state.creatures[action.actor], action.item, action.count)


def _why_not_hire(state: State, action: a.Hire) -> Refusal | None:
    return hirelings.why_not_hire(state, state.creatures[action.actor], action.applicant, *action.terms)


def _why_not_hear(state: State, action: a.HearRumours) -> Refusal | None:
    return rumours.why_not_hear(state)


CHAPTER = Chapter(
    deeds=(
        Deed(
            carousing.Carouse,
            _HERE,
            carousing.carouse,
            carousing.nights,
            carousing.why_not_carouse,
            takes=carousing.takes,
        ),
        Deed(carousing.DrinkAnHour, _HERE, carousing.drink, carousing.hours, carousing.why_not),
        Deed(
            gambling.Gamble, _HERE, gambling.gamble, gambling.options, gambling.why_not, free=True, asks=gambling.asked
        ),
        Deed(
            training.Train, _HERE, training.train, training.options, training.why_not, free=True, takes=training.takes
        ),
        Deed(home.Stash, _HERE, home.stash, home.stashings, home.why_not_stash, free=True, personal=True),
        Deed(home.Fetch, _HERE, home.fetch, home.fetchings, home.why_not_fetch, free=True, personal=True),
        Deed(debts.PayDebt, _HERE, debts.pay, debts.options, debts.why_not, free=True),
        Deed(gaol.Bail, _HERE, gaol.bail, gaol.options, gaol.why_not_bail, free=True, takes=gaol.takes),
    ),
    events=(
        *carousing.EVENTS,
        *mishaps.EVENTS,
        *gambling.EVENTS,
        *training.EVENTS,
        *hirelings.EVENTS,
        *home.EVENTS,
        *town.EVENTS,
        *consequences_of_ties.EVENTS,
    ),
    reactions={PartyLeft: hirelings.left},
    objections={
        Action: _why_not_in_gaol,
        a.SetOut: _why_not_set_out,
        a.Buy: _why_not_buy,
        a.Sell: _why_not_sell,
        a.Hire: _why_not_hire,
        a.HearRumours: _why_not_hear,
    },
    answers={
        gambling.QUESTION: gambling.answer,
        mishaps.FIRE: mishaps.leave_house,
        mishaps.CORPSE: mishaps.deal_with_corpse,
        consequences_of_ties.WEDDING: consequences_of_ties.answer,
    },
)
