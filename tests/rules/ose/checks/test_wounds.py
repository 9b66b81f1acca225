"""Wounds at their boundaries: the least damage, subdual, resistance and saves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import ORC, F, changed, every, first, hit, scene, scores, under

from underkeep.systems.ose.basics.conditions import BLIND, HIDDEN, INVISIBLE, LEVITATING, SUBDUED
from underkeep.systems.ose.checks import damage, enchantments, healing, reactions
from underkeep.systems.ose.checks.enchantments import RESISTS, WARDED, can_see, resistance, resisted
from underkeep.systems.ose.checks.saves import halved, save
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import DamageRolled, Harmed, Healed, SaveRolled, Yielded

MINIMUM = "ose:combat.damage.minimum"


@rule(MINIMUM)
@pytest.mark.parametrize(("face", "amount", "cited"), [(3, 1, True), (4, 1, False), (5, 2, False)])
def test_a_hit_does_at_least_one_and_says_so_only_where_it_would_do_less(face, amount, cited):
    done = hit(scores(scene(), F, STR=3), d20(20), d6(face))
    assert (MINIMUM in first(done, DamageRolled).rule) is cited
    assert first(done, Harmed).amount == amount


@rule("ose:damage.hp-pool")
@pytest.mark.parametrize(("amount", "left"), [(7, 1), (8, 0), (9, 0)])
def test_nobody_has_less_than_nothing(amount, left):
    done = scripted(RULESET, scene())
    damage.harm(done, ORC, amount, F)
    assert (first(done, Harmed).amount, first(done, Harmed).hp) == (amount, left)


@rule("ose:combat.subdue.surrender", "ose:combat.subdue.damage")
@pytest.mark.parametrize(("earlier", "amount", "yields"), [(0, 7, False), (0, 8, True), (3, 4, False), (3, 5, True)])
def test_subdual_adds_up_to_the_hit_points_left(earlier, amount, yields):
    state = under(scene(), ORC, SUBDUED, earlier) if earlier else scene()
    done = scripted(RULESET, state)
    damage.subdue(done, ORC, amount)
    assert done.state.creatures[ORC].condition(SUBDUED).level == earlier + amount
    assert bool(every(done, Yielded)) is yields
    dying = scripted(RULESET, under(scene(), ORC, SUBDUED, 9).with_creature(ORC, hp=0))
    damage.yield_if_subdued(dying, ORC)
    assert not dying.events


@rule("ose:magic.effect.different")
def test_resisted_fire_is_a_point_less_for_each_die():
    plain = scene().creatures[F]
    creature = under(scene(), F, RESISTS["fire"]).creatures[F]
    assert resisted(plain, 6, "fire", (3, 3)) == 6
    assert resisted(creature, 6, "cold", (3, 3)) == 6
    assert resisted(creature, 7, "fire", (1, 2, 4)) == 5
    assert [resisted(creature, amount, "fire", ()) for amount in (1, 2, 5)] == [1, 1, 4]
    assert resisted(creature, 6, f"{enchantments.NORMAL}fire", (3, 3)) == 0
    assert [m.amount for m in resistance(creature, "fire")] == [2]
    assert resistance(creature, "cold") == resistance(creature, "acid") == resistance(plain, "fire") == ()


@rule("ose:combat.spell.line-of-sight", "ose:combat.blind")
def test_who_makes_out_whom():
    state = scene()
    viewer, target = state.creatures[F], state.creatures[ORC]
    assert can_see(viewer, target)
    blind = replace(viewer, conditions=(Condition(BLIND),))
    assert not can_see(blind, target)
    assert can_see(blind, blind)
    for plight in (HIDDEN, INVISIBLE):
        unseen = replace(target, conditions=(Condition(plight),))
        assert not can_see(viewer, unseen)
        assert can_see(viewer, replace(unseen, side=viewer.side))
    seeing = replace(viewer, conditions=(Condition(enchantments.SEES_INVISIBLE),))
    assert can_see(seeing, replace(target, conditions=(Condition(INVISIBLE),)))
    assert not can_see(seeing, replace(target, conditions=(Condition(HIDDEN),)))


@rule("ose:alignment.magic", "ose:combat.melee.distance")
def test_what_keeps_blows_away():
    state = scene("fighter[sword] v wood-golem + giant-bat + orc")
    warded = replace(state.creatures[F], conditions=(Condition(WARDED),))
    broken = replace(warded, conditions=(Condition(WARDED, level=1),))
    golem, bat, orc = (state.creatures[f"{kind}-1"] for kind in ("wood-golem", "giant-bat", "orc"))
    why_not = enchantments.why_not_strike
    assert why_not(golem, warded, True).rule == "ose:alignment.magic"
    assert why_not(golem, broken, True) is why_not(orc, warded, True) is why_not(golem, warded, False) is None
    aloft = replace(state.creatures[F], conditions=(Condition(LEVITATING),))
    assert why_not(orc, aloft, True).rule == "ose:combat.melee.distance"
    assert why_not(aloft, orc, True).rule == "ose:combat.melee.distance"
    assert why_not(bat, aloft, True) is why_not(aloft, bat, True) is why_not(orc, aloft, False) is None
    assert why_not(replace(orc, conditions=aloft.conditions), aloft, True) is None


@rule("ose:abilities.wis.magic-saves", "ose:save.by-class-level", "ose:save.everyone")
def test_a_save_names_what_counted():
    def told(state, id=F, against="spells"):
        done = scripted(RULESET, state, d20(10))
        save(done, id, against)
        return first(done, SaveRolled)

    wise = scores(scene(), F, WIS=13)
    assert "ose:abilities.wis.magic-saves" in told(wise).rule
    assert told(wise).roll.modifiers == (("WIS", 1),)
    assert "ose:abilities.wis.magic-saves" not in told(scene()).rule
    assert told(wise, against="breath").roll.modifiers == ()
    assert "ose:save.by-class-level" in told(wise).rule
    assert "ose:save.by-class-level" not in told(wise, ORC).rule
    warded = changed(under(wise, F, WARDED), F, alignment="Lawful")
    assert told(warded).roll.modifiers == (("WIS", 1),), "only against somebody"


@rule("ose:save.success.damage")
def test_half_is_rounded_down_and_at_least_one():
    assert [halved(n) for n in (1, 2, 3, 4, 5)] == [1, 1, 1, 2, 2]


@rule("ose:healing.cap")
@pytest.mark.parametrize(("hp", "amount", "gained"), [(5, 2, 2), (5, 3, 3), (5, 4, 3), (8, 1, 0)])
def test_healing_stops_at_the_most(hp, amount, gained):
    done = scripted(RULESET, scene().with_creature(F, hp=hp))
    assert healing.heal(done, F, amount, ("ose:healing.natural",)) == gained
    assert [(e.amount, e.hp) for e in every(done, Healed)] == ([(gained, hp + gained)] if gained else [])


@rule("ose:reaction.roll", "ose:reaction.charisma")
def test_reactions_by_their_total():
    found = {total: reactions.attitude_for(total) for total in (1, 2, 3, 5, 6, 8, 9, 11, 12, 13)}
    assert [found[n] == found[m] for n, m in ((2, 3), (5, 6), (8, 9), (11, 12))] == [False] * 4
    assert [found[n] == found[m] for n, m in ((1, 2), (3, 5), (6, 8), (9, 11), (12, 13))] == [True] * 5
