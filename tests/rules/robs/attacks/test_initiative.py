from __future__ import annotations

from msgspec.structs import replace
from tests.rules.robs.scene import A, B, duel, scores

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Answer
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, BeginFight, Done
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.battle import with_battle
from underkeep.systems.robs.combat.rounds import SimultaneousActsBegan, enter_step, leave_step
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field, in_step
from underkeep.world.creature import AttackRolled
from underkeep.world.fight import InitiativeRolled, Step
from underkeep.world.state import State

TRIO = "2 commoner[club] v goblin[club]"


def three(switches: tuple[str, ...] = (), human: bool = False) -> State:
    state = field(RULESET, TRIO, switches=switches, human_referee=human)
    return in_step(scores(state, "goblin-1", DEX=0), "act")


def order(state: State, *faces: int, rulings: dict[str, str] | None = None) -> list[tuple[str, ...]]:
    dice = Scripted(*faces)
    do = Resolution(state, dice, RULESET, rulings)
    steps = RULESET.plan_round(do)
    dice.finish()
    return [step.actors for step in steps]


@rule("robs:combat.initiative.roll")
def test_high_rolls_go_first():
    state = scores(three(), "goblin-1", DEX=1)
    assert order(state, *d6(3, 4, 3, 3, 4, 3)) == [("goblin-1",), ("commoner-2",), ("commoner-1",)]


@rule("robs:combat.initiative.tie-reroll", "robs:combat.initiative.tie-rule")
def test_the_tied_roll_again_among_themselves():
    found = order(three(), *d6(4, 3, 3, 3, 4, 3, 1, 6, 1, 5))
    assert found == [("goblin-1",), ("commoner-1",), ("commoner-2",)]
    assert order(three(("initiative-tie-reroll",)), *d6(4, 3, 3, 3, 4, 3, 1, 6, 1, 5)) == found


@rule("robs:combat.initiative.tie-dex")
def test_ties_by_dex_then_by_a_die():
    state = scores(three(("initiative-tie-dex",)), "goblin-1", DEX=1)
    assert order(state, *d6(3, 3, 1, 3, 3, 4)) == [("goblin-1",), ("commoner-1",), ("commoner-2",)]
    level = three(("initiative-tie-dex",))
    assert order(level, *d6(3, 3, 1, 3, 3, 3, 2, 5)) == [("goblin-1",), ("commoner-1",), ("commoner-2",)]
    assert order(level, *d6(3, 3, 1, 3, 3, 3, 2, 2, 6, 1)) == [("commoner-1",), ("goblin-1",), ("commoner-2",)]


@rule("robs:combat.initiative.tie-simultaneous")
def test_the_tied_may_act_together():
    assert order(three(("initiative-tie-simultaneous",)), *d6(3, 3, 1, 3, 3, 3)) == [
        ("commoner-1", "goblin-1"),
        ("commoner-2",),
    ]


@rule("robs:combat.initiative.tie-rule")
def test_the_referee_settles_it_once():
    told = {"robs:combat.initiative.tie-rule": "dex-then-d6"}
    state = scores(three(), "goblin-1", DEX=1)
    assert order(state, *d6(3, 3, 1, 3, 3, 4), rulings=told)[0] == ("goblin-1",)
    do = Resolution(state, Scripted(*d6(3, 3, 1, 3, 3, 4)), RULESET, told)
    RULESET.plan_round(do)
    assert order(do.state, *d6(3, 3, 1, 3, 3, 4))[0] == ("goblin-1",)


@rule("robs:combat.initiative.tie-rule")
def test_a_person_is_asked_at_the_first_tie():
    state = replace(three(human=True), fight=None)
    asked = play.resolve(RULESET, state, "referee", BeginFight(), Scripted(*d6(3, 3, 3, 3, 6, 1))).state
    assert asked.prompts[0].choices == ("reroll", "dex-then-d6", "simultaneous")
    answer = Answer(asked.prompts[0].id, "simultaneous")
    done = play.resolve(RULESET, asked, "referee", answer, Scripted())
    assert [s.actors for s in done.state.fight.steps] == [("goblin-1",), ("commoner-1", "commoner-2")]


