from __future__ import annotations

import pytest
from tests.rules.knave.scenes import act, answer, carrying, has, on_sheet, rested, scene, scores, sheet_of, the, why_not

from underkeep.kernel.prompt import Ruled
from underkeep.procedures.actions import Attack, EndStep, Move
from underkeep.systems.knave.attacks.manoeuvres import MANOEUVRES, Manoeuvre, ManoeuvreMade
from underkeep.systems.knave.checks.hazards import fall
from underkeep.systems.knave.checks.holds import BreakFree
from underkeep.systems.knave.equipment.inventory import PickUp
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import bare, field, scripted
from underkeep.world.creature import AttackRolled, CheckRolled, DamageRolled, Harmed, Moved
from underkeep.world.gear import Item
from underkeep.world.state import State

SWORD = Item("sword", "Sword", "hand")
PURSE = Item("coin", "Coins", count=90)


def duel(**given: int) -> State:
    """A knave with these scores beside another who has STR 3 and DEX 1."""
    state = scores(scores(scene("knave[sword] v 1 knave[sword]"), "a-knave-1", **given), "b-knave-1", STR=3, DEX=1)
    return carrying(carrying(state, "a-knave-1", SWORD), "b-knave-1", SWORD, PURSE)


def done(manoeuvre: str, state: State | None = None) -> State:
    """After the manoeuvre was tried with a 20."""
    return act(state or duel(), Manoeuvre("a-knave-1", "b-knave-1", manoeuvre), d20(20)).state


@rule("knave:combat.maneuver.list")
def test_each_of_the_nine_is_accepted_where_it_makes_sense() -> None:
    for manoeuvre in MANOEUVRES:
        if manoeuvre != "climb":
            assert why_not(duel(), Manoeuvre("a-knave-1", "b-knave-1", manoeuvre)) == ""
    assert why_not(scene("knave v ogre"), Manoeuvre("knave-1", "ogre-1", "climb")) == ""
    assert len(MANOEUVRES) == 9
    assert why_not(duel(), Manoeuvre("a-knave-1", "b-knave-1", "behead")) == "knave:combat.maneuver.list"
    far = scene("knave v ogre", gap=3)
    assert why_not(far, Manoeuvre("knave-1", "ogre-1", "trip")) == "knave:combat.maneuver.list"


@rule("knave:combat.maneuver.resolution")
def test_a_manoeuvre_is_an_opposed_check() -> None:
    do = act(duel(STR=2), Manoeuvre("a-knave-1", "b-knave-1", "disarm"), d20(12))
    check = the(do, CheckRolled)
    assert (check.roll.total, check.roll.needed, check.success) == (14, 14, True)
    failed = act(duel(STR=2), Manoeuvre("a-knave-1", "b-knave-1", "disarm"), d20(11))
    assert not has(failed, ManoeuvreMade)
    assert bare(failed.state.creatures["b-knave-1"].items) == (SWORD, PURSE)


@rule("knave:combat.maneuver.ability-choice")
@pytest.mark.parametrize("manoeuvre", [m for m in MANOEUVRES if m != "climb"])
def test_the_fitting_ability(manoeuvre: str) -> None:
    do = act(duel(STR=2, DEX=5), Manoeuvre("a-knave-1", "b-knave-1", manoeuvre), d20(1))
    by_dexterity = manoeuvre in ("blind", "pickpocket")
    check = the(do, CheckRolled).roll
    assert check.modifiers == ((("DEX", 5),) if by_dexterity else (("STR", 2),))
    assert check.needed == (12 if by_dexterity else 14)
    assert the(do, Ruled).question == "knave:combat.maneuver.ability-choice"


@rule("knave:combat.maneuver.ability-choice")
def test_climbing_is_of_dexterity() -> None:
    state = scores(scene("knave v ogre"), "knave-1", STR=1, DEX=5)
    check = the(act(state, Manoeuvre("knave-1", "ogre-1", "climb"), d20(1)), CheckRolled).roll
    assert check.modifiers == (("DEX", 5),)


@rule("knave:combat.maneuver.no-career-bonus")
def test_no_career_helps_a_manoeuvre() -> None:
    acrobat = on_sheet(duel(STR=1), "a-knave-1", careers=("acrobat", "pit-fighter"))
    assert the(act(acrobat, Manoeuvre("a-knave-1", "b-knave-1", "trip"), d20(12)), CheckRolled).roll.total == 13


@rule("knave:combat.maneuver.action-cost")
def test_a_manoeuvre_is_the_action_of_the_turn() -> None:
    state = done("trip")
    x, y = state.creatures["a-knave-1"].at
    assert why_not(state, Attack("a-knave-1", "b-knave-1", "sword")) == "knave:combat.turn.move-and-action"
    assert why_not(state, Manoeuvre("a-knave-1", "b-knave-1", "push")) == "knave:combat.turn.move-and-action"
    assert why_not(state, Move("a-knave-1", (x, y + 1))) == ""


@rule("knave:combat.maneuver.indirect-damage-only")
@pytest.mark.parametrize("manoeuvre", [m for m in MANOEUVRES if m != "climb"])
def test_no_manoeuvre_does_damage(manoeuvre: str) -> None:
    do = act(duel(), Manoeuvre("a-knave-1", "b-knave-1", manoeuvre), d20(20))
    assert has(do, ManoeuvreMade)
    assert not has(do, Harmed)
    assert not has(do, DamageRolled)
    assert do.state.creatures["b-knave-1"].hp == 4


