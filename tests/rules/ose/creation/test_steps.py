from __future__ import annotations

import pytest
from tests.rules.ose.scene import average, every, make, making, step, table

from underkeep.errors import UnderkeepError
from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.sheet import ABILITIES, sheet
from underkeep.systems.ose.characters import ability_adjustment
from underkeep.systems.ose.creation import questions, steps
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.new_game import Plan, new_game
from underkeep.testing import Alike, d4, d6, d8, rule
from underkeep.testing.builders import interview
from underkeep.world.creature import CreationStepTaken

STEPS = [
    *("abilities", "class", "adjust", "modifiers", "attack", "saves-abilities", "hit-points", "alignment", "languages"),
    *("equipment", "ac", "level-xp", "name"),
]


@rule("ose:creation.sequence")
def test_thirteen_steps_in_order():
    _, done = make("fighter", **average())
    assert [e.step for e in every(done, CreationStepTaken)] == STEPS
    assert all("ose:creation.sequence" in e.rule for e in every(done, CreationStepTaken))


@rule("ose:creation.sheet")
def test_the_printed_sheet_has_what_the_steps_filled():
    creature, _ = make("elf", **average(INT="16", STR="13"), gear=("sword", "chainmail"), name="Mirael")
    card = RULESET.card(making(), creature)
    text = " ".join(f"{label} {value}" for _, rows in card.sections for label, value in rows)
    own = sheet(creature)
    assert (card.title, card.subtitle) == ("Mirael", "Elf of level 1")
    wanted = ["INT 16", "melee +1", f"{creature.hp} of", "5 [14]", "19 [+0]", own.alignment, "Elvish", "Chainmail"]
    wanted += [
        own.spell_book[0],
        money.counted(creature.items),
        "Spells, rods or staves 15",
        "0 (+10%)",
        "20 20 20",
        "+1 to hit, 1d6+1",
    ]
    assert [w for w in wanted if w not in text] == []


def roll_scores(*faces: int, **choices: str) -> tuple[Resolution, steps.Draft]:
    done = Resolution(making(), Scripted(*faces), RULESET)
    draft = steps.Draft(Recruit("fighter", choices=choices), "fighter-1", "a")
    steps.STEPS[0](done, draft)
    return done, draft


@rule("ose:creation.roll-abilities", "ose:dice.sum")
def test_three_dice_for_each_ability_in_order():
    faces = d6(2, 5, 6, 1, 2, 6, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6)
    done, draft = roll_scores(*faces)
    assert draft.scores == dict(zip(ABILITIES, (13, 9, 9, 12, 15, 18), strict=True))
    assert step(done, "abilities").roll.faces == faces


@rule("ose:creation.sub-par")
@pytest.mark.parametrize(
    ("scores", "poor"),
    [((8, 8, 7, 6, 8, 5), True), ((9, 8, 7, 6, 8, 5), False), ((3, 12, 12, 12, 12, 12), True)],
)
def test_sub_par_sets(scores, poor):
    assert steps.is_sub_par(dict(zip(ABILITIES, scores, strict=True))) is poor


@rule("ose:creation.sub-par")
def test_a_poor_set_is_thrown_away_by_default_and_may_be_kept():
    poor, good = (*d6(1, 1, 1), *d6(4, 4, 4) * 5), d6(4, 4, 4) * 6
    done, draft = roll_scores(*poor, *good)
    assert draft.scores["STR"] == 12
    assert every(done, Ruled)[0].choice == "start again"
    _, kept = roll_scores(*poor, **{"sub-par": "keep"})
    assert kept.scores["STR"] == 3


@rule("ose:creation.choose-class")
def test_requirements():
    dwarf = compendium.classes()["dwarf"]
    assert not steps.qualifies(dwarf, {"CON": 8})
    assert steps.qualifies(dwarf, {"CON": 9})
    with pytest.raises(UnderkeepError, match="No dwarf has such scores"):
        make("dwarf", **average(CON="8"))
    assert make("dwarf", **average(CON="9"))[0].kind == "dwarf"


@rule("ose:creation.choose-class", "ose:class.one-profession")
def test_by_the_dice_only_what_the_scores_allow():
    kinds = {make("", seed=seed, **average(CON="8", INT="8"))[0].kind for seed in range(40)}
    assert kinds == {"cleric", "fighter", "magic-user", "thief"}


@rule("ose:race.human-default", "ose:race.demihumans")
def test_race_follows_class():
    assert step(make("thief")[1], "class").values["race"] == "human"
    assert step(make("dwarf")[1], "class").values["race"] == "dwarf"


