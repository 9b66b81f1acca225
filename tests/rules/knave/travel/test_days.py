"""Days away from town: nights in a camp on the way, water, and going without sleep."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import carrying, delvers, has, lead, on_sheet, scores, sheet_of, the

from underkeep.kernel.dice import Scripted
from underkeep.procedures.delve_actions import LightUp, MakeCamp, MarchOn, SetOut
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.basics.town_life import with_town_life
from underkeep.systems.knave.checks.healing import NothingRecovered
from underkeep.systems.knave.exploration.features import DrinkFrom
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.travel.days import Camp
from underkeep.testing import d20, rule
from underkeep.testing.builders import cellar
from underkeep.world.clock import DAY, HOUR
from underkeep.world.condition import Condition
from underkeep.world.creature import CheckRolled, Healed
from underkeep.world.dungeon import Feature
from underkeep.world.gear import Item
from underkeep.world.party import DaysMarch
from underkeep.world.state import State

RATION, SKIN = Item("ration", "Ration"), Item("waterskin", "Waterskin")


def late(*items: Item) -> State:
    """A party in town in the evening: the day's march is used up, and the night falls on the way."""
    state = carrying(delvers(in_town=True), "hero-1", *items)
    assert state.party is not None
    return replace(state, now=16 * HOUR, party=replace(state.party, marched=DaysMarch(1, 8 * HOUR)))


def hurt(state: State, id: str = "hero-1") -> State:
    return state.with_creature(id, hp=1)


@rule("knave:healing.hp-each-morning", "knave:healing.conditions-both-needed")
def test_a_night_on_the_road_heals_whoever_has_eaten() -> None:
    state = hurt(hurt(late(RATION)), "hero-2")
    done = lead(state, SetOut())
    assert done.state.journey is not None
    assert the(done, Healed) == Healed("hero-1", 3, 4, rule=("knave:healing.hp-each-morning",))
    unfed = the(done, NothingRecovered)
    assert (unfed.creature, unfed.want, unfed.rule) == ("hero-2", "a meal", ("knave:healing.conditions-both-needed",))
    assert done.state.creatures["hero-1"].items == ()


@rule("knave:healing.wound-in-haven")
def test_wounds_stay_on_the_road() -> None:
    state = on_sheet(late(RATION), "hero-1", wounds=3)
    assert sheet_of(lead(state, SetOut()).state, "hero-1").wounds == 3


@rule("knave:hazard.sleep.penalty", "knave:hazard.sleep.collapse")
def test_whole_days_in_camp_on_the_road_make_nobody_sleepless() -> None:
    state = lead(late(), SetOut()).state
    for _ in range(3):
        state = lead(state, MakeCamp()).state
        assert not any(c.conditions for c in state.marchers())
    assert lead(state, MarchOn()).state.party.place == "dungeon"


def awake(state: State, seconds: int, *faces: int) -> Resolution:
    """Time goes by in which nobody sleeps."""
    dice = Scripted(*faces)
    do = Resolution(state, dice, RULESET)
    pass_time(do, seconds, "turn")
    dice.finish()
    return do


def out() -> State:
    return lead(delvers(1, in_town=True), SetOut()).state


@rule("knave:hazard.sleep.collapse")
def test_after_two_sleepless_days_every_watch_needs_a_check() -> None:
    state = awake(out(), 2 * DAY - 8 * HOUR).state
    assert state.creatures["hero-1"].condition("sleepless").level == 1
    fresh = awake(state, 4 * HOUR - 1)
    assert not has(fresh, CheckRolled)
    state = scores(fresh.state, "hero-1", WIS=8)
    kept = awake(state, HOUR, d20(20))
    roll = the(kept, CheckRolled)
    assert (roll.roll.total, roll.success) == (18, True)
    assert {"knave:hazard.sleep.collapse", "knave:hazard.sleep.penalty"} <= set(roll.rule)
    fell = awake(state, HOUR, d20(17))
    helpless = fell.state.creatures["hero-1"].condition("helpless")
    assert helpless is not None and helpless.until == fell.state.now + 12 * HOUR


@rule("knave:hazard.thirst.assumed-water", "knave:hazard.thirst.penalty")
def test_a_waterskin_lasts_a_day_in_dry_country() -> None:
    state = with_town_life(carrying(out(), "hero-1", SKIN), arid=True)
    first = awake(state, DAY).state
    assert not first.creatures["hero-1"].condition("thirsty")
    assert [i.kind for i in first.creatures["hero-1"].items] == ["empty-waterskin"]
    second = awake(first.with_creature("hero-1", conditions=()), DAY).state
    assert second.creatures["hero-1"].condition("thirsty").level == 1


@rule("knave:hazard.thirst.assumed-water")
def test_where_there_is_water_the_skin_is_filled_by_itself() -> None:
    empty = carrying(out(), "hero-1", Item("empty-waterskin", "Empty waterskin"))
    assert awake(with_town_life(empty, arid=False), DAY).state.creatures["hero-1"].items[0].kind == "waterskin"


@rule("knave:hazard.thirst.assumed-water")
def test_a_pool_fills_skins_and_quenches_thirst() -> None:
    dungeon = cellar(RULESET)
    pool = Feature("pool", dungeon.entrance.area, "pool", "emptied")
    state = delvers(1, dungeon=replace(dungeon, features={"pool": pool}))
    state = lead(state, LightUp("hero-1", "torch")).state
    state = carrying(state, "hero-1", Item("empty-waterskin", "Empty waterskin"))
    state = state.with_creature("hero-1", conditions=(Condition("thirsty", level=2),))
    done = lead(state, DrinkFrom("hero-1", "pool")).state
    assert not done.creatures["hero-1"].conditions
    assert done.creatures["hero-1"].items[0].name == "Waterskin"


@rule("knave:healing.conditions-both-needed")
@pytest.mark.parametrize(("items", "hp"), [((RATION,), 4), ((), 1)])
def test_a_camp_at_the_entrance_needs_a_meal_too(items: tuple[Item, ...], hp: int) -> None:
    done = lead(hurt(carrying(delvers(1), "hero-1", *items)), Camp())
    assert done.state.creatures["hero-1"].hp == hp
    assert has(done, NothingRecovered) == (hp == 1)
