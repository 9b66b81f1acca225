"""The wind of the day, and gales."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad
from tests.rules.ose.scene import every, first, table

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.exploration.hazards import HazardMet
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.switches import SWITCHES
from underkeep.systems.ose.travel import journeys, sailing
from underkeep.systems.ose.travel.sailing import VARIABLE_WIND, Beached, BoatLeaked, WindBlew
from underkeep.systems.ose.travel.sinking import BoatSank
from underkeep.testing import d6, d100, rule
from underkeep.world.creature import Died
from underkeep.world.encounter import ChanceRolled
from underkeep.world.journey import JourneyBegan, RoutesLaid
from underkeep.world.state import GameEnded, State

DAILY, VARIABLE = "ose:water.wind.daily", "ose:water.wind.variable"


def afloat(terrain: str = "sea", *switches: str) -> State:
    return replace(abroad(terrain, way="water"), switches=switches)


def morning(state: State, *faces: int) -> Resolution:
    dice = Scripted(*faces)
    done = Resolution(state, dice, RULESET)
    sailing.feel_wind(done)
    dice.finish()
    return done


@rule(DAILY, "ose:water.travel.sea")
@pytest.mark.parametrize(("faces", "miles"), [(d6(1, 1), 0), (d6(1, 2), 72), (d6(3, 4), 72), (d6(5, 6), 72)])
def test_the_wind_makes_the_days_miles(faces, miles):
    done = morning(afloat(), *d6(*faces))
    assert first(done, WindBlew).rule == (DAILY, "ose:water.travel.sea")
    assert journeys.party_miles(done.state) == miles


@rule(VARIABLE)
def test_the_finer_table_is_the_books():
    for low, high, name, factor, _ in table("water.wind-variable"):
        for total in range(low, high + 1):
            assert sailing.wind_of(total, variable=True)[1:] == (name.lower(), Fraction(factor))
    for low, high, _, factor in table("water.wind"):
        for total in range(low, high + 1):
            assert sailing.wind_of(total, variable=False).speed == Fraction(factor)


@rule(VARIABLE)
def test_variable_wind_is_a_switch():
    assert SWITCHES[VARIABLE_WIND].rule == VARIABLE
    done = morning(afloat("sea", VARIABLE_WIND), *d6(1, 3))
    assert VARIABLE in first(done, WindBlew).rule
    assert journeys.party_miles(done.state) == 36
    assert journeys.party_miles(morning(afloat(), *d6(1, 3)).state) == 72


@rule("ose:water.wind.variable.calm-oars")
def test_a_calm_tires_those_who_row():
    calm = morning(afloat("river", VARIABLE_WIND), *d6(1, 1))
    assert "ose:water.wind.variable.calm-oars" in first(calm, WindBlew).rule
    assert journeys.party_miles(calm.state) == 12
    assert journeys.party_miles(morning(afloat("river", VARIABLE_WIND), *d6(6, 6)).state) == 36
    assert not every(morning(afloat("river")), WindBlew)


@rule("ose:water.near-gale.chance", "ose:water.near-gale.effect")
@pytest.mark.parametrize(("face", "miles"), [(20, 96), (21, 144)])
def test_a_near_gale_may_fill_the_boat(face, miles):
    done = morning(afloat("sea", VARIABLE_WIND), *d6(5, 6), d100(face))
    assert first(done, ChanceRolled).rule == ("ose:water.near-gale.chance",)
    assert bool(every(done, BoatLeaked)) == (face == 20)
    assert journeys.party_miles(done.state) == miles


@rule("ose:water.near-gale.effect")
def test_a_boat_is_mended_in_harbour():
    state = with_campaign(afloat(), road=replace(campaign(afloat()).road, leaks=True))
    assert journeys.party_miles(state) == 48
    done = Resolution(state, Scripted(), RULESET)
    journeys.began(done, JourneyBegan(state.journey.route, False))
    assert journeys.party_miles(done.state) == 72


@rule("ose:water.gale.unseaworthy.beach")
@pytest.mark.parametrize("faces", [(d6(3),), d6(4, 2)])
def test_a_boat_is_beached_on_a_clear_shore_or_in_a_harbour(faces):
    done = morning(afloat(), *d6(6, 6), *faces)
    assert first(done, Beached).rule == ("ose:water.gale.unseaworthy.beach",)
    assert journeys.party_miles(done.state) == 0
    assert all(e.roll.notation == "1d6" for e in every(done, ChanceRolled))


@rule("ose:water.gale.unseaworthy.sink")
def test_else_it_sinks_four_times_in_five():
    safe = morning(afloat(), *d6(6, 6, 4, 3), d100(81))
    assert not every(safe, BoatSank) and journeys.party_miles(safe.state) == 216
    sunk = morning(afloat(), *d6(6, 6, 4, 3), *d100(80, 11, 10))
    assert first(sunk, BoatSank).rule == ("ose:water.gale.unseaworthy.sink",)
    assert [e.creature for e in every(sunk, Died)] == ["hero-2"]
    assert [e.creature for e in every(sunk, HazardMet)] == ["hero-1"]
    assert sunk.state.journey.route.way == "open"


@rule("ose:water.gale.unseaworthy.sink")
def test_a_boat_may_go_down_with_all_hands():
    state = afloat()

    class Doom(Seeded):
        def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
            fates = {"wind": 6, "a clear shore": 6, "a safe harbour": 6, "sinking": 1}
            if why in fates:
                return (fates[why],) * count
            return (1,) * count if why.startswith("drowning") else super().roll(count, sides, why)

    done = play.resolve(RULESET, state, "player", a.MarchOn(), Doom(1))
    assert len(every(done, Died)) == 2
    assert every(done, GameEnded)


@rule("ose:water.travel.sea")
def test_a_coast_may_lie_by_the_town():
    laid = []
    for seed in range(30):
        done = Resolution(abroad(), Seeded(seed, "routes"), RULESET)
        journeys.lay_routes(done)
        laid += [route.id for route in first(done, RoutesLaid).routes]
    assert "coast" in laid and "river" in laid
