"""The dice themselves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from underkeep.kernel.dice import DiceError, Scripted, Seeded
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.rulebook import ledger
from underkeep.systems.ose.basics import compendium, dice
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d100, rule
from underkeep.world.state import State


@rule("ose:dice.kinds")
def test_the_basic_set() -> None:
    assert list(dice.SIDES) == ledger.load("ose").rules["dice.kinds"].data["sides"]
    for sides in dice.SIDES:
        thrown = Seeded(1, "kinds").roll(4000, sides, "every face")
        assert set(thrown) == set(range(1, sides + 1))
        dice.check(parse(f"2d{sides}+1"))


@rule("ose:dice.kinds")
def test_weapons_and_hit_dice_are_of_the_basic_set() -> None:
    with pytest.raises(ValueError, match="no d7"):
        replace(compendium.weapons()["sword"], damage=parse("1d7"))
    with pytest.raises(ValueError, match="no d5"):
        replace(compendium.classes()["fighter"], hit_die=parse("1d5"))


@rule("ose:dice.percentile")
@pytest.mark.parametrize(("tens", "ones", "read"), [(2, 3, 23), (0, 7, 7), (0, 0, 100), (9, 9, 99), (1, 0, 10)])
def test_two_ten_sided_dice_make_a_hundred(tens: int, ones: int, read: int) -> None:
    assert dice.percentile(tens, ones) == read


@rule("ose:dice.percentile")
def test_d_percent_is_d100() -> None:
    assert parse("d%") == parse("d100")


@rule("ose:dice.percentile")
def test_real_dice_are_thrown_two_for_a_percentile() -> None:
    asked = []

    def ask(count: int, sides: int, why: str) -> list[int]:
        asked.append((count, sides))
        return {10: [10, 7, 2, 3][: count * 2], 6: [4]}[sides][:count]

    do = Resolution(State("ose", {}), dice.at_the_table(ask), RULESET)
    roll = do.roll_at_most(1, 100, "hide in shadows", 10)
    assert (roll.faces, roll.success) == ((7,), True)
    assert do.roll(2, 100, "two").faces == (7, 23)
    assert do.roll(1, 6, "a die that one has").total == 4
    assert asked == [(2, 10), (4, 10), (1, 6)]
    none = dice.at_the_table(lambda count, sides, why: [0] * count)
    assert none.roll(1, 100, "double zero") == (100,)
    with pytest.raises(DiceError):
        none.roll(1, 6, "no such face")


@rule("ose:dice.percentile")
@pytest.mark.parametrize(("face", "shown"), [(23, (2, 3)), (7, (0, 7)), (100, (0, 0)), (90, (9, 0))])
def test_a_percentile_roll_tells_its_two_dice(face: int, shown: tuple[int, int]) -> None:
    do = Resolution(State("ose", {}), Scripted(d100(face)), RULESET)
    roll = dice.percent(do, "test", 50)
    assert (roll.faces, roll.total, roll.success, roll.notation) == (shown, face, face <= 50, "1d100")
    assert dice.percent(Resolution(State("ose", {}), Scripted(d100(face)), RULESET), "test").success is None
