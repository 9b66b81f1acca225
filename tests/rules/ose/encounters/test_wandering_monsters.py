"""Dungeon encounter tables and how many appear."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import making

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters import wandering_monsters
from underkeep.systems.ose.encounters.wandering_monsters import Met
from underkeep.systems.ose.equipment import treasure_settings
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d20, rule

PLAIN = Placing()

# A word of each name, and the number, in the order of the die.
TRANSCRIBED = {
    1: (
        "acolyte 1d8; bandit 1d8; fire 1d8; dwarf 1d6; gnome 1d6; goblin 2d4; slime 1d4; halfling 3d6; bee "
        "1d10; kobold 4d4; gecko 1d3; orc 2d4; giant 1d10; skeleton 3d4; cobra 1d6; crab 1d4; sprite 3d6; "
        "stirge 1d10; trader 1d8; wolf 2d6 "
    ),
    2: (
        "oil 1d8; berserker 1d6; lion 1d4; elf 1d4; ghoul 1d6; gnoll 1d6; ooze 1; hobgoblin 1d6; draco 1d4; "
        "man 2d4; neanderthal 1d10; noble 2d6; pixie 2d4; fly 1d6; baboon 2d6; viper 1d8; widow 1d3; "
        "troglodyte 1d8; veteran 2d4; zombie 2d4 "
    ),
    3: (
        "white 1d6; adventurers 1d4+4; tiger 1d6; bugbear 2d4; crawler 1d3; doppelganger 1d6; ant 2d4; "
        "gargoyle 1d6; cube 1; harpy 1d6; crystal 1d6; wererat 1d8; medium 1d4; medusa 1d3; jelly 1; ogre "
        "1d6; shadow 1d8; tarantella 1d3; thoul 1d6; wight 1d6 "
    ),
    4: (
        "cave 1d2; dog 1d6; caecilia 1d3; cockatrice 1d4; doppelganger 1d6; adventurers 1d6+3; ooze 1; "
        "hellhound 2d4; tuatara 1d2; wereboar 1d4; werewolf 1d6; minotaur 1d6; jelly 1; bear 1d4; rhagodessa "
        "1d4; monster 1d4; spectre 1d4; troll 1d8; giant 1d4; wraith 1d4 "
    ),
    6: (
        "basilisk 1d6; cave 1d2; pudding 1; caecilia 1d3; white 1d4; adventurers 1d6+3; gorgon 1d2; hellhound "
        "2d4; hydra 1; weretiger 1d4; minotaur 1d6; mummy 1d4; jelly 1; bear 1d4; monster 1d4; flame 1d4+1; "
        "giant 1d6; spectre 1d4; troll 1d8; beast 1d4 "
    ),
    8: (
        "pudding 1; chimera 1d2; black 1d4; blue 1d4; gold 1d4; green 1d4; red 1d4; adventurers 1d6+3; hill "
        "1d4; stone 1d2; amber 1; bone 1; hydra 1; swine 1d3; werebear 1d4; manticore 1d2; worm 1d2; flame "
        "1d4+1; frost 1d3; vampire 1d4 "
    ),
}


def rolling(*faces: int) -> Resolution:
    return Resolution(making(), Scripted(*faces), RULESET)


@pytest.mark.parametrize("level", list(TRANSCRIBED))
def test_the_tables_against_a_second_transcription(level):
    wanted = [line.strip().rpartition(" ") for line in TRANSCRIBED[level].split(";")]
    for entry, (name, _, number) in zip(wandering_monsters.table_for(level).entries, wanted, strict=True):
        assert entry.number == parse(number)
        assert name in entry.kinds[0]


@rule("ose:encounter.wandering.table")
def test_a_level_has_its_table_and_what_is_missing_is_said():
    assert [wandering_monsters.table_for(level).from_level for level in (1, 2, 3, 4, 5, 6, 7, 8, 20)] == [
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
    assert wandering_monsters.roll_kind(rolling(d20(6)), 1) == Met("goblin", parse("2d4"))
    with pytest.raises(UnderkeepError, match="no encounter table for dungeon level 0"):
        wandering_monsters.roll_kind(rolling(), 0)


def test_what_the_bestiary_lacks_is_rolled_again(monkeypatch):
    monkeypatch.delitem(monsters(), "goblin")
    assert wandering_monsters.roll_kind(rolling(*d20(6, 12)), 1).kind == "orc"


@rule("ose:monster.number.zero-first")
def test_what_does_not_live_in_dungeons_is_never_met_there(monkeypatch):
    assert monsters()["orc"].number.dungeon.text != "0"
    outdoors = replace(monsters()["orc"], number=replace(monsters()["orc"].number, dungeon=parse("0")))
    monkeypatch.setitem(monsters(), "orc", outdoors)
    assert "orc" not in wandering_monsters.found_at(1)
    assert wandering_monsters.roll_kind(rolling(*d20(12, 6)), 1).kind == "goblin"


@rule("ose:monster.number.zero-second", "ose:monster.number.two-values")
def test_a_second_value_of_zero_is_no_lair():
    assert not wandering_monsters.has_lair(monsters()["gelatinous-cube"])
    assert wandering_monsters.has_lair(monsters()["orc"])


@rule("ose:monster.number.dungeon-wandering", "ose:monster.number.usage")
@pytest.mark.parametrize(("level", "count"), [(2, 4), (4, 8), (1, 2)])
def test_more_below_their_level_and_fewer_above(level, count):
    met = Met("gnoll", parse("1d6"))
    assert wandering_monsters.number_met(rolling(d6(4)), met, level, PLAIN) == count
    assert wandering_monsters.number_met(rolling(d6(1)), Met("ogre", parse("1d6")), 1, PLAIN) == 1


@rule("ose:monster.number.dungeon-lair", "ose:monster.number.usage")
def test_a_lair_has_the_second_number():
    assert wandering_monsters.number_in_lair(rolling(*d6(5, 5, 5)), "gnoll", PLAIN) == 15
    assert monsters()["gnoll"].number.lair.text == "3d6"


@rule("ose:dungeon-design.hd-by-level")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_hit_dice_go_with_the_depth(level):
    dice = [max(1, hit_dice(monsters()[kind].hd).dice) for kind in wandering_monsters.found_at(level)]
    assert sorted(dice)[len(dice) // 2] in (level, level + 1 if level == 3 else level)
    deeper = [max(1, hit_dice(monsters()[kind].hd).dice) for kind in wandering_monsters.found_at(level + 1)]
    assert sum(deeper) / len(deeper) > sum(dice) / len(dice)


@rule("ose:encounter.wandering.concept")
def test_wanderers_are_a_group_of_their_own():
    group = wandering_monsters.wanderers(rolling(d20(12), *d4(2, 3)), 1, "1-p1", PLAIN, ())
    assert (group.area, group.kind, group.count, group.lair) == ("1-p1", "orc", 5, False)
    assert wandering_monsters.wanderers(rolling(d20(12), *d4(2, 3)), 1, "1-p1", PLAIN, {group.id}).id != group.id


@rule("ose:advancement.rate.fast")
def test_fast_advancement_doubles_treasure_and_hardens_the_guards():
    state = making("fast-advancement")
    ruled = treasure_settings.settle(Resolution(state, Scripted(), RULESET))
    assert ruled["ose:advancement.rate.fast"] == "double"
    how = treasure_settings.read(state, ruled)
    assert (how.treasure, how.levels_deeper, how.numbers) == (2, 1, 1)
    triple = Resolution(state, Scripted(), RULESET, {"ose:advancement.rate.fast": "triple"})
    assert treasure_settings.read(state, treasure_settings.settle(triple)).treasure == 3
    off = treasure_settings.settle(rolling())
    assert "ose:advancement.rate.fast" not in off
    assert treasure_settings.read(making(), off).treasure == 1
    assert wandering_monsters.wanderers(rolling(d20(8), d6(3)), 1, "1-p1", how, ()).kind == "hobgoblin"


@rule("ose:advancement.rate.slow")
def test_slow_advancement_halves_treasure_and_numbers():
    state = making("slow-advancement")
    how = treasure_settings.read(state, treasure_settings.settle(Resolution(state, Scripted(), RULESET)))
    assert (how.treasure, how.numbers, how.levels_deeper) == (Fraction(1, 2), Fraction(1, 2), 0)
    assert wandering_monsters.number_met(rolling(*d4(4, 4)), Met("orc", parse("2d4")), 1, how) == 4
    assert wandering_monsters.number_in_lair(rolling(*d6(6, 6, 6)), "gnoll", how) == 9
    quarter = Resolution(state, Scripted(), RULESET, {"ose:advancement.rate.slow": "quarter"})
    assert treasure_settings.read(state, treasure_settings.settle(quarter)).numbers == Fraction(1, 4)


@rule("ose:monster.number.dungeon-wandering", "ose:monster.number.usage")
@pytest.mark.parametrize(
    ("kind", "rolled", "level", "numbers", "count"),
    [
        ("orc", "6", 1, 1, 6),
        ("orc", "6", 2, 1, 12),
        ("kobold", "6", 1, 1, 6),
        ("ogre", "5", 1, 1, 1),
        ("ogre", "6", 1, 1, 2),
        ("ogre", "1", 1, 1, 1),
        ("ogre", "6", 4, 1, 6),
        ("orc", "5", 1, Fraction(1, 2), 3),
        ("orc", "1", 1, Fraction(1, 4), 1),
    ],
)
def test_more_are_met_below_their_level_and_fewer_above_it(kind, rolled, level, numbers, count) -> None:
    do = Resolution(making(), Scripted(), RULESET)
    met = wandering_monsters.Met(kind, parse(rolled))
    assert wandering_monsters.number_met(do, met, level, Placing(numbers=Fraction(numbers))) == count


@rule("ose:monster.number.dungeon-lair", "ose:advancement.rate.slow")
def test_fewer_are_at_home_in_a_slow_campaign() -> None:
    for numbers, count in ((1, 7), (Fraction(1, 2), 4), (Fraction(1, 20), 1)):
        do = Resolution(making(), Scripted(*d6(3, 4)), RULESET)
        assert monsters()["werewolf"].number.lair.text == "2d6"
        assert wandering_monsters.number_in_lair(do, "werewolf", Placing(numbers=Fraction(numbers))) == count
