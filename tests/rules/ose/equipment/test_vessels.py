"""Ships, boats and wagons: the list, speed, crew, cargo, passengers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.ose.afloat import a_ship, at_sea
from tests.rules.ose.service import PC, company, run, why_not

from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.fittings import fittings, refitted
from underkeep.systems.ose.basics.money import coins
from underkeep.systems.ose.equipment import vessels
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import shipyard
from underkeep.testing import d6, d10, rule
from underkeep.world.journey import Route
from underkeep.world.state import State
from underkeep.world.vessel import Vessel

COAST = Route("coast", "by boat along the coast", "sea", 60, "water")
PRINTED = {
    # cost, cargo, AC, hull, rowers, rowing, sailors, sailing, mercenaries
    "lifeboat": (1000, 15_000, 9, (10, 20), 0, (0, 0), 1, (90, 30), 0),
    "longship": (15_000, 40_000, 8, (60, 80), 60, (90, 90), 75, (450, 150), 75),
    "large-sailing-ship": (20_000, 300_000, 7, (120, 180), 0, (0, 0), 20, (360, 120), 0),
    "small-sailing-ship": (5000, 100_000, 8, (60, 90), 0, (0, 0), 10, (450, 150), 0),
    "large-troop-transport": (26_600, 300_000, 7, (160, 240), 0, (0, 0), 20, (360, 120), 100),
    "small-troop-transport": (6600, 100_000, 8, (80, 120), 0, (0, 0), 10, (450, 150), 50),
    "large-warship": (26_600, 300_000, 7, (120, 180), 0, (0, 0), 20, (360, 120), 50),
    "small-warship": (6600, 100_000, 8, (60, 90), 0, (0, 0), 10, (450, 150), 25),
    "river-boat": (4000, 30_000, 8, (20, 40), 8, (180, 60), 0, (0, 0), 0),
    "sailing-boat": (2000, 20_000, 8, (20, 40), 0, (0, 0), 1, (360, 120), 0),
    "canoe": (50, 6000, 9, (5, 10), 1, (90, 60), 0, (0, 0), 0),
    "large-galley": (30_000, 40_000, 7, (100, 120), 180, (90, 90), 20, (360, 120), 50),
    "small-galley": (10_000, 20_000, 8, (80, 100), 60, (90, 90), 10, (450, 150), 20),
    "war-galley": (60_000, 60_000, 7, (120, 150), 300, (60, 60), 30, (360, 120), 75),
}


def docked(*ships: Vessel, gp: int = 10_000) -> State:
    state = replace(company(gp=gp), routes=(Route("road", "", "settled", 12), COAST))
    return replace(state, vessels={ship.id: replace(ship, at="town", owner=PC) for ship in ships})


def refused(state: State, action: object) -> str:
    return why_not(state, action).rule


@rule("ose:vehicle.genre-data", "ose:vehicle.ac")
@pytest.mark.parametrize("kind", PRINTED)
def test_the_list_is_the_books(kind: str):
    data = vessels.kinds()[kind]
    rowing, sailing = (data.row_feet, data.row_encounter_feet), (data.sail_feet, data.sail_encounter_feet)
    crew = (data.oarsmen, rowing, data.sailors, sailing, data.mercenaries)
    assert (data.cost_gp, data.cargo_coins, data.ac, data.hull, *crew) == PRINTED[kind]
    assert data.seaworthy is (kind in list(PRINTED)[:8])


@rule("ose:vehicle.genre-data")
def test_there_are_no_others_but_rafts_and_wagons():
    assert set(vessels.kinds()) - set(PRINTED) == {"makeshift-raft", "professional-raft", "cart", "wagon"}


@rule("ose:vehicle.movement", "ose:vehicle.row.sprint")
def test_an_encounter_is_fought_at_a_third_of_the_rate_but_by_rowers_who_sprint():
    ship, galley = vessels.kinds()["small-sailing-ship"], vessels.kinds()["small-galley"]
    assert (vessels.feet(ship, False), vessels.feet(ship, False, encounter=True)) == (450, 150)
    assert (vessels.feet(galley, True), vessels.feet(galley, True, encounter=True)) == (90, 90)


@rule("ose:vehicle.damage.speed")
@pytest.mark.parametrize(
    ("lost", "left"), [(0, 1), (19, Fraction(9, 10)), (20, Fraction(8, 10)), (25, Fraction(8, 10))]
)
def test_a_tenth_of_the_hull_is_a_tenth_of_the_speed(lost: int, left: Fraction):
    ship = replace(a_ship("large-sailing-ship", hull=100), hull=100 - lost)
    assert vessels.sailed(at_sea(ship), ship) == 360 * left


@rule("ose:vehicle.row.short-crew")
def test_a_tenth_of_the_oarsmen_is_a_tenth_of_the_speed():
    assert vessels.stroke(90, 100) == Fraction(9, 10)
    galley = a_ship("small-galley", crew={"captain": 1, "oarsman": 54, "sailor": 10})
    assert vessels.rowed(at_sea(galley), galley) == 81
    assert vessels.stroke(95, 100) == 1


@rule("ose:vehicle.crew")
def test_a_ship_needs_its_crew():
    manned = a_ship("small-galley")
    assert vessels.short_of(at_sea(manned), manned) == {}
    assert vessels.why_not_cast_off(at_sea(manned), manned) is None
    few = a_ship(crew={"captain": 1, "sailor": 9})
    assert vessels.short_of(at_sea(few), few) == {"sailor": 1}
    assert vessels.why_not_cast_off(at_sea(few), few).rule == "ose:vehicle.crew"
    canoe = a_ship("canoe", crew={})
    assert vessels.why_not_cast_off(at_sea(canoe), canoe) is None
    bare = a_ship("small-galley", crew={"oarsman": 60})
    assert "captain" in vessels.why_not_cast_off(at_sea(bare), bare).sentence


@rule("ose:vehicle.crew")
def test_hands_are_hired_by_the_month():
    state = docked(a_ship(crew={}))
    done = run(state, shipyard.HireCrew(PC, "sailors"))
    assert done.state.vessels["ship-1"].crew == {"sailor": 10}
    assert done.state.creatures[PC].items[0].count == 9900
    assert refused(done.state, shipyard.HireCrew(PC, "sailors", 1)) == "ose:vehicle.crew"
    assert refused(docked(), shipyard.HireCrew(PC, "sailors")) == "ose:vehicle.crew"


@rule("ose:vehicle.genre-data", "ose:vehicle.hull-points")
@pytest.mark.parametrize(("face", "hull"), [(1, 60), (6, 90)])
def test_a_ship_is_bought(face: int, hull: int):
    done = run(docked(), shipyard.BuyVessel(PC, "sailing ship (small)"), d6(face))
    (ship,) = done.state.vessels.values()
    assert (ship.kind, ship.hull, ship.whole_hull, ship.crew) == ("small-sailing-ship", hull, hull, {})
    assert done.state.creatures[PC].items[0].count == 5000
    assert refused(docked(gp=4999), shipyard.BuyVessel(PC, "small sailing ship")) == "ose:vehicle.genre-data"
    assert refused(docked(), shipyard.BuyVessel(PC, "submarine")) == "ose:vehicle.genre-data"
    inland = replace(docked(), routes=())
    assert refused(inland, shipyard.BuyVessel(PC, "small sailing ship")) == "ose:vehicle.genre-data"


@rule("ose:vehicle.genre-data")
def test_a_ship_is_hired_with_its_crew():
    done = run(docked(), shipyard.HireVessel(PC, "small sailing ship"), d6(1))
    (ship,) = done.state.vessels.values()
    assert fittings(ship).hired and ship.crew == {"captain": 1, "sailor": 10}
    assert done.state.creatures[PC].items[0].count == 9950


@rule("ose:vehicle.cargo")
def test_a_hold_takes_so_much_and_no_more():
    state = docked(a_ship())
    assert vessels.why_not_stow(state, state.vessels["ship-1"], coins("gp", 100_000)) is None
    assert vessels.why_not_stow(state, state.vessels["ship-1"], coins("gp", 100_001)).rule == "ose:vehicle.cargo"
    thing = state.creatures[PC].items[0]
    done = run(state, shipyard.Stow(PC, thing.id))
    assert [item.count for item in done.state.vessels["ship-1"].hold] == [10_000]
    assert not done.state.creatures[PC].items
    back = run(done.state, shipyard.Unload(PC))
    assert back.state.creatures[PC].items[0].count == 10_000 and not back.state.vessels["ship-1"].hold


@rule("ose:vehicle.passengers", "ose:vehicle.passengers.convert")
def test_there_are_no_passengers_but_where_the_list_or_the_referee_says_so():
    state = docked(a_ship())
    assert vessels.places(state.vessels["ship-1"]) == 0
    assert vessels.places(a_ship("small-troop-transport")) == 50
    done = run(state, shipyard.MakeQuarters(PC, 10_000))
    assert vessels.places(done.state.vessels["ship-1"]) == 10
    assert vessels.room_coins(done.state, done.state.vessels["ship-1"]) == 90_000
    ruled = Resolution(state, Scripted(), RULESET, {"ose:vehicle.passengers.convert": "refused"})
    shipyard.make_quarters(ruled, shipyard.MakeQuarters(PC, 10_000))
    assert vessels.places(ruled.state.vessels["ship-1"]) == 0


@rule("ose:vehicle.repair.workshop")
def test_a_dock_makes_all_of_it_good():
    hurt = refitted(replace(a_ship(), hull=20), suffered=40, mended=0)
    done = run(docked(hurt), shipyard.RepairInDock(PC))
    assert done.state.vessels["ship-1"].hull == 60
    assert fittings(done.state.vessels["ship-1"]).suffered == 0
    assert refused(done.state, shipyard.RepairInDock(PC)) == "ose:vehicle.repair.workshop"


@rule("ose:vehicle.damage.mounted", "ose:vehicle.cargo")
def test_a_ship_is_armed_as_its_description_allows():
    state = docked(a_ship("small-galley"), gp=10_000)
    done = run(state, shipyard.ArmVessel(PC, "catapult", 1))
    assert done.state.vessels["ship-1"].arms == ("catapult",)
    assert vessels.room_coins(done.state, done.state.vessels["ship-1"]) == 10_000
    done = run(done.state, shipyard.ArmVessel(PC, "a ram"))
    assert done.state.vessels["ship-1"].arms == ("catapult", "small-ram")
    assert refused(done.state, shipyard.ArmVessel(PC, "ram")) == "ose:vehicle.damage.mounted"
    assert refused(docked(a_ship()), shipyard.ArmVessel(PC, "catapult")) == "ose:vehicle.damage.mounted"


@rule("ose:vehicle.hull-points", "ose:vehicle.destroyed.time")
def test_damage_is_counted_and_at_none_it_breaks_up():
    done = Resolution(at_sea(), Scripted(d10(4)), RULESET)
    ship = done.state.vessels["ship-1"]
    vessels.batter(done, ship, 59, "x", ())
    assert done.state.vessels["ship-1"].sinks_at is None
    vessels.batter(done, ship, 1, "x", ())
    assert done.state.vessels["ship-1"].hull == 0 and fittings(done.state.vessels["ship-1"]).suffered == 60
    assert done.state.vessels["ship-1"].sinks_at == done.state.now + 40
