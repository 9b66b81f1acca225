"""Days on the road: how far, in what order, what is met, what is found to eat, and when to rest."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import Checked, abroad, the_journey, walking
from tests.rules.ose.below import H1, act, party, ruled
from tests.rules.ose.scene import every, first, table

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Event, fold
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import FOOTSORE, has
from underkeep.systems.ose.encounters import terrains
from underkeep.systems.ose.equipment import fatigue
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.travel import journeys
from underkeep.testing import Standing, d2, d4, d6, d8, d12, die, rule
from underkeep.world.clock import DAY, HOUR, MORNING, TimePassed
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import ChanceRolled, EncounterBegan
from underkeep.world.gear import ItemsChanged
from underkeep.world.journey import (
    AHEAD,
    BearingsTaken,
    RoadCovered,
    Route,
    RoutesLaid,
    Strayed,
    TravelDayBegan,
    TravelDayEnded,
)
from underkeep.world.state import State

NOT_LOST, NO_FOOD = 6, 6
SPEEDS = {"broken lands": "barren", "maintained roads": "highway"}
CHANCES = {"settled lands": "settled"}
TRAVELLED = [row for row in table("wilderness.wandering-chance") if row[0] not in ("city", "aerial")]


def trail(**more: object) -> State:
    """A long trail through settled land."""
    return abroad("settled", way="road", **more)


def checked(state: State, *faces: int) -> Resolution:
    """A day's march with the checks for wandering monsters in the script."""
    dice = Checked(*faces)
    done = play.resolve(RULESET, state, "player", a.MarchOn(), dice)
    dice.finish()
    assert fold(done.events, state) == done.state
    return done


def checks(done: Resolution) -> list[ChanceRolled]:
    return [e for e in every(done, ChanceRolled) if e.what == "wandering monsters"]


@rule("ose:wilderness.travel.miles-per-day")
@pytest.mark.parametrize(("feet", "miles"), [(120, 24), (90, 18), (60, 12), (30, 6)])
def test_a_days_miles_are_a_fifth_of_the_rate(feet: int, miles: int):
    done = act(walking(trail(), feet), a.MarchOn(), d6(NO_FOOD))
    assert [e.length for e in every(done, RoadCovered)] == [miles]
    slowest = walking(trail(), feet).creatures[H1].sheet
    slow = act(trail().with_creature(H1, sheet=slowest), a.MarchOn(), d6(NO_FOOD))
    assert first(slow, RoadCovered).length == miles


@rule("ose:wilderness.travel.terrain")
@pytest.mark.parametrize(("printed", "factor"), table("wilderness.terrain-speed"))
def test_terrain_changes_the_days_miles(printed: str, factor: str):
    terrain = SPEEDS.get(printed, printed)
    assert journeys.miles_per_day(120, terrains.terrains()[terrain]) == 24 * Fraction(factor)
    done = act(abroad(terrain, guided=True), a.MarchOn(), d6(NO_FOOD))
    assert first(done, RoadCovered).length == 24 * Fraction(factor)


@rule("ose:wilderness.travel.terrain")
def test_other_terrain_does_not():
    listed = {SPEEDS.get(name, name) for name, _ in table("wilderness.terrain-speed")}
    for id, terrain in terrains.terrains().items():
        assert (terrain.speed == (1, 1)) == (id not in listed)


def test_half_a_days_march_takes_half_a_day():
    state = trail(miles=12)
    done = act(state, a.MarchOn())
    assert done.state.journey is None
    assert done.state.now == state.now + 4 * HOUR


@rule("ose:wilderness.forced-march.distance")
@pytest.mark.parametrize(("terrain", "miles"), [("settled", 36), ("forest", 24)])
def test_a_forced_march_goes_half_as_far_again(terrain: str, miles: int):
    done = act(abroad(terrain, guided=True), a.MarchOn(forced=True), d6(NO_FOOD))
    assert [e.length for e in every(done, RoadCovered)] == [miles]


@rule("ose:wilderness.forced-march.rest")
def test_after_a_forced_march_a_day_of_rest_is_due():
    tired = act(trail(miles=200), a.MarchOn(forced=True), d6(NO_FOOD)).state
    on = act(tired, a.MarchOn(), d6(NO_FOOD)).state
    assert all(has(c, FOOTSORE) for c in on.marchers())
    fresh = act(act(tired, a.MakeCamp()).state, a.MarchOn(), d6(NO_FOOD)).state
    assert not any(has(c, FOOTSORE) for c in fresh.marchers())


@rule("ose:wilderness.rest.frequency", "ose:wilderness.rest.penalty")
def test_the_seventh_day_of_travel_in_a_row_is_too_many():
    state = trail(miles=600)
    for _ in range(6):
        state = act(state, a.MarchOn(), d6(NO_FOOD)).state
        assert not has(state.creatures[H1], FOOTSORE)
    weary = act(state, a.MarchOn(), d6(NO_FOOD)).state.creatures[H1]
    assert [m.amount for m in fatigue.to_hit(weary)] == [-1]
    assert [m.amount for m in fatigue.to_damage(weary)] == [-1]
    rested = act(act(state, a.MarchOn(), d6(NO_FOOD)).state, a.MakeCamp()).state
    assert not fatigue.to_hit(rested.creatures[H1])
    assert not has(act(rested, a.MarchOn(), d6(NO_FOOD)).state.creatures[H1], FOOTSORE)


