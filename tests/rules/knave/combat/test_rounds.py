from __future__ import annotations

from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, act, scene, scores, the, under, why_not

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import fight, play
from underkeep.procedures.actions import Attack, BeginFight, EndStep, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.manoeuvres import Manoeuvre
from underkeep.systems.knave.basics.battle import with_battle
from underkeep.systems.knave.combat import rounds
from underkeep.testing import d20, rule
from underkeep.testing.builders import field, scripted
from underkeep.world.condition import Condition
from underkeep.world.fight import InitiativeRolled
from underkeep.world.state import State


def led_by(ours: int, theirs: int) -> State:
    state = field(RULESET, "2 knave v 2 knave", gap=4)
    for side, charisma in (("a", ours), ("b", theirs)):
        for number in (1, 2):
            state = scores(state, f"{side}-knave-{number}", CHA=charisma if number == 2 else 0)
    return state


def begun(state: State, face: int) -> Resolution:
    return play.resolve(RULESET, state, REFEREE, BeginFight(), Scripted(d20(face)))


@rule("knave:combat.initiative.check")
def test_the_leaders_charisma_decides_who_goes_first() -> None:
    won = begun(led_by(2, 3), 12)
    roll = the(won, InitiativeRolled).roll
    assert (roll.total, roll.needed, roll.success) == (14, 14, True)
    assert won.state.fight.step.side == "a"
    lost = begun(led_by(2, 3), 11)
    assert not the(lost, InitiativeRolled).roll.success
    assert lost.state.fight.step.side == "b"


@rule("knave:combat.initiative.check")
def test_the_characters_leader_rolls() -> None:
    state = scores(field(RULESET, "goblin v knave", gap=4), "knave-1", CHA=1)
    assert the(begun(state, 10), InitiativeRolled).who == "b"


@rule("knave:combat.initiative.by-side")
def test_a_whole_side_acts_before_the_other() -> None:
    state = field(RULESET, "3 knave v 2 goblin", gap=6)
    now = begun(state, 20).state
    assert {c.side for c in fight.waiting(RULESET, now)} == {"a"}
    assert len(list(fight.waiting(RULESET, now))) == 3
    goblin = Move("goblin-1", (now.creatures["goblin-1"].at[0] - 1, now.creatures["goblin-1"].at[1]))
    assert why_not(now, goblin)
    later = play.resolve(RULESET, now, "a", EndStep("a"), Scripted()).state
    assert [c.id for c in fight.waiting(RULESET, later)] == ["goblin-1", "goblin-2"]
    again = play.resolve(RULESET, later, "b", EndStep("b"), Scripted()).state
    assert again.fight.round == 2
    assert again.fight.step.side == "a"


@rule("knave:combat.initiative.check")
def test_rolling_every_round_is_a_switch() -> None:
    state = field(RULESET, "knave v goblin", gap=6, switches=("initiative-each-round",))
    now = begun(state, 20).state
    now = play.resolve(RULESET, now, "a", EndStep("a"), Scripted()).state
    now = play.resolve(RULESET, now, "b", EndStep("b"), Scripted(d20(1))).state
    assert now.fight.round == 2
    assert now.fight.step.side == "b"


@rule("knave:combat.initiative.free-order")
def test_a_side_acts_in_any_order() -> None:
    state = begun(field(RULESET, "3 knave v 2 goblin", gap=6), 20).state
    for id in ("knave-3", "knave-1", "knave-2"):
        x, y = state.creatures[id].at
        state = play.resolve(RULESET, state, "a", Move(id, (x - 1, y)), Scripted()).state
    assert state.fight.step.side == "a"


