"""What follows from mishaps and ties, to the day and to the rule that each fact names."""

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
    scores,
    sheet_of,
    the,
)

from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.campaign import with_campaign
from underkeep.systems.knave.basics.sheet import Tie
from underkeep.systems.knave.characters.ties import TieEnded, TieFormed
from underkeep.systems.knave.checks.healing import NothingRecovered
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.town import consequences_of_ties, mishaps
from underkeep.systems.knave.town.carousing import Carouse, until_morning
from underkeep.systems.knave.town.consequences_of_ties import DuelBlow
from underkeep.testing import d2, d3, d6, d8, d10, d20, d100, die, rule
from underkeep.testing.builders import scripted
from underkeep.world.clock import DAY, HOUR
from underkeep.world.condition import Condition
from underkeep.world.creature import CheckRolled, Harmed, Healed
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

SWORD = Item("sword", "Sword", "hand")
NAME = die(46, 1)


def tied(*ties: Tie, purse: int = 500, items: tuple[Item, ...] = (SWORD,)) -> State:
    state = in_town_of(delvers(in_town=True), "town", factions=("the Rat Crows", "the Salt House"))
    return on_sheet(carrying(state, "hero-1", *items, coins(purse)), "hero-1", ties=ties)


def mishap(number: int, *faces: int, now: int = 2 * DAY + HOUR) -> Resolution:
    do = scripted(RULESET, replace(tied(), now=now), d20(number), *faces)
    mishaps.befall(do, "hero-1")
    return do


def night(state: State, *faces: int) -> Resolution:
    do = scripted(RULESET, state, *faces)
    consequences_of_ties.night(do)
    return do


def home(state: State) -> Resolution:
    do = scripted(RULESET, state)
    consequences_of_ties.come_home(do)
    return do


def ties(do: Resolution) -> tuple[Tie, ...]:
    return sheet_of(do.state, "hero-1").ties


def cited(do: Resolution, *kinds: type) -> set[str]:
    """The mishaps that these facts name."""
    rules = [r for event in do.events if not kinds or isinstance(event, kinds) for r in event.rule]
    return {r.removeprefix("knave:downtime.carousing.mishap-") for r in rules if "carousing.mishap-" in r} - {"roll"}


@rule(*(f"knave:downtime.carousing.mishap-{number:02d}" for number in range(1, 21)))
@pytest.mark.parametrize(
    ("number", "faces"),
    [
        (1, ()),
        (2, (d3(1),)),
        (3, (d100(1),)),
        (4, (NAME,)),
        (5, (die(1000, 1),)),
        (6, ()),
        (7, (NAME,)),
        (8, ()),
        (9, ()),
        (10, (d2(1),)),
        (11, ()),
        (12, ()),
        (13, ()),
        (14, (NAME,)),
        (15, (NAME,)),
        (16, (NAME,)),
        (17, ()),
        (18, (d2(1),)),
        (19, ()),
        (20, (NAME,)),
    ],
)
def test_each_mishap_is_named_by_all_that_it_does(number: int, faces: tuple[int, ...]) -> None:
    assert cited(mishap(number, *faces)) == {f"{number:02d}"}


@rule("knave:downtime.carousing.mishap-04", "knave:downtime.carousing.mishap-14")
@pytest.mark.parametrize("number", [4, 14])
def test_a_wedding_and_a_mission_are_due_in_30_days(number: int) -> None:
    assert ties(mishap(number, NAME))[0].until == 2 * DAY + HOUR + 30 * DAY


@rule("knave:downtime.carousing.mishap-09")
def test_a_hangover_lasts_until_midnight() -> None:
    found = mishap(9).state.creatures["hero-1"].condition("hung over")
    assert found is not None and found.until == 3 * DAY


@rule("knave:downtime.carousing.mishap-15")
def test_a_duel_is_at_the_dawn_of_the_next_day() -> None:
    assert ties(mishap(15, NAME))[0].until == 3 * DAY + 6 * HOUR


@rule("knave:downtime.carousing.mishap-20")
def test_the_new_friend_is_a_hireling_who_asks_nothing() -> None:
    do = mishap(20, NAME)
    assert do.state.settlement is not None
    who = do.state.settlement.applicants[-1]
    assert (who.kind, who.level, who.asks) == ("hireling", 0, (0,))


@rule("knave:downtime.carousing.mishap-17")
@pytest.mark.parametrize(
    ("choice", "faces", "how"),
    [("report", (d100(30),), "reported"), ("hide", (d20(16),), "hidden"), ("hide", (d20(15),), "found")],
)
def test_a_body_is_reported_hidden_or_found(choice: str, faces: tuple[int, ...], how: str) -> None:
    do = answer(mishap(17), choice, *faces)
    assert the(do, TieEnded).how == how  # type: ignore[attr-defined]
    assert cited(do) == {"17"}
    assert not ties(do)


