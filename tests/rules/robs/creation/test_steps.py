from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import make, own, step, table

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.lab.muster import muster, parse_sides
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.qualities import Made
from underkeep.systems.robs.creation.steps import choices, first_hit_points, roster
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d2, d3, d6, die, rule
from underkeep.world.creature import CreationStepTaken

PLAIN = {"free": "STR", "shift": "none", "alignment": "none"}


@rule("robs:creation.steps", "robs:class.start")
def test_steps_come_in_order():
    bob, done = make("human-fighter", d6(4), d3(3), **PLAIN)
    steps = [e.step for e in done.events if isinstance(e, CreationStepTaken)]
    assert steps == [
        "race", "attributes", "hit points", "alignment", "class level", "first hit points", "gear", "size and pace",
    ]  # fmt: skip
    assert own(bob).classes == {"fighter": 1}
    assert own(bob).level == 1
    assert all(e.rule for e in done.events if isinstance(e, CreationStepTaken))


@rule("robs:creation.attributes.base", "robs:creation.attributes.free-level", "robs:abilities.list")
def test_one_free_level_on_five_zeros():
    bob, _ = make("human-thief", d6(4), d2(1), free="CHA", shift="none", alignment="none")
    assert own(bob).attributes == {"STR": 0, "DEX": 0, "CON": 0, "INT": 0, "CHA": 1}


@rule("robs:creation.attributes.shift")
def test_two_points_may_move():
    bob, _ = make("human-thief", d6(4), d2(1), free="DEX", shift="INT>STR, CHA>STR", alignment="none")
    assert own(bob).attributes == {"STR": 2, "DEX": 1, "CON": 0, "INT": -1, "CHA": -1}
    with pytest.raises(UnderkeepError, match="At most 2 points"):
        make("human-thief", free="DEX", shift="INT>STR, CHA>STR, CON>DEX", alignment="none")
    with pytest.raises(UnderkeepError, match="no shift"):
        make("human-thief", free="DEX", shift="INT to STR", alignment="none")


@rule("robs:creation.attributes.cap")
def test_nothing_starts_above_great():
    with pytest.raises(UnderkeepError, match="No attribute starts above Great"):
        make("elf-thief", race_bonus="DEX", free="DEX", shift="INT>DEX", alignment="none")
    elf, _ = make("elf-thief", d6(4), d2(1), race_bonus="INT", free="DEX", shift="CHA>DEX", alignment="none")
    assert own(elf).attributes["DEX"] == 2


@rule("robs:creation.attributes.shift", "robs:creation.attributes.cap", "robs:class.prerequisites")
@pytest.mark.parametrize("kind", [k for k, sort in roster().items() if sort == "character"])
def test_made_by_the_dice_is_within_the_rules(kind):
    for seed in range(6):
        bob, done = make(kind, seed=seed)
        scores = {a: step(done, "attributes")[a] for a in ("STR", "DEX", "CON", "INT", "CHA")}
        race_bonus = 0 if step(done, "attributes")["race bonus"] == "none" else 1
        assert sum(scores.values()) == 1 + race_bonus
        assert max(scores.values()) <= 2
        assert sum(-s for s in scores.values() if s < 0) <= 2
        assert bob.hp == bob.max_hp >= 3


@rule("robs:creation.hp.base", "robs:creation.hp.additions")
def test_starting_hit_points():
    bob, done = make("human-fighter", d6(4), d3(2), free="CON", shift="none", alignment="none")
    assert step(done, "hit points")["hit points"] == 8
    assert bob.max_hp == 8 + (3 + 1)
    dwarf, _ = make("dwarf-fighter", d6(4), d3(2), race_bonus="STR", free="CON", shift="none", alignment="none")
    assert dwarf.max_hp == 16


@rule("robs:creation.hp.minimum")
def test_three_at_the_least():
    """A Fault could make CON -3: 1 + 3 - 3 and the least class level make 2."""
    assert first_hit_points(1 + 3 - 3, 1) == 3
    assert first_hit_points(4, 1) == 5
    bob, _ = make(
        "human-wizard", d6(1), d2(1), d3(1), die(2, 1), free="INT", shift="CON>INT, CON>DEX", alignment="none"
    )
    assert own(bob).attributes["CON"] == -2
    assert bob.max_hp == 3


@rule("robs:creation.hp.maximum-start")
def test_the_most_hit_points():
    bob, _ = make("human-fighter", switches=("max-starting-hp",), free="CON", shift="none", alignment="none")
    assert bob.max_hp == 9 + 1 + (4 + 1)


@rule("robs:race.list")
def test_five_races():
    assert compendium.offered() == ("human", "dwarf", "elf", "halfling", "ellyl")
    assert choices()["race"] == tuple(compendium.races())
    with pytest.raises(UnderkeepError, match="is no race"):
        make("fighter", race="gnome")


