"""Containers: what may be put into what, what comes out, what is known of it, and what it weighs."""

from __future__ import annotations

import pytest
from tests.toys.bag_of_holding import BAG, RULESET, SACK, Magic

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.table.speech.describe import describe
from underkeep.table.speech.typed_lines import Do, Meaning, Reader, parse
from underkeep.table.view import view
from underkeep.testing import contract, toy
from underkeep.testing.builders import bare, cellar, delving_party, item_id
from underkeep.world.gear import Item
from underkeep.world.state import State

TORCHES = Item("torch", "Torch", count=6)
SACKS = Item(SACK, "Sack", count=2)
CURSED = Item(BAG, "Bag of holding", quality=Magic(3, is_cursed=True))


def carrying(*items: Item) -> State:
    """The first of two heroes in town carries these, the second nothing."""
    state = delving_party(RULESET, cellar(RULESET), "hero", "hero", in_town=True)
    return state.with_creature("hero-1", items=items).with_creature("hero-2", items=())


def lead(state: State, action: Action) -> Resolution:
    return play.resolve(RULESET, state, "player", action, Seeded(1))


def refused(state: State, action: Action) -> str:
    refusal = play.why_not(RULESET, state, "player", action)
    return refusal.sentence if refusal is not None else ""


def put(state: State, count: int) -> a.PutIn:
    """The first thing into the second."""
    return a.PutIn("hero-1", item_id(state, "hero-1"), item_id(state, "hero-1", 1), count)


def test_what_is_put_in_comes_out_again() -> None:
    state = carrying(TORCHES, CURSED)
    stowed = lead(state, put(state, 6)).state
    (bag,) = stowed.creatures["hero-1"].items
    assert bare(bag.holds) == (TORCHES,) and bag.holds[0].id == item_id(state, "hero-1")
    assert refused(stowed, a.Drop("hero-1", bag.holds[0].id, 1)) == "Hero-1 carries no such thing."
    out = lead(stowed, a.TakeOut("hero-1", bag.holds[0].id, 6)).state
    assert bare(out.creatures["hero-1"].items) == (CURSED, TORCHES)


def test_a_part_of_a_stack_goes_in_and_one_sack_of_two_is_filled() -> None:
    state = carrying(TORCHES, SACKS)
    items = lead(state, put(state, 2)).state.creatures["hero-1"].items
    assert [(i.kind, i.count, len(i.holds)) for i in items] == [("torch", 4, 0), (SACK, 1, 0), (SACK, 1, 1)]
    assert len({i.id for i in items} | {items[2].holds[0].id}) == 4


@pytest.mark.parametrize(
    ("items", "count", "why"),
    [
        ((TORCHES, SACKS), 7, "Hero-1 has 6 of those."),
        ((Item("coin", "coin", count=7), SACKS), 7, "Sack is full."),
        ((SACKS, CURSED), 1, "Bags do not go into bags."),
        ((TORCHES, Item(BAG, "Bag of holding", quality=Magic(0))), 1, "Bag of holding opens no more."),
        ((SACKS, TORCHES), 1, "That holds nothing."),
    ],
)
def test_the_game_says_what_does_not_go_in(items: tuple[Item, ...], count: int, why: str) -> None:
    state = carrying(*items)
    assert refused(state, put(state, count)) == why


def test_a_game_without_containers_has_none() -> None:
    state = carrying(TORCHES, SACKS)
    refusal = play.why_not(toy.RULESET, state, "player", put(state, 1))
    assert refusal is not None and refusal.sentence == "This game has no action PutIn."


def test_a_bag_of_holding_weighs_no_more_when_it_is_full() -> None:
    stones = Item("stone", "Stone", count=30)
    for container, heavy in ((Item(SACK, "Sack", holds=(stones,)), True), (Item(BAG, "Bag", holds=(stones,)), False)):
        state = carrying(container)
        action = a.Give("hero-1", "hero-2", item_id(state, "hero-1"), 1)
        assert refused(state, action) == ("That is too heavy." if heavy else "")


def test_what_is_given_away_takes_its_contents_along() -> None:
    state = carrying(Item(BAG, "Bag", holds=(TORCHES,)))
    (bag,) = lead(state, a.Give("hero-1", "hero-2", item_id(state, "hero-1"), 1)).state.creatures["hero-2"].items
    assert bare(bag.holds) == (TORCHES,)


def test_nobody_sells_a_bag_with_what_is_in_it() -> None:
    state = carrying(Item("torch", "Torch", holds=(SACKS,)))
    assert refused(state, a.Sell("hero-1", item_id(state, "hero-1"), 1)) == "It must be emptied first."


def test_a_curse_is_the_referees_secret() -> None:
    state = carrying(CURSED)
    mine = view(state, "player", RULESET).mine[0].items[0].quality
    assert (mine, view(state, REFEREE, RULESET).mine[0].items[0].quality) == (Magic(3), Magic(3, True))
    assert RULESET.codec.state(RULESET.codec.encode(state)) == state


def test_lines_about_containers() -> None:
    state = carrying(TORCHES, CURSED)
    action = put(state, 2)
    assert meant(state, "put 2 torches in the bag") == Do(action)
    assert describe(RULESET, state, action) == "put 2 torches in bag of holding with Hero-1"
    stowed = lead(state, action).state
    out = a.TakeOut("hero-1", stowed.creatures["hero-1"].items[1].holds[0].id, 1)
    assert meant(stowed, "take a torch out of the bag") == Do(out)
    assert describe(RULESET, stowed, out) == "take torch out of bag of holding with Hero-1"


def meant(state: State, line: str) -> Meaning:
    return parse(Reader(RULESET, state, play.legal_actions(RULESET, state, "player"), "player"), line)


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_the_contract_holds(check: contract.Check) -> None:
    check(RULESET, "2 hero v 3 rat", 1)
