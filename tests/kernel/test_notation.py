"""How rolls are written: what parses, what it means, and one clear sentence for what does not."""

import copy
import pickle

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from underkeep.kernel.notation import (
    MAX_CHARACTERS,
    Expr,
    HighLow,
    Labelled,
    Negated,
    NotationError,
    Number,
    Pool,
    Product,
    Sum,
    parse,
)

SIMPLE = [
    ("3d6", Pool(3, 6)),
    ("d20", Pool(1, 20)),
    ("D20", Pool(1, 20)),
    ("d%", Pool(1, 100)),
    ("2D%", Pool(2, 100)),
    ("dHL", HighLow(6)),
    ("dhl", HighLow(6)),
    ("d4HL", HighLow(4)),
    ("1d6HL", HighLow(6)),
    ("4d6kh3", Pool(4, 6, keep=3)),
    ("4d6k3", Pool(4, 6, keep=3)),
    ("4d6kl1", Pool(4, 6, keep=1, highest=False)),
    ("4d6dl1", Pool(4, 6, keep=3)),
    ("4d6dh1", Pool(4, 6, keep=3, highest=False)),
    ("6d6!", Pool(6, 6, explode=10)),
    ("6d6!3", Pool(6, 6, explode=3)),
    ("4d6r1", Pool(4, 6, reroll_from=1, reroll_to=1)),
    ("4d6r2", Pool(4, 6, reroll_from=2, reroll_to=2)),
    ("4d6r<3", Pool(4, 6, reroll_from=1, reroll_to=2)),
    (" 4 d 6 KH 3 ", Pool(4, 6, keep=3)),
    ("4d6kh3r1!2", Pool(4, 6, keep=3, reroll_to=1, explode=2)),
    ("1,000", Number(1000)),
    ("1d6x10", Product(Pool(1, 6), Number(10))),
    ("2d6 x 1,000", Product(Pool(2, 6), Number(1000))),
    ("2d6 × 1,000,000", Product(Pool(2, 6), Number(1_000_000))),
    ("2d6*2", Product(Pool(2, 6), Number(2))),
    ("2d6//2", Product(Pool(2, 6), Number(2), divides=True)),
    ("-1d4", Negated(Pool(1, 4))),
    ("−1d4", Negated(Pool(1, 4))),
    ("1d20 − 2", Sum((Pool(1, 20), Negated(Number(2))))),
    ("1d20+1-2", Sum((Pool(1, 20), Number(1), Negated(Number(2))))),
    ("2+3x4", Sum((Number(2), Product(Number(3), Number(4))))),
    ("(2+3)x4", Product(Sum((Number(2), Number(3))), Number(4))),
    ("8//4//2", Product(Product(Number(8), Number(4), True), Number(2), True)),
    ("1d8[slashing]", Labelled(Pool(1, 8), "slashing")),
    ("2 [ holy  water ]", Labelled(Number(2), "holy water")),
]


@pytest.mark.parametrize(("text", "tree"), SIMPLE)
def test_what_each_form_means(text: str, tree: object) -> None:
    assert parse(text).tree == tree


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("d20 + 5", "1d20+5"),
        ("D%", "1d100"),
        ("dHL", "d6HL"),
        ("2d6 × 1,000", "2d6x1000"),
        ("4d6dl1", "4d6kh3"),
        ("4d6r<2", "4d6r1"),
        ("-(2x3)", "-(2x3)"),
        ("1-(2-3)", "1-(2-3)"),
        ("1--2", "1--2"),
        ("(-2)[cold]", "(-2)[cold]"),
    ],
)
def test_one_way_to_write_a_tree(text: str, written: str) -> None:
    assert str(parse(text)) == written


def test_equal_trees_are_equal_expressions() -> None:
    assert parse("d20+5") == parse("1D20 + 5")
    assert hash(parse("d20+5")) == hash(parse("1D20 + 5"))
    assert parse("d20+5") != parse("d20+6")
    assert parse("d20") != "1d20"


def test_an_expression_does_not_change_and_can_be_copied() -> None:
    expr = parse("4d6kh3+1[luck]")
    with pytest.raises(AttributeError):
        expr.text = "5d6"
    assert pickle.loads(pickle.dumps(expr)) == expr == copy.deepcopy(expr)


