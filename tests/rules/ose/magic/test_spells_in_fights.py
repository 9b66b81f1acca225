from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import CLERIC, MU, ORC, at_casting, cast, names, until, with_condition
from tests.rules.ose.scene import changed, do, every, first, hit, listed, refusal, scene, under

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.checks import enchantments
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.combat import morale
from underkeep.systems.ose.combat.morale import MORALE
from underkeep.systems.ose.combat.rescue import BurnWeb, Wake
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.casting import Cast, DeclareSpell
from underkeep.systems.ose.magic.effects import spells_of_mind
from underkeep.systems.ose.magic.effects.spells_of_mind import SideTaken
from underkeep.systems.ose.magic.spell_effects import SpellHadNoEffect
from underkeep.systems.ose.magic.spells import SpellRolled
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d2, d3, d4, d6, d8, d20, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import AttackRolled, Died, Fled, Harmed, Moved, SaveRolled
from underkeep.world.light import Light

SPELL = "ose:magic.memorize-and-cast"
TURN = 600


@rule(SPELL, "ose:healing.magical", "ose:healing.cap")
def test_cure_light_wounds_heals_or_ends_paralysis():
    state = at_casting("cleric/3[mace] + fighter v orc", CLERIC, "Cure Light Wounds")
    hurt = state.with_creature("fighter-1", hp=2)
    assert cast(hurt, CLERIC, "Cure Light Wounds", "fighter-1", d6(3)).state.creatures["fighter-1"].hp == 6
    scratched = state.with_creature("fighter-1", hp=7)
    assert cast(scratched, CLERIC, "Cure Light Wounds", "fighter-1", d6(6)).state.creatures["fighter-1"].hp == 8
    stiff = with_condition(hurt, "fighter-1", "paralysed")
    cured = cast(stiff, CLERIC, "Cure Light Wounds", "fighter-1").state
    assert (names(cured, "fighter-1"), cured.creatures["fighter-1"].hp) == (set(), 2)


@rule(SPELL)
def test_cause_light_wounds_needs_a_hit():
    state = changed(at_casting("cleric/3[mace] v orc", CLERIC, "Cure Light Wounds", gap=1), CLERIC, alignment="Chaotic")
    missed = cast(state, CLERIC, "Cause Light Wounds", ORC, d20(2))
    assert every(missed, Harmed) == []
    assert first(cast(state, CLERIC, "Cause Light Wounds", ORC, d20(15), d6(4)), Harmed).amount == 5


@rule(SPELL, "ose:combat.blind")
@pytest.mark.parametrize(("match", "who", "turns"), [("cleric/3", CLERIC, 12), ("magic-user/3", MU, 9)])
def test_light_blinds_who_fails_the_save(match, who, turns):
    state = at_casting(f"{match} v orc", who, "Light", gap=1)
    assert names(cast(state, who, "Light", ORC, d20(19), use="to blind").state, ORC) == set()
    done = cast(state, who, "Light", ORC, d20(2), use="to blind").state
    assert until(done, ORC, "blind") == done.now + turns * TURN
    assert refusal(in_step(done, "melee"), Attack(ORC, who, "weapon")).rule == "ose:combat.blind"


@rule(SPELL, "ose:combat.blind")
def test_darkness_blinds_those_inside_who_do_not_see_heat_until_they_leave_or_there_is_light():
    state = at_casting("magic-user/3 v bandit", MU, "Darkness", "Light", gap=6)
    done = cast(state, MU, "Darkness", "bandit-1").state
    assert names(done, "bandit-1") == {"in darkness"} and names(done, MU) == set()
    assert enchantments.is_blind(done.creatures["bandit-1"])
    orcs = cast(at_casting("magic-user/3 v orc", MU, "Darkness", gap=6), MU, "Darkness", ORC).state
    assert not enchantments.is_blind(orcs.creatures[ORC])
    x, y = done.creatures["bandit-1"].at
    out = do(in_step(done, "movement"), Move("bandit-1", (x + 4, y))).state
    assert names(out, "bandit-1") == set()
    lit = cast(done, MU, "Light").state
    assert names(lit, "bandit-1") == set() and not zones.zones(lit)
    deeper = cast(
        at_casting("magic-user/5 v orc", MU, "Continual Darkness", gap=6), MU, "Continual Darkness", ORC
    ).state
    assert enchantments.is_blind(deeper.creatures[ORC])
    assert zones.zones(deeper)[0].until is None


