"""The core does not know which games stand on it. What may import what is in pyproject.toml, for lint-imports."""

import io
import re
import tokenize
from pathlib import Path

import pytest

import underkeep
from underkeep.rulebook import ledger

PACKAGE = Path(underkeep.__file__).parent
CORE = ("kernel", "world", "procedures", "mechanics")
NAMED = re.compile(rf"(?<![a-z0-9])({'|'.join(ledger.folders())})(?![a-z0-9])", re.IGNORECASE)


def systems_named(source: str) -> list[str]:
    """Every system's name that stands in the code as an identifier, a part of one, or a word of a string."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [
        f"{token.start[0]}: {match[0]}"
        for token in tokens
        if token.type != tokenize.COMMENT
        for match in NAMED.finditer(token.string)
    ]


@pytest.mark.parametrize("layer", CORE)
def test_no_system_is_named_below_systems(layer: str) -> None:
    found = {
        str(path.relative_to(PACKAGE)): names
        for path in sorted((PACKAGE / layer).rglob("*.py"))
        if (names := systems_named(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('if system == "ose": pass', 1),
        ("ose_combat = 1", 1),
        ('def f():\n    """robs:dice.dhl.roll"""', 1),
        ("from underkeep.systems import knave", 1),
        ("chosen = lose(those, roses)", 0),
    ],
)
def test_the_check_sees_names(source: str, count: int) -> None:
    assert len(systems_named(source)) == count
