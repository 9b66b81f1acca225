from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import ORC, F, changed, do, every, first, refusal, scene, scores

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.kernel.prompt import REFEREE, Answer, Ruled
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, CallSave
from underkeep.procedures.resolution import Resolution, RulingNeeded
from underkeep.systems.ose.checks.saves import category
from underkeep.systems.ose.combat import ability_checks
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d20, rule
from underkeep.testing.builders import objection
from underkeep.world.creature import CheckRolled, SaveRolled
from underkeep.world.party import Party


def check(face: int, score: int = 12, difficulty: int | None = 0) -> bool:
    done = do(scores(scene(), F, STR=score), CallCheck(F, "strength", difficulty), d20(face))
    return first(done, CheckRolled).success


@rule("ose:task.ability-check")
def test_at_or_under_the_score():
    assert check(12)
    assert not check(13)


@rule("ose:task.ability-check.modifiers")
def test_difficulty_changes_the_roll():
    assert not check(9, difficulty=4)
    assert check(8, difficulty=4)
    assert check(16, difficulty=-4)
    assert refusal(scene(), CallCheck(F, "STR", 5)).rule == "ose:task.ability-check.modifiers"


@rule("ose:task.ability-check.modifiers")
def test_difficulty_is_the_referees_and_nought_by_default():
    state, action = scores(scene(), F, STR=12), CallCheck(F, "STR")
    assert [ruled.choice for ruled in every(do(state, action, d20(12)), Ruled)] == ["0"]
    ruled = do(state, action, d20(9), rulings={"ose:task.ability-check.modifiers": "4"})
    assert not first(ruled, CheckRolled).success


@rule("ose:task.ability-check.natural")
def test_natural_one_and_twenty():
    assert check(1, 3, 4)
    assert not check(20, 18, -4)


@rule("ose:task.ability-check")
def test_what_cannot_be_checked():
    assert refusal(scene(), CallCheck(ORC, "STR")).rule == "ose:task.ability-check"
    assert refusal(scene(), CallCheck(F, "luck")).rule == "ose:task.ability-check"
    assert objection(RULESET, scene(), CallCheck(F, "cha")) is None


def save(state, against: str, face: int, who: str = F, *modifiers: Modifier) -> SaveRolled:
    return first(do(state, CallSave(who, against, None, modifiers), d20(face)), SaveRolled)


@rule("ose:save.roll", "ose:save.by-class-level")
def test_equal_or_above_saves():
    assert save(scene(), "paralysis", 14).success
    assert not save(scene(), "paralysis", 13).success


@rule("ose:save.roll")
def test_no_natural_one_or_twenty():
    """Ruling: save.question.natural-1-20."""
    assert save(scene(), "death", 1, F, Modifier("charm", 11)).success
    assert not save(scene(), "death", 20, F, Modifier("curse", -9)).success


@rule("ose:save.everyone", "ose:save.tables.monsters")
def test_monsters_save_too():
    assert save(scene(), "spells", 16, ORC).success
    assert not save(scene(), "spells", 15, ORC).success


@rule(
    "ose:save.category.death",
    "ose:save.category.wands",
    "ose:save.category.paralysis",
    "ose:save.category.breath",
    "ose:save.category.spells",
)
@pytest.mark.parametrize(
    ("against", "needed"),
    [
        ("poison", 12),
        ("death ray", 12),
        ("wand", 13),
        ("petrification", 14),
        ("dragon breath", 15),
        ("staff", 16),
    ],
)
def test_categories(against, needed):
    rolled = save(scene(), against, needed)
    assert (rolled.roll.needed, rolled.success) == (needed, True)
    assert rolled.rule[1] == f"ose:save.category.{category(against)[0]}"


@rule("ose:save.genre-situations")
def test_a_threat_that_the_book_does_not_name_gets_no_save():
    refused = refusal(scene(), CallSave(F, "radiation"))
    assert "none of death, wands" in refused.sentence
    assert refused.rule == "ose:save.genre-situations"


@rule("ose:save.genre-situations", "ose:save.example.radiation")
def test_the_genre_may_give_it_one_and_the_campaign_keeps_it():
    state = replace(scene(human=True), party=Party("a", (F,)))
    action = CallSave(F, "Radiation")
    asked = play.resolve(RULESET, state, REFEREE, action, Scripted())
    prompt = asked.state.prompts[0]
    assert (prompt.default, prompt.choices) == ("none", ("none", "death", "wands", "paralysis", "breath", "spells"))
    done = play.resolve(RULESET, asked.state, REFEREE, Answer(prompt.id, "spells"), Scripted(d20(16)))
    rolled = first(done, SaveRolled)
    assert (rolled.against, rolled.roll.needed, rolled.success) == ("Radiation", 16, True)
    again = play.resolve(RULESET, done.state, REFEREE, CallSave(F, "radiation"), Scripted(d20(15)))
    assert not first(again, SaveRolled).success
    spared = play.resolve(RULESET, asked.state, REFEREE, Answer(prompt.id, "none"), Scripted())
    assert not every(spared, SaveRolled)


@rule("ose:abilities.wis.magic-saves")
def test_wisdom_helps_against_magic_only():
    wise = changed(
        scores(scene(), F, WIS=18), F, saves=dict.fromkeys(("death", "wands", "paralysis", "breath", "spells"), 15)
    )
    assert save(wise, "spells", 12).success
    assert save(wise, "magical paralysis", 12).success
    assert not save(wise, "breath", 12).success
    assert not save(wise, "magical breath", 12).success
    assert not save(wise, "poison", 12).success


@rule("ose:task.ability-check", "ose:task.ability-check.natural", "ose:task.ability-check.modifiers")
@pytest.mark.parametrize(("face", "natural"), [(1, True), (2, False), (19, False), (20, True)])
def test_a_natural_one_or_twenty_is_cited(face, natural):
    done = do(scene(), CallCheck(F, "STR", 0), d20(face))
    assert ("ose:task.ability-check.natural" in first(done, CheckRolled).rule) is natural


@rule("ose:task.ability-check.modifiers")
def test_a_difficulty_is_from_minus_4_to_plus_4():
    state = replace(scene(), human_referee=True)
    asked = play.resolve(RULESET, state, REFEREE, CallCheck(F, "STR", None), Scripted()).state.prompts[0]
    assert asked.choices == tuple(str(n) for n in range(-4, 5))


@rule("ose:task.ability-check")
def test_a_check_is_told_as_a_roll_to_stay_under():
    told = first(do(scores(scene(), F, STR=12), CallCheck(F, "STR", 0), d20(12)), CheckRolled).roll
    assert (told.needed, told.at_most, told.success) == (12, True, True)


@rule("ose:referee.rulings.gaps")
@pytest.mark.parametrize(("kind", "usual"), [("orc", "10"), ("ogre", "13"), ("hill-giant", "17")])
def test_the_referee_gives_a_monster_its_score(kind, usual):
    state = replace(scene(f"fighter[sword] v {kind}"), human_referee=True)
    asked = Resolution(state, Scripted(), RULESET)
    with pytest.raises(RulingNeeded) as needed:
        ability_checks._score(asked, state.creatures[f"{kind}-1"], "STR")
    assert (needed.value.prompt.choices, needed.value.prompt.default) == (tuple(str(n) for n in range(3, 19)), usual)
    alone = Resolution(replace(state, human_referee=False), Scripted(), RULESET)
    assert ability_checks._score(alone, state.creatures[f"{kind}-1"], "STR") == int(usual)
    assert ability_checks._score(alone, scores(state, F, STR=7).creatures[F], "STR") == 7
