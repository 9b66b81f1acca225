from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, make, scores

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.systems.robs.attacks.attacks import Throw
from underkeep.systems.robs.attacks.poison import is_delivered
from underkeep.systems.robs.basics.traits import HarmedOnlyBy
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field, in_step
from underkeep.world.creature import AttackRolled, DamageRolled, Harmed


def damage(state, *faces, weapon="club", rulings=None) -> int:
    return first(hit(state, *faces, weapon=weapon, rulings=rulings), DamageRolled).roll.total


@rule(
    "robs:damage.formula",
    "robs:damage.odf.strength",
    "robs:damage.odf.weapon",
    "robs:damage.odf.scale",
    "robs:damage.ddf.armor",
    "robs:damage.ddf.scale",
)
def test_bobs_damage():
    """Example bob-damage, as the rules have it: (2 + 1 + 3 + 0) - (1 + 3) = 2."""
    state = changed(scores(duel("longsword", "leather"), A, STR=1), B, scale=3)
    done = hit(state, *d6(4, 2), weapon="longsword")
    rolled = first(done, DamageRolled).roll
    assert rolled.total == 2
    assert rolled.modifiers == (
        Modifier("Relative Result", 2),
        Modifier("STR", 1),
        Modifier("Longsword", 3),
        Modifier("Soft leather", -1),
        Modifier("Scale of the target", -3),
    )
    assert done.state.creatures[B].hp == 28


@rule("robs:damage.odf.strength")
def test_muscle_drives_throws_but_not_bows():
    spear = scores(duel("spear", gap=4), A, STR=2)
    done = do(spear, Throw(A, B, "spear"), *d6(4, 3))
    assert Modifier("STR", 2) in first(done, DamageRolled).roll.modifiers
    bow = scores(duel("longbow", gap=4), A, STR=2)
    assert "STR" not in dict(first(hit(bow, *d6(4, 3), weapon="longbow"), DamageRolled).roll.modifiers)


@rule("robs:damage.ddf.armor")
def test_armour_and_shield_add_up():
    assert damage(duel("club", "leather,small shield"), *d6(6, 2)) == 5 - 2


@rule("robs:damage.floor")
def test_never_below_nothing():
    done = hit(changed(duel("club", "chain"), B, scale=4), *d6(4, 3))
    assert first(done, DamageRolled).roll.total == 0
    assert not every(done, Harmed)
    assert done.state.creatures[B].hp == 30


@rule("robs:task.relative-result-use")
def test_a_better_hit_hurts_more():
    assert damage(duel(), *d6(6, 3)) - damage(duel(), *d6(3, 3)) == 3


@rule("robs:damage.hit-points")
def test_everybody_has_hit_points():
    for kind, sort in RULESET.roster().items():
        if sort == "monster":
            creature, _ = make(kind)
            assert creature.hp == creature.max_hp >= 2
    assert hit(duel(), *d6(5, 2)).state.creatures[B].hp == 30 - 4


@rule("robs:damage.critical-bonus")
def test_a_natural_five_always_gives_something():
    assert damage(duel(), *d6(6, 1)) == 5 + 1 + 2
    assert damage(changed(duel(), B, scale=12), *d6(6, 1)) == 1
    assert damage(duel(), *d6(6, 1), rulings={"robs:damage.critical-bonus": "+3"}) == 9
    assert damage(duel(), *d6(5, 1)) == 4 + 1


@rule("robs:damage.critical-bonus")
def test_a_person_names_the_bonus():
    asked = play.resolve(RULESET, duel(human=True), "a", Attack(A, B, "club"), Scripted(*d6(6, 1))).state.prompts
    assert asked[0].choices == ("+1", "+2", "+3")


@rule("robs:equipment.missile.longbow")
@pytest.mark.parametrize(("strength", "odf"), [(-2, 1), (-1, 2), (0, 3), (2, 3)])
def test_a_bow_too_strong_for_its_archer(strength, odf):
    state = scores(duel("longbow", gap=4), A, STR=strength)
    modifiers = dict(first(hit(state, *d6(6, 2), weapon="longbow"), DamageRolled).roll.modifiers)
    assert modifiers.get("Longbow", 0) == odf


@rule("robs:damage.odf.minimum")
@pytest.mark.parametrize(("strength", "sharp"), [(-3, 2), (-1, 0), (0, 0), (1, 0)])
def test_sharp_weapons_count_for_one_at_least(strength, sharp):
    state = scores(duel("dagger", switches=("odf-minimum",)), A, STR=strength)
    modifiers = dict(first(hit(state, *d6(5, 2), weapon="dagger"), DamageRolled).roll.modifiers)
    assert modifiers.get("sharp", 0) == sharp


@rule("robs:damage.odf.minimum")
def test_sharp_weapons_in_weak_hands():
    for weapon, switches, expected in (
        ("dagger", (), 3 - 1),
        ("dagger", ("odf-minimum",), 3 + 1),
        ("club", ("odf-minimum",), 3 - 2),
    ):
        assert damage(scores(duel(weapon, switches=switches), A, STR=-3), *d6(5, 2), weapon=weapon) == expected


