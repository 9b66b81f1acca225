"""Debts are paid by whoever has the coins, and asked of."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place, town
from tests.ui.test_trading import with_purses

from underkeep.systems.knave.basics.sheet import Tie, sheet
from underkeep.systems.knave.town.debts import PayDebt
from underkeep.table.chair import Chair
from underkeep.table.speech.debts import NO_DEBT, OWING
from underkeep.table.speech.meanings import Do, Say


def owing(coins: int = 5) -> tuple[Chair, str, str]:
    """The first of the party owes so much; with the names of this one and of the second."""
    state = with_purses(town("knave"), 40)
    first, second = state.marchers()[:2]
    state = state.with_creature(first.id, sheet=replace(sheet(first), ties=(Tie("debt", f"{coins} coins"),)))
    return at(state, "knave"), first.name, second.name


@pytest.mark.parametrize(
    "line", ["{0} pays his debt", "pay the debt", "{0} pays back 5 coins", "settle {0}'s debt", "repay it"]
)
def test_who_owes_pays(line: str) -> None:
    chair, debtor, other = owing()
    ids = [c.id for c in chair.state.marchers()]
    assert chair.read(line.format(debtor, other)) == Do(PayDebt(ids[0], ids[0], 5))


@pytest.mark.parametrize(
    "line",
    ["{1} pays {0}'s debt of 5 coins", "{1} pays {0}'s fine of 5 coins", "pay off what {0} owes with {1}'s coins"],
)
def test_another_pays(line: str) -> None:
    chair, debtor, other = owing()
    ids = [c.id for c in chair.state.marchers()]
    assert chair.read(line.format(debtor, other)) == Do(PayDebt(ids[1], ids[0], 5))


def test_what_is_owed_is_told() -> None:
    chair, debtor, _ = owing()
    for line in ("who owes?", f"whom does {debtor} owe", f"what happens if {debtor} doesn't pay?"):
        meant = chair.read(line)
        assert isinstance(meant, Say) and meant.text.startswith(OWING) and "5 coins" in meant.text, line
    assert place("town", "knave").read("pay the debt") == Say(NO_DEBT)


def test_too_few_coins_are_told() -> None:
    chair, debtor, _ = owing(9000)
    meant = chair.read("pay the debt")
    assert isinstance(meant, Say) and f"{debtor} owes 9000 coins" in meant.text
