from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, hero, monster, recruit, scene, table, the

from underkeep.errors import UnderkeepError
from underkeep.procedures.actions import Attack, CallSave
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import ABILITIES
from underkeep.systems.rampage.characters import scores
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.testing import d3, d20, rule
from underkeep.world.creature import AttackRolled, Felled, SaveRolled

CODES = {kind.code: name for name, kind in compendium.classes().items()}


@rule("rampage:race.dwarf.classes", "rampage:race.elf.classes", "rampage:race.gnome.classes",
      "rampage:race.halfling.classes", "rampage:race.man.classes", "rampage:race.summary")  # fmt: skip
def test_the_classes_of_each_kindred() -> None:
    for race, listed, *_ in table("race.summary"):
        wanted = set() if listed == "all" else {CODES[code] for code in str(listed).split()}
        assert set(compendium.races()[str(race)].classes) == wanted


@rule("rampage:race.dwarf.stats", "rampage:race.elf.stats", "rampage:race.gnome.stats", "rampage:race.halfling.stats",
      "rampage:race.man.stats")  # fmt: skip
@pytest.mark.parametrize(
    ("race", "up", "down"),
    [
        ("dwarf", "CON", "DEX"),
        ("elf", "DEX", "CON"),
        ("gnome", "INT", "WIS"),
        ("halfling", "DEX", "STR"),
        ("man", "STR", ""),
    ],
)
def test_what_each_kindred_adds(race: str, up: str, down: str) -> None:
    twelve = dict.fromkeys(ABILITIES, 12)
    wanted = twelve | {up: 13} | ({down: 11} if down else {})
    assert scores.with_race(twelve, race, "STR") == wanted


@rule("rampage:race.dwarf.size", "rampage:race.elf.size", "rampage:race.gnome.size", "rampage:race.halfling.size",
      "rampage:race.man.size")  # fmt: skip
def test_sizes() -> None:
    sizes = {race: kind.size for race, kind in compendium.races().items()}
    assert sizes == {str(row[0]): row[3] for row in table("race.summary")}


@rule("rampage:race.dwarf.save-magic", "rampage:race.gnome.saves", "rampage:race.halfling.saves")
@pytest.mark.parametrize(
    ("race", "against", "face", "success"),
    [
        ("dwarf", "spell", 15, True),
        ("dwarf", "poison", 15, False),
        ("gnome", "poison", 16, True),
        ("gnome", "magic", 15, False),
        ("halfling", "disease", 15, True),
        ("halfling", "spell", 18, False),
    ],
)
def test_racial_saves(race: str, against: str, face: int, success: bool) -> None:
    state = scene(hero("hero", (5, 5), "warrior", race=race))
    assert the(act(state, CallSave("hero", against), d20(face)), SaveRolled).success is success


@rule("rampage:race.dwarf.slow", "rampage:race.gnome.slow", "rampage:race.halfling.slow", "rampage:movement.by-armor",
      "rampage:movement.rates")  # fmt: skip
def test_movement_in_armour() -> None:
    for (armours, tall, short), worn in zip(table("movement.rates"), ("leather", "chain-mail", "plate"), strict=True):
        assert movement_in(hero("x", gear=("sword", worn))) == tall, armours
        assert movement_in(hero("x", race="elf", gear=("sword", worn))) == tall, armours
        for race in ("dwarf", "gnome", "halfling"):
            assert movement_in(hero("x", race=race, gear=("dagger", worn))) == short, armours
    assert movement_in(hero("x", race="dwarf")) == 9


@rule("rampage:race.dwarf.weapon-bans")
def test_weapons_beyond_a_dwarf() -> None:
    for banned in ("longbow", "composite bow", "lance", "two-handed sword", "pike", "halberd", "bill"):
        with pytest.raises(UnderkeepError, match="Dwarves cannot use"):
            recruit("warrior", race="dwarf", gear=(banned,))
    recruit("warrior", race="dwarf", gear=("heavy ax",))


@rule("rampage:race.gnome.no-large-weapons", "rampage:race.halfling.no-large-weapons")
@pytest.mark.parametrize("race", ["gnome", "halfling"])
def test_small_folk_use_no_large_weapons(race: str) -> None:
    for large in ("halberd", "two-handed sword", "spear"):
        with pytest.raises(UnderkeepError, match="cannot use a weapon as large"):
            recruit("warrior", race=race, gear=(large,))


@rule("rampage:race.gnome.medium-two-handed", "rampage:race.halfling.medium-two-handed")
@pytest.mark.parametrize("race", ["gnome", "halfling"])
def test_small_folk_need_both_hands_for_medium_weapons(race: str) -> None:
    with pytest.raises(UnderkeepError, match="takes both hands"):
        recruit("warrior", race=race, gear=("mace", "shield"))
    recruit("warrior", race=race, gear=("short sword", "shield"))


@rule("rampage:race.halfling.missile-bonus")
def test_halflings_shoot_at_plus_2() -> None:
    state = scene(hero("hero", (5, 5), race="halfling", gear=("sling",)), monster("orc", (12, 5)))
    roll = the(act(state, Attack("hero", "orc", "sling"), d20(3)), AttackRolled).roll
    assert dict(roll.modifiers) == {"level": 1, "halfling": 2, "short range": 1}


@rule("rampage:race.elf.must-multiclass")
def test_elves_must_combine_two_classes() -> None:
    with pytest.raises(UnderkeepError, match="Elves must combine"):
        recruit("warrior", race="elf", second_class="none")
    pairs = set()
    for seed in range(40):
        made, _ = recruit("warrior", seed=seed, race="elf")
        pairs.add(made.sheet.classes)  # type: ignore[attr-defined]
    assert pairs == {("warrior", "scout"), ("warrior", "wizard"), ("warrior", "enchanter")}


@rule("rampage:race.elf.ghoul-immunity")
def test_ghouls_cannot_paralyse_elves() -> None:
    ghoul = monster("ghoul", (6, 5), "ghoul")
    elf = scene(hero("hero", (5, 5), race="elf"), ghoul)
    do = act(elf, Attack("ghoul", "hero", "natural attacks"), d20(19), d3(2), *d20(3, 3))
    assert do.state.creatures["hero"].status == "up"
    man = scene(hero("hero", (5, 5)), ghoul, hero("friend", (1, 1)))
    do = act(man, Attack("ghoul", "hero", "natural attacks"), d20(19), d3(2), d20(3))
    assert the(do, Felled).why == "paralysed"


@rule("rampage:race.dwarf.pack-hauler")
def test_dwarves_carry_five_items_more() -> None:
    loaded = tuple(hero("x", gear=("sword",)).items) * 15
    carrying = hero("hero", race="dwarf", STR=10)
    assert movement_in(replace(carrying, items=loaded)) == 9
    assert movement_in(replace(carrying, items=(*loaded, loaded[0]))) == 6
