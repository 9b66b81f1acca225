from __future__ import annotations

from tests.rules.ose.below import H1, H2, H3, act, is_listed, refused, ruled
from tests.rules.ose.scene import changed, every

from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.campaign import Belongings, Wealth, campaign, with_campaign
from underkeep.systems.ose.exploration import sharing
from underkeep.systems.ose.exploration.sharing import Divide, RolledOff
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d20, rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.gear import Item
from underkeep.world.state import State

POTION, STAFF = Item("potion-of-healing", "potion"), Item("staff-of-healing", "staff")


def gold(count: int) -> Item:
    return Item("gp", "gold piece", count=count)


def home(*finds: Item, own_gp: int = 10) -> State:
    """Three back in town, each with what they set out with, the first with the finds besides."""
    state = delving_party(RULESET, cellar(RULESET), "fighter", "cleric", "thief", in_town=True)
    for id in (H1, H2, H3):
        state = state.with_creature(id, items=(gold(own_gp),))
    own = {id: Belongings(own_gp * 100) for id in (H1, H2, H3)}
    state = with_campaign(state, wealth=Wealth(belongings=own))
    more = [gold(own_gp + sum(i.count for i in finds if i.kind == "gp")), *(i for i in finds if i.kind != "gp")]
    return state.with_creature(H1, items=tuple(more))


def purses(state: State) -> list[int]:
    return [money.purse_cp(state.creatures[id].items) // 100 for id in (H1, H2, H3)]


@rule("ose:party.treasure.even")
def test_treasure_is_shared_evenly():
    assert purses(act(home(gold(900)), Divide()).state) == [310, 310, 310]
    odd = act(home(gold(100)), Divide()).state
    assert sum(money.purse_cp(odd.creatures[id].items) for id in (H1, H2, H3)) == 130 * 100
    by_level = ruled(changed(home(gold(900)), H1, level=2), Divide(), {"ose:party.treasure.even": "by level"})
    assert purses(by_level.state) == [460, 235, 235]


@rule("ose:party.treasure.free")
def test_any_split_is_accepted_whose_total_is_right():
    agreed = Divide(((H1, 100), (H2, 800)))
    assert purses(act(home(gold(900)), agreed).state) == [110, 810, 10]
    assert refused(home(gold(900)), Divide(((H1, 100), (H2, 700)))).rule == "ose:party.treasure.free"
    assert refused(home(gold(900)), Divide(((H1, 900), ("orc", 0)))).rule == "ose:party.treasure.free"
    kept = ruled(home(gold(900)), Divide(), {"ose:party.treasure.free": "as carried"})
    assert purses(kept.state) == [910, 10, 10]


@rule("ose:party.treasure.magic-roll-off")
def test_the_highest_roll_picks_first():
    done = act(home(POTION, STAFF), Divide(), *d20(5, 18, 11))
    assert [e.roll.total for e in every(done, RolledOff)] == [5, 18, 11]
    assert [i.kind for i in done.state.creatures[H2].items if i.kind != "gp"] == ["potion-of-healing"]
    assert [i.kind for i in done.state.creatures[H3].items if i.kind != "gp"] == ["staff-of-healing"]
    assert not is_listed(done.state, Divide())


@rule("ose:party.treasure.magic-roll-off")
def test_ties_roll_again_and_the_players_may_agree_otherwise():
    done = act(home(POTION), Divide(), *d20(18, 18, 3, 4, 9))
    assert "potion-of-healing" in [i.kind for i in done.state.creatures[H2].items]
    assert len(every(done, RolledOff)) == 5
    kept = ruled(home(POTION), Divide(), {"ose:party.treasure.magic-roll-off": "as carried"})
    assert "potion-of-healing" in [i.kind for i in kept.state.creatures[H1].items]


def test_what_each_brought_is_not_shared():
    state = home(gold(0))
    assert sharing.pool_cp(state) == 0
    assert refused(state, Divide()).rule == "ose:party.treasure.free"
    richer = state.with_creature(H2, items=(gold(500), POTION))
    out = act(richer, a.SetOut()).state
    assert campaign(out).wealth.belongings[H2] == Belongings(500 * 100, {"potion-of-healing": 1})
    assert not sharing.new_magic(out)


@rule("ose:party.treasure.free")
def test_all_may_have_a_share_and_some_may_have_none():
    assert purses(act(home(gold(900)), Divide(((H1, 100), (H2, 300), (H3, 500)))).state) == [110, 310, 510]
    assert purses(act(home(gold(900)), Divide(((H1, 900), (H2, 0)))).state) == [910, 10, 10]
    assert refused(home(gold(900)), Divide(((H1, 901), (H2, -1)))).rule == "ose:party.treasure.free"


@rule("ose:party.treasure.free")
def test_two_can_divide_one_gold_piece_and_one_alone_nothing():
    for coppers, divides in ((99, False), (100, True)):
        state = home(Item("cp", "copper piece", count=coppers))
        assert is_listed(state, Divide()) is divides
    pair = home(gold(10)).with_creature(H3, status="dead")
    assert is_listed(pair, Divide())
    assert not is_listed(pair.with_creature(H2, status="dead"), Divide())


@rule("ose:party.treasure.free", "ose:party.treasure.even")
def test_what_cannot_be_divided_goes_to_the_first():
    state = home(gold(9), Item("cp", "copper piece", count=50))
    done = act(state, Divide(((H2, 4), (H3, 5)))).state
    assert [money.purse_cp(done.creatures[id].items) for id in (H1, H2, H3)] == [1000, 1450, 1500]
    sharers = [state.creatures[id] for id in (H1, H2, H3)]
    assert sharing.even_shares(sharers, 100) == {H1: 34, H2: 33, H3: 33}
    assert sharing.even_shares(sharers, 99) == {H1: 33, H2: 33, H3: 33}
    third = changed(state, H1, level=3)
    assert sharing.even_shares([third.creatures[id] for id in (H1, H2)], 101, True) == {H1: 76, H2: 25}
    later = changed(state, H2, level=3)
    assert sharing.even_shares([later.creatures[id] for id in (H1, H2)], 100, True) == {H1: 25, H2: 75}


@rule("ose:party.treasure.even")
def test_that_own_money_is_shared_too_is_said_before() -> None:
    state = home(gold(900))
    assert sharing.asked(state, Divide()) == ""
    assert "everybody's own money" in sharing.asked(with_campaign(state, wealth=Wealth()), Divide())
    some = with_campaign(state, wealth=Wealth(belongings={id: Belongings(1000) for id in (H1, H2)}))
    assert state.creatures[H3].name in sharing.asked(some, Divide())
