from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import (
    CLERIC,
    MU,
    ORC,
    act,
    announcing,
    at_casting,
    cast,
    delve,
    names,
    why_not,
    with_condition,
)
from tests.rules.ose.scene import changed, do, every, first, hit, listed, refusal, scene, spent, under, walled

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.kernel.prompt import REFEREE, Answer, Ruled
from underkeep.minds.explorer import Explorer
from underkeep.minds.soldier import Soldier
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.concentration import CONCENTRATING
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import enchantments
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.combat import initiative
from underkeep.systems.ose.magic import casting, spells
from underkeep.systems.ose.magic.casting import Cast, DeclareSpell, SpellCast, SpellDisrupted
from underkeep.systems.ose.magic.scrolls import scroll
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d3, d4, d6, d20, rule
from underkeep.testing.builders import in_step, objection, perform
from underkeep.world.condition import Condition
from underkeep.world.creature import Harmed, SaveRolled
from underkeep.world.fight import SpentOn, Step
from underkeep.world.gear import Item
from underkeep.world.light import Light

_WHO = "ose:magic.effect.targets"
# A second transcription: range in feet where it is a plain number, duration in turns where it is one.
RANGES = [
    ("cleric", "Cure Light Wounds", None, None),
    ("cleric", "Detect Evil", 120, "6"),
    ("cleric", "Detect Magic", 60, "2"),
    ("cleric", "Light", 120, "12"),
    ("cleric", "Protection from Evil", None, "12"),
    ("cleric", "Purify Food and Water", 10, None),
    ("cleric", "Remove Fear", None, "2"),
    ("cleric", "Resist Cold", 30, "6"),
    ("cleric", "Bless", 60, "6"),
    ("cleric", "Find Traps", 30, "2"),
    ("cleric", "Hold Person", 180, "9"),
    ("cleric", "Know Alignment", 10, None),
    ("cleric", "Resist Fire", 30, "2"),
    ("cleric", "Silence 15' Radius", 180, "12"),
    ("cleric", "Snake Charm", 60, None),
    ("cleric", "Speak with Animals", 30, "6"),
    ("magic-user", "Charm Person", 120, None),
    ("magic-user", "Detect Magic", 60, "2"),
    ("magic-user", "Floating Disc", 6, "6"),
    ("magic-user", "Hold Portal", 10, "2d6"),
    ("magic-user", "Light", 120, "6"),
    ("magic-user", "Magic Missile", 150, "1"),
    ("magic-user", "Protection from Evil", None, "6"),
    ("magic-user", "Read Languages", None, "2"),
    ("magic-user", "Read Magic", None, "1"),
    ("magic-user", "Shield", None, "2"),
    ("magic-user", "Sleep", 240, "4d4"),
    ("magic-user", "Ventriloquism", 60, "2"),
    ("magic-user", "Continual Light", 120, None),
    ("magic-user", "Detect Evil", 60, "2"),
    ("magic-user", "Detect Invisible", None, "6"),
    ("magic-user", "ESP", 60, "12"),
    ("magic-user", "Invisibility", 240, None),
    ("magic-user", "Knock", 60, None),
    ("magic-user", "Levitate", None, "6"),
    ("magic-user", "Locate Object", 60, "2"),
    ("magic-user", "Mirror Image", None, "6"),
    ("magic-user", "Phantasmal Force", 240, None),
    ("magic-user", "Web", 10, "48"),
    ("magic-user", "Wizard Lock", 10, None),
]
# A second transcription of the lists: name, level, reversed form.
LISTED = {
    "cleric": {
        1: {
            "Cure Light Wounds": "Cause Light Wounds",
            "Detect Evil": "",
            "Detect Magic": "",
            "Light": "Darkness",
            "Protection from Evil": "",
            "Purify Food and Water": "",
            "Remove Fear": "Cause Fear",
            "Resist Cold": "",
        },
        2: {
            "Bless": "Blight",
            "Find Traps": "",
            "Hold Person": "",
            "Know Alignment": "",
            "Resist Fire": "",
            "Silence 15' Radius": "",
            "Snake Charm": "",
            "Speak with Animals": "",
        },
    },
    "magic-user": {
        1: {
            "Charm Person": "",
            "Detect Magic": "",
            "Floating Disc": "",
            "Hold Portal": "",
            "Light": "Darkness",
            "Magic Missile": "",
            "Protection from Evil": "",
            "Read Languages": "",
            "Read Magic": "",
            "Shield": "",
            "Sleep": "",
            "Ventriloquism": "",
        },
        2: {
            "Continual Light": "Continual Darkness",
            "Detect Evil": "",
            "Detect Invisible": "",
            "ESP": "",
            "Invisibility": "",
            "Knock": "",
            "Levitate": "",
            "Locate Object": "",
            "Mirror Image": "",
            "Phantasmal Force": "",
            "Web": "",
            "Wizard Lock": "",
        },
    },
}


