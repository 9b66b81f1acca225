"""Exact chances of a notation, and dice that run a rule down every branch.

`distribution` never throws a die: it works on the tree. `enumerate_rule` knows no rule: it re-runs any function of dice
until each way its dice can fall has been seen.
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import lcm, log2
from operator import mul
from typing import NamedTuple, TypeVar

from underkeep.kernel.dice import Dice
from underkeep.kernel.distribution import (
    Distribution,
    Weights,
    combined,
    power_of,
    sum_of_fair,
    sum_of_kept,
    sum_of_two,
    trusted,
)
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
from underkeep.kernel.roll import Total

T = TypeVar("T", bound=Hashable)

MAX_OUTCOMES = 200_000
MAX_BRANCHES = 1_000_000
MAX_WORK = 2_000_000
"""In steps of about a tenth of a microsecond; with all that is told of it, an answer takes less than two seconds."""


def distribution(notation: str | Expr) -> Distribution[int]:
    """The exact distribution of a notation's total; a DiceError if that is too much to count, or may divide by zero."""
    return _distribution(parse(notation) if isinstance(notation, str) else notation)


class Versus(NamedTuple):
    """The chances that one roll beats another, ties with it, or loses."""

    win: Fraction
    tie: Fraction
    lose: Fraction


def compare(a: str | Expr | Distribution[int], b: str | Expr | Distribution[int]) -> Versus:
    """The chances that `a` comes out above, equal to and below `b`, both rolled once."""
    ours = a if isinstance(a, Distribution) else distribution(a)
    theirs = b if isinstance(b, Distribution) else distribution(b)
    their_weights = theirs.weights
    outcomes = sorted(their_weights)
    below = [0, *accumulate(map(their_weights.__getitem__, outcomes))]
    win = tie = 0
    for outcome, weight in ours.weights.items():
        win += weight * below[bisect_left(outcomes, outcome)]
        tie += weight * their_weights.get(outcome, 0)
    total = ours.denominator * theirs.denominator
    return Versus(Fraction(win, total), Fraction(tie, total), Fraction(total - win - tie, total))


@lru_cache(maxsize=1024)
def _distribution(expr: Expr) -> Distribution[int]:
    weights = _Counter(expr).count(expr.tree)
    return trusted(weights, sum(weights.values()))


class _Counter:
    """Weights of the nodes of one expression, refusing before it starts what would take too long."""

    def __init__(self, expr: Expr) -> None:
        self.expr = expr
        self.work = 0.0

    def spend(self, work: float, outcomes: int) -> None:
        self.work += work + outcomes / 5
        if self.work > MAX_WORK or outcomes > MAX_OUTCOMES:
            raise DiceError(f'The exact chances of "{self.expr}" are too many to count.')

    def count(self, node: Node) -> Weights:
        match node:
            case Number(value):
                return {value: 1}
            case Pool():
                return self.pool(node)
            case HighLow(sides):
                self.spend(0, 2 * sides)
                return {value: sides - abs(value) for value in range(1 - sides, sides)}
            case Labelled(term):
                return self.count(term)
            case Negated(term):
                return {-value: ways for value, ways in self.count(term).items()}
            case Sum(terms):
                return self.sum(terms)
            case Product(left, right, divides):
                return self.product(left, right, divides)

    def sum(self, terms: tuple[Node, ...]) -> Weights:
        bonus = 0
        result: Weights | None = None
        for term in terms:
            fixed = constant(term)
            if fixed is not None:
                bonus += fixed
                continue
            weights = self.count(term)
            if result is not None:
                self.spend_on_pairs(result, weights)
                weights = sum_of_two(result, weights)
            result = weights
        if result is None:
            return {bonus: 1}
        return {value + bonus: ways for value, ways in result.items()} if bonus else result

    def product(self, left: Node, right: Node, divides: bool) -> Weights:
        a, b = self.count(left), self.count(right)
        if divides and 0 in b:
            raise DiceError(f'The chances of "{self.expr}" cannot be told: it may divide by zero.')
        self.spend_on_pairs(a, b)
        return combined(a, b, int.__floordiv__ if divides else mul)

    def spend_on_pairs(self, a: Weights, b: Weights) -> None:
        bits = max(a.values()).bit_length() + max(b.values()).bit_length()
        self.spend(len(a) * len(b) * (2 + bits / 500), 0)

    def pool(self, pool: Pool) -> Weights:
        keep = pool.keep or pool.count
        if pool.is_plain and keep == pool.count:
            return self.fair(pool.count, pool.sides)
        self.spend(0, keep * pool.sides * (1 + pool.explode))
        weights = _one_die(pool)
        self.spend_on_pool(pool.count, keep, weights)
        if keep == pool.count:
            ways = power_of(weights, keep)
        elif pool.highest:
            ways = sum_of_kept(pool.count, keep, weights)
        else:
            ways = sum_of_kept(pool.count, keep, weights[::-1])[::-1]
        return {value: way for value, way in enumerate(ways, keep) if way}

    def fair(self, count: int, sides: int) -> Weights:
        outcomes = count * (sides - 1) + 1
        self.spend(outcomes * (1 + count * log2(sides) / 400), outcomes)
        return dict(enumerate(sum_of_fair(count, sides), count))

    def spend_on_pool(self, count: int, keep: int, weights: list[int]) -> None:
        """Python multiplies big integers of n words in about n^1.585 steps."""
        bits = count * log2(sum(weights)) + 64
        words = len(weights) * bits / 30
        if keep == count:
            self.spend((keep * words) ** 1.585 / 50, 0)
            return
        values = len(weights) - weights.count(0)
        binomials = keep * min(keep, count - keep + 1) * (8 + bits / 200)
        self.spend(values * (binomials + keep * (3 + keep * words / 40 * (1 + words**0.585 / 8))), 0)


