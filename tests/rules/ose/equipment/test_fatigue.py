from __future__ import annotations

import pytest
from tests.rules.ose.scene import ORC, F, first, hit, scene, under

from underkeep.kernel.event import Modifier
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import AttackRolled, DamageRolled


@rule("ose:exploration.rest.penalty")
def test_the_weary_hit_and_hurt_less():
    done = hit(under(scene(), F, "weary"), d20(20), d6(4))
    assert first(done, AttackRolled).roll.modifiers == (Modifier("weary", -1),)
    assert first(done, DamageRolled).roll.total == 3
    assert first(hit(scene(), d20(20), d6(4)), DamageRolled).roll.total == 4


@rule("ose:evasion.running.exhaustion-effect")
def test_exhaustion_costs_two_on_attack_damage_and_ac():
    done = hit(under(scene(), F, "exhausted"), d20(20), d6(4))
    assert first(done, AttackRolled).roll.modifiers == (Modifier("exhausted", -2),)
    assert first(done, DamageRolled).roll.total == 2
    assert armour_class(under(scene(), ORC, "exhausted").creatures[ORC]) == armour_class(scene().creatures[ORC]) + 2
    fresh, tired = hit(scene(), d20(1)), hit(under(scene(), ORC, "exhausted"), d20(1))
    fresh_needs, tired_needs = first(fresh, AttackRolled).roll.needed, first(tired, AttackRolled).roll.needed
    assert fresh_needs is not None
    assert tired_needs == fresh_needs - 2


@rule("ose:hazard.starvation")
@pytest.mark.parametrize("days", [1, 2, 3])
def test_hunger_costs_one_to_hit_a_day_and_no_damage(days: int):
    done = hit(under(scene(), F, "starving", level=days), d20(20), d6(4))
    assert first(done, AttackRolled).roll.modifiers == (Modifier("starving", -days),)
    assert first(done, DamageRolled).roll.total == 4