@rule("ose:magic.spell-list", "ose:magic.reversible")
@pytest.mark.parametrize("name", list(LISTED))
def test_the_lists_of_the_first_two_levels(name):
    found = {
        level: {s.name: s.reversed.name if s.reversed else "" for s in spells.spells(name).values() if s.level == level}
        for level in (1, 2)
    }
    assert found == LISTED[name]
    manual = {s.name for s in spells.spells(name).values() if s.manual}
    assert manual <= {"Ventriloquism", "Phantasmal Force"}


@rule("ose:magic.arcane-divine")
def test_each_caster_class_has_its_sort_of_magic():
    sorts = {id: c.magic for id, c in compendium.classes().items() if c.magic}
    assert sorts == {"cleric": "divine", "magic-user": "arcane", "elf": "arcane"}
    assert all(bool(c.spell_list) == bool(c.magic) for c in compendium.classes().values())


@rule("ose:magic.memorize-and-cast", "ose:magic.cast.once")
def test_a_spell_that_is_cast_leaves_the_mind():
    state = at_casting("magic-user/3[dagger] v 2 orc", MU, "Magic Missile", "Magic Missile")
    once = cast(state, MU, "Magic Missile", ORC, d6(3))
    assert sheet(once.state.creatures[MU]).memorised == ("Magic Missile",)
    assert first(once, Harmed).amount == 4
    twice = cast(once.state, MU, "Magic Missile", ORC, d6(3))
    assert sheet(twice.state.creatures[MU]).memorised == ()
    third = refusal(announcing(twice.state, MU, "Magic Missile"), Cast(MU, "Magic Missile", ORC))
    assert third.rule == "ose:magic.memorize-and-cast"


@rule("ose:magic.divine.reverse")
def test_a_divine_caster_turns_a_spell_round_when_casting():
    state = at_casting("cleric/3[mace] v orc", CLERIC, "Cure Light Wounds", gap=1)
    assert set(casting.castable(state.creatures[CLERIC])) == {"Cure Light Wounds", "Cause Light Wounds"}
    done = cast(changed(state, CLERIC, alignment="Chaotic"), CLERIC, "Cause Light Wounds", ORC, d20(19), d6(6))
    assert first(done, Harmed).amount == 7
    assert sheet(done.state.creatures[CLERIC]).memorised == ()


@rule("ose:magic.arcane.reverse", "ose:magic.reversible")
def test_an_arcane_caster_has_fixed_the_form():
    state = at_casting("magic-user/3[dagger] v orc", MU, "Light", "Darkness")
    assert set(casting.castable(state.creatures[MU])) == {"Light", "Darkness"}
    only = changed(scene("magic-user/3[dagger] v orc", "declare", gap=4), MU, memorised=("Light",))
    assert refusal(only, DeclareSpell(MU, "Darkness")).rule == "ose:magic.arcane.reverse"
    plain = changed(only, MU, memorised=("Sleep",))
    assert [a.spell for a in listed(plain, MU) if isinstance(a, DeclareSpell)] == ["Sleep"]