def adjust(kind: str, changes: str, **scores: int) -> dict[str, int]:
    before = dict.fromkeys(ABILITIES, 12) | scores
    return ability_adjustment.adjusted(compendium.classes()[kind], before, ability_adjustment.read(changes))


@rule("ose:creation.adjust.two-for-one")
def test_two_for_one():
    after = adjust("fighter", "INT-2 STR+1", INT=13)
    assert (after["INT"], after["STR"]) == (11, 13)
    for bad in ("INT-1 STR+1", "INT-2 STR+2", "INT-2", "STR+1"):
        with pytest.raises(UnderkeepError):
            adjust("fighter", bad)


@rule("ose:creation.adjust.not-from-prime")
def test_not_from_a_prime_requisite():
    with pytest.raises(UnderkeepError, match="may not lower STR"):
        adjust("elf", "STR-2 INT+1")
    with pytest.raises(UnderkeepError, match="no prime requisite"):
        adjust("fighter", "INT-2 WIS+1")


@rule("ose:creation.adjust.lowerable")
@pytest.mark.parametrize("ability", ["DEX", "CON", "CHA"])
def test_only_strength_intelligence_and_wisdom_go_down(ability):
    with pytest.raises(UnderkeepError, match=f"may not lower {ability}"):
        adjust("fighter", f"{ability}-2 STR+1")
    assert adjust("fighter", "WIS-2 STR+1")["STR"] == 13


@rule("ose:creation.adjust.floor-9")
def test_nothing_below_nine():
    assert adjust("fighter", "INT-2 STR+1", INT=11)["INT"] == 9
    with pytest.raises(UnderkeepError, match="below 9"):
        adjust("fighter", "INT-2 STR+1", INT=10)


@rule("ose:creation.adjust.class-constraints")
def test_a_thief_may_not_lower_strength():
    with pytest.raises(UnderkeepError, match="may not lower STR"):
        adjust("thief", "STR-2 DEX+1")
    assert adjust("cleric", "STR-2 WIS+1")["WIS"] == 13


@rule("ose:abilities.range")
def test_nothing_above_eighteen():
    with pytest.raises(UnderkeepError, match="above 18"):
        adjust("fighter", "INT-2 STR+1", STR=18)


@rule("ose:creation.note-modifiers", "ose:creation.adjust.two-for-one")
def test_modifiers_are_noted_after_adjusting():
    creature, done = make("fighter", **average(STR="12", INT="12", adjust="INT-2 STR+1"))
    assert sheet(creature).abilities["STR"] == 13
    assert step(done, "modifiers").values["melee"] == "+1"


def test_a_sensible_player_adjusts_only_for_gain():
    fighter = compendium.classes()["fighter"]
    even = dict.fromkeys(ABILITIES, 10)
    assert ability_adjustment.sensible(fighter, even) == {}
    assert ability_adjustment.sensible(fighter, even | {"STR": 12, "INT": 12}) == {"STR": 1, "INT": -2}


@rule("ose:creation.attack-values", "ose:creation.first-level-thac0", "ose:combat.thac0.by-class-level")
@pytest.mark.parametrize("kind", list(compendium.classes()))
def test_first_level_attack_values(kind):
    creature, done = make(kind)
    values = step(done, "attack").values
    assert sheet(creature).thac0 == 19
    assert values["THAC0"] == "19 [+0]"
    assert [values[f"AC {ac}"] for ac in range(-3, 10)] == [20, 20, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10]
    for ac, needed in table("creation.first-level-attack-values"):
        assert values[f"AC {ac}"] == needed


@rule("ose:creation.saves-and-abilities", "ose:save.tables.characters", "ose:class.abilities")
def test_saves_and_abilities_are_noted():
    creature, done = make("halfling")
    values = step(done, "saves-abilities").values
    numbers = {"death": 8, "wands": 9, "paralysis": 10, "breath": 13, "spells": 12}
    assert sheet(creature).saves == numbers
    assert {name: values[name] for name in numbers} == numbers
    assert "Missile bonus" in values["abilities"]


@rule("ose:creation.starting-spell-book", "ose:magic.book.beginning")
def test_the_first_spell_book():
    assert len(sheet(make("magic-user")[0]).spell_book) == 1
    assert sheet(make("magic-user", spells="sleep")[0]).spell_book == ("Sleep",)
    rolled = {sheet(make("elf", seed=s, spell_book="random", spells="sleep")[0]).spell_book for s in range(12)}
    assert len(rolled) > 1
    assert sheet(make("fighter")[0]).spell_book == ()
    with pytest.raises(UnderkeepError, match="holds 1, not 2"):
        make("magic-user", spells="sleep, shield")


