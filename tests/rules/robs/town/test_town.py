"""The town: trade, taxes, the bank, followers, training, alms and the rite."""

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import (
    FRIEND,
    PC,
    answer,
    bare,
    carrying,
    delvers,
    lead,
    legal,
    of_town,
    on_sheet,
    refused,
    remembering,
    rich,
    scored,
    without,
)
from tests.rules.robs.scene import every, first

from underkeep.procedures import delve_actions as a
from underkeep.systems.robs.basics import compendium, money, wounds
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.basics.qualities import Foreign, Made, Valuable
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.town_life import town_life
from underkeep.systems.robs.characters import alignment_changes
from underkeep.systems.robs.characters.classes import spell_levels
from underkeep.systems.robs.equipment import market, treasure
from underkeep.systems.robs.town import alms, bank, followers, resurrection, taxes, town, training
from underkeep.testing import d2, d3, d6, rule
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition
from underkeep.world.creature import CheckRolled, Died
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.party import PartyJoined, PartyLeft
from underkeep.world.settlement import Applicant

GOLD = money.IN_CP["gp"]


def at_home(*kinds, size="town", switches=(), **life):
    return of_town(delvers(*kinds, in_town=True, switches=switches), size, **life)


def purse(state, id=PC):
    return money.purse_cp(state.creatures[id].items)


# Money


@rule("robs:money.coins")
def test_coins():
    assert money.purse_cp((money.coins("gp", 3),)) == 600
    assert [(i.kind, i.count) for i in money.change(641)] == [("gp", 3), ("sp", 2), ("cp", 1)]
    assert money.written(641) == "3 gp 2 sp 1 cp"
    assert money.written(0) == "0 cp"
    assert money.after_paying((money.coins("sp", 1),), 21) is None
    left = money.after_paying((money.coins("gp", 1), money.coins("cp", 5)), 30)
    assert money.purse_cp(left) == 175
    assert [(i.kind, i.count) for i in left] == [("sp", 8), ("cp", 15)], "small coins first, and change"
    assert money.after_paying((money.coins("sp", 1),), 20) == ()


@rule("robs:money.coin-weight", "robs:money.large-coins")
def test_coins_weigh_ten_grams():
    assert money.weight_grams((money.coins("gp", 2000), money.coins("cp", 500), Item("gem", "Gem"))) == 25_000
    assert money.large_coin_cp("gp", 50) == 5 * GOLD


@rule("robs:money.coins", "robs:prices")
def test_buying_and_selling():
    state = rich(at_home(), 10 * GOLD)
    done = lead(state, a.Buy(PC, "longsword", 1))
    assert purse(done.state) == 0
    sword = next(i for i in done.state.creatures[PC].items if i.kind == "longsword")
    sold = lead(done.state, a.Sell(PC, sword.id, 1))
    assert purse(sold.state) == 5 * GOLD
    assert refused(rich(at_home(), 10 * GOLD - 1), a.Buy(PC, "longsword", 1)) == "robs:money.coins"
    assert refused(rich(at_home(), 900 * GOLD), a.Buy(PC, "heavy-plate", 1)) == "Nobody here sells heavy-plate."
    assert refused(rich(at_home(size="city"), 900 * GOLD), a.Buy(PC, "heavy-plate", 1)) == ""
    torch = state.with_creature(PC, items=(Item("spellbook", "Book"),))
    assert refused(torch, a.Sell(PC, torch.creatures[PC].items[0].id, 1)) == market.PRICES


@rule("robs:treasure.gems.not-currency")
def test_a_gem_is_no_money():
    gem = Item("gem", "Good gem", quality=Valuable(10000))
    state = carrying(at_home(), PC, gem)
    assert refused(state, a.Buy(PC, "rope", 1)) == "robs:treasure.gems.not-currency"
    done = lead(state, a.Sell(PC, state.creatures[PC].items[0].id, 1))
    assert purse(done.state) == 10000


