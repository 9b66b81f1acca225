from __future__ import annotations

import pytest
from tests.rules.knave.scenes import act, on_sheet, scene, scores, the, under, why_not

from underkeep.kernel.event import Modifier
from underkeep.kernel.prompt import Ruled
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.equipment.armour import armour_points
from underkeep.testing import d20, rule
from underkeep.world.creature import CheckRolled
from underkeep.world.state import State

ADVANTAGE, ANOTHER, DISADVANTAGE = Modifier("good light", 5), Modifier("a lever", 5), Modifier("rain", -5)


def checked(do: Resolution) -> tuple[int, int | None, bool]:
    event = the(do, CheckRolled)
    return event.roll.total, event.roll.needed, event.success


def knave(**given: int) -> State:
    return scores(scene("knave v ogre"), "knave-1", **given)


@rule("knave:task.check.formula")
def test_a_check_is_d20_and_ability_and_modifiers() -> None:
    do = act(knave(STR=3), CallCheck("knave-1", "STR", 5, (ADVANTAGE,)), d20(9))
    assert checked(do)[0] == 17
    assert the(do, CheckRolled).roll.modifiers == (("STR", 3), ("good light", 5))


@rule("knave:task.check.target")
def test_reaching_11_and_difficulty_succeeds() -> None:
    assert checked(act(knave(), CallCheck("knave-1", "STR", 3), d20(14))) == (14, 14, True)
    assert checked(act(knave(), CallCheck("knave-1", "STR", 3), d20(13))) == (13, 14, False)


@rule("knave:task.check.default-difficulty")
def test_the_usual_difficulty_is_5() -> None:
    assert checked(act(knave(), CallCheck("knave-1", "INT"), d20(16))) == (16, 16, True)
    assert checked(act(knave(), CallCheck("knave-1", "INT"), d20(15))) == (15, 16, False)


@rule("knave:task.check.modifier-step")
def test_modifiers_come_in_steps_of_5() -> None:
    action = CallCheck("knave-1", "STR", 5, (Modifier("luck", 2),))
    assert why_not(knave(), action) == "knave:task.check.modifier-step"
    assert checked(act(knave(), CallCheck("knave-1", "STR", 5, (DISADVANTAGE,)), d20(10)))[0] == 5


@rule("knave:task.check.advantage")
def test_an_advantage_adds_5() -> None:
    assert checked(act(knave(STR=3), CallCheck("knave-1", "STR"), d20(8))) == (11, 16, False)
    assert checked(act(knave(STR=3), CallCheck("knave-1", "STR", None, (ADVANTAGE,)), d20(8))) == (16, 16, True)


@rule("knave:task.check.disadvantage")
def test_a_disadvantage_takes_5() -> None:
    assert checked(act(knave(STR=3), CallCheck("knave-1", "STR"), d20(15))) == (18, 16, True)
    assert checked(act(knave(STR=3), CallCheck("knave-1", "STR", None, (DISADVANTAGE,)), d20(15))) == (13, 16, False)


@rule("knave:task.check.modifier-judgement")
def test_circumstances_count_once_and_two_steps_at_most() -> None:
    three = (ADVANTAGE, ANOTHER, DISADVANTAGE)
    assert checked(act(knave(), CallCheck("knave-1", "STR", None, three), d20(10)))[0] == 15
    twice = (ADVANTAGE, ADVANTAGE)
    assert checked(act(knave(), CallCheck("knave-1", "STR", None, twice), d20(10)))[0] == 15
    many = (ADVANTAGE, ANOTHER, Modifier("three friends", 5))
    do = act(knave(), CallCheck("knave-1", "STR", None, many), d20(10))
    assert checked(do)[0] == 20
    assert the(do, Ruled).question == "knave:task.check.modifier-judgement"


