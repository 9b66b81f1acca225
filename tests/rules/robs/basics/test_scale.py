from __future__ import annotations

import pytest
from tests.rules.robs.scene import A, B, changed, duel, first, hit, make, own, table

from underkeep.systems.robs.basics.movement import metres_per_round, metres_per_second, squares
from underkeep.systems.robs.basics.scale import mass_kg, scale_of
from underkeep.testing import d6, rule
from underkeep.world.creature import DamageRolled


@rule("robs:scale.table", "robs:scale.human-zero", "robs:scale.factor")
def test_masses():
    for scale, mass, _ in table("scale.mass"):
        assert abs(mass_kg(scale) - mass) <= 0.006
        assert scale_of(mass) == scale
    assert mass_kg(0) == 75
    assert round(mass_kg(5), 1) == 569.5


@rule("robs:scale.off-chart")
def test_past_the_chart():
    assert round(mass_kg(16)) == 49263
    assert round(mass_kg(-16), 2) == 0.11


@rule("robs:scale.table")
@pytest.mark.parametrize(
    ("kind", "scale"),
    [
        ("goblin", -2),
        ("orc", 0),
        ("large-orc", 1),
        ("ogre", 3),
        ("grizzly-bear", 4),
        ("elephant", 11),
        ("big-rat", -11),
    ],
)
def test_monsters_of_the_chart(kind, scale):
    assert own(make(kind)[0]).scale == scale


@rule("robs:scale.damage.same", "robs:scale.damage.different", "robs:damage.odf.scale", "robs:damage.ddf.scale")
@pytest.mark.parametrize(("mine", "theirs", "amount"), [(0, 0, 4), (-9, -9, 4), (0, 3, 1), (3, 0, 7), (0, -1, 5)])
def test_only_the_difference_counts(mine, theirs, amount):
    state = changed(changed(duel(), A, scale=mine), B, scale=theirs)
    assert first(hit(state, *d6(5, 2)), DamageRolled).roll.total == amount


@rule("robs:movement.table", "robs:movement.scale-zero", "robs:movement.factor", "robs:time.round")
def test_speeds():
    for scale, second, around, minute, hour, miles in table("movement.scale"):
        speed = metres_per_second(scale)
        assert abs(speed - second) <= 0.006
        assert abs(metres_per_round(scale) - around) <= 0.006
        assert abs(speed * 60 - minute) <= 0.06
        assert abs(speed * 3.6 - hour) <= 0.006
        assert abs(speed * 3.6 / 1.609 - miles) <= max(0.006, miles / 1000)
    assert [squares(scale) for scale in (-9, -2, -1, 0, 2)] == [0, 5, 7, 9, 19]