@rule("ose:combat.declare", "ose:combat.spell.sole-action", "ose:combat.spell.no-move")
def test_casting_is_announced_and_is_all_that_one_does():
    state = changed(scene("magic-user/3[dagger] v orc", "declare", gap=4), MU, memorised=("Sleep",))
    assert DeclareSpell(MU, "Sleep") in listed(state, MU)
    undeclared = in_step(state, "spells")
    assert refusal(undeclared, Cast(MU, "Sleep")).rule == "ose:combat.declare"
    moved = spent(undeclared, MU, "move")
    assert refusal(moved, Cast(MU, "Sleep")).rule == "ose:combat.spell.no-move"
    struck = spent(undeclared, MU, "attack")
    assert refusal(struck, Cast(MU, "Sleep")).rule == "ose:combat.spell.sole-action"
    done = do(state, DeclareSpell(MU, "Sleep"))
    assert done.state.fight.spent[MU] == (SpentOn("spell", "Sleep"),)
    assert done.events[-1].seats == ("a",)
    close = announcing(in_step(scene("magic-user/3[dagger] v orc"), "melee"), MU, "Sleep")
    assert refusal(close, Attack(MU, ORC, "dagger")).rule == "ose:combat.spell.sole-action"
    assert listed(close, MU) == []
    walk = announcing(scene("magic-user/3[dagger] v orc", "movement", gap=4), MU, "Sleep")
    assert refusal(walk, Move(MU, (0, 0))).rule == "ose:combat.spell.sole-action"


@rule("ose:combat.round-sequence", "ose:combat.declare")
def test_spells_are_cast_between_missiles_and_melee():
    state = scene("magic-user/3[dagger] + fighter[short bow] v orc", "declare", gap=4)
    state = announcing(changed(state, MU, memorised=("Sleep",)), MU, "Sleep")
    steps = initiative.roll_initiative(Resolution(state, Scripted(*d6(6, 1)), RULESET))
    ours = [(s.phase, s.actors) for s in steps if s.side == "a"]
    assert [phase for phase, _ in ours] == ["movement", "missile", "spells", "melee"]
    assert dict(ours)["spells"] == (MU,)
    without = initiative.roll_initiative(Resolution(spent(state, MU), Scripted(*d6(6, 1)), RULESET))
    assert "spells" not in [s.phase for s in without]


@rule("ose:combat.spell.freedom", "ose:magic.cast.gestures-words")
@pytest.mark.parametrize("plight", ["silenced", "gagged", "bound", "webbed", "paralysed"])
def test_who_cannot_speak_or_move_a_hand_cannot_cast(plight):
    state = at_casting("magic-user/3[dagger] v orc", MU, "Sleep")
    assert listed(state, MU)
    tied = under(state, MU, plight)
    assert refusal(tied, Cast(MU, "Sleep")).rule == "ose:combat.spell.freedom"
    assert listed(tied, MU) == []
    outside = with_condition(delve("magic-user", memorised=("Light",)), "hero-1", plight)
    assert why_not(outside, Cast("hero-1", "Light")) is not None
    assert why_not(delve("magic-user", memorised=("Light",)), Cast("hero-1", "Light")) is None


@rule("ose:combat.unstable.spells", "ose:combat.unstable.magical-flight", "ose:combat.unstable.magic-items")
def test_no_casting_from_unstable_ground_but_from_the_air():
    state = at_casting("magic-user/3[dagger] v orc", MU, "Sleep")
    shaky = under(state, MU, "unstable footing")
    assert refusal(shaky, Cast(MU, "Sleep")).rule == "ose:combat.unstable.spells"
    read = changed(shaky, MU, memorised=()).with_creature(MU, items=(scroll("magic-user", "Sleep"),))
    assert objection(RULESET, read, Cast(MU, "Sleep")) is None
    hovering = with_condition(shaky, MU, "levitating")
    assert objection(RULESET, hovering, Cast(MU, "Sleep")) is None


