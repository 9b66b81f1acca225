from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import (
    ORC,
    F,
    changed,
    do,
    every,
    first,
    hit,
    listed,
    refusal,
    scene,
    scores,
    spent,
    table,
    under,
    walled,
)

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, BeginFight, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.attack_rolls import attack_number
from underkeep.systems.ose.attacks.attacks import Subdue
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.battle import OseBattle
from underkeep.systems.ose.basics.conditions import BACK_TURNED, BLIND, IN_WATER, PARALYSED
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.damage import Unharmed
from underkeep.systems.ose.equipment import gear
from underkeep.systems.ose.equipment.armour import armour_class, ascending, attack_bonus, written
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d2, d4, d6, d8, d10, d20, rule
from underkeep.testing.builders import in_step, perform
from underkeep.world.creature import AttackRolled, DamageRolled, Harmed, Yielded


@rule("ose:combat.matrix.lookup")
def test_the_attack_matrix():
    for thac0, bonus, *needed in table("combat.attack-matrix"):
        assert [attack_number(thac0, ac, ()) for ac in range(-3, 10)] == needed
        assert attack_bonus(thac0) == bonus


@rule("ose:combat.attack.procedure")
@pytest.mark.parametrize(("ac", "lands"), [(6, True), (5, True), (4, False)])
def test_a_total_of_14_hits_ac_5(ac, lands):
    done = hit(changed(scene(), ORC, ac=ac), d20(14), *([d6(3)] if lands else []))
    rolled = first(done, AttackRolled)
    assert rolled.hit is lands
    assert rolled.roll.needed == 19 - ac


@rule("ose:combat.attack.procedure", "ose:creation.first-level-thac0")
@pytest.mark.parametrize(("total", "ac"), [(10, 9), (14, 5), (19, 0)])
def test_first_level_attacks(total, ac):
    """Example creation.example.first-level-attacks."""
    assert first(hit(changed(scene(), ORC, ac=ac), d20(total), d6(1)), AttackRolled).hit
    assert not first(hit(changed(scene(), ORC, ac=ac), d20(total - 1)), AttackRolled).hit


@rule("ose:combat.attack.natural")
def test_natural_twenty_and_one():
    done = hit(changed(changed(scene(), F, thac0=20), ORC, ac=-10), d20(20), d6(3))
    assert first(done, AttackRolled).hit
    strong = changed(scores(scene(), F, STR=18), F, thac0=5)
    missed = hit(changed(strong, ORC, ac=9), d20(1))
    assert not first(missed, AttackRolled).hit
    assert "ose:combat.attack.natural" in first(missed, AttackRolled).rule


@rule("ose:combat.ac.lower-better", "ose:combat.ac.sources")
def test_a_bonus_lowers_armour_class():
    state = scene("fighter[sword,shield,chainmail] v orc")
    assert armour_class(state.creatures[F]) == 4
    assert armour_class(scores(state, F, DEX=4).creatures[F]) == 6


@rule("ose:combat.thac0.by-class-level")
def test_a_better_thac0_needs_less():
    state = changed(scene(), ORC, ac=5)
    assert first(hit(state, d20(1)), AttackRolled).roll.needed == 14
    assert first(hit(changed(state, F, thac0=17), d20(1)), AttackRolled).roll.needed == 12


@rule("ose:combat.thac0.direct", "ose:combat.thac0.direct-differs")
def test_direct_thac0():
    direct = ("thac0-direct",)
    assert attack_number(19, 5, direct) == 14
    assert attack_number(19, -3, direct) == 22
    assert attack_number(5, 9, direct) == -4
    strong = scores(changed(scene(), ORC, ac=-2), F, STR=13)
    assert first(hit(strong, d20(19), d6(3)), AttackRolled).hit
    off_matrix = scores(changed(scene(switches=direct), ORC, ac=-2), F, STR=13)
    assert not first(hit(off_matrix, d20(19)), AttackRolled).hit
    assert first(hit(off_matrix, d20(20), d6(3)), AttackRolled).hit


@rule("ose:combat.aac.enable", "ose:combat.aac.attack-bonus", "ose:combat.aac.procedure")
def test_ascending_armour_class():
    state = changed(changed(scene(switches=("ascending-ac",)), F, thac0=16), ORC, ac=5)
    done = hit(state, d20(11), d6(4))
    rolled = first(done, AttackRolled)
    assert (rolled.roll.total, rolled.roll.needed, rolled.hit) == (14, 14, True)
    assert ("attack bonus", 3) in rolled.roll.modifiers
    assert not first(hit(changed(state, ORC, ac=4), d20(11)), AttackRolled).hit


