from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import act, delve, meeting, own_book, why_not, with_condition
from tests.rules.ose.scene import average, changed, every, first, make

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Answer
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.healing import Camp
from underkeep.systems.ose.magic import memorising
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.memorising import Memorise, NightSlept, SpellsMemorised, StudyBroken
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d6, rule
from underkeep.world.light import Light

HERO = "hero-1"
TORCH = Light("torch", HERO, "torches", "Torch", 30, None)


def rested(state):
    """A night has gone by since anything was memorised."""
    done = Resolution(state, Scripted(), RULESET)
    done.emit(NightSlept(max(1, state.now)))
    return done.state


def student(kind="magic-user", level=3, book=("Sleep", "Light", "Web"), memorised=()):
    state = delve(kind, in_town=True, level=level, spell_book=book, memorised=memorised)
    return rested(own_book(state, HERO) if kind != "cleric" else state)


@rule("ose:magic.slots-by-level", "ose:magic.memorize.duplicates")
def test_as_many_as_the_level_allows_and_the_same_twice():
    state = student()
    assert memorising.places(state.creatures[HERO])[:3] == (2, 1, 0)
    assert why_not(state, Memorise(HERO, ("Sleep", "Sleep", "Web"))) is None
    assert why_not(state, Memorise(HERO, ("Sleep", "Light", "Sleep"))).rule == "ose:magic.slots-by-level"
    full = changed(state, HERO, memorised=("Sleep", "Light", "Web"))
    assert why_not(full, Memorise(HERO)).rule == "ose:magic.slots-by-level"


@rule("ose:magic.slots-by-level", "ose:magic.memorize.rest")
def test_whoever_has_slept_may_choose_anew():
    """What is named takes the place of others of its level; all anew, each place is asked about."""
    full = student(memorised=("Sleep", "Sleep", "Web"))
    done = act(full, Memorise(HERO, ("light",)))
    assert sheet(done.state.creatures[HERO]).memorised == ("Sleep", "Web", "Light")
    assert why_not(full, Memorise(HERO, ("Light", "Light", "Light"))).rule == "ose:magic.slots-by-level"
    asked = act(full, Memorise(HERO, anew=True))
    assert asked.state.prompts[0].default == "Light" and "Darkness" in asked.state.prompts[0].choices
    assert sheet(asked.state.creatures[HERO]).memorised == ("Sleep", "Sleep", "Web"), "not before the hour is over"
    cast = Resolution(full, Scripted(), RULESET)
    memorising.spent(cast, full.creatures[HERO], 1)
    used = changed(cast.state, HERO, memorised=("Sleep", "Web"))
    assert act(used, Memorise(HERO, ("Light",))).state.creatures[HERO].sheet.memorised == ("Web", "Light")
    assert why_not(student(memorised=()), Memorise(HERO, anew=True)).rule == "ose:magic.slots-by-level"
    assert why_not(done.state, Memorise(HERO, anew=True)).rule == "ose:magic.memorize.rest"
    options = {(a.spells, a.anew) for a in memorising.options(full) if why_not(full, a) is None}
    assert options == {((), True)}


@rule("ose:magic.spell-list", "ose:magic.arcane.memorize")
def test_only_what_is_on_the_list_and_in_the_book():
    state = student()
    assert why_not(state, Memorise(HERO, ("Bless",))).rule == "ose:magic.spell-list"
    assert why_not(state, Memorise(HERO, ("Shield",))).rule == "ose:magic.arcane.memorize"
    lost = state.with_creature(HERO, items=())
    assert why_not(lost, Memorise(HERO)).rule == "ose:magic.arcane.memorize"
    fighter = rested(delve("fighter", in_town=True))
    assert why_not(fighter, Memorise(HERO)).rule == "ose:magic.memorize-and-cast"


