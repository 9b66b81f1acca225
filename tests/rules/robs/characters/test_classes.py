from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import A, B, changed, do, duel, first, hit, make, own, step, table, under

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.attacks import PressAttack
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.sheet import RobsSheet
from underkeep.systems.robs.characters import classes
from underkeep.systems.robs.characters.advancement import check_prerequisites, level_hp
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d2, d3, d6, rule
from underkeep.world.creature import AttackRolled, CreationStepTaken, DamageRolled

NONE = {"STR": 0, "DEX": 0, "CON": 0, "INT": 0, "CHA": 0}


def trained(**levels: int) -> RobsSheet:
    return RobsSheet(NONE, 0, 0, sum(levels.values()), race="human", classes=levels)


@rule("robs:class.hp-per-level")
def test_hit_point_table():
    for name, least, most, dice in table("class.hit-points"):
        assert compendium.classes()[name.lower()].hp.text == dice
        sides, _, plus = dice[2:].partition("+")
        assert (1 + int(plus or 0), int(sides) + int(plus or 0)) == (least, most)


@rule(
    "robs:class.fighter.hp",
    "robs:class.ranger.hp",
    "robs:class.priest.hp",
    "robs:class.knight.hp",
    "robs:class.wizard.hp",
    "robs:class.thief.hp",
    "robs:class.hp-per-level",
)
@pytest.mark.parametrize(
    ("name", "face", "con", "gain"),
    [
        ("fighter", d3(1), 1, 3),
        ("fighter", d3(3), 0, 4),
        ("ranger", d3(3), 1, 4),
        ("priest", d2(2), 0, 2),
        ("knight", d2(2), 1, 4),
        ("wizard", d2(1), -1, 1),
        ("wizard", d2(1), -2, 1),
        ("thief", d2(2), 1, 3),
    ],
)
def test_hit_points_of_a_level(name, face, con, gain):
    do_ = Resolution(duel(), Scripted(face), RULESET)
    assert level_hp(do_, "bob", compendium.classes()[name], compendium.races()["human"], con)[0] == gain


@rule(
    "robs:class.fighter.proficiency",
    "robs:class.fighter.attribute",
    "robs:class.fighter.extra-attack",
    "robs:class.fighter.defence",
    "robs:class.fighter.checks",
    "robs:class.ranger.proficiency",
    "robs:class.ranger.attribute",
    "robs:class.ranger.extra-attack",
    "robs:class.ranger.defence",
    "robs:class.priest.attribute",
    "robs:class.knight.proficiency",
    "robs:class.knight.attribute",
    "robs:class.wizard.attribute",
    "robs:class.wizard.spell-proficiency",
    "robs:class.thief.proficiency",
    "robs:class.thief.attribute",
)
def test_benefits_by_level():
    found = compendium.classes()
    for row in table("class.by-level"):
        level, rest = row[0], iter(row[1:])
        for name in ("fighter", "ranger"):
            c = found[name]
            assert [classes.steps(level, n) for n in (c.proficiency_every, c.raise_every)] == [next(rest), next(rest)]
            assert classes.extra_attacks(trained(**{name: level}))[0] == next(rest)
            assert classes.defence_points(trained(**{name: level})) == next(rest)
            assert classes.check_bonus(c, level) == next(rest)
        assert classes.steps(level, found["priest"].raise_every) == next(rest)
        assert classes.spell_levels(trained(priest=level), "cleric") == next(rest)
        assert classes.check_bonus(found["priest"], level) == next(rest)
        assert classes.steps(level, found["knight"].proficiency_every) == next(rest)
        assert classes.steps(level, found["knight"].raise_every) == next(rest)
        assert classes.spell_levels(trained(knight=level), "cleric") == next(rest)
        assert level // 2 == next(rest)
        assert classes.steps(level, found["wizard"].spell_proficiency_every) == next(rest)
        assert classes.steps(level, found["wizard"].raise_every) == next(rest)
        assert classes.spell_levels(trained(wizard=level), "wizard") == next(rest)
        assert classes.steps(level, found["thief"].proficiency_every) == next(rest)
        assert classes.steps(level, found["thief"].raise_every) == next(rest)
        assert classes.check_bonus(found["thief"], level) == next(rest)


