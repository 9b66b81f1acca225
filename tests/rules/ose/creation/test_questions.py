"""What a character made by steps is asked, with what the scores allow."""

from __future__ import annotations

from functools import partial

import pytest

from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import ABILITIES, sheet
from underkeep.systems.ose.creation import questions
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import rule
from underkeep.testing.builders import interview as interview_of

interview = partial(interview_of, RULESET)
TWELVES = dict.fromkeys(ABILITIES, 12)


@rule("ose:creation.choose-class")
def test_what_each_class_makes_of_the_scores() -> None:
    asked, _ = interview("", face=4)
    assert asked["class"].values == {
        "cleric": "prime requisite WIS 12 (+0% experience); 1d6 hit points; divine magic",
        "dwarf": "prime requisite STR 12 (+0% experience); 1d8 hit points; needs CON 9",
        "elf": "prime requisite INT 12 and STR 12 (+0% experience); 1d6 hit points; arcane magic; needs INT 9",
        "fighter": "prime requisite STR 12 (+0% experience); 1d8 hit points",
        "halfling": "prime requisite DEX 12 and STR 12 (+0% experience); 1d6 hit points; needs CON 9, DEX 9",
        "magic-user": "prime requisite INT 12 (+0% experience); 1d4 hit points; arcane magic",
        "thief": "prime requisite DEX 12 (+0% experience); 1d4 hit points",
    }
    assert asked["class"].told == ("Modifiers: STR +0, INT +0, WIS +0, DEX +0, CON +0, CHA +0.",)
    few = questions.which_class(TWELVES | {"CON": 8, "STR": 13}, ("fighter", "thief"), "thief")
    assert few.told[0] == "Modifiers: STR +1, INT +0, WIS +0, DEX +0, CON -1, CHA +0."
    assert "dwarf (needs CON 9), elf (needs INT 9), halfling (needs CON 9, DEX 9)" in few.told[1]
    assert few.values["fighter"].startswith("prime requisite STR 13 (+5% experience)")


@rule("ose:creation.adjust.two-for-one", "ose:creation.adjust.lowerable", "ose:creation.adjust.floor-9")
def test_what_may_be_raised_and_what_it_costs() -> None:
    asked, fighter = interview("fighter", face=4)
    assert asked["adjust"].default == "STR+1 INT-2"
    assert asked["adjust"].told == (
        "You may raise STR; each point costs two of another.",
        "May be lowered: INT by up to 2, WIS by up to 2.",
    )
    assert sheet(fighter).abilities == {"STR": 13, "INT": 10, "WIS": 12, "DEX": 12, "CON": 12, "CHA": 12}


@rule("ose:creation.adjust.two-for-one", "ose:creation.adjust.floor-9")
@pytest.mark.parametrize(
    ("scores", "payable"),
    [
        ({"INT": 10, "WIS": 11}, "WIS by up to 2"),
        ({"INT": 11, "WIS": 14}, "INT by up to 2, WIS by up to 4"),
        ({"INT": 12, "WIS": 9}, "INT by up to 2"),
    ],
)
def test_points_above_nine_pay_in_pairs(scores: dict[str, int], payable: str) -> None:
    question = questions.which_adjustment(compendium.classes()["fighter"], TWELVES | scores)
    assert question is not None
    assert question.told[1] == f"May be lowered: {payable}."


@rule("ose:creation.adjust.two-for-one")
def test_with_nothing_to_pay_or_to_raise_nothing_is_asked() -> None:
    fighter = compendium.classes()["fighter"]
    assert questions.which_adjustment(fighter, TWELVES | {"INT": 10, "WIS": 10}) is None
    assert questions.which_adjustment(fighter, TWELVES | {"STR": 18}) is None
    assert questions.which_adjustment(fighter, TWELVES | {"STR": 17}) is not None
    assert "adjust" not in interview("fighter", face=3)[0]


@rule("ose:creation.choose-alignment", "ose:creation.buy-equipment")
def test_alignment_and_equipment() -> None:
    asked, _ = interview("fighter", face=4)
    assert list(asked["alignment"].values) == ["Lawful", "Neutral", "Chaotic"]
    assert asked["kit"].told == ("You have 120 gp to begin with.",)
    assert asked["kit"].values["quick"].endswith("; 24 gp left")
    assert "buy" not in asked
    by_hand, _ = interview("magic-user", face=4, kit="by hand")
    assert by_hand["buy"].told == ("120 gp left.",)
    assert "dagger" in by_hand["buy"].values and "sword" not in by_hand["buy"].values


@rule("ose:creation.buy-equipment", "ose:creation.class-equipment-limits")
def test_the_price_list_goes_as_far_as_the_money() -> None:
    wares = questions.wares(compendium.classes()["fighter"], ["sword"], 10, "gp")
    assert wares.told == ("Bought: sword. 10 gp left.",)
    assert wares.values["sword"] == "10 gp"
    assert "plate mail" not in wares.values
    assert wares.values["torch"] == "1 gp for 6"


@rule("ose:language.extra-by-int")
def test_more_languages_for_the_clever() -> None:
    assert "languages" not in interview("fighter", face=4)[0]
    asked, clever = interview("magic-user", face=5)
    assert asked["languages"].text == "2 more languages"
    assert asked["languages"].default == "Gnomish, Goblin"
    assert {"Gnomish", "Goblin"} <= set(sheet(clever).languages)
    one = questions.more_languages(1, ("Elvish", "Orcish"), ("Orcish",))
    assert (one.text, one.default, list(one.values)) == ("One more language", "Orcish", ["Elvish", "Orcish"])


@rule("ose:magic.arcane.reverse")
def test_spells_are_memorised_in_one_form_or_the_other() -> None:
    asked, _ = interview("magic-user", face=5, level=3)
    assert asked["memorised"].told == ("Can be memorised: Light, Darkness, Magic Missile, Invisibility; 3 in all.",)
    assert asked["memorised"].default == "Light, Magic Missile, Invisibility"
    first, _ = interview("magic-user", face=5)
    assert first["memorised"].text == "Memorised as"
    assert first["memorised"].values == {"Light": "", "Darkness": "reversed"}


@rule("ose:creation.sub-par")
@pytest.mark.parametrize(("face", "is_asked"), [(2, True), (4, False)])
def test_hopeless_scores_may_be_thrown_away(face: int, is_asked: bool) -> None:
    asked, _ = interview("fighter", face=face, **{"sub-par": "keep"})
    assert ("sub-par" in asked) is is_asked
    if is_asked:
        assert asked["sub-par"].told[0] == "Rolled: " + ", ".join(f"{a} 6 (-1)" for a in ABILITIES) + "."
