"""The round to the point: who has a part in it, what is left to do, and what tells only at its end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.magic.magery import gained
from tests.rules.robs.scene import A, B, changed, do, duel, every

from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.sorts_of_deed import SortOfDeed
from underkeep.systems.robs.attacks import curses, ramming
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.battle import with_battle
from underkeep.systems.robs.basics.traits import BloodDrain
from underkeep.systems.robs.checks.checks import ContestRolled
from underkeep.systems.robs.combat import improvising, rounds
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field, in_step
from underkeep.world.creature import Fled, Harmed
from underkeep.world.fight import Spent

C = "b-commoner-2"


def bare(state, *faces):
    return Resolution(state, Scripted(*faces), RULESET)


def three(gap=1):
    state = in_step(field(RULESET, "commoner v 2 commoner", gap=gap), "act")
    for id in (A, B, C):
        state = state.with_creature(id, hp=30, max_hp=30)
    return state


@rule("robs:combat.round.phases", "robs:magic.cast.declare")
def test_who_has_a_step_in_the_round():
    fighter = changed(gained(duel(), B, "blessed"), A, classes={"fighter": 1}, race="human")
    steps = rounds.plan_round(bare(fighter, *d6(4, 3, 1, 4)))
    assert [(step.phase, step.actors) for step in steps] == [("act", (A,)), ("act", (B,))]
    unaware = rounds.plan_round(bare(gained(duel(), B, "unaware"), *d6(4, 3)))
    assert [step.actors for step in unaware] == [(A,)]


@rule("robs:movement.sprint")
def test_the_critically_hurt_move_once():
    for spent, moves in (((), True), (("move",), False), (("attack",), False)):
        state = duel().with_creature(A, hp=3)
        state = replace(state, fight=replace(state.fight, spent={A: spent}))
        found = rounds._acts(state, state.creatures[A], state.fight.step)
        assert bool(found.moves) is moves


@rule("robs:damage.ram")
@pytest.mark.parametrize(("scale", "rams"), [(0, 0), (1, 1)])
def test_a_body_a_little_faster_than_a_man_can_ram(scale, rams):
    state = changed(duel(gap=6), A, movement_scale=scale)
    assert len(rounds._rams(state, state.creatures[A])) == rams
    fighter = changed(state, A, classes={"fighter": 1}, race="human")
    assert not rounds._rams(fighter, fighter.creatures[A])


@rule("robs:damage.ram")
def test_a_run_tells_its_rules():
    state = changed(duel(gap=6), A, movement_scale=3)
    done = do(state, ramming.Ram(A, B), *d6(1, 5))
    assert [e.rule for e in every(done, Spent)] == [("robs:damage.ram",)]


@rule("robs:combat.initiative.tie-simultaneous", "robs:healing.maximum")
@pytest.mark.parametrize(("status", "drunk"), [("up", 1), ("down", 0)])
def test_only_what_stands_drinks(status, drunk):
    state = changed(duel(), A, traits=(BloodDrain(1),)).with_creature(A, status=status)
    hanging = Resolution(state, Scripted(), RULESET)
    curses.on_hit.carry_out(hanging, curses.Hit(A, B, True), BloodDrain(1))
    done = bare(hanging.state)
    rounds.enter_step(done, done.state.fight.step)
    assert sum(e.amount for e in every(done, Harmed)) == drunk


@rule("robs:combat.initiative.tie-simultaneous")
def test_who_fled_in_the_same_moment_is_settled_no_more():
    state = with_battle(three().with_creature(B, hp=0).with_creature(C, hp=15), strength={"a": 1, "b": 2})
    state = with_battle(state, hp_before={A: 30, B: 10, C: 30})
    done = bare(state, *d6(4, 3))
    rounds.leave_step(done, replace(state.fight.step, together=True))
    assert [e.creature for e in every(done, Fled)] == [C]
    assert not every(done, wounds.Wounded)


@rule("robs:dice.modifier-size")
def test_one_point_matters():
    assert improvising.advantage("shove", True) == improvising.advantage("shove", False) == 1


@rule("robs:task.check.setup", "robs:task.contest.winner")
def test_how_a_deed_of_ones_own_is_settled():
    state = three()
    actor = state.creatures[A]
    assert improvising.settle(bare(state), actor, improvising.WORKS, "wave", ()) is True
    assert improvising.settle(bare(state), actor, improvising.FAILS, "fly", ()) is False
    for first_foe, second in ((B, C), (C, B)):
        x, y = actor.at
        moved = state.with_creature(first_foe, at=(x, y + 1)).with_creature(second, at=(x + 1, y + 2))
        done = bare(moved, *d6(4, 3, 3, 3))
        assert improvising.settle(done, moved.creatures[A], improvising._POWER, "shove the commoners", ())
        assert {e.creature for e in every(done, ContestRolled)} == {A, first_foe}


@rule("robs:referee.improvise", "robs:task.contest.composite")
def test_in_which_way_a_deed_is_tried():
    state = duel()

    def way(what, feat="chance", success=(), on=state):
        return improvising.usual_way(on, on.creatures[A], what, SortOfDeed("try", feat, success=success))

    assert way("save against the deadly poison") == "poison check"
    assert way("save against poison") == "poison check" and way("save against") == improvising.FATE
    assert way("grunt", "strength") == "STR check"
    assert way("grunt", "strength", ("move foes",)) == improvising._POWER
    assert way("grunt", "strength", ("harm foes",)) == "STR check"
    assert way("grunt", "strength", ("move foes",), state.with_creature(B, status="dead")) == "STR check"
