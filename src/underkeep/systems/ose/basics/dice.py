"""The game's dice: which there are, and what is thrown for a die that nobody owns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.kernel.dice import TypedIn
from underkeep.kernel.event import Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures.resolution import Resolution

SIDES = (4, 6, 8, 10, 12, 20)
HUNDRED = 100
PERCENTILE = "ose:dice.percentile"
_SIDES = re.compile(r"d(\d+)")

Ask = Callable[[int, int, str], Sequence[int]]


@executes("ose:dice.kinds")
def check(expr: Expr) -> None:
    """Refuse dice that are not in the basic set."""
    for sides in map(int, _SIDES.findall(expr.text)):
        if sides not in SIDES:
            raise ValueError(f"there is no d{sides} among d{', d'.join(map(str, SIDES))}")


@executes("ose:dice.percentile")
def percentile(tens: int, ones: int) -> int:
    """Two dice that show 0 to 9; double zero is a hundred."""
    return 10 * tens + ones or HUNDRED


@executes("ose:dice.percentile")
def percent(do: Resolution, why: str, most: int | None = None) -> Roll:
    """A percentile roll, told by its two dice, the tens first; it succeeds when it does not exceed a number."""
    tens, ones = divmod(do.dice.roll(1, HUNDRED, why)[0] % HUNDRED, 10)
    total = percentile(tens, ones)
    success = None if most is None else total <= most
    return Roll("1d100", (tens, ones), total, (), most, success, at_most=most is not None)


@executes("ose:dice.percentile")
def at_the_table(ask: Ask) -> TypedIn:
    """Real dice in the players' hands: for a d100 `ask` is given two d10, of which a 10 (or a 0) reads as zero."""

    def faces(count: int, sides: int, why: str) -> Sequence[int]:
        if sides != HUNDRED:
            return ask(count, sides, why)
        shown = [face % 10 for face in ask(2 * count, 10, why)]
        return [percentile(tens, ones) for tens, ones in zip(shown[::2], shown[1::2], strict=True)]

    return TypedIn(faces)
