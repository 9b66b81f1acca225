"""Travel among the places of a region: each is kept as the party left it."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.minds.soldier import Soldier
from underkeep.procedures.delve_actions import LeaveDungeon, MarchOn, SetOut, TurnBack
from underkeep.systems import load
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.world.region import BASE, FIRST_DUNGEON, ways_on
from underkeep.world.vessel import Vessel, VesselGot

RULES = load("ose")


def begun(seed: int = 7) -> Session:
    made = new_game(RULES, seed, Plan(levels=1))
    return Session.in_memory(RULES, made.state.before_all(), seed, {REFEREE: Soldier()}, made.events)


def to(session: Session, place: str) -> Action:
    way = next(w for w in ways_on(session.state) if place in w.ends and w.route.way == "road")
    return SetOut(way.route.id)


def go(session: Session, action: Action) -> None:
    """Set out, and march until there is nothing more to march; nobody may be met on these roads."""
    session.submit(PLAYER, action)
    while session.state.journey is not None:
        prompts = session.state.prompts
        session.submit(PLAYER, Answer(prompts[0].id, prompts[0].default) if prompts else MarchOn())


def test_another_town_is_reached_and_the_first_is_as_it_was_left() -> None:
    session = begun()
    first = session.state.settlement
    ways = [way.ends for way in ways_on(session.state)]
    assert (BASE, "town-2") in ways and all(way[1] != FIRST_DUNGEON for way in ways)
    go(session, to(session, "town-2"))
    region, there = session.state.region, session.state.settlement
    assert region is not None and there is not None
    assert session.state.town == "town-2" and there.name == region.places["town-2"].name
    assert session.state.party is not None and session.state.party.place == "town"
    assert {way.ends[1] for way in ways_on(session.state)} >= {BASE, "dungeon-2"}
    go(session, to(session, BASE))
    back = session.state.settlement
    assert back is not None and first is not None and back.name == first.name and session.state.town == BASE
    assert session.state.elsewhere["town-2"].settlement == there


def test_another_dungeon_is_made_when_it_is_set_out_for_and_the_map_of_each_is_its_own() -> None:
    session = begun()
    go(session, SetOut())
    first, seen = session.state.dungeon, session.state.party.seen if session.state.party else {}
    assert first is not None and seen
    go(session, LeaveDungeon())
    go(session, to(session, "dungeon-2"))
    second, region = session.state.dungeon, session.state.region
    assert second is not None and region is not None and session.state.site == "dungeon-2"
    assert second.name == region.places["dungeon-2"].name and second.setting == region.places["dungeon-2"].kind
    assert not set(first.areas) & set(second.areas)
    assert session.state.party is not None and session.state.party.place == "dungeon"
    assert not set(session.state.party.visited) & set(first.areas)
    go(session, LeaveDungeon())
    assert {way.ends[1] for way in ways_on(session.state)} >= {FIRST_DUNGEON}
    go(session, to(session, FIRST_DUNGEON))
    assert session.state.dungeon is not None and session.state.dungeon.name == first.name
    assert session.state.party.seen == seen


def test_who_turns_back_on_the_way_to_a_town_comes_to_the_one_it_left() -> None:
    session = begun()
    name = session.state.settlement.name if session.state.settlement else ""
    session.submit(PLAYER, to(session, "town-2"))
    prompt = session.state.prompts[0]
    session.submit(PLAYER, Answer(prompt.id, prompt.default))
    assert session.state.journey is not None and session.state.journey.town_ahead == "town-2"
    go(session, TurnBack())
    assert session.state.town == BASE and session.state.settlement and session.state.settlement.name == name


def test_a_dungeon_is_left_for_another_town() -> None:
    session = begun()
    go(session, SetOut())
    way = next(w for w in ways_on(session.state) if w.ends[0] == "town-2")
    session.submit(PLAYER, LeaveDungeon(way.route.id))
    assert session.state.journey is not None and session.state.journey.town_ahead == "town-2"


def test_the_purse_that_goes_along_to_another_town_earns_nothing() -> None:
    session = begun()
    go(session, to(session, "town-2"))
    reckoned = [e for e in session.facts(REFEREE) if type(e).__name__ == "ExperienceReckoned"]
    assert [e.treasure_gp for e in reckoned] == [0]


def test_a_ship_lies_where_it_was_left() -> None:
    session = begun()
    vessel = Vessel("sloop", "small-sailing-ship", "Sloop", 60, 60, owner=session.state.marchers()[0].id)
    session.decree(VesselGot(vessel.id, vessel.name, vessel.owner, "bought", vessel), "for the test")
    go(session, to(session, "town-2"))
    assert session.state.vessels["sloop"].at == BASE
    go(session, to(session, BASE))
    assert session.state.vessels["sloop"].at == "town"
