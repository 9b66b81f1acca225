"""What a place has by its size, what is paid and who is hired, to the coin."""

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

from underkeep.kernel.event import Event
from underkeep.procedures import delve_actions as a
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.campaign import campaign
from underkeep.systems.knave.basics.sheet import Tie
from underkeep.systems.knave.basics.town_life import KnaveTown
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.town import gaol, hirelings, town, training
from underkeep.systems.knave.town.town import NotSold, on_sale
from underkeep.systems.knave.town.training import Train
from underkeep.testing import rule
from underkeep.testing.builders import scripted
from underkeep.world.clock import DAY
from underkeep.world.creature import SheetChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.settlement import Applicant, Settlement
from underkeep.world.state import State

WAGE = "knave:money.unskilled-wage"


def shopper(size: str = "town", purse: int = 200) -> State:
    return carrying(in_town_of(delvers(in_town=True), size), "hero-1", coins(purse))


def founded(size: int, dry: int = 6) -> Settlement:
    """A place whose first dice are these, all others low."""
    from underkeep.kernel.dice import Dice

    class Low(Dice):
        def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
            face = size if why == "size of the settlement" else dry if why == "whether the country is dry" else 1
            assert sides == 6 or face == 1
            return (face,) * count

    do = scripted(RULESET, delvers(in_town=True))
    do.dice = Low()
    town.found(do)
    assert do.state.settlement is not None
    return do.state.settlement


@rule(
    "knave:equipment.common.availability", "knave:equipment.uncommon.availability", "knave:equipment.rare.availability"
)
@pytest.mark.parametrize(
    ("face", "size", "people"),
    [(1, "village", 2), (2, "village", 2), (3, "town", 3), (4, "town", 3), (5, "town", 3), (6, "city", 5)],
)
def test_a_die_founds_a_place(face: int, size: str, people: int) -> None:
    place = founded(face)
    assert place.size == size and len(place.applicants) == people
    assert place.rumours == () and place.heard == ()
    bands = {"village": ["common"], "town": ["common", "uncommon"], "city": ["common", "uncommon", "rare"]}[size]
    assert [service for service in place.services if service.endswith("goods")] == [f"{band} goods" for band in bands]
    life = place.life
    assert isinstance(life, KnaveTown) and len(life.factions) == 3 and len(set(life.factions)) == 3


@rule("knave:equipment.common.availability")
def test_one_country_in_six_is_dry() -> None:
    dry, other = founded(3, dry=1).life, founded(3, dry=2).life
    assert isinstance(dry, KnaveTown) and isinstance(other, KnaveTown)
    assert dry.arid and not other.arid


@rule("knave:downtime.career.expert")
@pytest.mark.parametrize(("face", "bands"), [(1, {"common": 6}), (3, {"common": 6, "uncommon": 5})])
def test_masters_are_of_the_rarity_that_the_place_has(face: int, bands: dict[str, int]) -> None:
    life = founded(face).life
    assert isinstance(life, KnaveTown)
    found = [compendium.careers()[name.replace(" ", "-")].band for name in life.experts]
    assert {band: found.count(band) for band in found} == bands


@rule("knave:downtime.career.expert")
def test_only_a_city_has_masters_of_what_is_rare() -> None:
    life = founded(6).life
    assert isinstance(life, KnaveTown)
    found = [compendium.careers()[name.replace(" ", "-")].band for name in life.experts]
    assert {band: found.count(band) for band in found} == {"common": 6, "uncommon": 5, "rare": 4}


@rule("knave:equipment.rare.availability", "knave:equipment.goods.prices", "knave:equipment.animals.prices")
def test_the_shelves_of_each_size() -> None:
    village, city = on_sale("village"), on_sale("city")
    assert "potion" not in village and "potion" not in on_sale("town")
    assert city["potion"].cost == 100
    assert {"sword", "helmet", "dog", "rope"} <= set(village)
    assert village["dog"].cost == compendium.animals()["dog"].price_coins
    unsold = [kind for kind, weapon in compendium.weapons().items() if not weapon.for_sale]
    assert unsold and not set(unsold) & set(city)