@rule("knave:downtime.carousing.mishap-13")
def test_from_a_burning_house_one_saves_what_is_held_and_worn_and_the_purse() -> None:
    cap, rope = Item("helmet", "Helmet", "worn"), Item("rope", "Rope")
    do = scripted(RULESET, tied(items=(SWORD, cap, rope)), d20(13))
    mishaps.befall(do, "hero-1")
    out = answer(do, "out")
    assert [item.kind for item in out.state.creatures["hero-1"].items] == ["sword", "helmet", "coin"]
    assert cited(out) == {"13"}
    light = scripted(RULESET, tied(items=(SWORD,)), d20(13))
    mishaps.befall(light, "hero-1")
    assert not has(answer(light, "out"), ItemsChanged)


@rule("knave:downtime.carousing.mishap-07", "knave:downtime.carousing.mishap-18")
@pytest.mark.parametrize(("kind", "number"), [("enemy", "07"), ("hated", "18")])
def test_one_night_in_six_somebody_strikes(kind: str, number: str) -> None:
    state = tied(Tie(kind, "Fulk"))
    struck = night(state, *d6(1, 3))
    assert cited(struck, ChanceRolled) == {number}
    assert the(struck, ChanceRolled).success and struck.state.creatures["hero-1"].hp == 1  # type: ignore[attr-defined]
    spared = night(state, d6(2))
    assert cited(spared, ChanceRolled) == {number}
    assert not the(spared, ChanceRolled).success and not has(spared, Harmed)  # type: ignore[attr-defined]


@rule("knave:downtime.carousing.mishap-04")
def test_before_the_day_of_the_wedding_nobody_asks_and_on_it_one_is_asked_once() -> None:
    until = 40 * DAY
    bride = Tie("betrothed", "Maud", "Ashby", until)
    assert not night(replace(tied(bride), now=until - 1)).state.prompts
    assert not night(tied(replace(bride, until=None))).state.prompts
    asked = night(replace(tied(bride, replace(bride, who="Ida")), now=until))
    assert len(asked.state.prompts) == 1 and asked.state.prompts[0].rule == ("knave:downtime.carousing.mishap-04",)
    wed = answer(asked, "wed")
    assert cited(wed) == {"04"} and len([e for e in wed.events if isinstance(e, TieFormed | TieEnded)]) == 2
    assert Tie("married", "Maud", "Ashby") in ties(wed) and coins_of(wed.state) == 400
    jilted = answer(asked, "jilt")
    assert cited(jilted) == {"04"}
    assert Tie("enemy", "the kin of Maud", "Ashby") in ties(jilted) and coins_of(jilted.state) == 500
    poor = replace(tied(bride, purse=30), now=until)
    assert Tie("debt", "70 coins") in ties(answer(night(poor), "wed"))


def fought(state: State, *faces: int) -> Resolution:
    return night(replace(state, now=5 * DAY), *faces)


DUEL = Tie("duel", "Fulk", "Ashby", 5 * DAY)


@rule("knave:downtime.carousing.mishap-15", "knave:combat.armor-class", "knave:combat.attack.melee-ability")
def test_a_duel_goes_to_8_points_or_the_first_wound() -> None:
    early = night(replace(tied(DUEL), now=5 * DAY - 1))
    assert ties(early) == (DUEL,)
    assert ties(night(tied(replace(DUEL, until=None)))) == (replace(DUEL, until=None),)
    won = fought(tied(DUEL), d20(13), d6(2), d20(8), d20(13), d6(6))
    assert the(won, TieEnded).how == "won" and cited(won) == {"15"}  # type: ignore[attr-defined]
    assert [(e.roll.needed, e.roll.success) for e in won.events if isinstance(e, DuelBlow)] == [
        (13, True), (11, False), (13, True),
    ]  # fmt: skip
    goes_on = fought(tied(DUEL), d20(13), d6(6), d20(8), d20(13), d6(1), d20(8), d20(13), d6(1))
    assert [e.is_own for e in goes_on.events if isinstance(e, DuelBlow)] == [True, False, True, False, True]
    assert the(goes_on, TieEnded).how == "won"  # type: ignore[attr-defined]
    missed = fought(tied(DUEL), d20(12), d20(8), d20(13), d6(6), d20(8), d20(13), d6(1), d20(8), d20(13), d6(1))
    assert [e.roll.total for e in missed.events if isinstance(e, DuelBlow)] == [12, 10, 13, 10, 13, 10, 13]
    scratched = fought(tied(DUEL), d20(12), d20(9), d6(4), d20(12), d20(9), d6(1))
    assert the(scratched, TieEnded).how == "lost"  # type: ignore[attr-defined]
    assert sheet_of(scratched.state, "hero-1").wounds == 1
    theirs = [e for e in scratched.events if isinstance(e, DuelBlow) and not e.is_own]
    assert [e.roll.total for e in theirs] == [11, 11] and all(e.roll.needed == 11 for e in theirs)