@rule(SPELL)
def test_light_in_a_fight_is_a_light():
    done = cast(at_casting("cleric/3 v orc", CLERIC, "Light"), CLERIC, "Light").state
    (light,) = done.lights
    assert (light.bearer, light.radius, light.until) == (CLERIC, 15, done.now + 12 * TURN)


@rule(SPELL)
@pytest.mark.parametrize(("party", "who"), [("cleric/6 v orc", CLERIC), ("magic-user/3 v orc", MU)])
def test_continual_light_in_a_fight_is_a_light_that_stays(party, who):
    done = cast(at_casting(party, who, "Continual Light"), who, "Continual Light").state
    (light,) = done.lights
    assert (light.bearer, light.radius, light.until) == (who, 30, None)


@rule(SPELL, "ose:alignment.magic")
def test_protection_from_evil_is_against_other_alignments():
    state = at_casting("magic-user/3 v orc", MU, "Protection from Evil", gap=1)
    state = changed(state, MU, alignment="Lawful")
    done = cast(state, MU, "Protection from Evil").state
    assert until(done, MU, "protected from evil") == done.now + 6 * TURN
    melee = in_step(done, "melee")
    needed = first(hit(melee, d20(2), by=ORC, on=MU, weapon="weapon"), AttackRolled)
    assert ("protected from evil", -1) in needed.roll.modifiers
    alike = changed(melee, MU, alignment="Chaotic")
    assert not first(hit(alike, d20(2), by=ORC, on=MU, weapon="weapon"), AttackRolled).roll.modifiers
    for lawful, bonus in ((melee, 1), (alike, 0)):
        done = Resolution(lawful, Scripted(d20(10)), RULESET)
        save(done, MU, "spells", by=ORC)
        assert first(done, SaveRolled).roll.total == 10 + bonus


@rule(SPELL, "ose:alignment.magic")
def test_enchanted_creatures_cannot_touch_the_protected_until_attacked():
    statue = "crystal-living-statue-1"
    state = under(scene("magic-user/3[dagger] v crystal-living-statue"), MU, "protected from evil")
    assert refusal(state, Attack(statue, MU, "fist")).rule == "ose:alignment.magic"
    struck = hit(state, d20(2), by=MU, on=statue, weapon="dagger").state
    assert struck.creatures[MU].condition("protected from evil").level == 1
    names_of = {a.weapon for a in listed(struck, statue)}
    assert names_of
    orc = under(scene("magic-user/3[dagger] v orc"), MU, "protected from evil")
    assert listed(orc, ORC)


@rule(SPELL)
def test_cause_fear_makes_the_victim_flee_and_remove_fear_calms():
    state = at_casting("cleric/3 v orc", CLERIC, "Remove Fear")
    state = changed(state, CLERIC, alignment="Chaotic")
    assert names(cast(state, CLERIC, "Cause Fear", ORC, d20(19)).state, ORC) == set()
    done = cast(state, CLERIC, "Cause Fear", ORC, d20(2)).state
    assert until(done, ORC, "afraid") == done.now + 2 * TURN
    assert listed(in_step(done, "melee"), ORC) == []
    fled = Resolution(done, Scripted(), RULESET)
    spells_of_mind.flee_in_terror(fled, ("afraid",))
    assert first(fled, Fled).creature == ORC
    mindless = cast(at_casting("cleric/3 v skeleton", CLERIC, "Remove Fear"), CLERIC, "Cause Fear", "skeleton-1")
    assert first(mindless, SpellHadNoEffect).target == "skeleton-1"
    friend = at_casting("cleric/3 + fighter v orc", CLERIC, "Remove Fear")
    scared = with_condition(with_condition(friend, "fighter-1", "fleeing"), "fighter-1", "afraid")
    calmed = cast(scared, CLERIC, "Remove Fear", "fighter-1", d20(13))
    assert first(calmed, SaveRolled).roll.total == 16
    assert names(calmed.state, "fighter-1") == set()
    assert names(cast(scared, CLERIC, "Remove Fear", "fighter-1", d20(2)).state, "fighter-1") == {"afraid"}


