"""Rolling a notation: what each die showed, what was kept, and the total; and that result as one line of text.

A notation is compiled once into a plan, and the plan is what rolls. The rolls asked of the dice come in this order:
the pool; then all its rerolls together; then its explosions, wave by wave.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from underkeep.kernel.notation import (
    DiceError,
    Expr,
    HighLow,
    Labelled,
    Negated,
    Node,
    Number,
    Pool,
    Product,
    Sum,
    constant,
    parse,
)

if TYPE_CHECKING:
    from underkeep.kernel.dice import Dice


class Die(msgspec.Struct, frozen=True):
    """One face on the table. `note` is "exploded", "rerolled", "high", "low" or empty."""

    sides: int
    face: int
    kept: bool
    note: str = ""


class Part(msgspec.Struct, frozen=True):
    """A labelled term and what it came to, with its sign in the sum. Within a product it is the term's own value."""

    label: str
    amount: int


class RollResult(msgspec.Struct, frozen=True):
    """A roll with every die that was thrown, in the order of the notation; a die is followed by its explosions."""

    notation: str
    total: int
    dice: tuple[Die, ...]
    labels: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return render(self)


class Total(NamedTuple):
    """A sum, and every face thrown for it. Dice that enumerate sums give no faces."""

    total: int
    faces: tuple[int, ...]


class Plan(NamedTuple):
    """An expression made ready to roll."""

    roll: "Callable[[Dice, str], RollResult]"
    total: "Callable[[Dice, str], Total]"


_Step = Callable[["Dice", str, list[Die], list[Part]], int]


def roll(notation: str | Expr, dice: "Dice", why: str = "") -> RollResult:
    """Roll a notation with these dice. `why` is what the dice are told; by default the notation itself."""
    if isinstance(notation, str):
        return _roll_of(notation)(dice, why)
    return plan_of(notation).roll(dice, why)


def render(result: RollResult) -> str:
    """The result as one line: `4d6kh3: 6 5 3 (1) = 14`.

    A die in parentheses does not count, `!` marks one that exploded, and labelled terms follow the total.
    """
    text = result.notation
    if result.dice:
        text += ": " + " ".join(map(_shown, result.dice))
    text += f" = {result.total}"
    if result.labels:
        text += f" ({', '.join(f'{part.label} {part.amount}' for part in result.labels)})"
    return text


def _shown(die: Die) -> str:
    if die.note in ("high", "low"):
        return f"{die.note} {die.face}"
    mark = {"exploded": "!", "rerolled": " rerolled"}.get(die.note, "")
    return f"{die.face}{mark}" if die.kept else f"({die.face}{mark})"


def plan_of(expr: Expr) -> Plan:
    """The plan of an expression, compiled the first time and remembered on it."""
    plan: Plan | None = expr.memo
    if plan is None:
        plan = expr.memo = _compile(expr)
    return plan


@lru_cache(maxsize=2048)
def _roll_of(text: str) -> "Callable[[Dice, str], RollResult]":
    return plan_of(parse(text)).roll


@lru_cache(maxsize=4096)
def _die(sides: int, face: int, kept: bool, note: str = "") -> Die:
    return Die(sides, face, kept, note)


@lru_cache(maxsize=256)
def _faces_of(sides: int, kept: bool) -> "tuple[Die, ...] | None":
    """Every face of a die as a Die, by index, so that a common roll makes none. None for a die too big to list."""
    return tuple(_die(sides, face, kept) for face in range(sides + 1)) if sides <= 100 else None


def _compile(expr: Expr) -> Plan:
    pool, bonus = _pool_and_bonus(expr.tree)
    if pool is None or not pool.is_plain:
        return _general(expr)
    if pool.keep:
        return _kept_pool(expr.text, pool, bonus)
    if pool.count == 1:
        return _single(expr.text, pool, bonus)
    return _plain_pool(expr.text, pool, bonus)


