"""The cleric's spells of the third to fifth levels: underground, on the road, in town."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import act, delve, meeting, names, until, why_not, with_condition
from tests.rules.ose.scene import changed, every, first

from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import Fallen, campaign
from underkeep.systems.ose.basics.conditions import has
from underkeep.systems.ose.characters import languages
from underkeep.systems.ose.checks.deaths import DeathNoted, Revived
from underkeep.systems.ose.combat import rounds
from underkeep.systems.ose.equipment import curses, load
from underkeep.systems.ose.magic import divine_favour, memorising
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects import spells_of_bounty, spells_of_mercy
from underkeep.systems.ose.magic.effects.communion import AskDeity, DeityAnswered
from underkeep.systems.ose.magic.effects.spells_of_sense import Revealed
from underkeep.systems.ose.magic.prayers import Provide, Raise
from underkeep.systems.ose.magic.spell_effects import Casting, SpellHadNoEffect
from underkeep.systems.ose.magic.spells import forms
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, d100, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Died
from underkeep.world.dungeon import Hoard, HoardChanged, Trap, TrapChanged
from underkeep.world.encounter import ChanceRolled, EncounterEnded
from underkeep.world.gear import Item
from underkeep.world.light import Light
from underkeep.world.party import PartyLeft, PartyWent

SPELL = "ose:magic.memorize-and-cast"
HERO, OTHER = "hero-1", "hero-2"
TURN, DAY = 600, 86_400
TORCH = Light("t", HERO, "torches", "Torch", 30, None)


def below(spell, level=9, *companions, in_town=False):
    state = delve("cleric", *companions, level=level, memorised=(), in_town=in_town)
    party = replace(state.party, seen={"1": f"{(1 << 200) - 1:x}"})
    state = changed(state, HERO, memorised=(spell,), alignment="Lawful")
    return replace(state, lights=() if in_town else (TORCH,), party=party)


def after(state, *events):
    done = Resolution(state, Scripted(), RULESET)
    for event in events:
        done.emit(event)
    return done.state


def slain(state, id=OTHER, days=0):
    """The same with somebody dead, so many days ago."""
    state = state.with_creature(id, hp=0)
    dead = after(state, Died(id))
    return after(dead, DeathNoted(id, Fallen(state.now - days * DAY)))


@rule(SPELL)
def test_raise_dead_gives_back_a_weak_life():
    state = slain(below("Raise Dead", 9, "fighter"), days=8)
    done = act(state, Cast(HERO, "Raise Dead", OTHER))
    raised = done.state.creatures[OTHER]
    assert (raised.status, raised.hp, names(done.state, OTHER)) == ("up", 1, {"weak from death"})
    assert until(done.state, OTHER, "weak from death") == done.state.now + 14 * DAY
    assert load.base_feet(done.state, raised) == 60
    assert first(done, Revived).creature == OTHER
    assert OTHER not in campaign(done.state).fallen


@rule(SPELL)
def test_nobody_is_raised_who_has_been_dead_for_longer():
    state = below("Raise Dead", 9, "fighter")
    spell = Cast(HERO, "Raise Dead", OTHER)
    assert why_not(slain(state, days=8), spell) is None
    assert why_not(slain(state, days=9), spell) is not None
    assert why_not(state, spell) is not None


@rule(SPELL)
@pytest.mark.parametrize(("level", "days"), [(7, 1), (8, 4), (10, 12)])
def test_four_days_for_each_level_above_the_seventh(level, days):
    assert spells_of_mercy.days_back(Raise(4, 7, 14), level) == days


@rule(SPELL)
def test_those_who_are_buried_march_again():
    state = slain(below("Raise Dead", 9, "fighter", in_town=True))
    buried = after(state, PartyLeft(OTHER, "buried"))
    assert OTHER in act(buried, Cast(HERO, "Raise Dead", OTHER)).state.party.members


def rations(state, id):
    return sum(i.count for i in state.creatures[id].items if i.kind == "rations-standard")


@rule(SPELL, "ose:time.resources")
def test_create_food_gives_each_a_day_of_it():
    state = below("Create Food", 8, "fighter")
    done = act(state, Cast(HERO, "Create Food")).state
    assert [rations(done, id) - rations(state, id) for id in (HERO, OTHER)] == [1, 1]


@rule(SPELL, "ose:time.resources")
@pytest.mark.parametrize(("level", "fed"), [(8, [1, 0]), (9, [1, 1])])
def test_there_is_food_for_so_many_and_no_more(level, fed):
    state = below("Create Food", level, "fighter")
    done = Resolution(state, Scripted(), RULESET)
    written = forms("cleric")["Create Food"]
    spells_of_bounty.provide(done, Casting(HERO, written, written.uses[0], "", level), Provide("food", 1, 8))
    assert [rations(done.state, id) - rations(state, id) for id in (HERO, OTHER)] == fed


@rule(SPELL, "ose:time.resources")
@pytest.mark.parametrize(("level", "filled"), [(8, 12), (9, 20)])
def test_create_water_fills_a_dozen_skins_and_more_above_the_eighth_level(level, filled):
    state = below("Create Water", level)
    dry = state.with_creature(HERO, items=(Item("waterskin-empty", "Empty waterskin", count=20),))
    done = act(dry, Cast(HERO, "Create Water")).state
    assert sum(i.count for i in done.creatures[HERO].items if i.kind == "waterskin") == filled
    assert every(act(state.with_creature(HERO, items=()), Cast(HERO, "Create Water")), SpellHadNoEffect)


@rule(SPELL, "ose:magic-item.armour.cursed-stuck")
@pytest.mark.parametrize(("spell", "use"), [("Remove Curse", ""), ("Dispel Evil", "on a cursed thing")])
def test_the_hold_of_cursed_armour_is_broken(spell, use):
    state = below(spell, 9, "fighter")
    armour = Item("cursed-armour-minus-1@chainmail", "chainmail", "worn")
    stuck = with_condition(state.with_creature(OTHER, items=(armour,)), OTHER, "under a curse")
    assert curses.cursed_things(stuck.creatures[OTHER])
    done = act(stuck, Cast(HERO, spell, OTHER, use)).state
    assert names(done, OTHER) == set()
    assert curses.cursed_things(done.creatures[OTHER]) == []


@rule(SPELL)
def test_dispel_evil_lifts_no_other_curse():
    state = with_condition(below("Dispel Evil", 9, "fighter"), OTHER, "cursed with ill luck")
    assert every(act(state, Cast(HERO, "Dispel Evil", OTHER, "on a cursed thing")), SpellHadNoEffect)


@rule(SPELL)
def test_neutralize_poison_makes_a_poisoned_trap_harmless():
    trap = Trap("needle", "1-01", "sprung-needle", state="found")
    state = after(below("Neutralize Poison"), TrapChanged(trap, "found"))
    done = act(state, Cast(HERO, "Neutralize Poison", "needle", "on a trap")).state
    assert done.dungeon.traps["needle"].state == "disarmed"
    pit = after(state, TrapChanged(replace(trap, kind="pit"), "found"))
    assert why_not(pit, Cast(HERO, "Neutralize Poison", "needle", "on a trap")) is not None


@rule(SPELL)
def test_locate_object_reaches_farther_for_a_cleric():
    done = act(below("Locate Object"), Cast(HERO, "Locate Object", "stairs"))
    assert first(done, Revealed).what == "stairs"


@rule(SPELL, "ose:language.common")
def test_one_may_speak_with_plants():
    state = meeting(below("Speak with Plants"), "gelatinous-cube")
    ids = state.encounter.monsters
    plant = replace(state.creatures[ids[0]], kind="shrieker")
    state = replace(state, creatures={**state.creatures, ids[0]: plant})
    assert languages.why_not_talk(state, state.creatures[HERO]) is not None
    speaking = with_condition(state, HERO, "speaking with plants")
    assert languages.why_not_talk(speaking, speaking.creatures[HERO]) is None
    assert languages.shared(speaking, speaking.creatures[HERO], plant) == languages.PLANT_SPEECH


@rule(SPELL)
def test_speak_with_plants_lasts_three_turns():
    done = act(below("Speak with Plants"), Cast(HERO, "Speak with Plants")).state
    assert until(done, HERO, "speaking with plants") == done.now + 3 * TURN


@rule(SPELL)
def test_a_circle_drawn_beforehand_holds_when_blows_fall():
    spell = "Protection from Evil 10' Radius"
    done = act(below(spell, 9, "fighter"), Cast(HERO, spell)).state
    assert done.creatures[HERO].condition("the middle of a circle of protection").level == 10


@rule(SPELL, "ose:save.when")
def test_quest_at_a_meeting_sends_them_away():
    state = meeting(below("Quest"), "orc", 1, "hostile")
    (orc,) = state.encounter.monsters
    done = act(state, Cast(HERO, "Quest", orc, "to leave"), d20(2), d6(6))
    assert done.state.creatures[orc].status == "fled"
    assert every(done, EncounterEnded) and done.state.dungeon.groups["lurkers"].count == 0


@rule(SPELL)
def test_a_quest_put_off_in_town_becomes_a_curse_and_an_adventure_ends_both():
    state = with_condition(below("Light", in_town=True), HERO, "on a quest", 0, 9)
    idle = Resolution(state, Scripted(), RULESET)
    rounds.lapse(idle, HERO, Condition("on a quest", 0, 9))
    assert names(idle.state, HERO) == {"on a quest", "cursed with clumsiness"}
    home = after(idle.state, PartyWent("town", None, "arrived"))
    assert names(home, HERO) == set()
    under_way = with_condition(below("Light"), HERO, "on a quest", 0, 9)
    busy = Resolution(under_way, Scripted(), RULESET)
    rounds.lapse(busy, HERO, Condition("on a quest", 0, 9))
    assert names(busy.state, HERO) == {"on a quest"}


@rule("ose:magic.divine.faithful", "ose:magic.divine.atonement")
def test_a_quest_of_the_deity_is_lifted_by_no_mortal_and_done_wins_its_favour_back():
    state = below("Quest", 9, "cleric")
    fallen = Resolution(state, Scripted(), RULESET, {"ose:magic.divine.faithful": "a dangerous quest"})
    divine_favour.fall_from_favour(fallen, OTHER)
    assert names(fallen.state, OTHER) == {"out of favour", "on a quest"}
    tried = act(changed(fallen.state, HERO, alignment="Chaotic"), Cast(HERO, "Remove Quest", OTHER), d100(100)).state
    assert has(tried.creatures[OTHER], "on a quest")
    assert names(after(fallen.state, PartyWent("town", None, "arrived")), OTHER) == set()


@rule(SPELL, "ose:dice.percentile")
@pytest.mark.parametrize(("face", "lifted"), [(10, False), (11, True)])
def test_remove_quest_fails_more_often_against_the_mightier(face, lifted):
    state = with_condition(below("Quest", 9, "fighter"), OTHER, "on a quest", None, 11)
    state = changed(state, HERO, alignment="Chaotic")
    done = act(state, Cast(HERO, "Remove Quest", OTHER), d100(face))
    assert first(done, ChanceRolled).success == lifted
    assert has(done.state.creatures[OTHER], "on a quest") != lifted
    same = with_condition(state, OTHER, "on a quest", None, 9)
    assert names(act(same, Cast(HERO, "Remove Quest", OTHER)).state, OTHER) == set()


def communing(state, left=3):
    return with_condition(state, HERO, "communing with the deity", state.now + 3 * TURN, left)


def answer(state, question):
    return first(act(communing(state), AskDeity(HERO, question)), DeityAnswered).answer


@rule(SPELL)
@pytest.mark.parametrize(("use", "questions"), [("", 3), ("at length", 6)])
def test_commune_grants_three_questions_or_six_once_a_year(use, questions):
    done = act(below("Commune"), Cast(HERO, "Commune", "", use)).state
    asking = done.creatures[HERO].condition("communing with the deity")
    assert (asking.level, asking.until) == (questions, done.now + 3 * TURN)


@rule(SPELL)
def test_commune_is_granted_once_a_week_and_at_length_once_a_year():
    done = act(below("Commune"), Cast(HERO, "Commune", "", "at length")).state
    ready = changed(done, HERO, memorised=("Commune",))
    soon, later = replace(ready, now=ready.now + 6 * DAY), replace(ready, now=ready.now + 8 * DAY)
    assert why_not(soon, Cast(HERO, "Commune")) is not None
    assert why_not(later, Cast(HERO, "Commune")) is None
    assert why_not(later, Cast(HERO, "Commune", "", "at length")) is not None
    assert why_not(replace(ready, now=ready.now + 366 * DAY), Cast(HERO, "Commune", "", "at length")) is None


@rule(SPELL)
def test_the_deity_answers_truly_about_what_is_here():
    state = below("Light")
    assert answer(state, "is there a trap here") == "no"
    trapped = after(state, TrapChanged(Trap("pit", "1-01", "pit"), "placed"))
    assert answer(trapped, "is there a trap here") == "yes"
    gold = Hoard("gold", "1-01", (Item("gp", "gold pieces", count=9),), hidden=True)
    assert answer(state, "is there hidden treasure here") == "no"
    assert answer(after(state, HoardChanged(gold, "placed")), "is there hidden treasure here") == "yes"


@rule(SPELL)
def test_each_question_is_one_less_and_the_last_ends_it():
    state = communing(below("Light"), left=2)
    once = act(state, AskDeity(HERO, "is there a trap here")).state
    assert once.creatures[HERO].condition("communing with the deity").level == 1
    twice = act(once, AskDeity(HERO, "is there a trap here")).state
    assert names(twice, HERO) == set()
    assert why_not(twice, AskDeity(HERO, "is there a trap here")).rule == SPELL


@rule("ose:referee.resolve-action")
def test_any_other_question_is_for_a_person_to_answer():
    state = communing(below("Light"))
    question = AskDeity(HERO, "does the baron lie")
    assert why_not(state, question).rule == "ose:referee.resolve-action"
    judged = replace(state, human_referee=True)
    asked = play.resolve(RULESET, judged, "player", question, Scripted())
    assert asked.state.prompts[0].choices == ("yes", "no", "the answer is unclear")


FACTS = {
    3: "Continual Light, Cure Disease, Growth of Animal, Locate Object, Remove Curse, Striking",
    4: "Create Water, Cure Serious Wounds, Neutralize Poison, Protection from Evil 10' Radius, Speak with Plants, "
    "Sticks to Snakes",
    5: "Commune, Create Food, Dispel Evil, Insect Plague, Quest, Raise Dead",
}


@rule("ose:magic.spell-list", "ose:magic.divine.memorize")
@pytest.mark.parametrize("level", [3, 4, 5])
def test_every_spell_of_the_list_can_be_prayed_for(level):
    cleric = below("Light", 14).creatures[HERO]
    assert ", ".join(memorising.choices(cleric, level)) == FACTS[level]
