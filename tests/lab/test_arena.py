"""Many fights, and how sure we are of what they show."""

import pytest

from underkeep.lab.arena import bout, bouts, interval
from underkeep.lab.muster import parse_sides
from underkeep.systems import load

OSE = load("ose")


def test_the_same_seed_gives_the_same_fight() -> None:
    sides = parse_sides(OSE, "2 fighter v 3 orc")
    assert bout(OSE, sides, 7) == bout(OSE, sides, 7)
    assert bout(OSE, sides, 7).events != bout(OSE, sides, 7, run=1).events


def test_tally_adds_up() -> None:
    found = bouts(OSE, parse_sides(OSE, "2 fighter v 3 orc"), 1, 20).summary()
    assert found["runs"] == 20
    assert found["a"]["wins"] + found["b"]["wins"] + found["draws"] == 20
    assert found["a"]["low"] <= found["a"]["rate"] <= found["a"]["high"]
    assert found["rounds"] >= 1


@pytest.mark.parametrize(
    ("wins", "runs", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)]
)
def test_interval_is_wilsons(wins: int, runs: int, low: float, high: float) -> None:
    assert interval(wins, runs) == pytest.approx((low, high), abs=5e-5)
