"""Training, the temple, trade."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    against,
    do_it,
    has_event,
    home,
    item,
    one,
    rolling,
    rules_of,
    why,
    with_items,
)
from tests.rules.rampage.scene import hero as fighter
from tests.rules.rampage.scene import monster, scene, scripted, the

from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import Buy, HearRumours, Sell, SetOut
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics.campaign import Drill, Learning, campaign
from underkeep.systems.rampage.basics.money import purse_sp, told
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.town_life import town_life
from underkeep.systems.rampage.checks import miracles, tasks, wounds
from underkeep.systems.rampage.checks.temporary import DEFENCE
from underkeep.systems.rampage.equipment import market
from underkeep.systems.rampage.town import training
from underkeep.systems.rampage.town.temple import PRICES_GP, SeekHealing
from underkeep.systems.rampage.town.training import TRAINING, Train
from underkeep.testing import d4, d6, d20, rule
from underkeep.testing.builders import perform
from underkeep.world.condition import Condition
from underkeep.world.creature import AttackRolled, Creature
from underkeep.world.party import PartyWent
from underkeep.world.state import State

WEEK = 7 * DAY


def rich(gp: int = 1000, **changes: object) -> Creature:
    return with_items(one(**changes), gp=gp)


@rule("rampage:downtime.training-week", "rampage:downtime.training-cost")
@pytest.mark.parametrize(("level", "cost"), [(1, 1000), (3, 3000)])
def test_a_week_and_a_hundred_gold_a_level(level: int, cost: int) -> None:
    state = home(rich(level=level))
    done = do_it(state, Train("hero", "defensive", "")).state
    assert purse_sp(done.creatures["hero"].items) == 10000 - cost
    assert done.creatures["hero"].condition(TRAINING).until == MORNING + WEEK  # type: ignore[union-attr]
    assert against(home(rich(99)), Train("hero", "defensive", "")) == "downtime.training-week"
    assert why(home(rich(100)), Train("hero", "defensive", "")) is None


@rule("rampage:downtime.training-week")
def test_nothing_else_is_done_that_week() -> None:
    state = do_it(home(rich(), one("other")), Train("hero", "defensive", "")).state
    for action in (HearRumours("hero"), Buy("hero", "rations", 1), Train("hero", "weapon", "sword")):
        assert against(state, action) == "downtime.training-week"
    assert against(state, SetOut()) == "downtime.training-week"
    assert against(home(rich()), Train("hero", "task", "juggling")) == "downtime.training-week"


@rule("rampage:downtime.one-bonus")
def test_one_bonus_of_each_kind() -> None:
    stored = {"hero": (Drill("weapon", "sword"),)}
    assert against(home(rich(), drills=stored), Train("hero", "weapon", "mace")) == "downtime.one-bonus"
    assert why(home(rich(), drills=stored), Train("hero", "task", "pick-lock")) is None
    one_only = replace(home(rich(), drills=stored), switches=(training.ONE_OVERALL,))
    assert against(one_only, Train("hero", "task", "pick-lock")) == "downtime.one-bonus"
    assert why(one_only, Train("hero", "ability", "STR")) is None


@rule("rampage:downtime.ability-training")
@pytest.mark.parametrize(("before", "face", "score", "left"), [(70, 4, 10, 74), (70, 5, 11, 0), (72, 6, 11, 3)])
def test_seventy_five_points_raise_a_score(before: int, face: int, score: int, left: int) -> None:
    state = home(rich(), learning={"hero": Learning("STR", before)})
    state = do_it(state, Train("hero", "ability", "STR")).state
    do = rolling(state, d6(face))
    pass_time(do, WEEK, "x")
    assert sheet(do.state.creatures["hero"]).score("STR") == score
    assert campaign(do.state).learning["hero"].points == left
    assert campaign(do.state).drills["hero"] == ()
    other = home(rich(), learning={"hero": Learning("DEX", 74)}, drills={"hero": (Drill("ability", "STR"),)})
    fresh = rolling(other, d6(6))
    training.lapse(fresh, "hero")
    assert campaign(fresh.state).learning["hero"] == Learning("STR", 6)


@rule("rampage:downtime.weapon-training", "rampage:downtime.task-training", "rampage:downtime.defensive-training")
def test_what_was_trained_counts_for_one_delve() -> None:
    drills = (Drill("weapon", "sword"), Drill("task", "pick-lock"), Drill("defensive", ""))
    do = rolling(home(rich(), drills={"hero": drills}))
    assert do.state.creatures["hero"].conditions == ()
    do.emit(PartyWent("road", None, "set out"))
    hero = do.state.creatures["hero"]
    assert {(c.name, c.level) for c in hero.conditions} == {
        ("trained sword", 1),
        ("trained pick-lock", 1),
        (DEFENCE, 2),
    }
    do.emit(PartyWent("town", None, "arrived"))
    assert do.state.creatures["hero"].conditions == ()
    assert campaign(do.state).drills["hero"] == ()


@rule("rampage:downtime.weapon-training")
def test_training_helps_with_that_weapon_alone() -> None:
    trained = replace(fighter("hero", (5, 5), gear=("sword",)), conditions=(Condition("trained sword", level=1),))
    for gear, bonus in (("sword", True), ("mace", False)):
        creature = replace(trained, items=fighter("x", gear=(gear,)).items)
        do = scripted(scene(creature, monster("orc", (6, 5))), d20(2))
        perform(do, Attack("hero", "orc", gear))
        assert (("training", 1) in the(do, AttackRolled).roll.modifiers) is bonus


@rule("rampage:downtime.task-training")
def test_training_helps_with_that_task_alone() -> None:
    hero = replace(one(), conditions=(Condition("trained pick-lock", level=1),))
    assert sum(m.amount for m in tasks.task_modifiers(hero, "pick-lock")) == 1
    assert sum(m.amount for m in tasks.task_modifiers(hero, "pick-pocket")) == 0


# The temple


def seek(spell: str, what: str = "", target: str = "hurt") -> SeekHealing:
    return SeekHealing("hero", target, spell, what)


def sick(**changes: object) -> Creature:
    return replace(one("hurt"), hp=2, **changes)


@rule("rampage:healing.heal-wounds", "rampage:healing.group-heal")
def test_priests_heal_for_money() -> None:
    state = home(rich(2000), sick())
    done = do_it(state, seek("Heal Wounds")).state
    assert done.creatures["hurt"].hp == 10
    assert purse_sp(done.creatures["hero"].items) == 20000 - 10 * PRICES_GP["Heal Wounds"]
    assert do_it(state, seek("Group Heal")).state.creatures["hurt"].hp == 14
    assert against(home(rich(49), sick()), seek("Heal Wounds")) == "healing.magical-defined"
    assert against(state, seek("Wish")) == "healing.magical-defined"


@rule("rampage:healing.raise-dead", "rampage:healing.raise-dead-drain")
def test_the_priest_who_raised_somebody_is_drained() -> None:
    state = home(rich(2000), sick(status="dead"))
    do = do_it(state, seek("Raise The Dead"), *d4(2, 2, 2))
    assert do.state.creatures["hurt"].status == "down"
    assert town_life(do.state).drained_until == MORNING + 6 * DAY
    assert (
        against(home(rich(2000), sick(status="dead"), drained_until=MORNING + 1), seek("Raise The Dead"))
        == "healing.raise-dead-drain"
    )
    assert why(home(rich(2000), sick(status="dead"), drained_until=MORNING), seek("Raise The Dead")) is None
    assert against(home(rich(2000), sick()), seek("Raise The Dead")) == "healing.raise-dead"
    woken = rolling(do.state)
    pass_time(woken, 6 * DAY, "x")
    assert woken.state.creatures["hurt"].status == "up"


@rule("rampage:healing.great-heal", "rampage:healing.great-heal-drain", "rampage:healing.raise-dead-con")
def test_great_heal_at_the_temple() -> None:
    maimed = replace(sick(), sheet=replace(sheet(one("hurt")), injuries=("lost left arm", miracles.RAISED)))
    state = home(rich(2000), maimed)
    do = do_it(state, seek("Great Heal", "lost left arm"), *d4(1, 1, 2))
    assert sheet(do.state.creatures["hurt"]).injuries == (miracles.RAISED,)
    assert town_life(do.state).drained_until == MORNING + 4 * DAY
    assert against(state, seek("Great Heal", "CON")) == "healing.raise-dead-con"
    drained = home(rich(2000), maimed, drained_until=MORNING + 1)
    assert against(drained, seek("Great Heal", "lost left arm")) == "healing.great-heal-drain"
    whole = do_it(drained, seek("Great Heal", miracles.HIT_POINTS))
    assert whole.state.creatures["hurt"].hp == 20


@rule("rampage:healing.reincarnation", "rampage:healing.blood-heal", "rampage:healing.blood-renewal")
def test_stranger_altars() -> None:
    do = do_it(home(rich(2000), sick(status="dead")), seek("Reincarnation"), *d6(*[3] * 9))
    assert do.state.creatures["hurt"].status == "up"
    assert against(home(rich(), sick()), seek("Blood Heal")) == "healing.blood-heal"
    dark = replace(sick(), sheet=replace(sheet(one("hurt")), alignment="chaotic"))
    assert do_it(home(rich(), dark), seek("Blood Heal")).state.creatures["hurt"].hp == 10
    assert do_it(home(rich(), dark), seek("Blood Renewal")).state.creatures["hurt"].hp == 20
    assert not has_event(do, wounds.Saved)


# Trade


@rule("rampage:equipment.lists-elsewhere", "rampage:equipment.druid-sickle")
def test_prices_of_the_book_and_stand_ins() -> None:
    wares = market.wares()
    assert (wares["torches"].cost, wares["torches"].count) == (10, 6)
    assert wares["sickle-sword"].cost == 3000
    assert "gp" not in wares and "grimoire" not in wares
    state = home(rich(10))
    done = do_it(state, Buy("hero", "torches", 7)).state
    assert item(done, "hero", "torches").count == 12
    assert purse_sp(done.creatures["hero"].items) == 80
    assert against(home(rich(1)), Buy("hero", "lantern", 1)) == "equipment.lists-elsewhere"
    druid = do_it(home(rich(400)), Buy("hero", "sickle-sword", 1))
    assert "equipment.druid-sickle" in rules_of(druid)


def test_things_fetch_half() -> None:
    state = home(one(gear=("sword",)))
    sword = item(state, "hero", "sword")
    sold = do_it(state, Sell("hero", sword.id, 1)).state
    assert purse_sp(sold.creatures["hero"].items) == market.price_sp(sword) > 0
    assert told(125) == "12 gp 5 sp" and told(0) == "nothing"


def party_of(state: State) -> tuple[str, ...]:
    assert state.party is not None
    return state.party.members