@rule(
    "robs:class.fighter.attribute",
    "robs:class.ranger.attribute",
    "robs:class.priest.attribute",
    "robs:class.knight.attribute",
    "robs:class.wizard.attribute",
    "robs:class.thief.attribute",
    "robs:advancement.attributes.by-level",
)
def test_what_may_rise():
    for name, _, _, allowed, *_ in table("class.progression"):
        assert list(compendium.classes()[name.lower()].raises) == allowed.split()
    before, _ = make("human-fighter", seed=2, level=3)
    after, _ = make("human-fighter", seed=2, level=4, **{"raise": "CHA"})
    assert own(after).attributes["CHA"] == own(before).attributes["CHA"] + 1
    refused = {"fighter": "INT", "priest": "STR", "thief": "STR", "wizard": "CHA", "ranger": "CHA", "knight": "DEX"}
    for name, attribute in refused.items():
        with pytest.raises(UnderkeepError, match=f"not {attribute}"):
            make(f"human-{name}", seed=2, level=5, **{"raise": attribute})


@rule("robs:class.fighter.proficiency", "robs:class.thief.proficiency", "robs:class.ranger.proficiency")
def test_proficiencies_add_up():
    fighter, _ = make("human-fighter", seed=1, level=8)
    assert own(fighter).proficiencies == {"longsword": 2}
    thief, _ = make("human-thief", seed=1, level=8, proficiency="shield")
    assert own(thief).proficiencies == {"shield": 2}
    ranger, _ = make("human-ranger", seed=1, level=6)
    assert own(ranger).proficiencies == {"longbow": 1 + 2}
    with pytest.raises(UnderkeepError, match="is no proficiency"):
        make("human-fighter", seed=1, level=3, proficiency="cooking")


@rule("robs:class.proficiency.cap")
def test_a_cap_on_proficiency():
    assert own(make("human-fighter", seed=1, level=12)[0]).proficiencies == {"longsword": 4}
    capped = make("human-fighter", seed=1, level=12, switches=("proficiency-cap",))[0]
    assert own(capped).proficiencies == {"longsword": 3, "shield": 1}
    with pytest.raises(UnderkeepError, match="no higher than 3"):
        make("human-fighter", seed=1, level=12, switches=("proficiency-cap",), proficiency="longsword")


@rule("robs:class.priest.no-combat-skills")
def test_priests_learn_no_fighting():
    priest, _ = make("human-priest", seed=1, level=12)
    assert own(priest).proficiencies == {}
    assert classes.extra_attacks(own(priest)) == (0, 0)
    assert classes.defence_points(own(priest)) == 0


@rule("robs:class.wizard.spell-proficiency")
def test_no_more_than_three_in_one_spell():
    wizard, _ = make("human-wizard", seed=1, level=8, free="DEX", shift="none")
    assert len(own(wizard).spells) == 1
    assert list(own(wizard).spell_proficiencies.values()) == [3]
    other, _ = make("human-wizard", seed=1, level=8, switches=("all-first-level-spells",))
    assert sum(own(other).spell_proficiencies.values()) == 4


@rule("robs:class.priest.spells", "robs:class.wizard.spells", "robs:class.knight.spells", "robs:abilities.int")
def test_daily_magic():
    for name, caster, int_, expected in (
        ("priest", "cleric", 0, 8),
        ("wizard", "wizard", 0, 8),
        ("knight", "cleric", 0, 4),
        ("wizard", "wizard", 1, 9),
        ("priest", "cleric", -2, 6),
    ):
        known = replace(trained(**{name: 4}), attributes={**NONE, "INT": int_})
        assert classes.spell_levels(known, caster) == expected
    assert classes.spell_levels(replace(trained(wizard=3), attributes={**NONE, "INT": 1}), "wizard") == 7
    assert classes.spell_levels(trained(fighter=4), "wizard") == 0
    assert classes.spell_levels(trained(priest=2, knight=3), "cleric") == 7