@rule("robs:race.numbers")
def test_race_table():
    for name, scale, movement, height, *_ in table("race.summary"):
        race = compendium.races()[name]
        assert (race.scale, race.movement_scale, race.height_cm) == (scale, movement, height)


@rule("robs:class.total-level", "robs:class.ranger.prerequisite")
def test_level_is_the_sum():
    bob, _ = make("human-ranger", seed=3, level=2)
    assert own(bob).classes == {"fighter": 3, "ranger": 2}
    assert own(bob).level == 5
    assert "Fighter 3 / Ranger 2 (level 5)" in RULESET.card(make("orc")[1].state, bob).subtitle


@rule("robs:equipment.gear.table")
def test_the_kit_has_the_four_common_things():
    bob, _ = make("human-fighter", d6(4), d3(3), **PLAIN)
    names = [item.name for item in bob.items]
    assert names[3:7] == ["Rope, 20 m", "Ration", "Backpack", "Grappling hook"]
    assert names[:3] == ["Longsword", "Chainmail", "Small shield"]
    assert len(table("equipment.gear")) == 4


def test_levels_have_an_end():
    for level in (0, 21):
        with pytest.raises(UnderkeepError, match="from 1 to 20"):
            make("human-fighter", level=level)
    with pytest.raises(UnderkeepError, match="no levels to choose"):
        make("orc", level=2)


def test_choices_are_checked():
    with pytest.raises(UnderkeepError, match="no choice"):
        make("human-fighter", hat="red")
    with pytest.raises(UnderkeepError, match="cannot be of the race"):
        make("dwarf-fighter", race="elf")
    with pytest.raises(UnderkeepError, match="did you mean"):
        make("fihgter")


def test_average_characters_use_no_dice_for_their_attributes():
    bob, _ = make("fighter", d6(4), d3(3), abilities="average", alignment="none")
    assert own(bob).attributes == {"STR": 1, "DEX": 0, "CON": 0, "INT": 0, "CHA": 0}
    ranger, _ = make("ranger", seed=1, abilities="average")
    assert own(ranger).classes["ranger"] == 1


def test_names_are_not_shared():
    state = muster(RULESET, parse_sides(RULESET, "45 fighter v orc"), Seeded(1)).state
    assert len({c.name for c in state.creatures.values()}) == 46
    assert state.creatures["orc-1"].name == "Orc 1"


@rule("robs:creation.attributes.shift", "robs:creation.hp.base", "robs:equipment.shield.small")
def test_bobs_sheet():
    """Example bob-sheet: STR +1, CON +1, INT -1 and 8 hit points is the lowest total of that fighter."""
    bob, _ = make(
        "human-fighter",
        d6(1),
        d3(1),
        gear=("longsword", "leather", "small shield"),
        free="STR",
        shift="INT>CON",
        alignment="none",
    )
    assert own(bob).attributes == {"STR": 1, "DEX": 0, "CON": 1, "INT": -1, "CHA": 0}
    assert bob.max_hp == 8
    card = dict(RULESET.card(make("orc")[1].state, bob).sections)
    assert dict(card["Attacks"])["Longsword"] == "dHL, ODF +4 with STR and Scale"
    assert dict(card["Defence"])["Shield"] == "Small shield, DDF +1 against 1 opponent a round"


def sections(creature):
    return {title: dict(rows) for title, rows in RULESET.card(make("orc")[1].state, creature).sections}


@rule("robs:creation.starting-money", "robs:creation.hp.additions", "robs:class.total-level")
def test_a_second_level_adds_to_the_first():
    bob, done = make("human-fighter", d6(4), *d3(1, 2), level=2, **PLAIN)
    assert bob.max_hp == 7 + 2 + 3
    assert step(done, "gear")["item 1"] == "Longsword"
    assert "item 0" not in step(done, "gear")


@rule("robs:creation.attributes.shift")
def test_the_dice_move_points_from_what_the_class_spares():
    bob, done = make("human-fighter", d3(2), d3(3), d2(2), d3(1), d2(1), d3(1), d6(4), d3(3), alignment="none")
    assert step(done, "attributes")["free level"] == "CON"
    assert step(done, "attributes")["moved"] == "CHA>STR, INT>STR"
    assert own(bob).attributes == {"STR": 2, "DEX": 0, "CON": 1, "INT": -1, "CHA": -1}
    _, one = make("human-fighter", d3(2), d3(2), d2(2), d3(1), d6(4), d3(3), alignment="none")
    assert step(one, "attributes")["moved"] == "CHA>STR"
    _, none = make("human-fighter", d3(2), d3(1), d6(4), d3(3), alignment="none")
    assert step(none, "attributes")["moved"] == "none"


