"""Poison, disease and stealth: what follows a bite, for how long, and who may strike unseen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, do, every, first, hit, listed, make, scene, under

from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import special_attacks, stealth
from underkeep.systems.ose.attacks.stealth import Hide, Sneak
from underkeep.systems.ose.basics.conditions import DISEASED, HIDDEN, SICK
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d3, d4, d6, d20, d100, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, CheckRolled, SaveRolled
from underkeep.world.encounter import Encounter
from underkeep.world.state import State

DAY = 86_400
VIPER, RAT, THIEF, ORC = "pit-viper-1", "giant-rat-1", "thief-1", "orc-1"


def bitten(state: State, by: str, *faces: int, **rulings: str) -> Resolution:
    return do(state, Attack(by, F, "bite"), *faces, rulings=rulings)


@rule("ose:save.when")
@pytest.mark.parametrize(
    ("hp", "status", "saves"), [(1, "up", True), (0, "up", False), (3, "dead", False), (3, "yielded", False)]
)
def test_poison_is_saved_against_by_those_whom_the_bite_left_standing(hp, status, saves):
    state = scene("fighter[sword] v pit viper").with_creature(F, hp=hp, status=status)
    done = scripted(RULESET, state, *((d20(20),) if saves else ()))
    special_attacks.after_hit(done, VIPER, F, monsters()["pit-viper"].attacks[0][0])
    assert bool(every(done, SaveRolled)) is saves
    done.dice.finish()


@rule("ose:save.poison.fatal")
def test_sickness_from_poison_lasts_for_days():
    now = 5000
    state = replace(scene("fighter[sword] v giant centipede"), now=now)
    done = bitten(state, "giant-centipede-1", *d20(19, 2))
    assert done.state.creatures[F].condition(SICK).until == now + 10 * DAY
    viper = replace(scene("fighter[sword] v pit viper"), now=now)
    spared = bitten(viper, VIPER, d20(19), d4(1), d20(2), **{"ose:save.poison.fatal": "sickness for a day"})
    assert spared.state.creatures[F].condition(SICK).until == now + DAY
    assert spared.state.creatures[F].hp == 7


@rule("ose:save.category.death")
def test_disease_is_caught_once_and_lasts_for_a_month_or_kills_in_days():
    now = 5000
    state = replace(scene("fighter[sword] v giant rat"), now=now)
    sick = bitten(state, RAT, d20(19), d3(1), *d20(1, 2), d4(2)).state
    caught = sick.creatures[F].condition(DISEASED)
    assert (caught.until, caught.level) == (now + 30 * DAY, 0)
    doomed = bitten(state, RAT, d20(19), d3(1), *d20(1, 2), d4(1), d6(5)).state.creatures[F].condition(DISEASED)
    assert (doomed.until, doomed.level) == (now + 5 * DAY, 1)
    assert not bitten(state, RAT, d20(19), d3(1), d20(2)).state.creatures[F].conditions
    again = hit(replace(sick, fight=state.fight), d20(19), d3(1), by=RAT, on=F, weapon="bite")
    assert not every(again, ConditionGained)


@rule("ose:class.abilities")
@pytest.mark.parametrize(
    ("kind", "hides"), [("thief", True), ("halfling", True), ("fighter", False), ("dwarf", False), ("orc", False)]
)
def test_thieves_and_halflings_hide(kind, hides):
    assert stealth.can_hide(make(kind)[0]) is hides
    state = scene(f"{kind} v ogre", "movement", gap=9)
    assert (Hide(f"{kind}-1") in listed(state, f"{kind}-1")) is hides


@rule("ose:class.abilities")
@pytest.mark.parametrize(("round_", "unaware"), [(0, True), (1, True), (2, False)])
def test_the_surprised_are_unaware_in_the_first_round(round_, unaware):
    state = scene("thief[dagger] v 2 orc")
    met = replace(state, encounter=Encounter("orcs", (ORC, "orc-2"), 5, surprised=(ORC,)))
    met = replace(met, fight=replace(met.fight, round=round_))
    assert stealth.is_unaware(met, met.creatures[THIEF], met.creatures[ORC]) is unaware
    assert not stealth.is_unaware(met, met.creatures[THIEF], met.creatures["orc-2"])
    assert not stealth.is_unaware(replace(met, encounter=None), met.creatures[THIEF], met.creatures[ORC])


@rule("ose:class.abilities")
def test_creeping_is_rolled_by_the_referee_and_a_noise_ends_hiding():
    state = scene("thief[dagger] v orc", "movement", gap=6)
    x, y = state.creatures[THIEF].at
    crept = do(state, Sneak(THIEF, (x + 1, y)), d100(20))
    told = first(crept, CheckRolled)
    assert (told.success, told.seats) == (True, (REFEREE,))
    assert crept.state.creatures[THIEF].condition(HIDDEN).level == stealth.UNNOTICED
    loud = do(state, Sneak(THIEF, (x + 1, y)), d100(21))
    assert not every(loud, ConditionEnded)
    seen = do(under(state, THIEF, HIDDEN), Sneak(THIEF, (x + 1, y)), d100(21))
    assert [e.name for e in every(seen, ConditionEnded)] == [HIDDEN]


@rule("ose:class.abilities")
def test_a_back_stab_is_four_better_and_twice_as_bad():
    state = under(scene("thief[dagger] v orc"), THIEF, HIDDEN)
    done = hit(state, d20(14), d6(3), by=THIEF, weapon="dagger")
    assert first(done, AttackRolled).roll.modifiers == (("back-stab", 4),)
    assert done.state.creatures[ORC].hp == 2
    assert stealth.back_stab(scene(), scene().creatures[F], scene().creatures[ORC]) == ((), 1)
