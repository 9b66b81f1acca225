"""Exact chances: of a notation, and of any rule by running it down every branch."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from underkeep.kernel.chance import Versus, compare, distribution, enumerate_rule
from underkeep.kernel.dice import Dice, DiceError, Seeded, Total
from underkeep.kernel.distribution import Distribution
from underkeep.kernel.notation import NotationError, parse
from underkeep.kernel.roll import roll


def test_a_distribution_is_exact_sorted_and_merged() -> None:
    coins = Distribution({2: 1, 0: 1, 1: 2, 9: 0})
    assert coins.items() == [(0, Fraction(1, 4)), (1, Fraction(1, 2)), (2, Fraction(1, 4))]
    assert len(coins) == 3
    assert coins[1] == Fraction(1, 2)
    assert coins[7] == 0
    assert coins.mean() == 1
    assert coins.variance() == Fraction(1, 2)
    assert coins.deviation() == pytest.approx(0.5**0.5)
    assert coins.chance(lambda heads: heads > 0) == Fraction(3, 4)
    assert coins.map(lambda heads: heads > 0).items() == [(False, Fraction(1, 4)), (True, Fraction(3, 4))]
    assert repr(coins) == "Distribution({0: 1, 1: 2, 2: 1})"


def test_equality_is_of_chances_not_of_weights() -> None:
    assert Distribution({"hit": 1, "miss": 3}) == Distribution({"miss": 6, "hit": 2})
    assert hash(Distribution({"hit": 1, "miss": 3})) == hash(Distribution({"miss": 6, "hit": 2}))
    assert Distribution({"hit": 1, "miss": 3}) != Distribution({"hit": 1, "miss": 2})
    assert Distribution({"hit": 1}) != Distribution({"miss": 1})


def test_outcomes_that_cannot_be_ordered_still_list() -> None:
    assert [outcome for outcome, _ in Distribution({None: 1, "hit": 1, 3: 1}).items()] == ["hit", 3, None]


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: 2, 2: -1}])
def test_weights_must_make_sense(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="A distribution needs weights"):
        Distribution(weights)


def brute_force(count: int, sides: int, keep: slice) -> Distribution[int]:
    return Distribution(Counter(sum(sorted(faces)[keep]) for faces in product(range(1, sides + 1), repeat=count)))


@pytest.mark.parametrize(("count", "sides"), [(1, 1), (1, 6), (2, 6), (3, 6), (5, 4), (6, 2), (4, 1), (2, 30)])
def test_sums_against_counting_every_throw(count: int, sides: int) -> None:
    assert distribution(f"{count}d{sides}") == brute_force(count, sides, slice(None))


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 20), (4, 6), (5, 4), (6, 2), (3, 1)])
def test_keeping_against_counting_every_throw(count: int, sides: int) -> None:
    for keep in range(1, count + 1):
        assert distribution(f"{count}d{sides}kh{keep}") == brute_force(count, sides, slice(-keep, None))
        assert distribution(f"{count}d{sides}kl{keep}") == brute_force(count, sides, slice(keep))


def test_printed_chances() -> None:
    assert distribution("3d6")[18] == Fraction(1, 216)
    assert distribution("4d6kh3").mean() == Fraction(15869, 1296)
    assert distribution("d6HL").items()[0] == (-5, Fraction(1, 36))
    assert distribution("d6HL")[0] == Fraction(1, 6)
    assert distribution("2d6 x 1,000").mean() == 7000
    assert distribution("1d6!1").mean() == Fraction(7, 2) * Fraction(7, 6)
    assert distribution("1d6r1")[1] == Fraction(1, 36)
    assert distribution("100d6").mean() == 350
    assert distribution("1000d6").chance(lambda _: True) == 1
    assert distribution("5").items() == [(5, 1)]
    assert distribution("20d6+20d8").mean() == 160


@pytest.mark.parametrize(
    "notation",
    [
        "3d4!2kh2",
        "3d4r<3kl2",
        "3d4r2!1",
        "1d1!3",
        "(1d4+1)x1d4-d4//2",
        "2d4!1r1 + 1[bonus]",
        "-(2d4kl1)-3",
        "d4HL x d4HL",
        "7//(1d4+1)",
        "12d2kh5 + d3",
        "1d6x10 + 1d4x100",
        "3d6r1kh2",
        "2-3",
    ],
)
def test_the_tree_and_the_rolled_branches_agree(notation: str) -> None:
    assert distribution(notation) == enumerate_rule(lambda dice: roll(notation, dice).total)
    assert distribution(notation) == enumerate_rule(lambda dice: dice.total(parse(notation), "").total)


@pytest.mark.parametrize(
    "notation", ["1000d1000000kh500", "1000d1000000", "1000d6!", "d1000xd1000xd1000", "d1000000HL", "999d999!9kl99"]
)
def test_monsters_are_refused_at_once(notation: str) -> None:
    with pytest.raises(DiceError, match="too many to count"):
        distribution(notation)


def test_a_divisor_that_may_be_zero_has_no_chances() -> None:
    with pytest.raises(DiceError, match="cannot be told: it may divide by zero"):
        distribution("6//(1d4-1)")


@given(st.text(alphabet="123456789dkhlr!<x+-/()", max_size=14))
@settings(deadline=None, max_examples=150)
def test_a_seeded_roll_is_always_a_possible_one(text: str) -> None:
    try:
        expr = parse(text)
        exact = distribution(expr)
    except (NotationError, DiceError):
        return
    assert exact[roll(expr, Seeded(text)).total] > 0


def test_comparing_two_rolls() -> None:
    assert compare("d20+5", "d20+3") == Versus(Fraction(229, 400), Fraction(9, 200), Fraction(153, 400))
    assert compare("d6", "7") == (0, 0, 1)
    assert compare(distribution("d6"), parse("d6")).tie == Fraction(1, 6)
    assert compare("1d6x2", "1d6x2-1").tie == 0


def attack(dice: Dice) -> str:
    (face,) = dice.roll(1, 20, "attack")
    if face == 1:
        return "fumble"
    if face < 11:
        return "miss"
    damage = dice.total(parse("2d6"), "damage").total
    return "kill" if damage >= 7 or face == 20 else "hit"


def test_a_rule_is_run_down_every_branch() -> None:
    assert enumerate_rule(attack).items() == [
        ("fumble", Fraction(1, 20)),
        ("hit", Fraction(9, 20) * Fraction(15, 36)),
        ("kill", Fraction(9, 20) * Fraction(21, 36) + Fraction(1, 20)),
        ("miss", Fraction(9, 20)),
    ]


def test_totals_merge_and_rolls_do_not() -> None:
    seen: list[object] = []

    def merged(dice: Dice) -> Total:
        seen.append(None)
        return dice.total(parse("3d6"), "")

    exact = enumerate_rule(merged)
    assert len(seen) == 16
    assert exact[Total(18, ())] == Fraction(1, 216)
    assert len(enumerate_rule(lambda dice: dice.roll(3, 6, ""))) == 216


def test_a_rule_without_dice_has_one_outcome() -> None:
    assert enumerate_rule(lambda dice: "safe").items() == [("safe", 1)]
    assert enumerate_rule(lambda dice: dice.roll(0, 6, "")).items() == [((), 1)]


def test_a_limit_on_branches() -> None:
    assert len(enumerate_rule(lambda dice: dice.roll(2, 6, ""), limit=36)) == 36
    with pytest.raises(DiceError, match="The rule has more than 35 branches"):
        enumerate_rule(lambda dice: dice.roll(2, 6, ""), limit=35)
    with pytest.raises(DiceError, match="Rolling 100d100 branches more than 1,000,000 times"):
        enumerate_rule(lambda dice: dice.roll(100, 100, ""))
    with pytest.raises(DiceError, match="Cannot roll 1d0"):
        enumerate_rule(lambda dice: dice.roll(1, 0, ""))


def test_a_rule_must_be_repeatable() -> None:
    runs: list[None] = []

    def fickle(dice: Dice) -> int:
        runs.append(None)
        return dice.roll(1, 6 if len(runs) == 1 else 8, "whim")[0]

    with pytest.raises(DiceError, match='rolls other dice for "whim"'):
        enumerate_rule(fickle)
    runs.clear()

    def lazy(dice: Dice) -> int:
        runs.append(None)
        return dice.roll(1, 6, "")[0] if len(runs) == 1 else 0

    with pytest.raises(DiceError, match="rolls fewer dice"):
        enumerate_rule(lazy)
