"""What minds are told that blows are worth."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.scene import F, do, scene

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.basics.conditions import BLIND
from underkeep.systems.ose.combat.tactics import hint
from underkeep.testing import d20, rule
from underkeep.world.condition import Condition
from underkeep.world.party import Party

COBRA = "spitting-cobra-1"


@rule("ose:monster.attacks.alternative")
def test_a_cobra_spits_at_those_who_see_and_bites_the_blind():
    state = scene("fighter v spitting cobra")
    spit, bite = (hint(state, Attack(COBRA, F, name)) for name in ("spit", "bite"))
    assert spit is not None and bite is not None and spit.worth > bite.worth > 0
    blind = state.with_creature(F, conditions=(Condition(BLIND),))
    again = hint(blind, Attack(COBRA, F, "spit"))
    assert again is not None and again.worth == 0


def test_a_blow_that_only_hampers_is_worth_something():
    state = scene("fighter v oil beetle")
    spray = hint(state, Attack("oil-beetle-1", F, "oil spray"))
    assert spray is not None and spray.worth > 0


@rule("ose:combat.attack.invulnerable")
def test_a_blow_that_did_no_harm_is_not_thought_worth_another():
    state = replace(scene("fighter[sword,silver-dagger] v wight"), party=Party("a", (F,)))
    sword, silver = Attack(F, "wight-1", "sword"), Attack(F, "wight-1", "silver-dagger")
    before = hint(state, sword)
    assert before is not None and before.worth > 0
    seen = do(state, sword, d20(19)).state
    after, other = hint(seen, sword), hint(seen, silver)
    assert after is not None and after.worth == 0 and other is not None and other.worth > 0
