"""Boulders, spikes, spit and other things that monsters throw."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.scene import F, do, every, first, listed, scene, under

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks import natural_missiles
from underkeep.systems.ose.combat import initiative
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import AttackRolled, Harmed

PER_ROUND = "ose:monster.attacks.per-round"


@rule(PER_ROUND, "ose:combat.missile.range")
def test_a_giant_throws_boulders_as_far_as_its_listing_says():
    boulder = Attack("stone-giant-1", F, "boulder")
    for gap, thrown in ((2, True), (60, True), (61, False), (1, False)):
        assert (boulder in listed(scene("fighter v stone giant", "missile", gap=gap), "stone-giant-1")) is thrown, gap
    assert boulder not in listed(scene("fighter v stone giant"), "stone-giant-1")
    done = do(scene("fighter v stone giant", "missile", gap=9), boulder, d20(19), *d6(1, 2, 3))
    assert first(done, Harmed).amount == 6


@rule("ose:combat.round-sequence")
def test_throwers_have_a_missile_step():
    assert initiative._of_kind("stone-giant").shoots and not initiative._of_kind("hill-giant").shoots


@rule(PER_ROUND)
def test_a_manticore_has_two_dozen_spikes():
    spike, id = Attack("manticore-1", F, "tail spike"), "manticore-1"
    state = scene("fighter v manticore", "missile", gap=9)
    once = do(state, spike, d20(1)).state
    assert once.creatures[id].condition(natural_missiles.USED_UP).level == 1
    assert spike in listed(once, id)
    assert spike in listed(under(state, id, natural_missiles.USED_UP, 23, 9000), id)
    assert spike not in listed(under(state, id, natural_missiles.USED_UP, 24, 9000), id)


@rule(PER_ROUND)
def test_a_termite_sprays_once_in_a_while():
    state = scene("fighter v swamp termite")
    spray = Attack("swamp-termite-1", F, "spray")
    assert spray in listed(state, "swamp-termite-1")
    done = do(state, spray, d20(1))
    fresh = done.state.with_creature(F, hp=8)
    later = replace(fresh, fight=state.fight)
    assert spray not in listed(later, "swamp-termite-1")


@rule(PER_ROUND)
def test_spit_does_not_care_for_armour():
    state = scene("fighter[plate mail] v cave locust", "missile", gap=2)
    done = do(state, Attack("cave-locust-1", F, "spit"), d20(9), d20(20))
    assert first(done, AttackRolled).roll.needed == 18 - 9
    assert not every(done, Harmed)