@rule(SPELL, "ose:magic.effect.different")
@pytest.mark.parametrize(("spell", "kind", "level"), [("Resist Cold", "cold", 1), ("Resist Fire", "fire", 2)])
def test_resistance_takes_a_point_off_each_die(spell, kind, level):
    state = at_casting("cleric/5 + fighter v orc", CLERIC, spell)
    done = cast(state, CLERIC, spell, "" if level == 1 else "fighter-1").state
    assert f"resisting {kind}" in names(done, "fighter-1")
    assert (f"resisting {kind}" in names(done, CLERIC)) == (level == 1)
    for faces, left in (((3, 1), 8 - 3), ((1, 1), 8 - 2)):
        blow = Resolution(done, Scripted(), RULESET)
        harm(blow, "fighter-1", sum(faces), ORC, kind, faces)
        assert blow.state.creatures["fighter-1"].hp == left
    plain = Resolution(done, Scripted(), RULESET)
    harm(plain, "fighter-1", 4, "", f"normal {kind}", (4,))
    assert plain.state.creatures["fighter-1"].hp == 8
    assert [m.amount for m in enchantments.resistance(done.creatures["fighter-1"], kind)] == [2]


@rule(SPELL, "ose:magic.effect.different")
def test_bless_and_blight():
    state = at_casting("cleric/5 + 2 fighter v orc", CLERIC, "Bless", gap=5)
    x, y = state.creatures["fighter-1"].at
    fighting = state.with_creature(ORC, at=(x + 1, y)).with_creature("fighter-2", at=(x - 1, y + 1))
    fighting = fighting.with_creature(CLERIC, at=(x - 1, y - 1))
    done = cast(fighting, CLERIC, "Bless", CLERIC).state
    assert [id for id in done.creatures if "blessed" in names(done, id)] == [CLERIC, "fighter-2"]
    assert until(done, CLERIC, "blessed") == done.now + 6 * TURN
    foes = changed(at_casting("cleric/5 v 2 orc", CLERIC, "Bless", gap=5), CLERIC, alignment="Chaotic")
    cursed = cast(foes, CLERIC, "Blight", ORC, *d20(2, 19)).state
    assert [id for id in cursed.creatures if "blighted" in names(cursed, id)] == [ORC]
    near = in_step(cursed.with_creature(CLERIC, at=(1, 1)).with_creature(ORC, at=(2, 1)), "melee")
    blow = hit(near, d20(2), by=ORC, on=CLERIC, weapon="weapon")
    assert ("blighted", -1) in first(blow, AttackRolled).roll.modifiers


@rule(SPELL, "ose:magic.effect.different")
def test_blessings_tell_on_morale():
    state = scene("fighter v 2 orc", "morale", switches=(MORALE,))
    dead = changed(state, ORC, morale=8).with_creature("orc-2", status="dead")
    for condition, breaks in (("", True), ("blessed", False)):
        now = under(dead, ORC, condition) if condition else dead
        done = Resolution(now, Scripted(*d6(4, 5)), RULESET, {"ose:morale.situation": "0"})
        morale._check_kind(done, "b", "orc", "first death", "ose:morale.when.first-death")
        assert bool(every(done, Fled) or every(done, Moved)) == breaks


@rule(SPELL, "ose:monster.persons")
def test_hold_person():
    state = at_casting("cleric/5 v orc", CLERIC, "Hold Person")
    done = cast(state, CLERIC, "Hold Person", ORC, d20(17))
    assert first(done, SaveRolled).roll.total == 15
    assert until(done.state, ORC, "held") == done.state.now + 9 * TURN
    giant = cast(at_casting("cleric/5 v hill-giant", CLERIC, "Hold Person"), CLERIC, "Hold Person", "hill-giant-1")
    ghoul = cast(at_casting("cleric/5 v ghoul", CLERIC, "Hold Person"), CLERIC, "Hold Person", "ghoul-1")
    assert first(giant, SpellHadNoEffect).target == "hill-giant-1"
    assert first(ghoul, SpellHadNoEffect).target == "ghoul-1"
    helpless = in_step(done.state.with_creature(CLERIC, at=(1, 1)).with_creature(ORC, at=(2, 1)), "melee")
    assert "ose:combat.helpless" in hit(helpless, d2(2), by=CLERIC, on=ORC, weapon="unarmed").events[1].rule