@rule("robs:treasure.selling")
@pytest.mark.parametrize(("size", "cash"), [("village", 2000), ("town", 20000), ("city", 200000)])
def test_few_have_the_cash_for_a_crown(size, cash):
    crown = Item("jewellery", "Crown", quality=Valuable(400000))
    state = carrying(at_home(size=size), PC, crown)
    done = lead(state, a.Sell(PC, state.creatures[PC].items[0].id, 1))
    assert purse(done.state) == cash
    letter = next(i for i in done.state.creatures[PC].items if i.kind == market.LETTER)
    assert treasure.worth_cp(letter) == 400000 - cash
    assert bool(market.price_of(size, letter)) == (size == "city")
    none = lead(state, a.Sell(PC, state.creatures[PC].items[0].id, 1), rulings={"robs:treasure.selling": "no buyer"})
    assert not every(none, ItemsChanged)


@rule("robs:equipment.magic-shop")
def test_magic_is_sold_only_where_there_are_such_shops():
    assert town.ware(at_home(size="city"), "forever-lantern") is None
    assert town.ware(at_home(size="city", switches=("magic-shop",)), "forever-lantern") is not None


@rule("robs:treasure.found-scale")
def test_what_is_bought_is_made_to_measure():
    state = rich(at_home("halfling-thief"), 10 * GOLD)
    bought = lead(state, a.Buy(PC, "longsword", 1)).state.creatures[PC].items
    assert next(i for i in bought if i.kind == "longsword").quality == Made(-2)
    assert (
        next(i for i in lead(state, a.Buy(PC, "rope", 1)).state.creatures[PC].items if i.kind == "rope").quality is None
    )


# Taxes


def at_the_gate(state, *faces, **rulings):
    done = bare(state, *faces)
    taxes.arrive(done)
    return done


@rule("robs:money.entry-tax")
def test_strangers_pay_a_tenth():
    state = rich(carrying(at_home(size="city"), FRIEND), 500 * GOLD)
    done = answer(at_the_gate(state), taxes.DECLARE)
    assert purse(done.state) == 450 * GOLD
    assert not at_the_gate(rich(at_home(), 500 * GOLD)).state.prompts, "only a city taxes"


@rule("robs:money.entry-tax")
def test_all_that_is_of_worth_is_declared():
    gem = Item("gem", "Gem", quality=Valuable(10000))
    state = carrying(at_home(size="city"), PC, gem, Item("longsword", "Longsword"), money.coins("gp", 1))
    assert taxes.valuables_cp(state, state.creatures[PC]) == 10000 + 1000 + 200


@rule("robs:money.citizen-tax")
def test_citizens_pass_and_pay_by_the_year():
    state = rich(carrying(at_home(size="city"), FRIEND), 100 * GOLD)
    done = lead(state, taxes.BecomeCitizen(PC))
    assert refused(done.state, taxes.BecomeCitizen(PC)) == "robs:money.citizen-tax"
    assert refused(at_home(), taxes.BecomeCitizen(PC)) == "robs:money.citizen-tax"
    passed = at_the_gate(replace(done.state, now=done.state.now + 364 * DAY))
    assert first(passed, taxes.PassedFree).creature == PC
    assert purse(passed.state) == 100 * GOLD
    later = at_the_gate(replace(done.state, now=done.state.now + 730 * DAY))
    assert purse(later.state) == 90 * GOLD
    assert town_life(later.state).citizens[PC] == done.state.now + 730 * DAY


@rule("robs:money.tax-free-papers", "robs:alignment.lawfulness.law-enforcement")
@pytest.mark.parametrize(
    ("score", "why"),
    [(1, "robs:alignment.lawfulness.law-enforcement"), (2, ""), (None, "robs:alignment.lawfulness.law-enforcement")],
)
def test_the_watch_takes_the_lawful(score, why):
    state = on_sheet(at_home(size="city", switches=("lawfulness",)), PC, lawfulness=score)
    assert refused(state, taxes.EnterService(PC)) == why
    assert refused(without(state, "lawfulness"), taxes.EnterService(PC)) == ""
    assert (
        refused(without(of_town(state, "town"), "lawfulness"), taxes.EnterService(PC)) == "robs:money.tax-free-papers"
    )


