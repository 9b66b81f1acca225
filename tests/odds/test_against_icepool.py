"""The exact chances of notations against icepool, an independent calculator."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from underkeep.kernel.chance import compare, distribution

icepool = pytest.importorskip("icepool")


def fair(sides: int) -> Any:
    return icepool.d(sides)


PEERS: list[tuple[str, Callable[[], Any]]] = [
    ("4d6kh3", lambda: fair(6).highest(4, 3)),
    ("4d6kl3", lambda: fair(6).lowest(4, 3)),
    ("2d20kh1", lambda: fair(20).highest(2, 1)),
    ("10d10kh5", lambda: fair(10).highest(10, 5)),
    ("9d12kl7", lambda: fair(12).lowest(9, 7)),
    ("30d6kh3", lambda: fair(6).highest(30, 3)),
    ("30d6kl27", lambda: fair(6).lowest(30, 27)),
    ("20d6", lambda: 20 @ fair(6)),
    ("100d6", lambda: 100 @ fair(6)),
    ("7d100", lambda: 7 @ fair(100)),
    ("d6HL", lambda: fair(6) - fair(6)),
    ("3d6!2", lambda: 3 @ fair(6).explode(depth=2)),
    ("4d6!3kh2", lambda: fair(6).explode(depth=3).highest(4, 2)),
    ("4d6!3kl2", lambda: fair(6).explode(depth=3).lowest(4, 2)),
    ("5d6!", lambda: 5 @ fair(6).explode(depth=10)),
    ("4d6r1kh3", lambda: fair(6).reroll([1], depth=1).highest(4, 3)),
    ("6d8r<4", lambda: 6 @ fair(8).reroll([1, 2, 3], depth=1)),
    ("20d6+20d8", lambda: 20 @ fair(6) + 20 @ fair(8)),
    ("2d6x1d4-3", lambda: (2 @ fair(6)) * fair(4) - 3),
    ("(3d20-1)//(1d4+1)", lambda: (3 @ fair(20) - 1) // (fair(4) + 1)),
    ("-2d8//3", lambda: -(2 @ fair(8)) // 3),
]


@pytest.mark.parametrize(("notation", "peer"), PEERS, ids=[notation for notation, _ in PEERS])
def test_icepool_agrees(notation: str, peer: Callable[[], Any]) -> None:
    die = peer()
    assert distribution(notation).items() == [
        (outcome, Fraction(quantity, die.denominator())) for outcome, quantity in die.items()
    ]


def test_icepool_agrees_on_a_contest() -> None:
    ours, theirs = fair(20) + 5, fair(20) + 3
    versus = compare("d20+5", "d20+3")
    assert versus.win == (ours > theirs).probability(True)
    assert versus.tie == (ours - theirs).probability(0)
    assert versus.lose == (ours < theirs).probability(True)
