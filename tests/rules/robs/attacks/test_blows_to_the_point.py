"""Blows to the point: what a roll is told by, and who is just too far, too large or too well guarded."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.magic.magery import gained
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, scores, under

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks import death, gazes_and_breath, initiative
from underkeep.systems.robs.attacks.damage import MENDING, SCALE_LOST, armour_defence, shield_defence, situational
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.sheet import NaturalAttack, sheet
from underkeep.systems.robs.basics.traits import Breath, Charm, Infrared, StealLevel
from underkeep.systems.robs.combat import rounds
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import (
    AttackRolled,
    CheckRolled,
    ContestSettled,
    DamageRolled,
    Harmed,
    Healed,
    SaveRolled,
)
from underkeep.world.fight import InitiativeRolled, Spent


def rolled(done):
    return first(done, AttackRolled).roll


def bare(state, *faces, rulings=None):
    return Resolution(state, Scripted(*faces), RULESET, rulings)


@rule("robs:combat.ranged.impossible")
def test_only_cover_puts_somebody_out_of_reach():
    state = gained(duel("shortbow", gap=8), B, "blessed")
    ruled = {"robs:combat.ranged.impossible": "out of reach"}
    assert every(hit(state, *d6(6, 3), weapon="shortbow", rulings=ruled), DamageRolled)


@rule("robs:combat.defence.unparryable")
def test_only_a_light_weapon_in_skilled_hands_is_ruled_upon():
    ruled = {"robs:combat.defence.unparryable": "in full"}

    def needed(mine, theirs, skills, *switches):
        state = changed(duel(mine, theirs, switches=switches), B, proficiencies=skills)
        return rolled(hit(state, *d6(3, 3), weapon=mine, rulings=ruled)).needed

    foil = {"fencing-foil": 2}
    assert needed("battleaxe", "fencing foil", foil, "active-defence") == 2
    assert needed("battleaxe", "fencing foil", foil) == 0
    assert needed("battleaxe", "fencing foil", {}, "active-defence") == 0
    assert needed("club", "fencing foil", foil, "active-defence") == 2
    ruled["robs:combat.defence.unparryable"] = "not at all"
    assert needed("battleaxe", "fencing foil", {}, "active-defence") == 0
    ruled["robs:combat.defence.unparryable"] = "in full"
    assert needed("battleaxe", "fencing foil, battleaxe", foil | {"battleaxe": 0}, "active-defence") == 2
    assert needed("battleaxe", "battleaxe", {"battleaxe": 3}, "active-defence") == 3


@rule("robs:combat.attack.situation")
def test_who_flies_is_above_only_who_does_not():
    for mine, theirs, hp, total in ((2, None, 30, 1), (2, 2, 30, 0), (None, 2, 30, 0), (None, None, 30, 0)):
        state = changed(changed(duel(), A, flying_scale=mine), B, flying_scale=theirs).with_creature(A, hp=hp)
        assert rolled(hit(state, *d6(3, 3))).total == total
    grounded = changed(duel(), A, flying_scale=2).with_creature(A, hp=9)
    assert rolled(hit(grounded, *d6(3, 3))).total == -2


@rule("robs:combat.unseen.ranged")
def test_a_shot_tells_when_it_missed_only_for_want_of_sight():
    def told(state, *faces, weapon="longbow"):
        return "robs:combat.unseen.ranged" in first(hit(state, *faces, weapon=weapon), AttackRolled).rule

    bow = duel(mine="longbow", gap=4)
    assert told(under(bow, B, "invisible"), *d6(6, 2))
    assert not told(under(bow, B, "invisible"), *d6(1, 4))
    assert not told(bow, *d6(6, 2))
    assert not told(under(duel(), B, "invisible"), *d6(6, 2), weapon="club")


@rule("robs:combat.grapple.bonds")
@pytest.mark.parametrize(("faces", "winner"), [((6, 2, 1, 5), A), ((1, 5, 4, 2), "")])
def test_who_wins_against_a_rope(faces, winner):
    done = do(under(duel(), A, "bound"), rounds.BreakFree(A), *d6(*faces))
    assert first(done, ContestSettled).winner == winner


@rule("robs:advancement.bonus-levels")
def test_the_last_class_to_be_learnt_loses_the_level():
    def drained(classes, level, hp=30):
        state = changed(duel(), B, classes=classes, level=level, race="human").with_creature(B, hp=hp)
        state = changed(state, A, traits=(StealLevel(),), attacks=(NaturalAttack("bite", 2),))
        done = do(state.with_creature(A, items=()), Attack(A, B, "bite"), *d6(4, 3))
        own = sheet(done.state.creatures[B])
        return own.classes, own.level, done.state.creatures[B].max_hp

    assert drained({"fighter": 1, "thief": 1}, 2) == ({"fighter": 1}, 1, 20)
    assert drained({"thief": 2, "fighter": 2}, 4) == ({"thief": 2, "fighter": 1}, 3, 24)
    assert drained({"fighter": 1}, 1) == ({"fighter": 1}, 1, 30)


@rule("robs:magic-item.special-enchantment")
def test_a_bane_of_the_undead_is_none_of_others():
    state = changed(duel("mace of dawn"), B, traits=(Infrared(),))
    done = do(state, Attack(A, B, "mace-of-dawn"), *d6(3, 3))
    assert "bane" not in dict(first(done, DamageRolled).roll.modifiers)


@rule("robs:spell.missile-shield.effect", "robs:spell.missile-shield.reverse", "robs:combat.ranged.cover")
def test_what_a_shot_is_turned_aside_by_has_its_name():
    bow = duel("shortbow", gap=4)
    for condition, name in (("shielded from missiles", "missile shield"), ("drawing missiles", "missile magnet")):
        done = hit(gained(bow, B, condition), *d6(6, 3), weapon="shortbow")
        assert name in dict(rolled(done).modifiers) and name in dict(first(done, DamageRolled).roll.modifiers)
    hidden = rolled(hit(gained(bow, B, "in cover"), *d6(4, 3), weapon="shortbow"))
    shielded = rolled(hit(duel("shortbow", "kite shield", gap=4), *d6(4, 3), weapon="shortbow"))
    assert dict(hidden.modifiers)["cover"] == dict(shielded.modifiers)["large shield"] == -1


@rule("robs:spell.bless.effect", "robs:spell.bless.reverse")
def test_a_blessing_has_its_name():
    for condition, name, amount in (("blessed", "blessing", 1), ("unblessed", "unblessing", -1)):
        state = gained(duel(), B, condition)
        assert Modifier(name, -amount) in armour_defence(state.creatures[B])
        assert Modifier(name, amount) in rolled(do(state, Attack(B, A, "club"), *d6(4, 3))).modifiers
        done = bare(state, *d6(3, 3, 6, 3))
        initiative.order(done, tuple(state.creatures.values()))
        told = {e.who: set(e.rule) & set(_BLESSINGS.values()) for e in every(done, InitiativeRolled)}
        assert told == {A: set(), B: {_BLESSINGS[name]}}


_BLESSINGS = {"blessing": "robs:spell.bless.effect", "unblessing": "robs:spell.bless.reverse"}


@rule("robs:damage.scratch.recovery")
@pytest.mark.parametrize(
    ("scale", "lost", "healed", "left", "mending"),
    [(1, 2, 1, 1, 0), (3, 2, 2, 2, 2), (3, 2, 4, 1, 1), (3, 1, 3, None, None), (0, 1, 1, None, None)],
)
def test_scale_comes_back_with_hit_points(scale, lost, healed, left, mending):
    state = changed(duel(), B, scale=scale).with_creature(B, hp=20, conditions=(Condition(SCALE_LOST, level=lost),))
    done = bare(state)
    done.emit(Healed(B, healed, 20 + healed))
    found = [done.state.creatures[B].condition(name) for name in (SCALE_LOST, MENDING)]
    assert [c.level if c else None for c in found] == [left, mending]


@rule("robs:equipment.shield.large", "robs:equipment.shield.small")
@pytest.mark.parametrize(("shield", "told"), [("kite shield", "large"), ("small shield", "small")])
def test_a_shield_that_meets_somebody_tells_its_rule(shield, told):
    state = duel("club", shield)
    done = bare(state)
    shield_defence(done, state.creatures[A], state.creatures[B])
    spent = [e.rule for e in every(done, Spent)]
    assert spent in ([(f"robs:equipment.shield.{told}",)], []) and (spent or told == "large")


@rule("robs:damage.situational")
def test_only_the_helpless_are_ruled_upon():
    state = gained(duel(), B, "blessed")
    assert situational(bare(state, rulings={"robs:damage.situational": "+2"}), state.creatures[B]) == ()


@rule("robs:damage.flier.grounded", "robs:race.ellyl.flight-very-hurt")
@pytest.mark.parametrize(
    ("race", "told"), [("ellyl", "robs:race.ellyl.flight-very-hurt"), ("", "robs:damage.flier.grounded")]
)
def test_a_landing_tells_who_may_fly_no_more(race, told):
    state = changed(duel(), B, flying_scale=2, race=race)
    done = bare(state, *d6(4, 3))
    death.land(done, state.creatures[B])
    assert first(done, CheckRolled).rule == ("robs:damage.flier.landing", told)


@rule("robs:damage.wound-level-table", "robs:combat.round.immediate")
@pytest.mark.parametrize("together", [False, True])
def test_a_wound_counts_at_once_but_among_those_who_act_together(together):
    state = duel().with_creature(B, hp=20)
    step = replace(state.fight.step, together=together)
    state = replace(state, fight=replace(state.fight, steps=(step,)))
    done = bare(state)
    death.settle(done, state.creatures[B], 30)
    assert ("robs:combat.round.immediate" in first(done, wounds.Wounded).rule) is not together


def breathing(**sheet_of_b):
    state = changed(duel(gap=4), A, traits=(Breath(4, 3, 8),))
    return changed(state, B, **sheet_of_b) if sheet_of_b else state


@rule("robs:damage.formula", "robs:task.relative-result")
def test_a_breath_is_counted_and_burns():
    once = do(breathing(ddf=1), gazes_and_breath.UsePower(A, B, "breath"), *d6(4, 3))
    assert once.state.creatures[A].condition(gazes_and_breath.BREATHS).level == 1
    assert once.state.creatures[B].hp == 26
    assert dict(first(once, DamageRolled).roll.modifiers) == {"Relative Result": 1, "breath": 4, "hide": -1}
    twice = do(replace(once.state, fight=breathing().fight), gazes_and_breath.UsePower(A, B, "breath"), *d6(3, 3))
    assert twice.state.creatures[A].condition(gazes_and_breath.BREATHS).level == 2
    for hide, amount in ((4, 1), (5, 0), (9, 0)):
        done = do(breathing(ddf=hide), gazes_and_breath.UsePower(A, B, "breath"), *d6(4, 3))
        assert first(done, DamageRolled).roll.total == amount == sum(e.amount for e in every(done, Harmed))


@rule("robs:task.check.success", "robs:abilities.int")
def test_a_charm_needs_a_mind():
    for wits, saves in ((-5, 0), (-4, 1)):
        state = scores(changed(duel(gap=4), A, traits=(Charm(1, "1d6", "song"),)), B, INT=wits)
        done = do(state, gazes_and_breath.UsePower(A, B, "charm"), *(d6(6, 1) if saves else ()))
        assert len(every(done, SaveRolled)) == saves