@rule("robs:money.tax-free-papers", "robs:alignment.lawfulness.law-enforcement")
def test_who_serves_passes_free():
    state = rich(carrying(at_home(size="city"), FRIEND), 100 * GOLD)
    done = lead(state, taxes.EnterService(PC))
    assert town_life(done.state).papers == (PC,)
    assert refused(done.state, taxes.EnterService(PC)) == "robs:money.tax-free-papers"
    assert first(at_the_gate(done.state), taxes.PassedFree).why == "in the lord's service"
    lawful = on_sheet(replace(state, switches=(*state.switches, "lawfulness")), PC, lawfulness=2)
    away = lead(lawful, taxes.EnterService(PC), rulings={"robs:alignment.lawfulness.law-enforcement": "turned away"})
    assert town_life(away.state).papers == ()


@rule("robs:money.tax-evasion")
@pytest.mark.parametrize(("high", "caught"), [(3, False), (2, True)])
def test_smugglers_lose_everything(high, caught):
    state = rich(carrying(at_home(size="city"), FRIEND), 100 * GOLD)
    faces = (d6(high), d6(3), *((d6(2),) if caught else ()), *d6(3, 3))
    done = answer(at_the_gate(state), taxes.HIDE, *faces)
    assert purse(done.state) == (0 if caught else 100 * GOLD)
    assert (done.state.now - state.now) // (30 * DAY) == (2 if caught else 0)


@rule("robs:money.tax-magic-hiding", "robs:money.tax-evasion")
def test_guards_know_magic_hiding_places():
    bag = Item("bag-of-holding", "Bag of Holding")
    state = carrying(carrying(at_home("human-thief", size="city"), PC, bag), PC, bag)
    done = answer(at_the_gate(state), taxes.HIDE, d6(1))
    assert first(done, taxes.CaughtSmuggling).creature == PC
    warned = bare(state, rulings={"robs:money.tax-evasion": "a warning"})
    taxes._smuggle(warned)
    assert warned.state.creatures[PC].items
    fined = bare(state, rulings={"robs:money.tax-evasion": "all is taken"})
    taxes._smuggle(fined)
    assert not fined.state.creatures[PC].items
    assert fined.state.now == state.now


# Banks


@rule("robs:money.banks")
def test_a_bank_pays_two_in_a_hundred():
    state = rich(at_home(size="city"), 1000 * GOLD)
    paid_in = lead(state, bank.Deposit(PC, 1000 * GOLD)).state
    assert purse(paid_in) == 0
    year = replace(paid_in, now=paid_in.now + 365 * DAY)
    assert purse(lead(year, bank.Withdraw(PC, 1000 * GOLD)).state) == 1020 * GOLD
    early = replace(paid_in, now=paid_in.now + 364 * DAY)
    assert purse(lead(early, bank.Withdraw(PC, 1000 * GOLD)).state) == 1000 * GOLD
    part = lead(paid_in, bank.Withdraw(PC, 400 * GOLD)).state
    assert town_life(part).deposits[PC] == 600 * GOLD
    assert bank.with_interest(100, 10, 2) == 121
    assert refused(paid_in, bank.Withdraw(PC, 1000 * GOLD + 1)) == "robs:money.banks"
    assert refused(rich(at_home(), GOLD), bank.Deposit(PC, 1)) == "robs:money.banks"
    assert refused(state, bank.Deposit(PC, 1000 * GOLD + 1)) == "robs:money.coins"
    assert bank.Deposit(PC, 1000 * GOLD) in legal(state)


@rule("robs:money.exchange")
@pytest.mark.parametrize(
    ("word", "faces", "left"),
    [("15%", (), 85), ("10%", (), 90), ("by the dice", (6, 6), 80), ("by the dice", (1, 1), 90)],
)
def test_the_changer_keeps_his_part(word, faces, left):
    old = Item(treasure.OLD_COIN, "coin of old", count=1000, quality=Foreign(20))
    state = carrying(at_home(), PC, old)
    done = lead(state, bank.ChangeMoney(PC), *(d6(*faces) if faces else ()), rulings={"robs:money.exchange": word})
    assert purse(done.state) == left * GOLD
    assert refused(at_home(), bank.ChangeMoney(PC)) != ""


