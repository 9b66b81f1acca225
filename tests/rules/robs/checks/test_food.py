"""Rations keep for four weeks."""

import pytest
from tests.rules.robs.below import PC, bare, delvers
from tests.rules.robs.scene import A, changed, do, duel, every, first

from underkeep.procedures.actions import CallCheck
from underkeep.procedures.time import pass_time
from underkeep.systems.robs.basics import compendium, movement
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.basics.qualities import Dried
from underkeep.systems.robs.basics.traits import Swimmer
from underkeep.systems.robs.checks.food import FoodLookedOver
from underkeep.testing import d6, rule
from underkeep.world.clock import DAY
from underkeep.world.creature import CheckRolled
from underkeep.world.gear import Item, ItemsChanged

RATIONS = "robs:equipment.gear.rations"


def after(state, *days):
    done = bare(state)
    for some in days:
        pass_time(done, some * DAY, "rest")
    return done


def food(done):
    return {(i.kind, i.count) for i in done.state.creatures[PC].items}


@pytest.fixture
def fed():
    return delvers(in_town=True).with_creature(PC, items=(Item("rations", "Rations", count=3), Item("rope", "Rope")))


@rule(RATIONS)
@pytest.mark.parametrize(
    ("days", "rots"), [((27,), False), ((28,), True), ((1, 26), False), ((1, 27), True), ((14, 14), True)]
)
def test_rations_keep_for_four_weeks(fed, days, rots):
    done = after(fed, *days)
    assert (("rotten-rations", 3) in food(done)) is rots and (("rations", 3) in food(done)) is not rots
    assert ("rope", 1) in food(done)
    changed = every(done, ItemsChanged)
    assert [e.verb for e in changed] == (["spoilt"] if rots else [])
    assert not rots or (changed[0].rule == (RATIONS,) and changed[0].item.kind == "rotten-rations")


@rule(RATIONS)
def test_what_was_bought_later_keeps_longer(fed):
    done = after(fed, 20)
    bought = (*done.state.creatures[PC].items, Item("rations", "Rations", count=2))
    later = after(done.state.with_creature(PC, items=bought), 9)
    assert food(later) >= {("rotten-rations", 3), ("rations", 2)}
    kept = next(i for i in later.state.creatures[PC].items if i.kind == "rations")
    assert kept.quality == Dried(48 * DAY)


def test_food_is_looked_over_once_a_day(fed):
    done = bare(fed)
    pass_time(done, 600, "waiting")
    assert not every(done, FoodLookedOver)
    pass_time(done, DAY, "rest")
    pass_time(done, 600, "waiting")
    assert [e.day for e in every(done, FoodLookedOver)] == [1] and campaign(done.state).food_day == 1


# At home in water


def test_who_lives_in_water_only_lies_still_on_land():
    state = duel(gap=10)
    for only, far in ((True, 0), (False, 9)):
        fish = changed(state, A, traits=(Swimmer(only),))
        assert movement.walk_squares(fish, fish.creatures[A]) == far
        assert (movement.sprint_squares(fish, fish.creatures[A]) > 0) is not only
    hurt = changed(state, A, traits=(Swimmer(True),)).with_creature(A, hp=1)
    assert movement.walk_squares(hurt, hurt.creatures[A]) == 0


def test_swimmers_swim():
    swimmer = changed(duel(), A, traits=(Swimmer(),))
    assert first(do(swimmer, CallCheck(A, "swimming", 0), *d6(3, 3)), CheckRolled).roll.total == 5
    assert first(do(duel(), CallCheck(A, "swimming", 0), *d6(3, 3)), CheckRolled).roll.total == 0
    assert first(do(swimmer, CallCheck(A, "climbing", 0), *d6(3, 3)), CheckRolled).roll.total == 0


def test_no_trait_is_told_by_a_yes():
    told = {(t.name, t.told) for monster in compendium.monsters().values() for t in monster.traits}
    assert all(words and words != "yes" for _, words in told)
    assert ("Pack", "strikes better where another of the pack does") in told
    assert ("Swimmer", "lives in water only") in told and ("Swimmer", "at home in water") in told