@rule("knave:money.coin", "knave:encumbrance.no-excess")
def test_the_last_coin_and_the_last_slot_may_go() -> None:
    assert not refused(shopper(purse=15), a.Buy("hero-1", "rope", 3))
    assert refused(shopper(purse=14), a.Buy("hero-1", "rope", 3)) == "knave:money.coin"
    things = [Item(f"thing-{n}", "Thing") for n in range(9)]
    full = carrying(shopper(), "hero-1", *things, coins(15))
    assert refused(full, a.Buy("hero-1", "rope", 1)) == "knave:encumbrance.no-excess"
    room = carrying(shopper(), "hero-1", *things[:8], coins(15))
    assert not refused(room, a.Buy("hero-1", "rope", 1))
    spent = carrying(shopper(), "hero-1", *things, coins(5))
    assert not refused(spent, a.Buy("hero-1", "rope", 1))
    bought = the(lead(spent, a.Buy("hero-1", "rope", 1)), ItemsChanged)
    assert bought.coins == 5 and bought.item is not None and bought.item.count == 1  # type: ignore[attr-defined]


@rule("knave:money.coin", "knave:equipment.rare.availability")
def test_each_bottle_is_paid_for() -> None:
    state = scripted(RULESET, shopper("city", 400)).state
    do = play_buy(state, "potion", 2)
    assert coins_of(do) == 200
    bottles = [item for item in do.creatures["hero-1"].items if item.kind.startswith("potion-")]
    assert sum(item.count for item in bottles) == 2


def play_buy(state: State, kind: str, count: int) -> State:
    from underkeep.kernel.dice import Seeded
    from underkeep.procedures import play

    return play.resolve(RULESET, state, "player", a.Buy("hero-1", kind, count), Seeded(1, "buying")).state


@rule("knave:equipment.goods.band-judgement")
def test_what_turns_out_dearer_is_had_by_who_can_still_pay() -> None:
    def judged(purse: int, count: int = 1) -> list[Event]:
        state = replace(carrying(shopper(), "hero-1", coins(purse)), human_referee=True)
        return list(answer(lead(state, a.Buy("hero-1", "crowbar", count)), "uncommon").events)

    def sold(events: list[Event]) -> bool:
        return not any(isinstance(event, NotSold) for event in events)

    assert sold(judged(20)) and not sold(judged(19))
    assert sold(judged(40, 2)) and not sold(judged(39, 2))
    told = next(e for e in judged(19) if isinstance(e, NotSold))
    assert told.why == "that costs more than there is"
    state = replace(shopper(), human_referee=True)
    rare = answer(lead(state, a.Buy("hero-1", "crowbar", 1)), "rare")
    assert the(rare, NotSold).why == "nobody here sells such a thing"  # type: ignore[attr-defined]
    assert not has(lead(state, a.Buy("hero-1", "rope", 1)), NotSold)
    assert not lead(state, a.Buy("hero-1", "rope", 1)).state.prompts


@rule("knave:money.coin")
def test_things_are_sold_for_half_and_each_is_paid() -> None:
    rope = Item("rope", "Rope", count=3, id="ropes")
    do = lead(carrying(shopper(), "hero-1", coins(7), rope), a.Sell("hero-1", "ropes", 2))
    assert coins_of(do.state) == 7 + 2 * 2
    told = the(do, ItemsChanged)
    assert told.coins == 4 and told.item.count == 2  # type: ignore[attr-defined]
    assert [i.count for i in do.state.creatures["hero-1"].items if i.kind == "rope"] == [1]
    book = Item("spellbook:x", "Book", id="book")
    state = carrying(shopper(), "hero-1", book)
    assert refused(state, a.Sell("hero-1", "book", 1)) == "knave:magic.spellbook.sources"
    assert refused(state, a.Sell("hero-1", "book", 2)).endswith("has 1 of those.")


@rule("knave:downtime.carousing.mishap-12")
def test_a_sentence_is_a_week() -> None:
    do = scripted(RULESET, shopper())
    gaol.imprison(do, "hero-1", "knave:downtime.carousing.mishap-12")
    found = do.state.creatures["hero-1"].condition("imprisoned")
    assert found is not None and found.until == do.state.now + 7 * DAY


# Hands


