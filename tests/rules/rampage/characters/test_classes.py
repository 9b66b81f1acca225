from __future__ import annotations

import pytest
from tests.rules.rampage.scene import act, hero, monster, recruit, scene, table, the

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import ABILITIES
from underkeep.systems.rampage.characters import classes
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.creature import AttackRolled, DamageRolled

CLERICS = ("militant", "spiritual", "guardian", "druid", "punisher", "warlock")
MAGES = ("wizard", "enchanter", "necromancer", "sorcerer", "alchemist")
FREE = {"fist": "punch", "staff": "quarter-staff", "silver sickle-sword": "sickle-sword", "punch": "punch"}


def own(kind: str, gear: str, level: int = 1) -> int:
    """The penalty of a class with a weapon, as its attack roll shows it."""
    state = scene(hero("hero", (5, 5), kind, gear=(gear,), level=level), monster("orc", (6, 5)))
    weapon = next(i.kind for i in state.creatures["hero"].items)
    roll = the(act(state, Attack("hero", "orc", weapon), d20(5)), AttackRolled).roll
    return dict(roll.modifiers).get("forbidden weapon", 0)


@rule("rampage:class.fighter.progression", "rampage:class.fighter-progression", "rampage:class.fighter.list")
def test_the_fighter_table() -> None:
    for level, xp, dice, attack, least, damage, save in table("class.fighter-progression"):
        line = classes.level_of("warrior", int(str(level)))
        assert (line.xp, line.hit_dice.text, line.attack, line.least_attacks, line.bonus_damage, line.save) == (
            xp, dice, attack, least, damage, save,
        )  # fmt: skip
    assert {k.code for k in compendium.classes().values() if k.type == "fighter"} == {"FW", "FP", "FB", "FR"}


@rule("rampage:class.cleric.progression", "rampage:class.cleric-progression", "rampage:class.cleric.list")
def test_the_cleric_table() -> None:
    for level, xp, dice, attack_a, attack_b, power_a, power_b, save in table("class.cleric-progression"):
        line = classes.level_of("druid", int(str(level)))
        assert (line.xp, line.hit_dice.text, line.attack, line.attack_b) == (xp, dice, attack_a, attack_b)
        assert (line.power, line.power_b, line.save) == (power_a, power_b, save)
    assert {n for n, k in compendium.classes().items() if k.type == "cleric"} == set(CLERICS)


@rule("rampage:class.jack.progression", "rampage:class.jack-progression", "rampage:class.jack.list")
def test_the_jack_table() -> None:
    for level, xp, dice, attack, stab, task, surprise, save in table("class.jack-progression"):
        line = classes.level_of("scout", int(str(level)))
        assert (line.xp, line.hit_dice.text, line.attack, line.back_stab) == (xp, dice, attack, stab)
        assert (line.task, f"1-{line.surprise}", line.save) == (task, surprise, save)
    assert {k.code for k in compendium.classes().values() if k.type == "jack"} == {"JS", "JD", "JT", "JL", "JM"}


@rule("rampage:class.mage.progression", "rampage:class.mage-progression", "rampage:class.mage.list")
def test_the_mage_table() -> None:
    for level, xp, dice, attack, power, save in table("class.mage-progression"):
        line = classes.level_of("wizard", int(str(level)))
        assert (line.xp, line.hit_dice.text, line.attack, line.power, line.save) == (xp, dice, attack, power, save)
    assert {n for n, k in compendium.classes().items() if k.type == "mage"} == set(MAGES)


@rule("rampage:combat.level-modifiers", "rampage:combat.level-modifiers-table")
def test_attack_modifiers_by_level() -> None:
    for level, fighter, middle, low, _ in table("combat.level-modifiers-table")[:10]:
        n = int(str(level))
        assert classes.attack_bonus(("warrior",), n) == fighter
        assert classes.attack_bonus(("militant",), n) == middle
        assert classes.attack_bonus(("scout",), n) == (middle if n < 10 else 5)
        assert classes.attack_bonus(("druid",), n) == classes.attack_bonus(("wizard",), n) == low
    state = scene(hero("hero", (5, 5), level=5), monster("orc", (6, 5)))
    assert the(act(state, Attack("hero", "orc", "sword"), d20(5)), AttackRolled).roll.modifiers == (
        Modifier("level", 3),
    )


@rule("rampage:creation.class-types")
def test_classes_of_a_type_share_their_numbers() -> None:
    for name in ("scout", "merchant"):
        assert classes.attack_bonus((name,), 4) == 1
        assert classes.save_number((name,), 4) == 16


