from __future__ import annotations

import pytest
from tests.rules.ose.scene import ORC, F, do, every, first, hit, listed, refusal, scene, under, walled

from underkeep.kernel.prompt import Ruled
from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks.attack_rolls import range_modifier
from underkeep.systems.ose.basics.compendium import WeaponRange, weapons
from underkeep.systems.ose.basics.conditions import COMPLETE_COVER, PARTIAL_COVER, UNSTABLE
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import AttackRolled
from underkeep.world.gear import ItemsChanged

BOW = "fighter[short bow,arrows] v orc"


def shot(state, *faces, weapon="short-bow"):
    return first(hit(state, *faces, weapon=weapon), AttackRolled)


@rule("ose:combat.missile.distance")
def test_missiles_need_more_than_five_feet():
    assert listed(scene(BOW, "missile", gap=1), F) == []
    assert refusal(scene(BOW, "missile", gap=1), Attack(F, ORC, "short-bow")).rule == "ose:combat.missile.distance"
    assert listed(scene(BOW, "missile", gap=2), F) == [Attack(F, ORC, "short-bow")]


@rule("ose:combat.missile.range")
def test_range_bands():
    reach = weapons()["short-bow"].range
    assert reach == WeaponRange(50, 100, 150)
    assert [range_modifier(reach, feet) for feet in (50, 51, 100, 101, 150)] == [1, 0, 0, -1, -1]


@rule("ose:combat.missile.range")
@pytest.mark.parametrize(("gap", "total"), [(10, 11), (11, 10), (20, 10), (21, 9), (30, 9)])
def test_range_on_the_grid(gap, total):
    assert shot(scene(BOW, "missile", gap=gap), d20(10)).roll.total == total


@rule("ose:combat.missile.range")
def test_beyond_long_range():
    far = scene(BOW, "missile", gap=31)
    assert listed(far, F) == []
    assert refusal(far, Attack(F, ORC, "short-bow")).rule == "ose:combat.missile.range"


@rule("ose:combat.missile.complete-cover")
def test_complete_cover():
    hidden = under(scene(BOW, "missile", gap=6), ORC, COMPLETE_COVER)
    assert listed(hidden, F) == []
    assert refusal(hidden, Attack(F, ORC, "short-bow")).rule == "ose:combat.missile.complete-cover"
    state = scene(BOW, "missile", gap=6)
    x, y = state.creatures[ORC].at
    assert listed(walled(state, (x - 3, y)), F) == []


@rule("ose:combat.missile.partial-cover")
@pytest.mark.parametrize(("level", "total"), [(1, 10), (4, 7)])
def test_partial_cover(level, total):
    """Example combat.example.cover: a small table, dense woods."""
    done = hit(under(scene(BOW, "missile", gap=6), ORC, PARTIAL_COVER, level), d20(10), weapon="short-bow")
    assert first(done, AttackRolled).roll.total == total
    assert first(done, Ruled).choice == str(-level)


@rule("ose:combat.missile.partial-cover")
def test_the_referee_rules_on_cover():
    state = under(scene(BOW, "missile", gap=6), ORC, PARTIAL_COVER, 1)
    done = do(state, Attack(F, ORC, "short-bow"), d20(10), rulings={"ose:combat.missile.partial-cover": "-3"})
    assert first(done, AttackRolled).roll.total == 8
    assert every(hit(scene(BOW, "missile", gap=6), d20(10), weapon="short-bow"), Ruled) == []


@rule("ose:combat.missile.partial-cover")
def test_a_wall_beside_the_target_is_cover():
    state = scene(BOW, "missile", gap=6)
    x, y = state.creatures[ORC].at
    assert ("cover", -1) in shot(walled(state, (x - 1, y - 1)), d20(10)).roll.modifiers


@rule("ose:combat.unstable.missile")
def test_unstable_footing():
    assert shot(under(scene(BOW, "missile", gap=6), F, UNSTABLE), d20(10)).roll.total == 7


@rule("ose:class.abilities")
def test_halflings_shoot_well():
    state = scene("halfling[sling,sling stones] v orc", "missile", gap=12)
    rolled = first(hit(state, d20(10), by="halfling-1", weapon="sling"), AttackRolled)
    assert (rolled.roll.total, rolled.roll.modifiers) == (11, (("halfling", 1),))


def test_ammunition_and_thrown_weapons_are_used_up():
    after = hit(scene(BOW, "missile", gap=6), d20(2), weapon="short-bow").state.creatures[F].items
    assert next(i.count for i in after if i.kind == "arrows") == 19
    done = hit(scene("fighter[dagger] v orc", "missile", gap=3), d20(2), weapon="dagger")
    assert [i.kind for i in first(done, ItemsChanged).items] == ["gp"]


@rule("ose:combat.attack.invulnerable")
def test_silver_arrows():
    state = scene("fighter[short bow,arrows,silver arrow] v werewolf", "missile", gap=6)
    assert [a.weapon for a in listed(state, F)] == ["short-bow", "short-bow/silver-arrow"]
    wolf = "werewolf-1"
    assert hit(state, d20(19), on=wolf, weapon="short-bow").state.creatures[wolf].hp == 8
    assert hit(state, d20(19), d6(5), on=wolf, weapon="short-bow/silver-arrow").state.creatures[wolf].hp == 3


@rule("ose:combat.initiative.slow-weapons")
def test_a_crossbow_shoots_last():
    match = "fighter[crossbow,crossbow bolts] v orc"
    assert listed(scene(match, "missile", gap=6), F) == []
    assert listed(scene(match, "slow-missile", gap=6), F) == [Attack(F, ORC, "crossbow")]