@rule("robs:combat.round.phases")
def test_initiative_is_rolled_each_round():
    state = in_step(duel(), "act", A)
    done = play.resolve(RULESET, state, "a", Done(A), Scripted(*d6(6, 2, 3, 3)))
    assert done.state.fight.round == 2
    assert [e.roll.total for e in done.events if isinstance(e, InitiativeRolled)] == [4, 0]
    assert [s.actors for s in done.state.fight.steps] == [(A,), (B,)]


@rule("robs:combat.initiative.tie-simultaneous")
def test_those_who_act_together_can_kill_each_other():
    state = in_step(duel(), "act", A, B, together=True)
    state = state.with_creature(A, hp=4, max_hp=4).with_creature(B, hp=4, max_hp=4)
    state = _with_hp_before(state)
    once = play.resolve(RULESET, state, "a", Attack(A, B, "club"), Scripted(*d6(6, 2)))
    assert once.state.creatures[B].hp < 0
    assert once.state.creatures[B].status == "up"
    twice = play.resolve(RULESET, once.state, "b", Attack(B, A, "club"), Scripted(*d6(6, 2)))
    assert [twice.state.creatures[id].status for id in (A, B)] == ["dead", "dead"]
    assert twice.state.winner == ""


def _with_hp_before(state: State) -> State:
    return with_battle(state, hp_before={id: c.hp for id, c in state.creatures.items()})


@rule("robs:combat.initiative.tie-simultaneous")
def test_wounds_do_not_tell_until_all_have_acted():
    for together, penalty in ((True, 0), (False, -1)):
        state = _with_hp_before(in_step(duel().with_creature(B, hp=24), "act", A, B, together=together))
        once = play.resolve(RULESET, state, "a", Attack(A, B, "club"), Scripted(*d6(6, 2)))
        twice = play.resolve(RULESET, once.state, "b", Attack(B, A, "club"), Scripted(*d6(3, 3, 1, 2, 5, 1)))
        rolled = next(e for e in twice.events if isinstance(e, AttackRolled))
        assert rolled.roll.total == penalty


@rule("robs:combat.round.immediate")
def test_the_slain_do_not_act():
    state = duel().with_creature(B, hp=3, max_hp=9)
    done = play.resolve(RULESET, state, "a", Attack(A, B, "club"), Scripted(*d6(6, 2)))
    assert done.state.creatures[B].status == "dead"
    assert done.state.winner == "a"


@rule("robs:combat.initiative.tie-simultaneous")
def test_only_those_who_act_together_are_seen_as_they_were():
    for together in (True, False):
        do = Resolution(duel(), Scripted(), RULESET)
        enter_step(do, Step("act", (A, B), together=together))
        began = [e for e in do.events if isinstance(e, SimultaneousActsBegan)]
        assert [e.hp for e in began] == ([{A: 30, B: 30}] if together else [])


@rule("robs:combat.initiative.tie-simultaneous")
def test_two_act_together_and_one_acts_alone():
    do = Resolution(three(("initiative-tie-simultaneous",)), Scripted(*d6(3, 3, 1, 3, 3, 3)), RULESET)
    assert [step.together for step in RULESET.plan_round(do)] == [True, False]


@rule("robs:combat.initiative.tie-simultaneous")
def test_the_unhurt_are_not_hurt_by_the_end_of_a_step():
    state = _with_hp_before(in_step(duel(), "act", A, B, together=True))
    dead = _with_hp_before(state.with_creature(B, status="dead"))
    for scene in (state, dead):
        do = Resolution(scene, Scripted(), RULESET)
        leave_step(do, Step("act", (A, B), together=True))
        assert not do.events
