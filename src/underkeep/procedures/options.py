"""What a creature may do now, as one sequence of actions. What is done at a square is kept as a set of squares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.world.grid import Grid, Square


class Moves(Struct, frozen=True, gc=False):
    """One kind of action at any of a set of squares: `make(actor, square)` for each bit of the mask.

    `where` is the action's field that has the square: `to` if somebody goes there, `at` if something is aimed there.
    """

    make: Callable[[str, Square], Action]
    actor: str
    grid: Grid
    mask: int
    where: str = "to"

    @property
    def is_aim(self) -> bool:
        return self.where == "at"

    def has(self, square: Square) -> bool:
        return self.grid.contains(square) and bool(self.mask & self.grid.bit(square))

    def __contains__(self, action: object) -> bool:
        square = getattr(action, self.where, None)
        return isinstance(square, tuple) and self.has(square) and self.to(square) == action

    def to(self, square: Square) -> Action:
        return self.make(self.actor, square)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Action]:
        for square in self.grid.squares(self.mask):
            yield self.make(self.actor, square)

    def at(self, places: range) -> Iterator[Action]:
        """Those at some places of the sequence, which rise; no other is made."""
        mask, here = self.mask, 0
        for place in places:
            for _ in range(place - here):
                mask &= mask - 1
            here = place
            yield self.make(self.actor, self.grid.first(mask))


class Options(Struct, frozen=True, gc=False):
    """The actions listed one by one, then every move of every kind."""

    listed: tuple[Action, ...] = ()
    moves: tuple[Moves, ...] = ()

    def __len__(self) -> int:
        return len(self.listed) + sum(len(m) for m in self.moves)

    def __bool__(self) -> bool:
        return bool(self.listed or self.moves)

    def __iter__(self) -> Iterator[Action]:
        yield from self.listed
        for moves in self.moves:
            yield from moves

    def __contains__(self, action: object) -> bool:
        return action in self.listed or any(action in moves for moves in self.moves)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        places = range(len(self))[index]
        if isinstance(places, int):
            return next(self._at(range(places, places + 1)))
        return tuple(self._at(places)) if places.step > 0 else tuple(self)[index]

    def _at(self, places: range) -> Iterator[Action]:
        """Those at places that rise, without making the others."""
        start, stop, step = places.start, places.stop, places.step
        yield from self.listed[start:stop:step]
        first = len(self.listed)
        for moves in self.moves:
            after = first + len(moves)
            begin = start if start >= first else first + (start - first) % step
            yield from moves.at(range(begin - first, min(stop, after) - first, step))
            first = after

    def __repr__(self) -> str:
        kinds = dict.fromkeys(type(action).__name__ for action in self)
        return f"<{len(self)} options: {', '.join(kinds)}>" if kinds else "<no options>"

    def __add__(self, other: Options) -> Options:
        return Options(self.listed + other.listed, self.moves + other.moves)

    def without_empty(self) -> Options:
        """The same, if there is a square left for each kind of move; else without those that have none."""
        for moves in self.moves:
            if not moves.mask:
                return Options(self.listed, tuple(m for m in self.moves if m.mask))
        return self


NONE = Options()
