"""The spells of clerics, one by one."""

from __future__ import annotations

import pytest
from tests.rules.robs.magic.magery import cast, gained, has, laid, priest, until, why_not_cast, wizard
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, own, scores

from underkeep.kernel.dice import Scripted
from underkeep.procedures.actions import Attack, CallCheck
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks import initiative
from underkeep.systems.robs.basics import compendium, wounds
from underkeep.systems.robs.basics.traits import Breath, Undead
from underkeep.systems.robs.checks.checks import Untouched, find_task, modifiers
from underkeep.systems.robs.magic.effects import provisions, turning
from underkeep.systems.robs.magic.effects.hampering import severity
from underkeep.systems.robs.magic.effects.places import Tend, ball_of
from underkeep.systems.robs.magic.effects.senses import AlignmentRead
from underkeep.systems.robs.magic.spell_effects import SpellFailed
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import AttackRolled, DamageRolled, Died, Fled, Harmed, Healed, SaveRolled
from underkeep.world.fight import InitiativeRolled
from underkeep.world.gear import Item


def penalty(state, id=B):
    return sum(m.amount for m in wounds.penalty(state, state.creatures[id]))


@rule("robs:spell.bless.effect", "robs:spell.bless.duration", "robs:spell.bless.no-stacking")
def test_bless():
    done = cast(priest(3), "bless", A)
    assert until(done, A, "blessed") == 3 * 10
    again = cast(done.state, "bless", A).state
    attack = first(do(changed(again, A, classes={}), Attack(A, B, "club"), *d6(3, 4)), AttackRolled)
    assert attack.roll.total == 0 and attack.hit and "robs:spell.bless.effect" in attack.rule
    struck = do(changed(again, A, classes={}), Attack(B, A, "club"), *d6(3, 3))
    assert first(struck, DamageRolled).roll.total == 0  # a club of 1 against a blessing of 1
    rolled = Resolution(again, Scripted(*d6(2, 3, 1, 6)), RULESET)
    initiative.order(rolled, tuple(again.creatures.values()))
    assert [e.roll.total for e in every(rolled, InitiativeRolled)] == [0, -5]


@rule("robs:spell.bless.reverse")
def test_unbless():
    done = cast(priest(2, "Evil"), "unbless", B)
    assert until(done, B, "unblessed") == 20
    assert first(hit(changed(done.state, A, classes={}), *d6(3, 3)), DamageRolled).roll.total == 2
    attack = first(do(done.state, Attack(B, A, "club"), *d6(3, 3)), AttackRolled)
    assert attack.roll.total == -1 and not attack.hit and "robs:spell.bless.reverse" in attack.rule


@rule("robs:spell.bless.range")
@pytest.mark.parametrize(("gap", "legal"), [(9, True), (10, False)])
def test_bless_reaches_five_metres_a_level(gap, legal):
    found = why_not_cast(priest(3, "Evil", state=duel(gap=gap)), "unbless", B)
    assert (found is None) is legal
    assert legal or found.rule == "robs:spell.bless.range"


@rule("robs:spell.bless.cancel")
def test_each_form_holds_the_other_off():
    blessed = gained(priest(2, "Evil"), B, "blessed", 50)
    done = cast(blessed, "unbless", B)
    assert has(done, B, "blessed") and not has(done, B, "unblessed")
    assert until(done, B, "blessing held off") == 20
    from underkeep.systems.robs.basics.spell_conditions import blessing

    assert blessing(done.state.creatures[B]) == 0
    assert blessing(blessed.creatures[B]) == 1


