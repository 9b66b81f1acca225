"""Doors, odd places, traps, wings and captives, at the edge of each number."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import FRIEND, PC, answer, bare, delvers, holding, lead, on_sheet, scored
from tests.rules.robs.scene import every, first

from underkeep.procedures import delve_actions as a
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics.barriers import Bar
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.exploration import aftermath, breaking, exploring, features, traps, turn, wings
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import CheckRolled, DamageRolled, Died, Harmed
from underkeep.world.dungeon import Feature, Spot, Trap
from underkeep.world.party import PartyWent, Searched

STILL = d6(3, 3)


@rule("robs:alignment.slide-to-evil")
def test_only_those_who_yielded_are_captives():
    state = delvers()
    for number, status in ((1, "yielded"), (2, "up"), (3, "fled")):
        orc = RULESET.recruit(bare(state), Recruit("orc"), f"orc-{number}", "monsters")
        state = replace(state, creatures={**state.creatures, orc.id: replace(orc, status=status)})
    state = state.with_creature(FRIEND, status="yielded")
    done = bare(state)
    done.ask_party(aftermath.CAPTIVES, (aftermath.RELEASE, aftermath.KILL), aftermath.RELEASE, (), "")
    done = answer(done, aftermath.KILL)
    assert [e.creature for e in every(done, Died)] == ["orc-1"]


@rule("robs:scale.material.threshold", "robs:scale.material.tiny-creature")
@pytest.mark.parametrize(("scale", "told"), [(0, False), (-1, True), (1, False)])
def test_only_the_small_are_told_to_be(scale, told):
    done = bare(on_sheet(delvers(), PC, scale=scale), *d6(3, 3))
    breaking._struggle(done, done.state.creatures[PC], 9, "breaking")
    assert ("robs:scale.material.tiny-creature" in first(done, CheckRolled).rule) is told


def shut(**bar):
    """The party before a door that nobody has tried yet."""
    state = delvers()
    door = replace(state.dungeon.doors["door-1"], tried=False, barrier=Bar(**{"fast": "stuck", "difficulty": 1, **bar}))
    return replace(state, dungeon=replace(state.dungeon, doors={**state.dungeon.doors, "door-1": door})), door


@rule("robs:abilities.str", "robs:abilities.dex", "robs:scale.material.threshold")
def test_a_door_that_gave_way_has_been_tried():
    def opened(perform, *args, strong=False):
        state, door = shut()
        done = bare(scored(state, PC, STR=3) if strong else state, *d6(*args))
        perform(done, done.state.creatures[PC], door)
        return done.state.dungeon.doors["door-1"].tried

    assert opened(exploring.force_door, 6, 3)
    assert opened(exploring.pick_lock, 6, 3)
    assert opened(breaking.push, strong=True)
    assert opened(lambda do, creature, door: breaking.hack(do, breaking.HackDoor(creature.id, door.id)), 6, 1)


@rule("robs:abilities.int")
def test_a_search_is_told_once_for_all_who_look():
    state = delvers()
    done = lead(state, a.Search(state.party.at.square), *STILL, *STILL, *STILL)
    assert len(every(done, Searched)) == 1


@rule("robs:task.situational.luck", "robs:task.situational.reading")
@pytest.mark.parametrize(("faces", "result"), [((4, 3), "good"), ((3, 3), "nothing"), ((3, 4), "bad")])
def test_what_comes_of_an_odd_place(faces, result):
    done = lead(holding(delvers(), Feature("f", "1-01", "bones")), a.Use(PC, "f"), *d6(*faces))
    assert first(done, features.FeatureTried).result == result


@rule("robs:task.situational.luck")
def test_bad_water_costs_a_point():
    done = lead(holding(delvers(), Feature("w", "1-01", "spring")), a.Use(PC, "w"), *d6(3, 5, 3, 4))
    assert first(done, Harmed).amount == 1 and done.state.creatures[PC].hp == 9


@rule("robs:task.relative-result", "robs:damage.formula")
def test_what_drives_a_blade_is_told():
    done = bare(on_sheet(delvers(), PC, ddf=1), *d6(1, 3))
    traps.spring(done, Trap("t", "1-01", "blade"), done.state.creatures[PC])
    assert dict(first(done, DamageRolled).roll.modifiers) == {"Relative Result": 3, "trap": 2, "hide": -1}


@rule("robs:task.relative-result")
def test_who_slips_though_quick_enough_falls_short_by_nothing():
    done = bare(scored(delvers(), PC, DEX=9), *d6(1, 6))
    assert traps._short_by(done, done.state.creatures[PC], 1) == 0
    leapt = bare(delvers(), *d6(4, 3))
    assert traps._short_by(leapt, leapt.state.creatures[PC], 1) is None


@rule("robs:movement.table")
def test_a_party_of_which_nobody_walks_goes_as_people_do():
    state = delvers().with_creature(PC, status="dead").with_creature(FRIEND, status="dead")
    assert turn.careful_metres(state) == 45


@rule("robs:race.ellyl.flight-rest")
def test_the_first_turn_on_the_wing_counts_ten_minutes():
    done = bare(delvers("ellyl-thief"))
    wings.end_turn(done, False)
    assert campaign(done.state).flown == {PC: 10}


def entered(state, seen=None):
    state = replace(state, party=replace(state.party, seen=seen or {}))
    done = bare(state)
    done.emit(PartyWent("dungeon", Spot(1, (4, 2), "1-p1"), "opening-1"))
    return [(e.creature, e.ways) for e in every(done, wings.ExitsSought)]


@rule("robs:race.ellyl.exits")
def test_the_first_of_the_winged_seeks_new_ways_out_by_light():
    state = delvers("ellyl-thief", "ellyl-thief")
    assert entered(state) == [(PC, 2)]
    assert entered(replace(state, lights=())) == []
    assert entered(state, seen={"1": f"{(1 << 200) - 1:x}"}) == []
