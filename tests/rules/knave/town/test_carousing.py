"""A night on the town, and its twenty mishaps."""

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

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.rulebook import ledger
from underkeep.systems.knave.basics.campaign import with_campaign
from underkeep.systems.knave.basics.sheet import Tie
from underkeep.systems.knave.basics.town_life import town_life
from underkeep.systems.knave.characters.ties import TieEnded
from underkeep.systems.knave.checks.conditions import check_modifiers
from underkeep.systems.knave.equipment.experience import LevelGained
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.town import consequences_of_ties, mishaps
from underkeep.systems.knave.town.carousing import Carouse, DrinkAnHour
from underkeep.systems.knave.town.consequences_of_ties import DuelBlow
from underkeep.systems.knave.town.gaol import Bail
from underkeep.systems.knave.town.mishaps import MishapBefell
from underkeep.testing import d2, d3, d4, d6, d10, d20, d100, die, rule
from underkeep.testing.builders import scripted
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition
from underkeep.world.gear import Item
from underkeep.world.state import State

CAROUSE = Carouse("hero-1")
SWORD = Item("sword", "Sword", "hand")


def in_a(size: str, purse: int = 2000, *items: Item) -> State:
    state = in_town_of(delvers(in_town=True), size, factions=("the Rat Crows", "the Salt House"))
    return carrying(state, "hero-1", SWORD, *items, coins(purse))


def after(number: int, *faces: int, purse: int = 500) -> Resolution:
    """The mishap of this number befalls hero-1 in town."""
    do = scripted(RULESET, in_a("town", purse, Item("rope", "Rope")), d20(number), *faces)
    mishaps.befall(do, "hero-1")
    return do


def ties(state: State) -> tuple[Tie, ...]:
    return sheet_of(state, "hero-1").ties


@rule(
    "knave:downtime.carousing.cost-village",
    "knave:downtime.carousing.cost-town",
    "knave:downtime.carousing.cost-city",
    "knave:xp.carousing",
)
@pytest.mark.parametrize(("size", "cost"), [("village", 350), ("town", 700), ("city", 1400)])
def test_what_a_night_costs_and_teaches(size: str, cost: int) -> None:
    do = lead(in_a(size), CAROUSE, d10(7), d20(20))
    assert coins_of(do.state) == 2000 - cost
    assert sheet_of(do.state, "hero-1").xp == cost


@rule("knave:xp.carousing")
def test_who_has_less_spends_it_all() -> None:
    do = lead(in_a("city", 90), CAROUSE, d10(7), d20(20))
    assert coins_of(do.state) == 0 and sheet_of(do.state, "hero-1").xp == 90


@rule("knave:xp.carousing")
def test_experience_brings_levels() -> None:
    state = on_sheet(in_a("town"), "hero-1", xp=1500)
    do = lead(state, CAROUSE, d10(7), d6(1), die(5, 1), d4(1), *d6(5, 4), d20(20))
    assert the(do, LevelGained).level == 2  # type: ignore[attr-defined]
    hero = do.state.creatures["hero-1"]
    assert hero.max_hp == 9 and sum(sheet_of(do.state, "hero-1").abilities.values()) == 3


@rule("knave:downtime.carousing.duration")
def test_it_takes_the_whole_night() -> None:
    state = replace(in_a("town"), now=20 * 3600)
    do = lead(state, CAROUSE, d10(1), d20(20))
    assert do.state.now == DAY + 6 * 3600


@rule("knave:downtime.carousing.morning-check")
def test_the_morning_after() -> None:
    state = scores(in_a("town"), "hero-1", CON=2)
    assert not has(lead(state, CAROUSE, d10(1), d20(14)), MishapBefell)
    assert has(lead(state, CAROUSE, d10(1), *d20(13, 9)), MishapBefell)


