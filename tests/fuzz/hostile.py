"""Hostile text, numbers and JSON: what nobody sends by mistake."""

from __future__ import annotations

from random import Random
from typing import Any

ODD_TEXTS = (
    "", " ", "\t", "0", "-1", "\x1b[2J\x1b]0;x\x07", "a\x00b\r\nc", "\u202eorc", "\ud800", "é̂" * 40, "ß" * 200, "ﷺ",
    "🐉" * 9, "½ ² Ⅻ ١٢٣", "\N{ZERO WIDTH JOINER}" * 30, "{creature}", "{0.__class__}", "%s%n", "[bold]x[/]", "[/x]",
    "../../etc/passwd", "NaN", "null", "1e999", "x" * 3000, "a " * 1500, "9" * 400, "'\"`;--", "\\", "\N{NULL}",
    "nobody", "referee", "player", "İI", "\N{KELVIN SIGN}", "\x7f\x9b", "\ufeff", "\N{LINE SEPARATOR}", "-0", "١",
)  # fmt: skip
ODD_NUMBERS = (
    0,
    -1,
    1,
    2,
    7,
    255,
    10**6,
    2**31,
    2**53 + 1,
    10**12,
    2**63 - 1,
    -(2**63),
    2**64,
    10**30,
    0.5,
    -0.0,
    1e308,
)
ODD_DATES = (
    "not a date", "2099-01-01T00:00:00+00:00", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-23:59", "2026-01-01",
    "2026-13-01T00:00:00+00:00", "2026-01-01T00:00:00", "2026-01-01T00:00:00+00:00\n", "20260101T000000Z", "2026-W01-1",
)  # fmt: skip


def odd_text(chance: Random) -> str:
    if chance.random() < 0.4:
        return chance.choice(ODD_TEXTS)
    length = chance.choice((1, 3, 8, 30, 90, 400))
    return "".join(_odd_letter(chance) for _ in range(chance.randint(1, length)))


def _odd_letter(chance: Random) -> str:
    most = chance.choice((0x7F, 0x7F, 0x250, 0x3000, 0x10FFFF))
    return chr(chance.randint(0, most))


def odd_value(chance: Random, depth: int = 0) -> Any:
    """Something that JSON can hold, mostly small."""
    sort = chance.randrange(12 if depth < 3 else 8)
    if sort < 3:
        return odd_text(chance).encode("utf-8", "replace").decode()
    if sort < 6:
        return chance.choice(ODD_NUMBERS)
    if sort < 8:
        return chance.choice((None, True, False, *ODD_DATES))
    if sort < 10:
        return [odd_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if sort < 11:
        return {str(chance.choice(("type", "id", "at", "x", ""))): odd_value(chance, depth + 1) for _ in range(2)}
    return f"deep {chance.choice((5, 39, 60, 1000, 5000))}"  # whoever writes the JSON makes so many brackets of it