@rule("ose:combat.aac.differs-slightly")
def test_ascending_differs_where_the_matrix_is_clamped():
    strong = scores(changed(scene(), ORC, ac=-3), F, STR=13)
    assert first(hit(strong, d20(19), d6(3)), AttackRolled).hit
    ascending_ac = scores(changed(scene(switches=("ascending-ac",)), ORC, ac=-3), F, STR=13)
    assert not first(hit(ascending_ac, d20(19)), AttackRolled).hit


@rule("ose:combat.aac.enable", "ose:combat.aac.notation.ac", "ose:combat.aac.notation.thac0", "ose:monster.ac.bracket")
def test_pairs():
    """Example combat.example.aac-pairs."""
    assert [ascending(ac) for ac in (9, 6, 5, 4, -3)] == [10, 13, 14, 15, 22]
    assert [attack_bonus(thac0) for thac0 in (20, 19, 12, 5)] == [-1, 0, 7, 14]
    assert written(5) == "5 [14]"
    text = dict(RULESET.card(scene(), scene().creatures[ORC]).sections[0][1])
    assert (text["Armour Class"], text["THAC0"]) == ("6 [13]", "19 [+0]")


@rule("ose:combat.melee.distance")
def test_melee_needs_five_feet():
    assert listed(scene(gap=1), F) == [Attack(F, ORC, "sword")]
    assert listed(scene(gap=2), F) == []
    assert refusal(scene(gap=2), Attack(F, ORC, "sword")).rule == "ose:combat.melee.distance"


@rule("ose:combat.attack.per-round")
def test_one_attack_a_round():
    after = hit(scene(), d20(2)).state
    assert listed(after, F) == []
    assert refusal(after, Attack(F, ORC, "sword")).rule == "ose:combat.attack.per-round"


@rule("ose:combat.attack.per-round", "ose:monster.attacks.per-round")
def test_a_routine_of_three():
    state = scene("fighter[sword] v black bear")
    bear = "black-bear-1"
    assert [a.weapon for a in listed(state, bear)] == ["claw", "bite"]
    for left in (["claw", "bite"], ["bite"]):
        done = hit(state, d20(2), by=bear, on=F, weapon="claw")
        assert first(done, AttackRolled).roll.modifiers == ()
        state = done.state
        assert [a.weapon for a in listed(state, bear)] == left
    assert listed(hit(state, d20(2), by=bear, on=F, weapon="bite").state, bear) == []


@rule("ose:monster.attacks.alternative")
def test_one_routine_or_the_other():
    state = scene("fighter[sword] v minotaur")
    bull = "minotaur-1"
    assert [a.weapon for a in listed(state, bull)] == ["gore", "bite", "weapon"]
    assert [a.weapon for a in listed(hit(state, d20(2), by=bull, on=F, weapon="gore").state, bull)] == ["bite"]
    assert listed(hit(state, d20(2), by=bull, on=F, weapon="weapon").state, bull) == []


@rule("ose:monster.attacks.per-round")
def test_each_attack_may_go_to_another_target():
    state = scene("2 fighter v hydra-5-heads").with_creature("hydra-5-heads-1", hp=40, max_hp=40)
    x, y = state.creatures[F].at
    state = state.with_creature("fighter-2", at=(x, y + 1))
    for n in range(5):
        assert listed(state, "hydra-5-heads-1")
        state = hit(state, d20(2), by="hydra-5-heads-1", on=f"fighter-{1 + n % 2}", weapon="bite").state
    assert listed(state, "hydra-5-heads-1") == []


@rule("ose:combat.attack.and-move")
def test_moving_and_attacking_in_one_round():
    state = in_step(scene(gap=4), "movement")
    moved = do(state, Move(F, (state.creatures[ORC].at[0] - 1, state.creatures[ORC].at[1]))).state
    assert listed(in_step(moved, "melee"), F) == [Attack(F, ORC, "sword")]


@rule("ose:combat.damage.pc")
def test_characters_do_a_d6_whatever_the_weapon():
    for weapon in ("dagger", "sword"):
        done = hit(scene(f"fighter[{weapon}] v orc"), d20(19), d6(6), weapon=weapon)
        assert first(done, DamageRolled).roll.notation == "1d6"
    strong = hit(scores(scene(), F, STR=16), d20(19), d6(4))
    assert first(strong, Harmed).amount == 6