@rule("knave:downtime.carousing.mishap-roll")
def test_the_table_of_mishaps() -> None:
    rows = next(t for t in ledger.load("knave").tables.values() if t.id == "downtime.carousing.mishaps").rows
    words = ["laugh", "brawl", "fine", "marriage", "gamble", "admirers", "enemy", "tattoo", "hangover", "faction",
             "robbed of every coin", "prison", "burning", "boast", "duel", "signed", "dead stranger", "hated",
             "robbed of everything", "join"]  # fmt: skip
    assert [row[0] for row in rows] == list(range(1, 21))
    assert all(word in text for word, (text, _) in zip(words, mishaps._TABLE, strict=True))
    assert coins_of(after(11, purse=812).state) == 0


@rule("knave:downtime.carousing.mishap-01")
def test_nobody_serves_a_laughing_stock() -> None:
    do = after(1)
    state = do.state
    assert state.settlement is not None and ties(state) == (Tie("mocked", where=state.settlement.name),)
    who = state.settlement.applicants[0]
    assert refused(state, a.Hire("hero-1", who.id, who.asks)) == "knave:downtime.carousing.mishap-01"
    assert not refused(on_sheet(state, "hero-1", ties=()), a.Hire("hero-1", who.id, who.asks))


@rule("knave:downtime.carousing.mishap-02")
def test_a_brawl() -> None:
    do = after(2, d3(2))
    assert sheet_of(do.state, "hero-1").wounds == 2 and do.state.creatures["hero-1"].hp == 4


@rule("knave:downtime.carousing.mishap-03")
def test_fines() -> None:
    assert coins_of(after(3, d100(64)).state) == 436


@rule("knave:downtime.carousing.mishap-04")
def test_a_betrothal() -> None:
    tie = ties(after(4, die(46, 1)).state)[0]
    assert tie.kind == "betrothed" and tie.who


def wedding(choice: str, purse: int = 500) -> Resolution:
    """The day has come."""
    state = after(4, die(46, 1), purse=purse).state
    due = replace(state, now=ties(state)[0].until - 1)
    early = scripted(RULESET, due)
    consequences_of_ties.night(early)
    assert not early.state.prompts
    do = scripted(RULESET, replace(due, now=due.now + 1))
    consequences_of_ties.night(do)
    assert do.state.prompts[0].rule == ("knave:downtime.carousing.mishap-04",)
    return answer(do, choice)


@rule("knave:downtime.carousing.mishap-04")
def test_a_promise_of_marriage_is_kept_or_broken() -> None:
    wed = wedding("wed")
    assert coins_of(wed.state) == 400 and [t.kind for t in ties(wed.state)] == ["married"]
    jilted = wedding("jilt")
    assert coins_of(jilted.state) == 500 and [t.kind for t in ties(jilted.state)] == ["enemy"]
    struck = scripted(RULESET, jilted.state, d6(1), d6(3))
    consequences_of_ties.night(struck)
    assert struck.state.creatures["hero-1"].hp == 1


@rule("knave:downtime.carousing.mishap-07")
def test_a_family_keeps_enemies_off() -> None:
    state = on_sheet(in_a("town"), "hero-1", ties=(Tie("enemy", "Fulk"), Tie("married", "Maud")))
    quiet = scripted(RULESET, state)
    consequences_of_ties.night(quiet)
    assert not quiet.events


@rule("knave:downtime.carousing.mishap-05")
def test_losses_beyond_the_purse_are_owed() -> None:
    do = after(5, die(1000, 640))
    assert coins_of(do.state) == 0 and ties(do.state) == (Tie("debt", "140 coins"),)


@rule("knave:downtime.carousing.mishap-06")
def test_admirers() -> None:
    do = after(6)
    assert [tie.kind for tie in ties(do.state)] == ["admirers"]
    assert do.state.party is not None and len(do.state.party.members) == 2


