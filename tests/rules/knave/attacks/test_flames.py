"""Fire in a fight: a torch in the hand, a torch that is thrown, oil that is set alight."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, act, carrying, scene, scores, why_not

from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Try
from underkeep.systems.knave.checks.hazards import ON_FIRE
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import AttackRolled, Harmed
from underkeep.world.gear import Item
from underkeep.world.light import Light
from underkeep.world.state import State

K, G = "knave-1", "wood-golem-1"


def lit(gap: int = 1) -> State:
    state = scores(scene("knave v wood golem", gap=gap), K, STR=2, WIS=2)
    return replace(state, lights=(Light("light-1", K, "torch", "Torch", 40, None),))


def only(done: object, kind: type) -> object:
    (found,) = [e for e in done.events if isinstance(e, kind)]  # type: ignore[attr-defined]
    return found


@rule("knave:damage.weakness", "knave:damage.direct.triple-without-slots")
@pytest.mark.parametrize("action", [Attack(K, G, "torch"), Try(K, "set fire to the wood golem with the torch")])
def test_a_lit_torch_is_a_weapon_of_fire(action: Attack | Try) -> None:
    done = act(lit(), action, d20(15), d6(2))
    assert only(done, Harmed).amount == 6  # type: ignore[attr-defined]
    assert len(done.state.lights) == 1
    listed = play.legal_actions(RULESET, lit(), lit().creatures[K].side)
    assert Attack(K, G, "torch") in listed
    assert why_not(replace(lit(), lights=()), Attack(K, G, "torch")) == "knave:combat.turn.action-list"


@rule("knave:combat.attack.ranged-ability", "knave:damage.weakness")
def test_a_torch_is_thrown_and_gone_whether_it_hits_or_not() -> None:
    throw = Try(K, "throw my burning torch at the golem")
    for face, hurts in ((15, True), (2, False)):
        done = act(lit(gap=4), throw, d20(face), *(d6(2),) * hurts)
        assert any(isinstance(e, Harmed) for e in done.events) is hurts
        assert not done.state.lights
        assert only(done, AttackRolled).roll.modifiers[0].source == "WIS"  # type: ignore[attr-defined]
    refused = play.why_not(RULESET, lit(gap=9), lit().creatures[K].side, throw)
    assert refused is not None and "within 30 feet" in refused.sentence
    assert why_not(lit(), throw) == "knave:combat.ranged.not-while-in-melee"


@rule("knave:hazard.fire.burning")
def test_oil_that_hits_sets_alight_where_there_is_a_flame() -> None:
    throw = Try(K, "throw oil at the golem")
    state = carrying(lit(gap=4), K, Item("lamp-oil", "Lamp oil"))
    done = act(state, throw, d20(15))
    assert done.state.creatures[G].condition(ON_FIRE) is not None and not done.state.creatures[K].items
    missed = act(state, throw, d20(2))
    assert missed.state.creatures[G].condition(ON_FIRE) is None and not missed.state.creatures[K].items
    refused = play.why_not(RULESET, replace(state, lights=()), state.creatures[K].side, throw)
    assert refused is not None and "no flame" in refused.sentence
