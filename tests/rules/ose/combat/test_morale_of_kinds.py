"""Morale that depends on what a monster is, and other ways of its kind in a fight."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, changed, do, every, first, listed, scene, under

from underkeep.procedures.actions import Attack
from underkeep.procedures.options import Moves
from underkeep.systems.ose.attacks.gaze import AvertEyes
from underkeep.systems.ose.basics.conditions import IN_WATER
from underkeep.systems.ose.checks.hardiness import SEARED
from underkeep.systems.ose.combat import initiative, morale
from underkeep.systems.ose.combat.monster_powers import Unleash
from underkeep.systems.ose.combat.tactics import hint, manner
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import AttackRolled, Fled, Moved
from underkeep.world.light import Light
from underkeep.world.state import State

RATING, PER_ROUND = "ose:morale.rating", "ose:monster.attacks.per-round"


def rating(state: State, kind: str) -> int:
    members = [c for c in state.active() if c.kind == kind]
    return morale._rating(state, monsters()[kind], members)


@rule(RATING)
def test_ratings_that_change():
    assert [rating(scene(f"fighter v {n} wolf"), "wolf") for n in (3, 4)] == [6, 8]
    assert rating(scene("fighter v troll"), "troll") == 10
    assert rating(under(scene("fighter v troll"), "troll-1", SEARED, 3), "troll") == 8
    sharks = scene("fighter v mako shark")
    assert (rating(sharks, "mako-shark"), rating(sharks.with_creature(F, hp=3), "mako-shark")) == (7, 12)


@rule("ose:morale.check")
@pytest.mark.parametrize(("faces", "flee"), [((3, 3), False), ((4, 3), True)])
def test_bats_are_tried_every_round(faces, flee):
    state = scene("fighter v normal bat", switches=("morale",), gap=3)
    for _ in range(2):
        done = scripted(RULESET, state, *d6(*faces))
        morale._check_by_rating(done, "b")
        done.dice.finish()
        assert bool(every(done, Fled)) is flee
        if flee:
            return
        state = done.state


@rule("ose:morale.check")
def test_what_has_ink_is_gone_at_once():
    done = scripted(RULESET, scene("fighter v giant squid"))
    morale._flee(done, done.state.creatures["giant-squid-1"], ("ose:morale.check",))
    assert [e.creature for e in every(done, Fled)] == ["giant-squid-1"]


@rule("ose:combat.round-sequence")
@pytest.mark.parametrize(("round_", "early"), [(1, ("giant-shrew-1",)), (2, ())])
def test_a_shrew_is_first_in_the_first_round(round_, early):
    state = scene("fighter v giant shrew")
    state = replace(state, fight=replace(state.fight, round=round_))
    assert initiative._sorted(state, ("giant-shrew-1",)).early == early


@rule(PER_ROUND)
def test_blink_dogs():
    state = scene("fighter + cleric v blink dog", "movement", gap=1)
    (moves,) = RULESET.fight_options(state, state.creatures["blink-dog-1"], state.fight.step).moves
    assert isinstance(moves, Moves) and moves.mask
    bitten = do(scene("fighter v blink dog"), Attack("blink-dog-1", F, "bite"), d20(2), d4(2))
    assert first(bitten, Moved).how == "blink"
    assert bitten.state.creatures["blink-dog-1"].steps_to(bitten.state.creatures[F]) > 1


@rule(PER_ROUND)
def test_rats_keep_away_from_a_torch():
    state = scene("fighter[sword] v giant rat")
    assert Attack("giant-rat-1", F, "bite") in listed(state, "giant-rat-1")
    lit = replace(state, lights=(Light("l", F, "torches", "Torch", 30, 9000),))
    assert not listed(lit, "giant-rat-1")


@rule(PER_ROUND)
def test_what_cannot_be_seen():
    state = scene("fighter[sword] v pixie")
    first_round = replace(state, fight=replace(state.fight, round=1))
    strike = Attack(F, "pixie-1", "sword")
    assert strike not in listed(first_round, F)
    later = replace(state, fight=replace(state.fight, round=2))
    assert first(do(later, strike, d20(2)), AttackRolled).roll.modifiers == (("unseen", -2),)
    beast = scene("fighter[sword] v warp beast")
    struck = first(do(beast, Attack(F, "warp-beast-1", "sword"), d20(2)), AttackRolled)
    assert struck.roll.modifiers == (("displaced", -2),)


@rule("ose:combat.spacing")
def test_eight_piranhas_find_room_around_one():
    for kind, least in (("giant-piranha", 8), ("wolf", 4)):
        state = scene(f"fighter v 8 {kind}")
        x, y = state.creatures[F].at
        ring = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
        ids = [c.id for c in state.active() if c.side == "b"]
        for id, at in zip(ids, ring, strict=True):
            state = state.with_creature(id, at=at)
        bit = 0
        for id in ids:
            bite = Attack(id, F, "bite")
            if bite in listed(state, id):
                state, bit = do(state, bite, d20(1)).state, bit + 1
        assert bit == least, kind


@rule("ose:combat.water.penalties")
def test_swimmers_fight_in_water_as_on_land():
    wet = under(scene("fighter v mako shark"), "mako-shark-1", IN_WATER)
    assert first(do(wet, Attack("mako-shark-1", F, "bite"), d20(1)), AttackRolled).roll.modifiers == ()
    dog = under(scene("fighter v wolf"), "wolf-1", IN_WATER)
    assert first(do(dog, Attack("wolf-1", F, "bite"), d20(1)), AttackRolled).roll.modifiers == (("in water", -4),)


def test_minds_know_what_powers_and_hatred_are_for():
    dragon = scene("3 fighter v red dragon", gap=6).with_creature("red-dragon-1", hp=40)
    breath = hint(dragon, Unleash("red-dragon-1", "breath", F))
    assert breath.use == "strike" and breath.worth > 0.5
    beast = scene("fighter + blink dog v warp beast")
    foes = [hint(beast, Attack("warp-beast-1", id, "tentacle")).worth for id in (F, "blink-dog-1")]
    assert foes[1] > foes[0]
    assert hint(scene("fighter v basilisk", "declare"), AvertEyes(F)).worth > 0
    assert hint(scene("fighter v basilisk", "declare", gap=9), AvertEyes(F)).worth == 0
    wise = changed(dragon, "red-dragon-1", memorised=("Magic Missile",))
    assert not manner(wise, wise.creatures["red-dragon-1"]).casts
    giant = scene("fighter v stone giant", gap=9)
    assert manner(giant, giant.creatures["stone-giant-1"]).missile == "boulder"
