"""How points of attributes are moved by the dice, and what a listing tells."""

from __future__ import annotations

import pytest

from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.sheet import ATTRIBUTES
from underkeep.systems.robs.creation.attributes import _rolled_shift
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import die, rule
from underkeep.world.state import State

ZERO = dict.fromkeys(ATTRIBUTES, 0)


def moved(name: str, *faces: int, average: bool = False, **scores: int) -> list[tuple[str, str]]:
    dice = Scripted(*faces)
    found = _rolled_shift(Resolution(State("robs", {}), dice, RULESET), {**ZERO, **scores}, name, average)
    dice.finish()
    return found


@rule("robs:creation.attributes.shift", "robs:class.ranger.prerequisite")
@pytest.mark.parametrize(
    ("scores", "moves"),
    [
        ({}, [("INT", "DEX"), ("INT", "STR")]),
        ({"DEX": 1}, [("INT", "STR")]),
        ({"CON": 2}, [("INT", "DEX")]),
        ({"DEX": 1, "CON": 1}, []),
        ({"DEX": 1, "STR": 1, "CON": 1}, []),
    ],
)
def test_an_average_ranger_moves_what_it_takes(scores: dict[str, int], moves: list[tuple[str, str]]) -> None:
    assert moved("ranger", average=True, **scores) == moves
    assert moved("fighter", average=True, **scores) == []


@rule("robs:creation.attributes.shift", "robs:class.ranger.prerequisite")
def test_by_the_dice_a_ranger_moves_at_least_what_it_takes() -> None:
    spares, favours = compendium.classes()["ranger"].spares, compendium.classes()["ranger"].favours
    assert (spares, favours) == (("INT", "CHA"), ("DEX", "STR", "CON"))
    none = die(3, 1)
    assert moved("ranger", none, die(2, 2), die(2, 1), DEX=1) == [("CHA", "STR")]
    two = die(3, 3)
    assert moved("ranger", two, die(2, 2), die(2, 2), die(2, 1), die(3, 1), DEX=1) == [("CHA", "CON"), ("INT", "DEX")]
    assert moved("ranger", none, DEX=1, STR=1) == []
