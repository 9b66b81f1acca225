"""Charms, curses, webs and other powers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, do, every, first, listed, scene, spent, under

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks.maladies import ConditionGained
from underkeep.systems.ose.basics import conditions as c
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.enchantments import can_see
from underkeep.systems.ose.combat.monster_powers import USED, Unleash, Withstood
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d8, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import AttackRolled, Died, Fled, Harmed, SaveRolled
from underkeep.world.fight import FightEnded

PER_ROUND, SPELLS = "ose:monster.attacks.per-round", "ose:save.category.spells"


@rule(SPELLS, PER_ROUND)
def test_all_who_hear_a_harpy_save_or_take_her_side():
    state = scene("fighter[sword] + cleric v harpy", gap=8)
    done = do(state, Unleash("harpy-1", "song", F), d20(2), d20(20))
    assert [done.state.creatures[id].side for id in (F, "cleric-1")] == ["b", "a"]
    assert sheet(done.state.creatures[F]).former_side == "a"
    assert [e.creature for e in every(done, Withstood)] == ["cleric-1"]
    again = replace(done.state, fight=replace(done.state.fight, spent={}, done=()))
    assert not listed(again, "harpy-1")


@rule(PER_ROUND)
def test_a_charm_ends_with_the_charmer():
    state = scene("fighter[sword] + cleric v harpy", gap=8)
    charmed = do(state, Unleash("harpy-1", "song", F), d20(2), d20(20)).state
    freed = scripted(RULESET, charmed)
    freed.emit(Died("harpy-1"))
    assert freed.state.creatures[F].side == "a" and not c.has(freed.state.creatures[F], c.ENTHRALLED)
    for winner, status in (("b", "dead"), ("a", "up")):
        over = scripted(RULESET, charmed)
        over.emit(FightEnded(winner))
        assert (over.state.creatures[F].side, over.state.creatures[F].status) == ("a", status)


@rule(SPELLS)
@pytest.mark.parametrize(("kind", "power"), [("vampire-7-hd", "gaze"), ("dryad", "charm"), ("devil-swine", "charm")])
def test_charms_at_a_penalty(kind, power):
    state = scene(f"fighter[sword] v {kind}", gap=4)
    done = do(state, Unleash(f"{kind}-1", power, F), d20(17))
    assert first(done, SaveRolled).roll.modifiers == ((power, -2),)
    assert c.has(done.state.creatures[F], c.ENTHRALLED)


@rule(PER_ROUND)
@pytest.mark.parametrize(("kind", "power", "least"), [("nixie", "charm", 10), ("sprite", "curse", 5)])
def test_what_it_takes_several_for(kind, power, least):
    few, enough = (scene(f"fighter v {n} {kind}", gap=3) for n in (least - 1, least))
    assert not [a for a in listed(few, f"{kind}-1") if isinstance(a, Unleash)]
    assert Unleash(f"{kind}-1", power, F) in listed(enough, f"{kind}-1")
    assert not [a for a in listed(enough, f"{kind}-2") if isinstance(a, Unleash)]


@rule(SPELLS)
def test_curses_that_make_a_fool_of_one_and_curses_that_cripple():
    fool = do(scene("fighter v 5 sprite", gap=3), Unleash("sprite-1", "curse", F), d20(2)).state
    assert fool.creatures[F].condition(c.STUNNED).until == fool.now + 20
    cursed = do(scene("fighter[sword] v cyclops"), Unleash("cyclops-1", "curse", F), d20(2)).state
    assert (cursed.creatures[F].condition(c.ILL_FATED).level, cursed.creatures[F].condition(c.STUNNED)) == (4, None)
    hit = do(cursed, Attack(F, "cyclops-1", "sword"), d20(2))
    assert first(hit, AttackRolled).roll.modifiers == ((c.ILL_FATED, -4),)
    again = do(replace(cursed, fight=scene("fighter v cyclops").fight), Attack(F, "cyclops-1", "sword"), d20(2))
    assert again.state.creatures["cyclops-1"].condition(USED).level == 1


@rule("ose:save.category.paralysis")
@pytest.mark.parametrize(("face", "caught"), [(14, False), (13, True)])
def test_the_web_of_a_black_widow(face, caught):
    done = do(scene("fighter v black widow", gap=2), Unleash("black-widow-1", "web", F), d20(face))
    assert c.has(done.state.creatures[F], c.WEBBED) is caught
    assert not listed(scene("fighter v black widow", gap=3), "black-widow-1")


@rule(PER_ROUND)
@pytest.mark.parametrize(("kind", "power"), [("unicorn", "teleport"), ("blink-dog", "disappear")])
def test_some_are_gone_at_will(kind, power):
    done = do(scene(f"fighter v {kind}"), Unleash(f"{kind}-1", power))
    assert [e.creature for e in every(done, Fled)] == [f"{kind}-1"]


@rule(PER_ROUND)
def test_genies():
    seen = do(scene("fighter v djinni"), Unleash("djinni-1", "invisibility")).state
    assert not can_see(seen.creatures[F], seen.creatures["djinni-1"])
    whirled = do(scene("fighter v djinni"), Unleash("djinni-1", "whirlwind"), *d6(1, 2), d20(2))
    assert first(whirled, Harmed).amount == 3 and c.has(whirled.state.creatures[F], c.STUNNED)
    burning = under(scene("fighter v efreeti"), "efreeti-1", c.BURNING, until=5000)
    struck = do(burning, Attack("efreeti-1", F, "fists"), d20(19), *d8(1, 1), d8(4))
    assert [(e.amount, e.kind) for e in every(struck, Harmed)] == [(2, "weapon"), (4, "fire")]
    lit = do(scene("fighter v efreeti"), Unleash("efreeti-1", "pillar of flame")).state.creatures["efreeti-1"]
    assert lit.condition(c.BURNING).until == 40 and lit.condition(USED).level == 1


@rule(PER_ROUND)
def test_a_treant_has_two_trees_fight_for_it():
    state = scene("fighter v treant")
    done = do(state, Unleash("treant-1", "animate trees"), *d8(*[4] * 16))
    trees = [x for x in done.state.creatures.values() if x.kind == "animated-tree"]
    assert [(t.side, t.hp) for t in trees] == [("b", 32), ("b", 32)]
    again = replace(done.state, fight=state.fight)
    assert Unleash("treant-1", "animate trees") not in listed(again, "treant-1")


@rule(PER_ROUND, "ose:monster.attacks.alternative")
def test_a_power_takes_the_place_of_attacks():
    state = scene("fighter[sword] v vampire 7 hd")
    assert Unleash("vampire-7-hd-1", "gaze", F) in listed(state, "vampire-7-hd-1")
    assert not listed(spent(state, "vampire-7-hd-1", "touch"), "vampire-7-hd-1")
    used = do(state, Unleash("vampire-7-hd-1", "gaze", F), d20(20))
    assert not listed(used.state, "vampire-7-hd-1")
    assert not every(used, ConditionGained)
    spent_up = under(scene("fighter v devil swine"), "devil-swine-1", USED, 3, 9000)
    assert not [a for a in listed(spent_up, "devil-swine-1") if isinstance(a, Unleash)]
