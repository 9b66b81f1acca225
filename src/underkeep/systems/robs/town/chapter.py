"""What this chapter brings: trade, rumours and followers."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import TOWN, Chapter, Deed
from underkeep.procedures.resolution import Refusal
from underkeep.systems.robs.town import alms, bank, followers, resurrection, taxes, town, training
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


_HERE = (TOWN,)
_LEVEL, _ATTRIBUTE, _RITE = training.BuyLevel, training.BuyAttribute, resurrection.Resurrect

CHAPTER = Chapter(
    deeds=(
        Deed(
            _LEVEL,
            _HERE,
            training.buy_level,
            training.levels,
            training.why_not_level,
            free=True,
            takes=training.level_takes,
        ),
        Deed(
            _ATTRIBUTE,
            _HERE,
            training.buy_attribute,
            training.attributes,
            training.why_not_attribute,
            free=True,
            takes=training.attribute_takes,
        ),
        Deed(
            _RITE,
            _HERE,
            resurrection.resurrect,
            resurrection.options,
            resurrection.why_not,
            free=True,
            takes=resurrection.takes,
        ),
        Deed(bank.Deposit, _HERE, bank.deposit, bank.deposits, bank.why_not_deposit, free=True),
        Deed(bank.Withdraw, _HERE, bank.withdraw, bank.withdrawals, bank.why_not_withdraw, free=True),
        Deed(bank.ChangeMoney, _HERE, bank.change_money, bank.changes, bank.why_not_change, takes=bank.change_takes),
        Deed(
            taxes.BecomeCitizen,
            _HERE,
            taxes.become_citizen,
            taxes.applicants,
            taxes.why_not_citizen,
            takes=taxes.citizenship_takes,
        ),
        Deed(alms.GiveAlms, _HERE, alms.give, alms.options, alms.why_not, takes=alms.takes),
        Deed(taxes.EnterService, _HERE, taxes.enter_service, taxes.servants, taxes.why_not_serve),
    ),
    events=(
        *town.EVENTS,
        *followers.EVENTS,
        *training.EVENTS,
        *resurrection.EVENTS,
        *bank.EVENTS,
        *taxes.EVENTS,
        *alms.EVENTS,
    ),
    answers={taxes.QUESTION: taxes.answer},
    objections={
        a.Buy: _why_not_buy,
        a.Sell: _why_not_sell,
        a.Hire: _why_not_hire,
        a.HearRumours: _why_not_hear,
    },
)
