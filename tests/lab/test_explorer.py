"""The party that plays itself lets the fittest speak and force doors, as the game says who that is."""

from collections.abc import Sequence

import pytest
from tests.ui.scene import PLAYER
from tests.ui.test_typed_commands import TRIED, after, at_the_den

from underkeep.kernel.event import Action
from underkeep.lab.delve import delves
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.procedures import delve_actions as a
from underkeep.systems import load
from underkeep.table.new_game import Plan
from underkeep.table.presets import preset
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
    listed = game.options(PLAYER).listed
    tried = {x.door for x in listed if isinstance(x, a.ForceDoor | a.PickLock)}
    found = Explorer(Choosy(-1), TEMPERS["reckless"])._force(game.state, listed, tried)
    assert isinstance(found, a.ForceDoor | a.PickLock) and found.actor == "hero-4"


@pytest.mark.parametrize(("game", "seed"), [("ose", 52), ("knave", 53)])
def test_cautious_parties_come_home_from_a_first_visit_in_a_gentle_game(game: str, seed: int) -> None:
    """The whole measure is benchmarks/first_visits.py; these once died before a locked door and on a golem's fists."""
    rules = load(game)
    chosen = preset(rules, "gentle")
    plan = Plan(6, switches=chosen.switches, companions=chosen.companions, rulings=chosen.rulings)
    assert delves(rules, seed, 1, plan)[0]["outcome"] == "returned"
