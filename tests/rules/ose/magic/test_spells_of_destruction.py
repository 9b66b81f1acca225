"""Fire, lightning, fog, death and disintegration."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.casting import MU, ORC, at_casting, cast, names, with_condition
from tests.rules.ose.magic.at_squares import cast_at
from tests.rules.ose.scene import changed, every, first, listed, walled

from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.magic import friendly_fire, upkeep
from underkeep.systems.ose.magic.casting import Cast, DeclareSpell
from underkeep.systems.ose.magic.effects.spells_of_destruction import BlastRolled, bolt_path
from underkeep.systems.ose.magic.spell_effects import Casting, SpellHadNoEffect, carry_out
from underkeep.systems.ose.magic.spells import forms
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.order import CAST, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.testing import d6, d8, d20, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import Died, Harmed, SaveRolled
from underkeep.world.grid import Grid
from underkeep.world.state import State

SPELL = "ose:magic.spell-list"
FIVE_DICE = (d6(4), d6(4), d6(4), d6(4), d6(4))


def strong(state: State, *ids: str, hp: int = 40) -> State:
    for id in ids:
        state = state.with_creature(id, hp=hp, max_hp=hp)
    return state


@rule(SPELL, "ose:save.success.damage", "ose:save.category.spells")
def test_a_fire_ball_strikes_all_within_20_feet_and_a_save_halves_it():
    state = strong(at_casting("magic-user/5 v 2 orc", MU, "Fire Ball", gap=10), ORC, "orc-2")
    done = cast(state, MU, "Fire Ball", ORC, *FIVE_DICE, d20(2), d20(19))
    assert first(done, BlastRolled).roll.notation == "5d6"
    assert [(e.creature, e.amount, e.kind) for e in every(done, Harmed)] == [(ORC, 20, "fire"), ("orc-2", 10, "fire")]


@rule(SPELL)
def test_a_fire_ball_knows_no_friends_and_has_an_edge():
    state = strong(at_casting("magic-user/5 + fighter v orc", MU, "Fire Ball", gap=10), ORC, "fighter-1")
    x, y = state.creatures[ORC].at
    near = state.with_creature("fighter-1", at=(x - 4, y))
    done = cast(near, MU, "Fire Ball", ORC, *FIVE_DICE, d20(2), d20(2))
    assert {e.creature for e in every(done, Harmed)} == {ORC, "fighter-1"}
    far = state.with_creature("fighter-1", at=(x - 5, y))
    done = cast(far, MU, "Fire Ball", ORC, *FIVE_DICE, d20(2))
    assert {e.creature for e in every(done, Harmed)} == {ORC}


@rule(SPELL)
def test_a_fire_ball_at_a_place_and_through_a_wand():
    state = strong(at_casting("magic-user/5 v orc", MU, "Fire Ball", gap=10), ORC)
    x, y = state.creatures[ORC].at
    assert first(cast_at(state, MU, "Fire Ball", (x, y - 4), *FIVE_DICE, d20(2), use="at a place"), Harmed).amount == 20
    assert every(cast_at(state, MU, "Fire Ball", (x - 5, y), *FIVE_DICE, use="at a place"), Harmed) == []
    written = forms("magic-user")["Fire Ball"]
    bare = changed(state, MU, memorised=())
    done = Resolution(bare, Scripted(*[d6(1)] * 6, d20(2)), RULESET)
    carry_out(done, Casting(MU, written, written.uses[0], ORC, 6))
    assert first(done, Harmed).amount == 6


@rule(SPELL)
def test_fire_frees_from_a_web_and_is_resisted():
    state = strong(at_casting("magic-user/5 v orc", MU, "Fire Ball", gap=10), ORC)
    webbed = with_condition(with_condition(state, ORC, "webbed"), ORC, "resisting fire")
    done = cast(webbed, MU, "Fire Ball", ORC, *FIVE_DICE, d20(2))
    assert first(done, SaveRolled).roll.modifiers[0].amount == 2
    assert first(done, Harmed).amount == 15 and "webbed" not in names(done.state, ORC)


@rule(SPELL, "ose:save.success.damage")
def test_lightning_runs_on_from_its_target_away_from_the_caster():
    state = strong(at_casting("magic-user/5 v 3 orc", MU, "Lightning Bolt", gap=6), ORC, "orc-2", "orc-3")
    x, y = state.creatures[MU].at
    for id, at in ((ORC, (x + 6, y)), ("orc-2", (x + 9, y)), ("orc-3", (x + 9, y + 1))):
        state = state.with_creature(id, at=at)
    done = cast(state, MU, "Lightning Bolt", ORC, *FIVE_DICE, d20(2), d20(2))
    assert {(e.creature, e.kind) for e in every(done, Harmed)} == {(ORC, "lightning"), ("orc-2", "lightning")}


@rule(SPELL)
def test_lightning_is_60_feet_long_and_comes_back_from_a_wall():
    grid = Grid(40, 9)
    assert bolt_path(grid, (2, 4), (10, 4), 12) == [(x, 4) for x in range(10, 22)]
    wall = Grid(40, 9, tuple((14, y) for y in range(9)))
    path = bolt_path(wall, (2, 4), (10, 4), 12)
    assert path == [(x, 4) for x in (10, 11, 12, 13, 13, 12, 11, 10, 9, 8, 7, 6)]
    state = walled(strong(at_casting("magic-user/5 v orc", MU, "Lightning Bolt", gap=4), ORC, MU))
    x = state.creatures[ORC].at[0]
    state = walled(state, *((x + 1, line) for line in range(state.grid.height)))
    done = cast(state, MU, "Lightning Bolt", ORC, *FIVE_DICE, d20(2), d20(2))
    assert {e.creature for e in every(done, Harmed)} == {ORC, MU}


@rule(SPELL, "ose:save.category.death")
def test_cloudkill_hurts_all_kills_the_weak_and_drifts():
    state = strong(at_casting("magic-user/9 v orc + ogre", MU, "Cloudkill", gap=5), ORC, "ogre-1")
    state = state.with_creature("ogre-1", at=(state.creatures[ORC].at[0], state.creatures[ORC].at[1] + 1))
    state = changed(state, "ogre-1", level=5)
    done = cast(state, MU, "Cloudkill", ORC, d20(2), d20(19))
    assert [e.amount for e in every(done, Harmed)] == [1, 39, 1]
    assert first(done, Died).creature == ORC and names(done.state, "ogre-1") == {"in a poisonous fog"}
    later = Resolution(replace(done.state, now=done.state.now + 10), Scripted(), RULESET)
    upkeep.begin_round(later)
    assert every(later, Harmed) == [] and names(later.state, "ogre-1") == set()


@rule(SPELL, "ose:magic.effect.targets", "ose:save.category.death")
def test_the_death_spell_takes_hit_dice_from_the_weakest_up():
    state = strong(at_casting("magic-user/11 v orc + ogre + zombie", MU, "Death Spell", gap=6), ORC, "ogre-1")
    done = cast(state, MU, "Death Spell", ORC, d8(1), d8(1), d8(1), d8(2), d20(2), d20(2))
    assert {e.creature for e in every(done, Died)} == {ORC, "ogre-1"}
    few = cast(state, MU, "Death Spell", ORC, d8(1), d8(1), d8(1), d8(1), d20(2))
    assert {e.creature for e in every(few, Died)} == {ORC}
    saved = cast(state, MU, "Death Spell", ORC, d8(8), d8(8), d8(8), d8(8), d20(19), d20(19))
    assert every(saved, Died) == []


@rule(SPELL, "ose:save.category.death")
def test_disintegration_leaves_nothing():
    state = at_casting("magic-user/11 v orc[sword]", MU, "Disintegrate", gap=4)
    assert every(cast(state, MU, "Disintegrate", ORC, d20(19)), Died) == []
    done = cast(state, MU, "Disintegrate", ORC, d20(2)).state
    assert done.creatures[ORC].status == "dead" and done.creatures[ORC].items == ()
    statue = "crystal-living-statue-1"
    made = at_casting("magic-user/11 v crystal-living-statue", MU, "Disintegrate", gap=4)
    assert first(cast(made, MU, "Disintegrate", statue), SpellHadNoEffect).target == statue


@rule(SPELL, "ose:combat.declare")
def test_a_fifth_level_magic_user_announces_a_fire_ball():
    state = changed(in_step(at_casting("magic-user/5 v orc", MU, "Fire Ball", gap=8), "declare"), MU)
    state = replace(state, fight=replace(state.fight, spent={}))
    assert DeclareSpell(MU, "Fire Ball") in listed(state, MU)


@rule(SPELL)
def test_who_throws_fire_among_friends_is_asked_first():
    state = strong(at_casting("magic-user/5 + fighter v orc", MU, "Fire Ball", gap=10), ORC, "fighter-1")
    x, y = state.creatures[ORC].at
    near, far = (state.with_creature("fighter-1", at=(x - off, y)) for off in (4, 5))
    name = state.creatures["fighter-1"].name
    assert friendly_fire.asked(near, Cast(MU, "Fire Ball", ORC)) == f"Fire Ball cast like this strikes {name} as well."
    assert friendly_fire.asked(far, Cast(MU, "Fire Ball", ORC)) == ""


@rule(SPELL)
def test_an_order_does_not_throw_fire_among_friends_unasked():
    state = strong(at_casting("magic-user/5 + fighter v orc", MU, "Fire Ball", gap=10), ORC, "fighter-1")
    x, y = state.creatures[ORC].at
    for off, is_thrown in ((4, False), (5, True)):
        placed = state.with_creature("fighter-1", at=(x - off, y))
        errand = RoundOfOrders({MU: Order(CAST, spell="Fire Ball", aim="them")})
        assert placed.fight is not None
        ways = RULESET.fight_options(placed, placed.creatures[MU], placed.fight.step)
        chosen = errand.next(RULESET, placed, ways, "party")
        assert (isinstance(chosen, Cast), bool(errand.over)) == (is_thrown, not is_thrown)
