"""Walls, mud, confusion, charm for monsters, and dispelling."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.casting import MU, ORC, act, at_casting, cast, names, with_condition
from tests.rules.ose.magic.at_squares import cast_at
from tests.rules.ose.magic.test_spells_outside_fights import HERO, at_the_door, below
from tests.rules.ose.scene import changed, do, every, first, refusal

from underkeep.kernel.dice import Scripted
from underkeep.procedures.actions import Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.attacks.movement import encounter_feet, move_mask
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.campaign import HeldDoor
from underkeep.systems.ose.magic import dispelling, upkeep, zones
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects.spells_of_confusion import ConfusionRolled
from underkeep.systems.ose.magic.effects.spells_of_craft import DoorHeld
from underkeep.systems.ose.magic.effects.spells_of_mind import SideTaken
from underkeep.systems.ose.magic.spell_effects import SpellHadNoEffect
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, d100, rule
from underkeep.testing.builders import in_step
from underkeep.world.condition import Condition
from underkeep.world.creature import Harmed
from underkeep.world.state import State

SPELL = "ose:magic.spell-list"


def walled_off(spell: str, match: str = "magic-user/9 v orc + ogre") -> tuple[State, int, int]:
    """The caster on the left, those two on the right, and a wall between them."""
    state = at_casting(match, MU, spell, gap=6)
    x, y = state.creatures[MU].at
    state = state.with_creature(ORC, at=(x + 5, y)).with_creature("ogre-1", at=(x + 5, y + 1))
    state = state.with_creature("ogre-1", hp=20, max_hp=20)
    return cast_at(state, MU, spell, (x + 3, y)).state, x, y


def reach(state: State, id: str) -> set[tuple[int, int]]:
    state = in_step(state, "movement")
    return set(state.grid.squares(move_mask(state, state.creatures[id], ())))


@rule(SPELL, "ose:magic.effect.concentration")
def test_a_wall_of_fire_stops_the_weak_burns_the_strong_and_needs_its_caster():
    state, x, y = walled_off("Wall of Fire")
    assert all(at[0] > x + 3 for at in reach(state, ORC))
    assert any(at[0] == x + 3 for at in reach(state, "ogre-1")) and all(at[0] >= x + 3 for at in reach(state, "ogre-1"))
    burnt = do(in_step(state, "movement"), Move("ogre-1", (x + 3, y)), d6(4))
    assert first(burnt, Harmed).amount == 4 and first(burnt, Harmed).kind == "fire"
    later = Resolution(state, Scripted(), RULESET)
    concentration.disturb(later, MU, "casting")
    upkeep.begin_round(later)
    assert not battle(later.state).walls and any(at[0] <= x + 3 for at in reach(later.state, ORC))


@rule(SPELL)
def test_fire_is_twice_as_bad_for_the_undead():
    state, x, y = walled_off("Wall of Fire", "magic-user/9 v orc + ogre + zombie")
    state = state.with_creature("zombie-1", at=(x + 4, y + 3), hp=20)
    state = changed(state, "zombie-1", level=4)
    burnt = do(in_step(state, "movement"), Move("zombie-1", (x + 3, y + 3)), d6(4))
    assert first(burnt, Harmed).amount == 8


@rule(SPELL)
def test_ice_is_broken_through_and_stone_is_not():
    state, x, y = walled_off("Wall of Ice")
    done = do(in_step(state, "movement"), Move("ogre-1", (x + 3, y)), d6(3)).state
    assert done.creatures["ogre-1"].hp == 17
    assert (x + 3, y) not in battle(done).walls[0].squares and (x + 3, y) not in done.grid.walls
    stone, x, y = walled_off("Wall of Stone")
    assert not reach(stone, "ogre-1") & set(battle(stone).walls[0].squares)


@rule(SPELL, "ose:combat.spell.line-of-sight")
def test_a_ring_of_fire_hides_whom_it_surrounds():
    state = at_casting("magic-user/9 v orc", MU, "Wall of Fire", "Magic Missile", gap=8)
    done = cast(state, MU, "Wall of Fire", ORC, use="round somebody").state
    assert len(battle(done).walls[0].squares) == 16
    assert reach(done, ORC) <= set(done.grid.squares(done.grid.around(done.creatures[ORC].at)))
    assert refusal(replace(done, fight=replace(done.fight, spent=announced("Magic Missile"))), missile()).rule == (
        "ose:combat.spell.line-of-sight"
    )


def announced(spell: str):
    from tests.rules.ose.casting import DECLARED, SpentOn

    return {MU: (SpentOn(DECLARED, spell),)}


def missile() -> Cast:
    return Cast(MU, "Magic Missile", ORC)


@rule(SPELL)
def test_mud_leaves_a_tenth_of_the_pace_until_it_is_rock():
    state = at_casting("magic-user/9 v orc", MU, "Transmute Rock to Mud", "Transmute Mud to Rock", gap=8)
    muddy = cast(state, MU, "Transmute Rock to Mud", ORC, d6(1), d6(1), d6(1)).state
    assert encounter_feet(muddy.creatures[ORC], muddy) == 4
    assert zones.zones(muddy)[0].until == muddy.now + 3 * 86_400
    firm = cast(muddy, MU, "Transmute Mud to Rock").state
    assert encounter_feet(firm.creatures[ORC], firm) == 40


@rule(SPELL, "ose:magic.effect.targets", "ose:save.category.spells")
def test_the_confused_do_what_the_dice_say():
    state = at_casting("magic-user/7 v orc + ogre", MU, "Confusion", gap=6)
    done = cast(state, MU, "Confusion", ORC, d6(1), d6(1), d6(1)).state
    assert (done.creatures[ORC].condition("confused").level, names(done, "ogre-1")) == (0, {"confused"})
    round_one = Resolution(done, Scripted(d6(3), d6(4), d20(2), d6(5), d6(5)), RULESET)
    upkeep.begin_round(round_one)
    assert [e.does for e in every(round_one, ConfusionRolled)] == ["stares", "turns"]
    assert "staring at nothing" in names(round_one.state, ORC)
    assert round_one.state.creatures["ogre-1"].side == "a"
    saved = Resolution(done, Scripted(d6(2), d6(2), d20(19)), RULESET)
    upkeep.begin_round(saved)
    assert [e.does for e in every(saved, ConfusionRolled)] == ["raves"]
    sane = Resolution(round_one.state, Scripted(), RULESET)
    from underkeep.systems.ose.magic.effects import spells_of_confusion

    spells_of_confusion.clear(sane)
    assert sane.state.creatures["ogre-1"].side == "b"


@rule(SPELL, "ose:magic.effect.targets")
def test_charm_monster_takes_one_that_is_strong_or_many_that_are_weak():
    state = at_casting("magic-user/7 v ogre + 3 orc + zombie", MU, "Charm Monster", gap=6)
    one = cast(state, MU, "Charm Monster", "ogre-1", d20(2))
    assert [e.creature for e in every(one, SideTaken)] == ["ogre-1"]
    many = cast(state, MU, "Charm Monster", ORC, d6(1), d6(1), d6(1), d20(2), d20(19), d20(2))
    assert [e.creature for e in every(many, SideTaken)] == [ORC, "orc-3"]
    assert first(cast(state, MU, "Charm Monster", "zombie-1"), SpellHadNoEffect).target == "zombie-1"


@rule(SPELL, "ose:magic.effect.targets")
def test_hold_monster_holds_what_is_no_person():
    state = at_casting("magic-user/9 v black-bear + zombie", MU, "Hold Monster", gap=6)
    assert names(cast(state, MU, "Hold Monster", "black-bear-1", d20(14)).state, "black-bear-1") == {"held"}
    bear = at_casting("magic-user/9 v black-bear", MU, "Hold Person", gap=6)
    assert names(cast(bear, MU, "Hold Person", "black-bear-1").state, "black-bear-1") == set()
    assert names(cast(state, MU, "Hold Monster", "zombie-1").state, "zombie-1") == set()


@rule(SPELL)
def test_dispel_magic_ends_spells_unless_a_stronger_caster_laid_them():
    state = at_casting("magic-user/5 v orc", MU, "Dispel Magic", gap=6)
    hasted = state.with_creature(ORC, conditions=(Condition("hasted", power=5), Condition("webbed")))
    done = cast(hasted, MU, "Dispel Magic", ORC).state
    assert names(done, ORC) == {"webbed"}
    mighty = state.with_creature(ORC, conditions=(Condition("hasted", power=7),))
    assert names(cast(mighty, MU, "Dispel Magic", ORC, d100(10)).state, ORC) == {"hasted"}
    assert names(cast(mighty, MU, "Dispel Magic", ORC, d100(11)).state, ORC) == set()
    assert first(cast(state, MU, "Dispel Magic", ORC), SpellHadNoEffect).target == ORC


@rule(SPELL)
def test_dispel_magic_brings_back_sides_shapes_and_statues_and_fells_walls():
    state, x, y = walled_off("Wall of Stone")
    done = Resolution(state, Scripted(), RULESET)
    assert dispelling.dispel_at(done, (x + 3, y), 4, 9) and not battle(done.state).walls
    charmed = at_casting("magic-user/7 v ogre", MU, "Charm Monster", "Dispel Magic", gap=6)
    friend = cast(charmed, MU, "Charm Monster", "ogre-1", d20(2)).state
    assert friend.creatures["ogre-1"].side == "a"
    foe = cast(friend, MU, "Dispel Magic", "ogre-1").state
    assert foe.creatures["ogre-1"].side == "b" and names(foe, "ogre-1") == set()
    dark = at_casting("magic-user/5 v bandit", MU, "Darkness", "Dispel Magic", gap=8)
    lifted = cast(cast(dark, MU, "Darkness", "bandit-1").state, MU, "Dispel Magic", "bandit-1").state
    assert names(lifted, "bandit-1") == set() and not zones.zones(lifted)


@rule(SPELL, "ose:doors.locked")
def test_a_held_door_is_dispelled_and_any_door_disintegrated():
    state = at_the_door(below("magic-user", "Dispel Magic", 5), "held")
    held = Resolution(state, Scripted(), RULESET)
    held.emit(DoorHeld("door-1", HeldDoor(4, locked_by=("somebody",))))
    done = act(held.state, Cast(HERO, "Dispel Magic", "door-1", "on a door")).state
    assert not done.dungeon.doors["door-1"].bar
    shut = at_the_door(below("magic-user", "Disintegrate", 11), "locked")
    gone = act(shut, Cast(HERO, "Disintegrate", "door-1", "on a door")).state
    assert gone.dungeon.doors["door-1"].is_passable


@rule(SPELL)
def test_a_spell_on_a_friend_is_ended_on_the_way():
    state = with_condition(below("magic-user", "Dispel Magic", 5, "fighter"), "hero-2", "feebleminded")
    state = state.with_creature("hero-2", conditions=(Condition("feebleminded", power=4),))
    assert names(act(state, Cast(HERO, "Dispel Magic", "hero-2")).state, "hero-2") == set()
