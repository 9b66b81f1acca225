"""Every game with a region: a seed makes one country, its places can be come to and are kept, and a map tells no more
than was seen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from underkeep import systems
from underkeep.kernel.event import fold
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.minds.soldier import Soldier
from underkeep.procedures import play
from underkeep.procedures.delve_actions import LeaveDungeon, MarchOn, SetOut
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.table.view import view
from underkeep.world.hexes import beside
from underkeep.world.region import BASE, Region, ways_on
from underkeep.world.state import State

GAMES = [name for name in systems.names() if systems.load(name).region is not None]
SEEDS = (1, 7, 12)


class Met(Exception):
    """Somebody was met on the way, which is another story."""


def begun(game: str, seed: int) -> Session:
    rules = systems.load(game)
    made = new_game(rules, seed, Plan(levels=1))
    return Session.in_memory(rules, made.state.before_all(), seed, {REFEREE: Soldier()}, made.events)


def region_of(state: State) -> Region:
    assert state.region is not None
    return state.region


def quietly(session: Session) -> None:
    """On to the end of the journey; whoever waits on the way goes away."""
    for _ in range(80):
        state = session.state
        if state.journey is None or state.over:
            return
        if state.prompts:
            session.submit(PLAYER, Answer(state.prompts[0].id, state.prompts[0].default))
        elif state.encounter is not None or state.fight is not None:
            raise Met
        else:
            session.submit(PLAYER, MarchOn())
    raise AssertionError("the journey has no end")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_seed_makes_one_country_in_which_every_place_is_come_to(game: str, seed: int) -> None:
    rules = systems.load(game)
    made = new_game(rules, seed, Plan(levels=1)).state
    region = region_of(made)
    assert region == region_of(new_game(rules, seed, Plan(levels=1)).state)
    known = {place.id for place in region.places.values() if not place.secret}
    come_to, fresh = {BASE}, {BASE}
    while fresh:
        fresh = {end for way in region.ways if fresh & {*way.ends} for end in way.ends} - come_to
        come_to |= fresh
    assert known <= come_to
    for way in region.ways:
        assert way.route.length > 0 and way.path[0] == region.places[way.ends[0]].at
        assert way.path[-1] == region.places[way.ends[1]].at
        assert all(other in beside(one) for one, other in zip(way.path, way.path[1:], strict=False))
        assert all(region.has(at) for at in way.path)


@pytest.mark.parametrize("game", GAMES)
def test_all_who_are_met_by_terrain_exist(game: str) -> None:
    rules = systems.load(game)
    assert rules.region is not None
    known = {*rules.roster()}
    for terrain in rules.region.terrains():
        rows = rules.region.wanderers(terrain)
        assert rows and {kind for row in rows for kind in row.kinds} <= known, terrain


@pytest.mark.parametrize("game", GAMES)
def test_another_town_and_another_dungeon_are_reached_and_kept(game: str) -> None:
    for seed in range(1, 9):
        session = begun(game, seed)
        try:
            _there_and_back(session)
        except Met:
            continue
        events = [event for entry in session.entries for event in entry.events]
        assert fold(events, session.history.start) == session.state
        return
    raise AssertionError("somebody is always met")


def _there_and_back(session: Session) -> None:
    first, seen = session.state.settlement, len(session.state.party.hexes) if session.state.party else 0
    way = next(way for way in ways_on(session.state) if "town-2" in way.ends and way.route.way == "road")
    session.submit(PLAYER, SetOut(way.route.id))
    quietly(session)
    assert session.state.town == "town-2" and session.state.party is not None
    assert len(session.state.party.hexes) > seen
    there = session.state.settlement
    session.submit(PLAYER, SetOut(next(way for way in ways_on(session.state) if way.ends[1] == BASE).route.id))
    quietly(session)
    assert session.state.town == BASE and session.state.elsewhere["town-2"].settlement == there
    assert session.state.settlement is not None and first is not None and session.state.settlement.name == first.name
    near = next(way for way in ways_on(session.state) if way.ends[1] == "dungeon-2")
    session.submit(PLAYER, SetOut(near.route.id))
    quietly(session)
    if session.state.encounter is not None or session.state.fight is not None or session.state.over:
        raise Met
    assert session.state.site == "dungeon-2" and session.state.dungeon is not None
    session.submit(PLAYER, LeaveDungeon())


@pytest.mark.parametrize("game", GAMES)
def test_a_map_tells_no_more_than_was_seen(game: str) -> None:
    """Two countries that differ only where nobody of the party has been are one to it."""
    rules = systems.load(game)
    state = new_game(rules, 7, Plan(levels=1)).state
    region, party = region_of(state), state.party
    assert party is not None and rules.region is not None
    other = tuple(
        tuple(t if (x, y) in party.hexes else next(iter(rules.region.terrains())) for x, t in enumerate(row))
        for y, row in enumerate(region.hexes)
    )
    rivers = tuple(side for side in region.rivers if any(at in party.hexes for at in side))
    places = {id: p for id, p in region.places.items() if not p.secret}
    changed = replace(state, region=replace(region, hexes=other, rivers=rivers, realms=(), places=places))
    assert changed != state
    assert view(state, PLAYER, rules) == view(changed, PLAYER, rules)
    assert play.legal_actions(rules, state, PLAYER) == play.legal_actions(rules, changed, PLAYER)
    chart = view(state, PLAYER, rules).chart
    assert chart is not None and {at for at, _ in chart.hexes} <= {*party.hexes}
