"""What a character made by steps is asked, with what the scores allow."""

from __future__ import annotations

from functools import partial

import pytest
from tests.rules.rampage.scene import recruit, steps

from underkeep.errors import UnderkeepError
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import interview as interview_of
from underkeep.world.creature import CreationStepTaken

interview = partial(interview_of, RULESET)


@rule("rampage:creation.five-kindreds", "rampage:creation.class-by-race", "rampage:creation.trade-scores")
def test_twelves_may_be_anything() -> None:
    asked, lily = interview("", face=4)
    assert asked["trade"].default == "none"
    assert asked["trade"].told[0] == "Rolled: STR 12, INT 12, WIS 12, DEX 12, CON 12, CHA 12."
    assert asked["race"].values == {
        "man": "+1 where you like",
        "elf": "DEX +1, CON -1; two classes",
        "dwarf": "CON +1, DEX -1",
        "gnome": "INT +1, WIS -1",
        "halfling": "DEX +1, STR -1",
    }
    assert asked["race"].default == "gnome"
    assert list(asked["class"].values) == [
        "warrior", "delver", "thief", "lackey", "merchant", "enchanter", "sorcerer", "alchemist"
    ]  # fmt: skip
    assert sheet(lily).classes == ("lackey",)


@rule("rampage:creation.one-or-two-classes", "rampage:race.elf.must-multiclass")
def test_a_second_class_may_be_and_for_elves_must_be() -> None:
    asked, _ = interview("fighter", face=5)
    assert list(asked["second-class"].values) == ["none", "druid", "scout", "thief", "lackey", "merchant"]
    assert asked["second-class"].default == "none"
    assert asked["second-class"].values["none"] == "no second class"
    elf, made = interview("fighter", face=4, race="elf")
    assert "none" not in elf["second-class"].values
    assert len(sheet(made).classes) == 2
    two = interview("fighter", face=5, **{"second-class": "thief"})[1]
    assert sheet(two).classes == ("warrior", "thief")
    with pytest.raises(UnderkeepError, match="no second class for these"):
        interview("fighter", face=5, **{"second-class": "wizard"})


@rule("rampage:race.man.stats")
def test_a_man_says_where_the_point_goes() -> None:
    asked, made = interview("fighter", face=4, race="man")
    assert list(asked["bonus"].values) == ["STR", "INT", "WIS", "DEX", "CON", "CHA"]
    assert asked["bonus"].default == "STR"
    assert sheet(made).score("STR") == 13
    assert "bonus" not in interview("fighter", face=4, race="dwarf")[0]
    with pytest.raises(UnderkeepError):
        interview("fighter", face=4, race="man", bonus="LUCK")


@rule("rampage:creation.trade-scores", "rampage:creation.trade-floor")
def test_a_trade_that_shuts_every_class_is_refused() -> None:
    with pytest.raises(UnderkeepError):
        interview("fighter", face=4, trade="STR-5 DEX+2")
    asked, _ = interview("fighter", face=4, trade="INT-2 STR+1", race="dwarf")
    assert "class" in asked


@rule("rampage:creation.god-clerics-required", "rampage:creation.god-others-optional", "rampage:religion.ability-point")
def test_clerics_have_a_god_and_others_may() -> None:
    druid, _ = interview("cleric", face=5, race="halfling")
    assert list(druid["alignment"].values) == ["neutral"]
    assert druid["god"].values == {
        "Father Sky": "STR +1",
        "Mother Earth": "WIS +1",
        "Mistress Flame": "DEX +1",
        "Master of Waters": "CON +1",
        "The Wanderer": "INT +1",
        "The Ancestors": "CHA +1",
    }
    fighter, _ = interview("fighter", face=5, alignment="neutral")
    assert fighter["god"].values["none"] == "no god"
    assert fighter["god"].values["Father Sky"] == "STR +1"
    assert len(fighter["god"].values) == 7


@rule("rampage:creation.choose-alignment", "rampage:abilities.int.languages")
def test_alignment_and_languages() -> None:
    asked, _ = interview("fighter", face=4)
    assert list(asked["alignment"].values) == ["lawful", "neutral", "chaotic"]
    assert "3 more languages" in interview("", face=4)[0]["languages"].told[0]


@rule("rampage:advancement.reroll-or-add")
@pytest.mark.parametrize(("level", "is_asked"), [(1, False), (2, True), (3, True)])
def test_how_hit_points_grow_is_asked_from_the_second_level_on(level: int, is_asked: bool) -> None:
    asked, _ = interview("fighter", face=4, level=level)
    assert ("hit-points" in asked) is is_asked


SCORES = d6(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4, 4, 4)  # CON 15
PLAIN = {"race": "man", "bonus": "STR", "alignment": "neutral", "god": "none"}


@rule("rampage:creation.hp-first-level", "rampage:advancement.new-die", "rampage:advancement.reroll-or-add")
def test_each_die_has_its_point_for_con() -> None:
    added, do = recruit("warrior", *SCORES, *d6(3, 4, 2), level=3, **PLAIN)
    levels = [e for e in do.events if isinstance(e, CreationStepTaken) and e.step == "hit-points-and-save"]
    assert [e.values["hit points"] for e in levels] == [6, 13, 18]
    assert added.max_hp == 18
    assert [e.rule[0] for e in levels] == [
        "rampage:creation.hp-first-level",
        *["rampage:advancement.reroll-or-add"] * 2,
    ]


@rule("rampage:advancement.reroll-or-add", "rampage:advancement.reroll-low")
def test_all_dice_anew_or_a_little_more() -> None:
    _, do = recruit("warrior", *SCORES, d6(3), *d6(5, 6), *d6(1, 1, 1), level=3, hit_points="reroll", **PLAIN)
    levels = [e for e in do.events if isinstance(e, CreationStepTaken) and e.step == "hit-points-and-save"]
    assert [e.values["hit points"] for e in levels] == [6, 17, 19]
    assert steps(do)["hit-points-and-save"].values["level"] == 3
