from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import H1, act, below, carrying, refused, resolving, ruled, suffering
from tests.rules.ose.scene import every, first, scores

from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.movement import encounter_feet
from underkeep.systems.ose.exploration import hazards
from underkeep.systems.ose.exploration.hazards import HazardMet
from underkeep.testing import d6, d20, d100, rule
from underkeep.world.creature import CheckRolled, DamageRolled, Died
from underkeep.world.encounter import ChanceRolled
from underkeep.world.fight import Fight
from underkeep.world.gear import Item
from underkeep.world.state import State

ROPE, HOOK = Item("rope", "Rope"), Item("grappling-hook", "Grappling hook")
LEATHER, CHAIN = Item("leather", "Leather", "worn"), Item("chainmail", "Chainmail", "worn")


def gold(coins: int) -> Item:
    return Item("gp", "gold piece", count=coins)


def call(state: State, what: str, *faces: int) -> Resolution:
    return act(state, CallCheck(H1, what), *faces, seat=REFEREE)


def ruling(state: State, what: str, rulings: dict[str, str], *faces: int) -> Resolution:
    return ruled(state, CallCheck(H1, what), rulings, *faces, seat=REFEREE)


@rule("ose:hazard.falling")
@pytest.mark.parametrize(("feet", "dice"), [(30, "3d6"), (10, "1d6"), (25, "2d6")])
def test_falling_does_1d6_for_each_10_feet(feet: int, dice: str):
    done = call(below("fighter"), f"fall {feet}", *([d6(1)] * int(dice[0])))
    assert first(done, DamageRolled).roll.notation == dice
    assert done.state.creatures[H1].hp == 8 - int(dice[0])
    assert not every(call(below("fighter"), f"fall {feet} water"), DamageRolled)
    assert not every(call(below("fighter"), "fall 9"), DamageRolled)


@rule("ose:hazard.climb")
def test_a_hurried_or_high_climb_takes_a_dex_check():
    state = scores(below("fighter"), H1, DEX=12)
    assert not every(call(state, "climb 30 rope"), CheckRolled)
    assert not every(call(state, "climb"), CheckRolled)
    chased = call(state, "climb 20 chased", d20(12))
    assert first(chased, CheckRolled).success
    fell = call(state, "climb 20", d20(13), *d6(1, 2))
    assert first(fell, DamageRolled).roll.notation == "2d6"
    assert fell.state.creatures[H1].hp == 5


@rule("ose:hazard.climb")
def test_the_referee_may_waive_the_check_or_ask_for_one():
    state = below("fighter")
    assert not every(ruling(state, "climb 40", {"ose:hazard.climb": "no check"}), CheckRolled)
    assert every(ruling(state, "climb", {"ose:hazard.climb": "check"}, d20(10)), CheckRolled)


@rule("ose:hazard.climb.sheer")
def test_a_sheer_face_takes_gear_or_a_knack():
    sheer = CallCheck(H1, "climb sheer 30")
    assert refused(below("fighter"), sheer, REFEREE).rule == "ose:hazard.climb.sheer"
    geared = carrying(below("fighter"), H1, ROPE, HOOK)
    assert first(call(geared, "climb sheer 30", d20(10)), CheckRolled).success
    thief = call(below("thief"), "climb sheer 30", d100(87))
    assert first(thief, CheckRolled).roll.needed == 87
    fallen = call(below("thief"), "climb sheer 40", d100(88), *d6(3, 3))
    assert first(fallen, DamageRolled).roll.notation == "2d6"


@rule("ose:hazard.swim.rate")
def test_swimmers_are_half_as_fast():
    assert first(call(below("fighter"), "swim"), HazardMet).outcome == "swims at 60 ft a turn"
    wet = suffering(below("fighter"), H1, "in water")
    assert encounter_feet(wet.creatures[H1], wet) == 20
    assert encounter_feet(below().creatures[H1], below()) == 40


@rule("ose:hazard.swim.everyone")
def test_everybody_swims_unless_there_is_a_reason():
    assert hazards.can_swim(below("fighter").creatures[H1])
    landsman = suffering(below("fighter"), H1, "unable to swim")
    assert refused(landsman, CallCheck(H1, "swim"), REFEREE).rule == "ose:hazard.swim.everyone"
    assert hazards.drown_percent(landsman, landsman.creatures[H1], rough=False) == 99


def drowning(done: Resolution) -> list[ChanceRolled]:
    return [e for e in every(done, ChanceRolled) if e.what == "drowning"]


