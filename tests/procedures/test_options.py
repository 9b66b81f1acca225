"""Options are a sequence: one of them, or some, are the same as of all that are made."""

import pytest

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Done
from underkeep.procedures.options import Moves, Options
from underkeep.world.grid import Grid, Square


class Step(Action, frozen=True, tag="test-step"):
    actor: str
    to: Square


GRID = Grid(5, 4)
MASKS = {"a": GRID.mask([(0, 0), (3, 0), (1, 1), (4, 3)]), "b": 0, "c": GRID.mask([(2, 2), (3, 2)])}
MOVES = tuple(Moves(Step, actor, GRID, mask) for actor, mask in MASKS.items())
OPTIONS = Options((Done("a"), Done("b"), Done("c")), MOVES)
ALL = tuple(OPTIONS)


def test_each_is_found_at_its_place() -> None:
    assert len(OPTIONS) == len(ALL) == 9
    for place in range(-9, 9):
        assert OPTIONS[place] == ALL[place]


@pytest.mark.parametrize("place", [9, -10])
def test_there_is_nothing_beyond(place: int) -> None:
    with pytest.raises(IndexError):
        OPTIONS[place]


def test_some_are_a_slice_of_all() -> None:
    ends = (None, *range(-10, 11))
    for step in (None, 1, 2, 3, 4, 7, 20, -1, -2):
        for start in ends:
            for stop in ends:
                assert OPTIONS[start:stop:step] == ALL[start:stop:step]