@rule("ose:combat.damage.variable")
def test_variable_weapon_damage():
    variable = ("variable-weapon-damage",)
    for weapon, face, die in (("dagger", d4(1), "1d4"), ("two-handed sword", d10(1), "1d10")):
        state = scene(f"fighter[{weapon}] v orc", "slow-melee", switches=variable)
        done = hit(state, d20(19), face, weapon=weapon.replace(" ", "-"))
        assert first(done, DamageRolled).roll.notation == die


@rule("ose:combat.damage.monster")
def test_monsters_do_what_their_listing_says():
    done = hit(scene("fighter v dire wolf"), d20(19), *d4(3, 4), by="dire-wolf-1", on=F, weapon="bite")
    assert first(done, DamageRolled).roll.notation == "2d4"
    assert first(done, Harmed).amount == 7


@rule("ose:combat.damage.monster")
def test_a_monster_with_a_weapon_does_the_weapons_damage():
    state = scene("fighter v bugbear[sword]")
    assert [a.weapon for a in listed(state, "bugbear-1")] == ["sword"]
    done = hit(state, d20(19), d8(8), by="bugbear-1", on=F)
    assert (first(done, DamageRolled).roll.notation, first(done, Harmed).amount) == ("1d8", 9)


@rule("ose:combat.damage.minimum")
def test_a_hit_does_at_least_one():
    done = hit(scores(scene(), F, STR=3), d20(20), d6(1))
    assert first(done, Harmed).amount == 1


@rule("ose:combat.unarmed.attack", "ose:combat.unarmed.damage")
def test_bare_hands():
    bare = changed(scene("fighter[] v orc"), ORC, ac=9)
    assert listed(bare, F) == [Attack(F, ORC, "unarmed")]
    assert first(hit(bare, d20(9), weapon="unarmed"), AttackRolled).roll.needed == 10
    strong = hit(scores(bare, F, STR=18), d20(10), d2(2), weapon="unarmed")
    assert first(strong, DamageRolled).roll.notation == "1d2"
    assert first(strong, Harmed).amount == 5
    assert first(hit(scores(bare, F, STR=3), d20(20), d2(1), weapon="unarmed"), Harmed).amount == 1


@rule("ose:combat.movement.retreat-exposed")
def test_a_retreating_foe_is_exposed():
    state = scene("fighter[sword,shield,chainmail] v orc")
    assert first(hit(state, d20(1), by=ORC, on=F, weapon="weapon"), AttackRolled).roll.needed == 15
    fleeing = spent(state, F, "retreat")
    rolled = first(hit(fleeing, d20(12), d6(1), by=ORC, on=F, weapon="weapon"), AttackRolled)
    assert (rolled.roll.total, rolled.roll.needed, rolled.hit) == (14, 14, True)
    assert "ose:combat.movement.retreat-exposed" in rolled.rule


@rule("ose:combat.behind")
def test_a_shield_does_not_help_from_behind():
    state = under(scene("fighter[sword,shield,chainmail] v orc"), F, BACK_TURNED)
    rolled = first(hit(state, d20(14), d6(1), by=ORC, on=F, weapon="weapon"), AttackRolled)
    assert (rolled.roll.total, rolled.roll.needed) == (14, 14)


@rule("ose:combat.blind")
def test_the_blind_cannot_attack():
    assert listed(under(scene(), F, BLIND), F) == []


@rule("ose:combat.helpless")
def test_the_helpless_are_hit_without_a_roll():
    done = hit(under(scene(), ORC, PARALYSED), d6(4))
    assert every(done, AttackRolled) == []
    assert first(done, Harmed).amount == 4
    assert listed(under(scene(), F, PARALYSED), F) == []


@rule("ose:combat.attack.invulnerable")
def test_only_silver_or_magic():
    state = scene("fighter[sword,silver dagger] v werewolf")
    done = hit(state, d20(20), on="werewolf-1")
    assert first(done, AttackRolled).hit
    assert first(done, Unharmed).target == "werewolf-1"
    assert every(done, DamageRolled) == []
    silver = hit(state, d20(20), d6(4), on="werewolf-1", weapon="silver-dagger")
    assert first(silver, Harmed).amount == 4
    assert (
        every(hit(scene("fighter[silver dagger] v gargoyle"), d20(20), on="gargoyle-1", weapon="silver-dagger"), Harmed)
        == []
    )


