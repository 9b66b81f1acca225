"""Ship against ship: sighting, coming alongside, boarding, rams, catapults, and what else hurts a hull."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import Hardy, met
from tests.rules.ose.afloat import SHIP, a_ship, at_sea
from tests.rules.ose.below import having
from tests.rules.ose.scene import every, first, scene

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Roll
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import BOARDING, has
from underkeep.systems.ose.basics.fittings import fittings
from underkeep.systems.ose.encounters import boarding, sea_fights, terrains
from underkeep.systems.ose.encounters.boarding import ShipSighted, ShipsJoined
from underkeep.systems.ose.encounters.meetings import MONSTERS
from underkeep.systems.ose.encounters.sea_fights import (
    Approach,
    BoardShip,
    Bombard,
    HullStruck,
    RamShip,
    StrikeHull,
    hull_points,
)
from underkeep.systems.ose.equipment import vessels
from underkeep.systems.ose.magic.effects.spells_of_destruction import BlastRolled
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d10, d12, d20, rule
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import AttackRolled
from underkeep.world.dungeon import Group
from underkeep.world.encounter import ChanceRolled, Encounter, EncounterBegan, SurpriseRolled
from underkeep.world.fight import FightBegan
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.state import State
from underkeep.world.vessel import Vessel, VesselLost

ARMED = ("catapult", "catapult-shot", "pitch-shot", "small-ram")


def facing(
    yards: int = 100, attitude: str = "neutral", own: Vessel | None = None, kind: str = "small-galley", hull: int = 80
) -> State:
    """A small galley of the party's, and pirates so far off in a ship of theirs."""
    state = at_sea(own or a_ship("small-galley", hull=80, arms=ARMED), "sea")
    state = having(state, Group("pirates", ON_THE_WAY, "pirate", 2))
    do = Resolution(state, Hardy(4), RULESET)
    for number in (1, 2):
        do.rules.recruit(do, Recruit("pirate"), f"pirate-{number}", MONSTERS)
    state = do.state
    theirs = Vessel(state.opaque("vessel", "pirates"), kind, "galley", hull, hull, at="road")
    theirs = replace(theirs, crew=vessels.full_crew(vessels.kinds()[kind]))
    encounter = Encounter("pirates", ("pirate-1", "pirate-2"), yards * 3, attitude=attitude)
    return replace(state, encounter=encounter, vessels={**state.vessels, theirs.id: theirs})


def theirs(state: State) -> Vessel:
    ship = boarding.other(state)
    assert ship is not None
    return ship


def doing(state: State, perform, action, *faces: int) -> Resolution:
    do = Resolution(state, Hardy(4, *faces), RULESET)
    perform(do, action)
    return do


def refused(state: State, action) -> str:
    found = play.why_not(RULESET, state, "player", action)
    return found.rule if found is not None else ""


# Seen


@rule("ose:water.visibility.ships")
@pytest.mark.parametrize(
    ("sky", "yards", "known"), [("clear", 300, 1), ("clear", 301, 0), ("foggy", 40, 1), ("foggy", 41, 0)]
)
def test_ships_are_made_out_at_300_yards_or_at_40_in_fog(sky: str, yards: int, known: int):
    state = at_sea()
    state = with_campaign(state, road=replace(campaign(state).road, sky=sky))
    assert boarding.is_made_out(state, yards) is bool(known)


@rule("ose:water.visibility.ships")
def test_seafarers_come_in_a_ship():
    group = Group("pirates", ON_THE_WAY, "pirate", 2)
    done = Resolution(having(at_sea(), group), Seeded(2), RULESET)
    RULESET.meetings.meet(done, group, None)
    ship = theirs(done.state)
    assert (ship.owner, ship.kind in vessels.seafarers()["pirate"].ships) == ("", True)
    assert first(done, ShipSighted).yards == first(done, EncounterBegan).encounter.distance // 3
    assert first(done, ShipSighted).known


@rule("ose:water.surprise.aquatic")
@pytest.mark.parametrize(("sky", "rolls"), [("clear", 0), ("foggy", 1)])
def test_what_lives_in_the_water_is_surprised_by_ships_in_fog_alone(sky: str, rolls: int):
    state = at_sea()
    state = with_campaign(state, road=replace(campaign(state).road, sky=sky))
    done = met(state, "sea-snake", 1, d6(3), *(d6(3),) * rolls, *d6(2, 2, 2, 2), *d6(6, 1))
    assert sum(e.side == MONSTERS for e in every(done, SurpriseRolled)) == rolls


