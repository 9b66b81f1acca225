"""Eyes that turn to stone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, do, every, first, listed, refusal, scene, spent, under

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks import gaze
from underkeep.systems.ose.attacks.gaze import AVERTED, BY_MIRROR, AvertEyes, ReflectionRolled, UseMirror
from underkeep.systems.ose.basics import conditions as c
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import AttackRolled, SaveRolled
from underkeep.world.encounter import Encounter
from underkeep.world.state import State

PER_ROUND, STONE = "ose:monster.attacks.per-round", "ose:save.category.paralysis"
BASILISK = "basilisk-1"


def met(state: State, *faces: int):
    done = scripted(RULESET, state, *faces)
    gaze.meet_eyes(done)
    done.dice.finish()
    return done


@rule(STONE, PER_ROUND)
@pytest.mark.parametrize(("face", "stone"), [(14, False), (13, True)])
def test_those_in_melee_meet_its_eyes_each_round(face, stone):
    done = met(scene("fighter[sword] v basilisk"), d20(face))
    assert c.has(done.state.creatures[F], c.PETRIFIED) is stone
    assert not met(scene("fighter[sword] v basilisk", gap=3)).events


@rule(PER_ROUND)
def test_the_blind_and_those_who_look_away_are_safe():
    state = scene("fighter[sword] v medusa")
    assert not met(under(state, F, c.BLIND)).events
    assert not met(spent(state, F, AVERTED)).events


@rule(STONE)
def test_whoever_is_surprised_meets_it_at_any_distance():
    state = scene("fighter[sword] v basilisk", gap=5)
    caught = replace(state, encounter=Encounter("g", (BASILISK,), 5, surprised=(F,)))
    assert first(met(caught, d20(20)), SaveRolled).creature == F
    later = replace(caught, fight=replace(caught.fight, round=2))
    assert not met(later).events


@rule(PER_ROUND)
@pytest.mark.parametrize(("how", "penalty"), [(AVERTED, -4), (BY_MIRROR, -1)])
def test_what_it_costs_not_to_look(how, penalty):
    state = spent(scene("fighter[sword] v basilisk"), F, how)
    hit = do(state, Attack(F, BASILISK, "sword"), d20(3))
    assert first(hit, AttackRolled).roll.modifiers == ((how, penalty),)
    bitten = first(do(state, Attack(BASILISK, F, "bite"), d20(1)), AttackRolled).roll.modifiers
    assert bitten == ((("victim looks away", 2),) if how == AVERTED else ())


@rule(STONE)
@pytest.mark.parametrize(("die", "face", "stone"), [(3, None, False), (2, 12, False), (2, 11, True)])
def test_a_gazer_may_see_itself(die, face, stone):
    state = spent(scene("fighter[sword] v basilisk"), F, BY_MIRROR)
    done = met(state, d6(die), *((d20(face),) if face else ()))
    assert first(done, ReflectionRolled).success is (die <= 2)
    assert c.has(done.state.creatures[BASILISK], c.PETRIFIED) is stone


@rule(PER_ROUND)
def test_eyes_are_averted_before_initiative():
    state = scene("fighter[sword] v basilisk", "declare")
    assert AvertEyes(F) in listed(state, F) and UseMirror(F) not in listed(state, F)
    assert "no mirror" in refusal(state, UseMirror(F)).sentence
    assert AVERTED in do(state, AvertEyes(F)).state.fight.spent[F]
    assert AvertEyes(F) not in listed(scene("fighter[sword] v orc", "declare"), F)
    assert UseMirror(F) in listed(scene("fighter[sword,mirror] v basilisk", "declare"), F)
    assert not every(do(state, AvertEyes(F)), SaveRolled)
