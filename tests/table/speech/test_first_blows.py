"""An attack on those who are met is done by those and with what the line says."""

from __future__ import annotations

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.first_blows import FirstBlow, lit_and_thrown
from underkeep.table.speech.meanings import Do, Undertake
from underkeep.table.speech.wording import first_part


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_two_who_are_named_strike_as_soon_as_they_may(game: str) -> None:
    chair = place("meeting", game)
    one, two = chair.state.marchers()[:2]
    meant = chair.read(f"{first_part(one.name)} and {first_part(two.name)} attack them")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, FirstBlow)
    chair.undertake(meant)
    assert chair.state.fight is not None
    up = {c.id for c in (one, two) if chair.state.creatures[c.id].is_up}
    assert set(meant.errand.orders) == up, "the orders stand, for those two alone"


def test_the_oil_that_is_lit_and_thrown_is_thrown() -> None:
    assert lit_and_thrown("roland lights the oil flask and throws it at the worm") == (
        "roland throws the oil flask at the worm"
    )


@pytest.mark.parametrize("line", ["sneak attack", "ambush them", "attack them while they are talking"])
def test_to_strike_by_stealth_is_no_way_to_leave(line: str) -> None:
    meant = place("meeting", "ose").read(line)
    assert isinstance(meant, Do) and meant.action == a.Engage()
