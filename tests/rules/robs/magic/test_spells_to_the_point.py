"""Casting to the point: who is reached, by which rule a roll is told, and what decides on the edge."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import PC, delvers, holding
from tests.rules.robs.magic.magery import (
    cast,
    gained,
    has,
    laid,
    leisure,
    person,
    priest,
    refusal,
    thing,
    until,
    why_not_cast,
    with_thing,
    wizard,
)
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, own, scores

from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.battle import with_battle
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.basics.qualities import Charged
from underkeep.systems.robs.basics.traits import Undead
from underkeep.systems.robs.checks.checks import ContestRolled
from underkeep.systems.robs.magic import casting, items, lingering, spell_targets, spells
from underkeep.systems.robs.magic.casting import Cast, DeclareSpell
from underkeep.systems.robs.magic.effects import hampering, missiles, provisions, senses
from underkeep.systems.robs.magic.effects.senses import AlignmentRead, DispelTried, MagicSensed, MetalSensed
from underkeep.systems.robs.magic.lingering import Sense, Wake
from underkeep.systems.robs.magic.spell_effects import Casting, SpellFailed
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field, in_step
from underkeep.world.condition import ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, CheckRolled, ContestSettled, Fled, Harmed, MoraleRolled, SaveRolled
from underkeep.world.dungeon import Hoard
from underkeep.world.fight import Spent
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.grid import Grid


@rule("robs:magic.wizard.outlawed")
def test_the_law_asks_only_in_town(monkeypatch):
    fought = cast(wizard(2, "sleep"), "sleep", B, *d6(1, 6, 3, 3))
    assert campaign(fought.state).crimes == {}
    monkeypatch.setattr(casting.spell_targets, "scene", lambda state: "town")
    state, illusion = wizard(3), compendium.forms()["minor-illusion"]
    for choice, ruled, crimes in (("hide", "excused", {}), ("entertain", "a crime", {A: 1})):
        done = Resolution(state, Scripted(), RULESET, {"robs:magic.wizard.outlawed": ruled})
        casting._before_the_law(done, state.creatures[A], illusion, choice)
        assert campaign(done.state).crimes == crimes


@rule("robs:magic.cast.difficulty", "robs:spell.cure-disease.reverse-effect")
def test_a_cold_makes_a_hard_spell_harder():
    sick = cast(gained(wizard(3, "frost"), A, "ailing"), "frost", B, *d6(3, 3))
    assert first(sick, CheckRolled).roll.total == -1
    assert "robs:spell.cure-disease.reverse-effect" in first(sick, CheckRolled).rule
    well = first(cast(wizard(3, "frost"), "frost", B, *d6(2, 3)), CheckRolled)
    assert "robs:spell.cure-disease.reverse-effect" not in well.rule


@rule("robs:magic-item.wand.staff-of-paralysis")
@pytest.mark.parametrize(("gap", "reached"), [(1, True), (2, False)])
def test_a_staff_reaches_who_is_beside_it(gap, reached):
    state = with_thing("staff-of-paralysis", person(duel(gap=gap)), quality=Charged(3))
    assert (Cast(A, "paralyze", B, "", "x") in casting.options(state, state.creatures[A])) is reached


@rule("robs:magic-item.scroll.identify-unknown")
def test_nobody_remembers_a_spell_they_know():
    state = wizard(2, "sleep", who=B, state=wizard(2, "sleep"))
    done = cast(state, "sleep", B, *d6(1, 6, 3, 3))
    assert own(done.state.creatures[A]).seen == own(done.state.creatures[B]).seen == ()
    again = cast(changed(state, B, spells=(), seen=("sleep",)), "sleep", B, *d6(1, 6, 3, 3))
    assert own(again.state.creatures[B]).seen == ("sleep",)


@rule("robs:magic.cast.declare", "robs:magic-item.scroll.reading")
def test_what_is_announced_in_a_fight():
    prayers = [a.spell for a in casting.declarations(priest(3), priest(3).creatures[A])]
    assert "bless" in prayers and "holy-water" not in prayers and "purify" not in prayers
    armed = with_thing("wand-of-sleep", person())
    assert casting.declarations(armed, armed.creatures[A]) == ()


@rule("robs:magic.cast.interruption")
def test_only_who_stands_can_be_disturbed():
    state = gained(wizard(2, "sleep", who=B), B, "concentrating on sleep", 10)
    done = Resolution(state.with_creature(B, status="down"), Scripted(), RULESET)
    casting.disturb(done, B, 3)
    assert not done.events


@rule("robs:magic-item.scroll.reading")
def test_the_scroll_and_not_the_wand_is_lost():
    state = with_thing("wand-of-sleep", wizard(1, who=B), B, id="w", quality=Charged(3))
    state = with_thing("scroll-of-sleep", state, B)
    done = hit(gained(state, B, "concentrating on sleep from a scroll", 10), *d6(4, 3, 1, 5))
    assert thing(done, B).broken and done.state.creatures[B].item("w").quality == Charged(3)
    assert not any(i.broken for i in done.state.creatures[B].items if i.id != "x")


@rule("robs:magic.cast.declare")
def test_what_is_no_casting_at_all():
    state = wizard(2, "sleep", "wizard-light")
    assert casting.why_not(state, Cast(A, "no-such-spell", B)).rule == "robs:spell.list"
    assert casting.why_not(state, Cast("nobody", "sleep", B)).rule == "robs:spell.list"
    armed = with_thing("wand-of-sleep", wizard(2, "spark"))
    assert refusal(armed, Cast(A, "spark", B, "", "x")).rule == "robs:magic-item.wand.use"
    assert refusal(armed, Cast(A, "sleep", B, "", "y")).rule == "robs:magic-item.wand.use"
    assert casting.why_not(leisure(state), Cast(A, "wizard-light")) is None


@rule("robs:spell.minor-illusion.size")
def test_how_large_an_illusion_may_be_is_said():
    found = why_not_cast(wizard(3, "minor-illusion"), "minor-illusion", choice="scare", amount=10)
    assert found.sentence == "The illusion is of 9 cubic metres at most."


@rule("robs:spell.bless.no-stacking")
def test_a_second_blessing_is_told_as_one():
    once = cast(priest(3), "bless", A)
    twice = cast(once.state, "bless", A)
    for done, told in ((once, False), (twice, True)):
        gain = next(e for e in every(done, ConditionGained) if e.condition.name == "blessed")
        assert ("robs:spell.bless.no-stacking" in gain.rule) is told


@rule("robs:spell.paralyze.contest")
def test_what_counts_in_a_contest_of_bodies():
    state = duel()
    large = changed(changed(state, A, scale=2), B, scale=4)
    assert hampering.bulk(large.creatures[A], large.creatures[B]) == 1
    clever = scores(wizard(3, "sleep", "paralyze"), A, INT=3)
    asleep = cast(clever, "sleep", B, *d6(3, 3, 5, 3))  # 3 against 1 + 2: a tie
    assert not has(asleep, B, "asleep")
    bound = cast(clever, "paralyze", B, *d6(3, 3, 5, 3))  # 6 against 3
    assert until(bound, B, "paralysed") == 30


@rule("robs:research.new-spells")
@pytest.mark.parametrize(("face", "status"), [(5, "down"), (6, "up")])
def test_who_ties_is_no_toad(face, status):
    done = cast(wizard(4, "polymorph"), "polymorph", B, *d6(5, 3, 3, 3, face, 3))  # 4 against 1 and the dice
    assert done.state.creatures[B].status == status


@rule("robs:spell.cure-light.reverse")
def test_the_harm_of_a_touch():
    done = cast(priest(3, "Evil"), "cause-light-wounds", B, *d6(3, 3, 3))
    assert done.state.creatures[B].hp == 26
    screened = cast(gained(priest(3, "Evil"), B, "in cover"), "cause-light-wounds", B, *d6(3, 3))
    assert first(screened, AttackRolled).roll.total == -1


@rule("robs:spell.cure-light.reverse", "robs:spell.magic-missile.to-hit", "robs:combat.defence.weapon")
def test_a_touch_can_be_parried_and_a_phantom_arrow_cannot():
    state = changed(duel(switches=("active-defence",)), B, proficiencies={"club": 2})
    touch = cast(priest(3, "Evil", state=state), "cause-light-wounds", B, *d6(3, 3))
    assert first(touch, AttackRolled).roll.needed == 2
    arrow = cast(wizard(1, "magic-missile", state=state), "magic-missile", B, *d6(1, 4))
    assert first(arrow, AttackRolled).roll.needed == 0


@rule("robs:magic.damage.energy")
def test_a_ball_of_fire_takes_those_beside_its_target():
    state = in_step(field(RULESET, "commoner v 3 commoner", gap=4), "act", A)
    for id in state.creatures:
        state = state.with_creature(id, hp=30, max_hp=30)
    x, y = state.creatures[B].at
    state = state.with_creature("b-commoner-2", at=(x, y + 1)).with_creature("b-commoner-3", at=(x, y + 3))
    dodges = d6(1, 4, 1, 4)
    fire = cast(wizard(3, "fireball", state=state), "fireball", B, *d6(4, 3, 3, 3), *dodges)
    assert {e.creature for e in every(fire, Harmed)} == {B, "b-commoner-2"}
    frost = cast(wizard(3, "frost", state=state), "frost", B, *d6(4, 3, 3, 1, 4))
    assert {e.creature for e in every(frost, Harmed)} == {B}


@rule("robs:spell.resist-cold.save-bonus")
def test_a_leap_tells_what_made_it_easier():
    state = wizard(3, "frost")
    for before, told in ((state, False), (gained(state, B, "resisting cold"), True)):
        save = first(cast(before, "frost", B, *d6(3, 3, 4, 1, 5)), SaveRolled)
        assert ("robs:spell.resist-cold.save-bonus" in save.rule) is told


def shot(state, *faces, form="magic-missile", choice="all at one", item="", skill=0):
    done = Resolution(state, Scripted(*faces), RULESET)
    written = compendium.forms()[form]
    missiles.shoot(done, Casting(A, written, B, choice, 2, item, skill=skill), written.form.effect)
    return first(done, AttackRolled)


@rule("robs:spell.magic-missile.to-hit", "robs:class.wizard.spell-proficiency")
def test_skill_with_a_spell_is_not_in_a_wand():
    state = wizard(2, "magic-missile")
    assert shot(state, *d6(1, 4)).roll.total == -1
    assert shot(state, *d6(1, 4), skill=2).roll.total == 1
    skilled = changed(state, A, spell_proficiencies={"magic-missile": 2})
    skilled = skilled.with_creature(A, items=(Item("wand-of-magic-missile", "Wand", id="x"),))
    done = do(skilled, Cast(A, "magic-missile", B, "all at one", "x"), *d6(6, 6, 6, 1, 4))
    assert first(done, AttackRolled).roll.total == -1


@rule("robs:spell.spark.metal-bonus", "robs:spell.magic-missile.targets", "robs:spell.missile-shield.physical-only")
def test_each_arrow_tells_its_rules():
    state = wizard(2, "magic-missile", "spark")
    mail = state.with_creature(B, items=(Item("chainmail", "Chainmail", "worn"),))
    metal, spread = "robs:spell.spark.metal-bonus", "robs:spell.magic-missile.targets"
    shield = "robs:spell.missile-shield.physical-only"
    cases = (
        (shot(state, *d6(1, 6)), set()),
        (shot(state, *d6(1, 6), form="spark"), set()),
        (shot(mail, *d6(1, 6), form="spark"), {metal}),
        (shot(state, *d6(1, 6), choice="spread"), {spread}),
        (shot(state, *d6(1, 6), form="spark", choice="spread"), set()),
        (shot(gained(state, B, "shielded from missiles"), *d6(1, 6)), {shield}),
    )
    for rolled, told in cases:
        assert {metal, spread, shield} & set(rolled.rule) == told


def purified(form, choice, *things):
    state = priest(3).with_creature(A, items=things)
    done = Resolution(state, Scripted(), RULESET)
    written = compendium.forms()[form]
    provisions.purify(done, Casting(A, written, A, choice, 3), written.form.effect)
    return done


@rule("robs:spell.purify.effect", "robs:spell.purify.reverse")
def test_purifying_goes_from_stack_to_stack():
    rotten = [Item("rotten-rations", "Rations gone bad", count=n, id=f"r{n}") for n in (1, 4)]
    done = purified("purify", "food", *rotten)
    assert [(i.kind, i.count) for i in done.state.creatures[A].items] == [("rotten-rations", 2), ("rations", 3)]
    change = first(done, ItemsChanged)
    assert (change.verb, change.item.count) == ("purified", 3)
    spoilt = first(purified("spoil", "food", Item("rations", "Rations", count=1, id="r")), ItemsChanged)
    assert (spoilt.verb, spoilt.item.kind, spoilt.item.count) == ("spoilt", "rotten-rations", 1)


@rule("robs:spell.holy-water.effect")
def test_without_a_vial_nothing_is_kept():
    written = compendium.forms()["holy-water"]
    done = Resolution(priest(3), Scripted(), RULESET)
    provisions.hallow(done, Casting(A, written, "", "", 3), written.form.effect)
    assert first(done, SpellFailed).rule == ("robs:spell.holy-water.effect",)


@rule("robs:spell.dispel-magic.contest", "robs:spell.dispel-magic.retries")
def test_each_part_of_breaking_a_spell_has_its_rule():
    contest, retries = "robs:spell.dispel-magic.contest", "robs:spell.dispel-magic.retries"
    nothing = cast(wizard(3, "dispel-magic"), "dispel-magic", B)
    assert first(nothing, SpellFailed).rule == (contest,)
    state = laid(wizard(3, "dispel-magic"), B, "asleep", "sleep", 2)
    done = cast(state, "dispel-magic", B, *d6(4, 3, 3, 3))
    assert first(done, DispelTried).rule == (retries,)
    ended = next(e for e in every(done, ConditionEnded) if e.name == "asleep")
    assert ended.rule == (contest,)
    settled = first(done, ContestSettled)
    assert settled.winner == A


@rule("robs:spell.detect-alignment.reverse-contest", "robs:spell.detect-magic.reverse")
def test_what_no_spell_hides_is_seen():
    state = changed(gained(priest(2), B, "hidden alignment"), B, alignment="Evil")
    assert first(cast(state, "detect-alignment", B), AlignmentRead).alignment == "Evil"
    sword = Item("longsword+1", "Longsword +1", "hand")
    open_ = gained(wizard(2, "detect-magic").with_creature(B, items=(sword,)), B, "hidden magic")
    sensed = every(cast(open_, "detect-magic", ""), MagicSensed)
    assert [e.what for e in sensed] == [("Longsword +1",)]


@rule("robs:spell.detect-alignment.effect")
@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({"alignment": "Evil", "lawfulness": 5}, "Evil"),
        ({"alignment": ""}, "Neutral"),
        ({"alignment": "", "lawfulness": 5}, "Lawful"),
    ],
)
def test_what_somebody_really_is(values, shown):
    assert senses.true_alignment(changed(duel(), B, **values).creatures[B]) == shown


@rule("robs:spell.detect-magic.effect")
def test_magic_in_a_hoard_is_sensed():
    ring, rope = Item("wand-of-sleep", "Wand of sleep"), Item("rope", "Rope")
    for thing_, found in ((ring, [("the hoard", ("Wand of sleep",))]), (rope, [("", ())])):
        state = holding(delvers(), Hoard("h", "1-01", (thing_,), (1, 2)))
        done = Resolution(state, Scripted(), RULESET)
        senses.sense(done, Casting(PC, compendium.forms()["detect-magic"], "", "", 1))
        assert [(e.of, e.what) for e in every(done, MagicSensed)] == found


@rule("robs:magic.cast.difficulty")
def test_metal_is_sensed_on_others():
    written = compendium.forms()["detect-metals"]

    def sensed(theirs, gap=3):
        state = wizard(1, "detect-metals", state=duel(gap=gap)).with_creature(B, items=theirs)
        done = Resolution(state, Scripted(), RULESET)
        senses.sense_metal(done, Casting(A, written, "", "", 1), written.form.effect)
        return [e.of for e in every(done, MetalSensed)]

    name = duel().creatures[B].name
    assert sensed((Item("chainmail", "Chainmail", "worn"),)) == [name]
    assert sensed((Item("longsword", "Longsword", "hand"),)) == [name]
    assert sensed((Item("rope", "Rope"),)) == sensed(()) == []
    assert sensed((Item("longsword", "Longsword", "hand"),), gap=4) == []


@rule("robs:spell.turn.lawfulness-bonus", "robs:spell.turn.flee")
def test_turning_some_may_break_the_rest():
    state = in_step(field(RULESET, "commoner v 2 commoner", switches=("lawfulness",)), "act", A)
    state = changed(priest(1, state=state), A, lawfulness=4)
    state = with_battle(changed(state, B, level=1, traits=(Undead(),)), strength={"b": 4})
    stays = cast(state, "turn-undead", "", *d6(3, 3, 4, 3))  # 1 + 1 against 2: a tie
    assert not every(stays, MoraleRolled) and not every(stays, Fled)
    goes = cast(state, "turn-undead", "", *d6(3, 3, 3, 3, 1, 4))
    assert [e.creature for e in every(goes, Fled)] == [B] and first(goes, MoraleRolled)
    assert "robs:spell.turn.lawfulness-bonus" in first(goes, ContestSettled).rule
    plain = changed(state, A, lawfulness=3)
    done = cast(plain, "turn-undead", "", *d6(4, 3, 3, 3, 1, 4))
    assert "robs:spell.turn.lawfulness-bonus" not in first(done, ContestSettled).rule


@rule("robs:task.contest.winner", "robs:spell.cure-disease.reverse-effect")
def test_who_wins_a_contest_of_magic():
    state = wizard(2, "sleep")
    for face, winner in ((3, A), (4, B), (5, B)):
        settled = first(cast(state, "sleep", B, *d6(3, 3, face, 3 if face < 5 else 2)), ContestSettled)
        assert settled.winner == winner
    ill = cast(gained(state, A, "ailing"), "sleep", B, *d6(3, 3, 3, 3))
    assert first(ill, ContestRolled).roll.total == 1


FAR = compendium.forms()["sleep"].form
TOUCH = compendium.forms()["cause-light-wounds"].form


@rule("robs:spell.sleep.range")
def test_reach_on_and_off_the_field():
    def reached(state, form=FAR):
        return spell_targets.in_reach(state, state.creatures[A], state.creatures[B], form, 1)

    near = duel(gap=2)
    assert reached(near) and not reached(near, TOUCH) and reached(duel(gap=1), TOUCH)
    assert reached(replace(duel(gap=3), grid=None))
    assert not reached(near.with_creature(B, at=None))
    assert reached(replace(near, fight=None).with_creature(B, at=None))
    x, y = near.creatures[A].at
    walled = replace(near, grid=replace(near.grid, walls=((x + 1, y),)))
    assert isinstance(walled.grid, Grid) and not reached(walled)


@rule("robs:spell.resist-cold.target", "robs:spell.cure-light.touch")
def test_who_is_too_large_or_not_seen():
    state = changed(priest(4), A, scale=1).with_creature(B, side="a")
    assert why_not_cast(changed(state, B, scale=3), "resist-cold", B) is None
    assert why_not_cast(changed(state, B, scale=4), "resist-cold", B).rule == "robs:spell.resist-cold.target"
    unseen = gained(wizard(2, "sleep"), B, "invisible")
    assert why_not_cast(unseen, "sleep", B).rule == "robs:combat.unseen.ranged"
    assert why_not_cast(gained(state, B, "invisible"), "bless", B) is None


@rule("robs:spell.turn.capacity", "robs:magic.recovery-short")
def test_who_has_nothing_turns_nobody_and_regains_nothing():
    assert spells.priest_level(own(duel().creatures[A])) == 0
    done = Resolution(duel(), Scripted(), RULESET)
    assert spells.regain(done, done.state.creatures[A], 1, "rest", ()) == 0 and not done.events


@rule("robs:class.priest.transgression")
def test_only_a_deity_turns_away():
    assert why_not_cast(priest(3, fallen=True), "bless", A).rule == "robs:class.priest.transgression"
    assert why_not_cast(wizard(2, "sleep", fallen=True), "sleep", B) is None


@rule("robs:spell.sleep.waking", "robs:spell.detect-magic.duration")
def test_waking_and_sensing_take_time_in_a_fight():
    sleeper = gained(duel(), B, "asleep")
    for state, spent in ((sleeper, [A]), (leisure(sleeper), [])):
        done = Resolution(state, Scripted(), RULESET)
        lingering.wake(done, Wake(A, B))
        assert [e.creature for e in every(done, Spent)] == spent
    sensing = gained(duel(), A, "sensing magic")
    assert first(do(sensing, Sense(A)), Spent).creature == A
    idle = Resolution(leisure(sensing), Scripted(), RULESET)
    lingering.sense(idle, Sense(A))
    assert not every(idle, Spent)


@rule("robs:spell.detect-magic.duration")
@pytest.mark.parametrize(("gap", "found"), [(3, ("Longsword +1",)), (4, ())])
def test_a_sense_of_unknown_power_reaches_five_metres(gap, found):
    sword = Item("longsword+1", "Longsword +1", "hand")
    state = gained(duel(gap=gap).with_creature(B, items=(sword,)), A, "sensing magic")
    assert first(do(state, Sense(A)), MagicSensed).what == found


@rule("robs:spell.sleep.waking")
def test_a_blow_ends_sleep_and_nothing_else():
    done = hit(gained(duel(), B, "blessed"), *d6(6, 2))
    assert every(done, Harmed) and not every(done, ConditionEnded)


@rule("robs:magic-item.wand.charges", "robs:magic-item.scroll.used-up")
def test_only_the_thing_itself_is_used_up():
    written = compendium.forms()["sleep"]
    state = with_thing("scroll-of-sleep", with_thing("scroll-of-sleep", wizard(1), id="y"))
    done = Resolution(state, Scripted(), RULESET)
    items.use_up(done, state.creatures[A], state.creatures[A].item("x"), written)
    assert [i.broken for i in done.state.creatures[A].items] == [False, False, True]
    last = with_thing("wand-of-sleep", person(), quality=Charged(1))
    assert refusal(last, Cast(A, "sleep", B, "", "x")) is None
    assert DeclareSpell(A, "sleep", "x") not in casting.declarations(last, last.creatures[A])


@rule("robs:magic-item.wand.clerical-aligned", "robs:magic-item.lawfulness-bound")
def test_a_rebuke_costs_a_hit_point():
    evil = with_thing("wand-of-healing", person(alignment="Evil"))
    done = do(evil, Cast(A, "cure-light-wounds", A, "", "x"))
    assert done.state.creatures[A].hp == 29
    assert first(done, Harmed).rule == ("robs:magic-item.wand.clerical-aligned",)
    wand = with_thing("wand-of-sleep", person(lawfulness=5))
    assert items.why_not_for(wand, wand.creatures[A], wand.creatures[A].item("x")) is None
    rod = with_thing("rod-of-the-just", person())
    assert items.why_not_for(rod, rod.creatures[A], rod.creatures[A].item("x")) is None
