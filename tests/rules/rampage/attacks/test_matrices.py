from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, hero, monster, scene, table, the, under

from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks.matrices import monster_column, needed, weapon_blow
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.creation.bestiary import TROOP_CLASSES, weapon_bonus
from underkeep.systems.rampage.equipment.armour import armour_class
from underkeep.testing import d4, d6, d8, d20, rule
from underkeep.world.creature import AttackRolled

NATURAL = "natural attacks"


@rule("rampage:combat.melee.matrix", "rampage:combat.melee-matrix")
def test_every_cell_of_the_melee_matrix() -> None:
    rows = {row.name: list(row.needed) for row in compendium.melee_matrix().values()}
    assert rows == {row[0]: row[1:] for row in table("combat.melee-matrix")}
    state = scene(hero("hero", (5, 5), "thief"), monster("orc", (6, 5), hp=40, ac=5))
    assert not the(act(state, Attack("hero", "orc", "sword"), d20(13)), AttackRolled).hit
    assert the(act(state, Attack("hero", "orc", "sword"), d20(14), d8(1)), AttackRolled).hit


@rule("rampage:combat.missile.matrix", "rampage:combat.missile-matrix")
def test_every_cell_of_the_missile_matrix() -> None:
    rows = {row.name: list(row.needed) for row in compendium.missile_matrix().values()}
    assert rows == {row[0]: row[1:] for row in table("combat.missile-matrix")}
    state = scene(hero("hero", (5, 5), "thief", gear=("longbow",)), monster("orc", (25, 5), hp=40, ac=5))
    assert not the(act(state, Attack("hero", "orc", "longbow"), d20(12)), AttackRolled).hit
    assert the(act(state, Attack("hero", "orc", "longbow"), d20(13), d6(1)), AttackRolled).hit


@rule("rampage:combat.melee.monster", "rampage:combat.monster-matrix")
def test_every_cell_of_the_monster_matrix() -> None:
    rows = {ac: list(line) for ac, line in compendium.monster_matrix().items()}
    assert rows == {row[0]: row[1:] for row in table("combat.monster-matrix")}
    grizzly = monster("bear", (6, 5), "grizzly-bear")
    state = scene(hero("hero", (5, 5), gear=("sword", "chain")), grizzly)
    rolls = [
        e.roll
        for e in act(state, Attack("bear", "hero", NATURAL), *d20(8, 9), d4(1), d20(2)).events
        if isinstance(e, AttackRolled)
    ]
    assert [(r.needed, r.success) for r in rolls] == [(9, False), (9, True), (9, False)]


@rule("rampage:q.monster-columns")
def test_columns_by_hit_dice() -> None:
    columns = ["hd1", "hd1+1", "hd2-3", "hd3-4", "hd4-6", "hd7-8", "hd9-10", "hd11+"]
    read = {
        (0.5, 0): "hd1", (1, -1): "hd1", (1, 0): "hd1", (1, 1): "hd1+1", (1, 2): "hd1+1", (2, 0): "hd2-3",
        (2, 2): "hd2-3", (3, 0): "hd2-3", (3, 1): "hd3-4", (4, 0): "hd3-4", (4, 1): "hd4-6",
        (6, 3): "hd4-6", (7, 0): "hd7-8", (8, 0): "hd7-8", (9, 0): "hd9-10", (10, 1): "hd9-10",
        (11, 0): "hd11+", (15, 0): "hd11+",
    }  # fmt: skip
    assert {key: columns[monster_column(*key)] for key in read} == read


@rule("rampage:combat.attack.negative-ac")
def test_armour_better_than_0_is_taken_off_the_die() -> None:
    state = scene(hero("hero", (5, 5), "thief"), monster("orc", (6, 5), hp=40, ac=-2))
    roll = the(act(state, Attack("hero", "orc", "sword"), d20(19)), AttackRolled).roll
    assert (roll.needed, roll.modifiers) == (21, (Modifier("AC beyond the table", -2),))
    assert needed(None, 0, -2) == (21, 0)


@rule("rampage:combat.ac.meaning", "rampage:combat.ac.values", "rampage:combat.ac.shield", "rampage:combat.ac.range",
      "rampage:example.armor-class.best")  # fmt: skip
