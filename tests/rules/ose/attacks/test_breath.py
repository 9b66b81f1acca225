"""Breath weapons: shapes, damage, how often, and when they come."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, do, every, first, listed, scene, under

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks import breath
from underkeep.systems.ose.attacks.breath import BreathUsed
from underkeep.systems.ose.basics import conditions as c
from underkeep.systems.ose.combat.monster_powers import Unleash
from underkeep.systems.ose.monsters.special_actions import Breath
from underkeep.testing import d6, d20, d100, rule
from underkeep.world.creature import Harmed, SaveRolled

ALTERNATIVE, BREATH = "ose:monster.attacks.alternative", "ose:save.category.breath"
CONE = Breath(name="breath", kind="fire", shape="cone", length_feet=90, width_feet=30)
LINE = Breath(name="breath", kind="acid", shape="line", length_feet=60)
CLOUD = Breath(name="breath", kind="gas", shape="cloud", length_feet=50, width_feet=40)
BURST = Breath(name="breath", kind="poison", shape="burst", length_feet=100, width_feet=20)


@rule("ose:monster.attacks.per-round")
@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        (CONE, [(1, 0), (18, 0), (18, 3), (9, 1)], [(19, 0), (18, 4), (2, 2), (-1, 0)]),
        (LINE, [(1, 0), (12, 0)], [(13, 0), (6, 1), (-1, 0)]),
        (CLOUD, [(1, 0), (10, 4), (3, -4)], [(11, 0), (5, 5), (-1, 0)]),
        (BURST, [(10, 0), (11, 1), (9, 0)], [(8, 0), (12, 0), (1, 0)]),
    ],
)
def test_the_shape_of_it(shape, inside, outside):
    for square in inside:
        assert breath._covers(shape, (0, 0), (10, 0), square), square
    for square in outside:
        assert not breath._covers(shape, (0, 0), (10, 0), square), square


@rule(BREATH, "ose:save.success.damage", ALTERNATIVE)
@pytest.mark.parametrize(("face", "left"), [(15, 10), (14, 0)])
def test_a_dragon_breathes_first_for_as_much_as_it_has_hit_points(face, left):
    state = scene("fighter[sword] v red dragon").with_creature(F, hp=30, max_hp=30)
    state = state.with_creature("red-dragon-1", hp=40, max_hp=45)
    done = do(state, Attack("red-dragon-1", F, "claw"), d20(face))
    assert first(done, BreathUsed).victims == (F,)
    assert done.state.creatures[F].hp == left
    assert done.state.creatures["red-dragon-1"].condition(c.BREATHED).level == 1
    assert not [a for a in listed(done.state, "red-dragon-1") if isinstance(a, Attack)]


@rule(ALTERNATIVE)
@pytest.mark.parametrize(("face", "breathes"), [(50, True), (51, False)])
def test_after_that_as_often_as_not(face, breathes):
    state = under(scene("fighter[sword] v red dragon"), "red-dragon-1", c.BREATHED, 1, 5000)
    more = (d20(20),) if breathes else (d20(1),)
    done = do(state, Attack("red-dragon-1", F, "claw"), d100(face), *more)
    assert bool(every(done, BreathUsed)) is breathes


@rule("ose:monster.attacks.per-round")
def test_three_times_a_day():
    state = under(scene("fighter[sword] v red dragon"), "red-dragon-1", c.BREATHED, 3, 5000)
    assert not every(do(state, Attack("red-dragon-1", F, "claw"), d20(1)), BreathUsed)
    assert Unleash("red-dragon-1", "breath", F) not in listed(state, "red-dragon-1")
    far = under(scene("fighter[sword] v red dragon", gap=8), "red-dragon-1", c.BREATHED, 2, 5000)
    assert listed(far, "red-dragon-1") == [Unleash("red-dragon-1", "breath", F)]
    assert not listed(scene("fighter[sword] v red dragon", gap=19), "red-dragon-1")


@rule(ALTERNATIVE)
@pytest.mark.parametrize(("face", "breathes"), [(50, True), (51, False)])
def test_one_head_of_a_chimera(face, breathes):
    state = scene("fighter[sword] v chimera")
    more = (*d6(1, 1, 1), d20(2)) if breathes else (d20(2),)
    done = do(state, Attack("chimera-1", F, "dragon bite"), d100(face), *more)
    assert [e.amount for e in every(done, Harmed)] == ([3] if breathes else [])
    assert Attack("chimera-1", F, "claw") in listed(done.state, "chimera-1")
    assert Attack("chimera-1", F, "dragon bite") not in listed(done.state, "chimera-1")


@rule("ose:save.category.paralysis", BREATH)
@pytest.mark.parametrize(
    ("kind", "against", "fate"), [("gorgon", "paralysis", c.PETRIFIED), ("sea-dragon", "breath", "")]
)
def test_breath_that_kills_or_turns_to_stone(kind, against, fate):
    state = scene(f"fighter[sword] v {kind}", gap=4)
    failed = do(state, Unleash(f"{kind}-1", "breath", F), d20(2))
    assert first(failed, SaveRolled).against == against
    assert failed.state.creatures[F].status == ("down" if fate else "dead")
    assert c.has(failed.state.creatures[F], c.PETRIFIED) is bool(fate)
    assert do(state, Unleash(f"{kind}-1", "breath", F), d20(20)).state.creatures[F].hp == 8


@rule("ose:save.category.spells")
def test_a_storm_giant_throws_lightning_every_fifth_round():
    state = scene("fighter[sword] v storm giant", gap=4)
    bolt = Unleash("storm-giant-1", "lightning", F)
    done = do(state, bolt, d20(20))
    assert first(done, Harmed).amount == 4 and first(done, SaveRolled).against == "spells"
    assert first(done, Harmed).kind == "lightning"
    later = replace(done.state, fight=state.fight)
    assert bolt not in listed(later, "storm-giant-1")
    assert done.state.creatures["storm-giant-1"].condition(breath.RECOVERING).until == state.now + 50


@rule("ose:combat.attack.invulnerable")
def test_dragons_suffer_half_from_breath_like_their_own_and_nothing_from_lesser_fire():
    state = scene("gold dragon v red dragon", gap=3)
    burnt = do(state, Unleash("red-dragon-1", "breath", "gold-dragon-1"), d20(2))
    assert first(burnt, Harmed).amount == 4


@rule("ose:save.category.breath")
def test_a_hell_hound_breathes_by_a_die_and_is_proof_against_common_fire():
    done = do(
        scene("fighter[sword] v hellhound 3 hd"), Attack("hellhound-3-hd-1", F, "bite"), d6(2), *d6(1, 1, 1), d20(2)
    )
    assert first(done, Harmed).amount == 3
