"""A party that plays itself decides by what its seat may know: alike in two states that differ only in secrets."""

from __future__ import annotations

from functools import cache

import pytest
from tests.properties.secrets import OF_OTHERS, OF_THE_DELVE, Otherwise
from tests.properties.walks import DELVING, decisions

from underkeep.kernel.event import Action
from underkeep.table.new_game import PLAYER
from underkeep.testing.scenes import scene_of

KEPT: dict[str, Otherwise] = OF_THE_DELVE | OF_OTHERS
ENOUGH = 120
"""Of each game so many decisions, at least, are looked at."""
RARE = ("whereabouts", "rumours")
"""What some games have seldom, or not before somebody asks."""


@cache
def made(system: str, number: int) -> tuple[str, Action] | None:
    """What was decided in the state as it is."""
    decision = decisions(system)[number]
    return decision.made_in(decision.state)


@pytest.mark.parametrize("system", DELVING)
def test_there_are_decisions_enough_from_every_scene(system: str) -> None:
    assert len(decisions(system)) >= ENOUGH
    assert {scene_of(decision.state) for decision in decisions(system)} >= {"underground", "meeting", "fight"}


@pytest.mark.parametrize(("system", "secret"), [(s, name) for s in DELVING for name in KEPT])
def test_a_secret_changes_no_decision(system: str, secret: str) -> None:
    tried = 0
    for number, decision in enumerate(decisions(system)):
        for other in KEPT[secret](decision.state, PLAYER):
            if other != decision.state:
                assert decision.made_in(other) == made(system, number)
                tried += 1
    assert tried or secret in RARE