@rule("ose:combat.invulnerability.relaxed")
def test_relaxed_invulnerability():
    for kind, relaxed, harm in (
        ("grizzly bear", (), ()),
        ("grizzly bear", ("invulnerability-relaxed",), (d8(1),)),
        ("ogre", ("invulnerability-relaxed",), ()),
        ("gargoyle", ("invulnerability-relaxed",), (d4(1),)),
    ):
        state = scene(f"{kind} v werewolf", switches=relaxed)
        weapon = monsters()[kind.replace(" ", "-")].attacks[0][-1]
        done = Resolution(state, Scripted(d20(20), *harm), RULESET)
        perform(done, Attack(kind.replace(" ", "-") + "-1", "werewolf-1", weapon.name))
        assert bool(every(done, Harmed)) is bool(harm), kind


@rule("ose:combat.attack.damage-roller")
def test_others_learn_the_damage_and_not_what_is_left():
    done = hit(scene(), d20(20), d6(5))
    harmed = first(done, Harmed)
    assert (harmed.amount, harmed.hp) == (5, 3)
    assert seen_by(harmed, "a", done.state).hp is None
    assert seen_by(harmed, "a", done.state).amount == 5
    assert seen_by(harmed, "b", done.state).hp == 3


@rule("ose:combat.spacing")
def test_four_can_get_at_one_in_the_open():
    state = scene("6 fighter[sword] v orc")
    x, y = state.creatures[ORC].at
    for n, at in enumerate([(x - 1, y - 1), (x - 1, y), (x - 1, y + 1), (x, y - 1), (x, y + 1), (x + 1, y)], 1):
        state = state.with_creature(f"fighter-{n}", at=at)
    for n in range(1, 5):
        assert listed(state, f"fighter-{n}")
        state = hit(state, d20(2), by=f"fighter-{n}").state
    assert listed(state, "fighter-5") == []
    assert refusal(state, Attack("fighter-5", ORC, "sword")).rule == "ose:combat.spacing"


@rule("ose:combat.spacing")
def test_two_in_a_corner_and_six_at_a_large_one():
    state = scene("3 fighter[sword] v orc").with_creature(ORC, at=(0, 0))
    for n, at in enumerate([(1, 0), (1, 1), (0, 1)], 1):
        state = state.with_creature(f"fighter-{n}", at=at)
    for n in (1, 2):
        state = hit(state, d20(2), by=f"fighter-{n}").state
    assert listed(state, "fighter-3") == []
    ogre = scene("7 fighter[sword] v ogre").with_creature("ogre-1", at=(10, 10))
    around = [(9, 9), (9, 10), (9, 11), (10, 9), (10, 11), (11, 9), (11, 10)]
    for n, at in enumerate(around, 1):
        ogre = ogre.with_creature(f"fighter-{n}", at=at)
    for n in range(1, 7):
        ogre = hit(ogre, d20(2), by=f"fighter-{n}", on="ogre-1").state
    assert listed(ogre, "fighter-7") == []


@rule("ose:combat.spacing")
def test_the_referee_may_give_more_room():
    state = scene(human=True)
    asked = play.resolve(RULESET, state_before_fight(state), REFEREE, BeginFight(), Scripted())
    assert asked.state.prompts[0].question == "ose:combat.spacing"
    done = Resolution(state_before_fight(scene()), Scripted(), RULESET)
    assert RULESET.begin_fight(done) == OseBattle(room=4)
    assert first(done, Ruled).by == "default"


def state_before_fight(state):
    return replace(state, fight=None)


@rule("ose:combat.spacing.corridor")
def test_a_ten_foot_passage_holds_a_front_of_two():
    state = scene("4 fighter[sword] v 2 ogre", "movement")
    height = state.grid.height
    state = walled(state, *((x, y) for x in range(state.grid.width) for y in range(height) if y not in (8, 9)))
    at = {"fighter-1": (3, 8), "fighter-2": (3, 9), "fighter-3": (2, 8), "fighter-4": (2, 9)}
    at |= {"ogre-1": (8, 8), "ogre-2": (8, 9)}
    for id, square in at.items():
        state = state.with_creature(id, at=square)
    state = do(do(state, Move("fighter-1", (7, 8))).state, Move("fighter-2", (7, 9))).state
    assert Move("fighter-3", (6, 8)) in listed(state, "fighter-3")
    reach = {a.to for a in listed(state, "fighter-3")}
    assert not reach & {(7, 8), (7, 9), (8, 8), (8, 9), (9, 8), (9, 9)}


