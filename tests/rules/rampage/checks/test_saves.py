from __future__ import annotations

import pytest
from tests.rules.rampage.scene import act, hero, monster, refused_by, scene, the

from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import CallSave
from underkeep.systems.rampage.checks.saves import monster_save
from underkeep.testing import d20, rule
from underkeep.world.creature import Creature, SaveRolled


def saved(creature: Creature, against: str, face: int) -> bool:
    return the(act(scene(creature), CallSave(creature.id, against), d20(face)), SaveRolled).success


@rule("rampage:save.basic")
def test_the_number_or_more() -> None:
    cleric = hero("hero", (5, 5), "militant", level=3)
    assert saved(cleric, "general", 15)
    assert not saved(cleric, "general", 14)


@rule("rampage:abilities.wis.low-save", "rampage:abilities.wis.high-save")
def test_wisdom_helps_or_hinders() -> None:
    assert not saved(hero("hero", (5, 5), WIS=5), "general", 19)
    assert saved(hero("hero", (5, 5), WIS=15), "general", 18)
    assert not saved(hero("hero", (5, 5), WIS=14), "general", 18)


@rule("rampage:class.fighter.save-bonus", "rampage:save.class-bonus")
def test_fighters_against_blows() -> None:
    for against in ("disarm", "fumble", "poisoned blow", "knock down", "split shield"):
        assert saved(hero("hero", (5, 5)), against, 17)
    assert not saved(hero("hero", (5, 5)), "spell", 17)
    assert not saved(hero("hero", (5, 5)), "disarm", 16)


@rule("rampage:class.jack.saves", "rampage:class.mage.saves")
def test_jacks_and_mages() -> None:
    for against in ("poison", "trap", "disease"):
        assert saved(hero("hero", (5, 5), "thief"), against, 17)
    assert not saved(hero("hero", (5, 5), "thief"), "spell", 17)
    for against in ("spell", "magic device", "magic trap"):
        assert saved(hero("hero", (5, 5), "wizard"), against, 17)
    assert not saved(hero("hero", (5, 5), "wizard"), "poison", 17)


@rule("rampage:class.paladin.saves", "rampage:class.ravager.saves")
@pytest.mark.parametrize("kind", ["paladin", "ravager"])
def test_two_better_against_everything(kind: str) -> None:
    assert saved(hero("hero", (5, 5), kind), "general", 17)
    assert not saved(hero("hero", (5, 5), kind), "general", 16)


@rule("rampage:save.race-bonus", "rampage:example.save.bonuses")
def test_all_bonuses_add_up() -> None:
    gnome = hero("hero", (5, 5), "enchanter", race="gnome", WIS=15)
    roll = the(act(scene(gnome), CallSave("hero", "spell"), d20(13)), SaveRolled).roll
    assert roll.modifiers == (Modifier("WIS", 1), Modifier("gnome", 3), Modifier("mage", 2))
    assert (roll.total, roll.success) == (19, True)


@rule("rampage:save.monster")
def test_monsters_save_by_hit_dice() -> None:
    assert [monster_save(hd) for hd in (0.5, 1, 4, 15, 18)] == [20, 19, 16, 5, 5]
    assert saved(monster("ogre", (5, 5), "ogre"), "spell", 16)
    assert not saved(monster("ogre", (5, 5), "ogre"), "spell", 15)


def test_nothing_saves_against_nonsense() -> None:
    assert refused_by(scene(hero("hero", (5, 5))), CallSave("hero", "boredom")) == "save.basic"
