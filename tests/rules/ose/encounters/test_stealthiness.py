"""Monsters that surprise more easily, are harder to surprise, or are found asleep."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import below
from tests.rules.ose.scene import F, do, every, first, scene

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.encounters import stealthiness
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d20, d100, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import AttackRolled
from underkeep.world.dungeon import Group
from underkeep.world.encounter import ChanceRolled, Encounter

ROLL = "ose:encounter.surprise.roll"


@rule(ROLL, "ose:encounter.surprise.party", "ose:encounter.surprise.monsters")
@pytest.mark.parametrize(
    ("kind", "party", "own"),
    [
        ("orc", 2, 2),
        ("bugbear", 3, 2),
        ("troglodyte", 4, 2),
        ("giant-horned-chameleon", 5, 2),
        ("pixie", 6, 2),
        ("giant-toad", 3, 2),
        ("tiger", 2, 2),
        ("treant", 2, 2),
        ("cloud-giant", 2, 1),
    ],
)
def test_on_what_roll_a_side_is_surprised(kind, party, own):
    state = below("fighter")
    assert stealthiness.surprised_on(state, kind, is_party=True) == party
    assert stealthiness.surprised_on(state, kind, is_party=False) == own


@rule("ose:encounter.surprise.monsters")
@pytest.mark.parametrize(("face", "asleep"), [(10, True), (11, False)])
def test_a_red_dragon_may_be_asleep(face, asleep):
    group = Group("g", "1-01", "red-dragon", 1)
    done = scripted(RULESET, below("fighter"), d100(face))
    assert stealthiness.sleepers(done, group, ("red-dragon-1",)) == (("red-dragon-1",) if asleep else ())
    assert first(done, ChanceRolled).success is asleep
    known = scripted(RULESET, below("fighter"))
    assert not stealthiness.sleepers(known, replace(group, members=("red-dragon-1",)), ("red-dragon-1",))
    assert not stealthiness.sleepers(known, replace(group, kind="orc"), ("orc-1",)) and not known.events


@rule("ose:monster.stat-block")
def test_a_sleeping_dragon_is_hit_more_easily_for_one_round():
    state = scene("fighter[sword] v red dragon")
    met = replace(state, encounter=Encounter("g", ("red-dragon-1",), 5, surprised=("red-dragon-1",)))
    for round_, bonus in ((1, (("asleep", 2),)), (2, ())):
        there = replace(met, fight=replace(met.fight, round=round_))
        done = do(there, Attack(F, "red-dragon-1", "sword"), d20(2))
        assert first(done, AttackRolled).roll.modifiers == bonus
    assert not every(do(state, Attack(F, "red-dragon-1", "sword"), d20(2)), ChanceRolled)