@rule("knave:combat.maneuver.indirect-damage-only", "knave:hazard.falling.damage")
def test_pushed_off_a_ledge() -> None:
    """The worked example example.push-off-ledge: the push does nothing, the fall of 20 feet does 2d6."""
    pushed = act(duel(), Manoeuvre("a-knave-1", "b-knave-1", "push"), d20(20))
    assert not has(pushed, Harmed)
    do = scripted(RULESET, pushed.state, *d6(2, 3))
    fall(do, "b-knave-1", 20)
    assert sheet_of(do.state, "b-knave-1").wounds == 5


def test_push_sends_the_foe_straight_back() -> None:
    state = duel()
    x, y = state.creatures["b-knave-1"].at
    assert the(act(state, Manoeuvre("a-knave-1", "b-knave-1", "push"), d20(20)), Moved).to == (x + 1, y)


def test_disarm_and_pick_up() -> None:
    state = done("disarm")
    assert bare(state.creatures["b-knave-1"].items) == (PURSE,)
    assert why_not(state, Attack("b-knave-1", "a-knave-1", "sword"))
    back = act(state, PickUp("b-knave-1", "sword")).state
    assert bare(back.creatures["b-knave-1"].items) == (SWORD, PURSE)
    assert why_not(back, Attack("b-knave-1", "a-knave-1", "sword")) == "knave:combat.turn.move-and-action"
    assert sheet_of(back, "b-knave-1").lying == ()


def test_break_gear_breaks_the_weapon() -> None:
    assert done("break-gear").creatures["b-knave-1"].items[0].broken


def test_pickpocket_takes_the_purse() -> None:
    state = done("pickpocket")
    assert bare(state.creatures["b-knave-1"].items) == (SWORD,)
    assert bare(state.creatures["a-knave-1"].items)[-1] == PURSE


def test_trip_costs_the_foe_its_move_and_helps_those_who_hit_it() -> None:
    state = rested(done("trip"))
    attack = act(state, Attack("a-knave-1", "b-knave-1", "sword"), d20(2))
    assert ("target prone", 5) in the(attack, AttackRolled).roll.modifiers
    counter = act(state, Attack("b-knave-1", "a-knave-1", "sword"), d20(2))
    assert ("prone", -5) in the(counter, AttackRolled).roll.modifiers


def turned(manoeuvre: str) -> State:
    """The beginning of the foe's turn after a manoeuvre in a whole fight."""
    from underkeep.kernel.dice import Scripted
    from underkeep.kernel.prompt import REFEREE
    from underkeep.procedures import play
    from underkeep.procedures.actions import BeginFight

    start = field(RULESET, "knave[sword] v 1 knave[sword]", gap=1)
    now = play.resolve(RULESET, start, REFEREE, BeginFight(), Scripted(d20(20))).state
    now = play.resolve(RULESET, now, "a", Manoeuvre("a-knave-1", "b-knave-1", manoeuvre), Scripted(d20(20))).state
    return play.resolve(RULESET, now, "a", EndStep("a"), Scripted()).state


def test_the_tripped_get_up_and_the_stunned_lose_their_action() -> None:
    tripped, stunned = turned("trip"), turned("stun")
    x, y = tripped.creatures["b-knave-1"].at
    attack = Attack("b-knave-1", "a-knave-1", "sword")
    assert why_not(tripped, attack) == ""
    assert tripped.fight.spent["b-knave-1"] == ("move",)
    assert not tripped.creatures["b-knave-1"].conditions
    assert why_not(stunned, attack) == "knave:combat.turn.move-and-action"
    assert why_not(stunned, Move("b-knave-1", (x, y + 1))) == ""


def test_the_blinded_strike_at_minus_10_for_a_turn() -> None:
    blinded = turned("blind")
    roll = the(act(blinded, Attack("b-knave-1", "a-knave-1", "sword"), d20(2)), AttackRolled).roll
    assert ("blinded", -10) in roll.modifiers
    from underkeep.kernel.dice import Scripted
    from underkeep.procedures import play

    later = play.resolve(RULESET, blinded, "b", EndStep("b"), Scripted()).state
    assert not later.creatures["b-knave-1"].conditions


def test_the_restrained_stay_until_they_break_free() -> None:
    state = rested(done("restrain"))
    x, y = state.creatures["b-knave-1"].at
    assert why_not(state, Move("b-knave-1", (x, y + 1))) == "knave:combat.maneuver.list"
    failed = act(state, BreakFree("b-knave-1"), d20(7))
    assert (the(failed, CheckRolled).roll.total, the(failed, CheckRolled).roll.needed) == (10, 11)
    assert sheet_of(failed.state, "b-knave-1").held_by == "a-knave-1"
    freed = act(state, BreakFree("b-knave-1"), d20(8)).state
    assert sheet_of(freed, "b-knave-1").held_by == ""
    walked = act(state, Move("a-knave-1", (x - 3, y))).state
    assert sheet_of(walked, "b-knave-1").held_by == ""


def test_clinging_to_something_large_helps_to_hit_it() -> None:
    state = act(scene("knave[sword] v ogre"), Manoeuvre("knave-1", "ogre-1", "climb"), d20(20)).state
    roll = the(act(rested(state), Attack("knave-1", "ogre-1", "sword"), d20(2)), AttackRolled).roll
    assert ("clinging", 5) in roll.modifiers
    x, y = state.creatures["knave-1"].at
    assert sheet_of(act(state, Move("knave-1", (x - 1, y))).state, "knave-1").hold == ""


def test_a_referee_may_name_another_ability() -> None:
    state = scene("knave[sword] v 1 knave", human_referee=True)
    asked = act(scores(state, "a-knave-1", DEX=4), Manoeuvre("a-knave-1", "b-knave-1", "trip"))
    assert asked.state.prompts[0].default == "STR"
    do = answer(asked, "DEX", d20(9))
    assert the(do, CheckRolled).roll.modifiers == (("DEX", 4),)
