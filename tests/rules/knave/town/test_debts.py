"""A debt of coins is paid off by whoever has them."""

from __future__ import annotations

from tests.rules.knave.scenes import carrying, coins, coins_of, delvers, in_town_of, lead, on_sheet, refused, sheet_of

from underkeep.systems.knave.basics.sheet import Tie
from underkeep.systems.knave.town.debts import RULE, PayDebt
from underkeep.testing import rule
from underkeep.world.state import State


def indebted() -> State:
    state = in_town_of(delvers(in_town=True), "town")
    state = carrying(carrying(state, "hero-1", coins(3)), "hero-2", coins(20))
    return on_sheet(state, "hero-1", ties=(Tie("debt", "5 coins"),))


@rule("knave:downtime.carousing.mishap-05")
def test_a_debt_is_paid_by_another() -> None:
    after = lead(indebted(), PayDebt("hero-2", "hero-1", 5)).state
    assert coins_of(after, "hero-2") == 15 and coins_of(after, "hero-1") == 3
    assert sheet_of(after, "hero-1").ties == ()


@rule("knave:downtime.carousing.mishap-05")
def test_no_debt_is_paid_without_the_coins() -> None:
    assert refused(indebted(), PayDebt("hero-1", "hero-1", 5)) == RULE
    assert refused(indebted(), PayDebt("hero-2", "hero-2", 5)) == "There is no such debt."
