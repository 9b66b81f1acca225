"""What people do to their alignment, and what levels give, at the ends of each scale."""

from __future__ import annotations

import pytest
from tests.rules.robs.below import PC, bare, delvers, on_sheet, remembering
from tests.rules.robs.scene import every, first

from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.campaign import Conduct
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.characters import advancement, alignment, alignment_changes, classes, experience
from underkeep.systems.robs.characters.alignment_changes import AlignmentShifted
from underkeep.systems.robs.characters.experience import XpChanged
from underkeep.testing import rule


def person(**values):
    return sheet(on_sheet(delvers(), PC, **values).creatures[PC])


@rule("robs:class.proficiency.cap", "robs:class.proficiency.choice")
def test_skill_beyond_the_cap_goes_to_the_next_that_is_open():
    done = bare(delvers(switches=(advancement.PROFICIENCY_CAP,)))
    full = advancement.MOST_PROFICIENCY
    first_weapon = next(iter(compendium.weapons()))
    for have, skill in (({"longsword": full - 1}, "longsword"), ({"longsword": full}, "shield")):
        assert advancement._proficiency(done, person(proficiencies=have), "", "longsword")[1] == skill
    both = {"longsword": full, "shield": full}
    gained, skill = advancement._proficiency(done, person(proficiencies=both), "", "longsword")
    assert skill == first_weapon and gained.proficiencies == both | {first_weapon: 1}


@rule("robs:advancement.attributes.no-cap")
@pytest.mark.parametrize(("score", "asked"), [(4, 0), (5, 1)])
def test_the_referee_has_a_word_only_beyond_legendary(score, asked):
    done = bare(delvers())
    own = person(attributes={"STR": score})
    assert advancement.raised(done, own, "STR") == {"STR": score + 1}
    assert len(done.events) == asked


@rule("robs:alignment.lawfulness.levels")
def test_nobody_lives_beyond_the_ends_of_the_table():
    lives = {n: alignment.lived(n) for n in range(-7, 8)}
    assert lives[-7] == lives[-6] == lives[-5] == compendium.lawfulness()["-5"].lives
    assert lives[7] == lives[6] == lives[5] == compendium.lawfulness()["5"].lives
    assert len({lives[n] for n in range(-5, 6)}) == 11


@rule("robs:class.cleric.lawfulness-penalty")
def test_only_a_cleric_with_a_score_strays():
    assert alignment.strayed(person(order="the-lamp", lawfulness=None)) == 0
    assert alignment.strayed(person(order="", lawfulness=4)) == 0
    assert alignment.strayed(person(order="the-lamp", lawfulness=1)) == 2


@rule("robs:class.wizard.spells")
def test_what_has_magic_of_its_own_has_two_spell_levels_a_level():
    witch = person(classes={}, magic={"wizard": 3}, attributes={"INT": 1})
    assert classes.spell_levels(witch, "wizard") == 7 and classes.spell_levels(witch, "cleric") == 0


def judged(deed, ruled, state, usual=alignment_changes.MINOR):
    done = bare(state, rulings={"robs:alignment.no-single-act": ruled, "robs:alignment.slide-to-evil": ruled})
    deed(done, PC, usual)
    return done


def noted(done):
    return alignment_changes.conduct_of(done.state, PC)


@rule("robs:alignment.no-single-act", "robs:alignment.sincerity")
def test_good_acts_are_counted_until_they_tell():
    state = on_sheet(delvers(), PC, alignment="Neutral")
    almost = remembering(state, conduct={PC: Conduct(good=alignment_changes.GOOD_ACTS - 2)})
    done = judged(alignment_changes.do_good, alignment_changes.GOOD, almost)
    assert noted(done).good == alignment_changes.GOOD_ACTS - 1 and not every(done, AlignmentShifted)
    lifted = judged(alignment_changes.do_good, alignment_changes.GOOD, done.state)
    assert noted(lifted).good == 0 and first(lifted, AlignmentShifted).alignment == "Lawful"


@rule("robs:alignment.slide-to-evil", "robs:alignment.intent")
def test_evil_acts_are_counted_until_they_tell():
    state = remembering(on_sheet(delvers(), PC, alignment="Neutral"), conduct={PC: Conduct(good=1)})
    done = judged(alignment_changes.do_evil, alignment_changes.MINOR, state)
    assert (noted(done).evil, noted(done).good, noted(done).murders) == (1, 0, 0)
    fallen = judged(alignment_changes.do_evil, alignment_changes.MINOR, done.state)
    assert noted(fallen).evil == 0 and first(fallen, AlignmentShifted).alignment == "Evil"
    spared = judged(alignment_changes.do_evil, alignment_changes.ACCIDENT, done.state)
    assert noted(spared) == noted(done) and not every(spared, AlignmentShifted)
    grave = judged(alignment_changes.do_evil, alignment_changes.GRAVE, state)
    assert noted(grave).murders == 1 and every(grave, AlignmentShifted)


@rule("robs:alignment.change-affects", "robs:alignment.lawfulness.conversion")
@pytest.mark.parametrize(
    ("score", "step", "after"), [(4, 1, 5), (5, 1, 5), (-4, -1, -5), (-5, -1, -5), (1, 1, 2), (-1, -1, -2)]
)
def test_lawfulness_ends_at_five(score, step, after):
    done = bare(on_sheet(delvers(), PC, lawfulness=score))
    alignment_changes._shift(done, PC, step, ())
    assert first(done, AlignmentShifted).lawfulness == after


@rule("robs:alignment.change-affects", "robs:alignment.default-by-behaviour")
def test_alignment_ends_at_both_ends():
    behaviour = "robs:alignment.default-by-behaviour"
    for name, step, after in (("Lawful", 1, ""), ("Evil", -1, ""), ("Lawful", -1, "Neutral"), ("Evil", 1, "Neutral")):
        done = bare(on_sheet(delvers(), PC, alignment=name, lawfulness=None))
        alignment_changes._shift(done, PC, step, ())
        assert [e.alignment for e in every(done, AlignmentShifted)] == ([after] if after else [])
        assert all(behaviour not in e.rule for e in every(done, AlignmentShifted))
    state = on_sheet(delvers(switches=(alignment_changes.BY_BEHAVIOUR,)), PC, alignment="", lawfulness=None)
    done = bare(state)
    alignment_changes._shift(done, PC, 1, ())
    assert behaviour in first(done, AlignmentShifted).rule


@rule("robs:xp.saved-or-spent")
def test_what_was_given_is_told_to_the_hundredth():
    done = bare(delvers())
    experience.change(done, PC, 10 / 3, "a test", ())
    assert first(done, XpChanged).amount == 3.33