def market(*asks: int, purse: int = 200, charisma: int = 3, **more: object) -> State:
    state = on_sheet(scores(shopper(purse=purse), "hero-1", CHA=charisma), "hero-1", **more)
    assert state.settlement is not None
    people = tuple(Applicant(f"hand-{n}", "hireling", 0, f"Hand {n}", (ask,)) for n, ask in enumerate(asks, 1))
    return replace(state, settlement=replace(state.settlement, applicants=people))


def hire(daily: int, who: str = "hand-1") -> a.Hire:
    return a.Hire("hero-1", who, (daily,))


@rule("knave:money.unskilled-wage")
def test_who_is_offered_what_they_ask_comes_for_a_day_paid_in_advance() -> None:
    assert refused(market(10), hire(9)) == WAGE and not refused(market(10), hire(10))
    assert refused(market(10, purse=9), hire(10)) == "knave:money.coin" and not refused(market(10, purse=10), hire(10))
    do = lead(market(10, 10), hire(12))
    assert coins_of(do.state) == 188
    wage = campaign(do.state).wages["hand-1"]
    assert (wage.coins, wage.paid_until) == (12, do.state.now + DAY)
    assert do.state.settlement is not None and [w.id for w in do.state.settlement.applicants] == ["hand-2"]


@rule("knave:money.unskilled-wage")
def test_who_comes_for_nothing_is_never_paid() -> None:
    do = lead(market(0), hire(0))
    wage = campaign(do.state).wages["hand-1"]
    assert (wage.coins, wage.paid_until) == (0, 0) and coins_of(do.state) == 200
    assert not has(do, ItemsChanged)


@rule("knave:money.unskilled-wage")
def test_no_more_follow_than_charisma_and_one() -> None:
    one = lead(market(10, 10, charisma=0), hire(10)).state
    assert refused(one, hire(10, "hand-2")) == WAGE
    assert not refused(lead(market(10, 10, charisma=1), hire(10)).state, hire(10, "hand-2"))


@rule("knave:money.unskilled-wage", "knave:downtime.carousing.mishap-01")
def test_a_laughing_stock_is_one_in_that_place_alone() -> None:
    here = market(10).settlement
    assert here is not None
    mocked = "knave:downtime.carousing.mishap-01"
    assert refused(market(10, ties=(Tie("mocked", where=here.name),)), hire(10)) == mocked
    assert not refused(market(10, ties=(Tie("mocked", where="Elsewhere"),)), hire(10))
    assert not refused(market(10, ties=(Tie("admirers", where=here.name),)), hire(10))


@rule("knave:money.unskilled-wage")
@pytest.mark.parametrize(("seconds", "days"), [(0, 0), (1, 1), (DAY, 1), (DAY + 1, 2), (3 * DAY, 3)])
def test_every_day_begun_is_paid_for(seconds: int, days: int) -> None:
    state = lead(market(10), hire(10)).state
    do = scripted(RULESET, replace(state, now=state.now + DAY + seconds))
    assert hirelings.pay(do) == ({"hand-1": days} if days else {})
    assert coins_of(do.state) == 190 - 10 * days
    assert campaign(do.state).wages["hand-1"].paid_until == state.now + (1 + days) * DAY
    again = scripted(RULESET, do.state)
    assert hirelings.pay(again) == {}


@rule("knave:money.unskilled-wage")
def test_who_cannot_be_paid_goes() -> None:
    state = lead(market(10, purse=40), hire(10)).state
    enough = scripted(RULESET, replace(state, now=state.now + 4 * DAY))
    assert hirelings.pay(enough) == {"hand-1": 3} and coins_of(enough.state) == 0
    short = scripted(RULESET, replace(state, now=state.now + 4 * DAY + 1))
    assert hirelings.pay(short) == {} and coins_of(short.state) == 30
    told = the(short, hirelings.WagesUnpaid)
    assert (told.creature, told.coins) == ("hand-1", 40)  # type: ignore[attr-defined]


