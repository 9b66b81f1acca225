"""What a newcomer is offered, is given and can pay for, to the coin; and what is written beside each step."""

from __future__ import annotations

import pytest
from tests.rules.rampage.creation.test_questions import interview
from tests.rules.rampage.scene import SEATS, hero, monster, recruit, scene, scripted, steps

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.procedures.recruiting import ChoiceOpen, Question
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.rampage.basics.money import purse_sp
from underkeep.systems.rampage.basics.sheet import ABILITIES, sheet
from underkeep.systems.rampage.characters.races import senses
from underkeep.systems.rampage.creation import questions
from underkeep.systems.rampage.equipment import outfit
from underkeep.systems.rampage.equipment.arms import draw_fast
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d8, rule
from underkeep.world.creature import CreationStepTaken
from underkeep.world.gear import Item
from underkeep.world.state import State

TENS = d6(*[3, 3, 4] * 6)
PLAIN = {"race": "man", "bonus": "STR", "alignment": "neutral", "god": "none"}


# What is asked


def asked_of(work: object, *given: object) -> Question:
    with pytest.raises(ChoiceOpen) as choice:
        work(*given)  # type: ignore[operator]
    return choice.value.question


@rule("rampage:race.man.stats")
def test_a_mans_point_is_proposed_for_the_class_and_offered_where_it_keeps_the_class() -> None:
    def question(classes: tuple[str, ...], **scores: int) -> Question:
        start = dict.fromkeys(ABILITIES, 10) | scores
        return asked_of(questions._choose_bonus, Recruit("", by_steps=True), start, "man", classes)

    short = question(("paladin",), CHA=16)
    assert (short.default, list(short.values)) == ("CHA", ["CHA"])
    weak = question(("paladin",), STR=8, CHA=17)
    assert (weak.default, list(weak.values)) == ("STR", ["STR"])
    free = question(("paladin",), CHA=17)
    assert (free.default, list(free.values)) == ("STR", list(ABILITIES))
    mage = question(("wizard",))
    assert (mage.default, list(mage.values)) == ("INT", list(ABILITIES))
    dwarf = questions._choose_bonus(Recruit("", by_steps=True), dict.fromkeys(ABILITIES, 10), "dwarf", ("delver",))
    assert dwarf == "DEX"


HOPELESS = d6(*[1, 1, 1] * 6)
CHARMING = d6(*[2, 2, 3] * 5, 4, 4, 5)  # 7 7 7 7 7 13
BARELY = d6(3, 3, 2, *[2, 2, 3] * 4, 4, 4, 5)  # 8 7 7 7 7 13


def conceived(*faces: int, **choices: str) -> tuple[questions.Draft, tuple[object, ...]]:
    do = Resolution(State("rampage", SEATS), Scripted(*faces), RULESET)
    return questions.concept(do, Recruit("", choices=choices, by_steps=True), "x")


@rule("rampage:creation.roll-3d6", "rampage:creation.trade-scores")
def test_scores_that_can_be_nothing_are_rolled_again_and_a_trade_that_helps_is_proposed() -> None:
    plain = asked_of(conceived, *HOPELESS, *BARELY)
    assert (plain.what, plain.default) == ("trade", "none")
    helped = asked_of(conceived, *HOPELESS, *CHARMING)
    assert (helped.what, helped.default) == ("trade", "CHA-2 STR+1")
    assert helped.told[0] == "Rolled: STR 7, INT 7, WIS 7, DEX 7, CON 7, CHA 13."
    with pytest.raises(UnderkeepError, match=r"the trade CHA-2 STR\+1 would help"):
        conceived(*CHARMING, trade="none")
    fighter = {"race": "man", "class": "warrior", "second-class": "none", "bonus": "STR"}
    draft, rolled = conceived(*HOPELESS, *CHARMING, trade="CHA-2 STR+1", **fighter)
    assert draft == ("man", ("warrior",), "CHA-2 STR+1", "STR")
    assert rolled[0] == dict.fromkeys(ABILITIES, 7) | {"CHA": 13}
    assert rolled[1:] == (CHARMING, 2)
    assert conceived(*BARELY, trade="None", **fighter) == (
        ("man", ("warrior",), "", "STR"),
        (dict.fromkeys(ABILITIES, 7) | {"STR": 8, "CHA": 13}, BARELY, 1),
    )