@rule("ose:magic.divine.memorize", "ose:magic.divine.reverse")
def test_a_cleric_prays_for_any_spell_of_a_level_that_can_be_cast():
    state = student("cleric", level=4, book=())
    assert why_not(state, Memorise(HERO, ("Light", "Bless"))) is None
    assert set(memorising.choices(state.creatures[HERO], 2)) == {
        "Bless", "Find Traps", "Hold Person", "Know Alignment", "Resist Fire", "Silence 15' Radius", "Snake Charm",
        "Speak with Animals",
    }  # fmt: skip
    second = student("cleric", level=2, book=())
    assert why_not(second, Memorise(HERO, ("Bless",))).rule == "ose:magic.slots-by-level"
    assert why_not(second, Memorise(HERO, ("Darkness",))).rule == "ose:magic.divine.reverse"
    assert why_not(student("cleric", level=1, book=()), Memorise(HERO)).rule == "ose:magic.memorize-and-cast"


@rule("ose:magic.arcane.reverse")
def test_an_arcane_caster_may_hold_both_forms():
    done = act(student(), Memorise(HERO, ("Light", "Darkness")))
    assert sheet(done.state.creatures[HERO]).memorised == ("Light", "Darkness")


@rule("ose:magic.memorize.time")
def test_an_hour_for_the_whole_load():
    state = student()
    done = act(state, Memorise(HERO, ("Sleep", "Light", "Web")))
    assert done.state.now == state.now + 3600
    assert first(done, SpellsMemorised).memorised == ("Sleep", "Light", "Web")


@rule("ose:magic.slots-by-level", "ose:magic.memorize.time")
def test_each_free_place_is_asked_about():
    state = student(memorised=("Sleep",))
    asked = act(state, Memorise(HERO))
    (prompt,) = asked.state.prompts
    assert set(prompt.choices) == {"Sleep", "Light", "Darkness", "nothing"} and prompt.default == "Light"
    again = act(asked.state, Answer(prompt.id, "Darkness"))
    (prompt,) = again.state.prompts
    assert prompt.choices == ("Web", "nothing")
    done = act(again.state, Answer(prompt.id, "nothing"))
    assert sheet(done.state.creatures[HERO]).memorised == ("Sleep", "Darkness")
    assert done.state.now == state.now + 3600


@rule("ose:magic.memorize.rest")
def test_a_night_of_sleep_comes_first():
    state = student()
    once = act(state, Memorise(HERO, ("Sleep",))).state
    assert why_not(once, Memorise(HERO, ("Light",))).rule == "ose:magic.memorize.rest"
    slept = Resolution(once, Alike(1), RULESET)
    RULESET.town.rest_days(slept, 1)
    assert why_not(slept.state, Memorise(HERO, ("Light",))) is None
    fresh = own_book(delve("magic-user", in_town=True, memorised=()), HERO)
    assert why_not(fresh, Memorise(HERO)).rule == "ose:magic.memorize.rest"


@rule("ose:magic.memorize.rest", "ose:light.infravision.no-reading")
def test_a_camp_that_is_disturbed_does_not_count(monkeypatch):
    from underkeep.systems.ose.exploration import turns

    state = own_book(delve("magic-user", level=3, spell_book=("Sleep",), memorised=()), HERO)
    monkeypatch.setattr(turns, "check_wandering", lambda do: None)
    quiet = play.carry_out(RULESET, state, "player", Camp(), Alike(1)).state
    assert memorising.has_slept(quiet, HERO)

    def visit(do):
        do.state = do.state if do.state.encounter is not None else meeting(do.state, "goblin", attitude="neutral")
        do.events.append(_began(do.state))

    def _began(state):
        from underkeep.world.encounter import EncounterBegan

        return EncounterBegan(state.encounter)

    monkeypatch.setattr(turns, "check_wandering", visit)
    broken = play.carry_out(RULESET, state, "player", Camp(), Alike(1)).state
    assert not memorising.has_slept(broken, HERO)


@rule("ose:magic.slots-by-level")
def test_play_begins_with_a_full_mind():
    assert sheet(make("magic-user", spells="sleep")[0]).memorised == ("Sleep",)
    cleric = sheet(make("cleric", level=4, **average())[0])
    assert cleric.memorised == ("Cure Light Wounds", "Detect Evil", "Bless")
    wanted = make("cleric", level=4, memorised="light, light, hold person")[0]
    assert sheet(wanted).memorised == ("Light", "Light", "Hold Person")
    for wrong in ("sleep", "light, light, light", "darkness"):
        with pytest.raises(UnderkeepError):
            make("cleric", level=4, memorised=wrong)
    assert sheet(make("fighter")[0]).memorised == ()


