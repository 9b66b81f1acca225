"""Wands, scrolls, potions and odd things; what a wizard does with time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.magic.magery import (
    cast,
    done_at_leisure,
    gained,
    has,
    leisure,
    person,
    priest,
    refusal,
    thing,
    until,
    with_thing,
    wizard,
)
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, own, scores, table

from underkeep.kernel.dice import Scripted
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium, money, wounds
from underkeep.systems.robs.basics.qualities import Charged, Inscribed
from underkeep.systems.robs.basics.traits import Undead
from underkeep.systems.robs.checks import favours
from underkeep.systems.robs.magic import casting, items, potions, spells, study, wondrous_items
from underkeep.systems.robs.magic.casting import Cast, DeclareSpell, SpellCast
from underkeep.systems.robs.magic.potions import Quaff, SplashWater
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, DamageRolled, Harmed, Healed, SaveRolled
from underkeep.world.gear import Item, ItemsChanged

DAY = 86400


def use(state, spell: str, target: str = B, *faces: int, choice: str = ""):
    return do(state, Cast(A, spell, target, choice, "x"), *faces)


@rule("robs:magic.item-level", "robs:magic-item.wand.use", "robs:magic-item.wand.charges")
def test_anybody_uses_a_wand_while_it_has_charges():
    state = with_thing("wand-of-sleep", person())
    assert refusal(state, Cast(A, "sleep", B, "", "x")) is None
    done = use(state, "sleep", B, *d6(4, 2, 5, 4, 3, 3, 3))  # 11 charges, then the contest: 2 against 1
    assert thing(done).quality == Charged(10) and has(done, B, "asleep")
    assert not own(done.state.creatures[A]).spent
    last = with_thing("wand-of-sleep", person(), quality=Charged(1))
    dead = use(last, "sleep", B, *d6(1, 6, 3, 3))
    assert thing(dead).quality == Charged(0)
    again = replace(dead.state, fight=state.fight)
    assert refusal(again, Cast(A, "sleep", B, "", "x")).rule == "robs:magic-item.wand.charges"


@rule("robs:magic-item.wand.level", "robs:magic-item.scroll.power-level", "robs:magic-item.scroll.unknown-level")
def test_the_level_of_what_a_thing_casts():
    def level(kind, quality=None):
        item = Item(kind, kind, quality=quality)
        return items.level_of(item, items.holds(item))

    assert level("wand-of-sleep") == 1 and level("staff-of-paralysis") == 2
    assert level("scroll-of-sleep") == 5 and level("master-scroll-of-magic-missile") == 6
    assert level("scroll", Inscribed("minor-illusion", 3)) == 3
    reader = with_thing("master-scroll-of-magic-missile", wizard(1))
    reading = gained(reader, A, "concentrating on magic-missile from a scroll", 10)
    done = use(reading, "magic-missile", B, *d6(1, 6, 1, 6, 1, 6))
    assert len(every(done, AttackRolled)) == 3


@rule("robs:magic-item.wand.list", "robs:magic-item.potion.list", "robs:magic-item.potion.form")
def test_the_listed_wands_and_potions():
    names = {s.name.lower() for s in compendium.sundries().values()}
    for row in table("magic-item.wands"):
        wanted = str(row[0]).lower().replace("wand or rod", "wand")
        assert wanted in names, wanted
    kinds = [s for s in compendium.sundries().values() if s.sort == "potion"]
    assert all(0 < s.litres <= 0.5 for s in kinds)
    for row in table("magic-item.potions"):
        assert any(str(row[0]).lower() in s.name.lower() for s in kinds)
    assert len([s for s in kinds if s.potion is not None and type(s.potion).__name__ == "Raise"]) == 5


@rule("robs:magic-item.wand.staff-of-paralysis")
def test_a_staff_works_by_a_blow():
    state = with_thing("staff-of-paralysis", person(), quality=Charged(3))
    missed = use(state, "paralyze", B, *d6(2, 3))
    assert not has(missed, B, "paralysed") and thing(missed).quality == Charged(3)
    struck = use(state, "paralyze", B, *d6(3, 3, 3, 3, 3, 3))  # 2 against 1
    assert until(struck, B, "paralysed") == 10 and thing(struck).quality == Charged(2)
    afar = with_thing("staff-of-paralysis", person(duel(gap=3)), quality=Charged(3))
    assert Cast(A, "paralyze", B, "", "x") not in casting.options(afar, afar.creatures[A])


@rule("robs:magic-item.aligned", "robs:magic-item.lawfulness-bound", "robs:magic-item.resizing")
def test_things_that_choose_their_users():
    def why(kind, **values):
        state = with_thing(kind, person(**values))
        found = items.why_not_for(state, state.creatures[A], state.creatures[A].item("x"))
        return found.rule if found else ""

    assert why("lawful-wand-of-sleep", alignment="Neutral") == "robs:magic-item.aligned"
    assert why("lawful-wand-of-sleep") == "robs:magic-item.aligned"
    assert why("lawful-wand-of-sleep", alignment="Lawful") == ""
    assert why("rod-of-the-just", lawfulness=2) == why("rod-of-the-just", lawfulness=4) == ""
    assert (
        why("rod-of-the-just", lawfulness=1)
        == why("rod-of-the-just", lawfulness=5)
        == ("robs:magic-item.lawfulness-bound")
    )
    assert why("ring-of-light", scale=-2) == why("ring-of-light", scale=2) == ""
    assert why("ring-of-light", scale=3) == why("ring-of-light", scale=-3) == "robs:magic-item.resizing"


@rule("robs:magic-item.wand.clerical-aligned", "robs:magic-item.lawfulness-bound")
def test_things_that_turn_on_the_wrong_user():
    evil = with_thing("wand-of-healing", person(alignment="Evil"))
    done = use(evil, "cure-light-wounds", A)
    assert first(done, Harmed).amount == 1 and not every(done, SpellCast)
    lawful = with_thing("wand-of-healing", person(alignment="Lawful")).with_creature(A, hp=20)
    assert first(use(lawful, "cure-light-wounds", A, *d6(1, 1, 1, 3)), Healed).amount == 4
    opposite = with_thing("rod-of-the-just", person(lawfulness=-3))
    assert first(use(opposite, "sleep", B), Harmed).creature == A
    wrong = with_thing("rod-of-the-just", person(lawfulness=-2))
    assert refusal(wrong, Cast(A, "sleep", B, "", "x")).rule == "robs:magic-item.lawfulness-bound"


@rule("robs:magic-item.clerical-limits", "robs:magic-item.clerical-exceptions")
def test_clerical_magic_in_things():
    def why(form, *switches, sort="wand"):
        found = items.why_not_stored(switches, compendium.forms()[form], sort)
        return found.rule if found else ""

    assert why("cure-light-wounds") == why("detect-alignment") == why("sleep") == ""
    assert why("bless") == why("resist-cold") == "robs:magic-item.clerical-limits"
    assert why("resist-cold", "clerical-items") == ""
    assert (
        why("bless", "clerical-items")
        == why("turn-undead", "clerical-items")
        == ("robs:magic-item.clerical-exceptions")
    )
    state = with_thing("wand-of-bless", person())
    assert refusal(state, Cast(A, "bless", A, "", "x")).rule == "robs:magic-item.clerical-limits"


@rule("robs:magic-item.scroll.no-clerical", "robs:magic.clerical-not-written")
def test_clerical_spells_are_not_written_down():
    assert items.why_not_stored((), compendium.forms()["cure-light-wounds"], "scroll", False).rule == (
        "robs:magic.clerical-not-written"
    )
    state = priest(5)
    assert study.why_not_write(state, study.WriteScroll(A, "bless")).rule == "robs:magic.clerical-not-written"
    there = items.why_not_stored((), compendium.forms()["bless"], "scroll")
    assert there.rule == "robs:magic-item.scroll.no-clerical"


@rule("robs:magic-item.scroll.reader", "robs:magic-item.scroll.reading", "robs:magic-item.scroll.content")
def test_who_reads_a_scroll():
    action = Cast(A, "minor-illusion", "", "scare", "x")
    for level, because in ((2, "robs:magic-item.scroll.reader"), (3, "")):
        state = gained(
            with_thing("scroll-of-minor-illusion", wizard(level)),
            A,
            "concentrating on minor-illusion from a scroll",
            10,
        )
        found = refusal(state, action)
        assert (found.rule if found else "") == because
    fighter = with_thing("scroll-of-sleep", person())
    assert refusal(fighter, Cast(A, "sleep", B, "", "x")).rule == "robs:magic-item.scroll.reader"
    mute = gained(with_thing("scroll-of-sleep", wizard(1)), A, "mute")
    assert refusal(mute, Cast(A, "sleep", B, "", "x")).rule == "robs:magic-item.scroll.reading"
    quiet = gained(with_thing("scroll-of-sleep", wizard(1)), A, "in silence")
    assert refusal(quiet, Cast(A, "sleep", B, "", "x")).rule == "robs:magic-item.scroll.reading"
    early = with_thing("scroll-of-sleep", wizard(1))
    assert refusal(early, Cast(A, "sleep", B, "", "x")).rule == "robs:magic.cast.declare"
    assert DeclareSpell(A, "sleep", "x") in casting.declarations(early, early.creatures[A])
    struck = gained(with_thing("scroll-of-sleep", wizard(1, who=B), B), B, "concentrating on sleep from a scroll", 10)
    done = hit(struck, *d6(4, 3, 1, 5))
    assert first(done, SaveRolled).rule[-1] == "robs:magic-item.scroll.reading"
    assert thing(done, B).broken and not own(done.state.creatures[B]).spent


@rule("robs:magic-item.scroll.used-up")
def test_a_used_scroll_is_inert():
    state = gained(with_thing("scroll-of-sleep", wizard(1)), A, "concentrating on sleep from a scroll", 10)
    done = use(state, "sleep", B, *d6(1, 6, 3, 3))
    assert thing(done).broken and not own(done.state.creatures[A]).spent
    found = items.why_not_use(done.state, done.state.creatures[A], thing(done), compendium.forms()["sleep"])
    assert found.rule == "robs:magic-item.scroll.used-up"
    master = changed(done.state, A, classes={"wizard": 5}, spells=("sleep",))
    assert study.why_not_write(master, study.WriteScroll(A, "sleep")).rule == "robs:magic-item.scroll.used-up"


@rule("robs:magic-item.scroll.identify", "robs:magic-item.scroll.identify-unknown")
def test_telling_what_a_scroll_holds():
    action = study.ExamineScroll(A, "x")

    def read(state, *faces, rulings=None):
        done = done_at_leisure(study.examine, leisure(state), action, *faces, rulings=rulings)
        return first(done, study.ScrollExamined).spell

    assert read(with_thing("scroll-of-sleep", wizard(1, "sleep"))) == "Sleep"
    assert read(with_thing("scroll-of-sleep", wizard(1, "spark"))) == ""
    assert read(with_thing("scroll-of-sleep", person())) == ""
    seen = with_thing("scroll-of-spark", wizard(1, seen=("spark",)))
    assert read(seen, *d6(4, 3)) == "Spark" and read(seen, *d6(3, 3)) == ""
    ruled = {"robs:magic-item.scroll.identify-unknown": "recognised"}
    assert read(seen, rulings=ruled) == "Spark"
    watched = cast(wizard(1, who=B, state=wizard(2, "sleep")), "sleep", B, *d6(1, 6, 3, 3))
    assert own(watched.state.creatures[B]).seen == ("sleep",)


@rule("robs:magic-item.potion.cure", "robs:magic-item.potion.healing")
@pytest.mark.parametrize("kind", ["potion-of-cure-light-wounds", "potion-of-healing"])
def test_healing_potions(kind):
    state = with_thing(kind).with_creature(A, hp=20)
    done = do(state, Quaff(A, "x"), d6(2))
    assert first(done, Healed).amount == 3 and thing(done) is None


@rule("robs:magic-item.potion.mana", "robs:magic.mana-potions")
def test_mana():
    tired = changed(duel(switches=("mana-potions",)), A, classes={"wizard": 4}, spent={"wizard": 7})
    done = do(with_thing("potion-of-mana", tired), Quaff(A, "x"), d6(3))
    assert own(done.state.creatures[A]).spent == {"wizard": 3}
    capped = changed(tired, A, spent={"wizard": 2})
    assert own(do(with_thing("potion-of-mana", capped), Quaff(A, "x"), d6(3)).state.creatures[A]).spent == {"wizard": 0}
    none = changed(duel(), A, classes={"wizard": 4}, spent={"wizard": 7})
    assert own(do(with_thing("potion-of-mana", none), Quaff(A, "x")).state.creatures[A]).spent == {"wizard": 7}


@rule("robs:magic-item.potion.pain-killer")
def test_pain_killer():
    done = do(with_thing("potion-of-pain-killer"), Quaff(A, "x"), d6(3))
    assert until(done, A, "numbed") == 1800
    for hp, felt in ((20, 0), (9, -1), (3, -3)):
        hurt = done.state.with_creature(A, hp=hp)
        assert sum(m.amount for m in wounds.penalty(hurt, hurt.creatures[A])) == felt


@rule("robs:magic-item.potion.attribute")
@pytest.mark.parametrize("name", ["STR", "DEX", "CON", "INT", "CHA"])
def test_potions_of_attributes(name):
    done = do(with_thing(f"potion-of-{name.lower()}"), Quaff(A, "x"), d6(2))
    assert own(done.state.creatures[A]).attributes[name] == 1
    assert until(done, A, f"raised {name}") == 1200
    over = Resolution(done.state, Scripted(), RULESET)
    over.emit(ConditionEnded(A, f"raised {name}"))
    assert own(over.state.creatures[A]).attributes[name] == 0


@rule("robs:magic-item.potion.poison")
def test_a_potion_of_poison():
    state = with_thing("potion-of-poison")
    assert first(do(state, Quaff(A, "x"), *d6(4, 3, 3)), Harmed).amount == 4
    assert first(do(state, Quaff(A, "x"), *d6(4, 4, 3)), Harmed).amount == 2


@rule("robs:spell.holy-water.damage", "robs:magic-item.holy-water")
def test_holy_water_is_thrown_at_the_undead():
    walker = changed(with_thing("holy-water"), B, traits=(Undead(),), ddf=2)
    done = do(walker, SplashWater(A, B, "x"), *d6(3, 3, 5))
    assert first(done, Harmed).amount == 3 and thing(done) is None
    assert not every(do(walker, SplashWater(A, B, "x"), *d6(2, 3)), Harmed)
    living = do(with_thing("holy-water"), SplashWater(A, B, "x"), *d6(3, 3))
    assert not every(living, Harmed)
    large = changed(walker, B, scale=2)
    assert first(do(large, SplashWater(A, B, "x"), *d6(3, 3, 5)), Harmed).amount == 1
    assert potions.throws(with_thing("holy-water", duel(gap=6)), with_thing("holy-water").creatures[A])


@rule("robs:magic.recovery", "robs:magic.recovery-short")
def test_rest_brings_energy_back():
    tired = leisure(wizard(4, "sleep", spent={"wizard": 8}))
    done = Resolution(tired, Scripted(), RULESET)
    spells.sleep_through(done)
    assert spells.energy_left(own(done.state.creatures[A]), "wizard") == 8
    assert study.why_not_meditate(tired, study.Meditate(A)).rule == "robs:magic.recovery"
    short = leisure(tired, "short-rest-energy")
    assert study.why_not_meditate(short, study.Meditate(A)) is None
    rested = done_at_leisure(study.meditate, short, study.Meditate(A))
    assert own(rested.state.creatures[A]).spent == {"wizard": 7} and first(rested, TimePassed).now == 3600
    fresh = leisure(wizard(4, "sleep"), "short-rest-energy")
    assert study.why_not_meditate(fresh, study.Meditate(A)).rule == "robs:magic.recovery-short"


@rule("robs:research.learning-sources")
def test_a_teacher():
    state = leisure(wizard(2, "sleep").with_creature(A, items=tuple(money.change(2000))))
    assert study.why_not_learn(state, study.LearnSpell(A, "spark")) is None
    assert study.why_not_learn(state, study.LearnSpell(A, "minor-illusion")).rule == "robs:research.learning-sources"
    assert study.why_not_learn(state, study.LearnSpell(A, "sleep")).rule == "robs:research.learning-sources"
    poor = leisure(wizard(2, "sleep").with_creature(A, items=tuple(money.change(1999))))
    assert study.why_not_learn(poor, study.LearnSpell(A, "spark")) is not None
    done = done_at_leisure(study.learn, state, study.LearnSpell(A, "spark"))
    assert own(done.state.creatures[A]).spells == ("sleep", "spark")
    assert first(done, TimePassed).now == 14 * DAY
    assert money.purse_cp(done.state.creatures[A].items) == 0


@rule("robs:research.new-spells")
def test_research():
    four = leisure(wizard(4))
    assert study.why_not_research(four, study.Research(A, "rockslide")).rule == "robs:research.new-spells"
    five = leisure(wizard(5))
    action = study.Research(A, "rockslide")
    assert study.why_not_research(five, action) is None
    found = done_at_leisure(study.research, five, action, *d6(3, 3, 3, 3))  # 5 against 4
    assert own(found.state.creatures[A]).spells == ("rockslide",)
    assert first(found, TimePassed).now == 60 * DAY
    failed = done_at_leisure(study.research, five, action, *d6(3, 3, 4, 3))
    assert own(failed.state.creatures[A]).spells == ()
    ruled = {"robs:research.new-spells": "refused"}
    assert not every(done_at_leisure(study.research, five, action, rulings=ruled), TimePassed)


@rule("robs:research.from-scroll", "robs:research.from-scroll-roll")
def test_learning_from_a_scroll():
    state = with_thing("scroll-of-sleep", scores(wizard(2), A, INT=1))
    action = study.StudyScroll(A, "x")
    assert study.why_not_study(leisure(state), action).rule == "robs:research.from-scroll"
    open_ = leisure(state, "learn-from-scrolls")
    assert study.why_not_study(open_, action) is None
    done = done_at_leisure(study.study, open_, action)
    assert own(done.state.creatures[A]).spells == ("sleep",) and thing(done).broken
    assert first(done, TimePassed).now == 7 * DAY
    rolled = leisure(state, "learn-from-scrolls", "learn-from-scrolls-roll")
    learned = done_at_leisure(study.study, rolled, action, *d6(3, 3, 4, 3))  # 3 against 2
    assert own(learned.state.creatures[A]).spells == ("sleep",)
    lost = done_at_leisure(study.study, rolled, action, *d6(2, 3, 4, 3))  # 2 against 2
    assert own(lost.state.creatures[A]).spells == () and thing(lost).broken


@rule("robs:magic-item.enchant-level")
def test_writing_a_scroll():
    action = study.WriteScroll(A, "sleep")
    four = leisure(with_thing("blank-scroll", wizard(4, "sleep")))
    assert study.why_not_write(four, action).rule == "robs:magic-item.enchant-level"
    five = leisure(with_thing("blank-scroll", wizard(5, "sleep")))
    assert study.why_not_write(five, action) is None
    done = done_at_leisure(study.write, five, action)
    made = next(i for i in done.state.creatures[A].items if i.kind == "scroll")
    assert made.quality == Inscribed("sleep", 5)
    assert study.why_not_write(leisure(wizard(5, "sleep")), action).rule == "robs:magic-item.scroll.content"


@rule("robs:magic-item.wand.recharge")
def test_recharging():
    state = with_thing("wand-of-sleep", wizard(2, "sleep"), quality=Charged(0))
    action = study.Recharge(A, "x")
    assert study.why_not_recharge(leisure(state), action).rule == "robs:magic-item.wand.recharge"
    on = leisure(state, "wand-recharge")
    assert study.why_not_recharge(on, action) is None
    done = done_at_leisure(study.recharge, on, action)
    assert thing(done).quality == Charged(1) and own(done.state.creatures[A]).spent == {"wizard": 1}
    ignorant = leisure(with_thing("wand-of-sleep", wizard(2, "spark"), quality=Charged(0)), "wand-recharge")
    assert study.why_not_recharge(ignorant, action) is not None


@rule("robs:magic-item.bag-of-holding")
@pytest.mark.parametrize(("coins", "fits"), [(25_000, True), (25_001, False)])
def test_a_bag_of_holding(coins, fits):
    state = duel()
    bag = Item("bag-of-holding", "Bag")
    found = wondrous_items.why_not_put(state, state.creatures[A], Item("cp", "Copper", count=coins), bag)
    assert (found is None) is fits
    assert wondrous_items.is_container(bag) and not wondrous_items.is_container(Item("rope", "Rope"))


@rule("robs:magic-item.roslofs-rope")
def test_roslofs_rope():
    state = with_thing("roslofs-rope")
    ask = wondrous_items.CommandRope
    assert wondrous_items.why_not_command(state, ask(A, "tie")) is None
    assert wondrous_items.why_not_command(state, ask(A, "strangle him")).rule == "robs:magic-item.roslofs-rope"
    assert wondrous_items.why_not_command(duel(), ask(A, "tie")).rule == "robs:magic-item.roslofs-rope"
    assert has(do(state, wondrous_items.Trip(A, B), *d6(4, 3, 3, 3)), B, "unaware")
    assert not has(do(state, wondrous_items.Trip(A, B), *d6(3, 3, 3, 3)), B, "unaware")
    assert done_at_leisure(wondrous_items.command, state, ask(A, "tie")).events


@rule("robs:magic-item.personality")
@pytest.mark.parametrize(("kind", "harm"), [("oathkeeper", 1), ("longsword+1", 0)])
def test_a_sword_with_a_mind(kind, harm):
    done = Resolution(duel(), Scripted(), RULESET)
    done.emit(ItemsChanged(A, (), "sold", Item(kind, kind)))
    assert sum(e.amount for e in every(done, Harmed)) == harm
    calm = Resolution(duel(), Scripted(), RULESET, {"robs:magic-item.personality": "does nothing"})
    calm.emit(ItemsChanged(A, (), "sold", Item(kind, kind)))
    kept = Resolution(duel(), Scripted(), RULESET)
    kept.emit(ItemsChanged(A, (), "bought", Item(kind, kind)))
    assert not every(calm, Harmed) and not every(kept, Harmed)


@rule("robs:magic-item.special-enchantment")
def test_a_bane_of_the_undead():
    state = duel("mace of dawn")
    plain = first(do(state, Attack(A, B, "mace-of-dawn"), *d6(3, 3)), DamageRolled).roll.total
    walker = changed(state, B, traits=(Undead(),))
    assert first(do(walker, Attack(A, B, "mace-of-dawn"), *d6(3, 3)), DamageRolled).roll.total == plain + 2
    ruled = {"robs:magic-item.special-enchantment": "+3"}
    more = do(walker, Attack(A, B, "mace-of-dawn"), *d6(3, 3), rulings=ruled)
    assert first(more, DamageRolled).roll.total == plain + 3


@rule("robs:magic.divine-intervention.lawfulness")
@pytest.mark.parametrize(
    ("off", "faces", "heard"), [(0, (3, 3), True), (1, (4, 3), True), (1, (3, 3), False), (2, (4, 3), False)]
)
def test_a_plea_is_harder_for_who_strays(off, faces, heard):
    state = priest(3)
    order = compendium.orders()[own(state.creatures[A]).order]
    state = changed(state, A, lawfulness=order.lawfulness - off)
    done = Resolution(state, Scripted(*d6(*faces)), RULESET)
    assert favours._is_heard(done, state.creatures[A], own(state.creatures[A])) is heard
    plain = Resolution(priest(3), Scripted(), RULESET)
    assert favours._is_heard(plain, plain.state.creatures[A], own(plain.state.creatures[A]))


@rule("robs:magic-item.forever-lantern")
def test_the_shutters_of_a_forever_lantern():
    from underkeep.systems.robs.magic.effects import places
    from underkeep.world.light import Light

    lamp = Light("l", A, "forever-lantern", "Forever-lantern", 10, None)
    state = replace(duel(), lights=(lamp,))
    dim = done_at_leisure(places.tend, state, places.Tend(A, "forever-lantern", "dim"))
    assert [light.radius for light in dim.state.lights] == [3]
    bright = done_at_leisure(places.tend, dim.state, places.Tend(A, "forever-lantern", "bright"))
    assert [(light.radius, light.until) for light in bright.state.lights] == [(10, None)]
