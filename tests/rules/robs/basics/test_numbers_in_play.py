"""Critical results, other dice, the limits of human legs, darkness for elves, and what else is small."""

import pytest
from tests.rules.robs.below import PC, bare, delvers, lead, of_town, scored
from tests.rules.robs.referee.test_stocking import abroad
from tests.rules.robs.scene import A, B, changed, duel, every, first, hit, make, own, under

from underkeep.kernel.dice import Seeded
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.damage import armour_defence
from underkeep.systems.robs.basics import movement
from underkeep.systems.robs.basics.numbers import CriticalRolled, rolled_sum
from underkeep.systems.robs.basics.town_life import town_life
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.checks.checks import checked, why_not
from underkeep.systems.robs.equipment.arms import Arm, ranges_m
from underkeep.systems.robs.ruleset import RULESET
from underkeep.systems.robs.town import town
from underkeep.systems.robs.travel import answers as road
from underkeep.testing import d4, d6, rule
from underkeep.world.condition import Condition
from underkeep.world.dungeon import GroupChanged
from underkeep.world.gear import Item


@rule("robs:dice.critical-natural")
@pytest.mark.parametrize(("high", "low", "told"), [(6, 1, ["success"]), (1, 6, ["failure"]), (6, 2, []), (1, 5, [])])
def test_critical_results(high, low, told):
    on = duel(switches=("critical-natural",))
    assert [e.what for e in every(hit(on, *d6(high, low)), CriticalRolled)] == told
    assert not every(hit(duel(), *d6(high, low)), CriticalRolled)
    below = bare(delvers(switches=("critical-natural",)), *d6(high, low))
    checked(below, below.state.creatures[PC], "STR", 0)
    assert [e.what for e in every(below, CriticalRolled)] == told


@rule("robs:dice.other-dice")
def test_other_dice_are_added_up():
    assert rolled_sum(bare(delvers(), *d6(2, 5)), "2d6", "a test") == 7
    assert rolled_sum(bare(delvers(), *d4(1, 2, 4)), "3d4", "a test") == 7


@rule("robs:movement.human-maximum")
@pytest.mark.parametrize(
    ("race", "pace", "squares"), [("human", 0, 29), ("human", 1, 35), ("human", 2, 35), ("dwarf", 1, 41)]
)
def test_no_human_runs_a_mile_in_less_than_five_minutes(race, pace, squares):
    state = changed(duel(), A, race=race, movement_scale=pace)
    assert movement.sprint_squares(state, state.creatures[A]) == squares


@rule("robs:race.elf.dark-sight")
@pytest.mark.parametrize(
    ("race", "names", "penalty"),
    [("elf", (sight.IN_DARKNESS,), -1), ("human", (sight.IN_DARKNESS,), -2), ("elf", (), 0)],
)
def test_elves_in_the_dark(race, names, penalty):
    state = under(changed(duel(), A, race=race), B, *names)
    assert sight.blindness(state.creatures[A], state.creatures[B]) == penalty


@rule("robs:race.ellyl.metal")
def test_no_ellyl_is_a_smith():
    state = delvers("ellyl-thief", "human-fighter")
    assert why_not(state, CallCheck(PC, "smithing", 0)).rule == "robs:race.ellyl.metal"
    assert why_not(state, CallCheck("hero-2", "smithing", 0)) is None
    assert why_not(state, CallCheck(PC, "handiwork", 0)) is None


@rule("robs:class.fighter.defence-allocation", "robs:class.fighter.defence", "robs:example.fighter-8-attacks")
@pytest.mark.parametrize(
    ("worn", "points"), [(("chainmail", "small-shield"), -2), (("chainmail",), -2), (("small-shield",), -2), ((), None)]
)
def test_each_point_of_defence_is_spent_once(worn, points):
    items = tuple(Item(kind, kind, "worn") for kind in worn)
    state = changed(duel(), B, classes={"fighter": 8}).with_creature(B, items=items)
    assert dict(armour_defence(state.creatures[B])).get("defence") == points


@rule("robs:equipment.thrown-range-heavy")
def test_heavy_things_fly_less_far():
    stool = Arm("stool", "Stool", 1, bands=(5, 10, 15), throw_factor=2)
    assert ranges_m(stool, 2, 0) == (9, 14, 19)
    dagger = Arm("dagger", "Dagger", 2, bands=(10, 20, 30), throw_factor=5)
    assert ranges_m(dagger, -1, 0) == (5, 15, 25)


@rule("robs:referee.world")
def test_the_referee_says_whose_temple_stands_here():
    done = Resolution(delvers(in_town=True), Seeded(1, "town"), RULESET, {"robs:referee.world": "the-coil"})
    town.found(done)
    assert town_life(done.state).temple == "the-coil"
    assert of_town(done.state, "city").settlement.size == "city"


@rule("robs:race.ellyl.flight-height")
@pytest.mark.parametrize(
    ("kinds", "faces", "hunted"),
    [(("ellyl-thief",), (3, 5), True), (("ellyl-thief",), (3, 4), False), (("ellyl-thief", "human-thief"), (), False)],
)
def test_birds_of_prey_hunt_above_the_trees(kinds, faces, hunted):
    from underkeep.world.journey import JourneyBegan

    state = JourneyBegan(road.WILDS, homeward=False, marched=0).evolve(delvers(*kinds))
    done = bare(state, *d6(3, 3), *(d6(*faces) if faces else ()))
    road.begin_day(done)
    done.dice.finish()
    assert [e.group.kind for e in every(done, GroupChanged)] == (["giant-bat"] if hunted else [])
    plain = bare(abroad(), *d6(3, 3))
    road.begin_day(plain)
    assert not every(plain, GroupChanged)


@rule("robs:example.bob-con-check", "robs:task.check.roll", "robs:task.check.success")
def test_bobs_con_check():
    state = scored(delvers(), PC, CON=1)
    roll = checked(bare(state, *d6(3, 4)), state.creatures[PC], "CON", 1)
    assert (roll.total, roll.success) == (0, False)


@rule("robs:example.chuck-les", "robs:task.check.roll")
def test_chuck_les():
    state = scored(delvers(), PC, INT=-2)
    roll = checked(bare(state, *d6(2, 1)), state.creatures[PC], "INT", 0)
    assert (roll.total, roll.success) == (-1, False)


@rule("robs:example.bob-sheet", "robs:creation.attributes.free-level", "robs:creation.hp.base")
def test_bobs_sheet():
    from underkeep.testing import d3

    bob, _ = make(
        "human-fighter",
        d6(1),
        d3(1),
        gear=("longsword", "leather", "small shield"),
        free="STR",
        shift="INT>CON",
        alignment="none",
    )
    assert own(bob).attributes == {"STR": 1, "DEX": 0, "CON": 1, "INT": -1, "CHA": 0}
    assert bob.max_hp == 8, "the lowest that the rules allow"


def test_wounds_and_conditions_of_the_delve_do_not_stop_a_search():
    state = delvers().with_creature(PC, conditions=(Condition("paralysed"),))
    from underkeep.procedures.delve_actions import Search

    done = lead(state, Search(state.party.at.square), *d6(3, 3), *d6(3, 3))
    assert first(done, type(done.events[0])) is not None
