from __future__ import annotations

import pytest
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, make, own, scores

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, CallSave
from underkeep.procedures.resolution import Refused, Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.scale import raw_power
from underkeep.systems.robs.checks import checks
from underkeep.systems.robs.checks.checks import (
    CallContest,
    CallSituation,
    ContestRolled,
    ContestSettled,
    SituationRolled,
    find_task,
)
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field
from underkeep.world.condition import Condition
from underkeep.world.creature import CheckRolled, SaveRolled


def check(state, what, *faces, difficulty=0, rulings=None):
    return first(do(state, CallCheck(A, what, difficulty), *faces, rulings=rulings), CheckRolled)


def bonus(state, what, rulings=None):
    """What a task adds to dice of 0."""
    return check(state, what, *d6(3, 3), rulings=rulings).roll.total


def of_race(race, **scores_):
    return changed(scores(duel(), A, **scores_), A, race=race)


@rule("robs:task.check.setup", "robs:task.check.roll", "robs:task.check.success")
def test_bob_checks_con():
    """Example bob-con-check: a Good CON check with CON +1 and H3L4."""
    rolled = check(scores(duel(), A, CON=1), "Good CON", *d6(3, 4), difficulty=None)
    assert (rolled.roll.total, rolled.roll.needed, rolled.success) == (0, 1, False)


@rule("robs:task.check.roll", "robs:task.check.success")
def test_bob_and_the_stuck_door():
    """Example bob-stuck-door: a Great STR check with STR +1 and H3L1."""
    rolled = check(scores(duel(), A, STR=1), "Great STR", *d6(3, 1), difficulty=None)
    assert (rolled.roll.total, rolled.roll.needed, rolled.success) == (3, 2, True)


@rule("robs:task.check.roll")
def test_chuck_les():
    rolled = check(scores(duel(), A, INT=-2), "Average INT", *d6(2, 1), difficulty=None)
    assert (rolled.roll.total, rolled.success) == (-1, False)


@rule("robs:task.check.success")
def test_equal_is_enough():
    assert check(duel(), "STR", *d6(4, 2), difficulty=2).success
    assert not check(duel(), "STR", *d6(3, 2), difficulty=2).success


@rule("robs:task.check.setup")
def test_a_check_needs_something_to_try():
    with pytest.raises(Refused, match="no check of"):
        play.resolve(RULESET, duel(), "referee", CallCheck(A, "knitting", 0), Scripted())
    with pytest.raises(Refused):
        play.resolve(RULESET, duel(), "a", CallCheck(A, "STR", 0), Scripted())


@rule("robs:referee.improvise")
def test_unsure_means_average():
    assert check(duel(), "DEX", *d6(3, 3), difficulty=None).roll.needed == 0
    told = {"robs:referee.improvise": "Great"}
    assert check(duel(), "DEX", *d6(3, 3), difficulty=None, rulings=told).roll.needed == 2


@rule("robs:task.check.roll")
def test_a_save_is_an_attribute_check():
    done = do(scores(duel(), A, CON=1), CallSave(A, "poison", 1), *d6(3, 3))
    assert first(done, SaveRolled).success


@rule("robs:damage.hurt", "robs:damage.very-hurt", "robs:damage.critically-hurt")
@pytest.mark.parametrize(("hp", "penalty"), [(30, 0), (21, 0), (20, -1), (10, -2), (3, -3)])
def test_wounds_weigh_on_checks(hp, penalty):
    assert bonus(duel().with_creature(A, hp=hp), "STR") == penalty


@rule("robs:abilities.str", "robs:abilities.dex", "robs:abilities.con", "robs:abilities.int", "robs:abilities.cha")
@pytest.mark.parametrize(
    ("task", "attribute"),
    [("forcing doors", "STR"), ("traps", "DEX"), ("disease", "CON"), ("noticing", "INT"), ("haggling", "CHA")],
)
def test_what_attributes_are_for(task, attribute):
    state = scores(duel(), A, **{attribute: 2})
    assert bonus(state, task) == 2
    assert bonus(duel(), task) == 0


@rule("robs:race.dwarf.balance-penalty", "robs:race.dwarf.handiwork")
def test_dwarves_balance_badly_and_mend_well():
    assert not check(of_race("dwarf"), "balance", *d6(3, 3)).success
    assert check(of_race("dwarf"), "balance", *d6(4, 3)).success
    assert bonus(of_race("dwarf"), "dodging") == -1
    assert check(of_race("dwarf"), "handiwork", *d6(3, 3)).success


@rule("robs:race.elf.balance-bonus", "robs:race.elf.handiwork", "robs:race.elf.eyesight")
def test_elves_balance_and_see_well():
    assert check(of_race("elf"), "balance", *d6(3, 3), difficulty=1).success
    assert not check(of_race("elf"), "handiwork", *d6(3, 3), difficulty=1).success
    assert check(of_race("elf"), "sight", *d6(3, 3), difficulty=1).success
    assert not check(of_race("human"), "sight", *d6(3, 3), difficulty=1).success