@rule("robs:magic.wizard.starting-spells", "robs:magic.wizard.starting-spells-lenient", "robs:class.wizard.spell-level")
def test_a_new_wizards_spells():
    for shift, count in (("none", 1), ("STR>INT", 2), ("INT>DEX", 1)):
        wizard, _ = make("human-wizard", seed=4, free="INT", shift=shift)
        assert len(own(wizard).spells) == count
        assert all(compendium.spells()[s].level == 1 for s in own(wizard).spells)
    all_of_them, done = make("human-wizard", seed=4, switches=("all-first-level-spells",))
    assert len(own(all_of_them).spells) == len(step(done, "spells")) == 6
    assert [classes.highest_spell(trained(wizard=n), "wizard") for n in (1, 2, 3)] == [1, 2, 3]


def test_the_highest_spell_is_the_level():
    assert classes.highest_spell(trained(priest=2), "cleric") == 2
    assert classes.highest_spell(trained(priest=2, knight=3), "cleric") == 3
    assert classes.highest_spell(trained(fighter=9), "cleric") == 0


@rule("robs:spell.list")
def test_spell_list():
    rows = [(name.partition(" (")[0], caster, level) for name, _, caster, level, *_ in table("spell.index")]
    assert sorted((s.name, s.caster, s.level) for s in compendium.spells().values()) == sorted(rows)


@rule("robs:class.prerequisites", "robs:class.fighter.prerequisite")
def test_fighters_are_sound_of_body():
    with pytest.raises(UnderkeepError, match=r"needs CON \+0"):
        make("human-fighter", d6(4), free="CHA", shift="CON>INT", alignment="none")
    with pytest.raises(UnderkeepError, match=r"needs STR \+0"):
        make("human-fighter", d6(4), free="CHA", shift="STR>INT", alignment="none")
    make("human-fighter", d6(4), d3(1), free="CHA", shift="none", alignment="none")


@rule("robs:class.wizard.prerequisite", "robs:class.thief.prerequisite")
def test_wizards_and_thieves_may_be_anybody():
    make("human-wizard", d6(4), d2(1), d3(1), free="CHA", shift="INT>STR, INT>STR", alignment="none")
    make("human-thief", d6(4), d2(1), free="CHA", shift="DEX>STR", alignment="none")


@rule("robs:class.ranger.prerequisite")
def test_rangers_were_fighters():
    ready = replace(trained(fighter=3), attributes={**NONE, "STR": 1, "DEX": 1})
    check_prerequisites(ready, "ranger")
    with pytest.raises(UnderkeepError, match="fighter of level 3"):
        check_prerequisites(replace(ready, classes={"fighter": 2}), "ranger")
    with pytest.raises(UnderkeepError, match="two of"):
        check_prerequisites(replace(ready, attributes={**NONE, "STR": 2}), "ranger")


@rule(
    "robs:class.knight.prerequisite-fighter",
    "robs:class.knight.prerequisite-lawful",
    "robs:class.knight.prerequisite-evil",
)
def test_knights_were_fighters_and_perhaps_priests():
    with pytest.raises(UnderkeepError, match="fighter of level 1"):
        check_prerequisites(replace(trained(priest=3), alignment="Lawful"), "knight")
    with pytest.raises(UnderkeepError, match="priest of level 2"):
        check_prerequisites(replace(trained(fighter=1, priest=1), alignment="Lawful"), "knight")
    check_prerequisites(replace(trained(fighter=1, priest=2), alignment="Lawful"), "knight")
    check_prerequisites(replace(trained(fighter=1), alignment="Evil"), "knight")
    with pytest.raises(UnderkeepError, match="No priest above level 4"):
        check_prerequisites(replace(trained(fighter=1, priest=5), alignment="Lawful"), "knight")
    lawful, _ = make("human-knight", seed=1, order="the-lamp")
    evil, _ = make("human-knight", seed=1, order="the-coil")
    assert own(lawful).classes == {"fighter": 1, "priest": 2, "knight": 1}
    assert own(evil).classes == {"fighter": 1, "knight": 1}