@rule("rampage:class.cleric.saves", "rampage:creation.record-save")
def test_clerics_save_two_better() -> None:
    for level in range(1, 11):
        assert classes.save_number(("militant",), level) + 2 == classes.save_number(("warrior",), level)
    assert (classes.save_number(("warrior",), 1), classes.save_number(("warrior",), 10)) == (19, 10)


@rule("rampage:class.fighter.min-str", "rampage:class.cleric.min-wis", "rampage:class.jack.min-dex",
      "rampage:class.mage.min-int")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "ability"), [("warrior", "STR"), ("druid", "WIS"), ("thief", "DEX"), ("wizard", "INT")]
)
def test_a_class_needs_nine(kind: str, ability: str) -> None:
    tens = dict.fromkeys(ABILITIES, 10)
    assert classes.why_not_class("man", (kind,), tens | {ability: 9}) is None
    refused = classes.why_not_class("man", (kind,), tens | {ability: 8})
    assert refused is not None
    assert ability.lower() in refused[1]


@rule(
    "rampage:class.paladin.requirements", "rampage:class.berserker.requirements", "rampage:class.ravager.requirements"
)
def test_special_fighters_need_more() -> None:
    best = dict.fromkeys(ABILITIES, 18)
    for kind, ability, least in (
        ("paladin", "CHA", 17), ("berserker", "STR", 15), ("berserker", "CON", 15), ("ravager", "DEX", 17),
    ):  # fmt: skip
        assert classes.why_not_class("man", (kind,), best | {ability: least}) is None
        assert classes.why_not_class("man", (kind,), best | {ability: least - 1}) is not None
        assert classes.why_not_class("dwarf", (kind,), best) is not None
    assert classes.alignments(("paladin",)) == ("lawful",)
    assert classes.alignments(("berserker",)) == ("neutral",)
    assert classes.alignments(("ravager",)) == ("chaotic",)


@rule("rampage:class.warrior.requirements", "rampage:class.fighter.armor-weapons")
def test_anybody_may_be_a_warrior_with_any_weapon() -> None:
    for race in ("man", "dwarf", "gnome", "halfling"):
        assert classes.why_not_class(race, ("warrior",), dict.fromkeys(ABILITIES, 9)) is None
    assert classes.alignments(("warrior",)) == ("lawful", "neutral", "chaotic")
    assert all(classes.weapon_penalty(("warrior",), name) == 0 for name in compendium.weapons())
    assert not any(classes.is_forbidden_armour(("warrior",), name) for name in compendium.armours())


@rule("rampage:class.berserker.god")
def test_a_berserker_follows_a_warlike_god() -> None:
    for seed in range(6):
        made, _ = recruit("berserker", seed=seed)
        assert made.sheet.god in ("Father Sky", "Mistress Flame", "The Wanderer")  # type: ignore[attr-defined]
    with pytest.raises(UnderkeepError, match="not Mother Earth"):
        recruit("berserker", god="Mother Earth")


@rule("rampage:class.berserker.armor", "rampage:class.berserker.weapons")
def test_what_a_berserker_may_not_use() -> None:
    for thing in ("chain", "plate", "longbow", "light crossbow", "sling", "pike", "lance"):
        with pytest.raises(UnderkeepError, match="A Berserker may not"):
            recruit("berserker", gear=(thing,))
    recruit("berserker", gear=("leather", "shield", "sword", "javelin"))


@rule("rampage:class.militant.weapons", "rampage:class.spiritual.weapons", "rampage:class.guardian.weapons",
      "rampage:class.druid.weapons", "rampage:class.punisher.weapons", "rampage:class.warlock.weapons",
      "rampage:class.cleric.forbidden-weapon")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "free", "forbidden"),
    [
        ("militant", ("mace", "flail", "sling", "quarter staff"), ("sword", "spear", "dagger")),
        ("spiritual", ("club", "quarter staff", "torch"), ("mace", "dagger")),
        ("guardian", ("spear", "pike", "morning star", "dagger"), ("sword", "mace", "javelin")),
        ("druid", ("spear", "big club", "silver sickle-sword", "knife"), ("sword", "mace")),
        ("punisher", ("halberd", "two-handed sword", "heavy ax", "knife"), ("mace", "spear")),
        ("warlock", ("dart", "dagger", "quarter staff"), ("club", "sword")),
    ],
)
def test_weapons_of_the_clerics(kind: str, free: tuple[str, ...], forbidden: tuple[str, ...]) -> None:
    ids = {w.name.lower(): n for n, w in compendium.weapons().items()}
    assert [classes.weapon_penalty((kind,), ids[name]) for name in free] == [0] * len(free)
    assert [classes.weapon_penalty((kind,), ids[name]) for name in forbidden] == [-4] * len(forbidden)
    melee = next(name for name in forbidden if not compendium.weapons()[ids[name]].is_missile)
    assert own(kind, melee) == -4


