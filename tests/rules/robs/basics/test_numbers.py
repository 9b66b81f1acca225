from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from tests.rules.robs.scene import A, do, duel, first, table

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.numbers import (
    adjective,
    limited,
    natural,
    relative_result,
    roll_dhl,
    succeeds,
    told,
    value_of,
)
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d4, d6, rule
from underkeep.world.creature import CheckRolled


def rolled(*faces: int, **how: object):
    return roll_dhl(Resolution(duel(), Scripted(*faces), RULESET), "test", **how)  # type: ignore[arg-type]


@rule("robs:dice.dhl.roll", "robs:dice.dhl.designated")
@pytest.mark.parametrize(("faces", "result"), [(d6(6, 2), 4), (d6(2, 6), -4), (d6(1, 5), -4), (d6(3, 2), 1)])
def test_high_minus_low(faces, result):
    roll = rolled(*faces)
    assert roll.total == natural(roll) == result
    assert roll.notation == "d6HL"


@rule("robs:dice.dhl.range", "robs:dice.statistics", "robs:dice.dhl.within-three")
def test_matrix_and_distribution():
    results = {(high, low): rolled(*d6(high, low)).total for high, low in product(range(1, 7), repeat=2)}
    for high, *row in table("dice.matrix"):
        assert [results[high, low] for low in range(1, 7)] == row
    counts = Counter(results.values())
    for value, count, percent in table("dice.distribution"):
        assert counts[value] == count
        assert round(counts[value] / 36 * 100, 2) == percent
    assert (min(counts), max(counts), sum(results.values())) == (-5, 5, 0)
    assert sum(abs(v) <= 3 for v in results.values()) == 30
    assert sum(abs(v) <= 2 for v in results.values()) == 24


@rule("robs:dice.natural-minus-5", "robs:dice.natural-plus-5")
def test_extremes_settle_it():
    assert rolled(*d6(1, 6), modifiers=(Modifier("luck", 9),), needed=-2).success is False
    assert rolled(*d6(6, 1), modifiers=(Modifier("luck", -9),), needed=5).success is True
    assert rolled(*d6(2, 6), modifiers=(Modifier("luck", 9),), needed=-2).success is True


@rule("robs:dice.margin-auto-failure", "robs:dice.margin-auto-success")
def test_margin_of_four():
    on = ("margin-four",)
    assert not succeeds(-2, 3, 2, on)
    assert succeeds(-2, 3, 2, ())
    assert succeeds(3, -2, -1, on)
    assert not succeeds(3, -2, -1, ())
    assert succeeds(-1, 4, 2, on)


@rule("robs:dice.dnhl")
def test_other_dice_high_minus_low():
    roll = rolled(*d4(4, 1), sides=4)
    assert (roll.notation, roll.total) == ("d4HL", 3)


@rule("robs:dice.adjectives.ladder")
def test_ladder():
    for value, word in table("dice.adjectives"):
        assert adjective(value) == word
        assert value_of(word) == value_of(word.lower()) == value
    with pytest.raises(UnderkeepError, match="no adjective"):
        value_of("Splendid")


@rule("robs:dice.adjectives.below", "robs:dice.adjectives.above")
def test_past_the_ladder():
    assert (adjective(-7), adjective(6)) == ("Abysmal-2", "Legendary+1")
    assert (value_of("Abysmal-2"), value_of("legendary+1")) == (-7, 6)


@rule("robs:dice.modifier-size")
def test_modifiers_are_cut_to_three():
    call = CallCheck(A, "STR", 0, (Modifier("shove", 4),))
    assert first(do(duel(), call, *d6(1, 4)), CheckRolled).roll.modifiers == (Modifier("shove", 3),)
    forced = do(duel(), call, *d6(1, 4), rulings={"robs:dice.modifier-size": "as entered"})
    assert first(forced, CheckRolled).roll.modifiers == (Modifier("shove", 4),)


@rule("robs:dice.modifier-size")
def test_a_person_is_asked_about_large_modifiers():
    call = CallCheck(A, "STR", 0, (Modifier("shove", -5),))
    asked = play.resolve(RULESET, duel(human=True), "referee", call, Scripted()).state.prompts
    assert [p.choices for p in asked] == [("limit to 3", "as entered")]


@rule("robs:class.proficiency.low-die", "robs:class.proficiency.never-adds")
def test_proficiency_eats_the_low_die():
    assert rolled(*d6(4, 1), proficiency=1).total == 4
    assert rolled(*d6(3, 2), proficiency=1).total == 2
    assert [3 - rolled(*d6(3, low), proficiency=4).total for low in range(1, 7)] == [0, 0, 0, 0, 1, 2]


@rule("robs:dice.natural-minus-5", "robs:class.proficiency.low-die")
def test_the_extremes_are_read_from_the_dice_as_they_fell():
    roll = rolled(*d6(1, 6), proficiency=6, needed=0)
    assert roll.total == 1
    assert not roll.success


@rule("robs:task.relative-result")
def test_relative_result():
    assert relative_result(rolled(*d6(5, 2), needed=1)) == 2
    assert relative_result(rolled(*d6(2, 4), needed=1)) == -3


@rule("robs:task.action")
def test_an_action_must_reach_its_difficulty():
    good = (Modifier("skill", 1),)
    assert rolled(*d6(3, 3), modifiers=good, needed=1).success
    assert not rolled(*d6(3, 4), modifiers=good, needed=1).success


@rule("robs:task.check.success")
def test_bob_and_the_goblin():
    """Example bob-goblin: +3 in all against Good (+1) is a success by 2."""
    roll = rolled(*d6(4, 2), modifiers=(Modifier("skill", 1),), needed=value_of("Good"))
    assert roll.success
    assert relative_result(roll) == 2


@rule("robs:dice.adjectives.ladder", "robs:dice.adjectives.below", "robs:dice.adjectives.above")
def test_the_ladder_ends_and_goes_on():
    assert [adjective(n) for n in (-7, -6, -5, 5, 6)] == [
        "Abysmal-2", "Abysmal-1", "Abysmal", "Legendary", "Legendary+1"
    ]  # fmt: skip
    assert [value_of(word) for word in ("Abysmal-2", "Abysmal", "legendary", "Legendary+1")] == [-7, -5, 5, 6]
    for word in ("12345678912", "abysmal-", "legendary+x"):
        with pytest.raises(UnderkeepError, match="no adjective of the ladder"):
            value_of(word)


@rule("robs:dice.modifier-size")
def test_three_is_not_yet_too_large():
    told = (Modifier("help", 3), Modifier("mud", -3))
    do = Resolution(duel(human=True), Scripted(), RULESET)
    assert limited(do, told) == told
    cut = Resolution(duel(), Scripted(), RULESET)
    assert limited(cut, (Modifier("help", 4), Modifier("mud", -4))) == told


@rule("robs:dice.adjectives.ladder", "robs:dice.adjectives.below", "robs:dice.adjectives.above")
def test_every_screen_says_the_word_with_its_number():
    said = {-7: "Abysmal-2 (-7)", -2: "Poor (-2)", 0: "Average (0)", 1: "Good (+1)", 6: "Legendary+1 (+6)"}
    assert {n: told(n) for n in said} == said
    assert {n: RULESET.measures.result(n) for n in said} == said