@rule("ose:magic.book.size")
def test_the_book_holds_what_can_be_memorised():
    book = sheet(make("magic-user", level=5, spells="sleep")[0]).spell_book
    lists = compendium.spell_books()["magic-user"].levels
    assert [sum(spell in names for spell in book) for names in lists] == [2, 2, 1, 0, 0, 0]
    assert len(set(book)) == len(book) == 5
    assert book[0] == "Sleep"


def first_hp(kind: str, constitution: int, *faces: int, switches: tuple[str, ...] = ()) -> int:
    done = Resolution(making(*switches), Scripted(*faces), RULESET)
    draft = steps.Draft(Recruit(kind), f"{kind}-1", "a", {"CON": constitution}, kind)
    steps.STEPS[6](done, draft)
    done.dice.finish()
    return draft.hp


@rule("ose:creation.roll-hp", "ose:abilities.con.minimum-1")
def test_first_hit_points():
    assert first_hp("magic-user", 3, d4(1)) == 1
    assert first_hp("fighter", 16, d8(5)) == 7
    assert first_hp("magic-user", 3, d4(2)) == 1


@rule("ose:creation.reroll-low-hp")
def test_low_hit_points_may_be_rolled_again():
    again = ("reroll-low-hp",)
    assert first_hp("fighter", 10, d8(1)) == 1
    assert first_hp("fighter", 10, *d8(2, 6), switches=again) == 6
    assert first_hp("fighter", 10, *d8(1, 2, 3), switches=again) == 3
    assert first_hp("fighter", 13, *d8(2, 5), switches=again) == 6


@rule("ose:creation.choose-alignment", "ose:alignment.three", "ose:alignment.choice-required")
def test_alignment():
    found = {sheet(make(seed=seed)[0]).alignment for seed in range(30)}
    assert found == {"Lawful", "Neutral", "Chaotic"}
    assert sheet(make(alignment="Chaotic")[0]).alignment == "Chaotic"
    with pytest.raises(UnderkeepError, match="is no alignment"):
        make(alignment="Good")


@rule("ose:alignment.secrecy")
def test_alignment_is_told_to_its_player_and_the_referee_only():
    _, done = make("fighter")
    for name in ("alignment", "languages"):
        event = step(done, name)
        assert seen_by(event, "a", done.state) == event
        assert seen_by(event, REFEREE, done.state) == event
        assert seen_by(event, "b", done.state) is None


@rule("ose:creation.languages", "ose:language.native-by-class", "ose:language.common")
def test_native_languages():
    dwarf = sheet(make("dwarf", **average(CON="9", alignment="Lawful"))[0])
    assert dwarf.languages == ("Common", "Dwarvish", "Gnomish", "Goblin", "Kobold", "Law tongue")


@rule("ose:creation.languages", "ose:language.extra-by-int", "ose:abilities.int.languages")
def test_additional_languages():
    for score, more in (("12", 0), ("13", 1), ("17", 2), ("18", 3)):
        spoken = sheet(make("fighter", **average(INT=score))[0]).languages
        assert len(set(spoken)) == len(spoken) == 2 + more
    chosen = sheet(make("fighter", **average(INT="16", languages="Orcish, elvish"))[0]).languages
    assert chosen[-2:] == ("Orcish", "Elvish")
    with pytest.raises(UnderkeepError, match="allows 2 more"):
        make("fighter", **average(INT="17", languages="Orcish, Elvish, Gnoll"))
    with pytest.raises(UnderkeepError, match="cannot be learned"):
        make("fighter", **average(INT="13", languages="Chaos tongue"))


def buying(*faces: int, kind: str = "fighter", **choices: str) -> tuple[Resolution, steps.Draft]:
    done = Resolution(making(), Scripted(*faces), RULESET)
    draft = steps.Draft(Recruit(kind, choices=choices), f"{kind}-1", "a", dict.fromkeys(ABILITIES, 10), kind)
    steps.STEPS[9](done, draft)
    return done, draft


@rule("ose:creation.buy-equipment", "ose:money.starting")
def test_money_and_buying():
    done, draft = buying(*d6(3, 4, 5), buy="plate, two-handed sword, silver dagger")
    assert step(done, "equipment").values["money"] == "120 gp"
    assert draft.coins_gp == 120 - 60 - 15 - 30
    with pytest.raises(UnderkeepError, match="costs 121 gp, but the purse holds 120 gp"):
        buying(*d6(3, 4, 5), buy="plate, chainmail, leather, rope")


@rule("ose:creation.buy-equipment")
@pytest.mark.parametrize("kind", list(compendium.classes()))
@pytest.mark.parametrize("face", [1, 6])
def test_the_shopper_spends_no_more_than_there_is(kind, face):
    _, draft = buying(*d6(face, face, face), kind=kind)
    cost = sum(compendium.gear()[item.kind].cost_gp for item in draft.items)
    assert draft.coins_gp >= 0
    assert cost + draft.coins_gp == 30 * face