def test_armour_class() -> None:
    def ac(*gear: str) -> int:
        return armour_class(hero("x", gear=("sword", *gear)))

    assert [ac(), ac("leather"), ac("gambeson"), ac("chain"), ac("plate")] == [9, 7, 7, 5, 3]
    assert [ac("shield"), ac("leather", "wooden shield"), ac("plate", "shield")] == [8, 6, 2]
    state = scene(hero("hero", (5, 5), gear=("sword", "chain")), monster("orc", (6, 5)))
    assert the(act(state, Attack("orc", "hero", "sword"), d20(3)), AttackRolled).roll.needed == 14


@rule("rampage:combat.ac.only-magic", "rampage:combat.attack.modifiers-to-die", "rampage:combat.attack.roll")
def test_circumstances_change_the_die_and_never_the_armour_class() -> None:
    state = scene(hero("hero", (5, 5), level=3), monster("orc", (6, 5), hp=40, ac=5))
    roll = the(act(state, Attack("hero", "orc", "sword"), d20(12), d8(1)), AttackRolled).roll
    assert (roll.total, roll.needed, roll.success) == (14, 14, True)
    prone = under(state, "orc", "prone")
    assert the(act(prone, Attack("hero", "orc", "sword"), d20(7)), AttackRolled).roll.needed == 14


@rule("rampage:monster.weapon.hd1", "rampage:monster.weapon.plus-one", "rampage:monster.troop-class",
      "rampage:monster.troop-classes", "rampage:example.monster.bugbear")  # fmt: skip
def test_monsters_with_weapons() -> None:
    known = compendium.monsters()
    wanted = {"orc": 0, "hobgoblin": 1, "gnoll": 2, "lizard-man": 4, "bugbear": 5, "ogre": 5, "hill-giant": 6,
              "stone-giant": 8, "frost-giant": 10}  # fmt: skip
    assert {kind: weapon_bonus(known[kind]) for kind in wanted} == wanted
    assert {row[0]: row[1] for row in table("monster.troop-classes")} == TROOP_CLASSES
    assert weapon_bonus(known["normal-human"]) == -2
    assert weapon_bonus(known["veteran"]) == 1
    state = scene(hero("hero", (5, 5)), monster("bugbear", (6, 5), "bugbear"))
    roll = the(act(state, Attack("bugbear", "hero", "morning-star"), d20(2)), AttackRolled).roll
    assert roll.modifiers == (Modifier("hit dice", 5),)


@rule("rampage:combat.level-modifiers")
def test_the_column_of_monsters_with_weapons() -> None:
    printed = {int(str(row[0])): row[4] for row in table("combat.level-modifiers-table")[1:10]}
    ogre = compendium.monsters()["ogre"]
    assert {hd: weapon_bonus(replace(ogre, hd=hd, plus=0)) for hd in printed} == printed
    assert weapon_bonus(replace(ogre, hd=11, plus=0)) == weapon_bonus(replace(ogre, hd=15, plus=0)) == 10


@rule("rampage:combat.missile.monster")
def test_a_giant_hurls_by_its_hit_dice() -> None:
    state = scene(hero("hero", (5, 5), gear=("sword", "chain")), monster("giant", (20, 5), "stone-giant"))
    hurled = act(state, Attack("giant", "hero", "boulder"), d20(3))
    assert hurled.state.fight is not None and "shot" in hurled.state.fight.spent["giant"]
    roll = the(hurled, AttackRolled).roll
    assert (roll.needed, roll.modifiers) == (6, ())


@rule("rampage:q.weapons-without-row")
@pytest.mark.parametrize(
    ("kind", "row"),
    [("woodsmans-ax", "heavy-ax"), ("sledgehammer", "maul"), ("sickle-sword", "sword"), ("torch", "club")],
)
def test_weapons_without_a_row_use_a_relative(kind: str, row: str) -> None:
    assert weapon_blow(kind).row == compendium.melee_matrix()[row].needed


def test_every_weapon_says_where_its_numbers_come_from() -> None:
    for weapon in compendium.weapons().values():
        assert {"size", "hands", "damage", "cost", "type"} <= set(weapon.basis)
        assert set(weapon.basis.values()) <= {"book", "implied", "ogl", "own"}
