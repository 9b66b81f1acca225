"""Debts of coins, left over from nights in town, and how they are paid off: by whoever has the coins. Ours; the page
says nothing of debts."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics.sheet import Tie, sheet
from underkeep.systems.knave.characters.ties import loose
from underkeep.systems.knave.equipment import purse
from underkeep.systems.knave.equipment.market import coins_of
from underkeep.world.creature import Creature
from underkeep.world.state import State

DEBT = "debt"
RULE = "knave:downtime.carousing.mishap-05"
_COINS = re.compile(r"(\d+) coins")


class PayDebt(Action, frozen=True):
    """Pay off a debt of so many coins that one of the party has."""

    actor: str
    debtor: str
    coins: int


def debts_of(creature: Creature) -> list[Tie]:
    """The debts of coins that somebody has."""
    return [tie for tie in sheet(creature).ties if tie.kind == DEBT and _COINS.fullmatch(tie.who)]


def options(state: State) -> list[Action]:
    """Whoever owes pays first of all, else anybody."""
    return [
        PayDebt(m.id, c.id, int(tie.who.split()[0]))
        for c in state.marchers()
        for tie in debts_of(c)
        for m in sorted(state.marchers(), key=lambda m: m.id != c.id)
    ]


def _debt(state: State, action: PayDebt) -> Tie | None:
    debtor = state.creatures.get(action.debtor)
    owed = debts_of(debtor) if debtor is not None else []
    return next((tie for tie in owed if tie.who == f"{action.coins} coins"), None)


def why_not(state: State, action: PayDebt) -> Refusal | None:
    tie = _debt(state, action)
    if tie is None:
        return Refusal("There is no such debt.")
    payer = state.creatures[action.actor]
    if coins_of(payer) < action.coins:
        debtor = state.creatures[action.debtor].name
        return Refusal(f"{debtor} owes {tie.who}, and {payer.name} has {coins_of(payer)}.", RULE)
    return None


def pay(do: Resolution, action: PayDebt) -> None:
    tie = _debt(do.state, action)
    assert tie is not None
    purse.lose(do, action.actor, action.coins, "paid-debt", RULE)
    loose(do, action.debtor, tie, "paid", RULE)
