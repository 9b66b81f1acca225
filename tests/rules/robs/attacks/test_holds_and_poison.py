from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, scores

from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Refused
from underkeep.systems.robs.attacks.holds import holder_of
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.traits import Grapple, Poison, PoisonedWeapon
from underkeep.systems.robs.checks.checks import ContestRolled, SituationRolled
from underkeep.systems.robs.combat.rounds import BreakFree
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d3, d6, rule
from underkeep.world.creature import DamageRolled, Harmed, SaveRolled


def held(scale: int = 1):
    """B is held fast by A."""
    state = changed(duel(), A, scale=scale, traits=(Grapple(),))
    state = hit(state, *d6(3, 3)).state
    assert holder_of(state, state.creatures[B]).id == A
    return state


@rule("robs:combat.grapple.break")
def test_breaking_a_hold():
    free = do(held(), BreakFree(B), *d6(4, 2, 3, 3))
    assert [e.roll.total for e in every(free, ContestRolled)] == [2, 1]
    assert holder_of(free.state, free.state.creatures[B]) is None
    tied = do(held(), BreakFree(B), *d6(4, 3, 3, 3))
    assert holder_of(tied.state, tied.state.creatures[B]) is not None


@rule("robs:combat.grapple.cost")
def test_breaking_free_takes_the_place_of_attacking():
    state = held()
    options = play.legal_actions(RULESET, state, "b", B)
    assert not any(isinstance(a, Move) for a in options)
    assert Attack(B, A, "club") in options
    tried = do(state, BreakFree(B), *d6(1, 6, 3, 3))
    assert not play.legal_actions(RULESET, tried.state, "b", B)
    struck = do(state, Attack(B, A, "club"), *d6(3, 4))
    with pytest.raises(Refused):
        play.resolve(RULESET, struck.state, "b", BreakFree(B), Scripted())


VENOM = Poison(2, "4")


@rule("robs:hazard.poison.delivery")
def test_happybottom():
    """Example happybottom: 2 points, 1 stopped by armour and 1 by relative Scale, still carry the poison."""
    state = changed(changed(duel("club", "leather"), A, scale=-4, traits=(VENOM,)), B, scale=-2)
    done = hit(state, *d6(4, 3, 3, 3))
    assert first(done, DamageRolled).roll.total == 0
    assert not first(done, SaveRolled).success
    assert first(done, Harmed).amount == 4
    stopped = changed(duel("club", "leather"), A, traits=(VENOM,))
    assert not every(hit(stopped, *d6(3, 3)), SaveRolled)


@rule("robs:hazard.poison.delivery", "robs:abilities.con")
def test_poison_is_resisted_by_con():
    state = scores(changed(duel(), A, traits=(VENOM,)), B, CON=2)
    done = hit(state, *d6(3, 3, 3, 3))
    assert first(done, SaveRolled).success
    assert [e.kind for e in every(done, Harmed)] == ["weapon"]


def tainted(theirs="club"):
    return changed(duel("spear", theirs), A, traits=(PoisonedWeapon("spear"),))


@rule("robs:hazard.poison.kinds", "robs:hazard.poison.weapons-too")
def test_poisoned_weapons():
    failed = hit(tainted(), *d6(3, 3, 5, 3, 3, 3, 3), weapon="spear")
    assert [e.amount for e in every(failed, Harmed)] == [2, 5]
    made = hit(tainted(), *d6(3, 3, 5, 4, 3, 3, 3), weapon="spear")
    assert [e.amount for e in every(made, Harmed)] == [2, 2]
    told = {"robs:hazard.poison.kinds": "1d3"}
    weak = hit(tainted(), *d6(3, 3), d3(3), *d6(3, 3, 3, 3), weapon="spear", rulings=told)
    assert [e.amount for e in every(weak, Harmed)] == [2, 3]


@rule("robs:hazard.poison.kinds")
def test_a_person_names_the_poison():
    state = replace(tainted(), human_referee=True)
    asked = play.resolve(RULESET, state, "a", Attack(A, B, "spear"), Scripted(*d6(3, 3))).state.prompts
    assert asked[0].choices == ("1d3", "1d6", "2d6")


@rule("robs:hazard.poison.weapons-too")
def test_an_ellyls_arrow_needs_only_reach_the_skin():
    state = changed(tainted(), A, scale=-9)
    done = hit(state, *d6(6, 2, 5, 3, 3, 3, 3), weapon="spear")
    assert first(done, DamageRolled).roll.total == 0
    assert [e.kind for e in every(done, Harmed)] == ["poison"]


@rule("robs:hazard.poison.tainted-weapon")
def test_poison_wears_off():
    state = tainted("club,plate")
    for faces, worn in ((d6(3, 3), False), (d6(4, 3), False), (d6(4, 3), True)):
        done = hit(state, *d6(3, 3), *faces, weapon="spear")
        rolled = first(done, SituationRolled).roll
        assert (done.state.creatures[A].condition("poison worn off") is not None) is worn
        state = replace(done.state, fight=replace(done.state.fight, spent={}))
    assert rolled.total == -1
    assert not every(hit(state, *d6(3, 3), weapon="spear"), SituationRolled)
    assert hit(tainted("club,plate"), *d6(3, 3, 3, 4), weapon="spear").state.creatures[A].condition("poison worn off")


def test_ghouls_paralyse():
    ghoul = compendium.monsters()["ghoul"].traits
    done = hit(changed(duel(), A, traits=ghoul), *d6(3, 3, 3, 3, 2))
    paralysed = done.state.creatures[B].condition("paralysed")
    assert paralysed.until == done.state.now + 20
    assert not play.legal_actions(RULESET, done.state, "b", B)