@rule("ose:combat.spell.line-of-sight")
def test_a_target_must_be_seen_unless_the_spell_says_otherwise():
    state = at_casting("magic-user/3[dagger] v orc", MU, "Magic Missile")
    x, y = state.creatures[MU].at
    hidden = walled(state, (x + 2, y))
    assert objection(RULESET, state, Cast(MU, "Magic Missile", ORC)) is None
    assert refusal(hidden, Cast(MU, "Magic Missile", ORC)).rule == "ose:combat.spell.line-of-sight"
    unseen = under(state, ORC, "invisible")
    assert refusal(unseen, Cast(MU, "Magic Missile", ORC)).rule == "ose:combat.spell.line-of-sight"
    seeing = with_condition(unseen, MU, enchantments.SEES_INVISIBLE)
    assert objection(RULESET, seeing, Cast(MU, "Magic Missile", ORC)) is None
    blind = under(state, MU, "blind")
    assert refusal(blind, Cast(MU, "Magic Missile", ORC)).rule == "ose:combat.spell.line-of-sight"
    far = at_casting("magic-user/3[dagger] v orc", MU, "Web", gap=4)
    assert refusal(far, Cast(MU, "Web", ORC)).rule == "ose:combat.spell.line-of-sight"
    dark = replace(delve("magic-user", level=3, memorised=("Locate Object", "Knock")), lights=())
    assert why_not(dark, Cast("hero-1", "Locate Object", "stairs")) is None


def losing(state):
    """The other side acts first; the caster's own step is still to come."""
    fight = state.fight
    steps = (Step("melee", (ORC,), "b"), Step("spells", (MU,), "a"))
    return replace(state, fight=replace(fight, steps=steps))


@rule("ose:combat.spell.disruption")
def test_a_hit_before_the_turn_to_cast_spoils_the_spell():
    state = losing(at_casting("magic-user/3[dagger] v orc", MU, "Sleep", gap=1))
    struck = hit(state, d20(19), d6(3), by=ORC, on=MU, weapon="weapon")
    lost = first(struck, SpellDisrupted)
    assert (lost.spell, lost.memorised) == ("Sleep", ())
    assert len(every(struck, SpellDisrupted)) == 1
    after = in_step(struck.state, "spells")
    assert listed(after, MU) == []
    missed = hit(state, d20(2), by=ORC, on=MU, weapon="weapon")
    assert every(missed, SpellDisrupted) == []
    assert sheet(missed.state.creatures[MU]).memorised == ("Sleep",)


@rule("ose:combat.spell.disruption")
def test_a_failed_save_spoils_it_too_but_not_when_the_initiative_was_won_or_tied():
    state = losing(at_casting("magic-user/3[dagger] v orc", MU, "Sleep", gap=1))
    from underkeep.systems.ose.checks.saves import save

    for face, spoilt in ((2, 1), (19, 0)):
        done = Resolution(state, Scripted(d20(face)), RULESET)
        save(done, MU, "spells")
        assert len(every(done, SpellDisrupted)) == spoilt
    won = in_step(at_casting("magic-user/3[dagger] v orc", MU, "Sleep", gap=1), "melee")
    assert every(hit(won, d20(19), d6(3), by=ORC, on=MU, weapon="weapon"), SpellDisrupted) == []
    both = (Step("melee", (ORC, MU), "a+b", True), *state.fight.steps[1:])
    tied = replace(state, fight=replace(state.fight, steps=both))
    assert every(hit(tied, d20(19), d6(3), by=ORC, on=MU, weapon="weapon"), SpellDisrupted) == []


@rule("ose:combat.spell.disruption", "ose:magic.memorize-and-cast")
def test_a_hit_after_casting_changes_nothing():
    state = at_casting("magic-user/3[dagger] v 2 orc", MU, "Shield", gap=1)
    done = cast(state, MU, "Shield")
    later = in_step(done.state, "melee")
    assert every(hit(later, d20(19), d6(3), by=ORC, on=MU, weapon="weapon"), SpellDisrupted) == []


@rule("ose:magic.cast.gestures-words", "ose:magic.cast.once")
def test_casting_outside_a_fight_takes_a_round():
    state = delve("magic-user", memorised=("Read Magic",))
    done = act(state, Cast("hero-1", "Read Magic"))
    assert done.state.now == state.now + 10
    assert first(done, SpellCast).memorised == ()
    assert "reading magic" in names(done.state, "hero-1")
    assert why_not(done.state, Cast("hero-1", "Read Magic")).rule == "ose:magic.memorize-and-cast"


@rule("ose:magic.effect.same-ability")
def test_spells_do_not_add_up_on_one_ability():
    creature = scene().creatures["fighter-1"]
    twice = replace(creature, conditions=(Condition("blessed"), Condition("blighted")))
    assert [m.amount for m in enchantments.spell_modifiers(twice, "attack")] == [1, -1]