@rule("robs:spell.cure-light.effect", "robs:spell.cure-light.touch")
def test_cure_light_wounds():
    hurt = priest(3).with_creature(A, hp=20)
    assert first(cast(hurt, "cure-light-wounds", A, d6(3)), Healed).amount == 4
    assert first(cast(hurt.with_creature(A, hp=28), "cure-light-wounds", A, d6(3)), Healed).hp == 30
    plate = Item("heavy-plate", "Heavy plate", "worn")
    plated = hurt.with_creature(A, items=(plate,))
    heavy = next(k for k, a in compendium.armours().items() if a.heavy)
    plated = hurt.with_creature(A, items=(Item(heavy, "Plate", "worn"),))
    assert why_not_cast(plated, "cure-light-wounds", A).rule == "robs:spell.cure-light.touch"


@rule("robs:spell.cure-light.not-dead")
def test_the_dead_are_not_healed():
    from underkeep.systems.robs.magic.spell_targets import targets, why_not_on

    state = priest(3)
    state = state.with_creature(B, side="a", status="dead", hp=-1)
    form = compendium.forms()["cure-light-wounds"]
    assert B not in targets(state, state.creatures[A], form, 3)
    assert why_not_on(state, state.creatures[A], state.creatures[B], form.form).rule == "robs:spell.cure-light.not-dead"
    senseless = state.with_creature(B, status="down", hp=-1)
    done = cast(senseless, "cure-light-wounds", B, d6(1))
    assert done.state.creatures[B].hp == 1 and done.state.creatures[B].status == "up"


@rule("robs:spell.cure-light.reverse")
def test_cause_light_wounds_by_touch():
    state = priest(3, "Evil")
    missed = cast(state, "cause-light-wounds", B, *d6(2, 3))
    assert not every(missed, Harmed)
    done = cast(state, "cause-light-wounds", B, *d6(3, 3, 3))
    assert first(done, Harmed).amount == 4


@rule("robs:spell.light.effect", "robs:spell.light.duration", "robs:spell.light.dimming", "robs:spell.light.placing")
def test_light():
    dark = gained(gained(priest(2), A, "in darkness"), B, "in darkness")
    done = cast(dark, "cleric-light", "")
    ball = ball_of(done.state, A)
    assert (ball.radius, ball.until, ball.bearer) == (10, 1200, A)
    assert not has(done, B, "in darkness")
    dimmed = do(done.state, Tend(A, "ball-of-light", "dim"))
    assert ball_of(dimmed.state, A).radius == 3
    assert not dimmed.state.fight.spent.get(A, ())[1:]
    assert ball_of(do(dimmed.state, Tend(A, "ball-of-light", "bright")).state, A).radius == 10
    assert ball_of(do(done.state, Tend(A, "ball-of-light", "leave floating")).state, A).bearer == ""
    assert ball_of(do(done.state, Tend(A, "ball-of-light", "out")).state, A) is None


@rule("robs:spell.light.reverse", "robs:spell.light.wizard")
def test_dark():
    state = wizard(2, "wizard-dark")
    done = cast(state, "wizard-dark", "", choice="pitch black")
    assert until(done, B, "in darkness") == until(done, A, "in darkness") == 1200
    dim = cast(state, "wizard-dark", "", choice="dim")
    assert has(dim, B, "in dim light") and not has(dim, B, "in darkness")
    far = wizard(2, "wizard-dark", state=duel(gap=7))
    assert not has(cast(far, "wizard-dark", ""), B, "in darkness")


@rule("robs:spell.purify.effect", "robs:spell.purify.reverse", "robs:spell.purify.afterwards")
def test_purify_and_spoil():
    food = (Item("rotten-rations", "Rations gone bad", count=4, id="r"), Item("potion-of-poison", "Poison", id="p"))
    state = priest(3).with_creature(A, items=food)
    form = compendium.forms()["purify"].form.effect
    from underkeep.systems.robs.magic.spell_effects import Casting

    def purified(state, id, choice="food"):
        done = Resolution(state, Scripted(), RULESET)
        written = compendium.forms()[id]
        provisions.purify(done, Casting(A, written, A, choice, 3), written.form.effect)
        return done, {i.kind: i.count for i in done.state.creatures[A].items}

    done, have = purified(state, "purify")
    assert have == {"rotten-rations": 1, "rations": 3, "potion-of-poison": 1}
    _, spoilt = purified(done.state, "spoil")
    assert spoilt["rotten-rations"] == 4
    assert provisions.amount(form, "drink", 3) == 12 and provisions.amount(form, "food", 3) == 3
    water = state.with_creature(A, items=(Item("foul-water", "Foul water", count=20, id="w"),))
    assert purified(water, "purify", "drink")[1] == {"foul-water": 8, "water": 12}
    assert first(purified(water, "purify")[0], SpellFailed)


