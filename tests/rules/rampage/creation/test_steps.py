from __future__ import annotations

import pytest
from tests.rules.rampage.scene import recruit, steps, table

from underkeep.errors import UnderkeepError
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.money import COINS, purse_sp
from underkeep.systems.rampage.basics.sheet import ABILITIES, sheet
from underkeep.systems.rampage.characters import scores
from underkeep.systems.rampage.creation import steps as creation
from underkeep.testing import d6, rule
from underkeep.world.creature import CreationStepTaken
from underkeep.world.gear import Item

PLAIN = {"race": "man", "bonus": "STR", "alignment": "neutral", "god": "none"}
SCORES = d6(3, 3, 3, 3, 3, 4, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4)  # 9 10 11 12 13 14


def item_names(items: tuple[Item, ...], place: str) -> set[str]:
    return {item.kind for item in items if item.place == place}


@rule("rampage:creation.roll-3d6", "rampage:creation.score-order")
def test_scores_are_rolled_straight_down() -> None:
    _, do = recruit("warrior", *SCORES, d6(4), **PLAIN)
    first = steps(do)["ability-scores"]
    assert [first.values[a] for a in ("STR", "INT", "WIS", "DEX", "CON", "CHA")] == [9, 10, 11, 12, 13, 14]
    assert first.roll is not None
    assert first.roll.faces == SCORES


@rule("rampage:creation.order")
def test_the_steps_come_in_the_order_of_the_book() -> None:
    _, do = recruit("warrior", seed=3)
    taken = [e.step for e in do.events if isinstance(e, CreationStepTaken) and e.step != "trade"]
    assert taken == [
        "ability-scores", "race", "class", "hit-points-and-save", "alignment", "god", "spells", "languages", "cash",
        "equipment", "encumbrance-and-movement",
    ]  # fmt: skip


@rule("rampage:creation.trade-scores", "rampage:creation.trade-floor", "rampage:creation.trade-whole-pairs")
def test_two_points_buy_one() -> None:
    rolled = dict.fromkeys(ABILITIES, 12) | {"STR": 13, "INT": 14, "WIS": 10, "CON": 11}
    assert scores.trade(rolled, "STR-4 DEX+2") == rolled | {"STR": 9, "DEX": 14}
    assert scores.trade(rolled, "CON-2 DEX+1")["CON"] == 9
    with pytest.raises(UnderkeepError, match="below 9"):
        scores.trade(rolled, "WIS-2 DEX+1")
    with pytest.raises(UnderkeepError, match="pairs"):
        scores.trade(rolled, "INT-3 DEX+1")
    with pytest.raises(UnderkeepError, match="buy 2, not 3"):
        scores.trade(rolled, "INT-4 DEX+3")


@rule("rampage:creation.five-kindreds", "rampage:creation.class-types")
def test_five_kindreds_and_four_types() -> None:
    assert set(compendium.races()) == {"man", "halfling", "gnome", "dwarf", "elf"}
    assert {kind.type for kind in compendium.classes().values()} == {"cleric", "fighter", "jack", "mage"}
    with pytest.raises(UnderkeepError, match='"orc" is no race'):
        recruit("warrior", race="orc")


@rule("rampage:creation.class-by-race", "rampage:race.dwarf.classes")
def test_the_class_must_be_open_to_the_race() -> None:
    with pytest.raises(UnderkeepError, match="Dwarves cannot be Wizards"):
        recruit("wizard", race="dwarf")
    assert sheet(recruit("delver", race="dwarf")[0]).classes == ("delver",)


@rule("rampage:creation.one-or-two-classes")
def test_two_classes_at_most() -> None:
    made, _ = recruit("warrior", race="elf", second_class="scout")
    assert sheet(made).classes == ("warrior", "scout")
    assert "second-class" in creation.choices()
    assert "third-class" not in creation.choices()


@rule("rampage:creation.hp-first-level")
def test_first_hit_points() -> None:
    faces = (*SCORES[:12], *d6(5, 5, 6), *SCORES[15:])
    made, do = recruit("warrior", *faces, d6(4), race="man", bonus="STR", alignment="neutral", god="none")
    assert made.hp == made.max_hp == 4 + 2 + 1
    assert steps(do)["hit-points-and-save"].values == {"level": 1, "hit points": 7, "save": 19}