# Boarding


@rule("ose:vehicle.board.alongside")
def test_nobody_boards_or_fights_across_the_water():
    far = facing(yards=160)
    assert refused(far, a.Engage()) == "ose:vehicle.board.alongside"
    assert refused(far, BoardShip("hero-1")) == "ose:vehicle.board.alongside"
    assert refused(facing(yards=150), BoardShip("hero-1")) == ""
    assert refused(far, Approach("hero-1")) == ""


@rule("ose:vehicle.board.mutual")
def test_two_crews_that_want_it_need_no_roll():
    done = doing(facing(50, "hostile"), sea_fights.board, BoardShip("hero-1"))
    assert first(done, ShipsJoined).how == "mutual" and every(done, FightBegan)
    assert not every(done, ChanceRolled)


@rule("ose:vehicle.board.forced")
@pytest.mark.parametrize(("face", "joined"), [(2, True), (3, False)])
def test_against_their_will_it_is_two_in_six(face: int, joined: bool):
    after = () if joined else (d6(3),)
    done = doing(facing(50), sea_fights.board, BoardShip("hero-1"), d6(face), *after)
    assert bool(every(done, ShipsJoined)) is joined is bool(every(done, FightBegan))


@rule("ose:vehicle.board.forced", "ose:vehicle.board.alongside")
def test_pirates_close_in_and_board():
    done = Resolution(facing(200, "hostile"), Hardy(4), RULESET)
    boarding.come_to_blows(done)
    assert done.state.encounter is not None and done.state.encounter.distance == 150
    boarded = Resolution(done.state, Hardy(4, d6(2)), RULESET)
    boarding.come_to_blows(boarded)
    assert [e.creature for e in every(boarded, ConditionGained)] == ["pirate-1", "pirate-2"]


@rule("ose:vehicle.board.penalty")
def test_those_who_board_are_at_a_loss_for_a_round():
    done = doing(facing(50, "hostile"), sea_fights.board, BoardShip("hero-1"))
    (condition,) = [c for c in done.state.creatures["hero-1"].conditions if c.name == BOARDING]
    assert condition.until is not None and condition.until - done.state.now <= 10
    assert has(done.state.creatures["hero-2"], BOARDING)


@rule("ose:vehicle.board.penalty")
@pytest.mark.parametrize(("who", "face", "hit"), [("fighter-1", 16, True), ("fighter-1", 15, False)])
def test_two_off_the_attack(who: str, face: int, hit: bool):
    state = scene("fighter[sword] v orc")
    assert attack_of(state, "fighter-1", "orc-1", face - 2).needed == attack_of(state, who, "orc-1", face).needed
    boarder = state.with_creature(who, conditions=(Condition(BOARDING),))
    roll = attack_of(boarder, who, "orc-1", face)
    assert roll.total == face - 2 and (roll.total >= roll.needed) is (face - 2 >= roll.needed)


@rule("ose:vehicle.board.penalty")
def test_and_two_off_the_armour_class():
    state = scene("fighter[sword] v orc")
    boarded = state.with_creature("orc-1", conditions=(Condition(BOARDING),))
    plain, easier = attack_of(state, "fighter-1", "orc-1", 10), attack_of(boarded, "fighter-1", "orc-1", 10)
    assert plain.needed is not None and easier.needed == plain.needed - 2


def attack_of(state: State, actor: str, target: str, face: int) -> Roll:
    class Dice(Seeded):
        def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
            return (face,) if why.startswith("attack of") else super().roll(count, sides, why)

    done = play.resolve(RULESET, state, state.owner(actor), Attack(actor, target, "sword"), Dice(1))
    return first(done, AttackRolled).roll


# Arms


@rule("ose:vehicle.damage.mounted", "ose:vehicle.ac")
@pytest.mark.parametrize(("face", "points"), [(11, 70), (10, 0)])
def test_a_ram_hits_by_the_ships_ac(face: int, points: int):
    damage = (d4(3),) if points else ()
    done = doing(facing(90), sea_fights.ram, RamShip("hero-1"), d20(face), *damage, d6(3))
    assert first(done, ChanceRolled).roll.needed == 11
    assert theirs(done.state).hull == 80 - points


