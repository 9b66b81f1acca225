"""The order of a journey, with the toy rules: a road of half a day, and a moor where a party meets rats and strays."""

import pytest
from msgspec.structs import replace

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action, fold
from underkeep.procedures import delve_actions as a
from underkeep.procedures import journey, play
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.resolution import Refused, Resolution
from underkeep.testing.builders import cellar, delving_party
from underkeep.testing.toy import RULESET, campaign
from underkeep.world import journey as j
from underkeep.world.clock import DAY, HOUR, MORNING
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import EncounterBegan
from underkeep.world.state import State


def do(state: State, action: Action, *faces: int) -> Resolution:
    dice = Scripted(*faces)
    done = play.resolve(RULESET, state, "player", action, dice)
    dice.finish()
    assert fold(done.events, state) == done.state
    return done


@pytest.fixture
def town() -> State:
    made = Resolution(delving_party(RULESET, cellar(RULESET), "hero", "hero", in_town=True), Scripted(), RULESET)
    assert RULESET.road is not None
    RULESET.road.lay_routes(made)
    return made.state


def under_way(state: State) -> j.Journey:
    assert state.journey is not None
    return state.journey


def place(state: State) -> str:
    assert state.party is not None
    return state.party.place


def test_the_usual_road_takes_half_a_day_both_ways(town: State) -> None:
    there = do(town, a.SetOut()).state
    assert (place(there), there.now) == ("dungeon", town.now + 4 * HOUR)
    home = do(there, a.LeaveDungeon()).state
    assert (place(home), home.now) == ("town", town.now + 8 * HOUR)
    assert home.journey is None


def test_without_routes_there_is_one_road(town: State) -> None:
    bare = replace(town, routes=())
    assert [x for x in play.legal_actions(RULESET, bare, "player") if isinstance(x, a.SetOut)] == [a.SetOut()]
    assert place(do(bare, a.SetOut()).state) == "dungeon"


def test_each_route_is_an_option_and_an_unknown_one_is_refused(town: State) -> None:
    listed = [x for x in play.legal_actions(RULESET, town, "player") if isinstance(x, a.SetOut)]
    assert listed == [a.SetOut(), a.SetOut("moor")]
    with pytest.raises(Refused, match="No route is called sea"):
        do(town, a.SetOut("sea"))


def test_somebody_is_met_halfway_through_the_day_and_then_the_march_goes_on(town: State) -> None:
    met = do(town, a.SetOut("moor"))
    wanted = (j.TravelDayBegan, GroupChanged, j.RoadCovered, EncounterBegan)
    order = [type(e) for e in met.events if isinstance(e, wanted)]
    assert list(dict.fromkeys(order)) == list(wanted)
    assert (under_way(met.state).left, met.state.now) == (18, town.now + 4 * HOUR)
    gone = do(met.state, a.Evade()).state
    night = do(gone, a.MarchOn()).state
    assert (under_way(night).left, night.now) == (6, DAY + MORNING)
    assert under_way(night).at_dawn


def test_a_party_that_strays_does_not_arrive_until_it_has_found_its_way(town: State) -> None:
    state = do(do(town, a.SetOut("moor")).state, a.Evade()).state
    state = do(do(do(state, a.MarchOn()).state, a.MarchOn()).state, a.Evade()).state
    lost = do(state, a.MarchOn()).state
    assert (place(lost), under_way(lost).left) == ("road", 0)
    assert j.far(under_way(lost).at) == 8.5
    third = do(lost, a.MarchOn())
    assert [e.left for e in third.events if isinstance(e, j.BearingsTaken)] == [8.5]
    there = do(do(third.state, a.Evade()).state, a.MarchOn()).state
    assert place(there) == "dungeon"


def test_turning_back_leads_home_by_what_was_walked(town: State) -> None:
    met = do(do(town, a.SetOut("moor")).state, a.Evade()).state
    home = do(met, a.TurnBack()).state
    assert (place(home), home.now) == ("town", town.now + 8 * HOUR)


def test_a_day_of_rest_is_taken_in_the_morning(town: State) -> None:
    noon = do(do(town, a.SetOut("moor")).state, a.Evade()).state
    with pytest.raises(Refused, match="begins in the morning"):
        do(noon, a.MakeCamp())
    dawn = do(noon, a.MarchOn()).state
    rested = do(dawn, a.MakeCamp()).state
    assert (rested.now, under_way(rested).left) == (dawn.now + DAY, under_way(dawn).left)
    assert campaign(rested).rested


def test_nothing_of_the_town_or_the_dungeon_is_done_on_the_road(town: State) -> None:
    noon = do(do(town, a.SetOut("moor")).state, a.Evade()).state
    for action in (a.Rest(), a.RestDays(1), a.SetOut(), a.LeaveDungeon()):
        with pytest.raises(Refused, match="not done on the road"):
            do(noon, action)
    assert set(play.legal_actions(RULESET, noon, "player")) == {a.MarchOn(), a.TurnBack()}


def test_a_fight_on_the_way_has_a_field_and_an_end(town: State) -> None:
    met = do(town, a.SetOut("moor")).state
    fought = do(met, a.Engage()).state
    assert fought.grid is not None
    assert not fought.grid.walls
    assert all(c.at is not None for c in fought.creatures.values())
    assert journey.is_on(fought)
    assert not journey.is_under_way(fought)


def test_courses_and_winds() -> None:
    assert [j.compass(degrees) for degrees in (0, 44, 46, 180, 350, -45)] == [
        "north",
        "northeast",
        "northeast",
        "south",
        "north",
        "northwest",
    ]
    for heading in j.COMPASS:
        way = j.begun(j.Route("x", "x", "moor", 10, "open", heading), homeward=False)
        assert j.compass(j.course_from(way.at)) == heading
        assert j.far(j.step(way.at, way.course, 10)) == 0
        assert not j.is_astray(way)


def test_the_dead_are_of_the_party_no_longer_once_it_is_home() -> None:
    state = delving_party(RULESET, cellar(RULESET), "hero", "hero")
    state = state.with_creature("hero-2", status="dead", hp=0)
    home = play.resolve(RULESET, state, "player", a.LeaveDungeon(), Scripted()).state
    assert home.party is not None and home.party.place == "town"
    assert home.party.members == ("hero-1",)


def test_a_day_has_one_days_march_however_often_the_party_sets_out(town: State) -> None:
    morning = replace(town, now=MORNING)
    there = do(morning, a.SetOut()).state
    home = do(there, a.LeaveDungeon()).state
    assert (place(home), home.now) == ("town", MORNING + 8 * HOUR)
    again = do(home, a.SetOut())
    assert place(again.state) == "road", "night falls before the first step"
    assert not any(isinstance(e, j.RoadCovered) for e in again.events)
    assert again.state.now == DAY + MORNING
    assert place(do(again.state, a.MarchOn()).state) == "dungeon"


def test_who_would_arrive_after_dark_is_told_before_setting_out(town: State) -> None:
    deed = RULESET.book.deed(a.SetOut(), TOWN)
    assert deed is not None
    assert "dark" not in deed.question(replace(town, now=MORNING), a.SetOut())
    told = deed.question(replace(town, now=17 * HOUR), a.SetOut())
    assert told.endswith("It is 17:00 now; the way ends at about 21:00, after dark.")
