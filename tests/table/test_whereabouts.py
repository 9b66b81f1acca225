"""Foes by where they stand: on a side, in a row, at a square, so many of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from tests.ui.places import place

from underkeep.table import aiming
from underkeep.world.creature import Creature


def field() -> tuple[Creature, list[Creature]]:
    """One who looks east at four goblins in two rows, and the goblins from the north."""
    chair = place("fight", "knave")
    own = next(c for c in chair.view.mine if c.at is not None)
    foe = next(c for c in chair.state.enemies_of(own) if c.at is not None)
    squares = [(8, 4), (8, 6), (10, 4), (10, 6)]
    foes = [replace(foe, id=f"goblin-{n}", name=f"Goblin {n}", at=at, size=1) for n, at in enumerate(squares, 1)]
    return replace(own, at=(3, 5)), foes


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("the goblin on the left", [1, 3]),
        ("the one on the right", [2, 4]),
        ("the goblins in the front row", [1, 2]),
        ("the goblins in the second row", [3, 4]),
        ("the two goblins in front", [1, 2]),
        ("three goblins", [1, 2, 3]),
        ("the goblin at k5", [3]),
        ("goblin 2", [2]),
    ],
)
def test_foes_are_meant_by_where_they_stand(words: str, numbers: Sequence[int]) -> None:
    actor, foes = field()
    found = aiming.meant(actor, foes, words, [actor])
    assert found
    assert {foe.id for foe in found} <= {f"goblin-{n}" for n in numbers}