@rule("knave:money.unskilled-wage")
def test_a_rest_ends_a_coin_short_of_the_next_wage() -> None:
    even = lead(market(10, purse=30), hire(10)).state
    do = lead(even, a.RestDays(5))
    assert do.state.now == even.now + 3 * DAY and coins_of(do.state) == 0
    assert the(do, hirelings.WagesRanOut).coins == 10  # type: ignore[attr-defined]
    short = lead(market(10, purse=29), hire(10)).state
    assert lead(short, a.RestDays(5)).state.now == short.now + 2 * DAY


@rule("knave:healing.hp-each-morning", "knave:healing.wound-in-haven")
def test_every_night_of_a_rest_mends() -> None:
    state = on_sheet(shopper().with_creature("hero-1", hp=1), "hero-1", wounds=5)
    for days in (1, 2, 4):
        do = lead(state, a.RestDays(days))
        assert sheet_of(do.state, "hero-1").wounds == 5 - days and do.state.now == state.now + days * DAY


# Careers


@rule("knave:downtime.career.expert", "knave:downtime.career.cost")
def test_training_is_for_characters_in_town_who_can_pay() -> None:
    pupil = on_sheet(carrying(in_town_of(delvers(in_town=True), "city", experts=("carpenter", "dyer")), "hero-1"),
                     "hero-1", careers=("dyer",), slots=200)  # fmt: skip
    rich, poor = carrying(pupil, "hero-1", coins(1000)), carrying(pupil, "hero-1", coins(999))
    action = Train("hero-1", "carpenter")
    assert refused(poor, action) == "knave:downtime.career.common" and not refused(rich, action)
    assert action in training.options(rich) and action not in training.options(poor)
    assert not refused(on_sheet(poor, "hero-1", training={"carpenter": 1}), action)
    assert refused(rich, Train("hero-1", "dyer")) == "knave:downtime.career.cost"
    assert refused(rich, Train("hero-1", "emperor")) == "knave:downtime.career.expert"
    assert refused(rich, Train("hero-1", "sailor")) == "knave:downtime.career.expert"
    assert rich.party is not None
    away = training.why_not(replace(rich, party=replace(rich.party, place="road")), action)
    assert away is not None and away.sentence == "Careers are learnt in town, by characters."
    nowhere = training.why_not(replace(rich, party=None), action)
    assert nowhere is not None and nowhere.sentence == away.sentence
    beast = training.why_not(on_sheet(rich, "hero-1", is_pc=False), action)
    assert beast is not None and beast.sentence == away.sentence


@rule("knave:downtime.career.cost", "knave:downtime.career.uncommon-attempt")
def test_other_trades_stay_as_they_are_while_one_is_learnt() -> None:
    state = in_town_of(delvers(in_town=True), "city", experts=("locksmith",))
    state = on_sheet(carrying(state, "hero-1", coins(5000)), "hero-1", slots=200, careers=("dyer", "alchemist"))
    state = on_sheet(state, "hero-1", unfinished=("alchemist",), training={"alchemist": 4, "locksmith": 1})
    learning = lead(state, Train("hero-1", "locksmith")).state
    assert sheet_of(learning, "hero-1").training == {"alchemist": 4, "locksmith": 2}
    assert coins_of(learning) == 5000
    do = lead(learning, Train("hero-1", "locksmith"))
    own = sheet_of(do.state, "hero-1")
    assert own.training == {"alchemist": 4} and own.careers == ("dyer", "alchemist", "locksmith")
    assert own.unfinished == ("alchemist", "locksmith")
    assert the(do, training.Trained).months == 3  # type: ignore[attr-defined]
    assert do.state.now == learning.now + 30 * DAY
    finished = on_sheet(do.state, "hero-1", training={"locksmith": 2})
    third = lead(finished, Train("hero-1", "locksmith"))
    assert sheet_of(third.state, "hero-1").unfinished == ("alchemist",)
    assert sheet_of(third.state, "hero-1").careers == own.careers
    assert has(third, SheetChanged)


@rule("knave:downtime.career.cost")
def test_a_month_is_stayed_though_the_wages_run_out() -> None:
    state = in_town_of(market(10, purse=1010), "city", experts=("carpenter",))
    state = on_sheet(lead(state, hire(10)).state, "hero-1", slots=200)
    do = lead(state, Train("hero-1", "carpenter"))
    assert do.state.now == state.now + 30 * DAY
