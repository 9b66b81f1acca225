"""Potions, study and odd things to the point: what is used up, what it costs, and by which rule it is told."""

from __future__ import annotations

import pytest
from tests.rules.robs.magic.magery import done_at_leisure, gained, has, leisure, thing, until, with_thing, wizard
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, own

from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.qualities import Inscribed
from underkeep.systems.robs.basics.traits import Undead
from underkeep.systems.robs.checks.checks import ContestRolled
from underkeep.systems.robs.magic import potions, study, wondrous_items
from underkeep.systems.robs.magic.potions import Quaff, SplashWater
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.clock import DAY, TimePassed
from underkeep.world.creature import AttackRolled, DamageRolled, Harmed
from underkeep.world.fight import Spent
from underkeep.world.gear import Item, ItemsChanged


@rule("robs:magic-item.potion.form", "robs:magic-item.potion.list")
def test_a_draught_takes_an_act_and_one_flask():
    state = with_thing("potion-of-pain-killer", count=2)
    fought = do(state, Quaff(A, "x"), d6(1))
    assert [e.creature for e in every(fought, Spent)] == [A]
    assert first(fought, ItemsChanged).item.count == 1 and thing(fought).count == 1
    calm = done_at_leisure(potions.drink, leisure(state), Quaff(A, "x"), d6(1))
    assert not every(calm, Spent)


@rule("robs:magic-item.potion.poison", "robs:hazard.poison.save")
def test_how_bad_a_poison_is_the_referee_says():
    state = with_thing("potion-of-poison")
    usual = do(state, Quaff(A, "x"), *d6(4, 3, 3))
    assert usual.state.creatures[A].hp == 26
    strong = do(state, Quaff(A, "x"), *d6(4, 5, 3, 3), rulings={"robs:magic-item.potion.poison": "2d6"})
    assert first(strong, Harmed).amount == 9
    sure = do(state, Quaff(A, "x"), d6(4), rulings={"robs:hazard.poison.save": "no save"})
    assert first(sure, Harmed).amount == 4
    light = do(state, Quaff(A, "x"), *d6(4, 3, 3), rulings={"robs:hazard.poison.save": "an Average save"})
    assert first(light, Harmed).amount == 2


@rule("robs:spell.holy-water.damage", "robs:magic-item.holy-water")
def test_a_vial_that_hits_the_undead():
    state = changed(with_thing("holy-water", count=2), B, traits=(Undead(),), ddf=2)
    done = do(state, SplashWater(A, B, "x"), *d6(3, 3, 5))
    assert done.state.creatures[B].hp == 27
    assert first(done, ItemsChanged).item.count == 1 and thing(done).count == 1
    assert [m[1] for m in first(done, DamageRolled).roll.modifiers] == [5, -2]
    for hide, amount in ((5, 0), (9, 0), (4, 1)):
        splashed = do(changed(state, B, ddf=hide), SplashWater(A, B, "x"), *d6(3, 3, 5))
        assert first(splashed, DamageRolled).roll.total == amount == sum(e.amount for e in every(splashed, Harmed))


@rule("robs:magic-item.holy-water", "robs:combat.defence.weapon")
def test_no_club_parries_a_vial():
    state = changed(duel(switches=("active-defence",)), B, proficiencies={"club": 2})
    done = do(with_thing("holy-water", state), SplashWater(A, B, "x"), *d6(1, 4))
    assert first(done, AttackRolled).roll.needed == 0


@rule("robs:research.learning-sources")
def test_what_a_teacher_was_paid_is_told():
    state = leisure(wizard(2, "sleep").with_creature(A, items=tuple(money.change(2500))))
    done = done_at_leisure(study.learn, state, study.LearnSpell(A, "spark"))
    assert first(done, ItemsChanged).coins == 2000
    assert money.purse_cp(done.state.creatures[A].items) == 500


@rule("robs:research.from-scroll", "robs:research.from-scroll-roll")
def test_studying_a_scroll_takes_a_week_a_level():
    state = leisure(with_thing("scroll-of-spark", wizard(2)), "learn-from-scrolls", "learn-from-scrolls-roll")
    done = done_at_leisure(study.study, state, study.StudyScroll(A, "x"), *d6(3, 3, 2, 3))
    assert first(done, TimePassed).now == 14 * DAY
    assert first(done, TimePassed).rule == ("robs:research.from-scroll",)
    told = ("robs:task.contest.roll", "robs:research.from-scroll-roll")
    assert [e.rule for e in every(done, ContestRolled)] == [told, told]


@rule("robs:magic-item.enchant-level", "robs:magic-item.scroll.content")
def test_writing_takes_a_week_and_a_blank_scroll():
    state = leisure(with_thing("blank-scroll", wizard(5, "sleep"), count=2))
    done = done_at_leisure(study.write, state, study.WriteScroll(A, "sleep"))
    kept = done.state.creatures[A].items
    assert [(i.kind, i.count) for i in kept] == [("club", 1), ("blank-scroll", 1), ("scroll", 1)]
    assert kept[2].quality == Inscribed("sleep", 5)
    assert first(done, TimePassed).now == 7 * DAY
    assert first(done, TimePassed).rule == ("robs:magic-item.enchant-level",)
    last = done_at_leisure(study.write, done.state, study.WriteScroll(A, "sleep"))
    assert {i.kind for i in last.state.creatures[A].items} == {"club", "scroll"}


@rule("robs:magic-item.scroll.used-up")
def test_only_a_used_scroll_tempts_to_ink_it_again():
    action = study.WriteScroll(A, "sleep")
    for kind, broken, told in (
        ("scroll-of-sleep", True, "used-up"),
        ("scroll-of-sleep", False, "content"),
        ("rope", True, "content"),
    ):
        state = leisure(with_thing(kind, wizard(5, "sleep"), broken=broken))
        assert study.why_not_write(state, action).rule == f"robs:magic-item.scroll.{told}"


@rule("robs:magic-item.personality")
def test_the_revenge_of_a_sword():
    done = Resolution(duel(), Scripted(), RULESET)
    done.emit(ItemsChanged(A, (), "sold", Item("oathkeeper", "Oathkeeper")))
    assert done.state.creatures[A].hp == 29 and first(done, Harmed).amount == 1


@rule("robs:magic-item.roslofs-rope")
@pytest.mark.parametrize(("gap", "reached"), [(1, [B]), (2, [])])
def test_the_rope_trips_who_is_beside_it(gap, reached):
    state = with_thing("roslofs-rope", duel(gap=gap))
    assert [t.target for t in wondrous_items.trips(state, state.creatures[A])] == reached
    assert wondrous_items.trips(state, state.creatures[B]) == []
    done = do(state, wondrous_items.Trip(A, B), *d6(4, 3, 3, 3))
    assert until(done, B, "unaware") == state.now + 20
    assert not has(done, A, "unaware") and own(done.state.creatures[B]).level == 1
    assert gained(state, B, "unaware").creatures[B].condition("unaware")