@rule("ose:hazard.drown.when")
def test_drowning_threatens_in_rough_water_or_armour():
    state = below("fighter")
    assert not drowning(call(state, "swim"))
    assert drowning(call(state, "swim rough", d100(50)))
    assert drowning(call(carrying(state, H1, LEATHER), "swim", d100(50)))
    assert drowning(call(carrying(state, H1, gold(900)), "swim", d100(50)))
    assert not drowning(ruling(state, "swim rough", {"ose:hazard.drown.when": "no check"}))
    assert drowning(ruling(state, "swim", {"ose:hazard.drown.when": "check"}, d100(50)))


@rule("ose:hazard.drown.when")
def test_those_in_the_water_are_checked_once_a_turn():
    state = suffering(below("fighter", "fighter"), H1, "in water", level=1)
    done = act(state, a.Rest(), d100(50))
    assert [e.who for e in drowning(done)] == [H1]


@rule("ose:hazard.drown.chance")
@pytest.mark.parametrize(
    ("items", "rough", "percent"),
    [
        ((CHAIN, gold(900)), True, 99),
        ((LEATHER,), True, 10),
        ((), True, 10),
        ((CHAIN,), True, 50),
        ((LEATHER, gold(900)), True, 50),
        ((CHAIN, gold(900)), False, 10),
    ],
)
def test_the_chance_depends_on_armour_and_load(items: tuple[Item, ...], rough: bool, percent: int):
    state = carrying(below("fighter"), H1, *items)
    words = "swim rough" if rough else "swim"
    drowned = call(state, words, d100(percent))
    assert drowning(drowned)[0].success
    assert every(drowned, Died)
    assert not every(call(state, words, d100(percent + 1)), Died)


@rule("ose:hazard.drown.chance")
def test_the_referee_may_set_another_chance():
    state = below("fighter")
    assert every(ruling(state, "swim rough", {"ose:hazard.drown.chance": "75"}, d100(75)), Died)
    assert not every(ruling(state, "swim rough", {"ose:hazard.drown.chance": "0"}, d100(1)), Died)


def test_monsters_do_not_climb_by_ability():
    state = below("fighter")
    bare = state.with_creature(H1, sheet=replace(state.creatures[H1].sheet, abilities={}))
    assert refused(bare, CallCheck(H1, "climb"), REFEREE).rule == "ose:task.ability-check"
    assert not hazards.reads("STR")


@rule("ose:hazard.climb")
@pytest.mark.parametrize(
    ("what", "checked"),
    [
        ("climb 9", False),
        ("climb 10", True),
        ("climb 10 rope", False),
        ("climb 5 chased", True),
        ("climb 5 fighting", True),
        ("climb 10 chased rope", True),
    ],
)
def test_from_ten_feet_on_or_in_a_hurry_a_climb_is_checked(what: str, checked: bool):
    assert bool(every(call(below("fighter"), what, *([d20(1)] if checked else [])), CheckRolled)) is checked


@rule("ose:hazard.climb")
def test_in_a_fight_any_climb_is_hurried():
    done = resolving(replace(below("fighter"), fight=Fight(combatants=(H1,))), d20(1))
    hazards.climb(done, CallCheck(H1, "climb"), frozenset(), 0)
    assert every(done, CheckRolled)


@rule("ose:hazard.climb", "ose:task.ability-check")
def test_a_climb_is_as_easy_as_it_was_called():
    for face, climbs in ((12, True), (13, False)):
        done = resolving(below("fighter"), d20(face))
        hazards.climb(done, CallCheck(H1, "climb", -2), frozenset({"chased"}), 0)
        assert first(done, CheckRolled).success is climbs


@rule("ose:hazard.drown.when", "ose:hazard.drown.chance")
def test_a_load_is_heavy_above_the_bound_and_light_up_to_it():
    heavy, light = hazards.HEAVY_COINS, hazards.LIGHT_COINS
    for coins, risk in ((heavy, False), (heavy + 1, True)):
        state = carrying(below("fighter"), H1, gold(coins))
        assert bool(drowning(call(state, "swim", *([d100(50)] if risk else [])))) is risk
    for coins, percent in ((light, 10), (light + 1, 50)):
        state = carrying(below("fighter"), H1, gold(coins))
        assert hazards.drown_percent(state, state.creatures[H1], rough=True) == percent
    for coins, percent in ((heavy - 400, 50), (heavy - 399, 99)):
        state = carrying(below("fighter"), H1, CHAIN, gold(coins))
        assert hazards.drown_percent(state, state.creatures[H1], rough=True) == percent


@rule("ose:hazard.drown.when")
@pytest.mark.parametrize(("level", "checked"), [(0, False), (1, True)])
def test_calm_water_drowns_nobody_who_swims_free(level: int, checked: bool):
    state = suffering(below("fighter"), H1, "in water", level=level)
    assert bool(drowning(act(state, a.Rest(), *([d100(50)] if checked else [])))) is checked
