"""Attacks from behind."""

from __future__ import annotations

import pytest
from tests.rules.ose.scene import do, first, scene, under

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks.facing import direction
from underkeep.systems.ose.basics.conditions import HIDDEN
from underkeep.testing import d20, rule
from underkeep.world.creature import AttackRolled
from underkeep.world.state import State

BEHIND = "ose:combat.behind"
THIEF, HERO, ORC = "thief-1", "fighter-1", "orc-1"


def rolled(state: State, by: str, weapon: str, *faces: int, on: str = HERO) -> AttackRolled:
    return first(do(state, Attack(by, on, weapon), *faces), AttackRolled)


@rule(BEHIND)
def test_a_stab_out_of_hiding_ignores_the_shield():
    state = scene("thief[dagger] v fighter[sword, chain, shield]")
    assert (
        rolled(state, THIEF, "dagger", d20(2)).roll.needed,
        BEHIND in rolled(state, THIEF, "dagger", d20(2)).rule,
    ) == (
        15,
        False,
    )
    stab = rolled(under(state, THIEF, HIDDEN), THIEF, "dagger", d20(2))
    assert (stab.roll.needed, BEHIND in stab.rule) == (14, True)


@rule(BEHIND)
def test_without_a_shield_it_decides_nothing():
    state = scene("thief[dagger] v fighter[sword, chain]")
    stab = rolled(under(state, THIEF, HIDDEN), THIEF, "dagger", d20(2))
    assert (stab.roll.needed, BEHIND in stab.rule) == (14, False)


def between(hero_struck: str) -> State:
    """A fighter with a shield between two orcs, who has struck at one of them."""
    state = scene("fighter[sword, shield] v 2 orc")
    x, y = state.creatures[HERO].at
    state = state.with_creature(ORC, at=(x + 1, y)).with_creature("orc-2", at=(x - 1, y))
    return do(state, Attack(HERO, hero_struck, "sword"), d20(2)).state


@rule(BEHIND)
@pytest.mark.parametrize(("struck", "by", "needed"), [(ORC, ORC, 11), (ORC, "orc-2", 10), ("orc-2", ORC, 10)])
def test_who_fights_the_other_way_has_no_shield(struck, by, needed):
    assert rolled(between(struck), by, "weapon", d20(2)).roll.needed == needed


@rule(BEHIND)
def test_a_foe_at_the_side_is_not_behind():
    state = between(ORC)
    x, y = state.creatures[HERO].at
    assert rolled(state.with_creature("orc-2", at=(x, y + 1)), "orc-2", "weapon", d20(2)).roll.needed == 11
    assert rolled(state.with_creature("orc-2", at=(x - 1, y + 1)), "orc-2", "weapon", d20(2)).roll.needed == 11


@rule(BEHIND)
def test_nobody_faces_the_fallen_or_the_far():
    assert rolled(between(ORC).with_creature(ORC, status="dead"), "orc-2", "weapon", d20(2)).roll.needed == 11
    state = between(ORC)
    x, y = state.creatures[HERO].at
    assert rolled(state.with_creature(ORC, at=(x + 2, y)), "orc-2", "weapon", d20(2)).roll.needed == 11


@pytest.mark.parametrize(
    ("end", "way"), [((3, 0), (1, 0)), ((3, 1), (1, 0)), ((2, 1), (1, 1)), ((-1, -4), (0, -1)), ((-2, 2), (-1, 1))]
)
def test_directions(end, way):
    assert direction((0, 0), end) == way