def _pool_and_bonus(tree: Node) -> tuple[Pool | None, int]:
    """The shape most rolls have, one pool and a constant, if the tree has it."""
    if isinstance(tree, Pool):
        return tree, 0
    if isinstance(tree, Sum) and isinstance(tree.terms[0], Pool):
        rest = Sum(tree.terms[1:])
        bonus = constant(rest)
        if bonus is not None and not _has_label(rest):
            return tree.terms[0], bonus
    return None, 0


def _has_label(node: Node) -> bool:
    match node:
        case Labelled():
            return True
        case Negated(term):
            return _has_label(term)
        case Sum(terms):
            return any(map(_has_label, terms))
        case Product(left, right):
            return _has_label(left) or _has_label(right)
    return False


def _summing(pool: Pool, bonus: int) -> "Callable[[Dice, str], Total]":
    count, sides = pool.count, pool.sides
    keep = slice(-pool.keep, None) if pool.highest else slice(pool.keep)

    def total(dice: "Dice", why: str) -> Total:
        faces = dice.roll(count, sides, why)
        return Total(sum(faces) + bonus, faces)

    def total_kept(dice: "Dice", why: str) -> Total:
        faces = dice.roll(count, sides, why)
        return Total(sum(sorted(faces)[keep]) + bonus, faces)

    return total_kept if pool.keep else total


def _single(text: str, pool: Pool, bonus: int) -> Plan:
    sides = pool.sides
    listed = _faces_of(sides, True)
    shown = [(die,) for die in listed] if listed else None

    def roll_one(dice: "Dice", why: str) -> RollResult:
        (face,) = dice.roll(1, sides, why or text)
        return RollResult(text, face + bonus, shown[face] if shown else (Die(sides, face, True),))

    return Plan(roll_one, _summing(pool, bonus))


def _plain_pool(text: str, pool: Pool, bonus: int) -> Plan:
    count, sides = pool.count, pool.sides
    listed = _faces_of(sides, True)
    shown = listed.__getitem__ if listed else lambda face: Die(sides, face, True)

    def roll_all(dice: "Dice", why: str) -> RollResult:
        faces = dice.roll(count, sides, why or text)
        return RollResult(text, sum(faces) + bonus, tuple(map(shown, faces)))

    return Plan(roll_all, _summing(pool, bonus))


def _kept_pool(text: str, pool: Pool, bonus: int) -> Plan:
    count, sides, highest = pool.count, pool.sides, pool.highest
    dropped = count - pool.keep
    kept_dice, dropped_dice = _faces_of(sides, True), _faces_of(sides, False)
    extreme = min if highest else max

    def roll_kept(dice: "Dice", why: str) -> RollResult:
        faces = dice.roll(count, sides, why or text)
        if kept_dice is None or dropped_dice is None or dropped > 1:
            keeps = _keeps(faces, pool)
            total = sum([face for face, kept in zip(faces, keeps, strict=True) if kept])
            return RollResult(text, total + bonus, tuple(map(_die, repeat(sides), faces, keeps)))
        shown = [kept_dice[face] for face in faces]
        total = sum(faces) + bonus
        if dropped:
            out = extreme(faces)
            total -= out
            shown[faces.index(out)] = dropped_dice[out]
        return RollResult(text, total, tuple(shown))

    return Plan(roll_kept, _summing(pool, bonus))


def _keeps(values: tuple[int, ...] | list[int], pool: Pool) -> list[bool]:
    """Which dice of a pool are kept, in order. Among equals the earlier is dropped."""
    keeps = [True] * len(values)
    if pool.keep:
        order = sorted(range(len(values)), key=values.__getitem__, reverse=not pool.highest)
        for index in order[: len(values) - pool.keep]:
            keeps[index] = False
    return keeps