@rule("rampage:creation.trade-scores", "rampage:creation.class-by-race")
def test_what_is_open_is_open_after_the_trade() -> None:
    assert "ravager" not in interview("", face=5, race="man")[0]["class"].values
    asked, made = interview("ravager", face=5, trade="INT-2 DEX+1", race="man")
    assert "ravager" in asked["class"].values
    assert (sheet(made).score("DEX"), sheet(made).score("INT")) == (17, 13)


@rule("rampage:class.ability.blade-of-doom.type", "rampage:creation.buy-equipment")
def test_only_who_is_given_a_blade_says_of_what_kind() -> None:
    asked, made = interview("punisher", face=4, race="man")
    assert (asked["blade"].default, list(asked["blade"].values)) == ("sword", ["sword", "ax"])
    assert [i.kind for i in made.items if i.place == "hand"][:1] == ["blade-of-doom"]
    assert "blade" not in interview("warrior", face=4, race="man")[0]
    ax = interview("punisher", face=4, race="man", blade="ax")[1]
    assert [i.kind for i in ax.items if i.place == "hand"][:1] == ["ax-of-doom"]


@rule("rampage:abilities.int.languages", "rampage:creation.languages")
def test_who_has_no_room_for_languages_is_not_asked_for_any() -> None:
    assert "languages" not in interview("warrior", face=3, race="man")[0]
    told = interview("warrior", face=4, race="man")[0]["languages"].told
    assert told == ("INT allows 2 more languages; what is not named now stays open.",)


# What is written down


@rule("rampage:creation.five-kindreds", "rampage:race.man.stats")
def test_only_a_mans_own_point_is_noted_beside_the_people() -> None:
    man = steps(recruit("warrior", *TENS, d6(4), **PLAIN)[1])["race"].values
    assert man == {"race": "Man", "bonus": "STR", "sight": "normal", **dict.fromkeys(ABILITIES, 10), "STR": 11}
    dwarf = steps(recruit("warrior", *TENS, d6(4), race="dwarf", alignment="neutral", god="none")[1])["race"].values
    assert dwarf == {
        "race": "Dwarf",
        "sight": ", ".join(senses("dwarf")),
        **dict.fromkeys(ABILITIES, 10),
        "CON": 11,
        "DEX": 9,
    }


@rule("rampage:creation.note-realm-spells", "rampage:creation.languages")
def test_the_realms_are_noted_or_that_there_are_none() -> None:
    warrior = steps(recruit("warrior", *TENS, d6(4), **PLAIN)[1])
    assert warrior["spells"].values == {"power points": 0, "realms": "none"}
    assert warrior["languages"].values == {"languages": "Common", "open": 0, "reads": "yes"}
    cleric = steps(recruit("druid", race="man", seed=2)[1])["spells"].values
    assert cleric["realms"] == "Healing, Blessing, Prophecy, Nature, Curses"
    dull = d6(3, 3, 4, 1, 2, 2, *[3, 3, 4] * 4)
    assert steps(recruit("warrior", *dull, d6(4), **PLAIN)[1])["languages"].values["reads"] == "no"


@rule("rampage:advancement.reroll-low", "rampage:advancement.reroll-or-add")
@pytest.mark.parametrize(
    ("how", "faces", "low"),
    [("reroll", d6(6, 1, 2), True), ("reroll", d6(6, 2, 2), False), ("reroll", d6(6, 2, 3), False),
     ("add", d6(6, 1), False)],
)  # fmt: skip
def test_a_worse_total_is_cited_only_where_all_dice_were_rolled_anew(
    how: str, faces: tuple[int, ...], low: bool
) -> None:
    _, do = recruit("warrior", *TENS, *faces, level=2, hit_points=how, **PLAIN)
    second = [e for e in do.events if isinstance(e, CreationStepTaken) and e.step == "hit-points-and-save"][1]
    assert ("rampage:advancement.reroll-low" in second.rule) is low
    assert ("rampage:advancement.new-die" in second.rule) is (how == "add")


@rule("rampage:creation.god-others-optional", "rampage:religion.one-god")
def test_who_needs_no_god_may_follow_one_of_another_alignment() -> None:
    thief, _ = recruit("thief", race="man", alignment="lawful", god="Father Sky")
    assert (sheet(thief).god, sheet(thief).alignment) == ("Father Sky", "lawful")
    assert sheet(recruit("thief", race="man", alignment="lawful", god="none")[0]).god == ""


@rule("rampage:creation.order", "rampage:creation.one-or-two-classes")
def test_who_has_two_classes_is_called_by_the_first() -> None:
    assert recruit("warrior", race="elf", second_class="scout")[0].kind == "warrior"


# What it costs


