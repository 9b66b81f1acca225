"""Sacks: what lies in one fills its slots all the same."""

from __future__ import annotations

from underkeep.kernel.dice import Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems.knave.equipment.inventory import used_slots
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing.builders import bare, cellar, delving_party, item_id
from underkeep.world.gear import Item
from underkeep.world.state import State

H1 = "hero-1"


def laden(*items: Item) -> State:
    state = delving_party(RULESET, cellar(RULESET), "knave", in_town=True)
    return state.with_creature(H1, items=items)


def put(state: State, count: int = 1) -> a.PutIn:
    return a.PutIn(H1, item_id(state, H1), item_id(state, H1, 1), count)


def test_a_sack_holds_things_that_fill_their_slots() -> None:
    state = laden(an_item("torch", 3), an_item("sack"))
    after = play.resolve(RULESET, state, "player", put(state, 2), Seeded(1)).state
    torches, sack = after.creatures[H1].items
    assert torches.count == 1 and bare(sack.holds) == (an_item("torch", 2),)
    assert used_slots(after.creatures[H1].items) == used_slots(state.creatures[H1].items) == 4
    out = play.resolve(RULESET, after, "player", a.TakeOut(H1, sack.holds[0].id, 2), Seeded(1)).state
    assert bare(out.creatures[H1].items) == (an_item("torch", 3), an_item("sack"))
    assert RULESET.codec.state(RULESET.codec.encode(after)) == after


def test_neither_a_sack_nor_what_is_worn_goes_into_a_sack() -> None:
    for item, why in ((an_item("sack"), "A sack does not go"), (Item("helmet", "Helmet", "worn"), "wears that")):
        state = laden(item, Item("sack", "Big sack"))
        refusal = play.why_not(RULESET, state, "player", put(state))
        assert refusal is not None and why in refusal.sentence
