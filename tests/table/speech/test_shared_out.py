"""What is handed out to several: torches, coins, all coins evenly or in one purse, and money to buy something."""

from __future__ import annotations

from tests.ui.places import at, town
from tests.ui.test_trading import with_purses

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Meaning, Say, Undertake
from underkeep.world.gear import Item


def company(game: str = "ose") -> Chair:
    return at(with_purses(town(game), 90, 60, 60, 60), game)


def names(chair: Chair) -> list[str]:
    return [c.name.split()[0] for c in chair.state.marchers()]


def gifts(meant: Meaning) -> list[a.Give]:
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder), meant
    return [x for x in meant.errand.actions if isinstance(x, a.Give)]


def test_each_of_several_gets_so_much_from_the_others() -> None:
    chair = company()
    one, two = names(chair)[:2]
    ids = {c.id for c in chair.state.marchers()[:2]}
    for line in (f"give {one} and {two} 10 coins each", f"hand 10 coins each to {one} and {two}"):
        made = gifts(chair.read(line))
        assert {x.to for x in made} == ids and not {x.actor for x in made} & ids, line
        assert [x.count for x in made] == [10, 10]
    assert isinstance(chair.read(f"give {one} and {two} 900 coins each"), Say)


def test_coins_are_split_and_pooled() -> None:
    state = town("knave")
    bare = [c.id for c in state.marchers()]
    for id, count in zip(bare, (100, 20, 20, 20), strict=False):
        state = state.with_creature(id, items=(Item("coin", "Coins", count=count, id=f"purse-{id}"),))
    chair = at(state, "knave")
    made = gifts(chair.read("split the coins evenly"))
    assert {x.actor for x in made} == {bare[0]} and {x.count for x in made} == {20}
    pooled = gifts(chair.read(f"pool the money with {chair.state.creatures[bare[1]].name}"))
    assert {x.to for x in pooled} == {bare[1]} and len(pooled) == len(bare) - 1


def test_money_to_buy_a_thing_is_that_thing() -> None:
    chair = company()
    one = names(chair)[0]
    meant = chair.read(f"give {one} some coins to buy a club")
    assert isinstance(meant, Undertake) or "club" in str(meant)
    bonus = chair.read(f"give {one} a bonus")
    assert isinstance(bonus, Say) and "how much" in bonus.text
