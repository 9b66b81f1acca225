"""Holding on and swallowing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, changed, do, every, first, listed, scene, spent

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks import grips
from underkeep.systems.ose.attacks.grips import GripLost, GripTaken, PullOut
from underkeep.systems.ose.basics import conditions as c
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.checks import shapes
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d3, d4, d6, d8, d10, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import AttackRolled, Died, Fled, Harmed, Moved
from underkeep.world.fight import FightEnded
from underkeep.world.state import State

PER_ROUND = "ose:monster.attacks.per-round"


def next_round(state: State) -> State:
    assert state.fight is not None
    return replace(
        state, now=state.now + 10, fight=replace(state.fight, round=state.fight.round + 1, spent={}, done=())
    )


def gripped(kind: str, attack: str, *faces: int, match: str = "fighter[sword]", hp: int = 40) -> State:
    state = scene(f"{match} v {kind}").with_creature(F, hp=hp, max_hp=hp)
    return do(state, Attack(f"{kind}-1", F, attack), *faces).state


@rule(PER_ROUND, "ose:combat.damage.monster")
@pytest.mark.parametrize(
    ("kind", "attack", "faces", "each", "lost"),
    [
        ("stirge", "beak", (d20(19), d3(1)), (d3(2),), 2),
        ("giant-leech", "bite", (d20(19), d6(1)), (d6(5),), 5),
        ("giant-weasel", "bite", (d20(19), *d4(1, 1)), d4(3, 4), 7),
        ("rock-python", "bite", (d20(19), d4(1), *d4(1, 1)), d4(2, 3), 5),
        ("grey-ooze", "touch", (d20(19), *d8(1, 1)), d8(4, 4), 8),
        ("ochre-jelly", "touch", (d20(19), *d6(1, 1)), d6(2, 2), 4),
    ],
)
def test_what_holds_on_hurts_each_round_without_a_roll(kind, attack, faces, each, lost):
    state = next_round(gripped(kind, attack, *faces))
    done = scripted(RULESET, state, *each)
    grips.hold_on(done)
    done.dice.finish()
    assert first(done, Harmed).amount == lost
    assert not [a for a in listed(state, f"{kind}-1") if isinstance(a, Attack)]


@rule(PER_ROUND)
def test_a_python_squeezes_at_once():
    state = scene("fighter[sword] v rock python").with_creature(F, hp=20, max_hp=20)
    done = do(state, Attack("rock-python-1", F, "bite"), d20(19), d4(2), *d4(1, 2))
    assert [e.amount for e in every(done, Harmed)] == [2, 3]


@rule(PER_ROUND)
def test_each_tentacle_is_a_penalty_and_a_deep_cut_takes_one_off():
    state = gripped("giant-octopus", "tentacle", d20(19), d3(1))
    state = do(state, Attack("giant-octopus-1", F, "tentacle"), d20(19), d3(1)).state
    struck = do(next_round(state), Attack(F, "giant-octopus-1", "sword"), d20(19), d6(6))
    assert first(struck, AttackRolled).roll.modifiers == (("held fast", -2),)
    assert [(e.grip.victim, e.how) for e in every(struck, GripLost)] == [(F, "severed")]
    assert not every(do(next_round(state), Attack(F, "giant-octopus-1", "sword"), d20(19), d6(5)), GripLost)
    after = next_round(struck.state)
    assert grips.busy(after, "giant-octopus-1", "tentacle") == 2


@rule(PER_ROUND)
def test_a_sting_works_on_until_it_is_pulled_out():
    state = gripped("killer-bee", "sting", d20(19), d3(1), d20(20), match="fighter[sword]")
    assert state.creatures["killer-bee-1"].status == "dead"
    hurt = scripted(RULESET, next_round(state))
    grips.hold_on(hurt)
    assert first(hurt, Harmed).amount == 1
    pull = PullOut(F, "killer-bee-1")
    two = next_round(gripped_by_two())
    assert pull in listed(two, F)
    out = do(two, pull)
    assert not battle(out.state).grips
    assert pull not in listed(spent(two, F, "attack"), F)


def gripped_by_two() -> State:
    state = scene("fighter[sword] v 2 killer bee").with_creature(F, hp=20, max_hp=20)
    return do(state, Attack("killer-bee-1", F, "sting"), d20(19), d3(1), d20(20)).state


@rule(PER_ROUND)
def test_a_rhagodessa_bites_what_sticks_to_it_without_fail():
    state = gripped("rhagodessa", "sucker", d20(19))
    assert not grips.is_sure(state, "rhagodessa-1", F, "bite")
    bitten = do(next_round(state), Attack("rhagodessa-1", F, "bite"), *d8(2, 2))
    assert not every(bitten, AttackRolled) and first(bitten, Harmed).amount == 4


@rule(PER_ROUND)
@pytest.mark.parametrize(
    ("kind", "faces", "match", "swallowed"),
    [
        ("caecilia", (d20(19), d8(1)), "fighter[sword]", True),
        ("caecilia", (d20(18), d8(1)), "fighter[sword]", False),
        ("giant-toad", (d20(20), d4(1)), "fighter[sword]", False),
        ("killer-whale", (d20(19), d20(1)), "halfling[sword]", False),
        ("purple-worm", (d20(6), *d8(1, 1)), "fighter[sword]", True),
        ("purple-worm", (d20(5), *d8(1, 1)), "fighter[sword]", False),
        ("sperm-whale", (d20(19), *d20(1, 1, 1)), "fighter[sword]", True),
    ],
)
def test_who_is_swallowed_whole(kind, faces, match, swallowed):
    victim = f"{match.partition('[')[0]}-1"
    state = scene(f"{match} v {kind}").with_creature(victim, hp=40, max_hp=40)
    done = do(state, Attack(f"{kind}-1", victim, "bite"), *faces)
    assert c.has(done.state.creatures[victim], c.SWALLOWED) is swallowed
    assert bool(every(done, GripTaken)) is swallowed


@rule(PER_ROUND)
def test_a_sturgeon_paralyses_what_it_swallows():
    state = scene("fighter[sword] v giant sturgeon").with_creature(F, hp=40, max_hp=40)
    inside = do(state, Attack("giant-sturgeon-1", F, "bite"), d20(18), *d10(1, 1), d20(2)).state.creatures[F]
    assert c.has(inside, c.SWALLOWED) and c.has(inside, c.PARALYSED)


@rule(PER_ROUND)
def test_inside_a_belly():
    state = next_round(gripped("caecilia", "bite", d20(20), d8(1)))
    assert listed(state, F) == [Attack(F, "caecilia-1", "sword")]
    stab = do(state, Attack(F, "caecilia-1", "sword"), d20(19), d6(3))
    assert first(stab, AttackRolled).roll.modifiers == (("inside", -4),)
    digested = scripted(RULESET, state, d8(5))
    grips.hold_on(digested)
    assert first(digested, Harmed).amount == 5
    dead = do(state.with_creature("caecilia-1", hp=1), Attack(F, "caecilia-1", "sword"), d20(19), d6(3))
    assert not c.has(dead.state.creatures[F], c.SWALLOWED) and not battle(dead.state).grips


@rule(PER_ROUND)
def test_what_flees_takes_along_what_it_swallowed():
    state = gripped("caecilia", "bite", d20(20), d8(1))
    fled = scripted(RULESET, state)
    fled.emit(Fled("caecilia-1"))
    assert [e.creature for e in every(fled, Died)] == [F]
    over = scripted(RULESET, state)
    over.emit(FightEnded("b"))
    assert [e.creature for e in every(over, Died)] == [F]


@rule(PER_ROUND)
def test_a_tongue_reaches_farther_than_an_arm_and_draws_in_its_prey():
    state = scene("fighter[sword] v giant toad", "missile", gap=3)
    assert Attack("giant-toad-1", F, "bite") in listed(state, "giant-toad-1")
    done = do(state, Attack("giant-toad-1", F, "bite"), d20(19), d4(1))
    assert first(done, Moved).how == "dragged"
    assert done.state.creatures[F].steps_to(done.state.creatures["giant-toad-1"]) == 1
    assert not listed(scene("fighter[sword] v giant toad", "missile", gap=4), "giant-toad-1")


@rule(PER_ROUND)
def test_whoever_comes_out_stands_where_there_is_room():
    state = changed(gripped("caecilia", "bite", d20(20), d8(1), match="fighter[sword] + cleric"), F, level=1)
    at = state.creatures[F].at
    state = state.with_creature("cleric-1", at=at)
    (grip,) = battle(state).grips
    done = scripted(RULESET, state)
    grips.let_go(done, grip, "free")
    assert done.state.creatures[F].at != at and first(done, Moved).how == "freed"


@rule(PER_ROUND)
def test_whoever_takes_another_shape_lets_go():
    state = gripped("giant-leech", "bite", d20(19), d6(1))
    assert battle(state).grips
    done = scripted(RULESET, state)
    shapes.become(done, "giant-leech-1", "sheep", None)
    assert first(done, GripLost).how == "free" and not battle(done.state).grips
    grips.cut(done, F, "giant-leech-1", 9)