@rule("knave:downtime.carousing.mishap-07")
def test_an_enemy_lies_in_wait() -> None:
    state = after(7, die(46, 1)).state
    assert ties(state)[0].kind == "enemy" and ties(state)[0].who
    do = scripted(RULESET, state, *d6(1, 3))
    consequences_of_ties.night(do)
    assert do.state.creatures["hero-1"].hp == 1
    do = scripted(RULESET, state, d6(2))
    consequences_of_ties.night(do)
    assert do.state.creatures["hero-1"].hp == 4


@rule("knave:downtime.carousing.mishap-08")
def test_a_tattoo_is_seen_on_the_sheet() -> None:
    state = after(8).state
    rows = [row for _, section in RULESET.card(state, state.creatures["hero-1"]).sections for row in section]
    assert ("Bound", "ugly tattoo (in plain sight)") in rows


@rule("knave:downtime.carousing.mishap-09")
def test_a_hangover_lasts_the_day() -> None:
    state = after(9).state
    assert [m.amount for m in check_modifiers(state.creatures["hero-1"])] == [-5]
    state = replace(state, now=7 * 3600)
    rested = lead(state, a.RestDays(1)).state
    assert not check_modifiers(rested.creatures["hero-1"])


@rule("knave:downtime.carousing.mishap-10")
def test_a_faction_joined_keeps_enemies_away() -> None:
    state = after(10, d2(2)).state
    assert ties(state)[0].kind == "member" and ties(state)[0].who == "the Salt House"
    state = on_sheet(state, "hero-1", ties=(*ties(state), Tie("enemy", "Cob")))
    consequences_of_ties.night(scripted(RULESET, state))


@rule("knave:downtime.carousing.mishap-11")
def test_every_coin_is_gone() -> None:
    do = after(11, purse=812)
    assert [i.kind for i in do.state.creatures["hero-1"].items] == ["sword", "rope"]


@rule("knave:downtime.carousing.mishap-12")
def test_prison() -> None:
    state = after(12).state
    assert state.creatures["hero-1"].condition("imprisoned")
    assert refused(state, a.SetOut()) == "knave:downtime.carousing.mishap-12"
    assert refused(state, CAROUSE) == "knave:downtime.carousing.mishap-12"
    friend = carrying(state, "hero-2", coins(100))
    free = lead(friend, Bail("hero-2", "hero-1")).state
    assert not refused(free, a.SetOut()) and coins_of(free, "hero-2") == 0
    served = lead(state, a.RestDays(7)).state
    assert not served.creatures["hero-1"].condition("imprisoned")


@rule("knave:downtime.carousing.mishap-13", "knave:hazard.fire.contact")
def test_a_burning_house() -> None:
    do = after(13)
    stayed = answer(do, "gather", d6(3)).state
    assert sheet_of(stayed, "hero-1").wounds == 3 and len(stayed.creatures["hero-1"].items) == 3
    out = answer(do, "out").state
    assert [i.kind for i in out.creatures["hero-1"].items] == ["sword", "coin"]
    assert sheet_of(out, "hero-1").wounds == 0


@rule("knave:downtime.carousing.mishap-14")
def test_a_mission_is_rewarded_or_resented() -> None:
    state = after(14, die(46, 1)).state
    tie = ties(state)[0]
    assert tie.kind == "mission" and tie.who
    do = scripted(RULESET, with_campaign(state, foes_slain=2))
    consequences_of_ties.come_home(do)
    assert ties(do.state) == () and coins_of(do.state) == 600
    do = scripted(RULESET, replace(state, now=40 * DAY))
    consequences_of_ties.come_home(do)
    assert [t.kind for t in ties(do.state)] == ["enemy"]