def _one_die(pool: Pool) -> list[int]:
    """The ways that one die of the pool, with its rerolls and explosions, comes to 1, 2, 3 and so on."""
    sides = pool.sides
    first = [1] * sides
    if pool.reroll_to:
        again = pool.reroll_to - pool.reroll_from + 1
        first = [again if pool.reroll_from <= face <= pool.reroll_to else again + sides for face in range(1, sides + 1)]
    if not pool.explode:
        return first
    *still, highest = first
    ways = [way * sides**pool.explode for way in still]
    for left in range(pool.explode - 1, -1, -1):
        ways.append(0)
        ways += [highest * sides**left] * (sides - 1)
    ways.append(highest)
    return ways


class _Choice(NamedTuple):
    """The ways one roll can fall. `weights` is empty if they are equally likely."""

    asked: object
    outcomes: Sequence[object]
    weights: Sequence[int]
    total: int


class Enumerating:
    """Dice that fall every way there is: each run takes the next branch, `advance` moves to it.

    `roll` branches on every tuple of faces, `total` only on every sum, without faces.
    """

    __slots__ = ("_at", "_path", "_taken")

    def __init__(self) -> None:
        self._path: list[_Choice] = []
        self._taken: list[int] = []
        self._at = 0

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return self._choose((count, sides), why)  # type: ignore[return-value]

    def total(self, expr: Expr, why: str) -> Total:
        return self._choose(expr, why)  # type: ignore[return-value]

    def _choose(self, asked: tuple[int, int] | Expr, why: str) -> object:
        at = self._at
        self._at = at + 1
        if at == len(self._path):
            self._path.append(_sums(asked) if isinstance(asked, Expr) else _faces(*asked))
            self._taken.append(0)
        elif self._path[at].asked != asked:
            raise DiceError(f'The rule rolls other dice for "{why}" when it is run again.')
        return self._path[at].outcomes[self._taken[at]]

    def weight(self) -> tuple[int, int]:
        """The ways that lead down this branch, and the ways in all."""
        ways = whole = 1
        for choice, taken in zip(self._path, self._taken, strict=True):
            whole *= choice.total
            if choice.weights:
                ways *= choice.weights[taken]
        return ways, whole

    def advance(self) -> bool:
        """Go to the start of the next branch; False when there is none."""
        if self._at != len(self._path):
            raise DiceError("The rule rolls fewer dice when it is run again.")
        self._at = 0
        while self._path:
            self._taken[-1] += 1
            if self._taken[-1] < len(self._path[-1].outcomes):
                return True
            self._path.pop()
            self._taken.pop()
        return False


def enumerate_rule(run: Callable[[Dice], T], limit: int = 1_000_000) -> Distribution[T]:
    """The exact distribution of what `run` returns, by running it down every branch of its dice.

    `run` must do the same whenever the dice fall the same. More than `limit` branches are a DiceError.
    """
    dice = Enumerating()
    found: dict[int, dict[T, int]] = {}
    for _ in range(limit):
        outcome = run(dice)
        ways, whole = dice.weight()
        tally = found.setdefault(whole, {})
        tally[outcome] = tally.get(outcome, 0) + ways
        if not dice.advance():
            return _together(found)
    raise DiceError(f"The rule has more than {limit:,} branches.")


def _together(found: dict[int, dict[T, int]]) -> Distribution[T]:
    """One distribution from tallies of different denominators."""
    common = lcm(*found)
    weights: dict[T, int] = {}
    for whole, tally in found.items():
        for outcome, ways in tally.items():
            weights[outcome] = weights.get(outcome, 0) + ways * (common // whole)
    return trusted(weights, common)


@lru_cache(maxsize=256)
def _sums(expr: Expr) -> _Choice:
    exact = distribution(expr)
    weights = exact.weights
    return _Choice(expr, [Total(total, ()) for total in weights], list(weights.values()), exact.denominator)


@lru_cache(maxsize=256)
def _faces(count: int, sides: int) -> _Choice:
    if count < 0 or sides < 1:
        raise DiceError(f"Cannot roll {count}d{sides}.")
    size = sides**count if count * log2(sides) < 20 else MAX_BRANCHES + 1
    if size > MAX_BRANCHES:
        raise DiceError(f"Rolling {count}d{sides} branches more than {MAX_BRANCHES:,} times.")
    return _Choice((count, sides), list(product(range(1, sides + 1), repeat=count)), (), size)