@rule("robs:damage.weak-spot")
@pytest.mark.parametrize(
    ("switches", "faces", "amount"), [((), d6(5, 2), 0), (("weak-spot",), d6(5, 2), 1), (("weak-spot",), d6(4, 2), 0)]
)
def test_weak_spots(switches, faces, amount):
    assert damage(changed(duel(switches=switches), B, scale=6), *faces) == amount


def big(switch: str, armour: int = 2, scale: int = 6):
    return changed(duel(switches=(switch,) if switch else ()), B, scale=scale, ddf=armour)


@rule("robs:damage.scratch.one-point")
def test_archers_and_the_dragon():
    """Example scratch-archers: 4 points, 2 stopped by armour and 2 by Scale, let 1 through."""
    assert damage(big("scratch-one-point"), *d6(5, 2)) == 1
    assert damage(big("scratch-one-point"), *d6(3, 2)) == 0
    assert damage(big(""), *d6(5, 2)) == 0


@rule("robs:damage.scratch.accumulate", "robs:damage.scratch.scale-loss", "robs:damage.scratch.limit")
def test_scratches_wear_it_down():
    state = big("scratch-accumulate", scale=3)
    seen = []
    for _ in range(7):
        done = hit(state, *d6(4, 2))
        assert first(done, DamageRolled).roll.total == 0
        state = _fresh(done.state)
        lost = state.creatures[B].condition("Scale lost to scratches")
        seen.append((state.creatures[B].condition("scratches").level, lost.level if lost else 0))
        if seen[-1][1] == 3:
            break
    assert seen == [(1, 0), (2, 0), (0, 1), (1, 1), (0, 2), (0, 3)]
    assert damage(state, *d6(4, 2)) == 1
    back = do(state, Attack(B, A, "club"), *d6(3, 3))
    assert Modifier("Scale", 3) in first(back, DamageRolled).roll.modifiers
    assert not hit(big("scratch-accumulate", scale=0), *d6(3, 3)).state.creatures[B].conditions


def _fresh(state):
    return replace(state, fight=replace(state.fight, spent={}))


@rule("robs:damage.scratch.mixed")
def test_soft_ones_bleed_and_tough_ones_are_scratched():
    assert damage(big("scratch-mixed", armour=0), *d6(5, 2)) == 1
    tough = hit(big("scratch-mixed"), *d6(5, 2))
    assert first(tough, DamageRolled).roll.total == 0
    assert tough.state.creatures[B].condition("scratches").level == 1


def test_some_are_harmed_only_by_magic():
    ghostly = (HarmedOnlyBy("magic"),)
    plain = hit(changed(duel("longsword"), B, traits=ghostly), *d6(6, 1), weapon="longsword")
    assert first(plain, AttackRolled).hit
    assert first(plain, DamageRolled).roll.total == 0
    assert damage(changed(duel("longsword +1"), B, traits=ghostly), *d6(5, 2), weapon="longsword+1") == 3 + 3 + 1


@rule("robs:damage.formula")
@pytest.mark.parametrize(("scale", "taken"), [(0, -6), (9, 3)])
def test_what_only_magic_harms_is_not_harmed_by_as_much_as_it_would_be(scale, taken):
    state = changed(duel("longsword"), B, traits=(HarmedOnlyBy("magic"),), scale=scale)
    modifiers = dict(first(hit(state, *d6(5, 2), weapon="longsword"), DamageRolled).roll.modifiers)
    assert modifiers["harmed only by magic"] == taken


@rule("robs:equipment.shield.small", "robs:equipment.shield.proficiency")
@pytest.mark.parametrize(("skill", "covered"), [(0, [-1, 0, 0]), (1, [-1, -1, 0])])
def test_a_small_shield_meets_one_opponent_and_one_more_a_level(skill, covered):
    state = in_step(field(RULESET, "3 commoner[club] v commoner[club,small shield]"), "act")
    state = state.with_creature("b-commoner-1", hp=30, max_hp=30)
    state = changed(state, "b-commoner-1", proficiencies={"shield": skill} if skill else {})
    found = []
    for n in (1, 2, 3):
        at = state.creatures["b-commoner-1"].at
        state = state.with_creature(f"a-commoner-{n}", at=(at[0] - 1, at[1] - 2 + n))
        done = do(state, Attack(f"a-commoner-{n}", "b-commoner-1", "club"), *d6(5, 2))
        found.append(dict(first(done, DamageRolled).roll.modifiers).get("Small shield", 0))
        state = done.state
    assert found == covered


@rule("robs:hazard.poison.delivery")
@pytest.mark.parametrize(
    ("amount", "without", "under_the_skin"), [(0, 0, False), (0, 1, True), (1, 0, True), (1, 1, True)]
)
def test_what_only_scale_stops_still_carries_poison(amount, without, under_the_skin):
    assert is_delivered(amount, without) is under_the_skin
