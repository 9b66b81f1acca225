from __future__ import annotations

import pytest
from tests.rules.ose.scene import average, every, make, making, step

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import advancement
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import CreationStepTaken

# A second transcription: from which level on, THAC0 and saves.
ROWS = {
    "cleric": [
        (1, 19, (11, 12, 14, 16, 15)),
        (5, 17, (9, 10, 12, 14, 12)),
        (9, 14, (6, 7, 9, 11, 9)),
        (13, 12, (3, 5, 7, 8, 7)),
    ],
    "dwarf": [
        (1, 19, (8, 9, 10, 13, 12)),
        (4, 17, (6, 7, 8, 10, 10)),
        (7, 14, (4, 5, 6, 7, 8)),
        (10, 12, (2, 3, 4, 4, 6)),
    ],
    "elf": [
        (1, 19, (12, 13, 13, 15, 15)),
        (4, 17, (10, 11, 11, 13, 12)),
        (7, 14, (8, 9, 9, 10, 10)),
        (10, 12, (6, 7, 8, 8, 8)),
    ],
    "fighter": [
        (1, 19, (12, 13, 14, 15, 16)),
        (4, 17, (10, 11, 12, 13, 14)),
        (7, 14, (8, 9, 10, 10, 12)),
        (10, 12, (6, 7, 8, 8, 10)),
        (13, 10, (4, 5, 6, 5, 8)),
    ],
    "halfling": [(1, 19, (8, 9, 10, 13, 12)), (4, 17, (6, 7, 8, 10, 10)), (7, 14, (4, 5, 6, 7, 8))],
    "magic-user": [(1, 19, (13, 14, 13, 16, 15)), (6, 17, (11, 12, 11, 14, 12)), (11, 14, (8, 9, 8, 11, 8))],
    "thief": [
        (1, 19, (13, 14, 13, 16, 15)),
        (5, 17, (12, 13, 11, 14, 13)),
        (9, 14, (10, 11, 9, 12, 10)),
        (13, 12, (8, 9, 7, 10, 8)),
    ],
}
EXPERIENCE = {
    "cleric": (0, 1_500, 3_000, 6_000, 12_000, 25_000, 50_000, 100_000, 200_000),
    "dwarf": (0, 2_200, 4_400, 8_800, 17_000, 35_000, 70_000, 140_000, 270_000),
    "elf": (0, 4_000, 8_000, 16_000, 32_000, 64_000, 120_000, 250_000, 400_000),
    "fighter": (0, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 120_000, 240_000),
    "halfling": (0, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 120_000),
    "magic-user": (0, 2_500, 5_000, 10_000, 20_000, 40_000, 80_000, 150_000, 300_000),
    "thief": (0, 1_200, 2_400, 4_800, 9_600, 20_000, 40_000, 80_000, 160_000),
}
BEYOND_NAME_LEVEL = {"cleric": 1, "dwarf": 3, "elf": 2, "fighter": 2, "magic-user": 1, "thief": 2}


@rule("ose:class.one-profession")
def test_seven_classes():
    assert set(compendium.classes()) == set(ROWS)
    assert {id for id, sort in RULESET.roster().items() if sort == "character"} == set(ROWS)


@rule("ose:save.by-class-level", "ose:save.tables.characters", "ose:combat.thac0.by-class-level")
@pytest.mark.parametrize("kind", list(ROWS))
def test_attack_and_saves_by_level(kind):
    own_class = compendium.classes()[kind]
    for level in range(1, len(own_class.levels) + 1):
        _, thac0, saves = max(row for row in ROWS[kind] if row[0] <= level)
        row = advancement.row(own_class, level)
        assert (row.thac0, row.saves) == (thac0, saves), level
        assert tuple(advancement.saves(own_class, level).values()) == saves


@rule("ose:class.hit-dice")
@pytest.mark.parametrize("kind", list(ROWS))
def test_experience_and_hit_dice(kind):
    levels = compendium.classes()[kind].levels
    assert tuple(row.xp for row in levels[:9]) == EXPERIENCE[kind]
    for level, row in enumerate(levels, 1):
        assert row.hit_dice == min(level, 9)
        assert row.fixed_hp == max(0, level - 9) * BEYOND_NAME_LEVEL.get(kind, 0)


@rule("ose:class.hit-dice", "ose:abilities.con.hp", "ose:advancement.level-up.hp", "ose:abilities.con.minimum-1")
def test_hit_points_of_new_levels():
    halfling, fighter = compendium.classes()["halfling"], compendium.classes()["fighter"]
    done = Resolution(making(), Scripted(*d6(3, 4, 1, 2, 5)), RULESET)
    total = advancement.first_hit_points(done, halfling, 16, "x")[0]
    total += sum(advancement.new_hit_points(done, halfling, level, 16, "x")[0] for level in (2, 3))
    assert total == 14
    assert advancement.new_hit_points(done, halfling, 4, 3, "x")[0] == 1
    assert advancement.new_hit_points(done, halfling, 5, 3, "x")[0] == 2
    assert advancement.new_hit_points(done, fighter, 10, 18, "x") == (2, None)


@rule("ose:advancement.level", "ose:advancement.level-up.improvements", "ose:damage.hp.max-raised-by-level-only")
def test_a_character_of_third_level():
    creature, done = make("cleric", level=5, **average())
    told = [e for e in every(done, CreationStepTaken) if e.step.startswith("level ")]
    assert [e.step for e in told] == ["level 2", "level 3", "level 4", "level 5"]
    own = sheet(creature)
    assert (own.level, own.xp, own.thac0, own.saves["death"], own.hit_dice) == (5, 12_000, 17, 9, "5d6")
    rolled = [e.roll.total for e in told if e.roll] + [step(done, "hit-points").values["hit points"]]
    assert creature.hp == creature.max_hp == sum(rolled)


def test_levels_out_of_range():
    for level in (0, 9):
        with pytest.raises(UnderkeepError, match="A halfling has levels 1 to 8"):
            make("halfling", level=level)
    with pytest.raises(UnderkeepError, match="has no levels"):
        make("orc", level=2)


@rule("ose:class.abilities", "ose:creation.class-equipment-limits")
@pytest.mark.parametrize(
    ("kind", "may", "may_not"),
    [
        ("cleric", ("mace", "plate-mail", "shield"), ("sword", "short-bow")),
        ("dwarf", ("sword", "short-bow"), ("long-bow", "two-handed-sword")),
        ("magic-user", ("dagger",), ("sword", "leather", "shield")),
        ("thief", ("two-handed-sword", "leather"), ("chainmail", "shield")),
        ("fighter", ("two-handed-sword", "plate-mail", "long-bow"), ()),
    ],
)
def test_what_each_class_may_use(kind, may, may_not):
    own_class = compendium.classes()[kind]
    assert [k for k in may if not own_class.may_use(k)] == []
    assert [k for k in may_not if own_class.may_use(k)] == []
    for thing in may_not:
        with pytest.raises(UnderkeepError, match="cannot use"):
            make(kind, gear=(thing,))