def undead(level=3, cha=2, priest_level=4, gap=1):
    state = scores(priest(priest_level, state=duel(gap=gap)), A, CHA=cha)
    return changed(state, B, level=level, traits=(Undead(),))


@rule("robs:spell.turn.capacity", "robs:spell.turn.contest", "robs:spell.turn.flee", "robs:spell.turn.destroy")
def test_turning_undead():
    flees = cast(undead(), "turn-undead", "", *d6(3, 3, 3, 3))  # 6 against 3: fails by 3
    assert first(flees, Fled) and until(flees, B, "turned") == 180
    destroyed = cast(undead(), "turn-undead", "", *d6(4, 3, 3, 3))
    assert first(destroyed, Died)
    resists = cast(undead(), "turn-undead", "", *d6(1, 4, 3, 3))
    assert not every(resists, Fled) and not every(resists, Died)
    assert first(cast(undead(level=7), "turn-undead", ""), SpellFailed)
    assert every(cast(undead(level=6), "turn-undead", "", *d6(2, 2, 2, 2)), SpellFailed) == []
    assert turning.capacity(own(undead().creatures[A])) == 6
    assert first(cast(priest(4), "turn-undead", ""), SpellFailed)


@rule("robs:spell.turn.lawfulness-bonus")
@pytest.mark.parametrize(("score", "bonus"), [(4, 1), (3, 0)])
def test_the_highly_lawful_turn_better(score, bonus):
    state = changed(priest(4, state=duel(switches=("lawfulness",))), A, lawfulness=score)
    done = Resolution(state, Scripted(), RULESET)
    assert turning.fervour(done, own(state.creatures[A])) == bonus
    plain = Resolution(changed(priest(4), A, lawfulness=score), Scripted(), RULESET)
    assert turning.fervour(plain, own(plain.state.creatures[A])) == 0


@rule("robs:spell.turn.reverse")
def test_turning_what_is_holy():
    state = scores(priest(4, "Evil"), A, CHA=1)
    assert first(cast(state, "turn-holy", ""), SpellFailed)
    holy = {"robs:spell.turn.reverse": "holy"}
    assert first(cast(state, "turn-holy", "", *d6(3, 3, 6, 3), rulings=holy), Fled)
    angel = changed(state, B, lawfulness=5)
    assert first(cast(angel, "turn-holy", "", *d6(3, 3, 6, 3)), Fled)
    person = changed(angel, B, classes={"fighter": 1})
    assert first(cast(person, "turn-holy", ""), SpellFailed)


@rule("robs:spell.detect-alignment.effect", "robs:spell.detect-alignment.range")
def test_detect_alignment():
    state = changed(priest(2), B, lawfulness=-3, alignment="")
    assert first(cast(state, "detect-alignment", B), AlignmentRead).alignment == "Evil"
    assert why_not_cast(priest(2, state=duel(gap=6)), "detect-alignment", B) is None
    far = why_not_cast(priest(2, state=duel(gap=7)), "detect-alignment", B)
    assert far.rule == "robs:spell.detect-alignment.range"


@rule("robs:spell.detect-alignment.reverse", "robs:spell.detect-alignment.reverse-contest")
def test_hidden_alignment():
    hider = cast(priest(2, "Evil"), "hide-alignment", A)
    assert until(hider, A, "hidden alignment") == 1200
    evil = changed(laid(priest(2), B, "hidden alignment", "hide-alignment", 3), B, alignment="Evil")
    false = cast(evil, "detect-alignment", B, *d6(4, 3, 4, 3))  # 3 against 4
    assert first(false, AlignmentRead).alignment == "Lawful"
    true = cast(evil, "detect-alignment", B, *d6(6, 3, 4, 3))  # 5 against 4
    assert first(true, AlignmentRead).alignment == "Evil"