# Followers


def looking(*, asks=2, **changes):
    state = rich(at_home(), 10 * GOLD)
    town = replace(state.settlement, applicants=(Applicant("follower-1", "commoner", 1, "Wat", (asks,)),))
    return replace(state, settlement=town)


@rule("robs:abilities.cha", "robs:task.situational.roll")
@pytest.mark.parametrize(("high", "offer", "comes"), [(3, 2, True), (2, 2, False), (2, 3, True), (3, 1, False)])
def test_who_follows(high, offer, comes):
    done = lead(looking(), a.Hire(PC, "follower-1", (offer,)), d6(high), d6(3))
    assert bool(every(done, PartyJoined)) == comes
    assert done.state.settlement.applicants == ()
    assert purse(done.state) == 10 * GOLD - (offer * 20 if comes else 0)


@rule("robs:abilities.cha")
def test_nobody_leads_more_than_three_and_cha():
    assert [followers.most(scored(at_home(), PC, CHA=cha).creatures[PC]) for cha in (0, 2, -5)] == [3, 5, 1]
    led = remembering(looking(), wages={FRIEND: 20}, paid_until={FRIEND: 0})
    assert refused(scored(led, PC, CHA=-2), a.Hire(PC, "follower-1", (2,))) == "robs:abilities.cha"
    assert refused(led, a.Hire(PC, "follower-1", (2,))) == ""
    assert refused(rich(looking(), 39), a.Hire(PC, "follower-1", (2,))) == "robs:money.coins"


def test_who_is_not_paid_goes():
    state = remembering(rich(at_home(), 100), wages={FRIEND: 20}, paid_until={FRIEND: 0})
    state = replace(state, now=2 * DAY)
    done = bare(state)
    followers.pay(done)
    assert purse(done.state) == 60
    assert campaign(done.state).paid_until[FRIEND] == 2 * DAY
    broke = bare(rich(state, 39))
    followers.pay(broke)
    assert first(broke, PartyLeft).creature == FRIEND
    assert at_home(switches=()).settlement is not None
    none = bare(without(at_home(), "followers"))
    assert followers.applicants(none, 3) == ()


# Rumours and rest


def test_rumours_are_told_once():
    state = at_home()
    every_one = replace(state, settlement=replace(state.settlement, heard=tuple(range(6))))
    assert refused(every_one, a.HearRumours(PC)) == "There is nothing new to hear."
    done = lead(state, a.HearRumours(PC), d6(2))
    assert done.state.settlement.heard == (1,)


@pytest.mark.parametrize(("total", "size"), [(-2, "village"), (-1, "town"), (1, "town"), (2, "city")])
def test_how_large_a_town_is(total, size):
    assert town.size_for(total) == size


# Training


def learned(xp, *kinds, switches=(), **sheet_changes):
    state = at_home(*(kinds or ("human-fighter",)), switches=switches)
    return on_sheet(state, PC, xp=float(xp), **sheet_changes)


@rule("robs:advancement.style", "robs:xp.saved-or-spent", "robs:advancement.level-cost.choice")
def test_a_level_is_bought():
    state = learned(250, classes={"fighter": 1}, level=1)
    done = lead(state, training.BuyLevel(PC, "fighter"), d3(2))
    own = sheet(done.state.creatures[PC])
    assert (own.classes, own.level, own.xp) == ({"fighter": 2}, 2, 50)
    assert done.state.creatures[PC].max_hp == 13
    assert campaign(done.state).level_cost == "rising"
    assert refused(learned(199, classes={"fighter": 1}), training.BuyLevel(PC, "fighter")) == "robs:xp.saved-or-spent"
    flat = learned(100, classes={"fighter": 1}, level=1, switches=("level-cost-flat",))
    assert sheet(lead(flat, training.BuyLevel(PC, "fighter"), d3(2)).state.creatures[PC]).xp == 0