@rule("robs:race.elf.survival", "robs:race.elf.survival-stacks", "robs:class.ranger.survival")
def test_elf_rangers_track_doubly_well():
    assert bonus(of_race("elf"), "tracking") == 1
    ranger = changed(duel(), A, race="human", classes={"fighter": 3, "ranger": 4})
    assert bonus(ranger, "tracking") == 2
    assert bonus(changed(ranger, A, race="elf"), "tracking") == 3


@rule("robs:race.halfling.stealth", "robs:race.halfling.stealth-ideal")
def test_halflings_hide_where_there_is_cover():
    halfling = of_race("halfling", DEX=1)
    id = "robs:race.halfling.stealth-ideal"
    assert bonus(halfling, "hiding") == 2
    assert bonus(halfling, "hiding", {id: "no cover"}) == 1
    assert bonus(halfling, "sneaking", {id: "ideal cover"}) == 3


@rule("robs:race.halfling.stealth-ideal")
def test_a_person_judges_the_cover():
    state = changed(duel(human=True), A, race="halfling")
    asked = play.resolve(RULESET, state, "referee", CallCheck(A, "hiding", 0), Scripted()).state.prompts
    assert asked[0].choices == ("no cover", "cover", "ideal cover")


@rule("robs:race.ellyl.hiding")
def test_ellyllon_hide_very_well():
    ellyl = of_race("ellyl", DEX=1)
    assert bonus(ellyl, "hiding") == 3
    assert bonus(ellyl, "hiding", {"robs:race.ellyl.hiding": "no cover"}) == 1


@rule("robs:class.fighter.checks", "robs:class.priest.checks", "robs:class.thief.checks", "robs:class.wizard.checks")
@pytest.mark.parametrize(
    ("task", "name", "by_level"),
    [
        ("forcing doors", "fighter", {1: 1, 3: 1, 4: 2, 7: 3, 10: 4}),
        ("tactics", "fighter", {1: 1, 7: 3}),
        ("clerical lore", "priest", {1: 1, 4: 2, 12: 4}),
        ("climbing", "thief", {2: 0, 3: 1, 6: 2}),
        ("wizardry", "wizard", {1: 1, 3: 3}),
        ("tracking", "fighter", {10: 0}),
    ],
)
def test_training_helps(task, name, by_level):
    for level, expected in by_level.items():
        assert bonus(changed(duel(), A, race="human", classes={name: level}), task) == expected


@rule("robs:class.knight.clerical-actions")
def test_knights_know_half_of_it():
    assert bonus(changed(duel(), A, race="human", classes={"knight": 8}), "clerical lore") == 2
    assert bonus(changed(duel(), A, race="human", classes={"knight": 1}), "clerical lore") == 0


@rule("robs:race.dwarf.magic")
def test_dwarves_halve_magic_in_checks_too():
    assert bonus(changed(duel(), A, race="dwarf", classes={"wizard": 5}), "wizardry") == 2


@rule("robs:abilities.str-and-scale")
def test_a_horse_outpulls_a_man():
    horse, _ = make("war-horse")
    pulled = changed(changed(duel(), A, scale=own(horse).scale, attributes={**own(horse).attributes, "STR": -1}), B)
    assert raw_power(own(pulled.creatures[A])) == 5
    assert raw_power(own(scores(duel(), B, STR=2).creatures[B])) == 2


@rule("robs:task.contest.roll", "robs:task.contest.winner", "robs:task.contest.composite")
def test_juluabuba_and_the_troll():
    """Example juluabuba-troll: Scale 0, STR -2, 5H3L against Scale 1, STR +1, 2H3L."""
    state = changed(scores(scores(duel(), A, STR=-2), B, STR=1), B, scale=1)
    done = do(state, CallContest(A, "STR + Scale", opponents=(B,)), *d6(5, 3, 2, 3))
    assert [e.roll.total for e in every(done, ContestRolled)] == [0, 1]
    assert first(done, ContestSettled).winner == B


@rule("robs:task.contest.roll", "robs:task.contest.winner")
def test_the_tied_contend_again():
    state = field(RULESET, "2 commoner v goblin")
    call = CallContest("commoner-1", "CHA", opponents=("commoner-2", "goblin-1"))
    done = do(scores(state, "goblin-1", CHA=0), call, *d6(3, 2, 4, 3, 1, 1, 3, 3, 5, 1))
    assert [e.creature for e in every(done, ContestRolled)] == [
        *("commoner-1", "commoner-2", "goblin-1"),
        *("commoner-1", "commoner-2"),
    ]
    assert [e.winner for e in every(done, ContestSettled)] == ["", "commoner-2"]
    for opponents in (("nobody",), (), (A,)):
        with pytest.raises(Refused, match="opponent"):
            play.resolve(RULESET, duel(), "referee", CallContest(A, "CHA", opponents=opponents), Scripted())


