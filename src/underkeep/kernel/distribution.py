"""Exact chances: a distribution over any outcomes, and the whole-number arithmetic of sums of dice.

Everything is counted in integers and divided last, so nothing is ever rounded. Nothing here knows notation or rules.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate, repeat
from math import comb, gcd, sqrt
from operator import mul
from struct import unpack
from typing import Any, Generic, TypeVar

T_co = TypeVar("T_co", bound=Hashable, covariant=True)
U = TypeVar("U", bound=Hashable)

Weights = dict[int, int]


class Distribution(Generic[T_co]):
    """Outcomes and how likely each is, from integer weights. It never changes.

    Two distributions are equal when every outcome has the same chance, whatever the weights were.
    """

    __slots__ = ("_total", "_weights")

    def __init__(self, weights: Mapping[T_co, int]) -> None:
        self._weights = {outcome: weight for outcome, weight in weights.items() if weight}
        self._total = sum(self._weights.values())
        if not self._weights or min(self._weights.values()) < 0:
            raise ValueError("A distribution needs weights that are not negative, and one that is not zero.")

    @property
    def weights(self) -> dict[T_co, int]:
        """A copy of the weights, whose sum is `denominator`."""
        return dict(self._weights)

    @property
    def denominator(self) -> int:
        return self._total

    def items(self) -> list[tuple[T_co, Fraction]]:
        """(outcome, chance), in the order of the outcomes; those that cannot be ordered go by their repr."""
        total = self._total
        return [(outcome, Fraction(self._weights[outcome], total)) for outcome in self]

    def __iter__(self) -> Iterator[T_co]:
        try:
            return iter(sorted(self._weights))  # type: ignore[type-var]
        except TypeError:
            return iter(sorted(self._weights, key=repr))

    def __len__(self) -> int:
        return len(self._weights)

    def __getitem__(self, outcome: object) -> Fraction:
        """The chance of one outcome, zero if it cannot happen."""
        return Fraction(self._weights.get(outcome, 0), self._total)  # type: ignore[arg-type]

    def chance(self, predicate: Callable[[T_co], bool]) -> Fraction:
        """The chance that the predicate holds."""
        return Fraction(sum(w for outcome, w in self._weights.items() if predicate(outcome)), self._total)

    def map(self, change: Callable[[T_co], U]) -> "Distribution[U]":
        """The distribution of `change(outcome)`; outcomes that become equal are merged."""
        merged: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            new = change(outcome)
            merged[new] = merged.get(new, 0) + weight
        return Distribution(merged)

    def mean(self: "Distribution[float | Fraction]") -> Fraction:
        return Fraction(_exactly_summed(self._weights)) / self._total

    def variance(self: "Distribution[float | Fraction]") -> Fraction:
        """Whole numbers are squared about a whole number near the mean, which keeps them small."""
        about = round(self.mean())
        nearer = {o - about: w for o, w in self._weights.items()}
        squares = Fraction(_exactly_summed({o: o * w for o, w in nearer.items()}))
        return squares / self._total - (self.mean() - about) ** 2

    def deviation(self: "Distribution[float | Fraction]") -> float:
        """The standard deviation."""
        return sqrt(self.variance())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        if self._weights.keys() != other._weights.keys():
            return False
        ours, theirs = self._total, other._total
        return all(w * theirs == other._weights[outcome] * ours for outcome, w in self._weights.items())

    def __hash__(self) -> int:
        return hash(frozenset(self._weights))

    def __repr__(self) -> str:
        step = gcd(self._total, *self._weights.values())
        shown = ", ".join(f"{outcome!r}: {self._weights[outcome] // step}" for outcome in list(self)[:20])
        return f"Distribution({{{shown}{', ...' if len(self) > 20 else ''}}})"


def _exactly_summed(weights: Mapping[Any, Any]) -> int | Fraction:
    """The sum of outcome times weight; of whole numbers without a fraction made for each."""
    if all(isinstance(outcome, int) for outcome in weights):
        whole: int = sum(map(mul, weights, weights.values()))
        return whole
    return sum((Fraction(outcome) * Fraction(weight) for outcome, weight in weights.items()), Fraction(0))


def trusted(weights: dict[U, int], total: int) -> Distribution[U]:
    """A distribution from weights known to be positive and to add up to `total`; no copy is made."""
    made: Distribution[U] = Distribution.__new__(Distribution)
    made._weights = weights
    made._total = total
    return made


def sum_of_fair(count: int, sides: int) -> list[int]:
    """The ways to throw each sum of `count` dice, from `count` ones upward.

    The generating function f = ((1 - x^s) / (1 - x))^n satisfies
    (1 - x)(1 - x^s) f' = n (1 - x^s - s x^(s-1) (1 - x)) f, which gives each coefficient from three earlier ones.
    The ways are symmetric, so half of them are enough.
    """
    if count == 1:
        return [1] * sides
    size = count * (sides - 1) + 1
    ways = [1]
    for t in range(min(sides - 1, (size - 1) // 2)):
        ways.append(ways[t] * (t + count) // (t + 1))
    spread = count * sides
    for t in range(sides - 1, (size - 1) // 2):
        way = (t + count) * ways[t] + (t + 1 - sides - spread) * ways[t + 1 - sides]
        if t >= sides:
            way += (spread - count - t + sides) * ways[t - sides]
        ways.append(way // (t + 1))
    return ways + ways[::-1][size % 2 :]


def sum_of_kept(count: int, keep: int, weights: list[int]) -> list[int]:
    """The ways to get each sum of the `keep` highest of `count` dice whose value i has `weights[i]` ways.

    Let v be the lowest value kept: j < keep dice lie above it, and at least keep - j of the others show it. The j dice
    above are the j-th power of a polynomial; polynomials are held as one big integer each, a slot per coefficient,
    because Python multiplies big integers in C.
    """
    width = _slot(sum(weights) ** count)
    ways_of = _ways_by_hits if keep <= count - keep else _ways_by_misses
    choices = _choices(count, keep, ways_of is _ways_by_hits)
    above = result = 0
    below = sum(weights)
    for value in range(len(weights) - 1, -1, -1):
        weight = weights[value]
        below -= weight
        if not weight:
            continue
        place = 8 * width * value
        kept = 0
        for lower, ways in enumerate(reversed(ways_of(count, keep, choices, weight, below))):
            kept = kept * above + (ways << lower * place)
        result += kept << place
        above += weight << place
    return _unpacked(result, width, keep * (len(weights) - 1) + 1)


def _choices(count: int, keep: int, by_hits: bool) -> list[list[int]]:
    """For each number above, the ways to say which dice those are, and which of the others hit (or else miss)."""
    rows = []
    for j in range(keep):
        row = [comb(count, j)]
        for other in range(keep - j - 1 if by_hits else count - keep):
            row.append(row[-1] * (count - j - other) // (other + 1))
        rows.append(row)
    return rows


def _ways_by_misses(count: int, keep: int, choices: list[list[int]], hit: int, miss: int) -> list[int]:
    """For j from 0 to keep - 1: the ways that j dice are named and at least keep - j of the others hit."""
    misses = _powers(miss, count - keep)
    if hit == 1:
        return [sum(map(mul, row, misses)) for row in choices]
    hits = _powers(hit, count)[::-1]
    return [sum(map(mul, map(mul, row, misses), hits[j:])) for j, row in enumerate(choices)]


def _ways_by_hits(count: int, keep: int, choices: list[list[int]], hit: int, miss: int) -> list[int]:
    """The same, by taking away the ways that too few hit."""
    misses = _powers(miss, count)[::-1]
    wholes = _powers(hit + miss, count)[::-1]
    if hit == 1:
        return [row[0] * wholes[j] - sum(map(mul, row, misses[j:])) for j, row in enumerate(choices)]
    hits = _powers(hit, keep)
    return [row[0] * wholes[j] - sum(map(mul, map(mul, row, hits), misses[j:])) for j, row in enumerate(choices)]


def _powers(base: int, highest: int) -> list[int]:
    return list(accumulate(repeat(base, highest), mul, initial=1))


def power_of(weights: list[int], count: int) -> list[int]:
    """The ways to get each sum of `count` dice whose value i has `weights[i]` ways."""
    width = _slot(sum(weights) ** count)
    return _unpacked(_packed(weights, width) ** count, width, count * (len(weights) - 1) + 1)


def sum_of_two(a: Weights, b: Weights) -> Weights:
    """The weights of a + b, the two being independent."""
    low_a, low_b = min(a), min(b)
    span_a, span_b = max(a) - low_a + 1, max(b) - low_b + 1
    if len(a) * len(b) < 2_000 or span_a > 2 * len(a) or span_b > 2 * len(b):
        return combined(a, b, int.__add__)
    width = _slot(sum(a.values()) * sum(b.values()))
    packed_a = _packed([a.get(low_a + i, 0) for i in range(span_a)], width)
    packed_b = _packed([b.get(low_b + i, 0) for i in range(span_b)], width)
    ways = _unpacked(packed_a * packed_b, width, span_a + span_b - 1)
    return {low_a + low_b + i: way for i, way in enumerate(ways) if way}


def combined(a: Weights, b: Weights, operate: Callable[[int, int], int]) -> Weights:
    """The weights of operate(a, b), the two being independent, pair by pair."""
    result: Weights = {}
    for x, ways_x in a.items():
        for y, ways_y in b.items():
            z = operate(x, y)
            result[z] = result.get(z, 0) + ways_x * ways_y
    return result


def _slot(largest: int) -> int:
    """The bytes that one coefficient needs; 8 is the least, because those unpack at once."""
    return max(8, (largest.bit_length() + 7) // 8)


def _packed(values: list[int], width: int) -> int:
    return int.from_bytes(b"".join([value.to_bytes(width, "little") for value in values]), "little")


def _unpacked(packed: int, width: int, size: int) -> list[int]:
    raw = packed.to_bytes(width * size, "little")
    if width == 8:
        return list(unpack(f"<{size}Q", raw))
    return [int.from_bytes(raw[at : at + width], "little") for at in range(0, width * size, width)]
