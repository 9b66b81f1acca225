"""Turns: one situational roll for light, company and luck; weariness, and wings that tire."""

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import FRIEND, PC, bare, delvers, holding, lead, on_sheet, remembering, scored, without
from tests.rules.robs.scene import every, first

from underkeep.procedures.delve_actions import Douse, LightUp, Rest
from underkeep.systems.robs.basics import movement
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.equipment import light
from underkeep.systems.robs.exploration import turn, wings
from underkeep.systems.robs.exploration.answers import movement_used
from underkeep.testing import d6, rule
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.dungeon import DoorChanged, Group, Hoard, HoardChanged
from underkeep.world.encounter import EncounterBegan
from underkeep.world.gear import Item
from underkeep.world.light import LightWentOut


def turns(state, *faces):
    done = bare(state, *faces)
    turn.end_turn(done)
    done.dice.finish()
    return done


@rule("robs:task.situational.roll", "robs:task.situational.reading")
@pytest.mark.parametrize(("high", "low", "wanes"), [(3, 3, False), (3, 4, True), (4, 3, False)])
def test_a_turn_below_zero_takes_a_level_from_every_light(high, low, wanes):
    state = delvers()
    state = without(remembering(state), "wandering")
    done = turns(_unrested(state), d6(high), d6(low))
    assert light.level(done.state, done.state.lights[0]) == (1 if wanes else 2)


def _unrested(state, count=1):
    from msgspec.structs import replace

    return replace(state, party=replace(state.party, unrested=count))


@rule("robs:dice.adjectives.ladder")
def test_light_goes_down_the_ladder_and_out():
    state = _unrested(delvers())
    burning = state.lights[0]
    assert light.left(state, burning) == "Great light"
    assert light.shines_metres(state, burning) == 10
    low = remembering(state, light={"light-1": 0})
    assert light.left(low, burning) == "Average light"
    assert light.shines_metres(low, burning) == 5
    assert light.sees_metres(low, low.creatures[PC]) == 5
    assert [e.why for e in every(turns(low, d6(3), d6(4)), LightWentOut)] == ["burnt down"]
    assert light.shines_metres(without(low, "fading-light"), burning) == 10
    assert light.left(without(low, "fading-light"), burning) == ""
    assert not every(turns(without(low, "fading-light"), d6(3), d6(4)), LightWentOut)


def test_a_lantern_needs_oil_and_outlasts_a_torch():
    state = delvers()
    dry = state.with_creature(PC, items=(Item("lantern", "Lantern"),))
    assert light.why_not(dry.creatures[PC], "lantern").rule == "robs:delve-light"
    wet = state.with_creature(PC, items=(Item("lantern", "Lantern"), Item("lamp-oil", "Oil")))
    assert light.why_not(wet.creatures[PC], "lantern") is None
    done = lead(wet, LightUp(PC, "lantern"))
    assert light.left(done.state, done.state.lights[-1]) == "Amazing light"
    assert not any(item.kind == "lamp-oil" for item in done.state.creatures[PC].items)
    assert light.sees_metres(lead(state, Douse("light-1")).state, state.creatures[PC]) == 0


def test_a_magic_lantern_never_wanes():
    state = delvers().with_creature(PC, items=(Item("forever-lantern", "Forever-lantern"),))
    lit = lead(state, LightUp(PC, "forever-lantern")).state
    done = turns(_unrested(lit), d6(1), d6(3))
    assert [x.kind for x in done.state.lights] == ["torch", "forever-lantern"]
    assert light.left(done.state, done.state.lights[1]) == ""


@pytest.mark.parametrize(("high", "low", "comes"), [(1, 5, True), (1, 4, False)])
def test_a_bad_turn_brings_somebody(high, low, comes):
    done = bare(_unrested(delvers()), d6(high), d6(low), *_who(comes))
    turn.end_turn(done)
    assert bool(every(done, EncounterBegan)) == comes


def _who(comes):
    from underkeep.systems.robs.monsters import wandering
    from underkeep.testing import die

    many = len(wandering.fitting("dungeon", 1))
    return (die(many, 1), d6(1), *d6(3, 3, 3, 3)) if comes else ()