@rule("knave:downtime.carousing.mishap-15")
def test_a_duel_at_the_next_dawn() -> None:
    state = after(15, die(46, 1)).state
    tie = ties(state)[0]
    assert tie.kind == "duel" and tie.until == (state.now // DAY + 1) * DAY + 6 * 3600
    early = scripted(RULESET, state)
    consequences_of_ties.night(early)
    assert ties(early.state) == (tie,)
    dawn = replace(state, now=tie.until)
    lost = duel(dawn, d20(12), d20(9), d6(4), d20(12), d20(8), d20(13), d6(3), d20(9), d6(2))
    assert ended(lost) == "lost" and sheet_of(lost.state, "hero-1").wounds == 2
    assert [blow.is_own for blow in lost.events if isinstance(blow, DuelBlow)] == [True, False] * 3
    won = duel(dawn, d20(13), d6(4), d20(8), d20(13), d6(4))
    assert ended(won) == "won" and won.state.creatures["hero-1"].hp == 4


def duel(state: State, *faces: int) -> Resolution:
    dice = Scripted(*faces)
    do = Resolution(state, dice, RULESET)
    consequences_of_ties.night(do)
    dice.finish()
    assert ties(do.state) == ()
    return do


def ended(do: Resolution) -> str:
    assert all("knave:downtime.carousing.mishap-15" in e.rule for e in do.events if isinstance(e, DuelBlow))
    return the(do, TieEnded).how


@rule("knave:downtime.carousing.mishap-15", "knave:downtime.carousing.mishap-09")
def test_a_hangover_weighs_on_a_duel() -> None:
    state = after(15, die(46, 1)).state
    dawn = replace(state, now=ties(state)[0].until).with_creature("hero-1", conditions=(Condition("hung over"),))
    blow = next(e for e in duel(dawn, d20(17), d20(9), d6(6)).events if isinstance(e, DuelBlow))
    assert (blow.roll.total, blow.roll.success) == (12, False)


@rule("knave:downtime.carousing.mishap-16")
def test_a_contract_has_its_price() -> None:
    state = after(16, die(46, 1)).state
    assert ties(state)[0].kind == "contract"
    do = scripted(RULESET, state)
    consequences_of_ties.come_home(do)
    assert coins_of(do.state) == 450 and ties(do.state) == ()


@rule("knave:downtime.carousing.mishap-17")
def test_a_dead_stranger() -> None:
    do = after(17)
    assert ties(do.state)[0].kind == "corpse"
    assert coins_of(answer(do, "report", d100(30)).state) == 470
    assert ties(answer(do, "hide", d20(16)).state) == ()
    assert answer(do, "hide", d20(15)).state.creatures["hero-1"].condition("imprisoned")


@rule("knave:downtime.carousing.mishap-18")
def test_a_faction_turns_hostile() -> None:
    state = after(18, d2(1)).state
    assert town_life(state).hostile == ("the Rat Crows",)
    assert ties(state)[0].kind == "hated"
    do = scripted(RULESET, state, *d6(1, 2))
    consequences_of_ties.night(do)
    assert do.state.creatures["hero-1"].hp == 2


@rule("knave:downtime.carousing.mishap-19")
def test_everything_is_gone() -> None:
    assert after(19).state.creatures["hero-1"].items == ()


@rule("knave:downtime.carousing.mishap-20")
def test_somebody_would_join() -> None:
    state = after(20, die(46, 1)).state
    assert state.settlement is not None
    who = state.settlement.applicants[-1]
    joined = lead(state, a.Hire("hero-1", who.id, (0,))).state
    assert joined.party is not None and who.id in joined.party.members and coins_of(joined) == 500
    assert state.party is not None and who.id not in state.party.members


@rule("knave:hazard.drink.check", "knave:hazard.drink.pass-out")
def test_drinking_by_the_hour() -> None:
    action: Action = DrinkAnHour("hero-1")
    state = replace(in_a("town"), now=12 * 3600)
    do = lead(state, action, d20(15))
    assert do.state.now == 13 * 3600 and do.state.creatures["hero-1"].condition("drunk")
    do = lead(do.state, action, d20(15))
    helpless = do.state.creatures["hero-1"].condition("helpless")
    assert helpless is not None and helpless.until == 14 * 3600 + 8 * 3600