@rule("ose:magic.effect.same-ability")
@pytest.mark.parametrize(
    ("given", "counts"),
    [
        ([("protected from evil", 1), ("resisting fire", 2)], ["resisting fire"]),
        ([("resisting fire", 2), ("WIS", 3), ("protected from evil", 1)], ["resisting fire", "WIS"]),
        ([("blessed", 1), ("blighted", -1)], ["blessed", "blighted"]),
        ([("blighted", -1), ("protected from evil", -2)], ["protected from evil"]),
        ([("resisting cold", 2)], ["resisting cold"]),
        ([("WIS", 1), ("ring", 1)], ["WIS", "ring"]),
    ],
)
def test_of_spells_on_one_roll_the_best_and_the_worst_count(given, counts):
    every_one = tuple(Modifier(source, amount) for source, amount in given)
    assert [m.source for m in enchantments.not_stacked(every_one)] == counts


@rule("ose:magic.effect.same-ability")
def test_a_save_has_one_spell_to_help_it():
    state = changed(with_condition(scene(), "fighter-1", "protected from evil"), "fighter-1", alignment="Lawful")

    def saved(*given: Modifier):
        done = Resolution(state, Scripted(d20(10)), RULESET)
        save(done, "fighter-1", "breath", given, by=ORC)
        return first(done, SaveRolled)

    ward = saved()
    assert ward.roll.modifiers == (("protected from evil", 1),)
    assert "ose:magic.effect.same-ability" not in ward.rule
    both = saved(Modifier("resisting fire", 2))
    assert both.roll.modifiers == (("resisting fire", 2),)
    assert "ose:magic.effect.same-ability" in both.rule


@rule("ose:magic.effect.different")
def test_spells_on_different_abilities_work_together():
    state = under(scene(), "fighter-1", "blessed")
    state = with_condition(state, "fighter-1", "protected from evil")
    fighter, orc = state.creatures["fighter-1"], state.creatures[ORC]
    assert [m.amount for m in enchantments.spell_modifiers(fighter, "attack")] == [1]
    other = changed(state, "fighter-1", alignment="Lawful").creatures["fighter-1"]
    assert [m.amount for m in enchantments.save_modifiers(other, orc)] == [1]
    blow = hit(state, d20(12), d6(4))
    assert ("blessed", 1) in every(blow, type(blow.events[1]))[0].roll.modifiers
    assert first(blow, Harmed).amount == 5


@rule("ose:magic.effect.with-items")
def test_spells_and_magic_items_add_up():
    state = under(scene(), "fighter-1", "blessed")
    armed = state.with_creature("fighter-1", items=(Item("sword-plus-1", "Sword", "hand"),))
    blow = hit(armed, d20(11), d6(4), weapon="sword-plus-1")
    roll = next(e.roll for e in blow.events if getattr(e, "hit", None) is not None and hasattr(e, "roll"))
    assert sum(m.amount for m in roll.modifiers) == 2
    assert first(blow, Harmed).amount == 6


@rule("ose:magic.effect.targets")
def test_the_caster_picks_where_a_number_is_named():
    state = at_casting("cleric/5[mace] v 4 orc", CLERIC, "Hold Person")
    asked = cast(state, CLERIC, "Hold Person", ORC, d4(3), d20(2), use="on several")
    prompt = asked.state.prompts[0]
    assert prompt.seats == ("a",) and set(prompt.choices) == {"orc-2", "orc-3", "orc-4"}
    again = play.resolve(RULESET, asked.state, "a", Answer(prompt.id, "orc-4"), Scripted(d20(2)))
    (prompt,) = again.state.prompts
    assert set(prompt.choices) == {"orc-2", "orc-3"}
    last = Resolution(again.state, Scripted(d20(2)), RULESET)
    RULESET.book.answers[prompt.question](last, prompt, "orc-2")
    assert [id for id in last.state.creatures if "held" in names(last.state, id)] == [ORC, "orc-2", "orc-4"]
    assert len(last.state.prompts) == 1


