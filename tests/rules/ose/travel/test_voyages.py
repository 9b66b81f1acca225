"""Days afloat in a ship of one's own: what is seen, losing direction, gales, the shore, mending under way."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import Checked, the_journey
from tests.rules.ose.afloat import SHIP, a_ship, at_sea
from tests.rules.ose.scene import every, first

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.fittings import refitted
from underkeep.systems.ose.equipment import vessels
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.travel import coasts, journeys, sailing, sinking, voyages
from underkeep.systems.ose.travel.sailing import BoatLeaked, RanBeforeGale, WindBlew
from underkeep.testing import d4, d6, d10, d100, rule
from underkeep.world.clock import TimePassed
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.journey import Strayed, TravelDayBegan
from underkeep.world.state import State
from underkeep.world.vessel import VesselLost


def doing(state: State, *faces: int, rulings: dict[str, str] | None = None) -> Resolution:
    return Resolution(state, Scripted(*faces), RULESET, rulings)


def astray(state: State, *faces: int) -> bool:
    done = doing(state, *faces)
    voyages.lose_direction(done)
    done.dice.finish()  # type: ignore[attr-defined]
    return bool(every(done, Strayed))


def far_out(state: State) -> State:
    """In the middle of the sea, land far away on both sides."""
    journey = the_journey(state)
    half = (journey.at[0] / 2, journey.at[1] / 2)
    return replace(state, journey=replace(journey, at=half, left=journey.route.length / 2))


# Losing direction


@rule("ose:water.lost.navigator")
def test_a_navigator_loses_the_way_on_one_or_two():
    ship = far_out(at_sea(a_ship(crew={"captain": 1, "sailor": 10, "navigator": 1})))
    assert astray(ship, d6(2), d4(1))
    assert not astray(ship, d6(3))


@rule("ose:water.lost.no-navigator", "ose:water.visibility.land")
def test_without_one_a_ship_is_lost_for_certain_out_of_sight_of_land():
    assert astray(far_out(at_sea()), d4(1))
    assert not astray(at_sea(), d6(3))
    assert astray(at_sea(), d6(2), d4(1))


@rule("ose:water.visibility.land")
@pytest.mark.parametrize(("miles", "seen"), [(24, True), (25, False)])
def test_land_is_seen_24_miles_off_on_a_clear_day(miles: int, seen: bool):
    state = at_sea()
    journey = the_journey(state)
    state = replace(state, journey=replace(journey, at=(0.0, journey.at[1] - miles)))
    assert coasts.sees_land(state) is seen


@rule("ose:water.visibility.land")
@pytest.mark.parametrize(("face", "sky", "miles"), [(3, "clear", 24), (2, "hazy", 12), (1, "foggy", 1)])
def test_haze_and_fog_hide_it(face: int, sky: str, miles: int):
    done = doing(at_sea(), d6(face))
    coasts.look_out(done)
    assert (first(done, coasts.SkySeen).sky, first(done, coasts.SkySeen).land_miles) == (sky, miles)


@rule("ose:water.visibility.land")
def test_the_referee_may_say_how_far_one_sees():
    done = doing(at_sea(), d6(3), rulings={"ose:water.visibility.land": "6"})
    coasts.look_out(done)
    assert first(done, coasts.SkySeen).land_miles == 6


# The day


@rule("ose:water.day-sequence")
def test_a_day_at_sea_goes_in_order():
    done = Resolution(at_sea(), Checked(*d6(4, 3, 3, 4, 6)), RULESET)
    journeys.begin_day(done)
    told = [e for e in done.events if isinstance(e, coasts.SkySeen | ChanceRolled | WindBlew | journeys.PaceSet)]
    words = [getattr(e, "what", type(e).__name__) for e in told]
    assert words == ["SkySeen", "losing direction", "WindBlew", "PaceSet", "wandering monsters"]
    assert "ose:water.day-sequence" in first(done, journeys.PaceSet).rule
    assert first(done, journeys.PaceSet).miles == 90


@rule("ose:water.wandering.location")
@pytest.mark.parametrize(("hour", "ashore"), [(3, True), (4, False)])
def test_a_party_that_puts_in_is_met_ashore_in_those_hours(hour: int, ashore: bool):
    state = at_sea()
    state = with_campaign(state, road=replace(campaign(state).road, puts_in=True))
    done = doing(state, d6(hour))
    assert voyages.comes_ashore(done) is ashore
    assert campaign(done.state).road.ashore is ashore
    assert voyages.comes_ashore(doing(state, d6(1), rulings={"ose:water.wandering.location": "afloat"})) is False


@rule("ose:water.wandering.location")
def test_without_that_it_is_always_met_afloat():
    done = doing(at_sea())
    assert not voyages.comes_ashore(done) and not done.events


@rule("ose:water.wandering.location")
def test_a_ship_puts_in_where_land_is_seen():
    assert play.why_not(RULESET, at_sea(), "player", voyages.PutToShore("hero-1")) is None
    refusal = play.why_not(RULESET, far_out(at_sea()), "player", voyages.PutToShore("hero-1"))
    assert refusal is not None and refusal.rule == "ose:water.wandering.location"


# Gales


@rule("ose:water.near-gale.chance")
@pytest.mark.parametrize(
    ("kind", "face", "leaks"), [("small-sailing-ship", 10, True), ("small-sailing-ship", 11, False)]
)
def test_a_seaworthy_ship_leaks_one_time_in_ten(kind: str, face: int, leaks: bool):
    state = replace(at_sea(a_ship(kind)), switches=(sailing.VARIABLE_WIND,))
    done = doing(state, *d6(5, 6), d100(face))
    sailing.feel_wind(done)
    assert bool(every(done, BoatLeaked)) is leaks
    assert sailing.miles(done.state) == 180 * (Fraction(2, 3) if leaks else 1)


@rule("ose:water.gale.seaworthy.run", "ose:water.gale.direction")
@pytest.mark.parametrize(("face", "degrees"), [(1, 0), (2, 60), (4, 180), (6, 300)])
def test_a_seaworthy_ship_runs_before_the_gale(face: int, degrees: int):
    state = far_out(at_sea(miles=2000))
    done = doing(state, *d6(6, 6))
    sailing.feel_wind(done)
    (asked,) = done.state.prompts
    assert asked.choices == (sailing.RUN, sailing.RIDE)
    ran = doing(done.state, d6(face))
    sailing.answer(ran, asked, sailing.RUN)
    event = first(ran, RanBeforeGale)
    assert (event.degrees, event.miles) == (degrees, 270)
    assert journeys.party_miles(ran.state) == 0
    ruled = doing(done.state, d6(1), rulings={"ose:water.gale.direction": "120"})
    sailing.answer(ruled, asked, sailing.RUN)
    assert first(ruled, RanBeforeGale).degrees == 120


@rule("ose:water.gale.land")
@pytest.mark.parametrize(("face", "wrecked"), [(75, True), (76, False)])
def test_land_in_the_way_wrecks_it_three_times_in_four(face: int, wrecked: bool):
    drowned = d100(99, 99) if wrecked else ()
    done = doing(far_out(at_sea()), d6(1), d100(face), *drowned)
    sailing.run(done)
    assert first(done, RanBeforeGale).miles == 120
    assert bool(every(done, VesselLost)) is wrecked
    assert (SHIP in done.state.vessels) is not wrecked


@rule("ose:water.near-gale.chance")
def test_a_ship_that_does_not_run_fares_as_in_a_near_gale():
    done = doing(far_out(at_sea()), d100(10))
    sailing.answer(done, Prompt("x", (), "", (), ""), sailing.RIDE)
    assert every(done, BoatLeaked) and journeys.party_miles(done.state) == 0
    assert every(done, sailing.RodeOut) and not every(done, sailing.Beached)


@rule("ose:water.gale.unseaworthy.sink", "ose:water.gale.unseaworthy.beach")
def test_out_of_sight_of_land_nobody_can_beach_a_boat():
    state = far_out(at_sea(a_ship("sailing-boat", 20)))
    done = doing(state, *d6(6, 6), d100(81))
    sailing.feel_wind(done)
    assert not every(done, VesselLost)
    lost = doing(state, *d6(6, 6), *d100(80, 99, 99))
    sailing.feel_wind(lost)
    assert first(lost, VesselLost).how == "sunk" and the_journey(lost.state).route.way == "open"


# Fit for the sea


@rule("ose:vehicle.seaworthy", "ose:vehicle.unseaworthy")
def test_the_open_sea_is_for_seaworthy_ships():
    def refusal(kind: str) -> str:
        state = at_sea(a_ship(kind, at="town"))
        found = voyages.why_not_sail(state, state.routes[0], homeward=False)
        return found.rule if found is not None else ""

    assert refusal("small-sailing-ship") == ""
    assert refusal("small-galley") == "ose:vehicle.unseaworthy"
    assert (
        voyages.why_not_sail(replace(at_sea(), vessels={}), at_sea().routes[0], False).rule == "ose:vehicle.seaworthy"
    )
    coast = at_sea(a_ship("small-galley", at="town"), "sea")
    assert voyages.why_not_sail(coast, coast.routes[0], False) is None


# Mending


@rule("ose:vehicle.repair.field", "ose:vehicle.repair.time")
def test_the_crew_mends_half_five_hands_a_point_a_turn():
    assert voyages.points_mended(10, 3) == 6
    ship = refitted(a_ship(hull=60), suffered=30)
    ship = replace(ship, hull=30)
    state = at_sea(ship)
    done = play.resolve(RULESET, state, "player", voyages.MendAfloat("hero-1", 10, 3), Seeded(1))
    assert done.state.vessels[SHIP].hull == 36 and done.state.now - state.now == 1800
    done = play.resolve(RULESET, done.state, "player", voyages.MendAfloat("hero-1", 10, 20), Seeded(1))
    assert done.state.vessels[SHIP].hull == 45
    refusal = play.why_not(RULESET, done.state, "player", voyages.MendAfloat("hero-1", 10, 1))
    assert refusal is not None and refusal.rule == "ose:vehicle.repair.field"
    few = play.why_not(RULESET, state, "player", voyages.MendAfloat("hero-1", 4, 1))
    assert few is not None and few.rule == "ose:vehicle.repair.time"


@rule("ose:vehicle.destroyed.time", "ose:vehicle.hull-points")
def test_at_no_hull_points_a_ship_is_gone_in_so_many_rounds():
    done = Resolution(at_sea(), Scripted(d10(4), *d100(99, 99)), RULESET)
    vessels.batter(done, done.state.vessels[SHIP], 60, "rammed", ())
    assert done.state.vessels[SHIP].sinks_at == done.state.now + 40
    sinking.due(done, TimePassed(done.state.now, "x"))
    assert SHIP in done.state.vessels
    done.emit(TimePassed(done.state.now + 40, "x"))
    assert SHIP not in done.state.vessels
    assert every(done, sinking.BoatSank)


def test_a_voyage_is_played_to_its_end():
    state = at_sea(a_ship(crew={"captain": 1, "sailor": 10, "navigator": 1}))
    for seed in range(40):
        done = play.resolve(RULESET, state, "player", a.MarchOn(), Seeded(seed))
        assert first(done, TravelDayBegan)
        assert all(not isinstance(e, GroupChanged) or e.group.count for e in done.events)
