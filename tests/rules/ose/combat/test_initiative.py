from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import ORC, F, every, first, listed, refusal, scene, scores

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Done
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.movement import Withdraw
from underkeep.systems.ose.checks import hardiness
from underkeep.systems.ose.combat import initiative
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import Died, Healed
from underkeep.world.encounter import Encounter
from underkeep.world.fight import InitiativeRolled, RoundBegan, Step

INDIVIDUAL = ("individual-initiative",)


def order(state, *faces, rulings=None) -> tuple[Step, ...]:
    done = Resolution(state, Scripted(*faces), RULESET, rulings)
    steps = initiative.roll_initiative(done)
    done.dice.finish()
    return steps


def phases(steps) -> list[tuple[str, str]]:
    return [(step.phase, step.side) for step in steps]


@rule("ose:combat.initiative.side", "ose:combat.round-sequence")
def test_the_higher_side_acts_first():
    state = scene("fighter[sword,dagger] v orc")
    a = [("movement", "a"), ("missile", "a"), ("melee", "a")]
    b = [("morale", "b"), ("movement", "b"), ("melee", "b")]
    assert phases(order(state, *d6(6, 4))) == [*a, *b]
    assert phases(order(state, *d6(1, 4))) == [*b, *a]


@rule("ose:combat.round-sequence", "ose:combat.initiative.side", "ose:time.round")
def test_a_round_declares_then_rolls_and_a_new_round_rolls_again():
    state = in_step(scene(gap=1), "melee", F)
    done = play.resolve(RULESET, state, "a", Done(F), Scripted())
    assert done.state.fight.step.phase == "declare"
    assert first(done, RoundBegan).now == state.now + 10
    on = play.resolve(RULESET, done.state, "a", Done(F), Scripted())
    acting = play.resolve(RULESET, on.state, "b", Done(ORC), Scripted(*d6(2, 5)))
    assert [e.who for e in every(acting, InitiativeRolled)] == ["a", "b"]
    assert (acting.state.fight.step.phase, acting.state.fight.step.side) == ("melee", "b")


@rule("ose:combat.round-sequence")
def test_what_belongs_to_another_step_is_refused():
    state = scene(phase="movement", gap=2)
    assert refusal(state, Attack(F, ORC, "sword")).rule == "ose:combat.round-sequence"


@rule("ose:combat.declare")
def test_declarations_come_before_initiative():
    assert Withdraw(F) in listed(scene(phase="declare"), F)
    assert listed(scene(phase="declare", gap=2), F) == []
    assert refusal(scene(), Withdraw(F)).rule == "ose:combat.declare"


@rule("ose:combat.initiative.ties")
def test_ties_are_simultaneous_or_rolled_again():
    state = scene()
    together = order(state, *d6(3, 3))
    assert [(s.phase, s.side, s.together) for s in together if s.actors] == [
        ("movement", "a+b", False),
        ("melee", "a+b", True),
    ]
    done = Resolution(state, Scripted(*d6(3, 3)), RULESET)
    initiative.roll_initiative(done)
    assert first(done, Ruled).choice == "simultaneous"
    again = order(state, *d6(3, 3, 2, 5), rulings={"ose:combat.initiative.ties": "re-roll"})
    assert [s.side for s in again if s.phase == "melee"] == ["b", "a"]


@rule("ose:combat.initiative.ties")
def test_both_may_kill_each_other():
    state = in_step(scene(), "melee", F, ORC, side="a+b", together=True)
    for id in (F, ORC):
        state = state.with_creature(id, hp=1)
    mine = play.resolve(RULESET, state, "a", Attack(F, ORC, "sword"), Scripted(d20(19), d6(6)))
    assert mine.state.creatures[ORC].status == "up"
    theirs = play.resolve(RULESET, mine.state, "b", Attack(ORC, F, "weapon"), Scripted(d20(19), d6(6)))
    assert {e.creature for e in every(theirs, Died)} == {F, ORC}
    assert theirs.state.winner == ""


@rule("ose:combat.initiative.ties")
def test_a_person_is_asked_about_a_tie():
    state = in_step(replace(scene(human=True), human_referee=True), "declare", F)
    fight = replace(state.fight, steps=(*state.fight.steps, Step("initiative")))
    asked = play.resolve(RULESET, replace(state, fight=fight), "a", Done(F), Scripted(*d6(4, 4)))
    assert asked.state.prompts[0].question == "ose:combat.initiative.ties"
    answer = play.Answer(asked.state.prompts[0].id, "simultaneous")
    on = play.resolve(RULESET, asked.state, REFEREE, answer, Scripted())
    assert on.state.fight.step.together


@rule("ose:combat.initiative.slow-weapons")
def test_two_handed_weapons_strike_last():
    match = "fighter[two-handed sword] + cleric[mace] v orc"
    steps = order(scene(match), *d6(6, 1))
    assert [(s.phase, s.actors) for s in steps if s.actors] == [
        ("movement", ("cleric-1",)),
        ("melee", ("cleric-1",)),
        ("movement", (ORC,)),
        ("melee", (ORC,)),
        ("slow-movement", (F,)),
        ("slow-melee", (F,)),
    ]