@rule("robs:spell.cure-disease.effect", "robs:spell.cure-disease.harder")
def test_cure_minor_disease():
    state = gained(gained(priest(2), A, "ailing"), A, "sick")
    done = cast(state, "cure-minor-disease", A)
    assert not has(done, A, "ailing") and has(done, A, "sick")
    assert until(done, A, "eased") == 86400
    assert penalty(state, A) == -1 and penalty(done.state, A) == 0


@rule("robs:spell.cure-disease.reverse", "robs:spell.cure-disease.reverse-effect")
def test_cause_minor_disease():
    state = priest(2, "Evil")
    assert not has(cast(state, "cause-minor-disease", B, *d6(4, 3)), B, "ailing")
    done = cast(state, "cause-minor-disease", B, *d6(3, 3, 4))
    assert until(done, B, "ailing") == 4 * 86400
    ruled = {"robs:spell.cure-disease.reverse-effect": "a sniffle"}
    assert not has(cast(state, "cause-minor-disease", B, *d6(3, 3), rulings=ruled), B, "ailing")
    ill = Resolution(done.state, Scripted(), RULESET)
    for what, amount in (("CON", -1), ("DEX", 0)):
        assert sum(m.amount for m in modifiers(ill, done.state.creatures[B], find_task(what)[0])) == amount
    caster = gained(wizard(1, "sleep"), A, "ailing")
    assert not has(cast(caster, "sleep", B, *d6(3, 2, 3, 3)), B, "asleep")  # 1 + 1 - 1 against 1


@rule("robs:spell.remove-pain.effect")
def test_remove_pain():
    hurt = priest(3).with_creature(A, hp=9)
    assert penalty(hurt, A) == -2
    done = cast(hurt, "remove-pain", A)
    assert penalty(done.state, A) == 0 and done.state.creatures[A].hp == 9
    assert until(done, A, "free of pain") == 1800


@rule(
    "robs:spell.cause-pain.contest",
    "robs:spell.cause-pain.duration",
    "robs:spell.cause-pain.severity",
    "robs:spell.cause-pain.already-hurt",
)
def test_cause_pain():
    state = changed(priest(3, "Evil"), B, scale=3, level=1)
    done = cast(state, "cause-pain", B, *d6(5, 3, 3, 3))  # 5 against 4
    assert until(done, B, "in pain") == 10 and penalty(done.state) == -1
    assert not has(cast(state, "cause-pain", B, *d6(4, 3, 3, 3)), B, "in pain")
    hurt = done.state.with_creature(B, hp=20)
    assert penalty(hurt) == -2
    assert [severity(1, 0), severity(2, 0), severity(3, 0), severity(1, -5)] == [1, 1, 2, 3]
    worse = cast(state.with_creature(B, hp=20), "cause-pain", B, *d6(6, 2, 3, 3))  # 7 against 4
    assert penalty(worse.state) == -2


@rule("robs:spell.resist-cold.target", "robs:spell.resist-cold.duration")
def test_resist_cold_takes_those_not_too_large():
    state = changed(priest(4), B, scale=2).with_creature(B, side="a")
    assert until(cast(state, "resist-cold", B), B, "resisting cold") == 240
    assert why_not_cast(changed(state, B, scale=3), "resist-cold", B).rule == "robs:spell.resist-cold.target"
    assert until(cast(state, "resist-fire", B), B, "resisting fire") == 240


