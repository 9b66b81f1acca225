"""Bandages, potions, foods, rest: what brings hit points back, and when it does not."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    against,
    below,
    do_it,
    has_event,
    home,
    item,
    last,
    one,
    rolling,
    rules_of,
    why,
    with_items,
)

from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.checks import healing, tasks, wounds
from underkeep.systems.rampage.checks.healing import BLIND, TakeRemedy, Tend
from underkeep.testing import d6, d100, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, Healed
from underkeep.world.state import State


def hurt(hp: int = 5, *conditions: str, **changes: object) -> Creature:
    held = tuple(Condition(name) for name in conditions)
    return replace(one(**changes), hp=hp, conditions=held)


def give(state: State, kind: str, target: str = "hero") -> TakeRemedy:
    return TakeRemedy("hero", target, item(state, "hero", kind).id)


def after(kind: str, creature: Creature, *faces: int, times: int = 1) -> State:
    state = below(with_items(creature, kind, count=3), lights=("hero",))
    for _ in range(times):
        state = do_it(state, give(state, kind), *faces).state
    return state


@rule("rampage:healing.potion")
def test_any_number_of_potions_heals_eight_each() -> None:
    assert after("healing-potion", hurt(1)).creatures["hero"].hp == 9
    assert after("healing-potion", hurt(1), times=2).creatures["hero"].hp == 17
    assert after("healing-potion", hurt(15)).creatures["hero"].hp == 20


@rule("rampage:healing.salve", "rampage:healing.salve-one")
def test_salve_heals_six_and_brings_an_hour_of_sleep() -> None:
    state = after("healing-salve", hurt(5))
    hero = state.creatures["hero"]
    assert (hero.hp, hero.status) == (11, "down")
    again = below(with_items(hurt(5, "salved"), "healing-salve"))
    assert against(again, give(again, "healing-salve")) == "healing.salve-one"
    do = rolling(state)
    pass_time(do, 3539, "x")
    assert do.state.creatures["hero"].status == "down"
    pass_time(do, 1, "x")
    assert do.state.creatures["hero"].status == "up"


@rule("rampage:healing.marvelous-food", "rampage:healing.marvelous-food-variants")
def test_one_marvelous_food_a_day_and_it_takes_five_rounds() -> None:
    state = below(with_items(hurt(5), "awesome-pie", "seed-cake", count=2), lights=("hero",))
    fed = do_it(state, give(state, "awesome-pie")).state
    assert fed.creatures["hero"].hp == 9
    assert fed.now == state.now + 300
    assert against(fed, give(fed, "awesome-pie")) == "healing.marvelous-food"
    assert against(fed, give(fed, "seed-cake")) == "healing.marvelous-food"
    tomorrow = replace(fed, now=fed.now + DAY)
    assert why(tomorrow, give(tomorrow, "awesome-pie")) is None
    assert after("seed-cake", hurt(5)).creatures["hero"].hp == 8
    assert after("seed-cake", hurt(5, race="halfling")).creatures["hero"].hp == 11


@rule("rampage:healing.marvelous-food-variants", "rampage:healing.magical-defined")
def test_food_saves_no_dying_man() -> None:
    dying = replace(hurt(0, wounds.MORTAL), status="down", id="dying", name="Dying")
    state = below(with_items(one(), "awesome-pie", "healing-salve", "healing-potion"), dying)
    assert against(state, give(state, "awesome-pie", "dying")) == "healing.magical-defined"
    salved = do_it(state, give(state, "healing-salve", "dying"))
    assert salved.state.creatures["dying"].condition(wounds.MORTAL)
    potion = do_it(state, give(state, "healing-potion", "dying"), d6(3))
    assert not potion.state.creatures["dying"].condition(wounds.MORTAL)


@rule("rampage:healing.owlbear-punch", "rampage:healing.owlbear-punch-blind")
def test_punch_heals_four_and_may_blind() -> None:
    state = below(with_items(hurt(1), "owlbear-punch", count=4), lights=("hero",))
    first = do_it(state, give(state, "owlbear-punch"), d100(6)).state
    assert first.creatures["hero"].hp == 5
    second = do_it(first, give(first, "owlbear-punch"), d100(11)).state
    third = do_it(second, give(second, "owlbear-punch"), d100(16)).state
    assert not third.creatures["hero"].condition(BLIND)
    blind = do_it(second, give(second, "owlbear-punch"), d100(15)).state
    assert blind.creatures["hero"].condition(BLIND)


@rule("rampage:healing.comfrey")
def test_comfrey_heals_three_once_a_day() -> None:
    state = after("comfrey-root", hurt(5))
    assert state.creatures["hero"].hp == 8
    assert against(state, give(state, "comfrey-root")) == "healing.comfrey"


@rule("rampage:healing.stiff-drink")
def test_a_stiff_drink_heals_a_point_after_a_battle() -> None:
    sober = below(with_items(hurt(5), "stiff-drink", count=2))
    assert against(sober, give(sober, "stiff-drink")) == "healing.stiff-drink"
    state = after("stiff-drink", hurt(5, tasks.THIRSTY))
    assert state.creatures["hero"].hp == 6
    assert against(state, give(state, "stiff-drink")) == "healing.stiff-drink"


@rule("rampage:healing.rest", "rampage:healing.time", "rampage:healing.wound-wart")
@pytest.mark.parametrize(
    ("rested", "fought", "cast", "wart", "healed"),
    [(True, 0, 0, False, 2), (False, 0, 0, False, 1), (False, 1, 0, False, 0), (True, 1, 0, False, 2),
     (True, 0, 1, False, 1), (True, 0, 0, True, 3), (False, 0, 0, True, 2)],
)  # fmt: skip
def test_days(rested: bool, fought: int, cast: int, wart: bool, healed: int) -> None:
    hero = hurt(5)
    if wart:
        hero = replace(hero, conditions=(Condition(healing.WART, level=1),))
    state = replace(home(hero, fought_on=fought, cast_on={"hero": cast} if cast else {}), now=MORNING + DAY)
    do = rolling(state)
    healing.day_passes(do, "hero", rested)
    assert do.state.creatures["hero"].hp == 5 + healed


@rule("rampage:healing.wound-wart")
def test_wound_wart_waits_for_the_night() -> None:
    state = after("wound-wart", hurt(5))
    assert state.creatures["hero"].hp == 5
    assert state.creatures["hero"].condition(healing.WART).level == 1  # type: ignore[union-attr]


@rule("rampage:hazard.no-healing-hungry")
@pytest.mark.parametrize("lack", ["hungry", "thirsty"])
def test_nothing_but_magic_helps_the_hungry(lack: str) -> None:
    assert after("comfrey-root", hurt(5, lack)).creatures["hero"].hp == 5
    assert after("healing-potion", hurt(5, lack)).creatures["hero"].hp == 13


@rule("rampage:task.bandage-wounds.only-last-battle", "rampage:task.bandage-wounds")
@pytest.mark.parametrize(("before", "healed"), [(8, 3), (9, 4), (20, 4)])
def test_bandages_heal_what_the_last_battle_cost(before: int, healed: int) -> None:
    """A man bandages on 3."""
    state = below(with_items(hurt(5), "bandages"), hp_before={"hero": before})
    do = do_it(state, Tend("hero", "hero"), d6(3))
    assert last(do, Healed).amount == healed
    assert not any(i.kind == "bandages" for i in do.state.creatures["hero"].items)
    assert against(do.state, Tend("hero", "hero")) in ("task.bandage-wounds.once",)
    assert not has_event(do_it(state, Tend("hero", "hero"), d6(2)), Healed)


@rule("rampage:task.bandage-wounds.only-last-battle")
def test_old_wounds_are_not_bandaged() -> None:
    assert (
        against(below(hurt(5), hp_before={"hero": 5}), Tend("hero", "hero")) == "task.bandage-wounds.only-last-battle"
    )
    assert against(below(hurt(5)), Tend("hero", "nobody")) == "task.bandage-wounds"
    assert campaign(below(hurt(5))).hp_before == {} and rules_of(rolling(below(one()))) == set()
