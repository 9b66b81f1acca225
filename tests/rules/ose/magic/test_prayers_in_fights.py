"""The cleric's spells of the third to fifth levels, on the field."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import CLERIC, ORC, at_casting, cast, names, until, with_condition
from tests.rules.ose.scene import changed, do, every, first, hit, listed, refusal, scene, under

from underkeep.kernel.dice import Scripted
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import deaths, enchantments, healing
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.combat import rounds
from underkeep.systems.ose.magic import casting, spell_worth, zones
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects import spells_of_wrath
from underkeep.systems.ose.magic.spell_effects import SpellHadNoEffect
from underkeep.systems.ose.monsters.listings import size_of
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d2, d6, d8, d12, d20, rule
from underkeep.testing.builders import in_step
from underkeep.world.condition import Condition
from underkeep.world.creature import DamageRolled, Fled, Harmed, SaveRolled
from underkeep.world.fight import FightEnded, RoundBegan

SPELL, SAVES = "ose:magic.memorize-and-cast", "ose:save.when"
TURN, DAY = 600, 86_400
FIGHTER = "fighter-1"


def chaotic(match: str, spell: str, gap: int = 4):
    return changed(at_casting(match, CLERIC, spell, gap=gap, level=9), CLERIC, alignment="Chaotic")


def attempt(state, *faces):
    return Resolution(state, Scripted(*faces), RULESET)


@rule(SPELL)
def test_cure_serious_wounds_heals_twice_as_much():
    state = at_casting("cleric/7[mace] + fighter v orc", CLERIC, "Cure Serious Wounds")
    hurt = state.with_creature(FIGHTER, hp=1, max_hp=20)
    assert cast(hurt, CLERIC, "Cure Serious Wounds", FIGHTER, d6(3), d6(4)).state.creatures[FIGHTER].hp == 10


@rule(SPELL)
def test_cause_serious_wounds_needs_a_hit():
    state = chaotic("cleric/7[mace] v orc", "Cure Serious Wounds", gap=1).with_creature(ORC, hp=30, max_hp=30)
    assert every(cast(state, CLERIC, "Cause Serious Wounds", ORC, d20(2)), Harmed) == []
    assert first(cast(state, CLERIC, "Cause Serious Wounds", ORC, d20(18), d6(3), d6(4)), Harmed).amount == 9


@rule(SPELL)
@pytest.mark.parametrize("name", ["diseased", "wasting away", "rotting", "covered in slime"])
def test_cure_disease_ends_any_disease(name):
    state = at_casting("cleric/7 + fighter v orc", CLERIC, "Cure Disease")
    ill = with_condition(state, FIGHTER, name, 99 * DAY, 1)
    assert names(cast(ill, CLERIC, "Cure Disease", FIGHTER).state, FIGHTER) == set()
    assert every(cast(state, CLERIC, "Cure Disease", FIGHTER), SpellHadNoEffect)


@rule(SPELL)
@pytest.mark.parametrize(("level", "left"), [(10, {"infected with lycanthropy"}), (11, set())])
def test_lycanthropy_is_cured_by_the_eleventh_level(level, left):
    state = at_casting("cleric/7 + fighter v orc", CLERIC, "Cure Disease", level=level)
    ill = with_condition(state, FIGHTER, "infected with lycanthropy", 99 * DAY)
    assert names(cast(ill, CLERIC, "Cure Disease", FIGHTER).state, FIGHTER) == left


@rule(SPELL, SAVES)
def test_cause_disease_wastes_away_whoever_fails_the_save():
    state = chaotic("cleric/7 v fighter", "Cure Disease").with_creature(FIGHTER, hp=3)
    assert names(cast(state, CLERIC, "Cause Disease", FIGHTER, d20(19)).state, FIGHTER) == set()
    ill = cast(state, CLERIC, "Cause Disease", FIGHTER, d20(2), d12(5), d12(1)).state
    assert until(ill, FIGHTER, "wasting away") == ill.now + 6 * DAY
    assert enchantments.attack_modifiers(ill.creatures[FIGHTER], ill.creatures[CLERIC])[0].amount == -2
    assert healing.heal(attempt(ill), FIGHTER, 5, ("ose:healing.magical",)) == 0
    dying = attempt(ill)
    rounds.lapse(dying, FIGHTER, Condition("wasting away"))
    assert dying.state.creatures[FIGHTER].status == "dead"


@rule(SPELL)
def test_a_skeleton_catches_no_disease():
    state = chaotic("cleric/7 v skeleton", "Cure Disease")
    assert every(cast(state, CLERIC, "Cause Disease", "skeleton-1"), SpellHadNoEffect)


@rule(SPELL)
def test_cure_disease_is_offered_against_green_slime_alone():
    state = at_casting("cleric/7 v orc", CLERIC, "Cure Disease")
    assert Cast(CLERIC, "Cure Disease", ORC, "on green slime") not in listed(state, CLERIC)
    slime = replace(state.creatures[ORC], kind="green-slime")
    slimy = replace(state, creatures={**state.creatures, ORC: slime})
    done = attempt(slimy)
    casting.cast(done, Cast(CLERIC, "Cure Disease", ORC, "on green slime"))
    assert done.state.creatures[ORC].hp == 0


@rule(SPELL, SAVES)
@pytest.mark.parametrize(
    ("use", "name", "ability", "amount"),
    [("on saves", "cursed with ill luck", "saves", -2), ("on attacks", "cursed with clumsiness", "attack", -4)],
)
def test_a_curse_is_laid_on_saves_or_attacks(use, name, ability, amount):
    state = chaotic("cleric/7 v orc", "Remove Curse", gap=1)
    assert names(cast(state, CLERIC, "Curse", ORC, d20(19), use=use).state, ORC) == set()
    cursed = cast(state, CLERIC, "Curse", ORC, d20(2), use=use).state
    assert names(cursed, ORC) == {name}
    (found,) = enchantments.spell_modifiers(cursed.creatures[ORC], ability)
    assert found == (name, amount)


@rule(SPELL, "ose:save.roll")
def test_ill_luck_counts_against_any_threat():
    state = under(scene("fighter v orc"), FIGHTER, "cursed with ill luck")
    done = attempt(state, d20(10))
    save(done, FIGHTER, "poison")
    assert first(done, SaveRolled).roll.total == 8


@rule(SPELL)
def test_a_curse_on_an_ability_halves_it_until_it_is_lifted():
    state = chaotic("cleric/7 v fighter", "Remove Curse", gap=1)
    cursed = cast(state, CLERIC, "Curse", FIGHTER, d20(2), use="on an ability").state
    assert sheet(cursed.creatures[FIGHTER]).abilities["STR"] == 5
    assert names(cursed, FIGHTER) == {"cursed with frailty in STR"}
    friends = cursed.with_creature(FIGHTER, side=cursed.creatures[CLERIC].side)
    friends = changed(friends, CLERIC, memorised=("Remove Curse",), alignment="Lawful")
    freed = cast(friends, CLERIC, "Remove Curse", FIGHTER).state
    assert sheet(freed.creatures[FIGHTER]).abilities["STR"] == 10
    assert names(freed, FIGHTER) == set()


@rule(SPELL)
def test_a_curse_on_an_ability_does_nothing_to_what_has_none():
    state = chaotic("cleric/7 v orc", "Remove Curse", gap=1)
    assert every(cast(state, CLERIC, "Curse", ORC, use="on an ability"), SpellHadNoEffect)


@rule(SPELL, "ose:magic-item.scroll.curse-removal")
def test_remove_curse_lifts_one_curse_at_a_time():
    state = at_casting("cleric/7 + fighter v orc", CLERIC, "Remove Curse")
    for name in ("slow to heal", "turned into a frog"):
        state = with_condition(state, FIGHTER, name)
    once = cast(state, CLERIC, "Remove Curse", FIGHTER).state
    assert names(once, FIGHTER) == {"turned into a frog"}
    sound = at_casting("cleric/7 + fighter v orc", CLERIC, "Remove Curse")
    assert every(cast(sound, CLERIC, "Remove Curse", FIGHTER), SpellHadNoEffect)


@rule(SPELL, "ose:magic.effect.with-items")
def test_striking_adds_a_die_and_counts_as_magic():
    state = at_casting("cleric/5 + fighter[sword] v orc", CLERIC, "Striking")
    done = cast(state, CLERIC, "Striking", FIGHTER).state
    assert until(done, FIGHTER, "wielding a weapon of striking") == done.now + TURN
    ready = under(scene("fighter[sword] v orc"), FIGHTER, "wielding a weapon of striking").with_creature(ORC, hp=20)
    struck = hit(ready, d20(15), d6(2), d6(5))
    assert first(struck, Harmed).amount == 7
    assert [rolled.weapon for rolled in every(struck, DamageRolled)] == ["sword", "striking"]
    wight = "gargoyle-1"
    stone = under(scene("fighter[sword] v gargoyle"), FIGHTER, "wielding a weapon of striking")
    assert first(hit(stone.with_creature(wight, hp=20), d20(19), d6(2), d6(1), on=wight), Harmed).amount == 3


@rule(SPELL)
def test_striking_is_for_weapons_not_for_fists():
    ready = under(scene("fighter v orc"), FIGHTER, "wielding a weapon of striking")
    assert first(hit(ready, d20(15), d2(2), weapon="unarmed"), Harmed).amount == 2


@rule(SPELL)
def test_growth_doubles_what_an_animal_deals_and_its_size():
    state = at_casting("cleric/5 + wolf v orc", CLERIC, "Growth of Animal")
    assert Cast(CLERIC, "Growth of Animal", ORC) not in listed(state, CLERIC)
    grown = cast(state, CLERIC, "Growth of Animal", "wolf-1").state
    assert until(grown, "wolf-1", "grown to twice its size") == grown.now + 12 * TURN
    assert (size_of(state.creatures["wolf-1"]), size_of(grown.creatures["wolf-1"])) == ("human", "large")
    big = under(scene("wolf v orc"), "wolf-1", "grown to twice its size").with_creature(ORC, hp=20)
    assert first(hit(big, d20(15), d6(4), by="wolf-1", weapon="bite"), Harmed).amount == 8


@rule(SPELL)
@pytest.mark.parametrize("name", ["poisoned", "sick"])
def test_neutralize_poison_ends_it(name):
    state = at_casting("cleric/7 + fighter v orc", CLERIC, "Neutralize Poison")
    ill = with_condition(state, FIGHTER, name, 99 * DAY)
    assert names(cast(ill, CLERIC, "Neutralize Poison", FIGHTER).state, FIGHTER) == set()


@rule(SPELL)
def test_neutralize_poison_brings_back_those_it_has_just_killed():
    state = at_casting("cleric/7 + fighter v orc", CLERIC, "Neutralize Poison", gap=1)
    slain = attempt(state)
    harm(slain, FIGHTER, 8, ORC, "poison")
    back = Cast(CLERIC, "Neutralize Poison", FIGHTER, "to bring back")
    assert slain.state.creatures[FIGHTER].status == "dead"
    assert back in listed(slain.state, CLERIC)
    done = do(slain.state, back).state
    assert (done.creatures[FIGHTER].status, done.creatures[FIGHTER].hp) == ("up", 1)
    assert FIGHTER not in campaign(done).fallen
    x, y = slain.state.creatures[FIGHTER].at
    trodden = do(slain.state.with_creature(CLERIC, at=(x, y)), back).state
    assert trodden.creatures[FIGHTER].at not in ((x, y), trodden.creatures[ORC].at)
    late = replace(slain.state, now=slain.state.now + 101)
    assert back not in listed(late, CLERIC)
    stabbed = attempt(state)
    harm(stabbed, FIGHTER, 8, ORC)
    assert back not in listed(stabbed.state, CLERIC)


@rule(SPELL, "ose:alignment.magic")
def test_a_circle_of_protection_goes_with_the_caster():
    spell = "Protection from Evil 10' Radius"
    state = changed(at_casting("cleric/7 + fighter v orc", CLERIC, spell, gap=8), FIGHTER, alignment="Lawful")
    done = cast(state, CLERIC, spell).state
    assert names(done, FIGHTER) == {"in a circle of protection"}
    modifiers = enchantments.attack_modifiers(done.creatures[ORC], done.creatures[FIGHTER])
    assert ("protected from evil", -1) in modifiers
    x, y = done.creatures[FIGHTER].at
    away = do(in_step(done, "movement"), Move(FIGHTER, (x + 5, y))).state
    assert names(away, FIGHTER) == set()


@rule(SPELL, "ose:alignment.magic")
def test_the_enchanted_cannot_strike_into_the_circle():
    statue = "crystal-living-statue-1"
    state = under(scene("fighter[sword] v crystal-living-statue"), FIGHTER, "in a circle of protection")
    assert refusal(state, Attack(statue, FIGHTER, "fist")).rule == "ose:alignment.magic"
    struck = hit(state, d20(2), by=FIGHTER, on=statue).state
    assert struck.creatures[FIGHTER].condition("in a circle of protection").level == 1


@rule(SPELL)
def test_sticks_become_snakes_that_fight_for_the_caster_and_sticks_again():
    state = at_casting("cleric/7 v orc", CLERIC, "Sticks to Snakes")
    done = cast(state, CLERIC, "Sticks to Snakes", "", d8(1), d8(1), d2(1), d8(4), d2(2), d8(5))
    snakes = [c for c in done.state.creatures.values() if c.kind.startswith("conjured")]
    assert [(c.kind, c.hp, c.side) for c in snakes] == [("conjured-snake", 4, "a"), ("conjured-viper", 5, "a")]
    assert all(c.at is not None for c in snakes)
    over = attempt(done.state)
    over.emit(FightEnded("a", 1))
    assert not [c for c in over.state.active() if c.kind.startswith("conjured")]


@rule(SPELL, "ose:magic.effect.concentration", SAVES)
def test_dispel_evil_destroys_or_drives_off_all_in_reach_and_all_who_come():
    state = at_casting("cleric/7 v 2 skeleton + orc", CLERIC, "Dispel Evil", gap=4)
    done = cast(state, CLERIC, "Dispel Evil", "", d20(2), d20(18)).state
    statuses = sorted(done.creatures[id].status for id in ("skeleton-1", "skeleton-2"))
    assert statuses == ["dead", "up"]
    assert [id for id in ("skeleton-1", "skeleton-2") if names(done, id) == {"afraid"}]
    assert names(done, ORC) == set()
    assert names(done, CLERIC) == {"dispelling evil", "concentrating"}
    far = at_casting("cleric/7 v skeleton", CLERIC, "Dispel Evil", gap=9)
    stood = cast(far, CLERIC, "Dispel Evil").state
    x, y = stood.creatures["skeleton-1"].at
    came = do(in_step(stood, "movement"), Move("skeleton-1", (x - 4, y)), d20(2)).state
    assert came.creatures["skeleton-1"].status == "dead"
    broken = attempt(stood)
    concentration.disturb(broken, CLERIC, "being hurt")
    assert names(broken.state, CLERIC) == set()


@rule(SPELL, SAVES)
def test_dispel_evil_on_one_is_harder_to_withstand():
    state = at_casting("cleric/7 v skeleton", CLERIC, "Dispel Evil", gap=4)
    done = cast(state, CLERIC, "Dispel Evil", "skeleton-1", d20(16), use="on one")
    rolled = first(done, SaveRolled)
    assert (rolled.roll.total, rolled.success) == (14, False)
    assert done.state.creatures["skeleton-1"].status == "dead"
    orc = at_casting("cleric/7 v orc", CLERIC, "Dispel Evil", gap=4)
    assert every(cast(orc, CLERIC, "Dispel Evil", ORC, use="on one"), SpellHadNoEffect)


@rule(SPELL, "ose:combat.blind", "ose:magic.effect.concentration")
def test_a_plague_of_insects_blinds_and_drives_off_the_weak():
    state = at_casting("cleric/7 v orc + ogre", CLERIC, "Insect Plague", gap=10)
    done = cast(state, CLERIC, "Insect Plague", ORC).state
    assert names(done, ORC) == {"amid a swarm of insects", "afraid"}
    assert names(done, "ogre-1") == {"amid a swarm of insects"}
    assert enchantments.is_blind(done.creatures["ogre-1"])
    assert names(done, CLERIC) == {"guiding a swarm of insects", "concentrating"}
    broken = attempt(done)
    concentration.disturb(broken, CLERIC, "being hurt")
    assert not zones.zones(broken.state) and names(broken.state, "ogre-1") == set()


@rule(SPELL, "ose:magic.effect.concentration")
def test_the_swarm_goes_after_foes_twenty_feet_a_round():
    done, (x, y) = swarming()
    fled = done.with_creature("ogre-1", at=(x + 8, y), conditions=())
    moved = attempt(fled)
    spells_of_wrath.swarm_moves(moved, RoundBegan(2, fled.now))
    (after,) = zones.zones(moved.state)
    assert after.anchor == (x + 4, y)
    assert names(moved.state, "ogre-1") == {"amid a swarm of insects"}


def swarming():
    done = cast(at_casting("cleric/7 v ogre", CLERIC, "Insect Plague", gap=10), CLERIC, "Insect Plague", "ogre-1").state
    (zone,) = zones.zones(done)
    return done, zone.anchor


@rule(SPELL, "ose:magic.effect.concentration")
def test_the_swarm_is_not_led_over_friends_and_let_go_when_it_is_upon_them():
    done, (x, y) = swarming()
    beside = done.with_creature("ogre-1", at=(x - 7, y), conditions=())
    shy = attempt(beside)
    spells_of_wrath.swarm_moves(shy, RoundBegan(2, done.now))
    assert [zone.anchor for zone in zones.zones(shy.state)] == [(x, y)]
    upon = attempt(done.with_creature(CLERIC, at=(x - 3, y)))
    spells_of_wrath.swarm_moves(upon, RoundBegan(2, done.now))
    assert not zones.zones(upon.state) and names(upon.state, CLERIC) == set()


@rule(SPELL, SAVES)
def test_quest_sends_away_whoever_fails_the_save():
    state = at_casting("cleric/7 v orc", CLERIC, "Quest", gap=4)
    assert cast(state, CLERIC, "Quest", ORC, d20(19), use="to leave").state.creatures[ORC].status == "up"
    done = cast(state, CLERIC, "Quest", ORC, d20(2), use="to leave")
    assert done.state.creatures[ORC].status == "fled" and every(done, Fled)
    stone = at_casting("cleric/7 v crystal-living-statue", CLERIC, "Quest", gap=4)
    silent = cast(stone, CLERIC, "Quest", "crystal-living-statue-1", use="to leave")
    assert every(silent, SpellHadNoEffect)


@rule(SPELL)
def test_quest_makes_a_foe_serve_for_the_fight():
    state = at_casting("cleric/7 v 2 orc", CLERIC, "Quest", gap=4)
    done = cast(state, CLERIC, "Quest", ORC, d20(2), use="to serve").state
    assert done.creatures[ORC].side == "a"
    over = attempt(done)
    over.emit(FightEnded("a", 1))
    assert (over.state.creatures[ORC].side, over.state.creatures[ORC].status) == ("b", "fled")


@rule(SPELL)
def test_a_character_under_a_quest_lays_down_the_arms():
    state = at_casting("cleric/7 v fighter", CLERIC, "Quest", gap=4)
    done = cast(state, CLERIC, "Quest", FIGHTER, d20(2), use="to leave").state
    assert names(done, FIGHTER) == {"on a quest", "pacified"}


@rule(SPELL, "ose:save.category.death")
def test_finger_of_death_kills_the_living_who_fail_the_save():
    state = chaotic("cleric/9 v orc", "Raise Dead")
    assert cast(state, CLERIC, "Finger of Death", ORC, d20(19)).state.creatures[ORC].status == "up"
    done = cast(state, CLERIC, "Finger of Death", ORC, d20(2))
    assert done.state.creatures[ORC].status == "dead" and first(done, SaveRolled).against == "death"
    bones = chaotic("cleric/9 v skeleton", "Raise Dead")
    assert every(cast(bones, CLERIC, "Finger of Death", "skeleton-1"), SpellHadNoEffect)


@rule(SPELL)
def test_raise_dead_destroys_one_of_the_undead():
    state = at_casting("cleric/9 v skeleton + orc", CLERIC, "Raise Dead")
    done = cast(state, CLERIC, "Raise Dead", "skeleton-1", d20(2), use="on the undead").state
    assert done.creatures["skeleton-1"].status == "dead"
    assert every(cast(state, CLERIC, "Raise Dead", ORC, use="on the undead"), SpellHadNoEffect)


@rule(SPELL)
def test_the_weak_from_death_neither_fight_nor_cast_nor_are_healed_by_magic():
    state = under(scene("cleric/7 v orc"), CLERIC, "weak from death").with_creature(CLERIC, hp=1)
    assert listed(state, CLERIC) == []
    assert casting.why_not_speak(state.creatures[CLERIC]).rule == "ose:combat.spell.freedom"
    assert healing.heal(attempt(state), CLERIC, 5, ("ose:healing.magical",)) == 0


@rule("ose:death.zero-hp.character")
def test_the_hour_of_death_is_noted_of_characters_alone():
    state = scene("fighter v orc")
    done = attempt(state)
    for id in (FIGHTER, ORC):
        harm(done, id, 8, "")
    assert set(campaign(done.state).fallen) == {FIGHTER}
    assert deaths.seconds_dead(replace(done.state, now=done.state.now + 30), FIGHTER) == 30


def worth(state, spell, target="", use=""):
    found = spell_worth.hint(state, Cast(CLERIC, spell, target, use))
    return (found.use, found.worth) if found is not None else None


def test_minds_know_what_the_prayers_are_good_for():
    spells = ("Striking", "Sticks to Snakes", "Dispel Evil", "Insect Plague", "Quest", "Raise Dead", "Remove Curse")
    state = at_casting("cleric/9[mace] + fighter[sword] v 2 skeleton + ogre", CLERIC, *spells, gap=10)
    assert worth(state, "Striking", FIGHTER)[0] == "ward"
    assert worth(state, "Striking", CLERIC) == worth(state, "Striking", FIGHTER)
    assert worth(with_condition(state, FIGHTER, "wielding a weapon of striking"), "Striking", FIGHTER) is None
    assert worth(state, "Sticks to Snakes")[1] > 1
    assert worth(state, "Dispel Evil", "skeleton-1", "on one")[0] == "strike"
    assert worth(state, "Dispel Evil", "ogre-1", "on one") is None
    assert worth(state, "Quest", "ogre-1", "to serve") > worth(state, "Quest", "ogre-1", "to leave")
    assert worth(state, "Quest", "skeleton-1", "to leave") is None
    assert worth(state, "Raise Dead", "skeleton-1", "on the undead")[0] == "strike"
    assert worth(state, "Finger of Death", "skeleton-1") is None
    assert worth(state, "Finger of Death", "ogre-1")[0] == "strike"
    assert worth(state, "Curse", "ogre-1", "on attacks") > worth(state, "Curse", "ogre-1", "on saves")


def test_minds_bring_back_the_poisoned():
    state = at_casting("cleric/7 + fighter v orc", CLERIC, "Neutralize Poison", gap=1)
    slain = attempt(state)
    harm(slain, FIGHTER, 8, ORC, "poison")
    assert worth(slain.state, "Neutralize Poison", FIGHTER, "to bring back") == ("mend", 1.0)
    assert worth(state, "Neutralize Poison", FIGHTER) is None
