"""Magic weapons against their foes, curses that cling, and swords that think."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import H1, act, below, refused
from tests.rules.ose.casting import names
from tests.rules.ose.scene import changed, do, every, first, listed, refusal, scene, under

from underkeep.kernel.dice import Scripted
from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import Drop, Equip, PutIn
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.enchanted_weapons import magic_of
from underkeep.systems.ose.attacks.movement import Retreat
from underkeep.systems.ose.basics.enchanted import Enchanted, SwordMind
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import RULED_BY_SWORD
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.equipment import sword_minds
from underkeep.systems.ose.equipment.arms import arms
from underkeep.systems.ose.magic.items.swords import SwordSpoke, TalkToSword, WillsMeasured
from underkeep.systems.ose.magic.items.using import UseItem
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d10, d12, d20, d100, rule
from underkeep.testing.builders import in_step
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, DamageRolled
from underkeep.world.gear import Item, seen
from underkeep.world.state import State

F, ORC = "fighter-1", "orc-1"


def armed(kind: str, match: str = "fighter v orc", *, gap: int = 1, phase: str = "melee", **quality: object) -> State:
    own = Enchanted(**quality) if quality else None
    return scene(match, phase, gap=gap).with_creature(F, items=(Item(kind, "sword", "hand", id="w", quality=own),))


@rule("ose:magic-item.weapon.bonus", "ose:magic-item.use.always-active")
def test_a_bonus_counts_to_hit_and_for_damage():
    done = do(armed("sword-plus-1"), Attack(F, ORC, "sword-plus-1"), d20(19), d6(3))
    told = first(done, AttackRolled)
    assert told.roll.total == 20 and "ose:magic-item.weapon.bonus" in told.rule
    assert first(done, DamageRolled).roll.total == 4


@rule("ose:magic-item.weapon.bonus-vs")
@pytest.mark.parametrize(
    ("kind", "foe", "bonus"),
    [
        ("sword-plus-1-plus-3-vs-undead", "skeleton", 3),
        ("sword-plus-1-plus-3-vs-undead", "orc", 1),
        ("sword-plus-1-plus-2-vs-lycanthropes", "werewolf", 2),
        ("sword-plus-1-plus-3-vs-regenerating-creatures", "troll", 3),
        ("sword-plus-1-flaming", "troll", 2),
        ("sword-plus-1-flaming", "zombie", 3),
        ("dagger-plus-2-plus-3-vs-orcs-goblins-and-kobolds", "kobold", 3),
        ("dagger-plus-2-plus-3-vs-orcs-goblins-and-kobolds", "ogre", 2),
        ("sword-plus-1-plus-2-vs-spell-users", "acolyte", 2),
    ],
)
def test_the_special_bonus_counts_against_its_own_foes_alone(kind, foe, bonus):
    state = scene(f"fighter v {foe}")
    assert magic_of(kind, state.creatures[f"{foe}-1"]).bonus == bonus


def test_a_dragon_slayer_knows_dragons():
    state = scene("fighter v red-dragon")
    assert magic_of("sword-plus-1-plus-3-vs-dragons", state.creatures["red-dragon-1"]).bonus == 3


@rule("ose:magic-item.weapon.cursed-penalty", "ose:magic-item.weapon.cursed-stuck")
def test_a_cursed_sword_hampers_and_cannot_be_put_down():
    state = armed("sword-minus-1-cursed", seems="sword")
    state = state.with_creature(F, items=(*state.creatures[F].items, Item("mace", "Mace", "hand", id="m")))
    assert {"sword", "mace"} == set(arms(state.creatures[F]).melee)
    done = do(state, Attack(F, ORC, "sword"), d20(20), d6(1))
    assert first(done, AttackRolled).roll.total == 19
    assert first(done, DamageRolled).roll.total == 0 and done.state.creatures[ORC].hp == 7
    assert set(arms(done.state.creatures[F]).melee) == {"sword-minus-1-cursed"}
    again = in_step(done.state, "melee")
    again = replace(again, fight=replace(again.fight, spent={}, done=()))
    assert Attack(F, ORC, "mace") not in listed(again, F) and refusal(again, Attack(F, ORC, "mace"))
    free = Resolution(done.state, Scripted(), RULESET)
    free.emit(ConditionEnded(F, "under a curse"))
    assert "mace" in arms(free.state.creatures[F]).melee


@rule("ose:magic-item.weapon.cursed-stuck")
def test_who_has_fought_with_a_cursed_sword_does_not_drop_it():
    stuck = Item("sword-minus-1-cursed", "sword", "hand", id="w", quality=Enchanted(stuck=True))
    sack = Item("sack-small", "Small sack", id="s")
    state = below("fighter", "fighter").with_creature(H1, items=(stuck, sack))
    for action in (Drop(H1, "w", 1), Equip(H1, "w", "pack"), PutIn(H1, "w", "s", 1)):
        assert refused(state, action).rule == "ose:magic-item.weapon.cursed-stuck"


@rule("ose:magic-item.identify.test", "ose:referee.describe.magic-items")
def test_a_sword_is_a_sword_until_it_is_fought_with():
    state = armed("sword-plus-1", seems="sword")
    assert [i.kind for i in seen(state.creatures[F].items)] == ["sword"]
    done = do(state, Attack(F, ORC, "sword"), d20(1))
    (after,) = seen(done.state.creatures[F].items)
    assert (after.kind, after.name) == ("sword-plus-1", "sword +1")


@rule("ose:magic-item.weapon.class-limits")
def test_a_cleric_strikes_with_no_magic_sword_either():
    state = scene("cleric[mace] v orc").with_creature(
        "cleric-1", items=(Item("sword-plus-1", "sword", "hand", id="w"),)
    )
    assert not arms(state.creatures["cleric-1"]).melee


def test_magic_arrows_fly_from_any_bow():
    state = scene("fighter v orc", "missile", gap=4).with_creature(
        F, items=(Item("short-bow", "bow", "hand", id="b"), Item("arrows-plus-1", "arrows", count=3, id="a"))
    )
    done = do(state, Attack(F, ORC, "short-bow/arrows-plus-1"), d20(10))
    assert ("magic", 1) in [(m.source, m.amount) for m in first(done, AttackRolled).roll.modifiers]
    assert next(i for i in done.state.creatures[F].items if i.id == "a").count == 2


def test_a_dwarf_throws_the_hammer_and_it_comes_back():
    state = scene("dwarf v orc", "missile", gap=4).with_creature(
        "dwarf-1", items=(Item("war-hammer-plus-3-dwarven-thrower", "hammer", "hand", id="h"),)
    )
    name = "war-hammer-plus-3-dwarven-thrower"
    done = do(state, Attack("dwarf-1", ORC, name), d20(10), d6(1))
    assert done.state.creatures["dwarf-1"].item("h") is not None
    fighter = scene("fighter v orc", "missile", gap=4).with_creature(F, items=state.creatures["dwarf-1"].items)
    assert not arms(fighter.creatures[F]).missile


def test_a_draining_sword_takes_a_level_with_the_next_hit():
    state = armed("sword-plus-1-energy-drain", "fighter v ogre", phase="spells", charges=1)
    ready = in_step(do(state, UseItem(F, "w")).state, "melee")
    ready = replace(ready, fight=replace(ready.fight, spent={}, done=())).with_creature("ogre-1", hp=20, max_hp=20)
    done = do(ready, Attack(F, "ogre-1", "sword-plus-1-energy-drain"), d20(20), d8(3), d6(1))
    ogre = done.state.creatures["ogre-1"]
    assert (sheet(ogre).level, ogre.hp, ogre.max_hp) == (3, 15, 17)
    assert "about to drain life" not in names(done.state, F)


def test_a_mind_is_rolled_for_three_swords_in_ten():
    def rolled(*faces):
        resolution = Resolution(State("ose", {}), Scripted(*faces), RULESET)
        mind = sword_minds.roll_mind(resolution)
        resolution.dice.finish()
        return mind

    assert rolled(d100(31)) is None
    dull = rolled(d100(30), d20(2), d6(1), d12(5), d20(13), d100(20))
    assert dull == SwordMind(7, 5, "Lawful", ("detect magic",))
    bright = rolled(d100(1), d20(2), d6(6), d12(12), d20(14), d100(50), *d100(1, 16, 26), d100(41))
    assert bright.languages == 1 and bright.powers[-1] == "healing" and bright.alignment == "Neutral"
    slayer = rolled(d100(1), d20(1), d20(1), d100(50), *d100(1, 16, 26), d100(1), d6(1))
    assert (slayer.intelligence, slayer.ego, slayer.purpose) == (12, 12, "arcane casters")


def thinking(mind: SwordMind, alignment: str = "Lawful") -> State:
    sword = Item("sword-plus-1", "sword", id="w", quality=Enchanted("sword", mind=mind))
    state = below("fighter", "fighter").with_creature(H1, items=(sword,))
    return changed(state, H1, alignment=alignment)


def test_the_first_touch_burns_those_of_another_alignment_and_tests_their_will():
    mind = SwordMind(12, 12, "Lawful", ("detect magic",))
    done = act(thinking(mind, "Chaotic"), Equip(H1, "w", "hand"), *d6(1, 1), d10(10), d4(4))
    assert done.state.creatures[H1].hp == 6
    told = first(done, WillsMeasured)
    assert (told.sword, told.wielder) == (34, 16)
    assert RULED_BY_SWORD in names(done.state, H1)
    friend = act(thinking(SwordMind(7, 5, "Lawful"), "Lawful"), Equip(H1, "w", "hand"))
    assert (first(friend, WillsMeasured).sword, first(friend, WillsMeasured).wielder) == (12, 20)
    assert RULED_BY_SWORD not in names(friend.state, H1)


def test_a_monster_has_no_will_to_measure_against_its_sword():
    sword = Item("sword-plus-1", "sword", "hand", id="w", quality=Enchanted("sword", mind=SwordMind(12, 12, "Lawful")))
    state = scene("fighter[sword] v ogre").with_creature("ogre-1", items=(sword,), hp=20, max_hp=20)
    hurt = Resolution(state, Scripted(), RULESET)
    harm(hurt, "ogre-1", 12, F)
    assert hurt.state.creatures["ogre-1"].hp == 8 and not every(hurt, WillsMeasured)


def test_a_sword_tells_what_it_can_do_and_does_it():
    state = act(thinking(SwordMind(11, 1, "Lawful", ("detect traps",))), Equip(H1, "w", "hand")).state
    talk = act(state, TalkToSword(H1, "w"))
    told = first(talk, SwordSpoke)
    assert (told.how, told.powers) == ("says", ("detect traps",))
    assert refused(state, UseItem(H1, "w", "detect traps")).rule == "ose:magic-item.use.proper"
    assert not every(act(talk.state, UseItem(H1, "w", "detect traps")), SwordSpoke)


def test_who_is_ruled_by_a_sword_leaves_no_fight():
    state = under(scene("fighter[sword] v orc", "declare"), F, RULED_BY_SWORD)
    assert Retreat(F) not in listed(state, F)
    assert refusal(state, Retreat(F)).rule == "ose:magic-item.categories"
