"""Fire for slime, wolfsbane and garlic; torches as weapons; those who come when they are called."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, do, every, first, listed, scene, under

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.basics import conditions as c
from underkeep.systems.ose.basics.battle import Called, battle
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.checks.damage import Unharmed
from underkeep.systems.ose.combat import initiative, presence, reinforcements
from underkeep.systems.ose.combat.monster_powers import Unleash
from underkeep.systems.ose.combat.remedies import BurnSlime, Repel
from underkeep.systems.ose.encounters.noise import Shrieked
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d20, d100, die, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import AttackRolled, Harmed
from underkeep.world.light import Light
from underkeep.world.party import Party

PER_ROUND = "ose:monster.attacks.per-round"


@rule("ose:combat.damage.monster", PER_ROUND)
def test_slime_is_burnt_off_and_half_of_it_is_the_victims():
    state = under(scene("fighter[sword] + cleric v orc"), "cleric-1", c.SLIMED, until=90)
    at = state.creatures[F].at
    state = state.with_creature("cleric-1", at=(at[0], at[1] + 1))
    burn = BurnSlime(F, "cleric-1")
    assert burn not in listed(state, F)
    lit = replace(state, lights=(Light("l", F, "torches", "Torch", 30, 9000),))
    assert burn in listed(lit, F)
    done = do(lit, burn, d4(4))
    assert not c.has(done.state.creatures["cleric-1"], c.SLIMED) and first(done, Harmed).amount == 2


@rule(PER_ROUND, "ose:save.category.death")
@pytest.mark.parametrize(("faces", "runs"), [((19, 2), True), ((19, 20), False), ((2,), False)])
def test_wolfsbane(faces, runs):
    state = scene("fighter[sword,wolfsbane] v werewolf")
    blow = Repel(F, "werewolf-1", "wolfsbane")
    assert blow in listed(state, F) and blow not in listed(scene("fighter[sword] v werewolf"), F)
    done = do(state, blow, *map(d20, faces))
    assert c.has(done.state.creatures["werewolf-1"], c.AFRAID) is runs


@rule(PER_ROUND)
@pytest.mark.parametrize(("face", "kept"), [(7, True), (8, False)])
def test_garlic_keeps_a_vampire_from_attacking_for_a_round(face, kept):
    state = scene("fighter[sword,garlic] v vampire 7 hd")
    done = do(state, Repel(F, "vampire-7-hd-1", "garlic"), d20(face))
    assert not every(done, AttackRolled)
    assert c.has(done.state.creatures["vampire-7-hd-1"], c.STUNNED) is kept


@rule("ose:combat.attack.invulnerable")
def test_a_torch_burns_what_only_fire_hurts():
    state = scene("fighter[torch] v insect swarm 2 hd")
    burnt = do(state, Attack(F, "insect-swarm-2-hd-1", "torch"), d20(19), d6(2))
    assert first(burnt, Harmed).kind == "normal fire"
    cut = scene("fighter[sword] v insect swarm 2 hd")
    assert every(do(cut, Attack(F, "insect-swarm-2-hd-1", "sword"), d20(19)), Unharmed)


@rule("ose:combat.damage.variable", "ose:creation.class-equipment-limits")
@pytest.mark.parametrize(
    ("bearer", "strikes"), [("fighter[dagger]", True), ("magic-user[dagger]", False), ("cleric[mace]", False)]
)
def test_a_burning_torch_is_a_weapon_for_those_who_may_use_one(bearer, strikes):
    state = scene(f"{bearer} v green slime")
    hero = f"{bearer.partition('[')[0]}-1"
    blow = Attack(hero, "green-slime-1", "torch")
    assert blow not in listed(state, hero)
    lit = replace(state, lights=(Light("l", hero, "torches", "Torch", 30, 9000),))
    assert (blow in listed(lit, hero)) is strikes
    if strikes:
        burnt = first(do(lit, blow, d6(4)), Harmed)
        assert (burnt.amount, burnt.kind) == (4, "normal fire")


@rule(PER_ROUND)
@pytest.mark.parametrize(("gear", "lost"), [("sword", 4), ("leather,sword", 2)])
def test_a_swarm_hurts_without_a_roll_and_half_those_who_ward_it_off(gear, lost):
    state = scene(f"fighter[{gear}] v insect swarm 2 hd")
    sting = Attack("insect-swarm-2-hd-1", F, "swarm")
    stung = do(state, sting)
    assert (first(stung, Harmed).amount, every(stung, AttackRolled)) == (lost, [])
    warding = do(state, Attack(F, "insect-swarm-2-hd-1", "sword"), d20(2)).state
    assert first(do(warding, sting), Harmed).amount == lost // 2


@rule(PER_ROUND)
def test_those_who_are_called_come_later():
    state = scene("fighter v werewolf")
    done = do(state, Unleash("werewolf-1", "call"), die(2, 2), d4(3))
    (called,) = battle(done.state).called
    assert (called.kind, called.number, called.at) == ("wolf", 2, state.now + 30)
    for now, wolves in ((29, 0), (30, 2)):
        later = scripted(RULESET, replace(done.state, now=now), *(d8(1, 1, 1, 1) if wolves else ()))
        reinforcements.arrive(later)
        found = [x for x in later.state.creatures.values() if x.kind == "wolf"]
        assert [x.side for x in found] == ["b"] * wolves and bool(battle(later.state).called) is not bool(wolves)


@rule(PER_ROUND)
def test_of_several_kinds_one_answers():
    done = do(scene("fighter v vampire 8 hd"), Unleash("vampire-8-hd-1", "call"), die(6, 6), *d4(1, 2), d4(1))
    assert isinstance(battle(done.state).called[0], Called) and battle(done.state).called[0].kind == "dire-wolf"
    assert battle(done.state).called[0].number == 3


@rule("ose:encounter.wandering.noise-light")
@pytest.mark.parametrize(("face", "heard"), [(50, True), (51, False)])
def test_a_shrieker_makes_the_turn_a_loud_one(face, heard):
    state = replace(scene("fighter v shrieker"), party=Party("a", (F,), turns=7))
    done = scripted(RULESET, state, d100(face))
    presence.be_there(done)
    assert first(done, Shrieked).success is heard
    assert campaign(done.state).doors.loud_turn == (7 if heard else 0)


@rule("ose:combat.initiative.side")
def test_a_side_of_wood_golems_is_slow():
    state = scene("fighter v 2 wood golem")
    golems = [x for x in state.active() if x.side == "b"]
    assert initiative._of_side(golems) == (("listing", -1),)
    assert initiative._of_side([*golems, state.creatures[F]]) == ()
