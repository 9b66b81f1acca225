"""Small wrongs done to a function: another number, another comparison, a condition turned round, a step left out."""

from __future__ import annotations

import ast
import copy
import functools
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from underkeep.exercise.executors import Executor
from underkeep.kernel.memo import FORGET

_OTHER: dict[type[Any], type[Any]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


class Mutant(NamedTuple):
    """A function's code with one wrong in it; `what` says which, `line` where. `is_sharp` if it is a number, a
    comparison or a condition. `span` are the first and the last line of the statement it stands in."""

    executor: Executor
    code: CodeType
    line: int
    what: str
    is_sharp: bool
    span: tuple[int, int]


@lru_cache(maxsize=4096)
def mutants_of(executor: Executor) -> tuple[Mutant, ...]:
    """Every small wrong that can be done to a function, the sharp ones first."""
    return tuple(sorted(_mutants(executor), key=lambda mutant: not mutant.is_sharp))


def _mutants(executor: Executor) -> Iterator[Mutant]:
    spans = _spans(executor.tree)
    for place, original in enumerate(_places(executor.tree.body)):
        is_sharp = not isinstance(original, ast.Expr | ast.Return | ast.Tuple | ast.List)
        for variant in range(2 if isinstance(original, ast.Constant) else 1):
            tree: ast.FunctionDef = _copied(executor.tree)
            tree.decorator_list = []
            node = next(islice(_places(tree.body), place, None))
            line, what = _line(node), _spoilt(node, variant)
            code = _code(executor, tree) if what else None
            if code is not None:
                yield Mutant(executor, code, line, what, is_sharp, spans.get(id(original), (0, 0)))


def _copied(node: Any) -> Any:
    """A tree of one's own; whatever is no node or list of them cannot change."""
    if isinstance(node, list):
        return [_copied(one) for one in node]
    if not isinstance(node, ast.AST):
        return node
    fields = {name: _copied(value) for name, value in ast.iter_fields(node)}
    return ast.copy_location(type(node)(**fields), node)


def _spans(tree: ast.FunctionDef) -> dict[int, tuple[int, int]]:
    """By node, the lines of the innermost statement around it; of one with a body only its head."""
    found: dict[int, tuple[int, int]] = {}
    for statement in ast.walk(tree):
        if isinstance(statement, ast.stmt) and statement is not tree:
            body = getattr(statement, "body", None)
            last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
            span = statement.lineno, max(statement.lineno, last)
            found.update((id(node), span) for node in ast.walk(statement))
    return found


def _places(body: list[ast.stmt]) -> Iterator[Any]:
    """The parts of a function in which something can be wrong; words, annotations and assertions are none, nor is
    `strict`."""
    for statement in body:
        if isinstance(statement, ast.Assert | ast.FunctionDef):
            continue
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        yield from _within(statement)


def _within(node: ast.AST) -> Iterator[Any]:
    if isinstance(node, ast.Assert | ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    if _can_be_wrong(node):
        yield node
    for field, child in ast.iter_fields(node):
        if field in ("annotation", "returns") or (field == "slice" and _is_one_die(node)):
            continue
        for part in child if isinstance(child, list) else (child,):
            if isinstance(part, ast.AST):
                yield from _within(part)


def _is_one_die(node: Any) -> bool:
    """`roll(1, ...)[0]`: of one die the first face is the last, too."""
    rolled = node.value
    if not (isinstance(rolled, ast.Call) and isinstance(rolled.func, ast.Attribute) and rolled.args):
        return False
    return rolled.func.attr == "roll" and isinstance(rolled.args[0], ast.Constant) and rolled.args[0].value == 1


def _can_be_wrong(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float, bool)
    if isinstance(node, ast.comprehension):
        return bool(node.ifs)
    if isinstance(node, ast.Call):
        return _default_of(node) is not None
    if isinstance(node, ast.Tuple | ast.List):
        return isinstance(node.ctx, ast.Load) and len(node.elts) > 1
    if isinstance(node, ast.Expr | ast.Return):
        return node.value is not None
    return isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp | ast.If | ast.IfExp | ast.While)


_JUDGED = {"ruling": 2, "foretold": 2, "standing": 3, "settled": 5}
"""Where the default stands among what is given to those who put a judgement."""


def _default_of(call: ast.Call) -> int | None:
    """The place of the default in a call that puts a judgement: the wrong is to take it without a word."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    place = _JUDGED.get(name)
    if name == "foretold" and isinstance(call.func, ast.Name):
        place = 3
    return place if place is not None and len(call.args) > place else None


def _line(node: Any) -> int:
    return int(node.ifs[0].lineno if isinstance(node, ast.comprehension) else node.lineno)


def _spoilt(node: Any, variant: int) -> str:
    """Do the wrong, and say what it is; empty if this part has no such variant."""
    before = ast.unparse(node).split("\n")[0][:60]
    if not _do_wrong(node, variant):
        return ""
    after = ast.unparse(ast.fix_missing_locations(node)).split("\n")[0][:60]
    return f"{before} -> {after}" if not isinstance(node, ast.Expr) else f"left out: {before}"


def _do_wrong(node: Any, variant: int) -> bool:
    """False if this part has no such variant: only numbers have two, one more and one less."""
    value: Any = getattr(node, "value", None)
    if isinstance(node, ast.Constant) and type(value) in (int, float):
        node.value = value + 1 - 2 * variant
    elif variant:
        return False
    elif isinstance(node, ast.Constant):
        node.value = not node.value
    elif isinstance(node, ast.Compare):
        node.ops[0] = _OTHER[type(node.ops[0])]()
    elif isinstance(node, ast.BoolOp | ast.BinOp):
        if type(node.op) not in _OTHER:
            return False
        node.op = _OTHER[type(node.op)]()
    elif isinstance(node, ast.comprehension):
        node.ifs[0] = ast.UnaryOp(ast.Not(), node.ifs[0])
    elif isinstance(node, ast.Tuple | ast.List):
        del node.elts[-1]
    elif isinstance(node, ast.Call):
        node.func = ast.parse(f"(lambda *given, **more: given[{_default_of(node)}])", mode="eval").body
    elif isinstance(node, ast.Expr | ast.Return):
        node.value = ast.Constant(None)
    else:
        node.test = ast.UnaryOp(ast.Not(), node.test)
    return True


def _code(executor: Executor, tree: ast.FunctionDef) -> CodeType | None:
    """The code of the function, compiled in a module of its own; None where it closes over something."""
    function = executor.function
    if function.__closure__:
        return None
    module = ast.fix_missing_locations(ast.Module([tree], []))
    flags = function.__code__.co_flags & 0x1000000 | 0x1000000
    compiled = compile(module, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
    return next((c for c in compiled.co_consts if isinstance(c, CodeType) and c.co_name == tree.name), None)


def reporting(executor: Executor, word: str) -> CodeType | None:
    """The function's own code that first calls what its module knows by this word, with the function's place."""
    tree = copy.deepcopy(executor.tree)
    tree.decorator_list = []
    tree.body.insert(0, ast.parse(f"{word}({executor.place!r})").body[0])
    return _code(executor, tree)


@contextmanager
def at_work(mutant: Mutant) -> Iterator[None]:
    """The game with this wrong in it."""
    function: Any = mutant.executor.function
    code: CodeType = function.__code__
    if mutant.code.co_freevars != code.co_freevars:
        yield
        return
    forget()
    function.__code__ = mutant.code
    try:
        yield
    finally:
        function.__code__ = code
        forget()


def forget() -> None:
    for memory in _memories(len(sys.modules)):
        memory()


@lru_cache(maxsize=1)
def _memories(modules: int) -> tuple[Callable[[], object], ...]:
    """What empties every memory of the games, while no more modules are loaded. What is read from content stays."""
    found: list[Callable[[], object]] = list(FORGET)
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper):
            inner = thing.__wrapped__
            module = getattr(inner, "__module__", "") or ""
            takes = isinstance(inner, FunctionType) and inner.__code__.co_argcount
            if module.startswith("underkeep.") and takes and not module.startswith("underkeep.exercise"):
                found.append(thing.cache_clear)
    return tuple(found)