@rule(SPELL, "ose:combat.spell.freedom")
def test_silence_fills_a_place_or_follows_its_victim():
    match = "cleric/5 v magic-user/3 + orc"
    state = changed(at_casting(match, CLERIC, "Silence 15' Radius", gap=5), MU, memorised=("Sleep",))
    saved = cast(state, CLERIC, "Silence 15' Radius", MU, d20(19)).state
    assert "silenced" in names(saved, MU) and "silenced" in names(saved, ORC)
    assert refusal(in_step(saved, "declare"), DeclareSpell(MU, "Sleep")).rule == "ose:combat.spell.freedom"
    x, y = saved.creatures[MU].at
    free = do(in_step(saved, "movement"), Move(MU, (x + 4, y))).state
    assert "silenced" not in names(free, MU)
    stuck = cast(state, CLERIC, "Silence 15' Radius", MU, d20(2)).state
    taken = do(in_step(stuck, "movement"), Move(MU, (x + 4, y))).state
    assert "silenced" in names(taken, MU)
    assert zones.zones(taken)[0].anchor == MU


@rule(SPELL, "ose:magic.effect.targets")
def test_snake_charm_pacifies_snakes_by_hit_dice():
    state = at_casting("cleric/5 v 3 pit-viper", CLERIC, "Snake Charm")
    done = cast(state, CLERIC, "Snake Charm", "", d4(3), d3(2), d2(1)).state
    charmed = [id for id in done.creatures if "pacified" in names(done, id)]
    assert charmed == ["pit-viper-1", "pit-viper-2"]
    assert until(done, "pit-viper-1", "pacified") == done.now + 40
    assert listed(in_step(done, "melee"), "pit-viper-1") == []
    assert first(cast(at_casting("cleric/5 v orc", CLERIC, "Snake Charm"), CLERIC, "Snake Charm"), SpellHadNoEffect)


@rule(SPELL, "ose:monster.persons")
def test_charm_person_changes_sides_until_a_later_save():
    state = at_casting("magic-user/3 v 2 orc", MU, "Charm Person", gap=3)
    assert every(cast(state, MU, "Charm Person", ORC, d20(19)), SideTaken) == []
    done = cast(state, MU, "Charm Person", ORC, d20(2)).state
    assert done.creatures[ORC].side == "a"
    assert until(done, ORC, "charmed") == done.now + 7 * 86400
    close = done.with_creature("orc-2", at=(3, 3)).with_creature(ORC, at=(4, 3))
    assert {a.target for a in listed(in_step(close, "melee"), ORC)} == {"orc-2"}
    ended = Resolution(done, Scripted(d20(2)), RULESET)
    spells_of_mind.charm_may_end(ended, ORC)
    assert ended.state.creatures[ORC].side == "a"
    free = Resolution(done, Scripted(d20(19)), RULESET)
    spells_of_mind.charm_may_end(free, ORC)
    assert free.state.creatures[ORC].side == "b"
    dull = changed(
        at_casting("magic-user/3 v fighter", MU, "Charm Person"), "fighter-1", abilities={"INT": 5, "WIS": 10}
    )
    assert until(cast(dull, MU, "Charm Person", "fighter-1", d20(2)).state, "fighter-1", "charmed") == 30 * 86400
    zombie = cast(at_casting("magic-user/3 v zombie", MU, "Charm Person"), MU, "Charm Person", "zombie-1")
    assert first(zombie, SpellHadNoEffect)


@rule(SPELL, "ose:magic.effect.targets")
@pytest.mark.parametrize(("level", "missiles"), [(1, 1), (5, 1), (6, 3), (10, 3), (11, 5)])
def test_magic_missiles_always_hit(level, missiles):
    state = at_casting("magic-user/3 v ogre", MU, "Magic Missile", level=level).with_creature(
        "ogre-1", hp=60, max_hp=60
    )
    done = cast(state, MU, "Magic Missile", "ogre-1", *[d6(3)] * missiles)
    assert [e.amount for e in every(done, Harmed)] == [4] * missiles
    assert every(done, AttackRolled) == [] and every(done, SaveRolled) == []


