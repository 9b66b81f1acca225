"""The house, its limit and its die."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import answer, carrying, coins, coins_of, delvers, has, in_town_of, lead, refused, the

from underkeep.kernel.prompt import Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.town import gambling
from underkeep.systems.knave.town.gambling import Gamble, GambleEnded, HouseRolled
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


@rule("knave:downtime.gambling.wager")
def test_the_least_stake_is_a_coin_and_the_whole_purse_may_go() -> None:
    assert not refused(table(), Gamble("hero-1", 1))
    assert not refused(table(purse=40), Gamble("hero-1", 40))
    assert refused(table(purse=40), Gamble("hero-1", 41)) == "knave:money.coin"
    away = table()
    assert away.party is not None
    below = replace(away, party=replace(away.party, place="road"))
    refusal = gambling.why_not(below, Gamble("hero-1", 10))
    assert refusal is not None and refusal.rule == "knave:downtime.gambling.wager"
    nowhere = gambling.why_not(replace(away, party=None), Gamble("hero-1", 10))
    assert nowhere is not None and nowhere.sentence == "There is no house to play against."


@rule("knave:downtime.gambling.house-roll")
@pytest.mark.parametrize(("house", "advised"), [(1, "roll"), (3, "roll"), (4, "quit"), (6, "quit")])
def test_against_a_low_die_one_rolls_and_against_a_high_one_quits(house: int, advised: str) -> None:
    assert staked(80, house).state.prompts[0].default == advised


@rule("knave:downtime.gambling.win", "knave:downtime.gambling.lose", "knave:downtime.gambling.bow-out")
@pytest.mark.parametrize(
    ("choice", "faces", "how", "change"),
    [("quit", (), "quit", -41), ("roll", (4,), "won", 81), ("roll", (3,), "lost", -81)],
)
def test_what_is_told_of_the_end(choice: str, faces: tuple[int, ...], how: str, change: int) -> None:
    told = the(answer(staked(81, 3), choice, *(d6(face) for face in faces)), GambleEnded)
    names = {"quit": "bow-out", "won": "win", "lost": "lose"}
    assert (told.how, told.coins) == (how, change)  # type: ignore[attr-defined]
    assert told.rule == (f"knave:downtime.gambling.{names[how]}",)


@rule("knave:downtime.gambling.house-limit")
def test_a_limit_once_named_holds_and_nobody_is_asked_again() -> None:
    named = in_town_of(table(), "town", house_limit=70)
    do = lead(named, Gamble("hero-1", 70), d6(3))
    assert not has(do, Ruled) and coins_of(do.state) == 130
    assert refused(named, Gamble("hero-1", 71)) == "knave:downtime.gambling.wager"
    assert has(staked(50, 3), Ruled)
