"""Travel among the places of a region: each is kept as the party left it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.minds.soldier import Soldier
from underkeep.procedures import play
from underkeep.procedures.delve_actions import Dismiss, Evade, LeaveDungeon, MarchOn, Rest, SetOut, TurnBack
from underkeep.procedures.resolution import Refused
from underkeep.systems import load
from underkeep.systems.ose.basics.campaign import HeldDoor, SearchedSquare, WillRise, campaign, with_campaign
from underkeep.systems.ose.basics.town_life import town_life
from underkeep.systems.ose.checks.experience import ExperienceReckoned
from underkeep.systems.ose.checks.rising import RisingForetold
from underkeep.systems.ose.exploration.doors import DoorPassed
from underkeep.systems.ose.exploration.searching import SquareSearched, can_search
from underkeep.systems.ose.magic.effects.spells_of_craft import DoorHeld
from underkeep.systems.ose.magic.effects.spells_of_travel import PassageOpened
from underkeep.systems.ose.town.roster import CallBack, Enlist
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.testing import rule
from underkeep.world.creature import Died
from underkeep.world.dungeon import DoorChanged, Dungeon
from underkeep.world.light import Light
from underkeep.world.region import BASE, FIRST_DUNGEON, ways_on
from underkeep.world.vessel import Vessel, VesselGot

RULES = load("ose")
LIT = Light("light-1", "", "torch", "torch", 30, None)


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
    walked, delved = begun(), begun()
    go(walked, to(walked, "town-2"))
    go(delved, SetOut())
    way = next(w for w in ways_on(delved.state) if w.ends[0] == "town-2")
    delved.submit(PLAYER, LeaveDungeon(way.route.id))
    while delved.state.journey is not None:
        on = Evade() if delved.state.encounter is not None else MarchOn()
        prompts = delved.state.prompts
        delved.submit(PLAYER, Answer(prompts[0].id, prompts[0].default) if prompts else on)
    for session, earned in ((walked, []), (delved, [0])):
        assert session.state.town == "town-2"
        reckoned = [e for e in session.facts(REFEREE) if isinstance(e, ExperienceReckoned)]
        assert [e.treasure_gp for e in reckoned] == earned


def test_a_ship_lies_where_it_was_left() -> None:
    session = begun()
    vessel = Vessel("sloop", "small-sailing-ship", "Sloop", 60, 60, owner=session.state.marchers()[0].id)
    session.decree(VesselGot(vessel.id, vessel.name, vessel.owner, "bought", vessel), "for the test")
    go(session, to(session, "town-2"))
    assert session.state.vessels["sloop"].at == BASE
    go(session, to(session, BASE))
    assert session.state.vessels["sloop"].at == "town"


# What the game remembers of one place holds for no other


def underground_elsewhere(*facts: Event) -> Session:
    """At the first dungeon these facts come about; then the party goes to another."""
    session = begun()
    go(session, SetOut())
    for fact in facts:
        session.decree(fact, "for the test")
    go(session, LeaveDungeon())
    go(session, to(session, "dungeon-2"))
    assert session.state.site == "dungeon-2" and session.state.party and session.state.party.place == "dungeon"
    return session


def first_dungeon(session: Session) -> Dungeon:
    found = session.state.elsewhere[FIRST_DUNGEON].dungeon
    assert found is not None
    return found


def way_in(seed: int = 7) -> Session:
    session = begun(seed)
    go(session, SetOut())
    return session


@rule("ose:doors.swing-shut")
def test_a_door_that_was_passed_in_one_dungeon_falls_shut_there_and_not_in_another() -> None:
    there = way_in().state.dungeon
    assert there is not None
    door = next(d for d in there.doors.values() if d.kind == "door")
    session = underground_elsewhere(DoorChanged(replace(door, is_open=True), "opened"), DoorPassed(door.id))
    session.submit(PLAYER, Rest())
    assert campaign(session.state).doors.passed == (door.id,) and first_dungeon(session).doors[door.id].is_open
    go(session, LeaveDungeon())
    go(session, to(session, FIRST_DUNGEON))
    session.submit(PLAYER, Rest())
    assert session.state.dungeon and not session.state.dungeon.doors[door.id].is_open
    assert campaign(session.state).doors.passed == ()


@rule("ose:exploration.search.once")
def test_a_square_that_was_searched_in_one_dungeon_may_be_searched_in_another() -> None:
    session = underground_elsewhere()
    at = session.state.party.at if session.state.party else None
    assert at is not None
    who = session.state.marchers()[0]
    here = campaign(session.state).company.searched
    elsewhere = {SearchedSquare(at.level, at.square, c.id, FIRST_DUNGEON) for c in session.state.marchers()}
    company = replace(campaign(session.state).company, searched=here | elsewhere)
    state = with_campaign(session.state, company=company)
    assert can_search(replace(state, lights=(replace(LIT, bearer=who.id),)), who, at.square)
    done = SquareSearched(at.level, at.square, who.id).evolve(state)
    assert not can_search(replace(done, lights=(replace(LIT, bearer=who.id),)), who, at.square)


def test_who_fell_in_one_dungeon_rises_there_and_not_while_the_party_is_in_another() -> None:
    there = way_in().state.dungeon
    assert there is not None
    will = WillRise("zombie", 0, there.entrance.area)
    session = underground_elsewhere(RisingForetold("hero-1", will))
    session.submit(PLAYER, Rest())
    assert campaign(session.state).rising == (will,)
    go(session, LeaveDungeon())
    go(session, to(session, FIRST_DUNGEON))
    session.submit(PLAYER, Rest())
    assert campaign(session.state).rising == ()
    assert session.state.dungeon is not None
    assert [g.kind for g in session.state.dungeon.groups_in(there.entrance.area)] == ["zombie"]


def test_a_spell_on_a_door_ends_where_the_door_is() -> None:
    there = way_in().state.dungeon
    assert there is not None
    door = next(d for d in there.doors.values() if d.kind == "door")
    session = underground_elsewhere(DoorHeld(door.id, HeldDoor(3, until=1)), PassageOpened(door.id, 1))
    session.submit(PLAYER, Rest())
    assert campaign(session.state).casters.held_doors[door.id].until == 1
    assert door.id in campaign(session.state).casters.passages
    go(session, LeaveDungeon())
    go(session, to(session, FIRST_DUNGEON))
    session.submit(PLAYER, Rest())
    assert campaign(session.state).casters.held_doors[door.id].until is None
    assert door.id not in campaign(session.state).casters.passages


def test_a_company_has_as_many_places_in_every_town() -> None:
    session = begun()
    session.decree(Died("hero-6"), "for the test")
    go(session, to(session, "town-2"))
    assert town_life(session.state).company == 6
    session.submit(PLAYER, Enlist("fighter"))
    assert len(session.state.marchers()) == 6


def test_who_stays_behind_waits_in_that_town_and_in_no_other() -> None:
    session = begun()
    session.submit(PLAYER, Dismiss("hero-6"))
    assert CallBack("hero-6") in session.options(PLAYER)
    go(session, to(session, "town-2"))
    assert CallBack("hero-6") not in session.options(PLAYER)
    with pytest.raises(Refused, match="waits in another town"):
        session.submit(PLAYER, CallBack("hero-6"))
    go(session, to(session, BASE))
    session.submit(PLAYER, CallBack("hero-6"))
    assert session.state.party is not None and session.state.party.waiting == {}


def test_where_nobody_knows_a_way_it_is_said_so() -> None:
    session = begun()
    state = replace(session.state, routes=())
    refusal = play.why_not(RULES, state, PLAYER, SetOut())
    assert refusal is not None and refusal.sentence.startswith("Nobody here knows a way")
