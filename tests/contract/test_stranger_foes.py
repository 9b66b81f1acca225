"""The contract once more, with foes of Knave that hold, swallow, petrify, blink and rise again."""

import pytest

from underkeep.systems import load
from underkeep.testing import contract


@pytest.mark.parametrize("check", [x for x in contract.CHECKS if x not in contract.OF_EVERY_SCENE], ids=contract.name)
@pytest.mark.parametrize(
    "match",
    [
        "2 knave/4 v giant-frog + gelatinous-cube",
        "2 knave[bow,sword] v harpy + mimic",
        "2 troll v 3 ghoul",
        "3 mercenary v basilisk",
        "2 knave/3[silver sword] v werewolf + blink-dog",
    ],
)
def test_the_contract_with_stranger_foes(match: str, check: contract.Check) -> None:
    check(load("knave"), match, 3)