@rule("ose:magic.effect.targets")
def test_the_referee_may_let_the_dice_or_the_distance_pick():
    state = at_casting("cleric/5[mace] v 4 orc", CLERIC, "Hold Person")
    rulings = {_WHO: "random"}
    action = Cast(CLERIC, "Hold Person", ORC, "on several")
    done = Resolution(
        announcing(state, CLERIC, "Hold Person"), Scripted(d4(2), d20(2), d3(3), d20(2)), RULESET, rulings
    )
    perform(done, action)
    assert [id for id in done.state.creatures if "held" in names(done.state, id)] == [ORC, "orc-4"]
    person = replace(state, human_referee=True)
    asked = play.resolve(RULESET, person, "a", action, Scripted(d4(2)))
    assert asked.state.prompts[0].seats == (REFEREE,)
    assert asked.state.prompts[0].choices == ("caster", "random", "nearest")
    done = Resolution(announcing(state, CLERIC, "Hold Person"), Scripted(d4(2), *d20(2, 2)), RULESET, {_WHO: "nearest"})
    perform(done, action)
    assert first(done, Ruled).choice == "nearest"
    assert [id for id in done.state.creatures if "held" in names(done.state, id)] == [ORC, "orc-2"]


@rule("ose:magic.effect.concentration")
def test_what_breaks_concentration():
    state = scene("magic-user/3[dagger] v orc", "movement", gap=8)
    state = under(state, MU, CONCENTRATING)
    x, y = state.creatures[MU].at
    slow = play.resolve(RULESET, state, "a", Move(MU, (x - 4, y)), Scripted())
    assert CONCENTRATING in names(slow.state, MU)
    hasty = play.resolve(RULESET, state, "a", Move(MU, (x - 6, y)), Scripted())
    assert CONCENTRATING not in names(hasty.state, MU)
    near = under(scene("magic-user/3[dagger] v orc"), MU, CONCENTRATING)
    assert CONCENTRATING not in names(hit(near, d20(2), by=MU, on=ORC, weapon="dagger").state, MU)
    assert CONCENTRATING not in names(hit(near, d20(19), d6(2), by=ORC, on=MU, weapon="weapon").state, MU)
    assert CONCENTRATING in names(hit(near, d20(2), by=ORC, on=MU, weapon="weapon").state, MU)
    casting = with_condition(at_casting("magic-user/3[dagger] v orc", MU, "Shield"), MU, CONCENTRATING)
    assert CONCENTRATING not in names(cast(casting, MU, "Shield").state, MU)
    kept = Resolution(near, Scripted(d20(2)), RULESET, {"ose:magic.effect.concentration": "holds"})
    perform(kept, Attack(MU, ORC, "dagger"))
    assert CONCENTRATING in names(kept.state, MU)


@rule("ose:magic.spell-list", "ose:time.resources")
@pytest.mark.parametrize(("name", "spell", "feet", "turns"), RANGES)
def test_ranges_and_durations(name, spell, feet, turns):
    found = spells.spells(name)[spell]
    if feet is not None:
        assert found.range_feet == feet
    assert (found.duration.turns.text if found.duration.turns else None) == turns


def test_those_who_play_themselves_use_their_spells():
    state = changed(scene("magic-user/3[dagger] v orc", "declare", gap=4), MU, memorised=("Shield", "Sleep"))
    options = play.legal_actions(RULESET, state, "a", MU)
    assert Soldier().act(state, state.creatures[MU], options) == DeclareSpell(MU, "Sleep")
    casting = in_step(announcing(state, MU, "Sleep"), "spells")
    options = play.legal_actions(RULESET, casting, "a", MU)
    assert Soldier().act(casting, casting.creatures[MU], options) == Cast(MU, "Sleep")
    hurt = delve("cleric", "fighter", level=2, memorised=("Cure Light Wounds",)).with_creature("hero-2", hp=1)
    hurt = replace(hurt, lights=(Light("t", "hero-1", "torches", "Torch", 30, None),))
    led = Explorer(RULESET).lead(hurt, play.legal_actions(RULESET, hurt, "player"))
    assert led == Cast("hero-1", "Cure Light Wounds", "hero-2")