@rule("robs:advancement.style", "robs:advancement.level-cost.choice")
def test_the_referee_settles_how_levels_are_paid_for():
    state = learned(250, classes={"fighter": 1}, level=1)
    kept = lead(state, training.BuyLevel(PC, "fighter"), d3(2), rulings={"robs:advancement.style": "threshold"})
    assert sheet(kept.state.creatures[PC]).xp == 250
    flat = lead(state, training.BuyLevel(PC, "fighter"), d3(2), rulings={"robs:advancement.level-cost.choice": "flat"})
    assert campaign(flat.state).level_cost == "flat"
    assert sheet(flat.state.creatures[PC]).xp == 150
    again = remembering(state, level_cost="flat")
    assert training.cost_of(again, sheet(again.creatures[PC]), "fighter") == 100


@rule("robs:class.multi", "robs:downtime.new-class-training", "robs:downtime.magic-training")
@pytest.mark.parametrize(("name", "months", "die_"), [("thief", 3, d2(1)), ("wizard", 6, d2(1))])
def test_a_new_class_takes_months(name, months, die_):
    state = scored(learned(100, classes={"fighter": 1}, level=1), PC, DEX=1, INT=1)
    done = lead(state, training.BuyLevel(PC, name), die_)
    assert (done.state.now - state.now) == months * 30 * DAY
    assert sheet(done.state.creatures[PC]).classes == {"fighter": 1, name: 1}
    no = lead(state, training.BuyLevel(PC, name), rulings={"robs:class.multi": "refused"})
    assert sheet(no.state.creatures[PC]).classes == {"fighter": 1}
    assert "1 month" not in training.MAGICAL
    assert min(training.MAGICAL.values()) == 6


@rule("robs:class.single-class")
def test_one_class_for_life():
    state = learned(500, classes={"fighter": 1}, switches=("single-class",))
    assert refused(state, training.BuyLevel(PC, "thief")) == "robs:class.single-class"
    assert refused(state, training.BuyLevel(PC, "fighter")) == ""


@rule("robs:class.priest.order", "robs:alignment.cleric-required")
def test_who_becomes_a_priest_joins_an_order():
    state = learned(100, classes={"fighter": 1}, level=1, alignment="", order="")
    own = sheet(lead(state, training.BuyLevel(PC, "priest"), d2(1)).state.creatures[PC])
    assert (own.order, own.alignment) == ("the-green", "Neutral")


def test_what_a_level_asks_for():
    state = learned(500, classes={"fighter": 1})
    assert refused(state, training.BuyLevel(PC, "ranger")) == "robs:class.ranger.prerequisite"
    assert refused(state, training.BuyLevel(PC, "cook")) == "robs:class.start"
    assert refused(state, training.BuyLevel(PC, "fighter", raised="INT")) == "robs:advancement.attributes.by-level"
    assert refused(state, training.BuyLevel(PC, "fighter", proficiency="cooking")) == "robs:class.proficiency.choice"
    assert training.BuyLevel(PC, "fighter") in legal(state)


@rule("robs:advancement.attributes.by-xp", "robs:example.attribute-costs")
@pytest.mark.parametrize(("score", "cost"), [(-1, 400), (2, 700), (3, 800)])
def test_what_attributes_cost(score, cost):
    assert training.attribute_cost(score) == cost


@rule("robs:advancement.attributes.by-xp", "robs:advancement.attributes.cost-assumption")
@pytest.mark.parametrize(("flat", "cost"), [(True, 700), (False, 1400)])
def test_attributes_cost_more_where_levels_grow_dearer(flat, cost):
    switches = ("buy-attributes", *(("level-cost-flat",) if flat else ()))
    state = scored(learned(cost, switches=switches), PC, STR=1)
    done = lead(state, training.BuyAttribute(PC, "STR"))
    own = sheet(done.state.creatures[PC])
    assert (own.attributes["STR"], own.xp) == (2, 0)
    short = on_sheet(state, PC, xp=float(cost - 1))
    assert refused(short, training.BuyAttribute(PC, "STR")) == "robs:advancement.attributes.by-xp"
    assert (
        refused(without(state, "buy-attributes"), training.BuyAttribute(PC, "STR"))
        == "robs:advancement.attributes.by-xp"
    )
    assert refused(state, training.BuyAttribute(PC, "LUCK")) == "robs:advancement.attributes.by-xp"


