"""Where ways lead, as the map has it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from underkeep.systems import load
from underkeep.table.new_game import new_game
from underkeep.table.speech.scenery import scene
from underkeep.table.view import view
from underkeep.world.hexes import bearing
from underkeep.world.journey import begun, compass
from underkeep.world.region import all_routes, leads, path_taken


@pytest.mark.parametrize("seed", range(1, 6))
def test_what_is_told_of_a_way_agrees_with_the_map(seed: int) -> None:
    state = new_game(load("ose"), seed).state
    for route in all_routes(state):
        under_way = replace(state, journey=begun(route, False))
        path, (leg, end) = path_taken(under_way), leads(under_way)
        if not path:
            assert (leg, end) == ("", "")
            continue
        assert end == compass(round(bearing(path[0], path[-1])))
        assert leg == ("" if route.way == "open" else compass(round(bearing(path[0], path[1]))))


def test_a_way_that_winds_is_told_so() -> None:
    rules = load("ose")
    state = new_game(rules, 5).state
    assert state.party is not None
    under_way = replace(state, journey=begun(all_routes(state)[0], False), party=replace(state.party, place="road"))
    assert leads(under_way) == ("northeast", "southeast")
    told = " ".join(scene(view(under_way, "player", rules)))
    assert "heading northeast, though the" in told and "lies to the southeast" in told