@rule(SPELL)
def test_shield_is_ac_2_against_missiles_and_4_otherwise():
    state = cast(at_casting("magic-user/3 v orc[short bow]", MU, "Shield"), MU, "Shield").state
    assert until(state, MU, "shielded by magic") == state.now + 2 * TURN
    shot = first(hit(in_step(state, "missile"), d20(10), by=ORC, on=MU, weapon="short-bow"), AttackRolled)
    assert shot.roll.needed == 17
    near = in_step(state.with_creature(ORC, at=(1, 1)).with_creature(MU, at=(2, 1)), "melee")
    assert first(hit(near, d20(10), by=ORC, on=MU, weapon="weapon"), AttackRolled).roll.needed == 15
    assert enchantments.shielded(state.creatures[MU], 1, True) == 1


@rule(SPELL)
def test_sleep_takes_the_weakest_first():
    state = at_casting("magic-user/3 v bugbear + 2 goblin + ogre + skeleton", MU, "Sleep")
    done = cast(state, MU, "Sleep", "", *d4(2, 2, 2, 2), *d8(1, 3)).state
    asleep = [id for id in done.creatures if "asleep" in names(done, id)]
    assert asleep == ["goblin-1", "goblin-2"]
    assert until(done, "goblin-1", "asleep") == done.now + 8 * TURN
    more = cast(state, MU, "Sleep", "", *d4(2, 2, 2, 2), *d8(8, 8)).state
    assert [id for id in more.creatures if "asleep" in names(more, id)] == ["bugbear-1", "goblin-1", "goblin-2"]


@rule(SPELL)
def test_the_dice_of_a_spell_are_told_with_its_rule():
    state = at_casting("magic-user/3 v 2 goblin", MU, "Sleep")
    lasts, hit_dice = every(cast(state, MU, "Sleep", "", *d4(2, 2, 2, 2), *d8(1, 3)), SpellRolled)
    assert (hit_dice.what, hit_dice.roll.faces, hit_dice.seats) == ("Hit Dice put to sleep", (1, 3), None)
    assert hit_dice.rule == (SPELL, "ose:magic.spell-list")
    assert (lasts.roll.total, lasts.seats) == (8, (REFEREE,)), "how long it lasts is the referee's"


@rule(SPELL)
def test_sleep_may_take_one_creature_of_four_and_a_bit():
    state = at_casting("magic-user/3 v ogre", MU, "Sleep")
    done = cast(state, MU, "Sleep", "ogre-1", *d4(1, 1, 1, 1), use="on one").state
    assert names(done, "ogre-1") == {"asleep"}
    orc = cast(at_casting("magic-user/3 v orc", MU, "Sleep"), MU, "Sleep", ORC, *d4(1, 1, 1, 1), use="on one")
    assert first(orc, SpellHadNoEffect)


@rule(SPELL, "ose:combat.helpless")
def test_a_blade_slays_sleepers_and_force_wakes_them():
    asleep = under(scene("fighter[sword,club] v orc"), ORC, "asleep")
    slain = hit(asleep, weapon="sword")
    assert first(slain, Died).creature == ORC
    assert "ose:combat.helpless" in first(slain, Harmed).rule
    bruised = hit(asleep, d6(2), weapon="club")
    assert names(bruised.state, ORC) == set() and bruised.state.creatures[ORC].hp == 6
    friends = under(scene("2 fighter v orc"), "fighter-2", "asleep")
    assert names(do(friends, Wake("fighter-1", "fighter-2")).state, "fighter-2") == set()