@rule("robs:advancement.attributes.no-double")
@pytest.mark.parametrize(("bought", "raised"), [(True, 0), (False, 1)])
def test_levels_raise_nothing_where_attributes_are_bought(bought, raised):
    state = learned(400, classes={"fighter": 3}, level=3, switches=("buy-attributes",) if bought else ())
    done = lead(state, training.BuyLevel(PC, "fighter", raised="STR"), d3(2))
    assert sheet(done.state.creatures[PC]).attributes["STR"] == raised


@rule("robs:advancement.attributes.no-cap")
@pytest.mark.parametrize(("word", "score"), [("no limit", 6), ("Legendary at most", 5)])
def test_beyond_legendary(word, score):
    state = scored(learned(9999, switches=("buy-attributes", "level-cost-flat")), PC, STR=5)
    done = lead(state, training.BuyAttribute(PC, "STR"), rulings={"robs:advancement.attributes.no-cap": word})
    assert sheet(done.state.creatures[PC]).attributes["STR"] == score


# Alms and quests


@rule("robs:alignment.no-single-act", "robs:alignment.sincerity")
def test_three_good_acts_lift_an_alignment():
    state = on_sheet(rich(at_home(), 100 * GOLD), PC, alignment="Neutral")
    for left in ("Neutral", "Neutral", "Lawful"):
        state = lead(state, alms.GiveAlms(PC)).state
        assert sheet(state.creatures[PC]).alignment == left
    feigned = on_sheet(rich(at_home(), 100 * GOLD), PC, alignment="Neutral")
    for _ in range(3):
        feigned = lead(feigned, alms.GiveAlms(PC, True)).state
    assert sheet(feigned.creatures[PC]).alignment == "Neutral"
    assert refused(rich(at_home(), 999), alms.GiveAlms(PC)) == "robs:alignment.no-single-act"


@rule("robs:alignment.no-single-act")
def test_one_act_of_extreme_weight_is_enough():
    state = on_sheet(rich(at_home(), 100 * GOLD), PC, alignment="Evil")
    rulings = {"robs:alignment.no-single-act": alignment_changes.EXTREME}
    assert sheet(lead(state, alms.GiveAlms(PC), rulings=rulings).state.creatures[PC]).alignment == "Neutral"


@rule("robs:alignment.slide-to-evil", "robs:alignment.intent")
@pytest.mark.parametrize(
    ("acts", "after"),
    [
        ((alignment_changes.MINOR,), "Neutral"),
        ((alignment_changes.MINOR, alignment_changes.MINOR), "Evil"),
        ((alignment_changes.GRAVE,), "Evil"),
        ((alignment_changes.ACCIDENT,) * 3, "Neutral"),
    ],
)
def test_falling_is_easier(acts, after):
    done = bare(on_sheet(at_home(), PC, alignment="Neutral"))
    for act in acts:
        alignment_changes.do_evil(done, PC, act)
    assert sheet(done.state.creatures[PC]).alignment == after


@rule("robs:alignment.default-by-behaviour")
@pytest.mark.parametrize(("on", "after"), [(True, "Evil"), (False, "")])
def test_who_chose_none_may_be_judged_by_conduct(on, after):
    state = on_sheet(at_home(switches=("alignment-by-behaviour",) if on else ()), PC, alignment="")
    done = bare(state)
    alignment_changes.do_evil(done, PC, alignment_changes.GRAVE)
    assert sheet(done.state.creatures[PC]).alignment == after


@rule("robs:alignment.change-affects", "robs:class.cleric.lawfulness-penalty")
def test_a_change_touches_clerics_only():
    state = on_sheet(at_home(switches=("lawfulness",)), PC, alignment="Lawful", lawfulness=3, order="the-lamp")
    done = bare(state)
    for _ in range(2):
        alignment_changes.do_evil(done, PC, alignment_changes.GRAVE)
    own = sheet(done.state.creatures[PC])
    assert (own.lawfulness, own.alignment) == (1, "Neutral")
    from underkeep.systems.robs.checks.checks import checked

    prayer = checked(bare(done.state, d6(3), d6(3)), done.state.creatures[PC], "clerical-lore", 0)
    assert prayer.total == -2
    assert checked(bare(done.state, d6(3), d6(3)), done.state.creatures[PC], "STR", 0).total == 0