@rule("knave:downtime.carousing.mishap-15")
def test_a_duel_is_fought_with_the_weapon_for_melee_that_is_at_hand() -> None:
    bow, arrows = Item("bow", "Bow", "hand"), Item("arrow", "Arrows", count=20)
    blows = [face for _ in range(4) for face in (d20(13), d2(2), d20(8))]
    do = fought(tied(DUEL, items=(bow, arrows)), *blows[:-1])
    assert the(do, TieEnded).how == "won"  # type: ignore[attr-defined]
    smoke = tied(DUEL).with_creature("hero-1", conditions=(Condition("smoke-form"),))
    assert the(fought(smoke, d20(13), d6(6), d20(8), d20(13), d6(2)), TieEnded).how == "won"  # type: ignore[attr-defined]
    two_handed = Item("halberd", "Halberd", "hand")
    heavy = fought(tied(DUEL, items=(two_handed,)), d20(13), d8(8))
    assert the(heavy, TieEnded).how == "won"  # type: ignore[attr-defined]


@rule("knave:downtime.carousing.mishap-14")
def test_a_mission_is_done_by_who_has_slain_something_since() -> None:
    task = Tie("mission", "Fulk", "Ashby", 30 * DAY)
    done = home(with_campaign(tied(task), foes_slain=3, slain_by_homecoming=2))
    assert the(done, TieEnded).how == "done" and coins_of(done.state) == 600  # type: ignore[attr-defined]
    assert cited(done) == {"14"}
    idle = home(with_campaign(replace(tied(task), now=30 * DAY), foes_slain=3, slain_by_homecoming=3))
    assert ties(idle) == (task,)
    late = home(replace(tied(task), now=30 * DAY + 1))
    assert the(late, TieEnded).how == "failed" and ties(late) == (Tie("enemy", "Fulk", "Ashby"),)  # type: ignore[attr-defined]
    assert cited(late) == {"14"}
    assert ties(home(replace(tied(replace(task, until=None)), now=90 * DAY))) == (replace(task, until=None),)


@rule("knave:downtime.carousing.mishap-16")
def test_a_contract_costs_a_tenth_of_the_purse() -> None:
    do = home(tied(Tie("contract", "Fulk"), Tie("admirers"), purse=509))
    assert coins_of(do.state) == 459 and ties(do) == (Tie("admirers"),) and cited(do) == {"16"}
    assert len([e for e in do.events if cited(do) & {r[-2:] for r in e.rule}]) == 2


@rule("knave:downtime.carousing.duration")
@pytest.mark.parametrize(("now", "hours"), [(5 * HOUR, 1), (6 * HOUR, 24), (7 * HOUR, 23), (20 * HOUR, 10)])
def test_carousing_lasts_until_dawn(now: int, hours: int) -> None:
    assert until_morning(now) == hours * HOUR


@rule("knave:downtime.carousing.duration", "knave:healing.conditions-both-needed")
def test_who_carouses_does_not_sleep_and_the_others_do() -> None:
    tired = (Condition("sleepless", level=1),)
    state = tied().with_creature("hero-1", hp=2, conditions=tired).with_creature("hero-2", hp=1, conditions=tired)
    state = on_sheet(scores(state, "hero-1", CON=2), "hero-2", wounds=2)
    do = lead(state, Carouse("hero-1"), d10(1), d20(20))
    assert do.state.creatures["hero-1"].hp == 2 and do.state.creatures["hero-2"].hp == 4
    assert sheet_of(do.state, "hero-2").wounds == 1
    assert do.state.creatures["hero-1"].condition("sleepless") and not do.state.creatures["hero-2"].conditions
    assert the(do, NothingRecovered).want == "sleep" and the(do, Healed).creature == "hero-2"  # type: ignore[attr-defined]
    assert "knave:downtime.carousing.morning-check" in the(do, CheckRolled).rule


@rule("knave:downtime.carousing.morning-check")
def test_who_was_struck_down_in_the_night_has_no_morning_after() -> None:
    state = on_sheet(tied(Tie("enemy", "Fulk")).with_creature("hero-1", hp=0), "hero-1", wounds=9)
    do = lead(state, Carouse("hero-1"), d10(1), *d6(1, 6))
    assert do.state.creatures["hero-1"].status == "dead" and not has(do, CheckRolled)


def test_nobody_rests_on_after_the_last_of_the_party_is_gone() -> None:
    assert lead(tied(), a.RestDays(3)).state.now == tied().now + 3 * DAY