@rule("robs:advancement.level-cost.rising", "robs:advancement.level-cost.flat")
def test_the_price_of_levels():
    for switches, spent in (((), [200, 300, 400]), (("level-cost-flat",), [100, 100, 100])):
        bob, done = make("human-fighter", seed=1, level=4, switches=switches)
        costs = [
            e.values["XP spent"] for e in done.events if isinstance(e, CreationStepTaken) and "XP spent" in e.values
        ]
        assert costs == spent
        assert own(bob).spent_xp == sum(spent)


def veteran(state, name="fighter", level=8):
    return changed(state, A, race="human", classes={name: level})


@rule("robs:class.fighter.extra-attack")
def test_a_veterans_attacks():
    """Example fighter-8-attacks: three attacks, or two with one at +1, or one at +2."""
    state = veteran(duel())
    for first_blow in (Attack(A, B, "club"), PressAttack(A, B, "club", 1), PressAttack(A, B, "club", 2)):
        given_up = getattr(first_blow, "given_up", 0)
        done = do(state, first_blow, *d6(3, 3))
        assert first(done, AttackRolled).roll.total == given_up
        left = [a for a in play.legal_actions(RULESET, done.state, "a", A).listed if isinstance(a, Attack)]
        assert bool(left) == (given_up < 2)
        press = [
            a.given_up for a in play.legal_actions(RULESET, done.state, "a", A).listed if isinstance(a, PressAttack)
        ]
        assert press == [1][: 1 - given_up]
    again = do(do(state, Attack(A, B, "club"), *d6(3, 3)).state, Attack(A, B, "club"), *d6(3, 3))
    last = do(again.state, Attack(A, B, "club"), *d6(3, 3))
    assert not [a for a in play.legal_actions(RULESET, last.state, "a", A).listed if isinstance(a, Attack)]


@rule("robs:class.fighter.extra-attack", "robs:class.ranger.extra-attack")
def test_only_rangers_shoot_more_often():
    for name, shots in (("fighter", 1), ("ranger", 2)):
        state, loosed = veteran(duel(mine="longbow", gap=5), name, 4), 0
        while any(isinstance(a, Attack) for a in play.legal_actions(RULESET, state, "a", A).listed):
            state = do(state, Attack(A, B, "longbow"), *d6(1, 6)).state
            loosed += 1
        assert loosed == shots


@rule("robs:class.fighter.defence", "robs:class.ranger.defence")
@pytest.mark.parametrize(
    ("name", "level", "points"), [("fighter", 3, 1), ("fighter", 2, 0), ("ranger", 3, 0), ("ranger", 4, 1)]
)
def test_defending_warriors(name, level, points):
    state = changed(duel(theirs="leather"), B, race="human", classes={name: level})
    assert first(hit(state, *d6(6, 2)), DamageRolled).roll.total == 4 + 1 - 1 - points
    assert first(hit(under(state, B, "unaware"), *d6(6, 2)), DamageRolled).roll.total == 4
    bare = changed(duel(theirs="club"), B, race="human", classes={name: level})
    assert first(hit(bare, *d6(6, 2)), DamageRolled).roll.total == 5


@rule("robs:class.hp-per-level", "robs:race.halfling.hp-rolls")
@pytest.mark.parametrize(
    ("race", "face", "gain", "lost"), [("human", 2, 3, 0), ("halfling", 2, 2, -1), ("dwarf", 2, 4, 0)]
)
def test_what_a_people_does_to_the_dice(race, face, gain, lost):
    do_ = Resolution(duel(), Scripted(d3(face)), RULESET)
    gained, roll = level_hp(do_, "bob", compendium.classes()["fighter"], compendium.races()[race], 0)
    assert gained == gain
    assert roll.modifiers == ((Modifier("people", lost),) if lost else ())
    low = Resolution(duel(), Scripted(d2(1)), RULESET)
    assert level_hp(low, "bob", compendium.classes()["wizard"], compendium.races()[race], 0)[0] == 1 + (race == "dwarf")


