"""The town to the point: banks and taxes over the years, wages, trade by the piece, training and the rite."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import (
    FRIEND,
    PC,
    bare,
    carrying,
    delvers,
    lead,
    of_town,
    on_sheet,
    remembering,
    rich,
    scored,
)
from tests.rules.robs.scene import every, first

from underkeep.kernel.dice import Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium, money
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.basics.qualities import Foreign, Valuable
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.town_life import town_life
from underkeep.systems.robs.checks.checks import SituationRolled
from underkeep.systems.robs.equipment import market, treasure
from underkeep.systems.robs.ruleset import RULESET
from underkeep.systems.robs.town import bank, followers, resurrection, taxes, town, training
from underkeep.testing import d3, d6, rule
from underkeep.world.clock import DAY, TimePassed
from underkeep.world.condition import Condition
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.settlement import Applicant

GOLD, YEAR = money.IN_CP["gp"], 365 * DAY
LONG_AGO = 200 * DAY


def at_home(*kinds, size="town", switches=(), now=LONG_AGO, **life):
    return replace(of_town(delvers(*kinds, in_town=True, switches=switches), size, **life), now=now)


def purse(state, id=PC):
    return money.purse_cp(state.creatures[id].items)


# Banks


def saved(now, held=1000):
    return at_home(size="city", now=now, deposits={PC: held}, deposited={PC: LONG_AGO})


@rule("robs:money.banks")
@pytest.mark.parametrize(
    ("now", "rate", "held", "since"),
    [
        (LONG_AGO + YEAR - 1, "", 1000, LONG_AGO),
        (LONG_AGO + YEAR, "", 1020, LONG_AGO + YEAR),
        (LONG_AGO + 2 * YEAR + DAY, "", 1040, LONG_AGO + 2 * YEAR),
        (LONG_AGO + 2 * YEAR, "3% a year", 1060, LONG_AGO + 2 * YEAR),
    ],
)
def test_interest_is_of_whole_years(now, rate, held, since):
    done = bare(saved(now), rulings={"robs:money.banks": rate} if rate else None)
    assert bank._reckon(done, PC) == held
    assert town_life(done.state).deposited[PC] == since
    assert bool(done.events) is (since > LONG_AGO)


@rule("robs:money.banks")
def test_nothing_earns_nothing():
    done = bare(saved(LONG_AGO + YEAR, held=0))
    assert bank._reckon(done, PC) == 0 and not done.events


@rule("robs:money.banks")
def test_how_much_goes_in_and_out():
    state = rich(saved(LONG_AGO, held=1), 1)
    for held_or_carried, why in ((0, True), (1, False), (2, True)):
        assert (bank.why_not_deposit(state, bank.Deposit(PC, held_or_carried)) is not None) is why
        assert (bank.why_not_withdraw(state, bank.Withdraw(PC, held_or_carried)) is not None) is why
    assert bank.why_not_withdraw(state, bank.Withdraw(FRIEND, 1)) is not None


@rule("robs:money.exchange")
def test_the_changer_takes_foreign_coin_and_nothing_else():
    old = Item(treasure.OLD_COIN, "coin of old", quality=Foreign(9), id="o")
    state = carrying(at_home(), PC, Item("rope", "Rope", id="r"), old)
    done = lead(state, bank.ChangeMoney(PC), rulings={"robs:money.exchange": "10%"})
    assert [(i.kind, i.count) for i in done.state.creatures[PC].items] == [("rope", 1), ("cp", 8)]


# Followers


def looking(asks, cp=10 * GOLD):
    state = rich(at_home(), cp)
    applicants = (Applicant("follower-1", "commoner", 1, "Wat", (asks,)),)
    return replace(state, settlement=replace(state.settlement, applicants=applicants))


@rule("robs:abilities.cha", "robs:task.situational.roll")
@pytest.mark.parametrize(("offer", "counts"), [(1, -3), (2, -3), (3, -2), (7, 2), (8, 3), (9, 3)])
def test_an_offer_counts_for_three_at_most(offer, counts):
    done = lead(looking(5), a.Hire(PC, "follower-1", (offer,)), *d6(6, 1))
    assert [m[1] for m in first(done, SituationRolled).roll.modifiers] == [counts]


@rule("robs:abilities.cha")
def test_a_follower_is_paid_for_the_day():
    state = looking(2, 40)
    assert followers.why_not_hire(state, state.creatures[PC], "follower-1", 2) is None
    done = lead(state, a.Hire(PC, "follower-1", (2,)), *d6(4, 3))
    assert campaign(done.state).wages["follower-1"] == 40
    assert campaign(done.state).paid_until["follower-1"] == LONG_AGO + DAY


# The rite


def dead(hp, *conditions):
    state = at_home(temple="the-lamp").with_creature(FRIEND, status="dead", hp=hp)
    return state.with_creature(FRIEND, conditions=tuple(Condition(name) for name in conditions))


@rule("robs:death.resurrection.stabilise", "robs:death.resurrection.poison")
@pytest.mark.parametrize(
    ("hp", "face", "unholy", "after"), [(-4, 1, True, 1), (-4, 6, True, 3), (-4, 6, False, 3), (9, 6, False, 10)]
)
def test_with_how_many_hit_points_one_returns(hp, face, unholy, after):
    done = bare(dead(hp), d6(face))
    assert resurrection._is_stable(done, done.state.creatures[FRIEND], unholy)
    assert done.state.creatures[FRIEND].hp == after


@rule("robs:death.resurrection.poison")
def test_poison_in_the_body_is_told():
    for conditions in ((), ("poisoned",)):
        done = bare(dead(-1, *conditions), d6(6))
        resurrection._is_stable(done, done.state.creatures[FRIEND], False)
        told = "robs:death.resurrection.poison" in first(done, resurrection.Rose).rule
        assert told is bool(conditions)


@rule("robs:death.resurrection.quest")
@pytest.mark.parametrize(("word", "laid"), [("a quest", True), ("no quest", False)])
def test_the_referee_says_whether_there_is_a_quest(word, laid):
    faces = d6(4, 3) if laid else d6(3, 4)
    done = bare(dead(5), d6(2), *faces, rulings={"robs:death.resurrection.quest": word})
    resurrection._come_back(done, FRIEND)
    assert bool(campaign(done.state).quests) is laid


@rule("robs:death.resurrection.critical-failure")
@pytest.mark.parametrize(("days", "rolled"), [(6, False), (7, True)])
def test_a_spirit_is_suspected_once_a_week(days, rolled):
    state = remembering(at_home(now=LONG_AGO + days * DAY), possessed={FRIEND: LONG_AGO})
    done = bare(state, *(d6(4, 3) if rolled else ()))
    resurrection.wonder(done)
    assert bool(done.events) is rolled


# Taxes


@rule("robs:money.entry-tax")
def test_all_of_each_sort_is_declared():
    gem = Item("gem", "Gem", count=2, quality=Valuable(10000))
    state = carrying(at_home(size="city"), PC, gem, Item("longsword", "Longsword", count=2))
    assert taxes.valuables_cp(state, state.creatures[PC]) == 2 * 10000 + 2 * 1000


@rule("robs:money.entry-tax")
def test_the_kingdom_says_how_much():
    state = rich(carrying(at_home(size="city"), FRIEND), 100 * GOLD)
    rate, percent = next((word, n) for word, n in taxes.RATES.items() if word != "10%")
    done = bare(state, rulings={"robs:money.entry-tax": rate})
    taxes._pay_at_the_gate(done)
    assert purse(done.state) == (100 - percent) * GOLD


@rule("robs:money.tax-free-papers")
def test_only_who_has_papers_passes_with_them():
    done = bare(at_home(size="city", papers=(FRIEND,)))
    taxes.arrive(done)
    assert [e.creature for e in every(done, taxes.PassedFree)] == [FRIEND]


@rule("robs:money.tax-evasion", "robs:money.tax-magic-hiding")
def test_how_a_smuggler_was_found_is_told():
    bag = Item("bag-of-holding", "Bag of Holding")
    for items, faces, told in (((bag,), (), True), ((), d6(2, 3), False)):
        done = bare(
            carrying(at_home("human-thief", size="city"), PC, *items),
            *faces,
            rulings={"robs:money.tax-evasion": "a warning"},
        )
        taxes._smuggle(done)
        assert ("robs:money.tax-magic-hiding" in first(done, taxes.CaughtSmuggling).rule) is told


@rule("robs:money.citizen-tax")
@pytest.mark.parametrize(
    ("years", "carried", "held", "rate", "paid"),
    [(0, 1000, 0, "", 0), (1, 1000, 0, "", 50), (1, 1000, 1000, "", 100), (2, 1000, 0, "", 100), (1, 19, 0, "", 0)],
)
def test_a_citizen_pays_of_all_there_is(years, carried, held, rate, paid):
    life = {"citizens": {PC: LONG_AGO}, "deposits": {PC: held} if held else {}}
    state = rich(at_home(size="city", now=LONG_AGO + years * YEAR, **life), carried)
    done = bare(state)
    taxes._pay_yearly(done, state.creatures[PC])
    assert purse(done.state) == carried - paid
    assert town_life(done.state).citizens[PC] == LONG_AGO + years * YEAR
    word, percent = next((word, n) for word, n in taxes.YEARLY.items() if word != "5%")
    ruled = bare(state, rulings={"robs:money.citizen-tax": word})
    taxes._pay_yearly(ruled, state.creatures[PC])
    assert purse(ruled.state) == carried - (carried + held) * percent * years // 100


# Trade


@rule("robs:money.coins", "robs:equipment.magic-shop")
def test_a_magic_ware_tells_the_shop():
    state = rich(at_home(size="city", switches=("magic-shop",)), 500 * GOLD)
    for kind, told in (("forever-lantern", True), ("rope", False), ("longsword", False)):
        rule_ = first(lead(state, a.Buy(PC, kind, 1)), ItemsChanged).rule
        assert ("robs:equipment.magic-shop" in rule_) is told


def founded(size, monkeypatch, **rulings):
    monkeypatch.setattr(town, "size_for", lambda total: size)
    done = Resolution(delvers(in_town=True), Seeded(1, "town"), RULESET, rulings)
    town.found(done)
    return done.state.settlement


@rule("robs:referee.world")
@pytest.mark.parametrize(("size", "people", "banks"), [("village", 1, False), ("town", 2, False), ("city", 4, True)])
def test_what_a_place_of_this_size_has(size, people, banks, monkeypatch):
    settlement = founded(size, monkeypatch)
    assert len(settlement.applicants) == people and ("bank" in settlement.services) is banks
    for order, deity in ((id, one.deity) for id, one in compendium.orders().items()):
        placed = founded(size, monkeypatch, **{"robs:referee.world": order})
        assert placed.life.temple == order and f"temple of {deity}" in placed.services


def sold(kind, cp, count, size="town"):
    state = carrying(at_home(size=size), PC, Item(kind, kind, count=count + 1, quality=Valuable(cp), id="x"))
    return lead(state, a.Sell(PC, "x", count))


@rule("robs:treasure.selling", "robs:treasure.gems.not-currency")
def test_treasure_is_sold_by_the_piece():
    cash = market.CASH_CP["town"]
    exact = sold("gem", cash, 2)
    change = first(exact, ItemsChanged)
    assert change.coins == 2 * cash == purse(exact.state) and change.item.count == 2
    assert "robs:treasure.selling" not in change.rule and "robs:treasure.gems.not-currency" in change.rule
    assert not any(i.kind == market.LETTER for i in exact.state.creatures[PC].items)
    dear = sold("gem", cash + 100, 2)
    assert "robs:treasure.selling" in first(dear, ItemsChanged).rule and purse(dear.state) == 2 * cash
    letter = next(i for i in dear.state.creatures[PC].items if i.kind == market.LETTER)
    assert letter.quality.cp == 200
    plain = lead(carrying(at_home(), PC, Item("longsword", "Longsword", id="x")), a.Sell(PC, "x", 1))
    assert "robs:treasure.gems.not-currency" not in first(plain, ItemsChanged).rule


# Training


def learner(xp, **values):
    return on_sheet(at_home("human-fighter", switches=values.pop("switches", ())), PC, xp=float(xp), **values)


@rule("robs:downtime.new-class-training", "robs:downtime.magic-training")
@pytest.mark.parametrize(("name", "spans"), [("thief", training.MUNDANE), ("wizard", training.MAGICAL)])
def test_how_long_training_takes_is_the_referees(name, spans):
    for word, months in spans.items():
        done = bare(at_home(), rulings={"robs:downtime.new-class-training": word})
        training._train(done, name)
        assert done.state.now == LONG_AGO + months * 30 * DAY
        assert ("robs:downtime.magic-training" in first(done, TimePassed).rule) is (name == "wizard")


@rule("robs:class.priest.order", "robs:alignment.cleric-required")
def test_only_who_becomes_a_cleric_without_an_order_joins_one():
    free = sheet(learner(0, order="", alignment="Lawful").creatures[PC])
    assert training._with_order(free, "thief") is free
    assert training._with_order(free, "priest").order == "the-lamp"
    sworn = sheet(learner(0, order="the-scales", alignment="Lawful").creatures[PC])
    assert training._with_order(sworn, "priest") is sworn


@rule("robs:advancement.attributes.cost-assumption")
@pytest.mark.parametrize(("word", "times"), list(training.DEARER.items()))
def test_the_referee_says_how_dear_attributes_are(word, times):
    state = scored(learner(5000, switches=("buy-attributes",)), PC, STR=1)
    done = bare(state, rulings={"robs:advancement.attributes.cost-assumption": word})
    training.buy_attribute(done, training.BuyAttribute(PC, "STR"))
    assert sheet(done.state.creatures[PC]).xp == 5000 - 700 * times


@rule("robs:class.total-level", "robs:advancement.style")
def test_a_level_gives_hit_points_and_skill_with_the_first_weapon():
    state = learner(300, classes={"fighter": 2}, level=2).with_creature(PC, hp=4)
    arms = (Item("longsword", "Longsword", "hand"), Item("dagger", "Dagger", "hand"))
    done = bare(carrying(state, PC, *arms), d3(2))
    training.buy_level(done, training.BuyLevel(PC, "fighter"))
    hero = done.state.creatures[PC]
    assert (hero.hp, hero.max_hp, sheet(hero).proficiencies) == (7, 13, {"longsword": 1})
    unarmed = bare(carrying(state, PC), d3(2))
    training.buy_level(unarmed, training.BuyLevel(PC, "fighter"))
    assert sheet(unarmed.state.creatures[PC]).proficiencies == {"staff": 1}
