"""Rolling a notation: every die accounted for, and the line that shows it."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from underkeep.kernel.dice import DiceError, Face, Scripted, Seeded
from underkeep.kernel.notation import NotationError, parse
from underkeep.kernel.roll import Die, Part, RollResult, render, roll
from underkeep.testing import d4, d6, d8, d10, d20, d100, die

LINES = [
    ("4d6kh3", d6(6, 5, 3, 1), "4d6kh3: 6 5 3 (1) = 14"),
    ("4d6kl3", d6(6, 5, 3, 1), "4d6kl3: (6) 5 3 1 = 9"),
    ("4d6dl1+2", d6(1, 5, 3, 6), "4d6kh3+2: (1) 5 3 6 = 16"),
    ("4d6dh2", d6(1, 5, 3, 6), "4d6kl2: 1 (5) 3 (6) = 4"),
    ("5d6kh2", d6(1, 5, 3, 6, 5), "5d6kh2: (1) (5) (3) 6 5 = 11"),
    ("4d6kh4", d6(1, 5, 3, 6), "4d6kh4: 1 5 3 6 = 15"),
    ("2d20kh1", d20(7, 7), "2d20kh1: (7) 7 = 7"),
    ("3d1000000kl1", die(1000000, 7, 500000, 8), "3d1000000kl1: 7 (500000) (8) = 7"),
    ("1d20+5", [d20(13)], "1d20+5: 13 = 18"),
    ("1d20-1-1", [d20(13)], "1d20-1-1: 13 = 11"),
    ("d1000", [die(1000, 613)], "1d1000: 613 = 613"),
    ("2d1000+1", die(1000, 613, 2), "2d1000+1: 613 2 = 616"),
    ("3d6", d6(1, 2, 3), "3d6: 1 2 3 = 6"),
    ("d%", [d100(100)], "1d100: 100 = 100"),
    ("d6HL", d6(2, 6), "d6HL: high 2 low 6 = -4"),
    ("dHL+1", d6(6, 1), "d6HL+1: high 6 low 1 = 6"),
    ("3d6!", d6(6, 2, 6, 6, 1, 3), "3d6!: 6! 6! 3 2 6! 1 = 24"),
    ("1d6!2", d6(6, 6, 6), "1d6!2: 6! 6! 6 = 18"),
    ("1d1!", [die(1, 1)] * 11, "1d1!: 1! 1! 1! 1! 1! 1! 1! 1! 1! 1! 1 = 11"),
    ("4d6r1", d6(1, 5, 1, 6, 1, 4), "4d6r1: (1 rerolled) 1 5 (1 rerolled) 4 6 = 16"),
    ("3d6r<3", d6(2, 3, 1, 6, 1), "3d6r<3: (2 rerolled) 6 3 (1 rerolled) 1 = 10"),
    ("2d6r2!1", d6(2, 6, 6, 1, 2), "2d6r2!1: (2 rerolled) 6! 1 6! 2 = 15"),
    ("3d6!kh1", d6(6, 5, 4, 1), "3d6!kh1: 6! 1 (5) (4) = 7"),
    ("2d4!kl1", d4(4, 3, 1), "2d4!kl1: (4!) (1) 3 = 3"),
    ("2d6 x 1,000", d6(3, 4), "2d6x1000: 3 4 = 7000"),
    ("1d6 × 10 − 5", [d6(3)], "1d6x10-5: 3 = 25"),
    ("3d10//2", d10(3, 4, 4), "3d10//2: 3 4 4 = 5"),
    ("-1d6//2", [d6(3)], "-1d6//2: 3 = -2"),
    ("1d6+1d8", [d6(3), d8(8)], "1d6+1d8: 3 8 = 11"),
    ("2+3x4-10//3", [], "2+3x4-10//3 = 11"),
    (
        "1d8[slashing] + 2[strength] - 1[weak]",
        [d8(5)],
        "1d8[slashing]+2[strength]-1[weak]: 5 = 6 (slashing 5, strength 2, weak -1)",
    ),
    ("1d20+1[luck]", [d20(5)], "1d20+1[luck]: 5 = 6 (luck 1)"),
    ("-(1d4[acid]-1[ward])", [d4(3)], "-(1d4[acid]-1[ward]): 3 = -2 (acid -3, ward 1)"),
    ("10-1d4[acid]x2", [d4(3)], "10-1d4[acid]x2: 3 = 4 (acid 3)"),
]


@pytest.mark.parametrize(("notation", "faces", "line"), LINES)
def test_a_roll_and_its_line(notation: str, faces: Sequence[int], line: str) -> None:
    dice = Scripted(*faces)
    assert render(roll(notation, dice)) == line
    dice.finish()


@pytest.mark.parametrize(("notation", "faces", "line"), LINES)
def test_a_total_agrees_with_the_roll(notation: str, faces: Sequence[int], line: str) -> None:
    result = roll(notation, Scripted(*faces))
    total = Scripted(*faces).total(parse(notation), "")
    assert total.total == result.total
    assert sorted(total.faces) == sorted(faces)


def test_the_whole_result() -> None:
    assert roll("4d6kh3", Scripted(*d6(6, 5, 3, 1))) == RollResult(
        "4d6kh3", 14, (Die(6, 6, True), Die(6, 5, True), Die(6, 3, True), Die(6, 1, False)), ()
    )
    assert roll("2d6r1![cold]", Scripted(*d6(1, 6, 2, 3))) == RollResult(
        "2d6r1![cold]",
        11,
        (Die(6, 1, False, "rerolled"), Die(6, 2, True), Die(6, 6, True, "exploded"), Die(6, 3, True)),
        (Part("cold", 11),),
    )


def test_rerolls_are_thrown_together_then_explosions_by_waves() -> None:
    dice = Scripted(*d6(1, 6, 1, 6, 2, 6, 3, 4))
    roll("3d6r1!", dice, "fireball")
    assert dice.asked == [(3, 6, "fireball"), (2, 6, "fireball"), (2, 6, "fireball"), (1, 6, "fireball")]


def test_dice_are_told_why_or_else_the_notation() -> None:
    for notation in ("1d6", "2d6", "2d6kh1", "d6HL"):
        dice = Scripted(*d6(1, 1))
        roll(notation, dice)
        assert dice.asked[0][2] == notation
    dice = Scripted(d6(1))
    roll("1d6", dice, "damage")
    assert dice.asked == [(1, 6, "damage")]


def test_text_and_expression_roll_alike() -> None:
    assert roll("3d6+1", Seeded(1)) == roll(parse("3d6 + 1"), Seeded(1))


def test_a_divisor_that_falls_to_zero() -> None:
    assert roll("6//(1d4-1)", Scripted(d4(3))).total == 3
    with pytest.raises(DiceError, match='The roll for "shares" divides by a result of zero'):
        roll("6//(1d4-1)", Scripted(d4(1)), "shares")


def test_bad_notation_is_refused() -> None:
    with pytest.raises(NotationError):
        roll("4d6kk3", Seeded(1))


@given(st.integers(1, 8), st.integers(1, 200), st.data())
@settings(deadline=None)
def test_keeping_keeps_the_right_dice(count: int, sides: int, data: st.DataObject) -> None:
    keep = data.draw(st.integers(1, count))
    faces = data.draw(st.lists(st.integers(1, sides), min_size=count, max_size=count))
    for kind, kept in (("kh", sorted(faces)[-keep:]), ("kl", sorted(faces)[:keep])):
        result = roll(f"{count}d{sides}{kind}{keep}", Scripted(*[Face(sides, face) for face in faces]))
        assert [die.face for die in result.dice] == faces
        assert sorted(die.face for die in result.dice if die.kept) == kept
        assert result.total == sum(kept)