BAD = [
    ("", 1, "expected a number, dice or an opening parenthesis"),
    ("4d6kk3", 5, "expected a number of dice to keep"),
    ("4d6kh", 6, "expected a number of dice to keep"),
    ("4d6dl", 6, "expected a number of dice to drop"),
    ("4d6kh0", 6, "expected a number of dice to keep of at least 1"),
    ("4d6kh5", 6, "cannot keep 5 of 4 dice"),
    ("4d6dl4", 6, "cannot drop 4 of 4 dice"),
    ("4d6kh3dl1", 7, "a second suffix of the same kind"),
    ("0d6", 1, "expected 1 to 1,000 dice"),
    ("1001d6", 1, "expected 1 to 1,000 dice"),
    ("1000d6+d4", 8, "more than 1,000 dice in all"),
    ("d0", 2, "expected a number of sides of at least 1"),
    ("d", 2, "expected a number of sides"),
    ("d1000001", 2, "a number above 1,000,000"),
    ("2dHL", 1, "a high-low roll is always one pair"),
    ("6d6!0", 5, "expected 1 to 10 explosions"),
    ("6d6!11", 5, "a number above 10"),
    ("4d6r", 5, "expected a face to reroll"),
    ("4d6r7", 5, "a number above 6"),
    ("4d6r<1", 6, "expected a face to reroll of at least 2"),
    ("1+", 3, "expected a number, dice or an opening parenthesis"),
    ("(1d6", 5, "expected a closing parenthesis"),
    ("1d6)", 4, "expected an operator or the end"),
    ("1d6 fire", 5, "expected an operator or the end"),
    ("1,00", 2, "expected an operator or the end"),
    ("1,0000", 2, "expected an operator or the end"),
    ("1/2", 2, "expected an operator or the end"),
    ("²", 1, "expected a number, dice or an opening parenthesis"),
    ("2[]", 2, "expected a closed label of 1 to 40 printable characters"),
    ("2[fire", 2, "expected a closed label of 1 to 40 printable characters"),
    ("2[" + "a" * 41 + "]", 2, "expected a closed label of 1 to 40 printable characters"),
    ("2[a][b]", 5, "expected an operator or the end"),
    ("9999999999", 1, "a number above 1,000,000,000"),
    ("1000000000x1000000000", 11, "a result that could pass 1,000,000,000,000,000"),
    ("5//0", 2, "a division by zero"),
    ("1d6//(3-3)", 4, "a division by zero"),
    ("(" * 33 + "1" + ")" * 33, 33, "nesting deeper than 32"),
    ("-" * 33 + "1", 33, "nesting deeper than 32"),
    ("1+" * 128 + "1", 257, "more than 256 characters"),
]


@pytest.mark.parametrize(("text", "position", "problem"), BAD)
def test_one_sentence_for_what_is_wrong(text: str, position: int, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    error = caught.value
    assert (error.text, error.position) == (text, position)
    assert str(error).endswith(f'": {problem} at position {position}.')
    if len(text) <= 60:
        assert str(error).startswith(f'Bad dice notation "{text}": ')


def test_limits_are_inclusive() -> None:
    parse("(" * 32 + "1" + ")" * 32)
    parse("1000d1000000")
    parse("1+" * 127 + "11")


def test_an_error_survives_pickling() -> None:
    error = NotationError("4d", 3, "expected a number of sides")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


NOTATION_LIKE = st.text(alphabet="0123456789dDkKhHlLrR!<%xX*+-/()[], ×−a\n", max_size=40)


def parsed_or_error(text: str) -> Expr | NotationError:
    try:
        return parse(text)
    except NotationError as error:
        return error


def check_parses_or_refuses(text: str) -> None:
    outcome = parsed_or_error(text)
    if isinstance(outcome, NotationError):
        assert 1 <= outcome.position <= min(len(text), MAX_CHARACTERS) + 1
        assert "\n" not in str(outcome)
    elif len(outcome.text) <= MAX_CHARACTERS:
        assert parse(outcome.text) == outcome


@given(st.text(max_size=300))
@example("\ud800d6")
@example("İd6")
@example("1d6" + "x1" * 126)
@example("((((1d6)x-d4)//(2-d2))[a])[b]--3")
@settings(deadline=None)
def test_any_text_parses_or_is_refused(text: str) -> None:
    check_parses_or_refuses(text)


@given(NOTATION_LIKE)
@settings(max_examples=500, deadline=None)
def test_anything_like_notation_parses_or_is_refused(text: str) -> None:
    check_parses_or_refuses(text)


@st.composite
def pools(draw: st.DrawFn) -> str:
    count, sides = draw(st.integers(1, 5)), draw(st.integers(1, 20))
    text = f"{count}d{sides}"
    if draw(st.booleans()):
        text += f"r{draw(st.integers(1, sides))}"
    if draw(st.booleans()):
        text += f"!{draw(st.integers(1, 3))}"
    if draw(st.booleans()):
        text += draw(st.sampled_from(["kh", "kl", "k"])) + str(draw(st.integers(1, count)))
    return text


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(parts, st.sampled_from(["+", "-", "x", "*", "//"]), parts).map("".join)
    return st.one_of(two, parts.map("({})".format), parts.map("-({})".format), parts.map("({})[label]".format))


@given(st.recursive(pools() | st.integers(1, 9).map(str) | st.just("d6HL"), joined, max_leaves=8))
@settings(deadline=None)
def test_a_tree_written_out_parses_to_the_same_tree(text: str) -> None:
    outcome = parsed_or_error(text)
    if isinstance(outcome, NotationError):
        assert outcome.problem in ("a division by zero", f"more than {MAX_CHARACTERS} characters")
    else:
        assert parse(outcome.text).tree == outcome.tree