def test_a_natural_minus_five_comes_unseen():
    from underkeep.systems.robs.monsters import wandering
    from underkeep.testing import die

    state = _unrested(delvers())
    many = len(wandering.fitting("dungeon", 2))
    meeting = bare(state, die(many, 1), d6(1), *d6(*[3] * 20))
    turn._somebody_comes(meeting, True, -5)
    assert set(first(meeting, EncounterBegan).encounter.surprised) == {PC, FRIEND}
    assert first(meeting, EncounterBegan).encounter.attitude == "hostile"


def test_nobody_wanders_where_the_switch_is_off():
    assert not every(turns(_unrested(without(delvers(), "wandering")), d6(1), d6(6)), EncounterBegan)


@pytest.mark.parametrize(("loud", "rested", "wanes"), [(True, False, True), (False, False, False), (True, True, False)])
def test_noise_costs_a_point_and_rest_gives_one(loud, rested, wanes):
    state = _unrested(remembering(delvers(), noise=loud), 0 if rested else 1)
    done = turns(state, d6(3), d6(3))
    assert bool(every(done, light.LightWaned)) == wanes
    assert not campaign(done.state).noise


@rule("robs:task.situational.luck")
@pytest.mark.parametrize(("high", "low", "found"), [(5, 1, True), (5, 2, False)])
def test_a_very_good_turn_shows_what_is_hidden(high, low, found):
    state = _unrested(delvers())
    done = turns(state, d6(high), d6(low))
    assert bool(every(done, DoorChanged)) == found
    assert not every(turns(without(state, "lucky-turns"), d6(high), d6(low)), DoorChanged)


def test_luck_shows_a_trace_where_nothing_is_hidden():
    state = _unrested(delvers())
    seen = turns(state, d6(6), d6(1)).state
    near = holding(seen, Group("g", "1-03", "orc", 2))
    assert first(turns(near, d6(6), d6(1)), turn.TraceFound).kind == "orc"
    assert not every(turns(seen, d6(6), d6(1)), turn.TraceFound)
    hoard = holding(seen, Hoard("h", "1-01", (Item("gp", "gold piece"),), hidden=True))
    assert first(turns(hoard, d6(6), d6(1)), HoardChanged).what == "found"


@rule("robs:movement.table")
def test_careful_parties_walk_a_twentieth_as_far():
    assert turn.careful_metres(delvers()) == 45
    assert turn.careful_metres(on_sheet(delvers(), PC, movement_scale=-1)) == 32
    assert movement_used(bare(delvers()), False) == 3
    assert movement_used(bare(delvers()), True) == 1


@rule("robs:abilities.con")
@pytest.mark.parametrize(("unrested", "rolls"), [(11, 0), (12, 2), (13, 0), (24, 2)])
def test_every_twelfth_turn_without_rest_tries_everybody(unrested, rolls):
    state = _unrested(delvers(), unrested)
    done = turns(state, *d6(*[3] * 2 * rolls), d6(3), d6(3))
    weary = [e.creature for e in every(done, ConditionGained)]
    assert weary == ([PC, FRIEND] if unrested == 24 else [])


@rule("robs:abilities.con")
def test_the_weary_are_worse_at_everything_until_they_rest():
    from underkeep.systems.robs.basics import wounds

    state = _unrested(scored(delvers(), FRIEND, CON=1), 12)
    done = turns(state, d6(3), d6(4), d6(3), d6(4), d6(3), d6(3))
    tired = done.state.creatures[PC]
    assert [(m.source, m.amount) for m in wounds.penalty(done.state, tired)] == [("weary", -1)]
    assert not done.state.creatures[FRIEND].conditions, "CON made up for it"
    assert turn.rest_is_due(done.state)
    rested = lead(done.state, Rest(), d6(3), d6(3))
    assert [e.creature for e in every(rested, ConditionEnded)] == [PC]
    assert not turn.rest_is_due(_unrested(delvers(), 10))
    assert turn.rest_is_due(_unrested(delvers(), 11))
    off = without(_unrested(delvers(), 12), "weariness")
    assert not every(turns(off, d6(3), d6(3)), ConditionGained)


