"""Careers: who teaches them, what they cost, what they give."""

from __future__ import annotations

import pytest
from tests.rules.knave.scenes import carrying, coins_of, delvers, in_town_of, lead, on_sheet, refused, sheet_of

from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck
from underkeep.rulebook import ledger
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.town.training import STAGES, Train
from underkeep.testing import d20, rule
from underkeep.testing.builders import perform
from underkeep.world.clock import DAY
from underkeep.world.gear import Item
from underkeep.world.state import State

COST = "knave:downtime.career.cost"


def pupil(purse: int, experts: tuple[str, ...] = ("carpenter", "locksmith", "alchemist")) -> State:
    state = in_town_of(delvers(in_town=True), "city", experts=experts)
    state = on_sheet(state, "hero-1", careers=("sailor",), slots=200)
    return carrying(state, "hero-1", Item("coin", "Coins", count=purse))


def trained(state: State, career: str, months: int) -> State:
    for _ in range(months):
        state = lead(state, Train("hero-1", career)).state
    return state


def may_try(state: State, career: str) -> bool:
    return play.why_not(RULESET, state, REFEREE, CallCheck("hero-1", f"INT {career}")) is None


def bonus(state: State, career: str) -> int:
    from underkeep.testing.builders import scripted

    do = scripted(RULESET, state, d20(10))
    perform(do, CallCheck("hero-1", f"INT {career}"))
    return sum(e.roll.total for e in do.events if hasattr(e, "roll")) - 10


@rule("knave:downtime.career.expert")
def test_nobody_learns_without_an_expert() -> None:
    assert refused(pupil(9999, ("dyer",)), Train("hero-1", "carpenter")) == "knave:downtime.career.expert"
    assert not refused(pupil(9999), Train("hero-1", "carpenter"))


@rule("knave:downtime.career.cost")
def test_the_table_of_careers() -> None:
    rows = next(t for t in ledger.load("knave").tables.values() if t.id == "downtime.careers").rows
    for band, stage, months, cost, _, gives_bonus in rows:
        own = STAGES[str(band)][int(stage) - 1]
        assert (own.months, own.coins, own.gives_bonus) == (months, cost, gives_bonus)


@rule("knave:downtime.career.cost")
def test_two_of_three_months_are_not_enough() -> None:
    state = trained(pupil(5000), "locksmith", 2)
    assert coins_of(state) == 0 and not may_try(state, "locksmith")
    assert sheet_of(state, "hero-1").training == {"locksmith": 2}
    assert refused(pupil(4999), Train("hero-1", "locksmith"))


@rule("knave:downtime.career.common")
def test_a_common_career_in_a_month() -> None:
    before = pupil(1000)
    state = trained(before, "carpenter", 1)
    assert state.now == before.now + 30 * DAY and coins_of(state) == 0
    assert may_try(state, "carpenter") and bonus(state, "carpenter") == 5
    assert refused(state, Train("hero-1", "carpenter")) == COST


@pytest.mark.parametrize(("career", "months", "cost"), [("locksmith", 3, 5000), ("alchemist", 12, 30_000)])
@rule(
    "knave:downtime.career.uncommon-attempt",
    "knave:downtime.career.uncommon-bonus",
    "knave:downtime.career.rare-attempt",
    "knave:downtime.career.rare-bonus",
)
def test_two_stages(career: str, months: int, cost: int) -> None:
    state = pupil(2 * cost)
    assert not may_try(state, career)
    state = trained(state, career, months)
    assert coins_of(state) == cost
    assert may_try(state, career) and bonus(state, career) == 0
    state = trained(state, career, months)
    assert coins_of(state) == 0 and bonus(state, career) == 5