@rule("ose:combat.water.penalties", "ose:combat.water.missiles")
def test_fighting_in_water():
    done = hit(under(scene(), F, IN_WATER), d20(19), d6(1))
    assert first(done, AttackRolled).roll.total == 15
    assert first(done, DamageRolled).roll.modifiers == (("in water", -2),)
    assert first(done, Harmed).amount == 1
    archer = under(scene("fighter[short bow,arrows] v orc", "missile", gap=6), F, IN_WATER)
    assert listed(archer, F) == []
    assert refusal(archer, Attack(F, ORC, "short-bow")).rule == "ose:combat.water.missiles"


SUBDUING = ("subduing",)


@rule("ose:combat.subdue.declare")
def test_only_the_intelligent_can_be_subdued():
    assert Subdue(F, ORC, "sword") in listed(scene(switches=SUBDUING), F)
    assert Subdue(F, ORC, "sword") not in listed(scene(), F)
    assert refusal(scene(), Subdue(F, ORC, "sword")).rule == "ose:combat.subdue.declare"
    wolf = scene("fighter[sword] v wolf", switches=SUBDUING)
    assert refusal(wolf, Subdue(F, "wolf-1", "sword")).rule == "ose:combat.subdue.declare"


@rule("ose:combat.subdue.blunt")
def test_arrows_do_not_subdue_and_stones_do():
    bow = scene("fighter[short bow,arrows] v orc", "missile", gap=6, switches=SUBDUING)
    assert refusal(bow, Subdue(F, ORC, "short-bow")).rule == "ose:combat.subdue.blunt"
    sling = scene("fighter[sling,sling stones] v orc", "missile", gap=6, switches=SUBDUING)
    assert Subdue(F, ORC, "sling") in listed(sling, F)


@rule("ose:combat.subdue.damage", "ose:combat.subdue.surrender")
def test_subdual_damage_is_kept_apart_until_the_victim_yields():
    state = scene(switches=SUBDUING).with_creature(ORC, hp=10, max_hp=10)
    hurt = hit(state, d20(19), d6(3)).state
    assert hurt.creatures[ORC].hp == 7
    struck = do(hurt, Subdue(F, ORC, "sword"), d20(19), d6(5))
    orc = struck.state.creatures[ORC]
    assert (orc.hp, orc.conditions[0].level, orc.status) == (7, 5, "up")
    more = do(struck.state, Subdue(F, ORC, "sword"), d20(19), d6(2))
    assert first(more, Yielded).creature == ORC
    assert more.state.creatures[ORC].hp == 7


@rule("ose:combat.subdue.surrender")
def test_real_blows_count_towards_surrender():
    """Ruling: combat.question.subdual-mix."""
    state = scene(switches=SUBDUING).with_creature(ORC, hp=10, max_hp=10)
    struck = do(state, Subdue(F, ORC, "sword"), d20(19), d6(6)).state
    assert first(hit(struck, d20(19), d6(4)), Yielded).creature == ORC


@rule("ose:creation.class-equipment-limits")
def test_a_magic_user_may_own_a_sword_but_not_fight_with_it():
    state = scene("magic-user[dagger] v orc")
    mage = state.creatures["magic-user-1"]
    items = gear.fit_out(["sword", "dagger"], compendium.classes()["magic-user"])
    armed = state.with_creature(mage.id, items=items)
    assert [a.weapon for a in listed(armed, mage.id)] == ["dagger"]
    assert refusal(armed, Attack(mage.id, ORC, "sword")).rule == "ose:creation.class-equipment-limits"


@rule("ose:class.abilities")
def test_halflings_are_hard_to_hit_for_the_large():
    state = scene("halfling[leather] v ogre + orc")
    one = "halfling-1"
    state = state.with_creature(ORC, at=(state.creatures[one].at[0], state.creatures[one].at[1] + 1))
    assert first(hit(state, d20(1), by=ORC, on=one, weapon="weapon"), AttackRolled).roll.needed == 12
    ogre = first(hit(state, d20(1), by="ogre-1", on=one, weapon="club"), AttackRolled)
    assert ogre.roll.needed == sheet(state.creatures["ogre-1"]).thac0 - 5
