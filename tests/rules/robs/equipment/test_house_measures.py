"""What the referee settles of things before a campaign begins."""

import pytest
from tests.rules.robs.below import PC, bare, delvers
from tests.rules.robs.below import refused as refused_below

from underkeep.kernel.prompt import ALWAYS, Ruled, RulingStands
from underkeep.procedures import delve_actions as a
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.qualities import Made
from underkeep.systems.robs.equipment import house_measures
from underkeep.systems.robs.equipment.house_measures import BAG, FIT, SMALL
from underkeep.testing import rule
from underkeep.world.gear import Item


def having(*items, **rulings):
    state = delvers().with_creature(PC, items=items)
    for id, choice in rulings.items():
        state = RulingStands({"fit": FIT, "small": SMALL, "bag": BAG}[id], ALWAYS, choice).evolve(state)
    return state


@rule(FIT)
@pytest.mark.parametrize(
    ("word", "made", "fits"),
    [
        ("only its own Scale", 0, True),
        ("only its own Scale", 1, False),
        ("a level of Scale off", 1, True),
        ("a level of Scale off", -1, True),
        ("a level of Scale off", 2, False),
        ("two levels of Scale off", 2, True),
    ],
)
def test_how_exactly_armour_must_fit(word, made, fits):
    mail = Item("chainmail", "Chainmail", id="m", quality=Made(made))
    found = refused_below(having(mail, fit=word), a.Equip(PC, "m", "worn"))
    assert found == ("" if fits else FIT)


@rule(FIT)
def test_by_itself_armour_fits_its_own_scale_only():
    assert refused_below(having(Item("chainmail", "Mail", id="m", quality=Made(1))), a.Equip(PC, "m", "worn")) == FIT


@rule(SMALL)
@pytest.mark.parametrize(
    ("word", "made", "held"),
    [
        ("none from 2 levels", 1, True),
        ("none from 2 levels", 2, False),
        ("both hands from 2 levels, none from 4", 3, True),
        ("both hands from 2 levels, none from 4", 4, False),
    ],
)
def test_how_large_a_weapon_can_be(word, made, held):
    sword = Item("longsword", "Longsword", id="s", quality=Made(made))
    assert refused_below(having(sword, small=word), a.Equip(PC, "s", "hand")) == ("" if held else SMALL)


@rule(BAG, "robs:money.coin-weight")
@pytest.mark.parametrize(
    ("word", "coins", "fits"), [("250 kg", 25000, True), ("250 kg", 25001, False), ("100 kg", 10001, False)]
)
def test_how_much_a_bag_of_holding_holds(word, coins, fits):
    state = having(Item("bag-of-holding", "Bag", id="b"), Item("sp", "silver piece", id="c", count=coins), bag=word)
    found = refused_below(state, a.PutIn(PC, "c", "b", coins))
    assert found == ("" if fits else "robs:money.coin-weight")


@rule(BAG)
def test_what_the_bag_holds_already_counts():
    full = Item("bag-of-holding", "Bag", id="b", holds=(Item("gp", "gold piece", id="g", count=25001),))
    state = having(full, Item("rope", "Rope", id="r"))
    assert refused_below(state, a.PutIn(PC, "r", "b", 1)) == BAG


@rule("robs:money.coin-weight")
def test_a_hundred_coins_weigh_a_kilogram():
    assert money.weight_grams((money.coins("gp", 60), money.coins("cp", 40), Item("rope", "Rope", count=9))) == 1000


@rule(FIT, SMALL, BAG)
def test_all_three_are_settled_before_the_campaign():
    done = bare(delvers())
    house_measures.settle(done)
    ruled = {event.question: event.choice for event in done.events if isinstance(event, Ruled)}
    assert ruled == {FIT: "only its own Scale", SMALL: "both hands from 2 levels, none from 4", BAG: "250 kg"}
