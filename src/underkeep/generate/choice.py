"""Asking dice for a choice: one of several, a number in a range, yes or no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from underkeep.kernel.dice import Dice

T = TypeVar("T")


class Chooser:
    """Every choice of a generator goes through one of these, and so through the dice it was given."""

    __slots__ = ("_dice",)

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def one_of(self, things: Sequence[T], why: str) -> T:
        return things[self._dice.roll(1, len(things), why)[0] - 1]

    def between(self, low: int, high: int, why: str) -> int:
        """A whole number from low to high, both included."""
        return low + self._dice.roll(1, high - low + 1, why)[0] - 1

    def chance(self, in_hundred: int, why: str) -> bool:
        return self._dice.roll(1, 100, why)[0] <= in_hundred

    def weighted(self, weights: Mapping[str, int], why: str) -> str:
        face = self._dice.roll(1, sum(weights.values()), why)[0]
        for name, weight in weights.items():
            face -= weight
            if face <= 0:
                return name
        raise AssertionError("the dice showed a face they do not have")

    def faces(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return self._dice.roll(count, sides, why)

    def shuffled(self, things: Sequence[T], why: str) -> list[T]:
        """The same things in any order."""
        left = list(things)
        for last in range(len(left) - 1, 0, -1):
            other = self._dice.roll(1, last + 1, why)[0] - 1
            left[last], left[other] = left[other], left[last]
        return left
