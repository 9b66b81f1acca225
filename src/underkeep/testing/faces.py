"""Faces for scripted dice, each with its die: `d20(14)`, or several of the same kind, `*d6(3, 4)`."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Protocol, cast, overload

from underkeep.kernel.dice import Face, Scripted


class _Die(Protocol):
    """One kind of die: a face of it, or a tuple of several."""

    @overload
    def __call__(self, face: int, /) -> Face: ...
    @overload
    def __call__(self, face: int, second: int, /, *more: int) -> tuple[Face, ...]: ...


def die(sides: int, *faces: int) -> Face | tuple[Face, ...]:
    """A face of a die with so many sides; several are a tuple."""
    shown = tuple(Face(sides, face) for face in faces)
    return shown[0] if len(shown) == 1 else shown


def _kind(sides: int) -> _Die:
    return cast(_Die, partial(die, sides))


d2, d3, d4, d6, d8, d10, d12, d20, d100 = map(_kind, (2, 3, 4, 6, 8, 10, 12, 20, 100))


class Standing(Scripted):
    """A script with a standing face for some purposes: what is rolled for them shows it, if it is that die."""

    standing: Mapping[str, Face] = MappingProxyType({})

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        for purpose, face in self.standing.items():
            if purpose in why:
                return Scripted(*[face] * count).roll(count, sides, why)
        return super().roll(count, sides, why)


class Alike(Scripted):
    """Dice that all show one face, or their highest: for the scenery of a test, never for what it is about."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self._face = face

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return Scripted(*[Face(sides, min(sides, self._face))] * count).roll(count, sides, why)
