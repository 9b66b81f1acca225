"""Dice expressions, sensible, mutated and absurd: parsed, rolled and counted out, or declined in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from random import Random

from click.testing import CliRunner
from tests.fuzz.hostile import odd_text
from tests.fuzz.trials import Trial, is_sentence

from underkeep.errors import UnderkeepError
from underkeep.kernel.chance import compare, distribution
from underkeep.kernel.dice import Seeded
from underkeep.kernel.notation import Expr, parse
from underkeep.kernel.roll import render, roll
from underkeep.terminal.main import underkeep

_SMALL = ("1", "2", "3", "4", "6", "8", "10", "12", "20")
_LARGE = (
    "0",
    "100",
    "100",
    "30",
    "30",
    "15",
    "7",
    "50",
    "99",
    "999",
    "1000",
    "1001",
    "10000",
    "1000000",
    "1000001",
    "1,000",
    "999999999",
    "00",
    "1" * 30,
)
_SUFFIXES = ("kh", "kl", "dh", "dl", "k", "!", "r", "r<", "r>", "HL", "rr", "!!", "kh0")
_SIGNS = ("+", "-", "*", "//", " x ", "x", "/", "^", "+-", "")
_LETTERS = "0123456789dD%khlr!<>+-*/x()[], .HLé\u0663"
FRONT_DOOR = 4000
"""One in so many goes through the program as well."""
HEAVY = 40
"""Of expressions whose chances may take long to count, so many are only rolled for each that is counted."""
_HEAVY = re.compile(r"\d{3}|[*x/].*[*x/]|d.*[*x/].*d|\d\dd\d\d|\d\dd.*[!rkdl]|d\d\d.*!")


def trials(seed: int) -> Iterator[Trial]:
    chance = Random(f"dice {seed}")
    before = "1d6"
    while True:
        text = _text(chance, before)
        is_counted = not _HEAVY.search(text) or chance.randrange(HEAVY) == 0
        door = is_counted and chance.randrange(FRONT_DOOR) == 0
        yield Trial(partial(_try, text, before, seed, is_counted, door), partial(repr, text))
        before = text


def _text(chance: Random, before: str) -> str:
    sort = chance.random()
    if sort < 0.65:
        return expression(chance)
    if sort < 0.85:
        return _mutated(chance, expression(chance))
    if sort < 0.9:
        return _mutated(chance, before)[:400]
    if sort < 0.95:
        return "".join(chance.choice(_LETTERS) for _ in range(chance.choice((1, 5, 20, 80, 255, 257))))
    return odd_text(chance)


def _number(chance: Random) -> str:
    return chance.choice(_SMALL if chance.random() < 0.93 else _LARGE)


def _pool(chance: Random) -> str:
    count = _number(chance) if chance.random() < 0.8 else ""
    text = f"{count}d{'%' if chance.random() < 0.05 else _number(chance)}"
    if chance.random() < 0.1:
        while chance.random() < 0.7:
            text += chance.choice(_SUFFIXES) + (_number(chance) if chance.random() < 0.6 else "")
        return text
    kept = f"{chance.choice(('kh', 'kl', 'dh', 'dl', 'k'))}{chance.choice(('', '1', '2', '3'))}"
    again = f"r{chance.choice(('', '<', '>'))}{chance.choice('1234')}"
    return text + "".join(part for part in (kept, again, "!") if chance.random() < 0.15)


def expression(chance: Random, depth: int = 0) -> str:
    text = ""
    for n in range(chance.choice((1, 1, 1, 2, 2, 3))):
        sort = chance.random()
        term = _pool(chance) if sort < 0.7 else _number(chance)
        if sort > 0.9 and depth < 4:
            term = f"({expression(chance, depth + 1)})"
        if chance.random() < 0.05:
            term += f"[{chance.choice(('sword', 'x' * 41, '', odd_text(chance)[:20]))}]"
        text += (chance.choice(_SIGNS) if n else chance.choice(("", "", "", "-"))) + term
    if chance.random() < 0.002:
        text = "(" * chance.choice((31, 33, 120)) + text + ")" * 31
    return text


def _mutated(chance: Random, text: str) -> str:
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(text))
        sort = chance.randrange(4)
        if sort == 0:
            text = text[:at] + chance.choice(_LETTERS) + text[at:]
        elif sort == 1:
            text = text[:at] + text[at + 1 :]
        elif sort == 2:
            text = text[:at] + chance.choice(_LETTERS) + text[at + 1 :]
        else:
            text += text[at:]
    return text


def _try(text: str, before: str, seed: int, is_counted: bool, is_at_the_door: bool) -> str:
    if is_at_the_door:
        _at_the_door(text, before)
    try:
        expr = parse(text)
    except UnderkeepError as error:
        is_sentence(error)
        return "refused"
    assert parse(expr.text) == expr, f"{expr.text} is read as another"
    span = _counted(expr, before) if is_counted else None
    try:
        result = roll(expr, Seeded(seed, text.encode("utf-8", "replace").decode()), "fuzz")
    except UnderkeepError as error:
        is_sentence(error)
        return "not rolled"
    assert render(result)
    assert span is None or span[0] <= result.total <= span[1], f"{result.total} is not of {span}"
    return "rolled" if span is None else "counted"


def _counted(expr: Expr, before: str) -> tuple[int, int] | None:
    """The least and the most that may be rolled; nothing if its chances are too many to count."""
    try:
        found = distribution(expr)
        assert min(found) <= found.mean() <= max(found)
        assert found.deviation() >= 0
        if len(before) < 8 and not _HEAVY.search(before):
            compare(found, distribution(before))
    except UnderkeepError as error:
        is_sentence(error)
        return None
    return min(found), max(found)


def _at_the_door(text: str, before: str) -> None:
    """The commands of the program answer too, or decline with exit code 2."""
    for arguments in (["odds", text], ["odds", text, "--json"], ["odds", text, "--against", before], ["roll", text]):
        found = CliRunner().invoke(underkeep, arguments)
        if found.exception is not None and not isinstance(found.exception, SystemExit):
            raise found.exception
        assert found.exit_code in (0, 2), f"{arguments}: {found.exit_code}"
