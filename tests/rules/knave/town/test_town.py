"""In town: what it sells by its size, wages, and nights that mend; and a camp, where they mend less."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import (
    answer,
    carrying,
    coins,
    coins_of,
    delvers,
    has,
    in_town_of,
    lead,
    on_sheet,
    refused,
    scores,
    sheet_of,
    the,
)

from underkeep.kernel.prompt import Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.sheet import ABILITIES
from underkeep.systems.knave.encounters import companions
from underkeep.systems.knave.equipment.market import price
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.town import hirelings, town
from underkeep.systems.knave.town.town import NotSold, on_sale
from underkeep.systems.knave.travel import days
from underkeep.testing import rule
from underkeep.testing.builders import item_id, scripted
from underkeep.world.clock import DAY
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.settlement import Applicant
from underkeep.world.state import State


def shopper(size: str = "town", purse: int = 200) -> State:
    return carrying(in_town_of(delvers(in_town=True), size), "hero-1", coins(purse))


@rule(
    "knave:equipment.common.availability", "knave:equipment.uncommon.availability", "knave:equipment.rare.availability"
)
@pytest.mark.parametrize(("size", "sold"), [("village", 1), ("town", 2), ("city", 3)])
def test_what_is_sold_where(size: str, sold: int) -> None:
    wanted = [a.Buy("hero-1", kind, 1) for kind in ("rope", "lantern", "sextant")]
    assert [not refused(shopper(size), action) for action in wanted] == [n < sold for n in range(3)]


@rule("knave:money.coin", "knave:encumbrance.no-excess")
def test_buying_takes_coins_and_slots() -> None:
    do = lead(shopper(), a.Buy("hero-1", "rope", 3))
    assert coins_of(do.state) == 185
    assert refused(shopper(purse=4), a.Buy("hero-1", "rope", 1)) == "knave:money.coin"
    assert refused(shopper(), a.Buy("hero-1", "rope", 10)) == "knave:encumbrance.no-excess"
    beast = lead(shopper(), a.Buy("hero-1", "dog", 1)).state
    assert RULESET.load(beast, beast.creatures["hero-1"]) == "1 of 10 slots"  # type: ignore[attr-defined]


@rule("knave:encumbrance.no-excess", "knave:equipment.armor.max-pieces")
def test_carrying_too_much_is_refused() -> None:
    state = carrying(shopper(), "hero-2", *(Item(f"thing-{n}", "Thing") for n in range(10)))
    assert refused(state, a.Give("hero-1", "hero-2", item_id(state, "hero-1"), 200)) == "knave:encumbrance.no-excess"
    room = carrying(shopper(), "hero-2", *(Item(f"thing-{n}", "Thing") for n in range(9)))
    assert refused(room, a.Give("hero-1", "hero-2", item_id(room, "hero-1"), 100)) == ""
    two = carrying(state, "hero-1", Item("helmet", "Helmet", "worn"), Item("helmet", "Helmet"))
    assert refused(two, a.Equip("hero-1", item_id(two, "hero-1", 1), "worn")) == "knave:equipment.armor.max-pieces"


@rule("knave:money.unskilled-wage")
def test_an_unskilled_day_costs_ten_coins() -> None:
    state = shopper()
    assert state.settlement is not None
    people = tuple(
        Applicant(f"hireling-{n}", "hireling", 0, f"Hand {n}", (hirelings.UNSKILLED_COINS,)) for n in (1, 2, 3)
    )
    state = on_sheet(
        replace(state, settlement=replace(state.settlement, applicants=people)),
        "hero-1",
        abilities={**sheet_of(state, "hero-1").abilities, "CHA": 3},
    )
    assert refused(state, a.Hire("hero-1", "hireling-1", (9,))) == "knave:money.unskilled-wage"
    for who in people:
        state = lead(state, a.Hire("hero-1", who.id, (10,))).state
    do = scripted(RULESET, replace(state, now=state.now + 2 * DAY))
    hirelings.pay(do)
    assert coins_of(do.state) == 200 - 60
    poor = scripted(RULESET, replace(carrying(state, "hero-1"), now=state.now + 2 * DAY))
    hirelings.pay(poor)
    assert poor.state.party is not None and poor.state.party.members == ("hero-1", "hero-2")


def test_the_sheet_says_what_one_adds_to_those_whom_the_party_may_lead() -> None:
    state = scores(scores(shopper(), "hero-1"), "hero-2", CHA=2)
    told = [dict(dict(RULESET.card(state, state.creatures[f"hero-{n}"]).sections)["Character"]) for n in (1, 2)]
    assert [rows["Companions"] for rows in told] == ["+0 for the party", "+2 for the party"]
    assert companions.most(state) == 3


@rule("knave:healing.hp-each-morning", "knave:healing.wound-in-haven")
def test_a_night_in_a_haven_closes_a_wound() -> None:
    state = on_sheet(shopper().with_creature("hero-1", hp=1), "hero-1", wounds=3)
    do = lead(state, a.RestDays(2))
    assert do.state.creatures["hero-1"].hp == 4 and sheet_of(do.state, "hero-1").wounds == 1


@rule("knave:healing.wound-in-haven", "knave:healing.conditions-both-needed")
def test_a_camp_is_no_haven() -> None:
    hurt = delvers()
    for id in ("hero-1", "hero-2"):
        hurt = on_sheet(hurt.with_creature(id, hp=1), id, wounds=1)
    fed = carrying(hurt, "hero-1", Item("ration", "Ration"))
    do = lead(fed, days.Camp())
    assert do.state.now == fed.now + 8 * 3600
    assert [do.state.creatures[f"hero-{n}"].hp for n in (1, 2)] == [4, 1]
    assert sheet_of(do.state, "hero-1").wounds == 1
    assert do.state.creatures["hero-1"].items == ()


def employer(purse: int) -> State:
    """Two characters, a hand at 10 coins a day and a master at 50, both paid for the first day."""
    state = on_sheet(shopper(purse=purse + 60), "hero-1", abilities={**dict.fromkeys(ABILITIES, 0), "CHA": 3})
    assert state.settlement is not None
    people = (Applicant("hireling-1", "hireling", 0, "Fulk", (10,)), Applicant("expert-2", "expert", 0, "Dagna", (50,)))
    state = replace(state, settlement=replace(state.settlement, applicants=people))
    for who in people:
        state = lead(state, a.Hire("hero-1", who.id, who.asks)).state
    return state


def wages_told(do: Resolution) -> list[tuple[str, int, int]]:
    return [(e.creature, e.coins, e.days) for e in do.events if isinstance(e, hirelings.WagesPaid)]


@rule("knave:money.unskilled-wage")
def test_each_is_told_once_what_a_rest_of_many_days_cost() -> None:
    do = lead(carrying(employer(100), "hero-2", coins(400)), a.RestDays(8))
    assert wages_told(do) == [("hireling-1", 70, 7), ("expert-2", 350, 7)]
    assert coins_of(do.state) + coins_of(do.state, "hero-2") == 500 - 420


@rule("knave:money.unskilled-wage")
def test_the_rest_stops_when_the_money_is_out() -> None:
    state = employer(130)
    do = lead(state, a.RestDays(7))
    assert do.state.now == state.now + 3 * DAY and coins_of(do.state) == 10
    assert wages_told(do) == [("hireling-1", 20, 2), ("expert-2", 100, 2)]
    assert the(do, hirelings.WagesRanOut).coins == 60  # type: ignore[attr-defined]
    assert companions.companions(do.state) == companions.companions(state)
    after = lead(do.state, a.RestDays(7))
    assert after.state.now == do.state.now + DAY and wages_told(after) == [("hireling-1", 10, 1)]
    assert the(after, hirelings.WagesUnpaid).creature == "expert-2"  # type: ignore[attr-defined]
    assert [c.id for c in companions.companions(after.state)] == ["hireling-1"]


@rule("knave:money.unskilled-wage")
def test_a_month_of_training_is_not_cut_short_by_wages() -> None:
    do = scripted(RULESET, employer(0))
    began = do.state.now
    town.rest_days(do, 30, until_the_end=True)
    assert do.state.now == began + 30 * DAY and not companions.companions(do.state)


@rule("knave:equipment.goods.band-judgement")
def test_the_referee_places_goods_that_no_list_has() -> None:
    state = carrying(in_town_of(delvers(1, in_town=True), "town"), "hero-1", coins(200))
    bought = lead(state, a.Buy("hero-1", "crowbar", 1))
    assert coins_of(bought.state) == 200 - price("crowbar")
    assert [e.choice for e in bought.events if isinstance(e, Ruled)] == ["common"]
    asked = lead(replace(state, human_referee=True), a.Buy("hero-1", "crowbar", 1))
    assert asked.state.prompts[0].rule == ("knave:equipment.goods.band-judgement",)
    assert coins_of(answer(asked, "uncommon").state) == 180
    refused_one = answer(asked, "rare")
    assert coins_of(refused_one.state) == 200
    assert the(refused_one, NotSold).rule == ("knave:equipment.goods.band-judgement",)
    poor = lead(replace(carrying(state, "hero-1", coins(10)), human_referee=True), a.Buy("hero-1", "crowbar", 1))
    assert has(answer(poor, "uncommon"), NotSold)


@rule("knave:equipment.goods.prices", "knave:equipment.common.price", "knave:equipment.melee.one-handed")
@pytest.mark.parametrize(
    ("kind", "rule_id"),
    [
        ("rope", "equipment.common.price"),
        ("lantern", "equipment.uncommon.price"),
        ("sword", "equipment.melee.one-handed"),
        ("bow", "equipment.missile.bow"),
        ("helmet", "equipment.armor.prices"),
        ("goat", "equipment.animals.prices"),
    ],
)
def test_a_purchase_cites_what_sets_its_price(kind: str, rule_id: str) -> None:
    state = carrying(in_town_of(delvers(1, in_town=True), "town"), "hero-1", coins(400))
    assert f"knave:{rule_id}" in the(lead(state, a.Buy("hero-1", kind, 1)), ItemsChanged).rule


@rule("knave:magic.spellbook.sources")
@pytest.mark.parametrize("size", ["village", "town", "city"])
def test_no_shop_sells_books_of_magic_or_enchanted_arms(size: str) -> None:
    assert not [kind for kind in on_sale(size) if kind.startswith(("spellbook", "rune", "ember"))]
    assert refused(in_town_of(delvers(in_town=True), size), a.Buy("hero-1", "spellbook", 1))
