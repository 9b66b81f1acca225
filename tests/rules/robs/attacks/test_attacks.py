from __future__ import annotations

import pytest
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, scores, under

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Refused
from underkeep.systems.robs.attacks.attacks import PressAttack, Throw
from underkeep.systems.robs.basics.traits import Infrared, Undead
from underkeep.systems.robs.combat.rounds import Sprint
from underkeep.systems.robs.equipment.arms import UNARMED
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import AttackRolled, DamageRolled
from underkeep.world.grid import distance


def attack(state, *faces, weapon="club"):
    return first(hit(state, *faces, weapon=weapon), AttackRolled)


@rule("robs:combat.attack.roll")
def test_no_attribute_helps_to_hit():
    state = scores(duel(mine="longsword +1"), A, STR=2, DEX=1)
    rolled = attack(state, *d6(4, 3), weapon="longsword+1")
    assert rolled.roll.total == 2
    assert rolled.roll.modifiers == (Modifier("enchanted weapon", 1),)


@rule("robs:combat.attack.roll", "robs:damage.hurt")
def test_wounds_and_skill_weigh_on_attacks():
    state = changed(duel().with_creature(A, hp=20), A, proficiencies={"club": 1})
    rolled = attack(state, *d6(3, 3))
    assert set(rolled.roll.modifiers) == {Modifier("Hurt", -1), Modifier("Proficiency", 1)}
    assert attack(changed(duel(), A, proficiencies={"dagger": 2}), *d6(3, 3)).roll.modifiers == ()


@rule("robs:combat.attack.difficulty")
def test_average_is_enough():
    assert attack(duel(), *d6(3, 3)).hit
    assert not attack(duel(), *d6(3, 4)).hit


@rule("robs:combat.attack.difficulty-dex")
@pytest.mark.parametrize(("condition", "needed"), [("", 2), ("asleep", 0)])
def test_difficulty_by_the_targets_dex(condition, needed):
    state = scores(duel(switches=("target-dex",)), B, DEX=2)
    state = under(state, B, condition) if condition else state
    assert attack(state, *d6(3, 3)).roll.needed == needed
    assert attack(scores(duel(), B, DEX=2), *d6(3, 3)).roll.needed == 0


@rule("robs:combat.attack.difficulty-dex-difference")
def test_difficulty_by_the_difference_in_dex():
    state = duel(switches=("dex-difference",))
    assert attack(scores(state, A, DEX=1), *d6(3, 3)).roll.needed == -1
    assert attack(scores(scores(state, A, DEX=1), B, DEX=1), *d6(3, 3)).roll.needed == 0
    assert attack(scores(state, B, DEX=2), *d6(3, 3)).roll.needed == 2
    asleep = under(scores(scores(state, A, DEX=1), B, DEX=2), B, "asleep")
    assert attack(asleep, *d6(3, 3)).roll.needed == -1


@rule("robs:combat.attack.armor-not-difficulty", "robs:combat.attack.hit-may-not-damage")
def test_armour_does_not_make_one_harder_to_hit():
    done = hit(duel(theirs="plate"), *d6(3, 3))
    assert first(done, AttackRolled).hit
    assert first(done, AttackRolled).roll.needed == attack(duel(), *d6(3, 3)).roll.needed
    assert first(done, DamageRolled).roll.total == 0
    assert done.state.creatures[B].hp == 30


@rule("robs:combat.defence.weapon")
@pytest.mark.parametrize(("mine", "needed"), [("longsword", 2), ("greatsword", 1), ("longbow", 0)])
def test_parrying(mine, needed):
    """A foil in skilled hands: full against a sword, half against a two-handed one, nothing against an arrow."""
    gap = 4 if mine == "longbow" else 1
    state = changed(duel(mine, "foil", gap=gap, switches=("active-defence",)), B, proficiencies={"fencing-foil": 2})
    assert attack(state, *d6(3, 3), weapon=mine).roll.needed == needed
    off = changed(duel(mine, "foil", gap=gap), B, proficiencies={"fencing-foil": 2})
    assert attack(off, *d6(3, 3), weapon=mine).roll.needed == 0


@rule("robs:combat.defence.shield")
def test_shield_skill():
    for gear, needed in (("club,shield", 1), ("club", 0)):
        state = changed(duel("club", gear, switches=("active-defence",)), B, proficiencies={"shield": 1})
        assert attack(state, *d6(3, 3)).roll.needed == needed
    unskilled = duel("club", "club,shield", switches=("active-defence",))
    assert attack(unskilled, *d6(3, 3)).roll.needed == 0


@rule("robs:combat.defence.weapon")
def test_the_first_weapon_parries():
    for skill, needed in (("club", 1), ("dagger", 0)):
        state = changed(duel("club", "club,dagger", switches=("active-defence",)), B, proficiencies={skill: 1})
        assert attack(state, *d6(3, 3)).roll.needed == needed


