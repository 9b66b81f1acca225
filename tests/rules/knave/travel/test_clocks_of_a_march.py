"""The clocks of a party that is away: water by the day, sleep by the watch."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, carrying, delvers, has, lead, on_sheet, scores, the

from underkeep.kernel.dice import Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.campaign import campaign
from underkeep.systems.knave.basics.town_life import with_town_life
from underkeep.systems.knave.checks import waterskins
from underkeep.systems.knave.exploration import exploring, features
from underkeep.systems.knave.travel import days
from underkeep.systems.knave.travel.days import Camp
from underkeep.testing import d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.clock import DAY, HOUR, TimePassed
from underkeep.world.condition import Condition
from underkeep.world.creature import CheckRolled
from underkeep.world.dungeon import Feature
from underkeep.world.gear import Item
from underkeep.world.party import Searched
from underkeep.world.state import State

WATCH = 4 * HOUR
DAWN = 7 * HOUR


def away(arid: bool = False) -> State:
    """Two knaves underground who set out at seven, fresh."""
    state = delvers()
    do = scripted(RULESET, with_town_life(replace(state, now=DAWN), arid=arid))
    do.emit(days.SetOutFresh(DAWN))
    return do.state


def passed(state: State, seconds: int, *faces: int) -> Resolution:
    do = scripted(RULESET, replace(state, now=state.now + seconds), *faces)
    days.on_time(do, TimePassed(do.state.now, "marching"))
    return do


def level(do: Resolution, name: str) -> int:
    found = do.state.creatures["hero-1"].condition(name)
    return found.level if found is not None else 0


@rule("knave:time.watch.length", "knave:hazard.sleep.penalty")
@pytest.mark.parametrize(("seconds", "sleepless"), [(DAY - 1, 0), (DAY, 1), (2 * DAY - 1, 1)])
def test_each_whole_day_awake_counts(seconds: int, sleepless: int) -> None:
    do = passed(away(), seconds)
    assert level(do, "sleepless") == sleepless
    again = passed(do.state, 0)
    assert level(again, "sleepless") == sleepless


@rule("knave:time.watch.length")
@pytest.mark.parametrize(("seconds", "watches"), [(WATCH - 1, 0), (WATCH, 1), (2 * WATCH - 1, 1), (2 * WATCH, 2)])
def test_watches_end_every_four_hours(seconds: int, watches: int) -> None:
    do = passed(away(), seconds)
    known = campaign(do.state).clocks
    assert known is not None and known.watch == DAWN + watches * WATCH
    assert has(do, days.WatchesEnded) is bool(watches)


@rule("knave:hazard.sleep.collapse")
def test_after_two_days_each_watch_asks_who_can_stay_awake() -> None:
    state = away()
    two = passed(state, DAY).state
    for id in ("hero-1", "hero-2"):
        two = two.with_creature(id, conditions=(Condition("sleepless", level=2),))
    asked = passed(two, WATCH, *d20(20, 20))
    assert len([e for e in asked.events if isinstance(e, CheckRolled)]) == 2
    bound = two.with_creature("hero-2", conditions=(Condition("paralysed"),))
    assert len([e for e in passed(bound, WATCH, d20(20)).events if isinstance(e, CheckRolled)]) == 1


@rule("knave:healing.hp-each-morning", "knave:healing.conditions-both-needed")
def test_a_camp_is_two_watches_and_nobody_grows_sleepless_in_it() -> None:
    state = carrying(
        replace(away(), now=DAWN + DAY - HOUR).with_creature("hero-1", hp=1), "hero-1", Item("ration", "Ration")
    )
    do = lead(state, Camp())
    assert do.state.now == state.now + 2 * WATCH and not level(do, "sleepless")
    assert do.state.creatures["hero-1"].hp == 4
    known = campaign(do.state).clocks
    assert known is not None and known.woke == do.state.now


@rule("knave:hazard.drowning.breath", "knave:hazard.thirst.assumed-water")
def test_a_pool_fills_every_skin() -> None:
    empty = Item(waterskins.EMPTY, "Empty waterskin")
    state = carrying(carrying(delvers(), "hero-1", empty), "hero-2", empty)
    do = scripted(RULESET, state)
    features.drink_at(do)
    assert all(do.state.creatures[id].items[0].kind == waterskins.WATERSKIN for id in ("hero-1", "hero-2"))


@rule("knave:time.turn.action-cost")
def test_the_room_is_searched_once_however_many_search() -> None:
    do = scripted(RULESET, delvers(), *d20(2, 2))
    for id in ("hero-1", "hero-2"):
        exploring.search(do, do.state.creatures[id])
    assert the(do, Searched) and len([e for e in do.events if isinstance(e, CheckRolled)]) == 2
    bound = delvers().with_creature("hero-1", conditions=(Condition("paralysed"),))
    nobody = scripted(RULESET, bound)
    exploring.search(nobody, bound.creatures["hero-1"])
    assert not nobody.events


@rule("knave:hazard.drowning.breath", "knave:hazard.drowning.pass-out")
def test_what_a_diver_can_carry_is_brought_up() -> None:
    pool = Feature("pool-1", "1-01", "pool", (2, 2))
    for full in (False, True):
        state = on_sheet(scores(delvers(), "hero-1", CON=9), "hero-1", slots=10)
        things = tuple(Item(f"thing-{n}", f"Thing {n}") for n in range(10)) if full else ()
        state = carrying(state, "hero-1", *things)
        do = Resolution(state, Seeded(1, "dive"), RULESET)
        features._dive(do, do.state.creatures["hero-1"], pool)
        assert any(i.kind == "coin" for i in do.state.creatures["hero-1"].items) is not full
