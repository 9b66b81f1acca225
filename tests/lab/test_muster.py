"""Words into two sides."""

import pytest

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.lab.muster import halves_of, muster, parse_recruit, parse_sides
from underkeep.procedures.ruleset import Recruit
from underkeep.systems import load, names

OSE = load("ose")


def test_levels_gear_and_several_groups() -> None:
    a, b = parse_sides(OSE, "2 fighter/3[plate, two-handed sword] + fighter vs 6 Goblins")
    assert [g.count for g in a] == [2, 1]
    assert a[0].recruit == Recruit("fighter", 3, ("plate", "two-handed sword"))
    assert b[0].count == 6
    assert b[0].recruit.kind == "goblin"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4 fighter", 'like "4 fighter v 6 goblin"'),
        ("4 figther v 2 orc", "did you mean fighter"),
        ("0 fighter v 2 orc", "at least 1"),
        ("101 fighter v 2 orc", "at most 100"),
        ("123456 fighter v 2 orc", "at most 100"),
        ("fighter v rat", "did you mean normal-rat or giant-rat"),
        ("fighter[sword v 2 orc", "is not a combatant"),
        ("x" * 600, "at most 500 characters"),
    ],
)
def test_bad_match_ups_get_one_sentence(text: str, words: str) -> None:
    with pytest.raises(UnderkeepError, match=words):
        parse_sides(OSE, text)


@pytest.mark.parametrize("between", ["v", "V", "vs", "vs.", "versus"])
def test_a_match_up_has_two_halves(between: str) -> None:
    assert halves_of(f" fighter {between} 2 orc ") == ["fighter", "2 orc"]


@pytest.mark.parametrize("system", names())
def test_no_two_have_the_same_name(system: str) -> None:
    rules = load(system)
    kinds = rules.roster()
    hero = "fighter" if "fighter" in kinds else next(name for name, sort in kinds.items() if sort == "character")
    sides = parse_sides(rules, f"30 {hero} + 2 goblin v 30 {hero} + 2 goblin")
    creatures = muster(rules, sides, Seeded(1)).state.creatures.values()
    assert len({c.name for c in creatures}) == 64


def test_one_combatant_only() -> None:
    assert parse_recruit(OSE, "fighter/1[sword]").gear == ("sword",)
    with pytest.raises(UnderkeepError, match="name one"):
        parse_recruit(OSE, "2 orc")


def test_sides_stand_the_gap_apart_with_readable_ids() -> None:
    state = muster(OSE, parse_sides(OSE, "2 orc v 3 orc"), Seeded(1), gap=4).state
    assert list(state.creatures) == ["a-orc-1", "a-orc-2", "b-orc-1", "b-orc-2", "b-orc-3"]
    left, right = state.creatures["a-orc-1"].at, state.creatures["b-orc-1"].at
    assert left is not None
    assert right is not None
    assert right[0] - left[0] == 4
    assert len({c.at for c in state.creatures.values()}) == 5


def test_options_are_checked() -> None:
    with pytest.raises(UnderkeepError, match="no optional rule"):
        muster(OSE, parse_sides(OSE, "orc v orc"), Seeded(1), ["no-such-rule"])