@rule("rampage:class.jack.weapons", "rampage:class.jack.forbidden-weapon", "rampage:class.lackey.weapons",
      "rampage:class.mage.weapons", "rampage:class.mage.forbidden-weapon")  # fmt: skip
def test_weapons_of_jacks_and_mages() -> None:
    assert own("scout", "halberd") == -4
    assert own("thief", "sword") == own("thief", "quarter staff") == 0
    assert classes.weapon_penalty(("thief",), "longbow") == 0
    assert own("thief", "heavy ax") == -4
    assert own("lackey", "heavy ax") == own("lackey", "sledgehammer") == 0
    assert own("wizard", "sword") == -4
    assert own("wizard", "dagger") == own("wizard", "quarter staff") == 0


@rule("rampage:class.militant.armor", "rampage:class.guardian.armor", "rampage:class.punisher.armor",
      "rampage:class.spiritual.armor", "rampage:class.warlock.armor", "rampage:class.druid.armor",
      "rampage:class.cleric.forbidden-armor-move")  # fmt: skip
def test_armour_of_the_clerics() -> None:
    for kind in ("militant", "guardian", "punisher"):
        assert movement_in(hero("x", None, kind, gear=("mace", "plate", "shield"))) == 6
    for kind in ("spiritual", "warlock"):
        assert movement_in(hero("x", None, kind, gear=("dagger", "leather"))) == 9
        assert movement_in(hero("x", None, kind, gear=("dagger", "shield"))) == 9
        assert movement_in(hero("x", None, kind, gear=("dagger",))) == 12
    assert movement_in(hero("x", None, "druid", gear=("dagger", "leather", "wooden shield"))) == 12
    assert movement_in(hero("x", None, "druid", gear=("dagger", "leather", "shield"))) == 9
    assert movement_in(hero("x", None, "druid", gear=("dagger", "chain"))) == 6


@rule("rampage:class.jack.armor", "rampage:class.jack.heavy-armor-move", "rampage:class.jack.light-mail",
      "rampage:class.multi.jack-armor", "rampage:class.multi.druid-armor")  # fmt: skip
def test_armour_of_the_jacks() -> None:
    for light in ("leather", "gambeson", "light mail"):
        assert movement_in(hero("x", None, "scout", gear=("sword", light))) == 12
    for heavy, inches in (("chain", 6), ("scale", 6), ("plate", 3)):
        assert movement_in(hero("x", None, "scout", gear=("sword", heavy))) == inches
    assert movement_in(hero("x", None, "warrior", second="scout", gear=("sword", "chain"))) == 6
    assert movement_in(hero("x", None, "druid", second="warrior", gear=("sword", "plate"))) == 3


@rule("rampage:class.jack.no-shield")
def test_jacks_use_no_shields() -> None:
    with pytest.raises(UnderkeepError, match="may not use a shield"):
        recruit("thief", race="man", gear=("sword", "shield"))
    recruit("warrior", race="halfling", second_class="scout", gear=("short sword", "shield"))


@rule("rampage:class.militant.columns", "rampage:class.spiritual.columns", "rampage:class.guardian.columns",
      "rampage:class.druid.columns", "rampage:class.punisher.columns", "rampage:class.warlock.columns",
      "rampage:class.clerical-classes")  # fmt: skip
def test_columns_of_the_clerics() -> None:
    tens = (10,) * 6
    for _, code, attack, lesser, _, _, _, alignment in table("class.clerical-classes"):
        name = next(n for n, k in compendium.classes().items() if k.code == code)
        in_a = attack == "A"
        assert classes.attack_bonus((name,), 9) == (4 if in_a else 2)
        assert classes.power_points((name,), 9, tens) == (25 if in_a else 44)
        assert (compendium.classes()[name].rampage == "lesser") is lesser
        assert classes.alignments((name,))[0][:3] == {"Law": "law", "Neutral": "neu", "Chaos": "cha"}[str(alignment)]


@rule("rampage:class.militant.alignment", "rampage:class.spiritual.alignment", "rampage:class.guardian.alignment",
      "rampage:class.druid.alignment", "rampage:class.punisher.alignment",
      "rampage:class.warlock.alignment")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "alignment"),
    [("militant", "lawful"), ("spiritual", "lawful"), ("guardian", "neutral"), ("druid", "neutral"),
     ("punisher", "chaotic"), ("warlock", "chaotic")],
)  # fmt: skip
def test_alignment_of_the_clerics(kind: str, alignment: str) -> None:
    assert recruit(kind, race="man")[0].sheet.alignment == alignment  # type: ignore[attr-defined]
    for other in {"lawful", "neutral", "chaotic"} - {alignment}:
        with pytest.raises(UnderkeepError, match="cannot be"):
            recruit(kind, alignment=other)