@rule("knave:combat.turn.move-and-action")
def test_a_turn_is_a_move_and_one_action() -> None:
    state = scene("knave[sword] v orc")
    attack = Attack("knave-1", "orc-1", "sword")
    x, y = state.creatures["knave-1"].at
    moved = act(state, Move("knave-1", (x, y + 1))).state
    acted = act(moved, attack, d20(2)).state
    for more in (attack, Manoeuvre("knave-1", "orc-1", "trip"), Move("knave-1", (x, y))):
        assert why_not(acted, more) == "knave:combat.turn.move-and-action"
    attacked = act(state, attack, d20(2)).state
    assert why_not(attacked, attack) == "knave:combat.turn.move-and-action"
    assert why_not(attacked, Manoeuvre("knave-1", "orc-1", "trip")) == "knave:combat.turn.move-and-action"
    assert why_not(attacked, Move("knave-1", (x, y + 1))) == ""


@rule("knave:combat.turn.move-and-action")
def test_a_move_is_40_feet_around_enemies() -> None:
    state = scene("knave v orc", gap=1)
    x, y = state.creatures["knave-1"].at
    assert why_not(state, Move("knave-1", (x - 6, y))) == ""
    assert why_not(state, Move("knave-1", (x, y + 8))) == ""
    assert why_not(state, Move("knave-1", (x, y + 9))) == "knave:combat.turn.move-and-action"
    assert why_not(state, Move("knave-1", state.creatures["orc-1"].at)) == "knave:combat.turn.move-and-action"


@rule("knave:combat.turn.action-list")
def test_the_action_may_be_a_second_move() -> None:
    state = scene("knave[sword] v orc", gap=2)
    x, y = state.creatures["knave-1"].at
    once = act(state, Move("knave-1", (x - 4, y))).state
    twice = act(once, Move("knave-1", (x - 1, y))).state
    assert twice.creatures["knave-1"].at == (x - 1, y)
    assert why_not(twice, Attack("knave-1", "orc-1", "sword")) == "knave:combat.turn.move-and-action"
    assert why_not(twice, Move("knave-1", (x - 2, y))) == "knave:combat.turn.move-and-action"


@rule("knave:combat.initiative.check", "knave:downtime.carousing.mishap-09", "knave:hazard.sleep.penalty")
def test_what_weighs_on_all_checks_weighs_on_initiative() -> None:
    state = under(led_by(2, 3), "a-knave-2", "hung over")
    lost = the(begun(state, 16), InitiativeRolled)
    assert (lost.roll.total, lost.roll.success) == (13, False)
    assert {"knave:downtime.carousing.mishap-09", "knave:task.check.disadvantage"} <= set(lost.rule)
    assert the(begun(state, 17), InitiativeRolled).roll.success
    tired = led_by(2, 3).with_creature("a-knave-2", conditions=(Condition("sleepless", level=2),))
    assert the(begun(tired, 20), InitiativeRolled).roll.total == 12


@rule("knave:combat.ranged.not-while-in-melee")
def test_a_frogs_tongue_reaches_15_feet_and_no_further_and_not_through_walls() -> None:
    state = scene("giant-frog v knave")

    def reached(apart: int, *walls: tuple[int, int]) -> bool:
        assert state.grid is not None
        known = replace(state, grid=replace(state.grid, walls=walls))
        known = known.with_creature("giant-frog-1", at=(5, 5)).with_creature("knave-1", at=(5 + apart, 5))
        return Attack("giant-frog-1", "knave-1", "bite") in play.legal_actions(RULESET, known, "a")

    assert reached(1) and reached(3) and not reached(4)
    assert not reached(3, *((7, y) for y in range(state.grid.height)))


@rule("knave:combat.initiative.by-side")
def test_the_sides_take_turns_in_the_order_that_was_rolled() -> None:
    def sides(order: tuple[str, ...]) -> list[str]:
        known = scene("2 knave v orc").with_creature("knave-2", side="c")
        assert known.fight is not None
        known = with_battle(replace(known, fight=replace(known.fight, round=2)), order=order)
        return [step.side for step in rounds.plan_round(scripted(RULESET, known))]

    assert sides(("a", "b", "c")) == ["a", "b", "c"] and sides(("c", "b", "a")) == ["c", "b", "a"]
    assert sides(("b", "a")) == ["b", "c", "a"]