@rule("robs:creation.attributes.cap", "robs:creation.attributes.shift")
def test_the_dice_raise_nothing_above_great():
    bob, done = make("dwarf-fighter", d2(2), d3(1), d3(3), d2(2), d2(1), d2(1), d2(1), d6(4), d3(3), alignment="none")
    assert step(done, "attributes")["moved"] == "CHA>CON, INT>CON", "STR has +2 already"
    assert own(bob).attributes == {"STR": 2, "DEX": 0, "CON": 2, "INT": -1, "CHA": -1}


@rule("robs:damage.odf.strength", "robs:damage.odf.weapon", "robs:damage.ddf.armor", "robs:damage.ddf.scale")
def test_the_printed_sheet_has_what_the_arms_do():
    bob, _ = make("human-fighter", d6(4), *d3(3, 3, 3, 3), d3(1), level=4, gear=("spear", "small shield"), **PLAIN)
    attacks, defence = sections(bob)["Attacks"], sections(bob)["Defence"]
    assert attacks["Attacks a round"] == "2"
    assert attacks.keys() == {"Spear", "Spear, thrown", "Attacks a round"}
    assert defence["Armour"] == "DDF 0"
    assert defence["DDF with Scale"] == "+1", "the fighter's skill"
    weak = replace(bob, sheet=replace(own(bob), attributes=own(bob).attributes | {"STR": -9}, scale=-2))
    weak = replace(weak, items=tuple(replace(item, quality=Made(-2)) for item in weak.items))
    assert sections(weak)["Attacks"].keys() == {"Spear", "Attacks a round"}, "such a hand throws it nowhere"
    assert sections(weak)["Defence"]["DDF with Scale"] == "-1"


@rule("robs:class.priest.spells", "robs:class.wizard.spells", "robs:class.knight.spells")
@pytest.mark.parametrize(
    ("kind", "magic"),
    [("human-priest", {"Clerical magic"}), ("human-wizard", {"Wizard magic"}), ("human-thief", set())],
)
def test_the_printed_sheet_has_the_magic_of_its_class(kind, magic):
    caster, _ = make(kind, seed=1)
    assert {row for row in sections(caster)["Training"] if row.endswith("magic")} == magic


@rule(
    "robs:creation.hp.base", "robs:creation.hp.additions", "robs:race.halfling.hp-start", "robs:race.dwarf.starting-hp"
)
@pytest.mark.parametrize(
    ("kind", "bonus", "hp", "modifiers"),
    [
        ("human-thief", {}, 7, [("base", 3)]),
        ("halfling-thief", {"race_bonus": "DEX"}, 6, [("base", 3), ("people", -1)]),
        ("dwarf-thief", {"race_bonus": "CON"}, 11, [("base", 3), ("CON", 1), ("people", 3)]),
    ],
)
def test_the_step_says_where_the_first_hit_points_come_from(kind, bonus, hp, modifiers):
    _, done = make(kind, d6(4), d2(1), free="DEX", shift="none", alignment="none", **bonus)
    taken = next(e for e in done.events if isinstance(e, CreationStepTaken) and e.step == "hit points")
    assert (taken.roll.faces, taken.roll.total, list(taken.roll.modifiers)) == ((4,), hp, modifiers)
    assert taken.rule[:2] == ("robs:creation.hp.base", "robs:creation.hp.additions")
    people = {"halfling-thief": ("robs:race.halfling.hp-start",), "dwarf-thief": ("robs:race.dwarf.starting-hp",)}
    assert taken.rule[2:] == people.get(kind, ())
    _, best = make(kind, free="DEX", shift="none", alignment="none", switches=("max-starting-hp",), **bonus)
    most = next(e for e in best.events if isinstance(e, CreationStepTaken) and e.step == "hit points")
    assert most.roll is None
    assert most.rule == ("robs:creation.hp.maximum-start", *people.get(kind, ()))


@rule("robs:class.start", "robs:race.dwarf.attribute")
def test_what_is_not_chosen_is_rolled():
    _, wizard = make("dwarf-wizard", d2(2), d6(4), d2(1), d3(1), free="INT", shift="none", alignment="none")
    assert step(wizard, "attributes")["race bonus"] == "STR", "neither suits a wizard more"
    _, fighter = make("elf-fighter", d6(4), d3(1), free="STR", shift="none", alignment="none")
    assert step(fighter, "attributes")["race bonus"] == "DEX", "which suits a fighter"


@rule("robs:class.priest.checks")
def test_the_printed_sheet_has_the_bonus_on_checks():
    priest, _ = make("human-priest", seed=1)
    assert sections(priest)["Training"]["Checks of clerical"] == "+1"
    wizard, _ = make("human-wizard", seed=1)
    assert not any(row.startswith("Checks of") for row in sections(wizard)["Training"])
    knight, _ = make("human-fighter", d6(4), d3(3), gear=("longsword", "chainmail"), **PLAIN)
    assert sections(knight)["Defence"]["DDF with Scale"] == "+2"
