"""What a character made by steps is asked, with what is allowed and what the dice propose."""

from __future__ import annotations

from functools import partial

import pytest
from tests.rules.robs.scene import own

from underkeep.errors import UnderkeepError
from underkeep.procedures.recruiting import ChoiceOpen
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import Alike, rule
from underkeep.testing.builders import interview as interview_of
from underkeep.world.state import State

interview = partial(interview_of, RULESET)


@rule("robs:race.list")
def test_five_peoples_with_what_they_begin_with():
    asked, _ = interview("fighter")
    assert asked["race"].values == {
        "human": "Scale 0",
        "dwarf": "Scale 0; +1 to CON or STR",
        "elf": "Scale -1; +1 to DEX or INT",
        "halfling": "Scale -2; +1 to DEX",
        "ellyl": "Scale -9; +1 to DEX",
    }
    assert "race" not in interview("human-fighter")[0]


@rule("robs:race.dwarf.attribute", "robs:creation.attributes.free-level", "robs:creation.attributes.cap")
def test_where_the_bonus_and_the_free_level_go():
    asked, dwarf = interview("dwarf-fighter")
    assert list(asked["race bonus"].values) == ["CON", "STR"]
    assert (asked["race bonus"].default, asked["free"].default) == ("CON", "STR")
    assert asked["free"].told == ("Attributes: STR +0, DEX +0, CON +1, INT +0, CHA +0.",)
    assert own(dwarf).attributes == {"STR": 1, "DEX": 0, "CON": 1, "INT": 0, "CHA": 0}
    assert "race bonus" not in interview("human-fighter")[0]


@rule("robs:creation.attributes.shift", "robs:class.ranger.prerequisite")
def test_the_proposal_moves_only_what_the_class_needs():
    assert interview("human-fighter")[0]["shift"].default == "none"
    asked, ranger = interview("human-ranger")
    assert asked["shift"].default == "INT>STR"
    assert own(ranger).attributes == {"STR": 1, "DEX": 1, "CON": 0, "INT": -1, "CHA": 0}
    assert interview("elf-ranger", race_bonus="INT", free="INT")[0]["shift"].default == "INT>DEX, INT>STR"
    assert interview("dwarf-ranger", race_bonus="STR", free="CON")[0]["shift"].default == "none"
    with pytest.raises(UnderkeepError):
        interview("human-ranger", shift="none")


@rule("robs:alignment.cleric-required", "robs:class.priest.order")
def test_clerics_are_asked_for_their_order():
    asked, _ = interview("human-priest")
    assert asked["order"].values == {
        "the-lamp": "the Order of the Lamp, Lawful",
        "the-green": "the Circle of the Green, Neutral",
        "the-coil": "the Brethren of the Coil, Evil",
        "the-open-hand": "the Hospital of the Open Hand, Lawful",
        "the-scales": "the House of the Scales, Lawful",
    }
    assert asked["order"].default == "the-lamp"
    assert "alignment" not in asked
    assert list(interview("human-priest", switches=("ban-evil-characters",))[0]["order"].values) == [
        "the-lamp",
        "the-green",
        "the-open-hand",
        "the-scales",
    ]


@rule("robs:alignment.optional", "robs:alignment.lawfulness.ban-evil")
@pytest.mark.parametrize(
    ("switches", "allowed"),
    [
        ((), ["Lawful", "Neutral", "Evil", "none"]),
        (("alignment-required",), ["Lawful", "Neutral", "Evil"]),
        (("ban-evil-characters",), ["Lawful", "Neutral", "none"]),
    ],
)
def test_others_are_asked_for_an_alignment(switches, allowed):
    asked, _ = interview("human-fighter", switches=switches)
    assert list(asked["alignment"].values) == allowed
    assert asked["alignment"].default == "Lawful"
    assert "order" not in asked and "lawfulness" not in asked


@rule("robs:alignment.lawfulness.start")
@pytest.mark.parametrize(("alignment", "score"), [("Lawful", 2), ("Neutral", 0), ("Evil", -2), ("none", 0)])
def test_the_alignment_proposes_a_lawfulness(alignment, score):
    asked, bob = interview("human-fighter", switches=("lawfulness",), alignment=alignment)
    assert asked["lawfulness"].default == str(score)
    assert own(bob).lawfulness == score


@rule("robs:class.proficiency.choice", "robs:advancement.attributes.by-level")
@pytest.mark.parametrize(("level", "benefits"), [(2, set()), (3, {"proficiency"}), (4, {"proficiency", "raise"})])
def test_what_a_level_gives_to_choose_is_asked_when_it_is_due(level, benefits):
    asked, _ = interview("human-fighter", level=level)
    assert asked.keys() & {"proficiency", "raise"} == benefits
    if "raise" in benefits:
        assert list(asked["raise"].values) == ["STR", "CON", "DEX", "CHA"]
        assert asked["raise"].default == "STR"
        assert asked["proficiency"].default == "longsword"
        assert "shield" in asked["proficiency"].values


@rule("robs:class.proficiency.choice")
def test_levels_that_come_before_ask_too():
    asked, ranger = interview("human-ranger", proficiency="shield")
    assert "proficiency" in asked, "the third level as a fighter"
    assert own(ranger).proficiencies == {"shield": 1}
    assert "proficiency" not in interview("human-wizard", level=6)[0]


@rule("robs:class.start", "robs:class.prerequisites")
def test_some_classes_come_only_after_others():
    asked, _ = interview("")
    assert list(asked["class"].values) == ["fighter", "priest", "wizard", "thief"]
    assert asked["class"].told == ("Only after other classes: ranger, knight.",)


@rule("robs:advancement.attributes.by-level")
def test_the_raise_proposed_is_one_that_the_class_favours():
    assert interview("human-priest", level=4)[0]["raise"].default == "INT"
    assert interview("human-thief", level=12)[0]["raise"].default == "DEX"


@rule("robs:class.priest.order")
def test_an_alignment_narrows_the_orders():
    who = Recruit("human-priest", choices={"free": "INT", "shift": "none", "alignment": "Evil"}, by_steps=True)
    do = Resolution(State("robs", {"a": ("a",)}), Alike(1), RULESET)
    with pytest.raises(ChoiceOpen) as raised:
        RULESET.recruit(do, who, "bob-1", "a")
    assert list(raised.value.question.values) == ["the-coil"]
    assert raised.value.question.default == "the-coil"


@rule("robs:magic.wizard.starting-spells")
def test_a_new_wizard_chooses_as_many_spells_as_int():
    asked, wizard = interview("human-wizard", free="INT", shift="STR>INT", spells="Light, Dispel Magic")
    assert own(wizard).spells == ("wizard-light", "dispel-magic")
    asked, _ = interview("human-wizard", free="INT", shift="STR>INT")
    assert asked["spells"].default == "Magic Missile, Tandyf"
    assert asked["spells"].told[0].startswith("A new wizard knows as many spells as INT: 2. There are Detect Magic,")
    assert "spells" not in interview("human-fighter")[0]
    for wish in ("Sleep, Light, Tandyf", "Spark", "done"):
        with pytest.raises(UnderkeepError) as refused:
            interview("human-wizard", free="INT", shift="STR>INT", spells=wish)
        assert refused.value.rule == "robs:magic.wizard.starting-spells"
