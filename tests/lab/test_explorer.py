"""The party that plays itself lets the fittest speak and force doors, as the game says who that is."""

from collections.abc import Sequence

import pytest
from tests.ui.scene import PLAYER
from tests.ui.test_typed_commands import TRIED, after, at_the_den

from underkeep.kernel.event import Action
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.procedures import delve_actions as a
from underkeep.testing.toy import ToyRuleset
from underkeep.world.state import State


class Choosy(ToyRuleset):
    """The toy's answers, but this one of those who could do a thing is the fittest."""

    def __init__(self, best: int) -> None:
        self.best = best

    def fittest(self, state: State, actions: Sequence[Action]) -> Action:
        return actions[self.best]


@pytest.mark.parametrize(("best", "who"), [(0, "hero-1"), (-1, "hero-4")])
def test_the_fittest_speaks(best: int, who: str) -> None:
    game = at_the_den()
    assert Explorer(Choosy(best)).lead(game.state, game.options(PLAYER)) == a.Parley(who, "passage")


def test_the_fittest_forces_a_door() -> None:
    game = after(*TRIED)
    found = Explorer(Choosy(-1), TEMPERS["reckless"])._force(game.state, game.options(PLAYER).listed)
    assert isinstance(found, a.ForceDoor | a.PickLock) and found.actor == "hero-4"
