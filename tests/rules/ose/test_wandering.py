"""Dungeon encounter tables and how many appear."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import making

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose import placing, wandering
from underkeep.systems.ose.monsters import hit_dice, monsters
from underkeep.systems.ose.placing import Placing
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.wandering import Met
from underkeep.testing import rule
from underkeep.testing.builders import cellar

PLAIN = Placing()
FACTS = Path("/work/shared/facts/ose_encounter_tables.csv")


def rolling(*faces: int) -> Resolution:
    return Resolution(making(), Scripted(*faces), RULESET)


@pytest.mark.skipif(not FACTS.exists(), reason="the facts are not part of the project")
def test_the_tables_against_the_facts():
    columns = {"1": 1, "2": 2, "3": 3, "4-5": 4, "6-7": 6, "8+": 8}
    rows = [row for row in csv.DictReader(FACTS.open()) if row["table"] == "dungeon"]
    assert len(rows) == 20 * len(wandering.tables())
    for row in rows:
        entry = wandering.table_for(columns[row["column"]]).entries[int(row["roll"]) - 1]
        assert entry.number == parse(row["number"])
        word = row["monster_ref"].split()[0].strip(",").lower().replace("doppelgänger", "doppelganger")
        if not word.startswith("@") and word != "normal":
            assert word in entry.kinds[0], row


@rule("ose:encounter.wandering.table")
def test_a_level_has_its_table_and_what_is_missing_is_said():
    assert [wandering.table_for(level).from_level for level in (1, 2, 3, 4, 5, 6, 7, 8, 20)] == [
        1,
        2,
        3,
        4,
        4,
        6,
        6,
        8,
        8,
    ]
    assert wandering.roll_kind(rolling(6), 1) == Met("goblin", parse("2d4"))
    with pytest.raises(UnderkeepError, match="no encounter table for dungeon level 0"):
        wandering.roll_kind(rolling(1), 0)


def test_what_the_bestiary_lacks_is_rolled_again():
    lacking = next(
        face for face, entry in enumerate(wandering.table_for(1).entries, 1) if entry.kinds[0] not in monsters()
    )
    assert wandering.roll_kind(rolling(lacking, 12), 1).kind == "orc"


@rule("ose:monster.number.zero-first")
def test_what_does_not_live_in_dungeons_is_never_met_there(monkeypatch):
    assert monsters()["orc"].number.dungeon.text != "0"
    outdoors = replace(monsters()["orc"], number=replace(monsters()["orc"].number, dungeon=parse("0")))
    monkeypatch.setitem(monsters(), "orc", outdoors)
    assert "orc" not in wandering.found_at(1)
    assert wandering.roll_kind(rolling(12, 6), 1).kind == "goblin"


@rule("ose:monster.number.zero-second", "ose:monster.number.two-values")
def test_a_second_value_of_zero_is_no_lair():
    assert not wandering.has_lair(monsters()["gelatinous-cube"])
    assert wandering.has_lair(monsters()["orc"])


@rule("ose:monster.number.dungeon-wandering", "ose:monster.number.usage")
@pytest.mark.parametrize(("level", "count"), [(2, 4), (4, 8), (1, 2)])
def test_more_below_their_level_and_fewer_above(level, count):
    met = Met("gnoll", parse("1d6"))
    assert wandering.number_met(rolling(4), met, level, PLAIN) == count
    assert wandering.number_met(rolling(1), Met("ogre", parse("1d6")), 1, PLAIN) == 1


@rule("ose:monster.number.dungeon-lair", "ose:monster.number.usage")
def test_a_lair_has_the_second_number():
    assert wandering.number_in_lair(rolling(5, 5, 5), "gnoll", PLAIN) == 15
    assert monsters()["gnoll"].number.lair.text == "3d6"


@rule("ose:dungeon-design.hd-by-level")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_hit_dice_go_with_the_depth(level):
    dice = [max(1, hit_dice(monsters()[kind].hd).dice) for kind in wandering.found_at(level)]
    assert sorted(dice)[len(dice) // 2] in (level, level + 1 if level == 3 else level)
    deeper = [max(1, hit_dice(monsters()[kind].hd).dice) for kind in wandering.found_at(level + 1)]
    assert sum(deeper) / len(deeper) > sum(dice) / len(dice)


@rule("ose:encounter.wandering.concept")
def test_wanderers_are_a_group_of_their_own():
    dungeon = cellar()
    group = wandering.wanderers(rolling(12, 2, 3), 1, "1-p1", PLAIN, dungeon.groups)
    assert (group.id, group.area, group.kind, group.count, group.lair) == ("wandering-orc-1", "1-p1", "orc", 5, False)
    again = wandering.wanderers(rolling(12, 2, 3), 1, "1-p1", PLAIN, {group.id})
    assert again.id == "wandering-orc-2"


@rule("ose:advancement.rate.fast")
def test_fast_advancement_doubles_treasure_and_hardens_the_guards():
    state = making("fast-advancement")
    ruled = placing.settle(Resolution(state, Scripted(), RULESET))
    assert ruled["ose:advancement.rate.fast"] == "double"
    how = placing.read(state, ruled)
    assert (how.treasure, how.levels_deeper, how.numbers) == (2, 1, 1)
    triple = Resolution(state, Scripted(), RULESET, {"ose:advancement.rate.fast": "triple"})
    assert placing.read(state, placing.settle(triple)).treasure == 3
    off = placing.settle(rolling())
    assert "ose:advancement.rate.fast" not in off
    assert placing.read(making(), off).treasure == 1
    assert wandering.wanderers(rolling(8, 3), 1, "1-p1", how, ()).kind == "hobgoblin"


@rule("ose:advancement.rate.slow")
def test_slow_advancement_halves_treasure_and_numbers():
    state = making("slow-advancement")
    how = placing.read(state, placing.settle(Resolution(state, Scripted(), RULESET)))
    assert (how.treasure, how.numbers, how.levels_deeper) == (Fraction(1, 2), Fraction(1, 2), 0)
    assert wandering.number_met(rolling(4, 4), Met("orc", parse("2d4")), 1, how) == 4
    assert wandering.number_in_lair(rolling(6, 6, 6), "gnoll", how) == 9
    quarter = Resolution(state, Scripted(), RULESET, {"ose:advancement.rate.slow": "quarter"})
    assert placing.read(state, placing.settle(quarter)).numbers == Fraction(1, 4)
