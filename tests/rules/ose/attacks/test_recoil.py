"""What happens to those who strike some monsters."""

from __future__ import annotations

import pytest
from tests.rules.ose.scene import F, do, every, first, scene

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks import recoil
from underkeep.systems.ose.attacks.recoil import Divided, SporesRolled
from underkeep.systems.ose.basics import conditions as c
from underkeep.systems.ose.checks.damage import Unharmed, harm
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d20, d100, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import AttackRolled, Harmed

PER_ROUND = "ose:monster.attacks.per-round"


@rule(PER_ROUND)
@pytest.mark.parametrize(("face", "burns"), [(12, False), (11, True)])
def test_the_blood_of_a_bronze_golem(face, burns):
    state = scene("fighter[silver dagger] v bronze golem", switches=("invulnerability-relaxed",))
    state = state.with_creature(F, hp=30, max_hp=30)
    done = scripted(RULESET, state, d20(face), *(d6(3, 4) if burns else ()))
    recoil.recoil(done, state.creatures[F], state.creatures["bronze-golem-1"], "dagger", bladed=True, wounds=True)
    assert [(e.creature, e.amount, e.kind) for e in every(done, Harmed)] == ([(F, 7, "fire")] if burns else [])
    blunt = scripted(RULESET, state)
    recoil.recoil(blunt, state.creatures[F], state.creatures["bronze-golem-1"], "mace", bladed=False, wounds=True)
    assert not blunt.events


@rule(PER_ROUND)
@pytest.mark.parametrize(("face", "cloud"), [(50, True), (51, False)])
def test_mould_lets_out_spores_when_it_is_touched_and_cannot_be_missed(face, cloud):
    more = (d6(2), d20(2)) if cloud else ()
    done = do(scene("fighter[sword] v yellow mould"), Attack(F, "yellow-mould-1", "sword"), d100(face), *more)
    assert not every(done, AttackRolled) and first(done, Unharmed).target == "yellow-mould-1"
    assert first(done, SporesRolled).success is cloud
    assert c.has(done.state.creatures[F], c.CHOKING) is cloud


@rule(PER_ROUND, "ose:combat.attack.invulnerable")
def test_a_pudding_that_is_struck_is_two():
    state = scene("fighter[sword] v black pudding")
    done = do(state, Attack(F, "black-pudding-1", "sword"), d20(19), *d8(3, 4))
    assert first(done, Divided).is_gone is False
    small = done.state.creatures["black-pudding-small-1"]
    assert (small.side, small.hp, small.at is not None) == ("b", 7, True)
    burnt = scripted(RULESET, state)
    harm(burnt, "black-pudding-1", 3, F, "fire")
    assert not every(burnt, Divided) and first(burnt, Harmed).amount == 3


@rule(PER_ROUND)
def test_a_jelly_falls_into_parts():
    state = scene("fighter[sword] v ochre jelly")
    done = do(state, Attack(F, "ochre-jelly-1", "sword"), d20(19), d4(1), *d8(1, 1, 1, 1))
    assert done.state.creatures["ochre-jelly-1"].status == "dead"
    parts = [x for x in done.state.creatures.values() if x.kind == "ochre-jelly-small"]
    assert len(parts) == 2 and len({p.at for p in parts}) == 2
