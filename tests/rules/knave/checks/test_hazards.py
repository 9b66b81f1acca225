from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, act, has, scene, scores, sheet_of, the

from underkeep.kernel.dice import Scripted
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.checks import hazards
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import CheckRolled, Died, Felled
from underkeep.world.state import State


def knave(**given: int) -> State:
    return scores(scene("knave v ogre"), "knave-1", **given)


def after(state: State, *faces: int, of: list[Callable[[Resolution, str], None]]) -> Resolution:
    """What comes of these hazards, one after the other."""
    dice = Scripted(*faces)
    do = Resolution(state, dice, RULESET)
    for hazard in of:
        hazard(do, "knave-1")
    dice.finish()
    return do


def wounds(do: Resolution) -> int:
    assert do.state.creatures["knave-1"].hp == 4
    return sheet_of(do.state, "knave-1").wounds


@rule("knave:hazard.fire.contact")
def test_flames_do_1d6_direct_a_round() -> None:
    assert wounds(after(knave(), *d6(2, 5), of=[hazards.burn, hazards.burn])) == 7


@rule("knave:hazard.fire.burning")
def test_burning_does_2d6_direct_a_round() -> None:
    assert wounds(after(knave(), *d6(3, 4), of=[partial(hazards.burn, is_alight=True)])) == 7


@rule("knave:hazard.fire.lava")
def test_lava_kills() -> None:
    assert has(after(knave(CON=5), of=[hazards.sink_in_lava]), Died)


@rule("knave:hazard.drowning.breath")
def test_breath_lasts_30_seconds_and_30_for_each_point() -> None:
    for con, seconds in ((0, 30), (3, 120)):
        assert hazards.breath_seconds(Resolution(knave(CON=con), Scripted(), RULESET), "knave-1") == seconds


@rule("knave:hazard.drowning.pass-out")
def test_out_of_breath_one_passes_out() -> None:
    assert has(after(knave(CON=1), of=[partial(hazards.hold_breath, seconds=61)]), Felled)
    assert not has(after(knave(CON=1), of=[partial(hazards.hold_breath, seconds=60)]), Felled)


@rule("knave:hazard.drowning.check")
def test_drowning_asks_for_constitution_every_round() -> None:
    assert not has(after(knave(CON=1), d20(15), of=[hazards.drown]), Died)
    assert has(after(knave(CON=1), d20(14), of=[hazards.drown]), Died)


@rule("knave:hazard.freezing")
def test_cold_does_a_point_a_turn() -> None:
    assert wounds(after(knave(), *d20(16, 3, 4, 18, 2, 20), of=[hazards.freeze] * 6)) == 3


@rule("knave:hazard.lightning")
def test_lightning_does_3d6_direct() -> None:
    assert wounds(after(knave(), *d6(2, 3, 4), of=[hazards.strike_by_lightning])) == 9


@rule("knave:hazard.falling.damage")
def test_a_fall_does_1d6_for_every_10_feet() -> None:
    assert wounds(after(knave(), *d6(1, 2, 3), of=[partial(hazards.fall, feet=30)])) == 6
    assert wounds(after(knave(), of=[partial(hazards.fall, feet=9)])) == 0


@rule("knave:hazard.falling.instant-death")
def test_three_sixes_kill() -> None:
    strong = knave(CON=15)
    dead = after(strong, *d6(6, 6, 6, 1), of=[partial(hazards.fall, feet=40)])
    assert dead.state.creatures["knave-1"].status == "dead"
    assert sheet_of(dead.state, "knave-1").wounds == 0
    assert wounds(after(strong, *d6(6, 6, 5, 5), of=[partial(hazards.fall, feet=40)])) == 22


def dry(days: int, state: State) -> Resolution:
    return after(state, of=[partial(hazards.thirst, has_water=False, is_arid=True)] * days)


@rule("knave:hazard.thirst.penalty")
def test_every_dry_day_takes_5_from_all_checks() -> None:
    second = dry(2, knave(STR=3)).state
    assert the(act(second, CallCheck("knave-1", "STR"), d20(15)), CheckRolled).roll.total == 15 + 3 - 10


