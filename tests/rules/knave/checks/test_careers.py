"""What careers are good for: whoever learnt a trade to its end has a step more, and some tasks are nobody else's."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import (
    RULESET,
    act,
    answer,
    carrying,
    delvers,
    lead,
    on_sheet,
    refused,
    scene,
    scores,
    the,
    why_not,
)

from underkeep.kernel.prompt import Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import CallCheck
from underkeep.systems.knave.attacks.manoeuvres import Manoeuvre
from underkeep.systems.knave.basics.barriers import Bar
from underkeep.systems.knave.basics.compendium import careers
from underkeep.systems.knave.checks.careers import trades
from underkeep.systems.knave.fittest import fittest
from underkeep.systems.knave.magic.alchemy import Brew
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import cellar
from underkeep.world.creature import CheckRolled
from underkeep.world.dungeon import Spot, Trap
from underkeep.world.gear import Item
from underkeep.world.state import State

RULES = {"knave:task.check.career-modifier", "knave:downtime.career.grants-bonus"}


def learnt(state: State, *names: str, id: str = "hero-1", unfinished: tuple[str, ...] = ()) -> State:
    return on_sheet(state, id, careers=names, unfinished=unfinished)


def brewer(*names: str) -> State:
    moss = Item("plant:blindworm-moss", "Blindworm moss")
    return learnt(carrying(delvers(in_town=True), "hero-1", Item("cauldron", "Cauldron"), moss), *names)


BREW = Brew("hero-1", "cat-eyes", "weak", ("plant:blindworm-moss",))


@rule("knave:task.check.career-modifier", "knave:downtime.career.grants-bonus")
def test_an_alchemist_brews_with_a_step_more() -> None:
    roll = the(lead(brewer("alchemist"), BREW, d20(11)), CheckRolled)
    assert roll.roll.modifiers == (("alchemist", 5),)
    assert roll.success
    assert set(roll.rule) >= {*RULES, "knave:task.check.advantage", "knave:downtime.career.rare-bonus"}
    plain = the(lead(brewer("dyer"), BREW, d20(15)), CheckRolled)
    assert plain.roll.modifiers == ()
    assert not plain.success
    assert not RULES & set(plain.rule)


@rule("knave:task.check.career-modifier")
def test_an_unfinished_career_gives_no_bonus() -> None:
    state = on_sheet(brewer("alchemist"), "hero-1", unfinished=("alchemist",))
    assert the(lead(state, BREW, d20(11)), CheckRolled).roll.modifiers == ()


def at_a_trap(*names: str, unfinished: tuple[str, ...] = ()) -> State:
    dungeon = cellar(RULESET)
    area = dungeon.entrance.area
    trap = Trap("trap", area, "shallow-pit", square=dungeon.entrance.square, state="found")
    state = delvers(dungeon=replace(dungeon, traps={"trap": trap}))
    return learnt(state, *names, unfinished=unfinished)


@rule("knave:task.check.career-modifier", "knave:downtime.career.grants-attempts")
def test_a_burglar_disarms_with_a_step_more_and_nobody_else_may_try() -> None:
    state = at_a_trap("burglar")
    roll = the(lead(state, a.Disarm("hero-1", "trap"), d20(11), d6(6)), CheckRolled)
    assert roll.roll.modifiers == (("burglar", 5),)
    assert set(roll.rule) >= {*RULES, "knave:downtime.career.grants-attempts", "knave:downtime.career.uncommon-bonus"}
    assert refused(at_a_trap("sailor"), a.Disarm("hero-1", "trap")) == "knave:downtime.career.grants-attempts"


@rule("knave:downtime.career.uncommon-attempt")
def test_half_learnt_a_trade_may_be_tried_without_the_bonus() -> None:
    roll = the(
        lead(at_a_trap("burglar", unfinished=("burglar",)), a.Disarm("hero-1", "trap"), d20(16), d6(6)), CheckRolled
    )
    assert roll.roll.modifiers == ()
    assert "knave:downtime.career.uncommon-attempt" in roll.rule
    assert not RULES & set(roll.rule)


def at_a_lock(*names: str) -> State:
    dungeon = cellar(RULESET)
    doors = {**dungeon.doors, "door-1": replace(dungeon.doors["door-1"], tried=True, barrier=Bar("locked"))}
    dungeon = replace(dungeon, doors=doors, entrance=Spot(1, (7, 2), "1-p1"))
    return learnt(lead(delvers(dungeon=dungeon), a.LightUp("hero-2", "torch")).state, *names)


PICK = a.PickLock("hero-1", "door-1")


@rule("knave:task.check.career-modifier", "knave:downtime.career.grants-bonus")
@pytest.mark.parametrize("career", ["burglar", "locksmith", "housebreaker"])
def test_those_who_learnt_locks_pick_them_with_a_step_more(career: str) -> None:
    done = lead(at_a_lock(career), PICK, d20(11), d6(6))
    assert (the(done, CheckRolled).roll.total, the(done, CheckRolled).success) == (16, True)
    assert done.state.dungeon.doors["door-1"].barrier is None
    assert not the(lead(at_a_lock(career), PICK, d20(10), d6(6)), CheckRolled).success
    assert refused(at_a_lock("miner"), PICK) == "knave:downtime.career.grants-attempts"


@rule("knave:task.check.career-modifier")
def test_the_trained_hand_is_the_fittest() -> None:
    state = scores(learnt(learnt(delvers(), "burglar", id="hero-2"), "dyer"), "hero-1", DEX=4)
    tries = [a.Disarm("hero-1", "trap"), a.Disarm("hero-2", "trap")]
    assert fittest(state, tries).actor == "hero-2"


def knave(*names: str) -> State:
    return learnt(scene("knave v ogre"), *names, id="knave-1")


@rule("knave:downtime.career.grants-attempts")
def test_a_called_task_of_a_rare_trade_is_for_those_who_learnt_it() -> None:
    pleads = CallCheck("knave-1", "INT pleading a case")
    assert why_not(knave("dyer"), pleads) == "knave:downtime.career.grants-attempts"
    roll = the(act(knave("lawyer"), pleads, d20(11)), CheckRolled)
    assert roll.success
    assert "knave:downtime.career.grants-attempts" in roll.rule
    assert why_not(knave("dyer"), CallCheck("knave-1", "DEX tying knots")) == ""


@rule("knave:task.check.modifier-judgement")
def test_a_career_that_may_have_to_do_with_it_is_put_to_the_referee() -> None:
    state = knave("dyer")
    done = act(state, CallCheck("knave-1", "INT brewing"), d20(11))
    assert the(done, Ruled).choice == "+0"
    assert not the(done, CheckRolled).success
    asked = act(replace(state, human_referee=True), CallCheck("knave-1", "INT brewing"))
    ruled = answer(asked, "+5", d20(11))
    assert the(ruled, CheckRolled).success
    assert "knave:task.check.modifier-judgement" in the(ruled, CheckRolled).rule


@rule("knave:combat.maneuver.no-career-bonus")
def test_no_career_helps_with_a_manoeuvre() -> None:
    state = scores(knave("acrobat"), "knave-1", STR=1)
    roll = the(act(state, Manoeuvre("knave-1", "ogre-1", "trip"), d20(12)), CheckRolled)
    assert roll.roll.total == 13


def test_every_career_has_tasks_and_every_trade_an_owner() -> None:
    for career in careers().values():
        assert career.trade, career.name
        assert all(career in trades(task) for task in career.trade)
        assert not set(career.helps) & set(career.perhaps), career.name
