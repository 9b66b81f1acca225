"""Measures: how a game speaks of lengths, which in the core are in its own unit, and of what a roll comes to."""

from __future__ import annotations

from msgspec import Struct


class Measures(Struct, frozen=True):
    """`unit` is the word for several of them, `one` the word in a 20-foot pit, `short` that for narrow places.

    A `square` of a fight is so long; one of the map is twice that, so that four squares of a fight fill it. Where a
    game has a `far_unit`, of `far_length` each, it is spoken of from `far_from` on. Roads are measured in `road_unit`.
    Where a book has words for what a roll comes to, its `ladder` has them from the worst to the best, 0 in the middle.
    """

    unit: str
    one: str
    short: str
    square: float
    road_unit: str
    far_unit: str = ""
    far_length: int = 1
    far_from: int = 0
    ladder: tuple[str, ...] = ()

    @property
    def map_square(self) -> float:
        return 2 * self.square

    def squares(self, length: float) -> int:
        """How many whole squares of a fight that is; what falls short by a hair is whole."""
        return int(length / self.square + 1e-6)

    def of_squares(self, squares: int) -> float:
        return squares * self.square

    def told(self, length: float) -> str:
        """`30 feet`, `9.1 metres`."""
        return f"{number(length)} {self.unit}"

    def briefly(self, length: float) -> str:
        """`30 ft`."""
        return f"{number(length)} {self.short}"

    def sides(self, across: float, down: float) -> str:
        """`30 by 70 feet`, whole, as one paces it out."""
        return f"{round(across)} by {self.told(round(down))}"

    def away(self, length: float) -> str:
        """How far off, as one would say it."""
        if length <= 0:
            return "within arm's reach"
        if self.far_unit and length >= self.far_from:
            return f"{number(length // self.far_length)} {self.far_unit} away"
        return f"{self.told(length)} away"

    def by_road(self, length: float) -> str:
        """`12 miles`."""
        return f"{length:g} {self.road_unit}"

    def result(self, total: int) -> str:
        """What a roll comes to: `14`, or where there is a ladder `Good (+1)`, counted on beyond both its ends."""
        if not self.ladder:
            return str(total)
        top = len(self.ladder) // 2
        rung = max(-top, min(top, total))
        beyond = f"{total - rung:+d}" if total != rung else ""
        return f"{self.ladder[rung + top]}{beyond} ({f'{total:+d}' if total else '0'})"


def number(length: float) -> str:
    """Whole, or to a tenth."""
    return f"{length:.1f}".removesuffix(".0")