@rule("robs:class.start", "robs:advancement.level-cost.rising", "robs:creation.hp.maximum-start")
def test_the_first_level_is_free_and_the_others_say_what_they_cost():
    _, done = make(
        "halfling-wizard",
        d3(1),
        d2(2),
        level=2,
        switches=("max-starting-hp",),
        free="INT",
        shift="none",
        alignment="none",
    )
    levels = [e for e in done.events if isinstance(e, CreationStepTaken) and e.step == "class level"]
    assert [e.rule[2] for e in levels] == ["robs:class.start", "robs:advancement.level-cost.rising"]
    assert [e.values.get("XP spent") for e in levels] == [None, 200]
    assert [e.values["hit points"] for e in levels] == [1, 1]


@rule("robs:class.fighter.attribute")
def test_what_rises_without_a_wish_is_what_the_class_favours():
    bob, _ = make("human-fighter", d6(4), *d3(3, 3, 3, 3), d3(2), level=4, free="STR", shift="none", alignment="none")
    assert own(bob).attributes == {"STR": 1, "DEX": 0, "CON": 1, "INT": 0, "CHA": 0}


@rule("robs:magic.wizard.starting-spells", "robs:class.wizard.spells")
def test_wizards_know_wizards_spells():
    wizard, _ = make("human-wizard", seed=4, switches=("all-first-level-spells",))
    assert {compendium.spells()[s].caster for s in own(wizard).spells} == {"wizard"}


@rule("robs:class.priest.spells", "robs:abilities.int")
@pytest.mark.parametrize(("intelligence", "levels"), [(-3, 0), (-2, 0), (-1, 1), (2, 4)])
def test_int_adds_to_spell_levels_and_they_are_never_below_nothing(intelligence, levels):
    own_ = replace(trained(priest=1), attributes={**NONE, "INT": intelligence})
    assert classes.spell_levels(own_, "cleric") == levels
    assert classes.spell_levels(own_, "wizard") == 0


@rule("robs:class.knight.prerequisite-lawful", "robs:class.prerequisites")
def test_a_priest_of_too_high_a_level_becomes_no_knight():
    able = {**NONE, "STR": 1, "CON": 1, "INT": 1, "CHA": 1}
    for levels in ({"priest": 4}, {"priest": 2}):
        check_prerequisites(replace(trained(fighter=1, **levels), attributes=able, alignment="Lawful"), "knight")
    with pytest.raises(UnderkeepError, match="No priest above level 4"):
        check_prerequisites(replace(trained(fighter=1, priest=5), attributes=able, alignment="Lawful"), "knight")
    check_prerequisites(replace(trained(fighter=1, priest=5), attributes=able, alignment="Evil"), "knight")


@rule("robs:class.proficiency.cap")
def test_a_capped_proficiency_may_reach_its_cap():
    switches = ("proficiency-cap",)
    bob, _ = make("human-fighter", seed=1, level=9, switches=switches, proficiency="club")
    assert own(bob).proficiencies == {"club": 3}
    with pytest.raises(UnderkeepError, match="no higher than 3"):
        make("human-fighter", seed=1, level=12, switches=switches, proficiency="club")


@rule("robs:creation.hp.maximum-start", "robs:race.dwarf.level-hp")
def test_the_most_hit_points_of_a_dwarf_and_of_the_sickly():
    on = {"switches": ("max-starting-hp",), "alignment": "none"}
    dwarf, _ = make("dwarf-fighter", race_bonus="STR", free="CON", shift="none", **on)
    assert dwarf.max_hp == 6 + 3 + 1 + 3 + (4 + 1 + 1)
    sickly, done = make("human-thief", free="DEX", shift="CON>DEX, CON>STR", **on)
    assert step(done, "class level")["hit points"] == 1
    assert sickly.max_hp == 6 + 3 - 2 + 1


@rule("robs:class.knight.clerical-actions", "robs:class.fighter.checks", "robs:class.wizard.checks")
def test_a_knight_is_half_a_priest_in_what_is_holy_and_nowhere_else():
    knight = trained(fighter=1, priest=2, knight=6)
    assert classes.task_bonus(knight, ("clerical",)) == classes.check_bonus(compendium.classes()["priest"], 3)
    assert classes.task_bonus(trained(knight=6), ("muscle",)) == 0
    assert classes.task_bonus(trained(fighter=3), ("wizardry",)) == 0
    assert classes.task_bonus(trained(wizard=3), ("wizardry",)) == 3