def _general(expr: Expr) -> Plan:
    text, step = expr.text, _step(expr.tree, 1)

    def roll_any(dice: "Dice", why: str) -> RollResult:
        shown: list[Die] = []
        parts: list[Part] = []
        total = step(dice, why or text, shown, parts)
        return RollResult(text, total, tuple(shown), tuple(parts))

    def total_any(dice: "Dice", why: str) -> Total:
        result = roll_any(dice, why)
        return Total(result.total, tuple([die.face for die in result.dice]))

    return Plan(roll_any, total_any)


def _step(node: Node, sign: int) -> _Step:
    match node:
        case Number(value):
            return lambda dice, why, shown, parts: value
        case Pool():
            return lambda dice, why, shown, parts: _throw(node, dice, why, shown)
        case HighLow(sides):
            return lambda dice, why, shown, parts: _throw_pair(sides, dice, why, shown)
        case Labelled(term, label):
            return _labelled_step(_step(term, sign), label, sign)
        case Negated(term):
            inner = _step(term, -sign)
            return lambda dice, why, shown, parts: -inner(dice, why, shown, parts)
        case Sum(terms):
            steps = [_step(term, sign) for term in terms]
            return lambda dice, why, shown, parts: sum([step(dice, why, shown, parts) for step in steps])
        case Product(left, right, divides):
            return _product_step(_step(left, 1), _step(right, 1), divides)


def _labelled_step(inner: _Step, label: str, sign: int) -> _Step:
    def step(dice: "Dice", why: str, shown: list[Die], parts: list[Part]) -> int:
        value = inner(dice, why, shown, parts)
        parts.append(Part(label, sign * value))
        return value

    return step


def _product_step(left: _Step, right: _Step, divides: bool) -> _Step:
    def step(dice: "Dice", why: str, shown: list[Die], parts: list[Part]) -> int:
        a = left(dice, why, shown, parts)
        b = right(dice, why, shown, parts)
        if not divides:
            return a * b
        if b == 0:
            raise DiceError(f'The roll for "{why}" divides by a result of zero.')
        return a // b

    return step


def _throw_pair(sides: int, dice: "Dice", why: str, shown: list[Die]) -> int:
    high, low = dice.roll(2, sides, why)
    shown += (_die(sides, high, True, "high"), _die(sides, low, True, "low"))
    return high - low


def _throw(pool: Pool, dice: "Dice", why: str, shown: list[Die]) -> int:
    """Throw a pool with rerolls, explosions and keeping, add its dice to `shown`, and return the sum kept."""
    faces = list(dice.roll(pool.count, pool.sides, why))
    before = _reroll(pool, faces, dice, why)
    chains = [[face] for face in faces]
    _explode(pool, chains, dice, why)
    values = [sum(chain) for chain in chains]
    total = 0
    for index, kept in enumerate(_keeps(values, pool)):
        if index in before:
            shown.append(_die(pool.sides, before[index], False, "rerolled"))
        *exploded, last = chains[index]
        shown += [_die(pool.sides, face, kept, "exploded") for face in exploded]
        shown.append(_die(pool.sides, last, kept))
        total += values[index] if kept else 0
    return total


def _reroll(pool: Pool, faces: list[int], dice: "Dice", why: str) -> dict[int, int]:
    """Throw again, once, each face the pool rerolls; return the faces replaced, by index."""
    before = {i: face for i, face in enumerate(faces) if pool.reroll_from <= face <= pool.reroll_to}
    if before:
        for index, face in zip(before, dice.roll(len(before), pool.sides, why), strict=True):
            faces[index] = face
    return before


def _explode(pool: Pool, chains: list[list[int]], dice: "Dice", why: str) -> None:
    """Throw again each die that shows its highest face, wave by wave, as often as the pool allows."""
    for _ in range(pool.explode):
        burst = [chain for chain in chains if chain[-1] == pool.sides]
        if not burst:
            return
        for chain, face in zip(burst, dice.roll(len(burst), pool.sides, why), strict=True):
            chain.append(face)
        chains = burst