@rule("robs:spell.resist-cold.half-damage", "robs:spell.resist-cold.save-bonus", "robs:spell.resist-cold.reverse")
def test_cold_is_halved_or_doubled():
    state = wizard(3, "frost")
    resisting = cast(gained(state, B, "resisting cold"), "frost", B, *d6(3, 3, 4, 2, 4))  # DEX -2 + 2: no leap
    assert first(resisting, SaveRolled).roll.total == 0
    assert first(resisting, Harmed).amount == 2  # 5 halved
    leapt = cast(gained(state, B, "resisting cold"), "frost", B, *d6(3, 3, 4, 3, 4))
    assert first(leapt, SaveRolled).success and first(leapt, Harmed).amount == 1
    suffering = changed(gained(state, B, "suffering cold"), B, ddf=3)
    assert first(cast(suffering, "frost", B, *d6(3, 3, 6, 1, 6)), Harmed).amount == 8  # 7 - 3, doubled
    done = cast(priest(3), "suffer-cold", B, *d6(3, 3, 3, 3))
    assert until(done, B, "suffering cold") == 180
    assert not has(cast(changed(priest(3), B, level=3), "suffer-cold", B, *d6(3, 3, 3, 3)), B, "suffering cold")


@rule("robs:spell.resist-fire.half", "robs:spell.resist-fire.effect", "robs:spell.resist-fire.reverse")
def test_fire_is_halved_or_doubled():
    from underkeep.systems.robs.attacks.gazes_and_breath import UsePower

    dragon = changed(duel(), A, traits=(Breath(odf=9, times=1, squares=5),)).with_creature(B, hp=90, max_hp=90)
    for condition, amount in (("resisting fire", 5), ("suffering fire", 20), ("blessed", 10)):
        done = do(gained(dragon, B, condition), UsePower(A, B, "breath"), *d6(4, 3))
        assert first(done, Harmed).amount == amount
    rules = first(do(gained(dragon, B, "resisting fire"), UsePower(A, B, "breath"), *d6(4, 3)), DamageRolled).rule
    assert "robs:spell.resist-fire.half" in rules
    assert has(cast(priest(2), "suffer-fire", B, *d6(3, 3, 3, 3)), B, "suffering fire")
    leaper = cast(gained(wizard(3, "fireball"), B, "resisting fire"), "fireball", B, *d6(3, 3, 6, 6, 3, 4))
    assert first(leaper, SaveRolled).roll.total == 1 and first(leaper, Harmed).amount == 3


@rule("robs:spell.resist-cold.immunity", "robs:spell.resist-fire.immunity")
@pytest.mark.parametrize("kind", ["cold", "fire"])
def test_lesser_cold_and_fire_do_nothing(kind):
    call = CallCheck(A, kind, 2)
    resisting = gained(duel(), A, f"resisting {kind}")
    assert first(do(resisting, call), Untouched).kind == kind
    worse = "colder than that" if kind == "cold" else "a fiercer heat"
    ruled = do(resisting, call, *d6(3, 3), rulings={f"robs:spell.resist-{kind}.immunity": worse})
    assert not every(ruled, Untouched)
    from underkeep.world.creature import CheckRolled

    assert first(ruled, CheckRolled).success  # +2 against Great
    assert not first(do(duel(), call, *d6(3, 3)), CheckRolled).success


@rule("robs:spell.holy-water.effect", "robs:spell.holy-water.keeps")
def test_holy_water_takes_a_vial():
    from underkeep.systems.robs.basics.spell_listings import Hallow
    from underkeep.systems.robs.magic.spell_effects import Casting

    written = compendium.forms()["holy-water"]
    vials = priest(3).with_creature(A, items=(Item("vial-of-water", "Vial", count=2, id="v"),))
    for state, expected in ((vials, {"vial-of-water": 1, "holy-water": 1}), (priest(3), None)):
        done = Resolution(state, Scripted(), RULESET)
        provisions.hallow(done, Casting(A, written, "", "", 3), Hallow(1))
        if expected is None:
            assert first(done, SpellFailed)
        else:
            assert {i.kind: i.count for i in done.state.creatures[A].items} == expected
