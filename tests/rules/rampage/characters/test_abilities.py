from __future__ import annotations

import pytest
from tests.rules.rampage.scene import act, hero, monster, refused_by, scene, table, the

from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack, CallCheck
from underkeep.systems.rampage.characters import abilities
from underkeep.systems.rampage.characters.abilities import hit_bonus
from underkeep.testing import d8, d20, d100, die, rule
from underkeep.world.creature import AttackRolled, CheckRolled, DamageRolled
from underkeep.world.state import State


def duel(kind: str = "warrior", **scores: int) -> State:
    return scene(hero("hero", (5, 5), kind, **scores), monster("orc", (6, 5), hp=40))


@rule("rampage:abilities.str.low-damage", "rampage:abilities.str.high-damage", "rampage:abilities.str.fighter-17")
@pytest.mark.parametrize(
    ("kind", "strength", "damage"),
    [("thief", 5, 3), ("thief", 6, 4), ("thief", 14, 4), ("thief", 15, 5), ("thief", 17, 5), ("warrior", 17, 7)],
)
def test_strength_changes_damage(kind: str, strength: int, damage: int) -> None:
    do = act(duel(kind, STR=strength), Attack("hero", "orc", "sword"), d20(19), d8(4))
    assert the(do, DamageRolled).roll.total == damage  # a warrior of level 1 adds 1 besides


@rule("rampage:abilities.dex.low", "rampage:abilities.dex.high", "rampage:abilities.dex.jack-17")
@pytest.mark.parametrize(
    ("kind", "dexterity", "bonus"),
    [("thief", 4, -1), ("thief", 10, 0), ("thief", 15, 1), ("thief", 17, 2), ("wizard", 17, 1)],
)
def test_dexterity_changes_the_attack_roll(kind: str, dexterity: int, bonus: int) -> None:
    state = scene(hero("hero", (5, 5), kind, gear=("dagger",), DEX=dexterity), monster("orc", (6, 5)))
    do = act(state, Attack("hero", "orc", "dagger"), d20(5))
    assert the(do, AttackRolled).roll.total == 5 + bonus


@rule("rampage:abilities.con.bonus-15", "rampage:abilities.con.bonus-18", "rampage:abilities.con.no-low-penalty")
def test_constitution_gives_hit_points_a_die() -> None:
    assert [abilities.hit_points_per_die(score) for score in (3, 14, 15, 17, 18, 19)] == [0, 0, 1, 1, 2, 2]


@rule("rampage:abilities.cha.low", "rampage:abilities.cha.high")
def test_charisma_changes_reactions() -> None:
    assert [abilities.reaction_bonus(score) for score in (5, 6, 14, 15)] == [-1, 0, 0, 1]


def test_followers_by_charisma() -> None:
    assert abilities.most_troops(12, 0) == 120
    assert abilities.most_troops(12, 4) == 160
    assert (abilities.most_henchmen(13), abilities.most_henchmen(4)) == (6, 2)


def test_intelligence_gives_languages_and_letters() -> None:
    assert [abilities.extra_languages(score) for score in (3, 10, 14)] == [0, 0, 4]
    assert not abilities.can_read(5)
    assert abilities.can_read(6)


@rule("rampage:abilities.check.d20", "rampage:abilities.check.notation")
@pytest.mark.parametrize(("face", "success"), [(13, True), (14, False)])
def test_an_ability_check_is_the_score_or_less(face: int, success: bool) -> None:
    state = scene(hero("hero", (5, 5), CON=13))
    rolled = the(act(state, CallCheck("hero", "CON"), d20(face)), CheckRolled)
    assert rolled.success is success
    assert (rolled.roll.notation, rolled.roll.needed) == ("1d20", 13)


@rule("rampage:abilities.check.d100", "rampage:combat.stunt.self")
def test_a_hard_check_is_on_another_die() -> None:
    state = scene(hero("hero", (5, 5), STR=16))
    assert the(act(state, CallCheck("hero", "STR", 100), d100(16)), CheckRolled).success
    assert not the(act(state, CallCheck("hero", "STR", 100), d100(17)), CheckRolled).success
    assert the(act(state, CallCheck("hero", "str", 30), die(30, 30)), CheckRolled).roll.notation == "1d30"
    assert refused_by(state, CallCheck("hero", "STR", 12)) == "abilities.check.d100"


@rule("rampage:abilities.check.d20")
def test_modifiers_of_the_referee_change_the_die() -> None:
    state = scene(hero("hero", (5, 5), DEX=10))
    rolled = the(act(state, CallCheck("hero", "DEX", None, (Modifier("ice", 3),)), d20(8)), CheckRolled)
    assert (rolled.roll.total, rolled.success) == (11, False)


@rule("rampage:abilities.modifiers")
def test_every_band_of_the_table_is_in_the_code() -> None:
    """A second reading of the table, by its words."""
    worth = {
        ("STR", "<=5"): abilities.damage_bonus(5, False),
        ("STR", ">=15"): abilities.damage_bonus(15, False),
        ("STR", "17-18"): abilities.damage_bonus(18, True),
        ("WIS", "<=5"): abilities.save_bonus(5),
        ("WIS", ">=15"): abilities.save_bonus(15),
        ("DEX", "<=5"): abilities.hit_bonus(5, False),
        ("DEX", ">=15"): abilities.hit_bonus(15, False),
        ("DEX", "17-18"): abilities.hit_bonus(18, True),
        ("CON", "15-17"): abilities.hit_points_per_die(16),
        ("CON", "18"): abilities.hit_points_per_die(18),
        ("CHA", "<=5"): abilities.reaction_bonus(5),
        ("CHA", ">=15"): abilities.reaction_bonus(15),
    }
    rows = {
        (str(row[0]), str(row[1])): row[4]
        for row in table("abilities.modifiers")
        if row[3] != "Bash Doors, Pry Boxes, Climb"
    }
    for key, bonus in worth.items():
        assert int(str(rows[key])) == bonus or key[0] == "WIS", key
    assert (worth["WIS", "<=5"], worth["WIS", ">=15"]) == (-1, 1)


@rule("rampage:abilities.check.d20", "rampage:abilities.check.d100")
def test_a_check_cites_its_die() -> None:
    state = scene(hero("hero"))
    for sides, face, cited in ((20, d20(9), "d20"), (100, d100(9), "d100")):
        checked = the(act(state, CallCheck("hero", "str", sides), face), CheckRolled)
        assert checked.rule == (f"rampage:abilities.check.{cited}",)


@rule("rampage:abilities.dex.jack-17")
@pytest.mark.parametrize(("dexterity", "plain", "jack"), [(15, 1, 1), (16, 1, 1), (17, 1, 2), (18, 1, 2)])
def test_a_nimble_jack_hits_more(dexterity: int, plain: int, jack: int) -> None:
    assert (hit_bonus(dexterity, False), hit_bonus(dexterity, True)) == (plain, jack)
