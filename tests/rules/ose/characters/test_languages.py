from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import delve, meeting, why_not
from tests.rules.ose.scene import average, changed, every, first, make

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import languages
from underkeep.systems.ose.characters.languages import NotUnderstood, Spoke, overheard
from underkeep.systems.ose.encounters import answers
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d100, rule
from underkeep.world.encounter import ChanceRolled

HERO = "hero-1"


def met(kind, own=("Common", "Law tongue"), alignment="Lawful", theirs=None):
    state = changed(meeting(delve("fighter"), kind), HERO, languages=own, alignment=alignment)
    return changed(state, f"{kind}-1", alignment=theirs) if theirs else state


def shared(state, other):
    return languages.shared(state, state.creatures[HERO], state.creatures[other])


def spoken_to(state, *faces):
    dice = Scripted(*faces)
    done = Resolution(state, dice, RULESET)
    understood = languages.speak(done, state.creatures[HERO])
    dice.finish()
    return understood, done


@rule("ose:language.alignment.secret", "ose:language.common")
def test_those_of_one_alignment_can_always_talk():
    gargoyle = met("gargoyle", own=("Elvish", "Chaos tongue"), theirs="Chaotic")
    assert shared(gargoyle, "gargoyle-1") == "Chaos tongue"
    lawful = met("gargoyle", own=("Elvish", "Law tongue"), theirs="Chaotic")
    assert shared(lawful, "gargoyle-1") == ""
    assert shared(met("bandit", theirs="Chaotic"), "bandit-1") == "Common"


@rule("ose:language.common")
def test_beasts_are_not_talked_to_and_anybody_else_may_be():
    assert why_not(met("giant-rat"), a.Parley(HERO, "talk")).rule == "ose:language.common"
    for theirs in ("Lawful", "Chaotic"):
        assert why_not(met("gargoyle", theirs=theirs), a.Parley(HERO, "talk")) is None


COMMON = "ose:monster.language.common"


@rule(COMMON)
@pytest.mark.parametrize(("face", "knows"), [(20, True), (21, False)])
def test_one_group_in_five_knows_common(face, knows):
    understood, done = spoken_to(met("gnoll", theirs="Chaotic"), d100(face))
    rolled = first(done, ChanceRolled)
    assert (rolled.roll.notation, rolled.success, rolled.rule, rolled.seats) == (
        "1d100",
        knows,
        (COMMON,),
        ("referee",),
    )
    assert understood == knows
    assert [e.rule for e in every(done, NotUnderstood)] == ([] if knows else [("ose:language.common", COMMON)])
    assert shared(done.state, "gnoll-1") == ("Common" if knows else "")
    again, later = spoken_to(done.state)
    assert again == knows and not every(later, ChanceRolled)


@rule(COMMON, "ose:monster.language.own")
def test_humans_need_no_roll_and_a_kinds_own_tongue_serves_as_well():
    assert spoken_to(met("bandit"))[0]
    understood, done = spoken_to(met("gnoll", own=("Gnoll", "Law tongue"), theirs="Chaotic"), d100(99))
    assert understood and first(done, Spoke).rule == ("ose:monster.language.own",)


@rule(COMMON)
def test_who_is_not_understood_gets_no_answer():
    state = met("gnoll", theirs="Chaotic")
    state = replace(state, encounter=replace(state.encounter, attitude="neutral"))
    dice = Scripted(d100(21))
    done = Resolution(state, dice, RULESET)
    answers.parley(done, state.creatures[HERO], "talk")
    assert every(done, NotUnderstood) and done.state.encounter.attitude == "neutral"
    assert done.state.encounter.round == state.encounter.round + 1


@rule("ose:language.alignment.secret")
def test_an_alignment_tongue_cannot_be_written():
    assert languages.writing("Elvish").kind == "writing@Elvish"
    for tongue in languages.TONGUES.values():
        with pytest.raises(UnderkeepError, match="cannot be written"):
            languages.writing(tongue)


@rule("ose:language.alignment.recognised")
def test_others_notice_an_alignment_tongue_and_understand_nothing():
    state = changed(meeting(delve("fighter", "thief"), "gargoyle"), HERO, languages=("Elvish", "Chaos tongue"))
    state = changed(state, "hero-2", languages=("Common", "Law tongue"))
    done = Resolution(state, Scripted(d100(99)), RULESET)
    languages.speak(done, state.creatures[HERO])
    told = first(done, Spoke)
    assert (told.tongue, told.understood, told.puzzled) == ("Chaos tongue", (HERO, "gargoyle-1"), ("hero-2",))
    assert overheard(told, "hero-2") == "they are using an alignment tongue"
    assert overheard(told, HERO) == "they speak Chaos tongue"
    plain = Resolution(met("orc"), Scripted(d100(20)), RULESET)
    languages.speak(plain, plain.state.creatures[HERO])
    assert first(plain, Spoke).puzzled == ()


@rule("ose:language.alignment.change")
def test_a_foreign_alignment_tongue_is_not_to_be_learned():
    own = sheet(delve("fighter").creatures[HERO])
    after = languages.after_change(own, "Chaotic")
    assert "Chaos tongue" in after and not {"Law tongue", "Neutral tongue"} & set(after)
    with pytest.raises(UnderkeepError, match="cannot be learned"):
        make("fighter", languages="Chaos tongue", alignment="Lawful", **{**average(), "INT": "13"})
    done = Resolution(delve("fighter"), Scripted(), RULESET)
    with pytest.raises(UnderkeepError, match="cannot be learned"):
        languages.learned(done, HERO, 13, (), "Law tongue", ("Elvish", "Law tongue"))


@rule("ose:language.no-common")
def test_a_setting_may_have_cultures_instead_of_common():
    plain, told = make("dwarf", alignment="Lawful", **average())
    assert "Common" in sheet(plain).languages
    assert any(e.question == "ose:language.no-common" and e.choice == "Common" for e in every(told, Ruled))
    native = make("dwarf", alignment="Lawful", cultures="Thyatian, Alphatian", tongue="Alphatian", **average())[0]
    assert sheet(native).languages[:2] == ("Alphatian", "Dwarvish") and "Common" not in sheet(native).languages
    rolled = {sheet(make("fighter", cultures="Old, New", seed=s)[0]).languages[0] for s in range(12)}
    assert rolled == {"Old", "New"}
    with pytest.raises(UnderkeepError, match="no tongue here"):
        make("fighter", cultures="Old, New", tongue="Elvish")


@rule("ose:language.species")
def test_every_intelligent_species_has_a_tongue_unless_the_referee_says_otherwise():
    assert {"Orcish", "Elvish", "Dwarvish", "Goblin"} <= set(languages.spoken())
    assert "Giant Rat" not in languages.spoken()
    _, told = make("fighter", **average())
    assert any(e.question == "ose:language.species" for e in every(told, Ruled))
    clever = {**average(), "INT": "13"}
    own = make("fighter", tongues="Draconic, Sylvan", languages="Sylvan", **clever)[0]
    assert "Sylvan" in sheet(own).languages
    with pytest.raises(UnderkeepError, match="cannot be learned"):
        make("fighter", tongues="Draconic, Sylvan", languages="Orcish", **clever)
