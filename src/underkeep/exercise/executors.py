"""The functions that carry out each rule, found by what stands above them in the source."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from underkeep.rulebook import citations


class Executor(NamedTuple):
    """A function that carries out rules: where it stands, and the tree of its source."""

    module: str
    name: str
    function: FunctionType
    tree: ast.FunctionDef

    @property
    def place(self) -> str:
        return f"{self.module.removeprefix('underkeep.')}.{self.name}"


@lru_cache(maxsize=8)
def executors(system: str) -> dict[str, tuple[Executor, ...]]:
    """By rule, every function of a game, or of what it shares with others, that carries it out."""
    found: dict[str, list[Executor]] = {}
    for package, systems in citations.packages().items():
        if system in systems:
            for path in sorted(package.rglob("*.py")):
                for rule, executor in _of_file(package, path, system):
                    found.setdefault(rule, []).append(executor)
    return {rule: tuple(several) for rule, several in found.items()}


def _of_file(package: Path, path: Path, system: str) -> Iterator[tuple[str, Executor]]:
    text = path.read_text(encoding="utf-8")
    if f'"{system}:' not in text or "@executes" not in text:
        return
    module = ".".join((package.name, *path.relative_to(package).with_suffix("").parts)).removesuffix(".__init__")
    for name, node, rules in _declared(ast.parse(text), ""):
        function = _function(importlib.import_module(module), name)
        if function is not None:
            for rule in rules:
                if rule.startswith(f"{system}:"):
                    yield rule, Executor(module, name, function, node)


def _declared(
    tree: ast.AST, within: str, above: tuple[str, ...] = ()
) -> Iterator[tuple[str, ast.FunctionDef, tuple[str, ...]]]:
    """Functions with the rules above them; those above a class are its methods' too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _declared(node, f"{within}{node.name}.", above + _rules(node))
        elif isinstance(node, ast.FunctionDef):
            rules = above + _rules(node)
            if rules:
                yield within + node.name, node, rules


def _rules(node: ast.ClassDef | ast.FunctionDef) -> tuple[str, ...]:
    calls = [d for d in node.decorator_list if isinstance(d, ast.Call) and ast.unparse(d.func) == "executes"]
    return tuple(str(a.value) for call in calls for a in call.args if isinstance(a, ast.Constant))


def _function(module: Any, name: str) -> FunctionType | None:
    """The function behind a name, without what wraps it."""
    thing: Any = module
    for part in name.split("."):
        thing = inspect.getattr_static(thing, part, None)
    if isinstance(thing, (staticmethod, classmethod)):
        thing = thing.__func__
    if isinstance(thing, property):
        thing = thing.fget
    thing = getattr(thing, "_derive", thing)
    thing = inspect.unwrap(thing) if callable(thing) else thing
    return thing if isinstance(thing, FunctionType) else None