@rule("knave:task.check.career-modifier", "knave:downtime.career.grants-bonus")
def test_a_career_adds_5_to_its_own_tasks() -> None:
    sailor = on_sheet(knave(WIS=1), "knave-1", careers=("sailor", "dyer"))
    assert checked(act(sailor, CallCheck("knave-1", "WIS sailor"), d20(10))) == (16, 16, True)
    assert checked(act(sailor, CallCheck("knave-1", "WIS carpenter"), d20(10))) == (11, 16, False)


@rule("knave:downtime.career.grants-attempts")
def test_what_belongs_to_a_rarer_career_takes_that_career() -> None:
    layman = on_sheet(knave(), "knave-1", careers=("sailor", "dyer"))
    assert why_not(layman, CallCheck("knave-1", "DEX locksmith")) == "knave:downtime.career.grants-attempts"
    locksmith = on_sheet(knave(), "knave-1", careers=("locksmith", "dyer"))
    assert checked(act(locksmith, CallCheck("knave-1", "DEX locksmith"), d20(11))) == (16, 16, True)


@rule("knave:task.check.opposed-ability")
def test_a_foes_ability_is_the_difficulty() -> None:
    state = scores(scores(scene("knave v 1 knave"), "a-knave-1", STR=2), "b-knave-1", STR=4)
    action = CallCheck("a-knave-1", "STR hold the gate vs b-knave-1")
    assert checked(act(state, action, d20(13))) == (15, 15, True)
    assert checked(act(state, action, d20(12))) == (14, 15, False)


@rule("knave:task.check.opposed-armor")
def test_a_foes_armour_is_the_difficulty() -> None:
    state = scene("knave v mercenary")
    assert armour_points(state.creatures["mercenary-1"]) == 4
    assert checked(act(state, CallCheck("knave-1", "STR trip vs mercenary-1 armour"), d20(15))) == (15, 15, True)


@rule("knave:task.check.creature-without-scores")
@pytest.mark.parametrize(("ability", "worth"), [("STR", 4), ("INT", 0), ("DEX", 2)])
def test_creatures_without_scores_use_their_level(ability: str, worth: int) -> None:
    state = scene("knave v ogre")
    do = act(state, CallCheck("ogre-1", ability), d20(10))
    assert checked(do)[0] == 10 + worth
    assert the(do, Ruled).choice == {4: "level", 2: "half-level", 0: "zero"}[worth]
    assert checked(act(state, CallCheck("knave-1", f"{ability} vs ogre-1"), d20(10)))[1] == 11 + worth


@rule("knave:task.knowledge.common", "knave:task.knowledge.career", "knave:task.knowledge.other")
@rule("knave:downtime.career.grants-knowledge")
def test_knowledge_is_never_rolled_for() -> None:
    dyer = on_sheet(knave(INT=3), "knave-1", careers=("sailor", "dyer"))
    assert why_not(dyer, CallCheck("knave-1", "knowledge common")) == "knave:task.knowledge.common"
    assert why_not(dyer, CallCheck("knave-1", "knowledge dyer")) == "knave:task.knowledge.career"
    assert why_not(dyer, CallCheck("knave-1", "knowledge folklorist")) == "knave:task.knowledge.other"
    untrained = on_sheet(dyer, "knave-1", careers=("sailor", "hunter"))
    assert why_not(untrained, CallCheck("knave-1", "knowledge dyer")) == "knave:task.knowledge.other"


def test_a_check_must_name_an_ability_and_a_foe_that_exists() -> None:
    assert why_not(knave(), CallCheck("knave-1", "luck"))
    assert why_not(knave(), CallCheck("knave-1", "STR vs nobody"))
    assert why_not(knave(), CallCheck("knave-1", "STR vs ogre-1 luck"))


def test_gifts_and_sunlight_weigh_on_monsters_checks() -> None:
    state = scene("bugbear v orc")
    assert checked(act(state, CallCheck("bugbear-1", "DEX surprise"), d20(10)))[0] == 10 + 3 + 5
    sunny = under(state, "orc-1", "in full sun")
    assert checked(act(sunny, CallCheck("orc-1", "STR"), d20(10)))[0] == 10 + 1 - 5
