"""Whatever says that it executes a rule names rules that exist, and tells in a sentence what it decides."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from underkeep.rulebook import citations

SENTENCE = re.compile(r"[A-Z0-9\"'`].*\.[\"')]?$", re.DOTALL)
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions(source: str) -> Iterator[tuple[Definition, ast.Call]]:
    """Every function and class with `@executes(...)`, and the call."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Definition):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "executes":
                    yield node, mark


def complaints(source: str) -> Iterator[str]:
    for node, mark in definitions(source):
        ids = [id.value if isinstance(id, ast.Constant) else "" for id in mark.args]
        for id in ids or [""]:
            if not isinstance(id, str) or not citations.is_known(id):
                yield f"{node.lineno} {node.name}: no rulebook has {id!r}."
        if not is_sentence(ast.get_docstring(node) or ""):
            yield f"{node.lineno} {node.name}: its docstring is no sentence."


def is_sentence(text: str) -> bool:
    return SENTENCE.match(text.split("\n\n")[0]) is not None


def sources() -> list[Path]:
    return [path for package in citations.packages() for path in citations.sources(package) if path.suffix == ".py"]


def test_every_function_that_executes_a_rule_says_which_and_how() -> None:
    wrong = {str(path): list(complaints(path.read_text(encoding="utf-8"))) for path in sources()}
    assert {path: found for path, found in wrong.items() if found} == {}


def test_the_games_execute_rules() -> None:
    marks = sum(1 for path in sources() for _ in definitions(path.read_text(encoding="utf-8")))
    assert marks > 1000


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('@executes("ose:dice.sum")\ndef f():\n    """Adds the faces."""', 0),
        ('@executes("ose:dice.sum")\ndef f():\n    """2d6 are added.\n\n    More on it\n    """', 0),
        ('@executes("ose:dice.sums")\ndef f():\n    """Adds the faces."""', 1),
        ('@executes("ose:dice.sum")\ndef f(): pass', 1),
        ('@executes("ose:dice.sum")\ndef f():\n    """adds the faces."""', 1),
        ('@executes("ose:dice.sum")\ndef f():\n    """Adds the faces"""', 1),
        ('@executes()\nclass F:\n    """Adds the faces."""', 1),
        ('@executes(SUM)\ndef f():\n    """Adds the faces."""', 1),
    ],
)
def test_the_check_sees_what_is_wrong(source: str, count: int) -> None:
    assert len(list(complaints(source))) == count