@rule("rampage:advancement.new-die", "rampage:advancement.reroll-or-add")
def test_each_level_adds_a_die() -> None:
    made, _ = recruit("warrior", *SCORES, *d6(4, 5, 1), level=3, hit_points="add", **PLAIN)
    assert made.max_hp == (4 + 2) + (5 + 2) + (1 + 2)


@rule("rampage:advancement.reroll-or-add", "rampage:advancement.reroll-low")
def test_or_all_dice_are_rolled_again() -> None:
    better, _ = recruit("warrior", *SCORES, *d6(2, 6, 6), level=2, hit_points="reroll", **PLAIN)
    assert better.max_hp == 6 + 6 + 4
    tough = (*SCORES[:12], *d6(5, 5, 6), *SCORES[15:])
    worse, _ = recruit("warrior", *tough, *d6(6, 1, 1), level=2, hit_points="reroll", **PLAIN)
    assert worse.max_hp == (6 + 2 + 1) + 1 + 1


@rule("rampage:creation.choose-alignment")
def test_alignment_within_what_the_class_allows() -> None:
    assert sheet(recruit("militant", alignment="lawful")[0]).alignment == "lawful"
    with pytest.raises(UnderkeepError, match="A Militant cannot be chaotic"):
        recruit("militant", alignment="chaotic")
    for alignment in ("lawful", "neutral", "chaotic"):
        assert sheet(recruit("warrior", alignment=alignment)[0]).alignment == alignment


@rule("rampage:creation.god-clerics-required", "rampage:creation.god-others-optional")
def test_clerics_need_a_god_of_their_alignment() -> None:
    assert sheet(recruit("spiritual", race="man", god="Lady Mercy")[0]).god == "Lady Mercy"
    with pytest.raises(UnderkeepError, match="not Father Sky"):
        recruit("spiritual", race="man", god="Father Sky")
    with pytest.raises(UnderkeepError, match="not none"):
        recruit("spiritual", race="man", god="none")
    assert sheet(recruit("thief", race="man", god="none")[0]).god == ""


@rule("rampage:religion.ability-point", "rampage:religion.gods")
def test_a_god_raises_one_ability() -> None:
    without, _ = recruit("warrior", *SCORES, d6(4), **PLAIN)
    within, do = recruit("warrior", *SCORES, d6(4), **(PLAIN | {"god": "Father Sky"}))
    assert sheet(within).score("STR") == sheet(without).score("STR") + 1
    assert steps(do)["god"].values == {"god": "Father Sky", "STR": "+1"}
    found = {(g.name, g.ability, g.alignment) for g in compendium.gods().values()}
    assert found == {tuple(row) for row in table("religion.gods")}


@rule("rampage:creation.languages", "rampage:race.elf.languages", "rampage:race.halfling.languages",
      "rampage:race.dwarf.languages", "rampage:race.gnome.languages", "rampage:race.man.languages")  # fmt: skip
def test_the_tongues_of_the_kindreds() -> None:
    spoken = {race: kind.languages for race, kind in compendium.races().items()}
    assert spoken == {
        "man": ("Common",), "halfling": ("Common",), "elf": ("Elf", "Common"), "dwarf": ("Dwarf", "Common"),
        "gnome": ("Gnome", "Common"),
    }  # fmt: skip
    made, _ = recruit(
        "warrior", *SCORES[:3], *d6(5, 5, 4), *SCORES[6:], d6(4), languages="Orc, Goblin, Elf, Gnome, Troll", **PLAIN
    )
    assert sheet(made).languages == ("Common", "Orc", "Goblin", "Elf", "Gnome")
    assert sheet(made).open_languages == 0


@rule("rampage:abilities.int.languages")
def test_slots_for_languages_may_stay_open() -> None:
    made, _ = recruit("warrior", *SCORES[:3], *d6(5, 5, 4), *SCORES[6:], d6(4), **PLAIN)
    assert (sheet(made).languages, sheet(made).open_languages) == (("Common",), 4)


@rule("rampage:money.starting-cash")
def test_cash_is_ten_times_wisdom() -> None:
    _, do = recruit("warrior", *SCORES, d6(4), **PLAIN)
    assert steps(do)["cash"].values == {"gold pieces": 110}