@rule("ose:vehicle.damage.mounted")
def test_a_catapult_needs_range_and_time():
    state = facing(200)
    done = doing(state, sea_fights.bombard, Bombard("hero-1"), d20(9), *d6(6, 5, 4))
    assert theirs(done.state).hull == 65
    assert done.state.vessels[SHIP].arms == ("catapult", "pitch-shot", "small-ram")
    assert fittings(done.state.vessels[SHIP]).ready_at == done.state.now + 50
    assert refused(done.state, Bombard("hero-1", "pitch")) == "ose:vehicle.damage.mounted"
    assert refused(facing(149), Bombard("hero-1")) == "ose:vehicle.damage.mounted"
    assert refused(facing(301), Bombard("hero-1")) == "ose:vehicle.damage.mounted"


@rule("ose:vehicle.damage.mounted")
@pytest.mark.parametrize(("crew", "turns"), [(15, 1), (14, 2), (10, 2), (9, 3), (5, 3), (1, 3)])
def test_pitch_burns_until_it_is_put_out(crew: int, turns: int):
    assert sea_fights.turns_for(crew) == turns


@rule("ose:vehicle.destroyed.weapons")
def test_a_ship_that_breaks_up_uses_no_arms():
    wreck = a_ship("small-galley", hull=80, arms=ARMED)
    wreck = replace(wreck, hull=0)
    assert refused(facing(200, own=wreck), Bombard("hero-1")) == "ose:vehicle.destroyed.weapons"
    assert refused(facing(10, own=wreck), RamShip("hero-1")) == "ose:vehicle.destroyed.weapons"


@rule("ose:vehicle.destroyed.time")
def test_a_sunk_ship_ends_the_meeting():
    done = doing(facing(90, hull=50), sea_fights.ram, RamShip("hero-1"), d20(20), d4(1), d10(1), d6(3))
    ship = theirs(done.state)
    assert ship.hull == 0 and ship.sinks_at is not None
    late = replace(done.state, now=ship.sinks_at)
    gone = doing(late, sea_fights.ram, RamShip("hero-1"), d20(1))
    assert every(gone, VesselLost) and gone.state.encounter is None


# Blows, spells, beasts


@rule("ose:vehicle.damage.targetable", "ose:vehicle.damage.normal", "ose:vehicle.ac")
def test_swords_and_arrows_do_nothing_to_a_hull():
    state = facing(10)
    done = doing(state, sea_fights.strike, StrikeHull("hero-1"), d20(19), d6(3))
    struck = first(done, HullStruck)
    assert struck.hit and struck.points == 0 and theirs(done.state).hull == 80
    assert struck.roll.needed == 11
    assert refused(facing(100), StrikeHull("hero-1")) == "ose:vehicle.damage.targetable"


@rule("ose:vehicle.damage.magic", "ose:vehicle.damage.giant-monsters")
@pytest.mark.parametrize(("damage", "points"), [(23, 4), (10, 2), (4, 0)])
def test_five_points_are_one_of_the_hull(damage: int, points: int):
    assert hull_points(damage) == points


@rule("ose:vehicle.damage.magic")
def test_a_blast_strikes_the_ship_too():
    done = Resolution(facing(10), Scripted(), RULESET)
    done.emit(BlastRolled("hero-1", "Fire Ball", Roll("8d6", (6, 6, 6, 5), 23)))
    assert theirs(done.state).hull == 76
    done.emit(BlastRolled("pirate-1", "Fire Ball", Roll("8d6", (6, 6, 6, 5), 23)))
    assert done.state.vessels[SHIP].hull == 76


@rule("ose:vehicle.damage.giant-monsters", "ose:vehicle.ac")
@pytest.mark.parametrize(("face", "hull"), [(6, 58), (5, 60)])
def test_a_huge_beast_goes_for_the_hull(face: int, hull: int):
    state = having(at_sea(), Group("serpents", ON_THE_WAY, "sea-serpent", 1))
    do = Resolution(state, Hardy(4), RULESET)
    do.rules.recruit(do, Recruit("sea-serpent"), "sea-serpent-1", MONSTERS)
    damage = d6(5, 5) if hull < 60 else ()
    done = Resolution(do.state, Scripted(d20(face), *damage), RULESET)
    sea_fights.began(done, FightBegan(("hero-1", "sea-serpent-1")))
    assert first(done, HullStruck).roll.needed == 6
    assert done.state.vessels[SHIP].hull == hull


def test_pirates_are_met_at_sea_alone():
    assert not terrains._is_found("pirate")
    do = Resolution(at_sea(), Scripted(d8(3), d12(9), *d4(2, 2)), RULESET)
    group = terrains.wanderers(do, terrains.terrains()["sea"], ())
    assert (group.kind, group.count) == ("pirate", 6)