@rule("robs:race.ellyl.flight-rest")
@pytest.mark.parametrize(("con", "minutes"), [(0, 30), (2, 50), (-2, 10), (-3, 0)])
def test_how_long_wings_last(con, minutes):
    state = scored(delvers("ellyl-thief"), PC, CON=con)
    assert movement.flight_minutes(on_sheet(state, PC).creatures[PC].sheet) == minutes


@rule("robs:race.ellyl.flight-rest")
def test_wings_tire_and_a_turn_of_rest_helps():
    state = _unrested(remembering(delvers("ellyl-thief", "ellyl-fighter"), flown={PC: 10, FRIEND: -90}))
    once = turns(state, d6(3), d6(3)).state
    assert campaign(once).flown[PC] == 20
    assert movement.can_fly(once, once.creatures[PC])
    tired = turns(once, d6(3), d6(3)).state
    assert not movement.can_fly(tired, tired.creatures[PC])
    assert movement.movement_scale(tired, tired.creatures[PC]) == -9
    assert turn.rest_is_due(tired)
    rested = lead(tired, Rest(), d6(3), d6(3)).state
    assert movement.can_fly(rested, rested.creatures[PC])
    assert campaign(rested).flown[PC] == 0


@rule("robs:race.ellyl.flight-rest", "robs:movement.table")
def test_tired_wings_are_carried_and_hold_nobody_up():
    state = _unrested(remembering(delvers("ellyl-thief", "human-fighter"), flown={PC: 20}))
    tired = turns(state, d6(3), d6(3)).state
    assert not movement.can_fly(tired, tired.creatures[PC])
    assert movement.is_carried(tired, tired.creatures[PC]) and not turn.rest_is_due(tired)
    assert turn.careful_metres(tired) == 45
    assert not movement.is_carried(tired, tired.creatures[FRIEND])
    rested = turns(tired, d6(3), d6(3)).state
    assert movement.can_fly(rested, rested.creatures[PC]), "a shoulder is as good as the ground"
    alone = turns(_unrested(remembering(delvers("ellyl-thief"), flown={PC: 20})), d6(3), d6(3)).state
    assert not movement.is_carried(alone, alone.creatures[PC])


@rule("robs:race.ellyl.underground", "robs:race.ellyl.exits")
def test_the_winged_folk_dread_the_place_and_seek_the_ways_out():
    from underkeep.world.party import PartyWent

    state = delvers("human-fighter", "ellyl-thief")
    going = bare(state)
    going.emit(PartyWent("dungeon", state.dungeon.entrance, "arrived"))
    assert [e.creature for e in every(going, wings.DreadFelt)] == [FRIEND]
    dark = bare(delvers("human-fighter", "human-thief"))
    dark.emit(PartyWent("dungeon", state.dungeon.entrance, "arrived"))
    assert not every(dark, wings.DreadFelt)


@rule("robs:race.ellyl.exits")
def test_an_ellyl_sees_ways_out_beyond_the_light():
    from msgspec.structs import replace

    from underkeep.world.dungeon import Spot
    from underkeep.world.party import PartyWent

    spot = Spot(1, (4, 2), "1-p1")
    for kinds, ways in ((("ellyl-thief",), 2), (("human-thief",), 0)):
        state = delvers(*kinds)
        state = replace(state, party=replace(state.party, seen={}))
        going = bare(state)
        going.emit(PartyWent("dungeon", spot, "opening-1"))
        assert [e.ways for e in every(going, wings.ExitsSought)] == ([ways] if ways else [])
        walking = bare(state)
        walking.emit(PartyWent("dungeon", spot, "walk"))
        assert not every(walking, wings.ExitsSought)


def test_weariness_counts_in_checks():
    tired = delvers().with_creature(PC, conditions=(Condition("weary"),))
    from underkeep.systems.robs.checks.checks import checked

    assert checked(bare(tired, d6(3), d6(3)), tired.creatures[PC], "STR", 0).total == -1


def test_a_light_that_nobody_bears_is_left_behind():
    from underkeep.procedures import lights
    from underkeep.world.light import Light, LightWentOut

    state = replace(delvers(), lights=(Light("ball", "", "ball-of-light", "Ball of light", 10, None),))
    done = bare(state)
    lights.take_up(done, ())
    assert [(e.light, e.why) for e in every(done, LightWentOut)] == [("ball", "left behind")]