@rule("rampage:creation.buy-equipment", "rampage:creation.fighter-gear", "rampage:creation.jack-gear")
@pytest.mark.parametrize(
    ("classes", "race", "money", "bought", "left"),
    [
        (("warrior",), "man", 29, ("torches", "rope"), 9),
        (("warrior",), "man", 30, ("dagger",), 0),
        (("warrior",), "man", 99, ("short-sword", "torches", "rope"), 9),
        (("warrior",), "man", 100, ("sword",), 0),
        (("warrior",), "man", 600, ("sword", "chain-mail", "shield"), 0),
        (("warrior",), "halfling", 600, ("short-sword", "chain-mail", "shield", "dagger"), 0),
        (("scout",), "man", 600, ("sword", "leather", "short-bow", "bandages", "rope"), 30),
        (("scout",), "halfling", 600, ("short-sword", "leather", "sling", "tool-kit", "bandages", "rope"), 40),
        (("druid",), "man", 100, ("spear", "wooden-shield", "torches", "bandages"), 0),
        (("wizard",), "man", 59, ("dagger", "torches"), 19),
        (("wizard",), "man", 60, ("dagger", "dart"), 0),
        (("berserker",), "man", 129, ("battle-ax", "dagger", "torches"), 19),
        (("warrior", "wizard"), "elf", 1500, ("sword", "dagger", "torches", "tinder-box", "rope"), 1320),
    ],
)
def test_of_each_line_the_first_thing_that_can_be_paid_and_used(
    classes: tuple[str, ...], race: str, money: int, bought: tuple[str, ...], left: int
) -> None:
    assert outfit.buy(classes, race, money) == (bought, left)


@rule("rampage:money.starting-cash", "rampage:creation.buy-equipment")
def test_what_is_bought_is_paid_for_and_what_is_asked_for_is_given() -> None:
    bought, do = recruit("warrior", *TENS, d6(4), **PLAIN)
    assert steps(do)["cash"].values == {"gold pieces": 100}
    assert steps(do)["equipment"].values["silver left"] == purse_sp(bought.items) == 120
    given, do = recruit("warrior", *TENS, d6(4), gear=("plate", "sword"), **PLAIN)
    assert steps(do)["equipment"].values["silver left"] == purse_sp(given.items) == 1000
    assert [i.kind for i in given.items][:2] == ["plate", "sword"]
    assert "rampage:creation.fighter-gear" in steps(recruit("warrior", *TENS, d6(4), **PLAIN)[1])["equipment"].rule
    assert "rampage:creation.fighter-gear" not in steps(do)["equipment"].rule


@rule("rampage:creation.buy-equipment", "rampage:race.dwarf.weapon-bans")
def test_gear_keeps_peoples_away_only_where_none_is_named() -> None:
    banned = "rampage:race.dwarf.weapon-bans"
    named = recruit("warrior", *TENS, d6(4), gear=("halberd",), **PLAIN)[1]
    assert banned not in steps(named)["equipment"].rule
    unnamed = recruit("warrior", gear=("halberd",), seed=3)[1]
    assert banned in steps(unnamed)["equipment"].rule


@rule("rampage:save.monster", "rampage:monster.weapon.hd1")
@pytest.mark.parametrize(("face", "hp"), [(1, 1), (2, 1), (3, 2), (8, 7)])
def test_the_least_of_goblins_has_a_hit_point(face: int, hp: int) -> None:
    goblin, do = recruit("goblin", d8(face))
    assert (goblin.hp, goblin.max_hp, steps(do)["hit points"].values) == (hp, hp, {"hit points": hp})


@rule("rampage:combat.actions.attack.fast-draw", "rampage:combat.actions.free.drop")
@pytest.mark.parametrize(
    ("held", "falls"), [("pavis", True), ("short-bow", True), ("shield", False), ("wooden-shield", False)]
)
def test_what_is_held_falls_for_a_fast_weapon_but_a_shield_stays(held: str, falls: bool) -> None:
    bearer = hero("x", (5, 5), gear=())
    items = (Item(held, held, "hand"), Item("dagger", "Dagger", "belt"), Item("dagger", "Dagger", "belt"))
    do = scripted(scene(bearer, monster("orc", (6, 5))).with_creature("x", items=items))
    draw_fast(do, "x", "dagger")
    places = [i.place for i in do.state.creatures["x"].items]
    assert places == ["ground" if falls else "hand", "hand", "belt"]
    assert ("rampage:combat.actions.free.drop" in do.events[-1].rule) is falls