@rule("rampage:creation.buy-equipment", "rampage:creation.fighter-gear")
@pytest.mark.parametrize("seed", range(12))
def test_purchases_never_exceed_the_cash(seed: int) -> None:
    made, do = recruit("warrior", seed=seed)
    start = int(steps(do)["cash"].values["gold pieces"]) * 10
    bought = [i for i in made.items if compendium.gear()[i.kind].cost_sp and i.kind not in COINS]
    cost = sum(compendium.gear()[i.kind].cost_sp * i.count // compendium.gear()[i.kind].bundle for i in bought)
    assert cost + purse_sp(made.items) == start
    assert item_names(made.items, "hand")


@rule("rampage:creation.common-gear", "rampage:encumbrance.free")
def test_the_common_package_is_free() -> None:
    made, _ = recruit("warrior", *SCORES, d6(4), gear=("sword",), **PLAIN)
    counts = {i.kind: i.count for i in made.items if i.kind not in ("sword", *COINS)}
    assert counts == {
        "clothing": 2, "belt": 1, "scabbards": 1, "money-pouch": 1, "boots": 1, "backpack": 1, "large-sack": 2,
    }  # fmt: skip
    assert all(compendium.gear()[kind].cost_sp == 0 and compendium.gear()[kind].free for kind in counts)


@rule("rampage:creation.cleric-gear", "rampage:creation.cleric-gear-items", "rampage:creation.druid-nothing",
      "rampage:class.ability.blade-of-doom.type")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "choices", "gifts"),
    [
        ("spiritual", {}, {"book-of-prayer", "holy-symbol"}),
        ("militant", {}, {"holy-symbol"}),
        ("guardian", {}, {"shield-of-the-gods"}),
        ("punisher", {}, {"blade-of-doom"}),
        ("punisher", {"blade": "ax"}, {"ax-of-doom"}),
        ("druid", {}, set()),
        ("warlock", {}, set()),
    ],
)
def test_gifts_of_the_clerics(kind: str, choices: dict[str, str], gifts: set[str]) -> None:
    made, _ = recruit(kind, race="man", **choices)
    known = compendium.gear()
    given = {i.kind for i in made.items if not known[i.kind].for_sale and i.kind not in COINS}
    assert given == gifts
    assert all(known[gift].items == 1 and known[gift].cost_sp == 0 for gift in gifts)
    with pytest.raises(UnderkeepError, match='"mace" is no blade'):
        recruit("punisher", blade="mace")


@rule("rampage:creation.mage-gear", "rampage:class.wizard.focus", "rampage:class.enchanter.focus",
      "rampage:class.necromancer.focus", "rampage:class.sorcerer.focus", "rampage:class.alchemist.focus")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "focus"),
    [("wizard", "staff-focus"), ("enchanter", "silver-flute"), ("necromancer", "thigh-bone"), ("sorcerer", "fist-wand"),
     ("alchemist", "brass-flask")],
)  # fmt: skip
def test_a_mage_has_a_grimoire_and_a_focus(kind: str, focus: str) -> None:
    made, _ = recruit(kind, race="man")
    given = {i.kind for i in made.items if not compendium.gear()[i.kind].for_sale and i.kind not in COINS}
    assert given == {"grimoire", focus}


def test_gear_by_name_is_equipped() -> None:
    made, _ = recruit("fighter", gear=("plate", "two-handed sword"), race="man")
    assert item_names(made.items, "hand") == {"two-handed-sword"}
    assert item_names(made.items, "worn") == {"plate"}
    with pytest.raises(UnderkeepError, match="did you mean"):
        recruit("fighter", gear=("swrd",))
    with pytest.raises(UnderkeepError, match="levels 1 to 10"):
        recruit("fighter", level=11)


@rule("rampage:combat.ac.two-handed-no-shield")
def test_no_shield_with_a_two_handed_weapon() -> None:
    with pytest.raises(UnderkeepError, match="takes both hands"):
        recruit("warrior", race="man", gear=("halberd", "shield"))


@rule("rampage:equipment.large-weapon-carry")
def test_a_halberd_cannot_be_slung() -> None:
    with pytest.raises(UnderkeepError, match="too large to carry"):
        recruit("warrior", race="man", gear=("sword", "halberd"))
    assert item_names(recruit("warrior", race="man", gear=("halberd", "sword"))[0].items, "belt") == {"sword"}
