"""Who dies of poison on the road: it is asked about before, and the others take up what they have room for."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.knave.scenes import carrying, coins, coins_of, delvers, lead

from underkeep.procedures import play
from underkeep.procedures.delve_actions import MarchOn, SetOut
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import rule
from underkeep.world.clock import HOUR
from underkeep.world.condition import Condition
from underkeep.world.gear import Item
from underkeep.world.party import DaysMarch
from underkeep.world.state import State


def poisoned() -> State:
    """In a camp on the way, hero-1 with half a minute to live."""
    state = carrying(delvers(in_town=True), "hero-1", Item("sword", "Sword", "hand"), coins(40))
    assert state.party is not None
    state = replace(state, now=16 * HOUR, party=replace(state.party, marched=DaysMarch(1, 8 * HOUR)))
    state = lead(state, SetOut()).state
    return state.with_creature("hero-1", conditions=(Condition("poisoned", state.now + 30),))


@rule("knave:encumbrance.no-excess")
def test_what_the_dead_carried_is_taken_up() -> None:
    state = poisoned()
    before = sum(coins_of(state, c.id) for c in state.marchers())
    after = lead(state, MarchOn()).state
    assert after.creatures["hero-1"].status == "dead" and not after.creatures["hero-1"].items
    assert sum(coins_of(after, c.id) for c in after.marchers()) == before
    assert any(item.kind == "sword" for c in after.marchers() for item in c.items)


@rule("knave:encumbrance.no-excess")
def test_a_march_that_may_kill_is_asked_about() -> None:
    state = poisoned()
    deed = next(d for d in RULESET.book.in_scene(play.scenes.scene_of(state)) if d.action is MarchOn)
    told = deed.question(state, MarchOn())
    assert "is poisoned" in told and "Nobody has a potion" in told
    assert deed.question(state.with_creature("hero-1", conditions=()), MarchOn()) == ""
