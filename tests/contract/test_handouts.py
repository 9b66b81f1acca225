"""The map of a region that is printed for the players tells nothing of what they have not seen."""

from __future__ import annotations

from underkeep.generate.region_svg import players_map
from underkeep.systems import load
from underkeep.table.new_game import Plan, new_game
from underkeep.testing.contract.secrets import pairs
from underkeep.world.chart import charted
from underkeep.world.state import State

SECRET = {"Region.hexes", "Region.rivers", "Region.realms", "Realm.kind", "Realm.hexes", "Place.*", "Place.kind"}


def printed(state: State) -> str:
    chart = charted(state)
    assert chart is not None
    return players_map(chart)


def test_what_is_secret_is_not_on_the_players_map() -> None:
    state = new_game(load("ose"), 7, Plan(size=1)).state
    drawn, tried = printed(state), set()
    for pair in pairs(state, "player"):
        if pair.what in SECRET:
            tried.add(pair.what)
            assert printed(pair.other) == drawn, pair.what
    assert tried >= SECRET - {"Place.*"}
