"""The core and the front doors say no unit of length: a game's measures do."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import underkeep

PACKAGE = Path(underkeep.__file__).parent
LAYERS = (
    "kernel",
    "world",
    "procedures",
    "mechanics",
    "generate",
    "minds",
    "lab",
    "rulebook",
    "table",
    "terminal",
    "testing",
)
UNIT = re.compile(r"(?<![a-z])(inch|inches|feet|foot|ft|yards?|miles?|metres?|kilometres?)(?![a-z])")
NO_LENGTHS = {
    *(("kernel/english.py", word) for word in ("foot", "feet")),
    *(("table/speech/shopping.py", word) for word in ("foot", "feet", "ft")),
    ("table/speech/wording.py", "foot"),
    ("table/speech/rephrasing.py", "feet"),
    ("table/speech/asked_of_the_field.py", "feet"),
    ("table/speech/done_below.py", "foot"),
    ("table/speech/sought.py", "foot"),
    *(("table/speech/fight_wording.py", word) for word in ("foot", "feet", "yards", "metres")),
    *(("table/speech/" + name, "inch") for name in ("battle_orders.py", "fight_orders.py")),
    *(
        ("generate/" + name, "miles")
        for name in ("places.py", "region.py", "region_key.py", "region_svg.py", "region_text.py")
    ),
    ("procedures/region_questions.py", "miles"),
    ("terminal/region_command.py", "miles"),
    ("world/chart.py", "miles"),
    ("world/region.py", "miles"),
}
"""A plural of English, what people type whatever their game, what one stands on; and the map of hexes, which knows no
other unit yet."""


def _words(tree: ast.AST) -> Iterator[str]:
    """The identifiers and strings of a module, without its docstrings."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value
        for field in ("id", "attr", "arg", "name", "asname"):
            if isinstance(name := getattr(node, field, None), str):
                yield re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)


def units_named(source: str) -> set[str]:
    return {match[0] for words in _words(ast.parse(source)) for match in UNIT.finditer(words.lower())}


def test_no_unit_of_length_is_named_outside_the_games() -> None:
    files = [*PACKAGE.glob("*.py"), *(path for layer in LAYERS for path in (PACKAGE / layer).rglob("*.py"))]
    found = {
        (str(path.relative_to(PACKAGE)), unit)
        for path in files
        for unit in units_named(path.read_text(encoding="utf-8"))
    }
    assert found - NO_LENGTHS == set()


def test_the_words_of_the_core_name_none() -> None:
    assert not UNIT.search((PACKAGE / "table/words.toml").read_text(encoding="utf-8").lower())


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("distance_feet = 1", 1),
        ("class MilesWalked: pass", 1),
        ('print(f"{far} feet away")', 1),
        ("def f(range_ft: int): pass", 1),
        ('def f():\n    """On its own feet."""', 0),
        ("grid.footprint(smiles)", 0),
    ],
)
def test_the_check_sees_units(source: str, count: int) -> None:
    assert len(units_named(source)) == count