@rule("rampage:class.militant.realms", "rampage:class.spiritual.realms", "rampage:class.guardian.realms",
      "rampage:class.druid.realms", "rampage:class.punisher.realms", "rampage:class.warlock.realms",
      "rampage:class.wizard.realms", "rampage:class.enchanter.realms", "rampage:class.necromancer.realms",
      "rampage:class.sorcerer.realms", "rampage:class.alchemist.realms", "rampage:class.cleric-realms",
      "rampage:class.mage-realms", "rampage:class.necromancer.exclusive")  # fmt: skip
@pytest.mark.parametrize(("id", "names"), [("class.cleric-realms", CLERICS), ("class.mage-realms", MAGES)])
def test_realms(id: str, names: tuple[str, ...]) -> None:
    rows = table(id)
    for column, name in enumerate(names, 1):
        wanted = {str(row[0]) for row in rows if row[column]}
        made, _ = recruit(name, race="man")
        assert set(made.sheet.realms) == wanted  # type: ignore[attr-defined]
        assert len(made.sheet.realms) == len(wanted)  # type: ignore[attr-defined]
    assert [n for n, k in compendium.classes().items() if "Necromancy" in k.realms] == ["necromancer"]


@rule("rampage:abilities.int.mage-pp-15", "rampage:abilities.int.mage-pp-17", "rampage:abilities.wis.cleric-pp-15",
      "rampage:abilities.wis.cleric-pp-17", "rampage:abilities.wis.cleric-pp-start",
      "rampage:class.cleric.a-cast-level2")  # fmt: skip
def test_power_points_and_their_bonus() -> None:
    def points(kind: str, level: int, **given: int) -> int:
        return classes.power_points((kind,), level, tuple(given.get(a, 10) for a in ABILITIES))

    assert points("wizard", 1, INT=14) == 1
    assert points("wizard", 1, INT=15) == points("wizard", 1, INT=16) == 2
    assert (points("wizard", 1, INT=17), points("wizard", 5, INT=17)) == (3, 17)
    assert points("spiritual", 1, WIS=16) == 2
    assert points("druid", 3, WIS=18) == 7
    assert (points("militant", 1, WIS=17), points("militant", 2, WIS=17)) == (0, 3)
    assert points("guardian", 1, WIS=18) == points("warrior", 5, WIS=18) == 0


@rule("rampage:class.fighter.bonus-damage")
@pytest.mark.parametrize(("level", "bonus"), [(1, 1), (3, 1), (4, 2), (7, 2), (8, 3)])
def test_fighters_add_damage(level: int, bonus: int) -> None:
    state = scene(hero("hero", (5, 5), level=level), monster("ogre", (6, 5), "ogre", hp=50))
    do = act(state, Attack("hero", "ogre", "sword"), d20(19), d8(5))
    assert the(do, DamageRolled).roll.total == 5 + bonus
    archer = scene(hero("hero", (5, 5), level=level, gear=("longbow",)), monster("ogre", (25, 5), "ogre", hp=50))
    assert the(act(archer, Attack("hero", "ogre", "longbow"), d20(19), d6(5)), DamageRolled).roll.total == 5 + bonus


@rule("rampage:class.multi.best-of", "rampage:class.multi.all-abilities")
def test_two_classes_use_the_better_of_each() -> None:
    assert classes.save_number(("warrior", "wizard"), 1) == 19
    assert classes.attack_bonus(("warrior", "wizard"), 1) == 1
    assert classes.hit_dice(("warrior", "wizard"), 1).text == "1d6+2"
    assert classes.save_number(("druid", "wizard"), 1) == 17
    assert classes.hit_dice(("druid", "wizard"), 1).text == "1d4+2"
    both = ("warrior", "thief")
    assert (classes.bonus_damage(both, 1), classes.back_stab_multiplier(both, 1), classes.task_bonus(both, 1)) == (
        1,
        2,
        1,
    )


@rule("rampage:class.multi.different-types", "rampage:class.multi.no-special-fighters", "rampage:class.multi.no-cs-cw")
def test_which_classes_combine() -> None:
    best = dict.fromkeys(ABILITIES, 18)

    def refused(*pair: str) -> str:
        why = classes.why_not_class("man", pair, best)
        return why[1].removeprefix("rampage:") if why else ""

    assert refused("wizard", "enchanter") == "class.multi.different-types"
    assert refused("paladin", "militant") == refused("wizard", "berserker") == "class.multi.no-special-fighters"
    assert refused("spiritual", "warrior") == refused("thief", "warlock") == "class.multi.no-cs-cw"
    assert refused("spiritual", "wizard") == refused("warrior", "thief") == ""
    assert refused("warrior", "thief", "wizard") == "creation.one-or-two-classes"
