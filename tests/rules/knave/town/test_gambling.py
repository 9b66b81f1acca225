"""The house, its limit and its die."""

from __future__ import annotations

import pytest
from tests.rules.knave.scenes import answer, carrying, coins, coins_of, delvers, in_town_of, lead, refused, the

from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.town import gambling
from underkeep.systems.knave.town.gambling import Gamble, HouseRolled
from underkeep.testing import d6, rule
from underkeep.testing.builders import scripted
from underkeep.world.state import State


def table(size: str = "town", purse: int = 200) -> State:
    return carrying(in_town_of(delvers(in_town=True), size), "hero-1", coins(purse))


def staked(stake: int, house: int) -> Resolution:
    return lead(table(), Gamble("hero-1", stake), d6(house))


@rule("knave:downtime.gambling.wager")
def test_a_stake_is_within_the_limit_and_paid_first() -> None:
    assert refused(table(), Gamble("hero-1", 101)) == "knave:downtime.gambling.wager"
    assert refused(table(), Gamble("hero-1", 0)) == "knave:downtime.gambling.wager"
    assert refused(table(purse=50), Gamble("hero-1", 100)) == "knave:money.coin"
    assert coins_of(staked(100, 3).state) == 100


@rule("knave:downtime.gambling.house-limit")
@pytest.mark.parametrize(("size", "limit"), [("village", 50), ("town", 100), ("city", 200)])
def test_the_usual_limits(size: str, limit: int) -> None:
    assert not refused(table(size), Gamble("hero-1", limit))
    assert refused(table(size), Gamble("hero-1", limit + 1))


@rule("knave:downtime.gambling.house-limit")
def test_the_referee_names_the_limit() -> None:
    do = scripted(RULESET, table(), d6(3))
    do.rulings = {gambling.HOUSE_LIMIT: "20"}
    gambling.gamble(do, Gamble("hero-1", 50))
    assert gambling.limit(do.state) == 20 and coins_of(do.state) == 180


@rule("knave:downtime.gambling.house-roll")
def test_the_house_shows_its_die_before_the_choice() -> None:
    do = staked(80, 4)
    shown = the(do, HouseRolled)
    assert shown.roll.total == 4 and shown.seats is None  # type: ignore[attr-defined]
    assert do.state.prompts[0].choices == ("quit", "roll") and "4" in do.state.prompts[0].about


@rule("knave:downtime.gambling.bow-out")
def test_quitting_costs_half() -> None:
    assert coins_of(answer(staked(80, 4), "quit").state) == 160
    assert coins_of(answer(staked(5, 4), "quit").state) == 197


@rule("knave:downtime.gambling.win")
def test_a_higher_die_doubles_the_stake() -> None:
    assert coins_of(answer(staked(80, 3), "roll", d6(4)).state) == 280


@rule("knave:downtime.gambling.lose")
@pytest.mark.parametrize(("house", "face"), [(3, 3), (3, 1), (6, 6)])
def test_ties_lose(house: int, face: int) -> None:
    assert coins_of(answer(staked(80, house), "roll", d6(face)).state) == 120