@rule("ose:combat.initiative.slow-weapons")
def test_with_a_choice_of_weapons_only_the_slow_one_waits():
    state = scene("fighter[two-handed sword,sword] v orc")
    steps = order(state, *d6(6, 1))
    assert [s.phase for s in steps if F in s.actors] == ["movement", "melee", "slow-melee"]
    assert [a.weapon for a in listed(state, F)] == ["sword"]
    slow = Attack(F, ORC, "two-handed-sword")
    assert refusal(state, slow).rule == "ose:combat.initiative.slow-weapons"
    assert slow in listed(in_step(state, "slow-melee"), F)


@rule("ose:combat.initiative.slow-weapons")
def test_the_slow_act_in_the_order_of_their_sides():
    """Ruling: combat.question.slow-weapons-order."""
    steps = order(scene("fighter[two-handed sword] v orc[pole arm]"), *d6(2, 5))
    assert [s.side for s in steps if s.phase == "slow-melee"] == ["b", "a"]


@rule("ose:combat.initiative.individual", "ose:abilities.dex.initiative")
def test_individual_initiative():
    state = scores(scene("fighter[sword] + cleric[mace] v orc", switches=INDIVIDUAL), F, DEX=18)
    steps = order(state, *d6(4, 5, 2))
    assert [s.actors for s in steps if s.phase == "melee"] == [(F,), ("cleric-1",), (ORC,)]


@rule("ose:combat.initiative.individual", "ose:combat.initiative.ties")
def test_individuals_who_tie_settle_it_among_themselves():
    state = scene("fighter[sword] + cleric[mace] v 6 orc", switches=INDIVIDUAL)
    again = {"ose:combat.initiative.ties": "re-roll"}
    steps = order(state, *d6(5, 5, 6, 4, 3, 2, 1, 5, 2, 2, 6, 1, 3), rulings=again)
    assert [s.actors for s in steps if s.phase == "melee"][:4] == [(ORC,), ("orc-6",), ("cleric-1",), (F,)]


@rule("ose:abilities.dex.initiative")
def test_dexterity_does_not_count_for_a_side():
    quick = scores(scene(), F, DEX=18)
    done = Resolution(quick, Scripted(*d6(3, 4)), RULESET)
    steps = initiative.roll_initiative(done)
    assert every(done, InitiativeRolled)[0].roll.total == 3
    assert steps[-1].side == "a"
    alone = Resolution(replace(quick, switches=INDIVIDUAL), Scripted(*d6(3, 4)), RULESET)
    initiative.roll_initiative(alone)
    assert every(alone, InitiativeRolled)[0].roll.total == 5


@rule("ose:combat.initiative.individual.monsters", "ose:class.abilities")
def test_monsters_and_halflings_have_their_own_modifiers():
    done = Resolution(scene("halfling v wood golem + orc", switches=INDIVIDUAL), Scripted(*d6(3, 3, 3)), RULESET)
    initiative.roll_initiative(done)
    assert {e.who: e.roll.total for e in every(done, InitiativeRolled)} == {"halfling-1": 4, "wood-golem-1": 2, ORC: 3}


def test_zombies_act_last_and_pit_vipers_first():
    steps = order(scene("zombie + pit viper v orc"), *d6(6, 1))
    assert [(s.phase, s.actors) for s in steps if "melee" in s.phase] == [
        ("melee", ("pit-viper-1",)),
        ("melee", (ORC,)),
        ("slow-melee", ("zombie-1",)),
    ]


def ready(state):
    return initiative.ready(state, state.active())


@rule("ose:combat.initiative.side")
def test_the_surprised_stand_by_in_the_first_round_only():
    state = scene("fighter[sword] + cleric[mace] v orc")
    met = replace(state, encounter=Encounter("orcs", (ORC,), 5, surprised=(F,)))
    ids = {n: {c.id for c in ready(replace(met, fight=replace(met.fight, round=n)))} for n in (0, 1, 2)}
    assert ids == {0: {"cleric-1", ORC}, 1: {"cleric-1", ORC}, 2: {"cleric-1", ORC, F}}
    assert {c.id for c in ready(replace(met, encounter=None))} == {"cleric-1", ORC, F}


@rule("ose:healing.cap")
@pytest.mark.parametrize(("hp", "after"), [(0, 0), (1, 2), (7, 8), (8, 8)])
def test_wounds_that_close_by_themselves(hp, after):
    state = scene("fighter[sword] v thoul").with_creature("thoul-1", hp=hp)
    done = Resolution(state, Scripted(), RULESET)
    hardiness.regenerate(done, state.creatures["thoul-1"])
    assert done.state.creatures["thoul-1"].hp == after
    assert [(e.amount, e.hp) for e in every(done, Healed)] == ([(after - hp, after)] if after > hp else [])


@rule("ose:combat.initiative.individual", "ose:abilities.dex.initiative")
def test_those_of_one_side_who_tie_act_together_only_with_a_foe():
    state = scene("fighter[sword] + cleric[mace] v orc", switches=INDIVIDUAL)
    tied = order(state, *d6(4, 4, 2))
    melee = [(s.actors, s.together) for s in tied if s.phase == "melee"]
    assert melee == [((F, "cleric-1"), False), ((ORC,), False)]
    all_three = order(state, *d6(4, 4, 4))
    assert [s.together for s in all_three if s.phase == "melee"] == [True]
