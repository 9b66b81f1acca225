"""Wishes that take too much for granted: things that nobody has, and foes who no longer stand."""

from msgspec.structs import replace
from tests.rules.ose.scene import scene

from underkeep.procedures import things_thrown
from underkeep.procedures.sorts_of_deed import sort_of
from underkeep.world.gear import Item
from underkeep.world.state import State

ORC = "orc-1"


def fight() -> tuple[State, str]:
    state = scene("fighter v 2 orc")
    hero = next(c.id for c in state.active() if c.kind == "fighter")
    return state.with_creature(hero, items=(Item("herbs", "herbs", count=2, id="i1"),)), hero


def against(state: State, hero: str, what: str) -> str:
    refusal = things_thrown.why_not(state, state.creatures[hero], what)
    return refusal.sentence if refusal is not None else ""


def test_only_what_is_there_is_thrown() -> None:
    state, hero = fight()
    name = state.creatures[hero].name
    assert against(state, hero, "throw oil at the orcs") == f"{name} has no oil at hand."
    assert against(state, hero, "throw the burning oil at the orcs") == f"{name} has no oil at hand."
    for what in ("throw herbs at the orcs", "throw a stone at orc 1", "throw the orc into the pit", "trip orc 1"):
        assert not against(state, hero, what)
    bare = state.with_creature(hero, items=())
    assert against(bare, hero, "throw herbs at the orcs") == f"{name} has no herbs at hand."


def test_what_is_thrown_is_one_of_ones_own() -> None:
    state, hero = fight()
    found = things_thrown.thrown(state.creatures[hero], "pour herbs over the orc")
    assert found is not None and found.kind == "herbs"
    assert things_thrown.thrown(state.creatures[hero], "trip the orc") is None


def test_nothing_is_done_to_the_dead() -> None:
    state, hero = fight()
    dead = replace(state.creatures[ORC], status="dead", hp=0)
    state = state.with_creature(ORC, status="dead", hp=0)
    assert against(state, hero, "trip orc 1") == f"{dead.name} is dead."
    assert not against(state, hero, "trip the orc")
    assert not against(state, hero, "trip orc 2")
    state = state.with_creature("orc-2", status="dead", hp=0)
    assert "is dead" in against(state, hero, "trip the orc")


def test_gold_does_not_come_of_trying() -> None:
    assert sort_of("find a million gold pieces").feat == "impossible"
    assert sort_of("find a way across").feat != "impossible"
