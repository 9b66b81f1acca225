"""The party that plays itself lets the fittest speak and force doors, as the game says who that is."""

from tests.ui.scene import PLAYER
from tests.ui.test_typed_commands import TRIED, after, at_the_den

from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.procedures import delve_actions as a


def test_the_fittest_speaks() -> None:
    game = at_the_den()
    for best, who in ((0, "hero-1"), (-1, "hero-4")):
        mind = Explorer(TEMPERS["cautious"], lambda _, alike, best=best: alike[best])  # type: ignore[misc]
        assert mind.lead(game.state, game.options(PLAYER)) == a.Parley(who, "passage")


def test_the_fittest_forces_a_door() -> None:
    game = after(*TRIED)
    mind = Explorer(TEMPERS["reckless"], lambda _, alike: alike[-1])
    found = mind._force(game.state, game.options(PLAYER).listed)
    assert isinstance(found, a.ForceDoor | a.PickLock) and found.actor == "hero-4"
