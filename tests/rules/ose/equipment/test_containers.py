"""Backpacks and sacks: what goes in, how much, and what it counts for while it lies there."""

from __future__ import annotations

import pytest
from tests.rules.ose.below import H1, act, below, carrying, refused

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.checks.experience import treasure_cp
from underkeep.systems.ose.equipment import load
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.speech.typed_lines import Do, Reader, parse
from underkeep.table.view import view
from underkeep.testing.builders import bare, item_id
from underkeep.world.gear import Item
from underkeep.world.state import State

BACKPACK, LARGE, SMALL = (
    Item("backpack", "Backpack"),
    Item("sack-large", "Large sack"),
    Item("sack-small", "Small sack"),
)


def gold(coins: int) -> Item:
    return Item("gp", "gold piece", count=coins)


def laden(*items: Item) -> State:
    return carrying(below(switches=(load.DETAILED,)), H1, *items)


def put(state: State, count: int = 1) -> a.PutIn:
    return a.PutIn(H1, item_id(state, H1), item_id(state, H1, 1), count)


def stowed(*items: Item, count: int = 1) -> State:
    state = laden(*items)
    return act(state, put(state, count)).state


def test_what_is_put_in_weighs_as_before_and_comes_out_again() -> None:
    before, after = laden(gold(300), LARGE), stowed(gold(300), LARGE, count=300)
    (sack,) = after.creatures[H1].items
    assert bare(sack.holds) == (gold(300),)
    assert load.all_coins(after, after.creatures[H1]) == load.all_coins(before, before.creatures[H1])
    out = act(after, a.TakeOut(H1, sack.holds[0].id, 300)).state
    assert bare(out.creatures[H1].items) == (LARGE, gold(300))


@pytest.mark.parametrize(("container", "most"), [(BACKPACK, 400), (LARGE, 600), (SMALL, 200)])
def test_each_holds_so_many_coins_of_weight(container: Item, most: int) -> None:
    state = laden(gold(most + 1), container)
    assert (
        refused(state, put(state, most + 1)).sentence == f"{container.name} holds {most} coins of weight and no more."
    )
    assert play.why_not(RULESET, state, "player", put(state, most)) is None


@pytest.mark.parametrize(
    ("item", "into", "why"),
    [
        (Item("leather", "Leather", "worn"), BACKPACK, "wears that."),
        (Item("sack-small", "Small sack", holds=(gold(1),)), BACKPACK, "It must be emptied first."),
        (gold(1), Item("rope", "Rope"), "That holds nothing."),
    ],
)
def test_what_does_not_go_in(item: Item, into: Item, why: str) -> None:
    state = laden(item, into)
    assert refused(state, put(state)).sentence.endswith(why)


def test_stowed_gold_counts_for_experience_and_pays_nothing() -> None:
    state = stowed(gold(100), SMALL, count=100)
    assert treasure_cp(state.creatures[H1]) == treasure_cp(laden(gold(100), SMALL).creatures[H1]) > 0
    assert money.purse_cp(state.creatures[H1].items) == 0


def test_a_line_says_it_the_view_shows_it_and_a_save_keeps_it() -> None:
    state = laden(Item("torch", "Torch", count=6), BACKPACK)
    reader = Reader(RULESET, state, play.legal_actions(RULESET, state, "player"), "player", focus=H1)
    assert parse(reader, "put 2 torches in the backpack") == Do(put(state, 2))
    after = act(state, put(state, 2)).state
    mine = next(c for c in view(after, "player", RULESET).mine if c.id == H1)
    assert bare(mine.items[1].holds) == (Item("torch", "Torch", count=2),)
    assert RULESET.codec.state(RULESET.codec.encode(after)) == after