@rule("ose:wilderness.foraging")
def test_foraging_goes_along_with_the_march():
    state = trail()
    done = act(state, a.MarchOn(), *d6(1, 4))
    food = sum(i.count for i in done.state.creatures[H1].items if i.kind == "rations-standard")
    gathered = [
        e for e in every(done, ItemsChanged) if e.verb == "gathered" and e.item is not None and e.item.count == 4
    ]
    assert (food, len(gathered)) == (3, 1), "four days of food, and one was eaten"
    assert first(done, RoadCovered).length == 24
    assert not [e for e in every(act(state, a.MarchOn(), d6(2)), ItemsChanged) if e.verb == "gathered"]


@rule("ose:wilderness.day-sequence")
def test_a_day_goes_in_the_books_order():
    lost = act(abroad("forest"), a.MarchOn(), d6(1), d4(2), d6(NO_FOOD)).state
    morning = checked(lost, d6(1), d4(1), d6(1), *A_WOLF, *COMING)
    order = (TravelDayBegan, BearingsTaken, Strayed, GroupChanged, RoadCovered, EncounterBegan)
    places = [next(i for i, e in enumerate(morning.events) if isinstance(e, kind)) for kind in order]
    assert places == sorted(places)
    rolled = [e.what for e in every(morning, ChanceRolled)]
    assert rolled[:2] == ["losing direction", "wandering monsters"]
    quiet = act(trail(), a.MarchOn(), d6(NO_FOOD))
    closing = (TimePassed, ItemsChanged, TravelDayEnded)
    end: list[type[Event]] = [type(e) for e in quiet.events if isinstance(e, closing)]
    assert end[:2] == [TimePassed, TimePassed]
    assert end[-1] is TravelDayEnded
    assert ItemsChanged in end
    assert quiet.state.now == DAY + MORNING, "the next morning but one, as the day began at midnight"


A_WOLF = (d8(1), d12(11), *d6(6, 6, 6))
"""An animal of the forest, a wolf, and eighteen of them."""
COMING = d6(6, 6, 4, 4, 3, 3, 6, 1)
"""Nobody is surprised, they are 140 yards away, and the party is first."""


@rule("ose:wilderness.wandering.frequency", "ose:water.wandering.frequency")
@pytest.mark.parametrize(
    ("way", "terrain", "rule_id"),
    [("road", "settled", "ose:wilderness.wandering.frequency"), ("water", "river", "ose:water.wandering.frequency")],
)
def test_one_check_a_day_unless_the_referee_wants_more(way: str, terrain: str, rule_id: str):
    state = abroad(terrain, way=way, miles=300)
    current = [d6(1)] if way == "water" else [d6(NO_FOOD)]
    once = act(state, a.MarchOn(), *current)
    assert len(checks(once)) == 1
    thrice = ruled(state, a.MarchOn(), {rule_id: "3"}, *current)
    assert len(checks(thrice)) == 3
    kept = act(replace(thrice.state, human_referee=False), a.MarchOn(), *current)
    assert len(checks(kept)) == 3, "the ruling stands"


@rule("ose:wilderness.wandering.chance")
@pytest.mark.parametrize(("printed", "chance"), TRAVELLED)
def test_the_chance_to_meet_somebody_is_the_terrains(printed: str, chance: int):
    terrain = CHANCES.get(printed, printed)
    state = abroad(terrain, guided=True)
    for face in (chance, chance + 1):
        done = Resolution(state, Recorded(face), RULESET)
        journeys.check_wandering(done)
        assert checks(done)[0].seats == (REFEREE,)
        assert bool(every(done, GroupChanged)) == (face == chance)


class Recorded(Seeded):
    """One face for the check, and whatever the seed gives for what comes of it."""

    def __init__(self, face: int) -> None:
        super().__init__(1, "travel")
        self._check = Scripted(d6(face))

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return (self._check if why == "wandering monsters" else super()).roll(count, sides, why)


@rule("ose:monster.number.wilderness-wandering")
def test_outdoors_the_number_in_parentheses_appears():
    done = checked(abroad("forest", guided=True), d6(1), *A_WOLF, *COMING)
    (group,) = [e.group for e in every(done, GroupChanged) if e.group.area == AHEAD]
    assert (group.kind, group.count) == ("wolf", 18)


@rule("ose:water.wandering.chance")
def test_a_river_brings_somebody_on_two_in_six():
    state = abroad("river", way="water")
    for face in (2, 3):
        done = Resolution(state, Recorded(face), RULESET)
        journeys.check_wandering(done)
        assert bool(every(done, GroupChanged)) == (face == 2)