@rule("robs:task.situational.roll", "robs:task.situational.reading", "robs:task.situational.luck")
@pytest.mark.parametrize(
    ("faces", "total", "reading"), [(d6(4, 3), 2, "for"), (d6(3, 4), 0, "neither"), (d6(2, 4), -1, "against")]
)
def test_fate(faces, total, reading):
    done = do(duel(), CallSituation(A, "rope", None, (Modifier("a shipyard", 1),)), *faces)
    rolled = first(done, SituationRolled)
    assert (rolled.roll.total, rolled.reading, rolled.roll.needed) == (total, reading, None)


@rule("robs:reaction.situational")
@pytest.mark.parametrize(("faces", "mood"), [(d6(5, 2), "friendly"), (d6(4, 4), "indifferent"), (d6(1, 4), "hostile")])
def test_reactions(faces, mood):
    assert first(do(duel(), CallSituation(A, "reaction"), *faces), SituationRolled).reading == mood


def test_every_task_has_known_parts():
    for task in compendium.tasks().values():
        assert task.attribute in ("", "STR", "DEX", "CON", "INT", "CHA")


def test_beasts_have_gifts_of_their_own():
    for kind, task, gift in (("elf-scout", "sight", 1), ("wolf", "tracking", 2), ("wolf", "sight", 0)):
        traits = compendium.monsters()[kind].traits
        assert bonus(changed(duel(), A, traits=traits), task) == gift


def test_only_the_caller_has_the_referees_modifier():
    call = CallContest(A, "CHA", None, (Modifier("fine clothes", 2),), opponents=(B,))
    done = do(duel(), call, *d6(3, 3, 4, 3))
    assert [e.roll.total for e in every(done, ContestRolled)] == [2, 1]


@rule("robs:task.check.setup", "robs:task.contest.roll")
def test_a_contest_is_of_something_that_is_tried_too():
    with pytest.raises(Refused, match="no check of"):
        play.resolve(RULESET, duel(), "referee", CallContest(A, "knitting", opponents=(B,)), Scripted())
    with pytest.raises(Refused, match="no check of"):
        play.resolve(RULESET, duel(), "referee", CallCheck(A, "raw power", 0), Scripted())


@rule("robs:task.check.setup")
@pytest.mark.parametrize("words", ["Good sleight of hand", "good Sleight-of-hand"])
def test_an_adjective_stands_before_a_task_of_several_words(words):
    task, difficulty = find_task(words)
    assert (task, difficulty) == (compendium.tasks()["sleight-of-hand"], 1)
    assert find_task("Sleight of hand") == (compendium.tasks()["sleight-of-hand"], None)


@rule("robs:task.situational.reading", "robs:reaction.situational")
@pytest.mark.parametrize(("faces", "reading"), [(d6(4, 3), "for"), (d6(3, 3), "neither"), (d6(3, 4), "against")])
def test_one_above_or_below_decides(faces, reading):
    assert first(do(duel(), CallSituation(A, "the weather"), *faces), SituationRolled).reading == reading


@rule("robs:spell.cause-pain.already-hurt", "robs:spell.cause-pain.severity")
@pytest.mark.parametrize(
    ("hp", "pain", "found"),
    [(30, 1, ("pain", -1)), (20, 1, ("pain and wounds", -2)), (20, 2, ("pain", -2)), (10, 2, ("pain and wounds", -3))],
)
def test_pain_counts_as_a_wound_or_one_more(hp, pain, found):
    state = duel().with_creature(A, hp=hp, conditions=(Condition("in pain", level=pain),))
    done = Resolution(state, Scripted(*d6(3, 3)), RULESET)
    roll = checks.checked(done, state.creatures[A], "STR", 0)
    assert [tuple(m) for m in roll.modifiers] == [found]
    behind = "already-hurt" if "wounds" in found[0] else "severity"
    assert f"robs:spell.cause-pain.{behind}" in first(done, CheckRolled).rule


@rule("robs:dice.margin-auto-success", "robs:dice.margin-auto-failure")
@pytest.mark.parametrize(
    ("faces", "needed", "less", "on", "success"),
    [
        ((4, 1), -1, -5, True, True),
        ((4, 1), -1, -5, False, False),
        ((4, 2), -1, -5, True, False),
        ((1, 4), 1, 5, True, False),
    ],
)
def test_dice_four_off_decide_by_themselves_in_checks_too(faces, needed, less, on, success):
    state = duel(switches=("margin-four",) if on else ())
    done = Resolution(state, Scripted(*d6(*faces)), RULESET, {"robs:dice.modifier-size": "as entered"})
    checks.perform(done, CallCheck(A, "STR", needed, (Modifier("rain", less),)))
    fact = first(done, CheckRolled)
    assert fact.success is success
    behind = {rule for rule in fact.rule if "margin" in rule}
    assert behind == (
        {f"robs:dice.margin-auto-{'success' if success else 'failure'}"} if on and faces != (4, 2) else set()
    )
