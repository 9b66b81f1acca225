"""Heat and cold, terror and stench."""

from __future__ import annotations

import pytest
from tests.rules.ose.scene import F, do, every, first, scene, under

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.basics import conditions as c
from underkeep.systems.ose.combat import presence
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d8, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, Harmed
from underkeep.world.fight import FightEnded
from underkeep.world.state import State

PER_ROUND = "ose:monster.attacks.per-round"


def there(state: State, *faces: int):
    done = scripted(RULESET, state, *faces)
    presence.be_there(done)
    done.dice.finish()
    return done


@rule(PER_ROUND, "ose:combat.damage.monster")
@pytest.mark.parametrize(("kind", "harm"), [("flame-salamander", "fire"), ("frost-salamander", "cold")])
def test_all_within_twenty_feet_are_hurt(kind, harm):
    done = there(scene(f"fighter v {kind}", gap=4), d8(3))
    assert [(e.creature, e.amount, e.kind) for e in every(done, Harmed)] == [(F, 3, harm)]
    assert not every(there(scene(f"fighter v {kind}", gap=5)), Harmed)


@rule("ose:save.category.paralysis", PER_ROUND)
@pytest.mark.parametrize(("face", "frozen"), [(14, False), (13, True)])
def test_the_sight_of_a_mummy(face, frozen):
    done = there(scene("fighter[sword] v mummy", gap=6), d20(face))
    assert c.has(done.state.creatures[F], c.TERRIFIED) is frozen
    assert c.is_helpless(done.state.creatures[F]) is frozen
    assert not there(done.state).events


@rule(PER_ROUND)
def test_terror_ends_when_the_mummy_attacks_or_the_fight_does():
    state = under(scene("fighter[sword] v mummy"), F, c.TERRIFIED)
    done = scripted(RULESET, state)
    presence.spell_of_terror_breaks(done, state.creatures["mummy-1"])
    assert [e.name for e in every(done, ConditionEnded)] == [c.TERRIFIED]
    over = scripted(RULESET, state)
    over.emit(FightEnded("b"))
    assert c.TERRIFIED in [e.name for e in every(over, ConditionEnded)]


@rule(PER_ROUND)
@pytest.mark.parametrize(("face", "sick"), [(12, False), (11, True)])
def test_the_stench_of_troglodytes_in_melee(face, sick):
    done = there(scene("fighter[sword] v troglodyte"), d20(face))
    assert c.has(done.state.creatures[F], c.NAUSEOUS) is sick
    assert not there(scene("fighter[sword] v troglodyte", gap=2)).events
    assert not there(scene("wolf v troglodyte")).events
    if sick:
        hit = do(done.state, Attack(F, "troglodyte-1", "sword"), d20(2))
        assert first(hit, AttackRolled).roll.modifiers == ((c.NAUSEOUS, -2),)
        away = done.state.with_creature(F, at=(0, 0))
        assert [e.name for e in every(there(away), ConditionEnded)] == [c.NAUSEOUS]