@rule("ose:water.travel.miles-per-day", "ose:water.travel.river")
@pytest.mark.parametrize(("downstream", "miles"), [(True, 36 + 8), (False, 36 - 8)])
def test_a_boat_goes_with_the_current_or_against_it(downstream: bool, miles: int):
    state = abroad("river", way="water", downstream=downstream)
    done = act(state, a.MarchOn(), d6(2))
    assert [e.length for e in every(done, RoadCovered)] == [miles]
    home = replace(state, journey=replace(the_journey(state), homeward=True))
    assert first(act(home, a.MarchOn(), d6(2)), RoadCovered).length == 2 * 36 - miles


def test_routes_are_laid_by_the_seed_and_the_first_is_safe():
    found = []
    for seed in range(20):
        done = Resolution(abroad(), Seeded(seed, "routes"), RULESET)
        journeys.lay_routes(done)
        routes = first(done, RoutesLaid).routes
        assert (routes[0].way, routes[0].length) == ("road", 12)
        assert all(route.terrain in terrains.terrains() for route in routes)
        found.append((routes[1].terrain, len(routes)))
    assert len({terrain for terrain, _ in found}) > 2
    assert {number for _, number in found} == {3, 4, 5}


def test_every_terrain_has_somebody_to_meet_and_every_table_is_there():
    for terrain in terrains.terrains().values():
        for seed in range(5):
            done = Resolution(abroad(), Seeded(seed, "kinds"), RULESET)
            assert terrains.roll_kind(done, terrain)


def test_a_guide_is_paid_in_town_and_leads_home_too():
    from underkeep.systems.ose.basics.money import coins
    from underkeep.world.journey import Route
    from underkeep.world.party import PartyWent

    state = abroad()
    guided = Route("guided", "with a local guide", "forest", 6, "open", "south", guided=True)
    state = replace(state, routes=(*state.routes, guided), journey=None, party=replace(party(state), place="town"))
    assert play.why_not(RULESET, state, "player", a.SetOut("guided")) is not None
    rich = state.with_creature(H1, items=(coins("gp", 3),))
    out = play.resolve(RULESET, rich, "player", a.SetOut("guided"), Seeded(1, "x"))
    assert sum(i.count for i in out.state.creatures[H1].items if i.kind == "gp") == 2
    assert campaign(out.state).road.has_guide
    assert every(out, PartyWent)


class Laying(Standing):
    """Directions and country are the first of their lists; the rest is scripted."""

    standing: ClassVar = {"direction of the dungeon": die(8, 1), "country between": die(len(journeys.WILD), 1)}


def laid(*faces: int, size: str = "") -> dict[str, Route]:
    state = abroad()
    if size and state.settlement is not None:
        state = replace(state, settlement=replace(state.settlement, size=size))
    done = Resolution(state if size else replace(state, settlement=None), Laying(*faces), RULESET)
    journeys.lay_routes(done)
    done.dice.finish()
    return {route.id: route for route in first(done, RoutesLaid).routes}


@rule("ose:hazard.lost.safe")
def test_which_routes_are_laid():
    river, sea = journeys.RIVER_IN_6, journeys.SEA_AT
    dry = next(face for face in range(1, 7) if face > river and face != sea)
    for size, terrain in (("village", "settled"), ("large town", "highway"), ("city", "highway"), ("", "settled")):
        found = laid(d6(dry), size=size)
        assert list(found) == ["road", "across", "guided"]
        assert (found["road"].terrain, found["road"].guided, found["guided"].guided) == (terrain, False, True)
    for face, downstream in ((1, True), (2, False)):
        found = laid(d6(river), d2(face), size="village")
        assert found["river"].downstream is downstream
    assert "river" not in laid(d6(dry), size="village")
    assert "coast" in laid(*((d6(sea), d2(1)) if sea <= river else (d6(sea),)), size="village")


@rule("ose:water.travel.miles-per-day")
def test_a_boat_against_the_stream_may_stand_still_but_is_not_driven_back():
    state = abroad("river", way="water")
    rowed = journeys.party_miles(state)
    for miles, covered in ((-100, 0), (1, rowed + 1), (0, rowed)):
        against = with_campaign(state, road=replace(campaign(state).road, current_miles=miles))
        assert journeys.party_miles(against) == covered


@rule("ose:wilderness.travel.miles-per-day", "ose:wilderness.forced-march.distance")
def test_miles_are_told_to_a_tenth():
    state = walking(abroad("hills"), 90)
    assert journeys.party_miles(state) == round(90 / 5 * 2 / 3, 1)
    forced = replace(state, journey=replace(the_journey(state), forced=True))
    assert journeys.party_miles(forced) == round(90 / 5 * 2 / 3 * 1.5, 1)
    odd = walking(abroad("hills"), 40)
    assert journeys.party_miles(odd) == 5.3


@rule("ose:wilderness.rest.frequency")
def test_a_day_of_rest_begins_the_count_again():
    state = with_campaign(abroad(), road=replace(campaign(abroad()).road, days_travelled=4))
    done = Resolution(state, Scripted(), RULESET)
    journeys.rest(done)
    assert campaign(done.state).road.days_travelled == 0
    idle = Resolution(done.state, Scripted(), RULESET)
    journeys.rest(idle)
    assert not idle.events
