"""A Berserker's rage."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, all_of, hero, monster, options, refused_by, scene, scripted, the, under

from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks import rage
from underkeep.systems.rampage.attacks.death import NEAR_DEATH
from underkeep.systems.rampage.attacks.events import NearDeathRolled
from underkeep.systems.rampage.attacks.rage import FoughtOn
from underkeep.systems.rampage.basics.actions import DisarmEnemy, Grapple, KnockDown
from underkeep.systems.rampage.checks.toughness import weathered
from underkeep.testing import d8, d20, rule
from underkeep.world.creature import Creature, DamageRolled, Died, Harmed, MoraleRolled
from underkeep.world.fight import FightEnded
from underkeep.world.state import State


def bear(level: int = 1, **more: object) -> Creature:
    more = {"gear": ("battle-ax",), **more}
    return hero("bear", (5, 5), "berserker", level=level, **more)  # type: ignore[arg-type]


def orc(**more: object) -> Creature:
    return monster("orc", (6, 5), **{"hp": 30, **more})  # type: ignore[arg-type]


AX = Attack("bear", "orc", "battle-ax")


@rule("rampage:class.berserker.rage-trigger")
@rule("rampage:class.berserker.rage-damage")
def test_a_blow_given_or_taken_kindles_it_and_it_adds_two() -> None:
    do = act(scene(bear(), orc()), AX, d20(19), d8(1))
    assert do.state.creatures["bear"].condition("rage")
    assert ("rage", 2) in [(m.source, m.amount) for m in the(do, DamageRolled).roll.modifiers]
    taken = act(scene(bear(), orc()), Attack("orc", "bear", "sword"), d20(2))
    assert taken.state.creatures["bear"].condition("rage")
    calm = act(scene(hero("bear", (5, 5), gear=("battle-ax",)), orc()), AX, d20(19), d8(1))
    assert not calm.state.creatures["bear"].condition("rage")


@rule("rampage:class.berserker.rage-trigger")
def test_it_ends_with_the_fight() -> None:
    do = scripted(under(scene(bear(), orc()), "bear", "rage"))
    do.emit(FightEnded("a", 3))
    assert not do.state.creatures["bear"].condition("rage")


@rule("rampage:class.berserker.no-prisoners")
def test_one_in_a_rage_strikes_only_to_kill() -> None:
    calm, raging = scene(bear(), orc()), under(scene(bear(), orc()), "bear", "rage")
    soft = (DisarmEnemy, Grapple, KnockDown)
    assert [a for a in options(calm, "bear") if isinstance(a, soft)]
    assert not [a for a in options(raging, "bear") if isinstance(a, soft)]
    assert refused_by(raging, DisarmEnemy("bear", "orc", "battle-ax")) == "class.berserker.no-prisoners"
    assert refused_by(raging, Grapple("bear", "orc")) == "class.berserker.no-prisoners"


@rule("rampage:class.berserker.rage-morale")
def test_rage_knows_no_fear() -> None:
    from tests.rules.rampage.casters import caster

    from underkeep.systems.rampage.magic.castable import Cast

    witch = caster("witch", (12, 5), "druid", side="b", level=3)
    state = under(scene(bear(), witch), "bear", "rage")
    do = act(state, Cast("witch", "terror", "bear"))
    assert not do.state.creatures["bear"].condition("fleeing")
    calm = act(scene(bear(), witch), Cast("witch", "terror", "bear"), d20(1))
    assert calm.state.creatures["bear"].condition("fleeing")


@rule("rampage:class.berserker.terror")
@pytest.mark.parametrize(("level", "hd", "checks"), [(2, 1.0, False), (3, 1.0, True), (3, 2.0, True), (3, 3.0, False)])
def test_from_level_three_he_shakes_those_beneath_him_once(level: int, hd: float, checks: bool) -> None:
    state = scene(bear(level), orc(hd=hd, morale=7), monster("far", (30, 20)))
    from underkeep.testing import d6

    do = act(state, AX, d20(2), *((d6(1), d6(1)) if checks else ()))
    assert bool(all_of(do, MoraleRolled)) is checks
    if checks:
        held = replace(do.state, fight=replace(do.state.fight, spent={}))
        assert not all_of(act(held, AX, d20(2)), MoraleRolled)


@rule("rampage:class.berserker.damage-reduction")
@rule("rampage:class.berserker.resist-iron")
@rule("rampage:class.berserker.resist-fire")
@pytest.mark.parametrize(
    ("level", "amount", "sort", "left"),
    [
        (3, 5, "iron", 5), (4, 5, "iron", 4), (5, 8, "iron", 3), (5, 6, "other", 5), (8, 6, "other", 5),
        (9, 6, "other", 4), (5, 31, "fire", 14), (5, 10, "magic", 10), (4, 30, "fire", 29), (4, 1, "other", 0),
    ],
)  # fmt: skip
def test_he_shrugs_off_iron_fire_and_a_little_of_everything(level: int, amount: int, sort: str, left: int) -> None:
    assert weathered(bear(level), amount, sort)[0] == left


@rule("rampage:class.berserker.damage-reduction")
def test_a_hit_takes_less_off_him() -> None:
    do = act(scene(bear(4), orc()), Attack("orc", "bear", "sword"), d20(19), d8(5))
    assert the(do, Harmed).amount == 4
    assert "rampage:class.berserker.damage-reduction" in the(do, Harmed).rule


@rule("rampage:class.berserker.fight-on")
@pytest.mark.parametrize(("level", "below"), [(2, 5), (7, 15), (10, 21)])
def test_how_far_below_zero_he_goes(level: int, below: int) -> None:
    assert rage.threshold(level) == below


def dying(level: int = 2, hp: int = 1) -> State:
    return under(scene(bear(level, hp=hp), orc(), switches=(NEAR_DEATH,)), "bear", "rage")


SWORD = Attack("orc", "bear", "sword")


@rule("rampage:class.berserker.fight-on")
@rule("rampage:class.berserker.fight-on-roll")
@rule("rampage:class.berserker.fight-on-end")
def test_he_fights_on_and_falls_at_the_threshold_to_what_was_rolled() -> None:
    do = act(dying(), SWORD, d20(19), d8(4), d8(8))
    assert do.state.creatures["bear"].is_up and not all_of(do, NearDeathRolled)
    assert the(do, FoughtOn).seats == (REFEREE,)
    fresh = replace(do.state, fight=replace(do.state.fight, spent={}))
    still = act(fresh, SWORD, d20(19), d8(4))
    assert still.state.creatures["bear"].is_up
    fresh = replace(still.state, fight=replace(still.state.fight, spent={}))
    down = act(fresh, SWORD, d20(19), d8(1))
    assert not down.state.creatures["bear"].is_up
    assert the(down, NearDeathRolled).result == "knocked out"
    assert "rampage:class.berserker.fight-on-end" in the(down, NearDeathRolled).rule


@rule("rampage:class.berserker.fight-on-roll")
def test_over_kill_stops_him_at_once() -> None:
    do = act(dying(), SWORD, d20(19), d8(4), d8(1))
    assert all_of(do, Died)


@rule("rampage:class.berserker.fight-on")
def test_not_at_level_one() -> None:
    do = act(dying(1), SWORD, d20(19), d8(4), d8(8))
    assert not do.state.creatures["bear"].is_up


@rule("rampage:class.berserker.fight-on-end")
def test_when_the_fight_is_over_he_drops() -> None:
    state = act(dying(), SWORD, d20(19), d8(4), d8(2)).state
    do = scripted(state)
    do.emit(FightEnded("a", 3))
    assert do.state.creatures["bear"].status == "dead"