@rule("robs:class.priest.transgression")
def test_the_third_violation_ends_a_priests_magic():
    state = on_sheet(at_home(), PC, classes={"priest": 2}, order="the-lamp", alignment="Lawful")
    done = bare(state)
    alignment_changes.violate(done, PC)
    alignment_changes.violate(done, PC)
    assert spell_levels(sheet(done.state.creatures[PC]), "cleric") == 4
    alignment_changes.violate(done, PC)
    assert spell_levels(sheet(done.state.creatures[PC]), "cleric") == 0
    alms.fulfil(done)
    assert spell_levels(sheet(done.state.creatures[PC]), "cleric") == 4
    evil = bare(on_sheet(state, PC, order="the-coil", alignment="Evil"))
    for _ in range(3):
        alignment_changes.violate(evil, PC)
    assert not sheet(evil.state.creatures[PC]).fallen
    warned = bare(state, rulings={"robs:class.priest.transgression": "is warned"})
    for _ in range(3):
        alignment_changes.violate(warned, PC)
    assert not sheet(warned.state.creatures[PC]).fallen


# Resurrection


def mourning(hp=-4, size="town", temple="the-lamp", alignment="Lawful", switches=(), **changes):
    state = rich(at_home(size=size, temple=temple, switches=switches), 20 * GOLD)
    state = on_sheet(state, FRIEND, alignment=alignment, **changes)
    return state.with_creature(FRIEND, status="dead", hp=hp)


RITE = resurrection.Resurrect(PC, FRIEND)


@rule("robs:death.resurrection.stabilise", "robs:death.resurrection.weakness", "robs:death.resurrection.quest")
def test_the_rite():
    done = lead(mourning(), RITE, d6(3), d6(3), d6(5), d6(4), d6(4), d6(3))
    friend = done.state.creatures[FRIEND]
    assert (friend.status, friend.hp) == ("up", 2), "1d6+1 is 6"
    risen = friend.condition(wounds.RISEN)
    assert risen.until == done.state.now + 4 * 7 * DAY
    assert campaign(done.state).quests == {}
    assert purse(done.state) == 0
    owing = lead(mourning(), RITE, d6(3), d6(3), d6(5), d6(4), d6(3), d6(3))
    assert campaign(owing.state).quests == {FRIEND: "the-lamp"}
    paid = bare(owing.state)
    alms.fulfil(paid)
    assert campaign(paid.state).quests == {}


@rule("robs:death.resurrection.weakness")
@pytest.mark.parametrize(("hp", "penalty"), [(10, -2), (6, -2), (1, -3)])
def test_feebleness_does_not_add_to_wounds(hp, penalty):
    state = at_home().with_creature(PC, hp=hp, conditions=(Condition(wounds.RISEN),))
    assert sum(m.amount for m in wounds.penalty(state, state.creatures[PC])) == penalty


@rule("robs:death.resurrection.weakness")
@pytest.mark.parametrize(("con", "face", "weeks"), [(1, 4, 3), (2, 1, 1), (0, 6, 6)])
def test_how_long_one_is_feeble(con, face, weeks):
    state = scored(mourning(), FRIEND, CON=con)
    done = lead(state, RITE, d6(3), d6(3), d6(5), d6(face), d6(4), d6(3))
    assert done.state.creatures[FRIEND].condition(wounds.RISEN).level == weeks


@rule("robs:death.resurrection.stabilise")
def test_old_wounds_kill_again():
    done = lead(mourning(hp=-4), RITE, d6(3), d6(3), d6(3))
    assert done.state.creatures[FRIEND].status == "dead"
    assert first(done, Died).creature == FRIEND


@rule("robs:death.resurrection.poison")
def test_poison_is_spent():
    state = mourning().with_creature(FRIEND, conditions=(Condition("poisoned"),))
    done = lead(state, RITE, d6(3), d6(3), d6(5), d6(4), d6(4), d6(3))
    assert done.state.creatures[FRIEND].condition("poisoned") is None