@rule("ose:magic.slots-by-level")
@pytest.mark.parametrize(
    ("kind", "level", "slots"),
    [
        ("cleric", 1, (0, 0, 0, 0, 0)), ("cleric", 6, (2, 2, 1, 1, 0)), ("cleric", 14, (6, 5, 5, 5, 4)),
        ("elf", 1, (1, 0, 0, 0, 0)), ("elf", 10, (3, 3, 3, 3, 2)),
        ("magic-user", 5, (2, 2, 1, 0, 0, 0)), ("magic-user", 14, (4, 4, 4, 4, 3, 3)),
    ],
)  # fmt: skip
def test_slots_by_class_and_level(kind, level, slots):
    assert compendium.classes()[kind].levels[level - 1].spells == slots


@rule("ose:magic.divine.faithful")
def test_a_caster_denied_a_spell_holds_one_less():
    state = student("cleric", level=4, book=())
    denied = with_condition(state, HERO, "denied a spell")
    assert memorising.places(denied.creatures[HERO])[:2] == (2, 0)
    assert every(act(state, Memorise(HERO, ("Light",))), SpellsMemorised)


def _used(state, spell):
    """The same after casting a spell: the state that the rules of casting make of it."""
    action = next(x for x in play.legal_actions(RULESET, state, "player") if isinstance(x, Cast) and x.spell == spell)
    return play.resolve(RULESET, state, "player", action, Seeded(1)).state


@rule("ose:magic.memorize.rest")
def test_sleep_comes_after_the_spell_was_used():
    known = ("Shield", "Light", "Mirror Image")
    state = own_book(delve("magic-user", level=3, spell_book=known, memorised=known), HERO)
    cast = _used(rested(replace(state, lights=(TORCH,))), "Light")
    assert memorising.why_not(cast, Memorise(HERO)).rule == "ose:magic.memorize.rest"
    assert memorising.why_not(cast, Memorise(HERO, ("Light", "Light"))).rule == "ose:magic.slots-by-level"
    assert memorising.kept(cast, cast.creatures[HERO], Memorise(HERO, ("Light",))) == ("Mirror Image",)
    slept = Resolution(cast, Scripted(), RULESET)
    memorising.slept(slept)
    assert memorising.why_not(slept.state, Memorise(HERO, ("Light",))) is None
    again = _used(slept.state, "Shield")
    assert memorising.why_not(again, Memorise(HERO, ("Light",))) is None
    assert memorising.why_not(again, Memorise(HERO, ("Light", "Shield"))).rule == "ose:magic.slots-by-level"


@rule("ose:magic.memorize.time", "ose:light.infravision.no-reading")
def test_underground_the_hour_is_six_turns_and_takes_a_light():
    state = rested(own_book(delve("magic-user", spell_book=("Sleep",), memorised=()), HERO))
    assert why_not(state, Memorise(HERO, ("Sleep",))).rule == "ose:light.infravision.no-reading"
    done = Resolution(replace(state, lights=(TORCH,)), Scripted(*d6(6, 6, 6)), RULESET)
    memorising.memorise(done, Memorise(HERO, ("Sleep",)))
    done.dice.finish()
    assert done.state.party.turns == state.party.turns + 6 and done.state.now == state.now + 3600
    assert sheet(done.state.creatures[HERO]).memorised == ("Sleep",)
    short = replace(state, lights=(replace(TORCH, until=state.now + 1200),))
    dark = Resolution(short, Scripted(d6(6)), RULESET)
    memorising.memorise(dark, Memorise(HERO, ("Sleep",)))
    assert every(dark, StudyBroken) and not every(dark, SpellsMemorised)
    assert sheet(dark.state.creatures[HERO]).memorised == ()
