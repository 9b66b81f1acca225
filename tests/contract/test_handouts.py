"""The map of a region that is printed for the players tells nothing of what they have not seen."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.generate.region_svg import svg_region
from underkeep.systems import load
from underkeep.table.new_game import Plan, new_game
from underkeep.testing.contract.secrets import pairs
from underkeep.world.region import Region

SECRET = ("Place.*", "Place.name", "Place.kind", "Realm.kind", "Realm.ruler", "Realm.table", "Region.setting")


def test_what_is_secret_is_not_on_the_players_map() -> None:
    rules = load("ose")
    state = new_game(rules, 7, Plan(size=1)).state
    region, party = state.region, state.party
    assert region is not None and party is not None
    drawn, tried = svg_region(region, party.hexes, rules.title), set()
    for pair in pairs(state, "player"):
        other = pair.other.region
        if pair.what in SECRET and other is not None:
            tried.add(pair.what)
            assert svg_region(other, party.hexes, rules.title) == drawn, pair.what
    assert len(tried) > 3, tried


def test_unseen_country_is_not_on_the_players_map() -> None:
    rules = load("ose")
    state = new_game(rules, 7, Plan(size=1)).state
    region, party = state.region, state.party
    assert region is not None and party is not None
    known = frozenset(party.hexes)
    other = replace(region, hexes=_else(region, known))
    assert other != region
    assert svg_region(other, party.hexes, rules.title) == svg_region(region, party.hexes, rules.title)


def _else(region: Region, known: frozenset[tuple[int, int]]) -> tuple[tuple[str, ...], ...]:
    """Another terrain wherever the party has not been."""
    terrains = sorted({word for row in region.hexes for word in row if word})
    return tuple(
        tuple(
            word if (x, y) in known or not word else terrains[(terrains.index(word) + 1) % len(terrains)]
            for x, word in enumerate(row)
        )
        for y, row in enumerate(region.hexes)
    )