@rule("robs:combat.defence.dex")
def test_defence_by_dex():
    for gear, needed in (("club", 2), ("club,plate", 1)):
        assert (
            attack(scores(duel("club", gear, switches=("active-defence-dex",)), B, DEX=2), *d6(3, 3)).roll.needed
            == needed
        )
    asleep = under(scores(duel(switches=("active-defence-dex",)), B, DEX=2), B, "asleep")
    assert attack(asleep, *d6(3, 3)).roll.needed == 0
    assert attack(scores(duel(switches=("active-defence",)), B, DEX=2), *d6(3, 3)).roll.needed == 0


@rule("robs:combat.defence.reduces-damage")
def test_harder_to_hit_is_less_harmed():
    on = scores(duel(switches=("target-dex",)), B, DEX=2)
    assert (
        first(hit(duel(), *d6(5, 2)), DamageRolled).roll.total - first(hit(on, *d6(5, 2)), DamageRolled).roll.total == 2
    )


@rule("robs:combat.unseen.melee-penalty", "robs:combat.unseen.attacker-bonus")
def test_fighting_the_unseen():
    assert attack(under(duel(), A, "blind"), *d6(4, 3)).roll.total == -1
    assert attack(under(duel(), B, "invisible"), *d6(4, 3)).roll.total == -1
    assert attack(under(duel(), A, "invisible"), *d6(2, 4)).hit
    assert attack(under(duel(), A, "invisible"), *d6(2, 4)).roll.modifiers == (Modifier("unseen attacker", 2),)
    assert not attack(duel(), *d6(2, 4)).hit


@rule("robs:combat.unseen.senses")
def test_infrared_eyes():
    dark = under(duel(), B, "in darkness")
    assert attack(dark, *d6(3, 3)).roll.total == -2
    keen = changed(dark, A, traits=(Infrared(),))
    assert attack(keen, *d6(3, 3)).roll.total == 0
    assert attack(changed(keen, B, traits=(Undead(),)), *d6(3, 3)).roll.total == -2
    assert attack(changed(dark, A, race="elf"), *d6(3, 3)).roll.total == -1


@rule("robs:combat.unseen.ranged")
def test_shooting_at_the_unseen():
    state = under(duel(mine="longbow", gap=4), B, "invisible")
    assert not attack(state, *d6(6, 2), weapon="longbow").hit
    assert attack(state, *d6(6, 1), weapon="longbow").hit
    assert attack(duel(mine="longbow", gap=4), *d6(6, 2), weapon="longbow").hit


@rule("robs:combat.unseen.active-defence-halved", "robs:combat.unseen.unaware")
@pytest.mark.parametrize(("skill", "needed"), [(2, 1), (1, 0)])
def test_defending_against_the_unseen(skill, needed):
    state = changed(duel(switches=("active-defence",)), B, proficiencies={"club": skill})
    assert attack(state, *d6(3, 3)).roll.needed == skill
    assert attack(under(state, A, "invisible"), *d6(3, 3)).roll.needed == needed
    assert attack(under(state, B, "unaware"), *d6(3, 3)).roll.needed == 0


@rule("robs:combat.round.phases")
def test_one_attack_an_act():
    done = play.resolve(RULESET, duel(), "a", Attack(A, B, "club"), Scripted(*d6(3, 4)))
    with pytest.raises(Refused):
        play.resolve(RULESET, done.state, "a", Attack(A, B, "club"), Scripted())


@rule("robs:combat.round.phases")
def test_what_can_be_attacked_with():
    def listed(state):
        return [a for a in play.legal_actions(RULESET, state, "a", A) if isinstance(a, Attack | Throw | PressAttack)]

    assert listed(duel()) == [Attack(A, B, "club")]
    assert listed(duel(mine="")) == [Attack(A, B, UNARMED.kind)]
    assert listed(duel(mine="spear", gap=4)) == [Throw(A, B, "spear")]
    assert listed(duel(mine="spear")) == [Attack(A, B, "spear")]
    assert listed(duel(gap=4)) == []


@rule("robs:movement.table", "robs:movement.sprint")
def test_walking_and_sprinting():
    state = duel(gap=20)
    options = play.legal_actions(RULESET, state, "a", A)
    here = state.creatures[A].at
    walks = {a.to for a in options if isinstance(a, Move)}
    runs = {a.to for a in options if isinstance(a, Sprint)}
    assert max(distance(here, to) for to in walks) == 9
    assert min(distance(here, to) for to in runs) == 10
    slow = changed(state, A, sprint=1)
    assert not [a for a in play.legal_actions(RULESET, slow, "a", A) if isinstance(a, Sprint)]
    far = next(a for a in options if isinstance(a, Sprint))
    with pytest.raises(Refused, match="cannot get there now"):
        play.resolve(RULESET, state, "a", Move(A, far.to), Scripted())
    ran = do(state, far)
    assert not play.legal_actions(RULESET, ran.state, "a", A)
    assert not every(ran, AttackRolled)
