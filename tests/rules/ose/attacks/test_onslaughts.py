"""Charging, swooping, diving, trampling, and attacks in packs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, do, every, first, listed, scene, spent

from underkeep.procedures.actions import Attack, Move
from underkeep.systems.ose.attacks import onslaughts
from underkeep.systems.ose.attacks.onslaughts import TrampleRolled
from underkeep.systems.ose.basics.battle import battle, with_battle
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.testing import d4, d6, d20, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import AttackRolled, Harmed
from underkeep.world.encounter import Encounter
from underkeep.world.state import State

PER_ROUND, ALTERNATIVE = "ose:monster.attacks.per-round", "ose:monster.attacks.alternative"
GORGON = "gorgon-1"


def after_a_run(state: State, squares: int, round_: int = 1) -> State:
    x, y = state.creatures[GORGON].at
    runs = {GORGON: ((x + squares, y), round_)}
    return with_battle(replace(state, fight=replace(state.fight, round=1)), runs=runs)


@rule(PER_ROUND)
@pytest.mark.parametrize(("squares", "round_", "damage"), [(12, 1, 14), (11, 1, 7), (12, 0, 7)])
def test_a_charge_of_twenty_yards_doubles_damage(squares, round_, damage):
    state = scene("fighter[sword] v gorgon").with_creature(F, hp=40, max_hp=40)
    done = do(after_a_run(state, squares, round_), Attack(GORGON, F, "gore"), d20(19), *d6(3, 4))
    assert first(done, Harmed).amount == damage


@rule(PER_ROUND)
def test_a_run_goes_on_as_long_as_one_keeps_moving():
    state = scene("fighter[sword] v gorgon", "movement", gap=30)
    x, y = state.creatures[GORGON].at
    state = replace(state, fight=replace(state.fight, round=1))
    moved = do(state, Move(GORGON, (x - 8, y))).state
    assert battle(moved).runs[GORGON] == ((x, y), 1)
    for round_, start in ((2, (x, y)), (3, (x - 8, y))):
        later = replace(moved, fight=replace(moved.fight, round=round_, spent={}, done=()))
        again = do(in_step(later, "movement"), Move(GORGON, (x - 16, y))).state
        assert battle(again).runs[GORGON] == (start, round_)


@rule(PER_ROUND)
def test_a_swoop_upon_the_surprised():
    state = scene("fighter[sword] v giant hawk").with_creature(F, hp=40, max_hp=40)
    met = replace(state, encounter=Encounter("g", ("giant-hawk-1",), 5, surprised=(F,)))
    for there, damage in ((met, 10), (state, 5)):
        done = do(there, Attack("giant-hawk-1", F, "talons"), d20(17), d6(5))
        assert first(done, Harmed).amount == damage


@rule(PER_ROUND)
def test_the_first_attack_of_a_stirge_is_a_dive():
    state = scene("fighter[sword] v stirge")
    done = do(state, Attack("stirge-1", F, "beak"), d20(2))
    assert first(done, AttackRolled).roll.modifiers == (("dive", 2),)
    later = replace(done.state, fight=replace(done.state.fight, spent={}, done=()))
    assert first(do(later, Attack("stirge-1", F, "beak"), d20(2)), AttackRolled).roll.modifiers == ()


@rule(ALTERNATIVE, PER_ROUND)
@pytest.mark.parametrize(
    ("wanted", "face", "made"), [("tusk", 3, "trample"), ("trample", 4, "tusk"), ("tusk", 4, "tusk")]
)
def test_three_times_in_four_an_elephant_tramples(wanted, face, made):
    done = do(scene("fighter[sword] v elephant"), Attack("elephant-1", F, wanted), d4(face), d20(1))
    rolled = first(done, AttackRolled)
    assert (rolled.weapon, first(done, TrampleRolled).success) == (made, face <= 3)
    assert rolled.roll.modifiers == ((("trampling", 4),) if made == "trample" else ())
    begun = spent(scene("fighter v elephant"), "elephant-1", "tusk")
    assert not every(do(begun, Attack("elephant-1", F, "tusk"), d20(1)), TrampleRolled)


@rule(PER_ROUND)
def test_large_things_are_not_easier_to_trample():
    state = scene("ogre v elephant")
    done = do(state, Attack("elephant-1", "ogre-1", "trample"), d4(1), d20(1))
    assert first(done, AttackRolled).roll.modifiers == ()


@rule(PER_ROUND)
@pytest.mark.parametrize(("many", "stampede"), [(19, False), (20, True)])
def test_a_stampede_takes_a_herd(many, stampede):
    state = scene(f"fighter[sword] v {many} wild horse")
    id = next(c.id for c in state.active() if c.side == "b" and c.steps_to(state.creatures[F]) == 1)
    names = {a.weapon for a in listed(state, id) if isinstance(a, Attack)}
    assert ("stampede" in names) is stampede and "hoof" in names


@rule(PER_ROUND)
def test_a_pack_of_rats_has_one_bite():
    state = scene("fighter[sword] v 8 normal rat")
    rats = [c.id for c in state.active() if c.side == "b" and c.steps_to(state.creatures[F]) == 1]
    bite = Attack(rats[0], F, "bite")
    assert bite in listed(state, rats[0])
    done = do(state, bite, d20(2)).state
    assert not [a for a in listed(done, rats[1]) if isinstance(a, Attack)]


@rule(PER_ROUND)
@pytest.mark.parametrize(("outdoors", "hour", "penalty"), [(True, 12, True), (True, 22, False), (False, 12, False)])
def test_goblins_hate_the_sun(monkeypatch, outdoors, hour, penalty):
    state = replace(scene("fighter[sword] v goblin"), now=hour * 3600)
    monkeypatch.setattr(State, "is_outdoors", property(lambda self: outdoors))
    goblin, listing = state.creatures["goblin-1"], monsters()["goblin"]
    found = onslaughts.to_hit(state, listing, listing.attacks[0][0], goblin, state.creatures[F])
    assert found == ((("daylight", -1),) if penalty else ())


@rule(PER_ROUND)
def test_the_depth_of_sight_of_a_cyclops():
    done = do(scene("fighter[sword] v cyclops"), Attack("cyclops-1", F, "club"), d20(1))
    assert first(done, AttackRolled).roll.modifiers == (("nature", -2),)