@rule(SPELL, "ose:combat.attack.procedure")
def test_the_invisible_are_hard_to_hit_until_they_attack_or_cast():
    state = at_casting("magic-user/4[dagger] v orc[short bow]", MU, "Invisibility", gap=1)
    done = cast(state, MU, "Invisibility", MU).state
    assert until(done, MU, "invisible") is None
    melee = in_step(done, "melee")
    assert ("unseen", -4) in first(hit(melee, d20(10), by=ORC, on=MU, weapon="weapon"), AttackRolled).roll.modifiers
    far = in_step(done.with_creature(ORC, at=(12, 3)), "missile")
    assert listed(far, ORC) == []
    assert names(hit(melee, d20(2), by=MU, on=ORC, weapon="dagger").state, MU) == set()
    casting = cast(changed(done, MU, memorised=("Shield",)), MU, "Shield").state
    assert names(casting, MU) == {"shielded by magic"}
    seen = with_condition(melee, ORC, enchantments.SEES_INVISIBLE)
    assert not first(hit(seen, d20(2), by=ORC, on=MU, weapon="weapon"), AttackRolled).roll.modifiers
    detecting = cast(at_casting("magic-user/4 v orc", MU, "Detect Invisible"), MU, "Detect Invisible").state
    assert enchantments.sees_the_invisible(detecting.creatures[MU])


@rule(SPELL)
def test_who_levitates_is_out_of_reach_and_cannot_walk():
    state = at_casting("magic-user/4[dagger] v orc + giant-bat", MU, "Levitate", gap=1)
    done = cast(state, MU, "Levitate").state
    assert until(done, MU, "levitating") == done.now + 10 * TURN
    assert listed(in_step(done, "movement"), MU) == []
    x, y = done.creatures[MU].at
    near = in_step(done.with_creature("giant-bat-1", at=(x, y + 1)), "melee")
    assert {a.actor for id in (ORC, "giant-bat-1") for a in listed(near, id)} == {"giant-bat-1"}


@rule(SPELL)
def test_each_attack_takes_a_mirror_image():
    state = cast(at_casting("magic-user/4 v orc", MU, "Mirror Image", gap=1), MU, "Mirror Image", "", d4(2)).state
    melee = in_step(state, "melee")
    once = hit(melee, by=ORC, on=MU, weapon="weapon")
    assert every(once, AttackRolled) == []
    assert once.state.creatures[MU].condition("among mirror images").level == 1
    twice = hit(replace(once.state, fight=melee.fight), by=ORC, on=MU, weapon="weapon").state
    assert names(twice, MU) == set()
    assert first(hit(replace(twice, fight=melee.fight), d20(19), d6(3), by=ORC, on=MU, weapon="weapon"), Harmed)


@rule(SPELL, "ose:magic.effect.concentration")
def test_a_phantasm_fells_those_who_believe_it():
    state = at_casting("magic-user/4 v 2 orc + skeleton", MU, "Phantasmal Force", gap=6)
    done = cast(state, MU, "Phantasmal Force", ORC, d20(2), d4(3), d20(19))
    assert until(done.state, ORC, "felled by a phantasm") == done.state.now + 3 * TURN
    assert names(done.state, "orc-2") == set()
    assert done.state.creatures[ORC].hp == 8
    assert "concentrating" in names(done.state, MU)
    assert first(done, SpellHadNoEffect).target == "skeleton-1"


@rule(SPELL)
def test_a_web_holds_the_strong_for_less_time():
    state = at_casting("magic-user/4 v orc + hill-giant", MU, "Web", gap=2)
    x, y = state.creatures[ORC].at
    state = state.with_creature("hill-giant-1", at=(x + 1, y))
    done = cast(state, MU, "Web", ORC, *d4(2, 3)).state
    assert until(done, ORC, "webbed") == done.now + 5 * TURN
    assert until(done, "hill-giant-1", "webbed") == done.now + 20
    assert listed(in_step(done, "melee"), ORC) == [] and listed(in_step(done, "movement"), ORC) == []


@rule(SPELL)
def test_a_torch_burns_the_web_and_those_in_it():
    state = under(scene("fighter[sword] v orc"), ORC, "webbed", until=9000)
    assert BurnWeb("fighter-1", ORC) not in listed(state, "fighter-1")
    torch = replace(state, lights=(Light("t", "fighter-1", "torches", "Torch", 30, None),))
    done = do(torch, BurnWeb("fighter-1", ORC), d6(5))
    assert first(done, Harmed).amount == 5
    assert until(done.state, ORC, "webbed") == done.state.now + 20


def test_a_cast_lists_every_use_and_target():
    state = at_casting("cleric/5 v 2 orc", CLERIC, "Hold Person")
    assert set(listed(state, CLERIC)) == {
        Cast(CLERIC, "Hold Person", target, use) for target in (ORC, "orc-2") for use in ("", "on several")
    }