@rule("knave:hazard.thirst.death")
def test_the_fourth_dry_day_kills() -> None:
    third = dry(3, knave(CON=2))
    assert not has(third, Died)
    fourth = after(third.state, d20(20), of=[partial(hazards.thirst, has_water=False, is_arid=True)])
    assert (the(fourth, CheckRolled).roll.total, the(fourth, CheckRolled).roll.needed) == (2, 16)
    assert has(fourth, Died)


@rule("knave:hazard.thirst.assumed-water")
def test_water_is_found_where_it_is_not_very_dry() -> None:
    week = after(knave(), of=[partial(hazards.thirst, has_water=False)] * 7)
    assert not week.state.creatures["knave-1"].conditions
    relieved = after(dry(2, knave()).state, of=[partial(hazards.thirst, has_water=True, is_arid=True)])
    assert not relieved.state.creatures["knave-1"].conditions


@rule("knave:hazard.sleep.penalty")
def test_every_sleepless_day_takes_5_from_all_checks() -> None:
    state = after(knave(), of=[hazards.go_without_sleep] * 2).state
    assert the(act(state, CallCheck("knave-1", "STR"), d20(15)), CheckRolled).roll.total == 5


@rule("knave:hazard.sleep.collapse", "knave:time.watch.length")
def test_after_two_sleepless_days_one_collapses() -> None:
    one = after(knave(WIS=3), of=[hazards.go_without_sleep, hazards.stay_awake])
    assert not has(one, CheckRolled)
    two = after(knave(WIS=3), d20(20), of=[hazards.go_without_sleep, hazards.go_without_sleep, hazards.stay_awake])
    assert the(two, CheckRolled).roll.total == 13
    assert two.state.creatures["knave-1"].condition("helpless").until == 12 * 3600


@rule("knave:hazard.drink.check")
def test_every_hour_of_drinking_asks_for_constitution() -> None:
    do = after(knave(CON=2), *d20(14, 14, 14), of=[hazards.drink] * 3)
    assert [e.roll.needed for e in do.events if isinstance(e, CheckRolled)] == [16, 16, 16]
    assert not do.state.creatures["knave-1"].conditions


@rule("knave:hazard.drink.drunk")
def test_the_drunk_are_at_minus_5_until_the_next_day() -> None:
    evening = replace(knave(CON=1), now=21 * 3600)
    drunk = after(evening, d20(5), of=[hazards.drink])
    assert drunk.state.creatures["knave-1"].condition("drunk").until == 24 * 3600
    assert the(act(drunk.state, CallCheck("knave-1", "STR"), d20(15)), CheckRolled).roll.total == 10
    later = after(drunk.state, *d20(20, 5), of=[hazards.drink, hazards.drink]).state
    assert not later.creatures["knave-1"].condition("helpless")
    assert the(act(later, CallCheck("knave-1", "STR"), d20(15)), CheckRolled).roll.total == 10


@rule("knave:hazard.drink.pass-out", "knave:time.watch.length")
def test_two_failures_in_a_row_knock_one_out() -> None:
    """The worked example example.drink-two-watches: two watches are 8 hours."""
    out = after(knave(), *d20(5, 5), of=[hazards.drink] * 2).state
    assert out.creatures["knave-1"].condition("helpless").until == 8 * 3600
    awake = after(knave(CON=1), *d20(5, 20), of=[hazards.drink] * 2).state
    assert not awake.creatures["knave-1"].condition("helpless")


@pytest.mark.parametrize("hazard", [hazards.burn, hazards.strike_by_lightning])
def test_monsters_take_three_times_as_much(hazard: Callable[[Resolution, str], None]) -> None:
    do = Resolution(scene("knave v ogre"), Scripted(*d6(1, 1, 1)), RULESET)
    hazard(do, "ogre-1")
    assert (16 - do.state.creatures["ogre-1"].hp) % 3 == 0
    assert do.state.creatures["ogre-1"].hp < 16