@rule("ose:creation.note-ac", "ose:combat.ac.sources", "ose:creation.unarmoured-ac")
@pytest.mark.parametrize(
    ("gear", "dexterity", "ac"),
    [
        (("leather",), "13", "6 [13]"),
        (("chainmail",), "16", "3 [16]"),
        (("chainmail",), "4", "7 [12]"),
        ((), "10", "9 [10]"),
    ],
)
def test_armour_class_is_noted(gear, dexterity, ac):
    creature, done = make("fighter", gear=gear, **average(DEX=dexterity))
    assert step(done, "ac").values["AC"] == ac
    assert armour_class(creature) == int(ac.partition(" ")[0])


@rule("ose:creation.start-level-xp", "ose:advancement.level")
def test_first_level_and_no_experience():
    own = sheet(make()[0])
    assert (own.level, own.xp) == (1, 0)


@rule("ose:creation.name")
def test_names():
    assert make(name="Ysolde")[0].name == "Ysolde"
    done = Resolution(making(), Alike(1), RULESET)
    names = {RULESET.recruit(done, Recruit("elf", choices=average(INT="9")), f"elf-{n}", "a").name for n in range(40)}
    assert len(names) == 40
    assert all(names)


@rule("ose:creation.start-level-xp", "ose:creation.attack-values", "ose:creation.saves-and-abilities")
def test_what_is_written_down_at_first_level():
    made, done = make("magic-user", **average())
    assert step(done, "level-xp").values == {"level": 1, "xp": 0}
    attack = step(done, "attack").values
    assert [key for key in attack if key.startswith("AC")] == [f"AC {ac}" for ac in range(9, -4, -1)]
    assert (attack["AC 9"], attack["AC 0"], attack["AC -3"]) == (10, 19, 20)
    saves = step(done, "saves-abilities").values
    assert [saves[name] for name in ("death", "wands", "paralysis", "breath", "spells")] == [13, 14, 13, 16, 15]
    assert len(sheet(made).memorised) == 1


@rule("ose:creation.sheet", "ose:creation.unarmoured-ac", "ose:movement.rate.default")
def test_a_sheet_begins_unarmoured_and_at_the_usual_rate():
    made, _ = make("fighter", gear=(), **average())
    assert (sheet(made).ac, sheet(made).movement_feet) == (9, 120)
    levels = [
        len([e for e in make("fighter", level=level, **average())[1].events if is_level(e)]) for level in (1, 2, 3)
    ]
    assert levels == [0, 1, 2]


def is_level(event) -> bool:
    return isinstance(event, CreationStepTaken) and event.step.startswith("level") and event.step != "level-xp"


@rule("ose:creation.buy-equipment", "ose:money.starting")
def test_what_was_carried_off_is_written_down():
    assert step(make("fighter", gear=())[1], "equipment").values["gear"] == "nothing"
    armed, done = make("fighter", gear=("sword",))
    assert step(done, "equipment").values["gear"] == "Sword"
    assert [item.kind for item in armed.items] == ["sword", "gp"]


@rule("ose:magic.divine.neutral", "ose:magic.arcane.reverse", "ose:creation.choose-alignment")
def test_who_is_asked_about_a_deity_and_about_forms():
    neutral, _ = interview(RULESET, "cleric", face=4, alignment="Neutral")
    assert (neutral["deity"].default, list(neutral["deity"].values)) == ("normal", ["normal", "reversed"])
    assert "deity" not in interview(RULESET, "cleric", face=4, alignment="Lawful")[0]
    assert "deity" not in interview(RULESET, "fighter", face=4, alignment="Neutral")[0]
    assert "memorised" in interview(RULESET, "magic-user", face=4, spells="Light")[0]
    assert "memorised" not in interview(RULESET, "magic-user", face=4, spells="Sleep")[0]
    assert "memorised" not in interview(RULESET, "fighter", face=4)[0]


@rule("ose:creation.buy-equipment")
def test_the_price_list_asks_on_until_one_is_done():
    asked = questions.wares(compendium.classes()["fighter"], [], 10, "gp")
    assert asked.adds
    assert "sword" in asked.values and "chainmail" not in asked.values
    assert asked.values["arrows"] == "5 gp for 20" and asked.values["sword"] == "10 gp"


@rule("ose:advancement.level")
def test_a_party_of_high_level_has_whom_its_classes_allow() -> None:
    state = new_game(RULESET, 17, Plan(size=7, level=9)).state
    levels = {c.kind: sheet(c).level for c in state.marchers()}
    assert levels["halfling"] == 8 and levels["fighter"] == 9
