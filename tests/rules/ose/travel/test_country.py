"""Days of hunting, beasts to ride, wings, and how far one sees."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import Checked, abroad, met, the_journey, walking
from tests.rules.ose.scene import every, first
from tests.rules.ose.service import PC, company, why_not

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.money import purse
from underkeep.systems.ose.encounters.terrains import ASHORE, terrains
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.travel import flying, hunting, journeys, mounts, visibility
from underkeep.testing import d2, d4, d6, d10, rule
from underkeep.world.creature import Healed
from underkeep.world.encounter import ChanceRolled, EncounterBegan
from underkeep.world.gear import ItemsChanged
from underkeep.world.journey import BearingsTaken, RoadCovered, TravelDayEnded
from underkeep.world.state import State

SOLE, CHANCE, EXTRA = (f"ose:wilderness.hunting.{word}" for word in ("sole", "chance", "extra"))
SIGHT = "ose:wilderness.visibility"


def hunted(state: State, *faces: int) -> Resolution:
    dice = Checked(*faces)
    done = play.resolve(RULESET, state, "player", hunting.Hunt(), dice)
    dice.finish()
    return done


@rule(SOLE, EXTRA)
def test_a_day_of_hunting_is_neither_travel_nor_rest() -> None:
    state = abroad("clear")
    hurt = state.with_creature("hero-1", hp=1)
    done = hunted(hurt, d6(6), d6(2))
    assert [e.length for e in every(done, RoadCovered)] == [0.0]
    assert [e.what for e in every(done, ChanceRolled)] == ["wandering monsters", "hunting"]
    assert every(done, TravelDayEnded) and done.state.creatures["hero-1"].hp == 1
    assert campaign(done.state).road.days_travelled == campaign(state).road.days_travelled
    assert the_journey(done.state).left == the_journey(state).left and not hunting.is_on(done.state)
    assert not every(done, Healed)


@rule(CHANCE)
def test_one_day_in_six_animals_are_met_and_not_yet_eaten() -> None:
    done = hunted(abroad("settled"), d6(6), d6(1), *hunters_luck())
    kind = done.state.dungeon.groups[campaign(done.state).country.quarry].kind
    assert kind in hunting.game()["settled"].kinds and every(done, EncounterBegan)
    assert not [e for e in every(done, ItemsChanged) if e.verb == "gathered"]


def hunters_luck() -> tuple[int, ...]:
    """The first of two kinds, three of them, nobody surprised, far off, and what comes first."""
    return (d2(1), *d10(1, 1, 1), d6(6), d6(6), *d6(1, 1, 1, 1), d6(6), d6(1))


@rule(CHANCE)
def test_what_is_brought_down_is_food() -> None:
    done = met(abroad("clear"), "boar", 2, d6(6), d6(6), *d6(1, 1, 1, 1), d6(6), d6(1))
    group = next(g for g in done.state.dungeon.groups.values() if g.kind == "boar")
    country = replace(campaign(done.state).country, is_hunting=True, quarry=group.id)
    state = with_campaign(done.state, country=country).with_creature(group.members[0], hp=0, status="dead")
    after = Resolution(state, Scripted(), RULESET)
    hunting.caught(after, None)
    (got,) = [e for e in every(after, ItemsChanged) if e.verb == "gathered"]
    assert got.item.count == 3 * hunting.DAYS_A_HIT_DIE
    assert campaign(after.state).country.quarry == ""


@rule(SOLE)
def test_hunting_begins_in_the_morning_and_on_land() -> None:
    state = abroad("clear")
    late = replace(state, journey=replace(the_journey(state), at_dawn=False))
    assert why_not(late, hunting.Hunt()).rule == SOLE
    assert why_not(abroad("river", way="water"), hunting.Hunt()).rule == SOLE


@rule(CHANCE)
def test_who_came_ashore_hunts_in_the_country_along_the_shore() -> None:
    afloat = abroad("sea", way="water")
    ashore = with_campaign(afloat, road=replace(campaign(afloat).road, ashore=True))
    done = hunted(ashore, d6(6), d6(1), d4(1), *hunters_luck()[1:])
    kind = done.state.dungeon.groups[campaign(done.state).country.quarry].kind
    assert kind in hunting.game()[ASHORE].kinds


@rule(SOLE)
def test_every_country_but_water_and_city_has_game() -> None:
    assert set(hunting.game()) == {id for id in terrains() if id not in ("river", "sea", "ocean", "city")}


def riding(state: State, kind: str, is_flying: bool = False) -> State:
    ridden = {m.id: kind for m in state.marchers()}
    return with_campaign(state, country=replace(campaign(state).country, mounts=ridden, is_flying=is_flying))


@rule("ose:wilderness.flying.distance")
@pytest.mark.parametrize(("feet", "miles"), [(120, 48), (360, 144)])
def test_a_flier_covers_twice_the_distance(feet: int, miles: int) -> None:
    assert flying.miles_per_day(feet) == miles == 2 * journeys.miles_per_day(feet, terrains()["clear"])


@rule("ose:wilderness.flying.terrain", "ose:wilderness.flying.distance")
@pytest.mark.parametrize("terrain", ["clear", "mountains", "swamp"])
def test_the_country_below_does_not_slow_those_in_the_air(terrain: str) -> None:
    assert journeys.party_miles(riding(abroad(terrain), "griffon", is_flying=True)) == 144
    speed = terrains()[terrain].speed
    assert journeys.party_miles(riding(abroad(terrain), "griffon")) == round(24 * speed[0] / speed[1], 1)


@rule("ose:wilderness.flying.mounts")
@pytest.mark.parametrize(
    ("kind", "burden", "can"),
    [
        ("hippogriff", "half-a-man", True),
        ("hippogriff", "human", False),
        ("small-roc", "human", True),
        ("griffon", "horse", False),
        ("large-roc", "horse", True),
        ("large-roc", "elephant", False),
        ("giant-roc", "elephant", True),
    ],
)
def test_what_a_winged_beast_lifts_depends_on_its_hit_dice(kind: str, burden: str, can: bool) -> None:
    refusal = mounts.why_not_carry(kind, burden)
    assert (refusal is None) is can
    assert refusal is None or refusal.rule == "ose:wilderness.flying.mounts"


@rule("ose:wilderness.flying.mounts")
def test_a_halfling_rides_a_hippogriff_and_a_fighter_does_not() -> None:
    state = company("fighter", "halfling", gp=2000)
    assert why_not(state, mounts.BuyMount(PC, "hippogriff")).rule == "ose:wilderness.flying.mounts"
    done = play.resolve(RULESET, state, "player", mounts.BuyMount("hero-2", "hippogriff"), Seeded(1, "a"))
    assert campaign(done.state).country.mounts == {"hero-2": "hippogriff"}
    assert purse(done.state.creatures["hero-2"].items).get("gp", 0) == 0
    assert why_not(done.state, flying.TakeWing()).rule == "ose:wilderness.flying.distance"


def test_those_who_ride_go_as_their_slowest_beast() -> None:
    state = walking(abroad("clear"), 60)
    assert mounts.road_feet(state) == 60
    assert mounts.road_feet(riding(state, "riding-horse")) == 240
    mixed = with_campaign(
        state, country=replace(campaign(state).country, mounts={"hero-1": "riding-horse", "hero-2": "mule"})
    )
    assert mounts.road_feet(mixed) == 120


@pytest.mark.parametrize("kind", list(mounts.mounts()))
def test_the_miles_of_a_beast_follow_from_its_rate(kind: str) -> None:
    walk = mounts.monsters()[kind].movement_feet["walk"]
    assert mounts.mounts()[kind].miles_per_day == walk // 5


@rule(SIGHT)
@pytest.mark.parametrize(
    ("terrain", "climb", "at", "seen"),
    [
        ("clear", False, 3.0, True),
        ("clear", False, 4.0, False),
        ("forest", False, 1.0, True),
        ("forest", False, 2.0, False),
        ("hills", True, 6.0, True),
        ("hills", True, 7.0, False),
    ],
)
def test_how_far_one_sees(terrain: str, climb: bool, at: float, seen: bool) -> None:
    state = abroad(terrain)
    state = replace(state, journey=replace(the_journey(state), at=(0.0, at), left=at, course=180))
    done = play.resolve(RULESET, state, "player", visibility.LookAbout(climb), Scripted())
    assert bool(every(done, visibility.Landmark)) is seen
    assert SIGHT in first(done, visibility.LandSeen).rule


@rule(SIGHT)
def test_who_sees_the_goal_is_lost_no_more() -> None:
    state = abroad("clear")
    astray = replace(the_journey(state), at=(0.0, 2.0), left=30.0)
    done = play.resolve(RULESET, replace(state, journey=astray), "player", visibility.LookAbout(), Scripted())
    assert (first(done, BearingsTaken).course, first(done, BearingsTaken).left) == (180, 2.0)
    assert why_not(state, visibility.LookAbout(True)).rule == SIGHT
