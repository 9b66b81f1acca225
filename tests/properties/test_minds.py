"""A party that plays itself decides by what its seat may know: alike in two states that differ only in secrets."""

from __future__ import annotations

import pytest
from tests.properties.secrets import OF_OTHERS, OF_THE_DELVE, Otherwise
from tests.properties.walks import DELVING, decisions

from underkeep.table.new_game import PLAYER
from underkeep.testing.scenes import scene_of

KEPT: dict[str, Otherwise] = OF_THE_DELVE | OF_OTHERS
ENOUGH = 120
"""Of each game so many decisions, at least, are looked at."""
RARE = ("whereabouts", "rumours")
"""What some games have seldom, or not before somebody asks."""


@pytest.mark.parametrize("system", DELVING)
def test_there_are_decisions_enough_from_every_scene(system: str) -> None:
    assert len(decisions(system)) >= ENOUGH
    assert {scene_of(decision.state) for decision in decisions(system)} >= {"underground", "meeting", "fight"}


@pytest.mark.parametrize(("system", "secret"), [(s, name) for s in DELVING for name in KEPT])
def test_a_secret_changes_no_decision(system: str, secret: str) -> None:
    tried = 0
    for decision in decisions(system):
        others = [x for x in KEPT[secret](decision.state, PLAYER) if x != decision.state]
        before = decision.made_in(decision.state) if others else None
        for other in others:
            assert decision.made_in(other) == before
            tried += 1
    assert tried or secret in RARE