@rule("robs:death.resurrection.place", "robs:resurrection-roll")
@pytest.mark.parametrize(("size", "high", "works"), [("town", 3, True), ("town", 2, False), ("city", 1, True)])
def test_the_roll_of_whoever_leads_the_rite(size, high, works):
    more = (d6(5), d6(4), d6(4), d6(3)) if works else ()
    done = lead(mourning(size=size), RITE, d6(high), d6(3), *more)
    assert (done.state.creatures[FRIEND].status == "up") == works
    assert refused(mourning(size="village"), RITE) == "robs:death.resurrection.place"


@rule("robs:death.resurrection.deity")
@pytest.mark.parametrize(("high", "granted"), [(6, True), (5, False)])
def test_another_alignment_needs_fate(high, granted):
    more = (d6(3), d6(3), d6(5), d6(4), d6(4), d6(3)) if granted else ()
    done = lead(mourning(alignment="Evil"), RITE, d6(high), d6(3), *more)
    assert bool(every(done, resurrection.RiteRefused)) != granted
    no = lead(mourning(), RITE, rulings={"robs:death.resurrection.deity": "refused"})
    assert every(no, resurrection.RiteRefused)


@rule("robs:death.resurrection.possible", "robs:death.resurrection.body", "robs:death.resurrection.new-body")
def test_when_nobody_can_be_raised():
    assert refused(without(mourning(), "resurrection"), RITE) == "robs:death.resurrection.possible"
    ash = mourning().with_creature(FRIEND, conditions=(Condition(resurrection.RUINED),))
    assert refused(ash, RITE) == "robs:death.resurrection.body"
    assert refused(replace(ash, switches=(*ash.switches, "replacement-bodies")), RITE) == ""
    assert refused(rich(mourning(), 20 * GOLD - 1), RITE) == "robs:prices"
    assert refused(mourning(), resurrection.Resurrect(PC, PC)) == "robs:death.resurrection.body"
    assert RITE in legal(mourning())


@rule("robs:death.resurrection.new-body-attributes", "robs:death.resurrection.new-body")
def test_a_new_body_has_its_own_strength():
    state = scored(mourning(switches=("replacement-bodies",), scale=-2), FRIEND, STR=2, CHA=2, INT=1, DEX=1, CON=1)
    state = state.with_creature(FRIEND, conditions=(Condition(resurrection.RUINED),))
    done = lead(state, RITE, d6(3), d6(3), d6(5), d6(4), d6(4), d6(3))
    own = sheet(done.state.creatures[FRIEND])
    assert own.attributes == {"STR": 0, "DEX": 0, "CON": 0, "INT": 1, "CHA": 2}
    assert (own.scale, own.alignment) == (0, "Lawful")


@rule("robs:death.resurrection.critical-failure")
def test_something_else_comes_back():
    done = lead(mourning(), RITE, d6(1), d6(6), d6(1), d6(4), d6(4), d6(3))
    assert campaign(done.state).possessed == {FRIEND: done.state.now}
    assert done.state.creatures[FRIEND].status == "up"
    nothing = lead(mourning(), RITE, d6(1), d6(6), rulings={"robs:death.resurrection.critical-failure": "nothing"})
    assert nothing.state.creatures[FRIEND].status == "dead"
    week = replace(done.state, now=done.state.now + 7 * DAY)
    seen = bare(week, d6(5), d6(3))
    resurrection.wonder(seen)
    assert first(seen, CheckRolled).roll.needed == 2
    assert first(seen, PartyLeft).creature == FRIEND
    blind = bare(week, d6(4), d6(3))
    resurrection.wonder(blind)
    assert campaign(blind.state).possessed == {FRIEND: week.now}
    early = bare(replace(done.state, now=done.state.now + 7 * DAY - 1))
    resurrection.wonder(early)
    assert not early.events


def test_there_are_deities_of_each_alignment():
    assert {order.alignment for order in compendium.orders().values()} == {"Lawful", "Neutral", "Evil"}
