"""Haste, flight, circles, shapes, stone, wits."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.casting import MU, ORC, act, at_casting, cast, delve, names, until, with_condition
from tests.rules.ose.scene import changed, do, every, first, hit, listed, refusal, scene, under

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Answer
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.movement import encounter_feet
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import shapes
from underkeep.systems.ose.checks.damage import Unharmed, harm
from underkeep.systems.ose.equipment.light import infravision_feet
from underkeep.systems.ose.magic.casting import Cast, why_not_speak
from underkeep.systems.ose.magic.effects import spells_of_change
from underkeep.systems.ose.magic.spell_effects import SpellHadNoEffect
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import AttackRolled, Felled

SPELL = "ose:magic.spell-list"
F, HERO = "fighter-1", "hero-1"
TURN = 600


@rule(SPELL, "ose:combat.attack.per-round", "ose:magic.effect.different")
def test_haste_doubles_paces_and_attacks():
    state = at_casting("magic-user/5 + fighter[sword] v orc", MU, "Haste", gap=1)
    done = cast(state, MU, "Haste", F).state
    assert names(done, MU) == names(done, F) == {"hasted"} and names(done, ORC) == set()
    assert until(done, F, "hasted") == done.now + 3 * TURN
    assert encounter_feet(done.creatures[F], done) == 80
    melee = in_step(scene("fighter[sword] v orc"), "melee")
    fast = under(melee, F, "hasted")
    once = hit(fast, d20(2)).state
    twice = hit(once, d20(2)).state
    assert listed(once, F) and not listed(twice, F)
    assert not listed(hit(melee, d20(2)).state, F)


@rule(SPELL, "ose:monster.attacks.per-round")
def test_haste_doubles_a_monsters_routine():
    state = under(scene("fighter[sword] v black-bear"), "black-bear-1", "hasted")
    for _ in range(4):
        state = hit(state, d20(2), by="black-bear-1", on=F, weapon="claw").state
    assert {a.weapon for a in listed(state, "black-bear-1")} == {"bite"}


@rule(SPELL, "ose:combat.melee.distance", "ose:combat.movement.in-melee-only")
def test_who_flies_leaves_a_melee_overhead_and_is_out_of_reach_until_it_strikes():
    state = at_casting("magic-user/5[dagger] v orc", MU, "Fly", gap=1)
    done = cast(state, MU, "Fly", MU, d6(3)).state
    assert until(done, MU, "flying by magic") == done.now + 8 * TURN
    assert encounter_feet(done.creatures[MU], done) == 120
    x, y = done.creatures[ORC].at
    moving = replace(in_step(done, "movement"), fight=replace(in_step(done, "movement").fight, spent={}))
    over = do(moving, Move(MU, (x + 1, y))).state
    assert "out of reach overhead" in names(over, MU)
    melee = in_step(over, "melee")
    assert refusal(melee, Attack(ORC, MU, "weapon")).rule == "ose:combat.melee.distance"
    struck = hit(melee, d20(2), by=MU, on=ORC, weapon="dagger").state
    assert "out of reach overhead" not in names(struck, MU) and listed(struck, ORC)


@rule(SPELL)
def test_all_in_the_circle_are_unseen_until_they_leave_it():
    state = at_casting("magic-user/5 + fighter + thief v orc", MU, "Invisibility 10' Radius", gap=6)
    x, y = state.creatures[MU].at
    state = state.with_creature(F, at=(x - 1, y)).with_creature("thief-1", at=(x, y + 3))
    done = cast(state, MU, "Invisibility 10' Radius", MU).state
    assert names(done, F) == names(done, MU) == {"invisible"} and names(done, "thief-1") == set()
    near = do(in_step(done, "movement"), Move(F, (x - 2, y))).state
    assert names(near, F) == {"invisible"}
    assert names(do(in_step(done, "movement"), Move(F, (x - 3, y))).state, F) == set()


@rule(SPELL, "ose:light.infravision.range")
def test_infravision_is_seen_by_for_a_day():
    done = cast(at_casting("magic-user/5 v orc", MU, "Infravision"), MU, "Infravision", MU).state
    assert infravision_feet(done.creatures[MU]) == 60 and until(done, MU, "seeing heat") == done.now + 86_400


@rule(SPELL, "ose:magic.effect.different")
def test_missiles_that_are_not_magical_do_nothing():
    state = scene("fighter[short bow] v orc", "missile", gap=4)
    proof = under(state, ORC, "proof against missiles")
    done = hit(proof, weapon="short-bow")
    assert first(done, Unharmed).target == ORC and every(done, AttackRolled) == []
    assert first(hit(state, d20(2), weapon="short-bow"), AttackRolled)


@rule(SPELL, "ose:save.category.paralysis")
def test_flesh_to_stone_and_back():
    state = at_casting("magic-user/11 v 2 orc", MU, "Flesh to Stone", "Stone to Flesh")
    assert every(cast(state, MU, "Flesh to Stone", ORC, d20(19)), Felled) == []
    stone = cast(state, MU, "Flesh to Stone", ORC, d20(2)).state
    assert stone.creatures[ORC].status == "down" and stone.creatures[ORC].hp == 8
    again = cast(stone, MU, "Stone to Flesh", ORC).state
    assert again.creatures[ORC].status == "up" and names(again, ORC) == set()


@rule(SPELL, "ose:magic.arcane-divine")
def test_feeblemind_is_for_arcane_casters_who_save_at_minus_four():
    state = at_casting("magic-user/9 v elf + orc", MU, "Feeblemind")
    assert first(cast(state, MU, "Feeblemind", ORC), SpellHadNoEffect).target == ORC
    kept = cast(state, MU, "Feeblemind", "elf-1", d20(19)).state
    assert names(kept, "elf-1") == set()
    done = cast(state, MU, "Feeblemind", "elf-1", d20(18)).state
    assert names(done, "elf-1") == {"feebleminded"}
    assert why_not_speak(done.creatures["elf-1"]).rule == "ose:magic.memorize-and-cast"


def answered(done: Resolution, choice: str) -> Resolution:
    (prompt,) = done.state.prompts
    after = Resolution(replace(done.state, prompts=()), Scripted(), RULESET)
    spells_of_change.answer(after, prompt, choice)
    return after


@rule(SPELL, "ose:save.category.spells")
def test_polymorph_others_makes_another_creature_of_as_many_hit_points():
    state = at_casting("magic-user/7 v orc[sword]", MU, "Polymorph Others")
    assert not cast(state, MU, "Polymorph Others", ORC, d20(19)).state.prompts
    asked = cast(state, MU, "Polymorph Others", ORC, d20(2))
    (prompt,) = asked.state.prompts
    assert "giant-rat" in prompt.choices and "black-bear" not in prompt.choices
    done = answered(asked, "giant-rat").state
    rat = done.creatures[ORC]
    assert (rat.kind, rat.hp, rat.items, sheet(rat).movement_feet) == ("giant-rat", 8, (), 120)
    assert names(done, ORC) == {"in another shape"}
    dead = Resolution(done, Scripted(), RULESET)
    harm(dead, ORC, 8, MU)
    assert dead.state.creatures[ORC].kind == "orc" and dead.state.creatures[ORC].items
    assert not campaign(dead.state).casters.shapes


@rule(SPELL)
def test_polymorph_self_is_of_the_body_alone_and_casts_nothing():
    state = changed(delve("magic-user", "fighter", level=7), HERO, memorised=("Polymorph Self",))
    asked = act(state, Cast(HERO, "Polymorph Self"))
    (prompt,) = asked.state.prompts
    assert "black-bear" in prompt.choices
    before = sheet(state.creatures[HERO])
    bear = play.resolve(RULESET, asked.state, "player", Answer(prompt.id, "black-bear"), Scripted()).state
    after = sheet(bear.creatures[HERO])
    assert (after.ac, after.thac0, after.saves) == (6, before.thac0, before.saves)
    assert until(bear, HERO, "in another shape") == bear.now + 13 * TURN
    assert why_not_speak(bear.creatures[HERO]).rule == "ose:magic.memorize-and-cast"
    back = Resolution(bear, Scripted(), RULESET)
    shapes.revert(back, HERO)
    assert back.state.creatures[HERO].kind == "magic-user"
    assert {i.kind for i in back.state.creatures[HERO].items} == {i.kind for i in state.creatures[HERO].items}


@rule(SPELL)
def test_nothing_magical_comes_into_or_out_of_the_shell():
    state = at_casting("magic-user/11 v elf", MU, "Anti-Magic Shell", gap=6)
    done = cast(state, MU, "Anti-Magic Shell").state
    assert why_not_speak(done.creatures[MU]).rule == "ose:magic.memorize-and-cast"
    foe = changed(done, "elf-1", memorised=("Magic Missile",))
    shot = cast(foe, "elf-1", "Magic Missile", MU)
    assert first(shot, SpellHadNoEffect).target == MU
    assert shot.state.creatures[MU].hp == 8


@rule(SPELL, "ose:magic.effect.same-ability")
def test_flight_and_haste_are_not_added_up():
    both = with_condition(with_condition(scene("magic-user/5 v orc"), MU, "flying by magic"), MU, "hasted")
    assert names(both, MU) == {"flying by magic", "hasted"}
    assert encounter_feet(both.creatures[MU], both) == 120
