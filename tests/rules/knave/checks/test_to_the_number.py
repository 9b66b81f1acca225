"""Checks, saves, careers, fear, healing and wounds: every number from both of its sides."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import (
    RULESET,
    act,
    carrying,
    delvers,
    has,
    on_sheet,
    scene,
    scores,
    sheet_of,
    the,
    why_not,
)

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Modifier
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, CallContest, CallSave
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.battle import battle, with_battle
from underkeep.systems.knave.basics.steps import rules_behind, step
from underkeep.systems.knave.checks import careers, checks, fear, hazards, healing, knowledge, saves, waterskins, wounds
from underkeep.systems.knave.checks.conditions import check_modifiers
from underkeep.systems.knave.checks.knowledge import KnowledgeTried
from underkeep.systems.knave.magic.effects import ground
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import CheckRolled, Died, Harmed, Healed, SaveRolled
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

ME, IT = "knave-1", "ogre-1"
LIGHT, LEVER, RAIN, MUD = Modifier("light", 5), Modifier("a lever", 5), Modifier("rain", -5), Modifier("mud", -5)


def knave(**given: int) -> State:
    return scores(scene("knave v ogre"), ME, **given)


def under(state: State, id: str, *conditions: Condition) -> State:
    return state.with_creature(id, conditions=conditions)


def called(state: State, what: str, *modifiers: Modifier, face: int = 10) -> CheckRolled:
    event = the(act(state, CallCheck(ME, what, None, modifiers), d20(face)), CheckRolled)
    assert isinstance(event, CheckRolled)
    return event


@rule("knave:task.check.target")
@pytest.mark.parametrize(("difficulty", "refused"), [(-1, True), (0, False), (1, False), (100, False), (101, True)])
def test_a_difficulty_is_between_0_and_100(difficulty: int, refused: bool) -> None:
    assert why_not(knave(), CallCheck(ME, "STR", difficulty)) == ("knave:task.check.target" if refused else "")


@rule("knave:task.check.advantage", "knave:task.check.disadvantage", "knave:task.check.modifier-judgement")
def test_advantages_and_disadvantages_are_cited_as_what_they_are() -> None:
    better, worse = called(knave(), "STR", LIGHT).rule, called(knave(), "STR", RAIN).rule
    assert "knave:task.check.advantage" in better and "knave:task.check.disadvantage" not in better
    assert "knave:task.check.disadvantage" in worse and "knave:task.check.advantage" not in worse
    cited: list[str] = []
    do = scripted(RULESET, knave())
    assert checks._circumstances(do, (Modifier("small", 1), RAIN), cited) != ()
    assert cited == ["knave:task.check.advantage", "knave:task.check.disadvantage"]
    assert checks._circumstances(scripted(RULESET, knave()), (), cited) == ()


@rule("knave:task.check.modifier-judgement")
def test_the_referee_chooses_between_two_steps_down_and_two_up() -> None:
    human = replace(knave(), human_referee=True)
    prompt = act(human, CallCheck(ME, "STR", None, (LIGHT,))).state.prompts[0]
    assert prompt.choices == ("-10", "-5", "+0", "+5", "+10") and prompt.default == "+5"
    down = (RAIN, MUD, Modifier("dark", -5))
    assert called(knave(), "STR", *down).roll.modifiers == (("circumstances", -10),)
    assert called(knave(), "STR", RAIN, MUD).roll.modifiers == (("rain", -5), ("mud", -5))
    up = (LIGHT, LEVER, Modifier("friends", 5))
    assert called(knave(), "STR", *up).roll.modifiers == (("circumstances", 10),)


@rule("knave:task.check.opposed-ability", "knave:task.check.default-difficulty")
def test_the_best_of_several_opponents_sets_the_difficulty() -> None:
    state = scores(scores(scene("knave v 2 knave"), "b-knave-1", STR=4), "b-knave-2", STR=2)
    do = act(state, CallContest("a-knave-1", "STR", opponents=("b-knave-1", "b-knave-2")), d20(14))
    roll = the(do, CheckRolled)
    assert roll.roll.needed == 15 and not roll.success  # type: ignore[attr-defined]
    assert "knave:task.check.opposed-ability" in roll.rule
    assert "knave:task.check.default-difficulty" in called(knave(), "STR").rule
    named = act(knave(), CallCheck(ME, f"STR vs {IT}", 3), d20(14))
    assert the(named, CheckRolled).roll.needed == 14  # type: ignore[attr-defined]


@rule("knave:task.check.formula", "knave:task.check.creature-without-scores")
def test_what_may_be_called() -> None:
    assert why_not(knave(), CallCheck(ME, f"STR vs {IT} armour")) == ""
    assert why_not(knave(), CallCheck(ME, f"STR vs {IT} wis")) == ""
    assert why_not(knave(), CallCheck(ME, f"STR vs {IT}")) == ""
    assert why_not(knave(), CallCheck(ME, f"STR vs {IT} luck")) == "knave:task.check.formula"
    assert why_not(knave(), CallCheck(ME, "STR vs nobody")) == "knave:task.check.formula"
    assert why_not(knave(), CallCheck(ME, "luck")) == "knave:task.check.formula"


@rule("knave:task.check.creature-without-scores")
def test_a_human_mind_in_a_beast_thinks_with_half_the_level() -> None:
    state = knave()
    ogre = state.creatures[IT]
    assert checks.usual_score(ogre, "INT") == ("zero", 0)
    assert checks.usual_score(ogre, "STR") == ("level", 4)
    assert checks.usual_score(ogre, "DEX") == ("half-level", 2)
    changed = under(state, IT, Condition("human-minded"))
    assert checks.usual_score(changed.creatures[IT], "INT") == ("half-level", 2)
    odd = on_sheet(state, IT, level=5)
    assert checks.usual_score(odd.creatures[IT], "DEX") == ("half-level", 2)
    assert checks.score(scripted(RULESET, odd), odd.creatures[IT], "DEX") == 2
    asked = Resolution(state, scripted(RULESET, state).dice, RULESET, {checks.NO_SCORES: "level"})
    assert checks.score(asked, ogre, "INT") == 4


@rule("knave:task.check.modifier-step", "knave:task.check.advantage", "knave:task.check.disadvantage")
def test_a_step_is_5_either_way_and_names_its_rule() -> None:
    assert step("light") == Modifier("light", 5) and step("mud", -2) == Modifier("mud", -10)
    assert rules_behind([step("light")]) == ("knave:task.check.modifier-step", "knave:task.check.advantage")
    assert rules_behind([step("drunk", -1)])[-1] == "knave:hazard.drink.drunk"
    assert rules_behind([Modifier("nothing", 0)]) == ()


# Knowledge


@rule("knave:task.knowledge.common", "knave:task.knowledge.career", "knave:downtime.career.grants-knowledge")
def test_what_a_career_knows_is_cited_as_the_careers() -> None:
    def asked(subject: str, *careers: str) -> KnowledgeTried:
        state = on_sheet(knave(), ME, careers=careers)
        do = scripted(RULESET, state)
        known = knowledge.knows(do, state.creatures[ME], subject)
        event = the(do, KnowledgeTried)
        assert isinstance(event, KnowledgeTried) and event.known is known
        return event

    grants = "knave:downtime.career.grants-knowledge"
    common = next(k for k, found in knowledge.of_creatures().items() if found.common)
    known_to_all = next(id for id, stats in compendium.monsters().items() if stats.sort == common)
    told = asked(known_to_all)
    assert told.known and grants not in told.rule and told.rule[0] == "knave:task.knowledge.common"
    trade = asked("dyer (career)", "dyer")
    assert trade.known and trade.rule == ("knave:task.knowledge.career", grants)
    layman = asked("dyer (career)", "sailor")
    assert not layman.known and layman.rule == ("knave:task.knowledge.other",)


@rule("knave:downtime.career.grants-attempts")
def test_who_may_try_is_named() -> None:
    state = on_sheet(knave(), ME, careers=())
    one = careers.why_not_attempt(state.creatures[ME], "locksmith")
    assert one is not None and one.sentence == "That takes a trained locksmith."
    shared = [task for task in _tasks() if len(careers.trades(task)) == 2 and not careers.may_attempt(_me(state), task)]
    for task in shared[:1]:
        first, second = (career.name for career in careers.trades(task))
        several = careers.why_not_attempt(_me(state), task)
        assert several is not None and several.sentence == f"That takes a trained {first} or {second}."
    many = [task for task in _tasks() if len(careers.trades(task)) > 2 and not careers.may_attempt(_me(state), task)]
    for task in many[:1]:
        names = [career.name for career in careers.trades(task)]
        told = careers.why_not_attempt(_me(state), task)
        assert told is not None and told.sentence == f"That takes a trained {', '.join(names[:-1])} or {names[-1]}."
    assert shared or many


def _me(state: State):  # type: ignore[no-untyped-def]
    return state.creatures[ME]


def _tasks() -> list[str]:
    return [task for career in compendium.careers().values() for task in career.trade]


# Saves


@rule("knave:magic.save.who")
@pytest.mark.parametrize(("level", "may"), [(1, False), (2, False), (3, True)])
def test_only_a_higher_level_than_the_spells_saves(level: int, may: bool) -> None:
    state = on_sheet(knave(), ME, level=level)
    assert saves.may_save(state.creatures[ME], 2) is may
    assert not saves.may_save(state.creatures[ME], 2, is_willing=True)


@rule("knave:magic.save.half", "knave:magic.save.nullify", "knave:magic.save.target-number")
@pytest.mark.parametrize(
    ("face", "outcome", "rule_id"),
    [(12, "whole", ""), (13, "half", "half"), (20, "half", "half"), (20, "none", "nullify")],
)
def test_what_a_save_spares(face: int, outcome: str, rule_id: str) -> None:
    wisdom = 3 if outcome == "none" else 0
    state = on_sheet(scores(scene("knave v ogre"), ME, WIS=wisdom), ME, level=9)
    do = scripted(RULESET, state, d20(face))
    assert saves.save(do, ME, "WIS", 2) == outcome
    event = the(do, SaveRolled)
    assert event.success is (outcome != "whole")  # type: ignore[attr-defined]
    spares = [r.removeprefix("knave:magic.save.") for r in event.rule if r.endswith((".half", ".nullify"))]
    assert spares == ([rule_id] if rule_id else [])


@rule("knave:magic.save.half", "knave:magic.save.nullify")
def test_a_save_halves_and_rounds_down() -> None:
    assert (saves.spared(7, "whole"), saves.spared(7, "half"), saves.spared(7, "none")) == (7, 3, 0)
    assert saves._outcome(22, 13) == "half" and saves._outcome(23, 13) == "none"
    assert saves._outcome(13, 13) == "half" and saves._outcome(12, 13) == "whole"


@rule("knave:magic.save.who", "knave:magic.save.target-number")
def test_a_called_save_names_the_level_of_the_spell() -> None:
    state = on_sheet(knave(), ME, level=5)
    assert why_not(state, CallSave(ME, "WIS", None)) == "knave:magic.save.target-number"
    assert why_not(state, CallSave(ME, "WIS", -1)) == "knave:magic.save.target-number"
    assert why_not(state, CallSave(ME, "WIS", 0)) == "" and why_not(state, CallSave(ME, "WIS", 4)) == ""
    assert why_not(state, CallSave(ME, "WIS", 5)) == "knave:magic.save.who"
    assert why_not(state, CallSave(ME, "WIS", 2, (Modifier("x", 2),))) == "knave:task.check.modifier-step"


# Fear


@rule("knave:morale.break.other")
def test_magic_of_the_others_awes_once_those_who_may_break() -> None:
    state = with_battle(scene("knave v goblin"), may_break={"b": 1, "a": 0})

    def seen(known: State, by: str = ME, id: str = "goblin-1") -> bool:
        do = scripted(RULESET, known)
        fear.marvel(do, by, id)
        return has(do, fear.WonderSeen)

    assert seen(state)
    assert not seen(with_battle(state, awed=("b",)))
    assert not seen(with_battle(state, may_break={"b": 0}))
    assert not seen(state, by="goblin-1") and not seen(state, by="nobody") and not seen(state, id="nobody")
    assert not seen(state, by="goblin-1", id=ME)
    assert not seen(replace(state, fight=None))


@rule("knave:morale.break.feared-attack")
def test_what_is_feared_frightens_and_nothing_else_does() -> None:
    kind, stats = next((k, s) for k, s in compendium.monsters().items() if s.fears)
    state = scene(f"knave v {kind}")

    def struck(*kinds: str, known: State = state, by: str = "") -> Resolution:
        do = scripted(RULESET, known)
        fear.frighten(do, f"{kind}-1", kinds, by)
        return do

    feared = struck("weapon", stats.fears[0])
    assert the(feared, fear.FearStruck).side == "b" and battle(feared.state).frightened == ("b",)  # type: ignore[attr-defined]
    assert not has(struck("tickling"), fear.FearStruck) and not has(struck(), fear.FearStruck)
    assert not has(struck(stats.fears[0], known=replace(state, fight=None)), fear.FearStruck)
    open_minded = with_battle(state, may_break={"b": 1})
    assert has(struck("magic", known=open_minded, by=ME), fear.WonderSeen)
    assert not has(struck("magic", known=open_minded), fear.WonderSeen)
    assert not has(struck("silver", known=open_minded, by=ME), fear.WonderSeen)


# Healing


def woken(watches: int, fed: bool, haven: bool, hp: int = 1, wounds: int = 2) -> Resolution:
    state = on_sheet(knave().with_creature(ME, hp=hp), ME, wounds=wounds)
    do = scripted(RULESET, state)
    healing.wake(do, ME, watches, fed, haven)
    return do


@rule("knave:healing.hp-each-morning", "knave:healing.conditions-both-needed", "knave:healing.wound-in-haven")
def test_a_meal_and_two_watches_and_a_haven() -> None:
    whole = woken(2, True, True)
    assert whole.state.creatures[ME].hp == 4 and sheet_of(whole.state, ME).wounds == 1
    assert the(whole, healing.WoundHealed).slot == 10 - 2 + 1  # type: ignore[attr-defined]
    assert sheet_of(woken(3, True, False).state, ME).wounds == 2
    for watches, fed, want in ((1, True, "sleep"), (1, False, "sleep"), (2, False, "a meal")):
        do = woken(watches, fed, True)
        assert the(do, healing.NothingRecovered).want == want  # type: ignore[attr-defined]
        assert do.state.creatures[ME].hp == 1 and sheet_of(do.state, ME).wounds == 2
    assert not woken(0, False, True, hp=4, wounds=0).events and not woken(2, True, True, hp=4, wounds=0).events
    assert has(woken(0, False, False, hp=4, wounds=1), healing.NothingRecovered)
    assert has(woken(0, False, False, hp=3, wounds=0), healing.NothingRecovered)


# Conditions


@rule("knave:hazard.thirst.penalty", "knave:hazard.sleep.penalty", "knave:hazard.drink.drunk")
def test_what_weighs_on_a_check() -> None:
    def weight(*found: Condition, ability: str = "", id: str = ME) -> list[int]:
        return [m.amount for m in check_modifiers(under(knave(), id, *found).creatures[id], ability)]

    assert weight(Condition("drunk")) == [-5] and weight(Condition("blinded")) == [-10]
    assert weight(Condition("thirsty", level=3)) == [-15] and weight(Condition("sleepless", level=2)) == [-10]
    assert weight(Condition("mighty")) == [] and weight(Condition("mighty"), ability="STR") == [5]
    assert weight(Condition("in full sun")) == [] and weight(Condition("in full sun"), id=IT) == []
    assert weight(Condition("drunk"), Condition("hung over")) == [-5, -5]


# Wounds and hazards


@rule("knave:damage.wound-per-point", "knave:damage.wound-order")
def test_wounds_stop_at_the_first_slot() -> None:
    state = on_sheet(knave(), ME, wounds=8)
    do = scripted(RULESET, state)
    wounds.wound(do, ME, 5)
    assert the(do, wounds.SlotsWounded).slots == (2, 1) and sheet_of(do.state, ME).wounds == 10  # type: ignore[attr-defined]
    last = scripted(RULESET, on_sheet(knave(), ME, wounds=9))
    wounds.wound(last, ME, 1)
    assert the(last, wounds.SlotsWounded).slots == (1,)  # type: ignore[attr-defined]
    none = scripted(RULESET, on_sheet(knave(), ME, wounds=10))
    wounds.wound(none, ME, 1)
    assert not none.events


@rule("knave:damage.hp-first", "knave:damage.direct.bypasses-hp", "knave:damage.direct.triple-without-slots")
def test_what_a_blow_takes_and_from_whom() -> None:
    def harmed(state: State, id: str, amount: int, direct: bool = False) -> Resolution:
        do = scripted(RULESET, state)
        wounds.harm(do, id, amount, direct=direct)
        return do

    exact = harmed(knave(), ME, 4)
    assert exact.state.creatures[ME].hp == 0 and sheet_of(exact.state, ME).wounds == 0
    over = harmed(knave(), ME, 5)
    assert over.state.creatures[ME].hp == 0 and sheet_of(over.state, ME).wounds == 1
    straight = harmed(knave(), ME, 1, direct=True)
    assert straight.state.creatures[ME].hp == 4 and sheet_of(straight.state, ME).wounds == 1
    ogre = knave().with_creature(IT, hp=16, max_hp=16)
    assert harmed(ogre, IT, 5, direct=True).state.creatures[IT].hp == 1
    assert harmed(ogre, IT, 15).state.creatures[IT].hp == 1 and not has(harmed(ogre, IT, 15), Died)
    assert has(harmed(ogre, IT, 16), Died) and has(harmed(ogre, IT, 17), Died)
    assert not harmed(knave(), ME, 0).events and has(harmed(knave(), ME, 1), Harmed)


@rule("knave:death.pc", "knave:death.monster")
def test_who_is_slain() -> None:
    def slain(id: str, hp: int, **sheet: int) -> bool:
        return wounds.is_slain(on_sheet(knave().with_creature(id, hp=hp), id, **sheet).creatures[id])

    assert not slain(ME, 0, wounds=9) and slain(ME, 4, wounds=10) and slain(ME, 0, wounds=11)
    assert not slain(IT, 1) and slain(IT, 0) and slain(IT, -1)


@rule("knave:death.monster")
def test_what_revives_is_dead_once_its_strength_is_burnt_away() -> None:
    troll = scene("knave v troll").with_creature("troll-1", hp=1)
    down = scripted(RULESET, troll, *d6(2, 3))
    wounds.harm(down, "troll-1", 1)
    found = down.state.creatures["troll-1"].condition("reviving")
    assert found is not None and found.until == down.state.now + 5 * 10 and not has(down, Died)
    one = scripted(RULESET, troll.with_creature("troll-1", max_hp=1), *d6(2, 3))
    wounds.harm(one, "troll-1", 1)
    assert not has(one, Died)
    burnt = scripted(RULESET, troll.with_creature("troll-1", max_hp=0))
    wounds.harm(burnt, "troll-1", 1)
    assert has(burnt, Died)
    dead = scripted(RULESET, troll.with_creature("troll-1", status="dead", hp=0))
    wounds._fall(dead, "troll-1", None)
    assert not dead.events


@rule("knave:hazard.falling.damage", "knave:hazard.falling.instant-death")
@pytest.mark.parametrize(("feet", "faces"), [(9, ()), (10, (3,)), (19, (3,)), (20, (1, 2)), (30, (6, 6, 5))])
def test_a_die_for_every_whole_10_feet(feet: int, faces: tuple[int, ...]) -> None:
    do = scripted(RULESET, scores(knave(), ME, CON=10), *(d6(face) for face in faces))
    hazards.fall(do, ME, feet)
    assert sheet_of(do.state, ME).wounds == sum(faces) and not has(do, Died)
    assert has(do, hazards.Fell) is bool(faces)


@rule("knave:hazard.drowning.breath", "knave:hazard.drowning.pass-out")
@pytest.mark.parametrize(("con", "seconds", "down"), [(0, 30, False), (0, 31, True), (2, 90, False), (2, 91, True)])
def test_half_a_minute_of_breath_and_another_for_each_point(con: int, seconds: int, down: bool) -> None:
    do = scripted(RULESET, scores(knave(), ME, CON=con))
    hazards.hold_breath(do, ME, seconds)
    assert (do.state.creatures[ME].status == "down") is down
    gills = scripted(RULESET, under(knave(), ME, Condition("water breathing")))
    hazards.hold_breath(gills, ME, 600)
    assert not gills.events


@rule("knave:hazard.fire.burning")
def test_nobody_catches_fire_twice_and_friends_at_hand_help() -> None:
    state = delvers()
    lit = scripted(RULESET, state.with_creature("hero-1", conditions=(Condition("alight"),)))
    hazards.catch_fire(lit, "hero-1")
    assert not lit.events
    helped = scripted(RULESET, state, *d6(1, 1), d20(11))
    hazards.blaze(helped, "hero-1")
    assert the(helped, CheckRolled).roll.modifiers == (("friends at hand", 5),)  # type: ignore[attr-defined]
    assert not helped.state.creatures["hero-1"].condition("alight")
    alone = scripted(RULESET, state.with_creature("hero-2", status="down"), *d6(1, 1), d20(15), *d6(1, 1), d20(16))
    hazards.blaze(alone, "hero-1")
    assert len([e for e in alone.events if isinstance(e, hazards.Burnt)]) == 2
    bound = state.with_creature("hero-2", conditions=(Condition("paralysed"),))
    unhelped = scripted(RULESET, bound, *d6(1, 1), d20(16))
    hazards.blaze(unhelped, "hero-1")
    assert the(unhelped, CheckRolled).roll.modifiers == ()  # type: ignore[attr-defined]
    last = on_sheet(state, "hero-1", wounds=8)
    dead = scripted(RULESET, last, *d6(1, 1))
    hazards.blaze(dead, "hero-1")
    assert has(dead, Died) and not has(dead, CheckRolled)


@rule("knave:hazard.sleep.collapse", "knave:hazard.sleep.penalty", "knave:time.watch.length")
def test_after_two_days_awake_one_may_collapse_for_three_watches() -> None:
    def awake(days: int, *faces: int) -> Resolution:
        do = scripted(RULESET, under(knave(), ME, *([Condition("sleepless", level=days)] if days else [])), *faces)
        hazards.stay_awake(do, ME)
        return do

    assert not awake(0).events and not awake(1).events
    fell = awake(2, d20(20))
    helpless = fell.state.creatures[ME].condition("helpless")
    assert helpless is not None and helpless.until == fell.state.now + 12 * 3600
    assert has(fell, ConditionEnded)
    held = scripted(RULESET, scores(under(knave(), ME, Condition("sleepless", level=2)), ME, CON=10, WIS=10), d20(16))
    hazards.stay_awake(held, ME)
    assert not has(held, ConditionGained)
    days = scripted(RULESET, knave())
    hazards.go_without_sleep(days, ME)
    hazards.go_without_sleep(days, ME)
    assert days.state.creatures[ME].condition("sleepless").level == 2  # type: ignore[union-attr]


@rule("knave:hazard.thirst.assumed-water", "knave:hazard.thirst.penalty")
def test_where_there_is_water_thirst_ends_and_skins_are_filled() -> None:
    empty = Item(waterskins.EMPTY, "Empty waterskin")
    state = carrying(under(delvers(), "hero-1", Condition("thirsty", level=2)), "hero-1", empty, empty)
    do = scripted(RULESET, state)
    waterskins.drink_fill(do, "hero-1")
    assert not do.state.creatures["hero-1"].condition("thirsty")
    assert [i.kind for i in do.state.creatures["hero-1"].items] == [waterskins.WATERSKIN] * 2
    day = scripted(RULESET, do.state)
    assert waterskins.drink_day(day, "hero-1")
    assert [i.kind for i in day.state.creatures["hero-1"].items] == [waterskins.EMPTY, waterskins.WATERSKIN]
    dry = scripted(RULESET, state)
    assert not waterskins.drink_day(dry, "hero-1") and not has(dry, ItemsChanged)


@rule("knave:damage.hp-first", "knave:damage.immunity")
def test_harm_ends_what_harm_ends_and_fire_what_fire_burns() -> None:
    def left(condition: str, *kinds: str, amount: int = 1) -> list[str]:
        do = scripted(RULESET, under(knave(), ME, Condition(condition)))
        wounds.harm(do, ME, amount, kinds=kinds)
        return [c.name for c in do.state.creatures[ME].conditions]

    assert left("charmed") == [] and left("asleep") == [] and left("drunk") == ["drunk"]
    assert left("webbed") == ["webbed"] and left("webbed", "fire") == []
    assert left("charmed", amount=0) == ["charmed"]
    sober = scripted(RULESET, under(knave(), ME, Condition("drunk")))
    wounds.harm(sober, ME, 1)
    assert not has(sober, ConditionEnded)


@rule("knave:damage.immunity")
def test_what_does_nothing_is_told_by_its_kind() -> None:
    state = scene("knave v black-pudding")

    def told(amount: int, *kinds: str) -> tuple[str, int]:
        do = Resolution(state, Seeded(1, "split"), RULESET)
        wounds.harm(do, "black-pudding-1", amount, kinds=kinds)
        return the(do, wounds.Unharmed).kind, len(do.state.creatures)  # type: ignore[attr-defined]

    before = len(state.creatures)
    assert told(3, "mental") == ("mental", before)
    assert told(3, "weapon") == ("weapon", before + 1) and told(3) == ("plain", before + 1)
    assert told(1, "weapon") == ("weapon", before + 1) and told(0, "weapon") == ("weapon", before)


@rule("knave:healing.hp-each-morning")
def test_a_night_gives_back_what_was_lost() -> None:
    event = the(woken(2, True, False, hp=1), Healed)
    assert (event.amount, event.hp) == (3, 4)  # type: ignore[attr-defined]


@rule("knave:death.pc", "knave:death.monster")
def test_a_death_cites_whose_it_is() -> None:
    for id, cites in ((ME, "knave:death.pc"), (IT, "knave:death.monster")):
        do = scripted(RULESET, knave())
        wounds.harm(do, id, 60)
        assert the(do, Died).rule == (cites,)


@rule("knave:hazard.fire.contact", "knave:hazard.fire.burning", "knave:hazard.freezing", "knave:hazard.drink.drunk")
def test_fire_frost_and_drink() -> None:
    for alight, how, faces in ((False, "in the flames", (d6(2),)), (True, "alight", d6(2, 2))):
        do = scripted(RULESET, knave(), *faces)
        hazards.burn(do, ME, is_alight=alight)
        assert the(do, hazards.Burnt).how == how  # type: ignore[attr-defined]
    warm = scripted(RULESET, knave(), d20(16))
    hazards.freeze(warm, ME)
    assert not has(warm, Harmed)
    drunk = under(knave(), ME, Condition("drunk", level=1))
    sobered = scripted(RULESET, scores(drunk, ME, CON=10), d20(16))
    hazards.drink(sobered, ME)
    found = sobered.state.creatures[ME].condition("drunk")
    assert found is not None and found.level == 0
    dulled = scripted(RULESET, drunk, d20(2))
    hazards.drink(dulled, ME)
    assert dulled.state.creatures[ME].condition("helpless") is not None


@rule("knave:task.knowledge.career", "knave:task.check.opposed-ability", "knave:magic.save.ability")
def test_what_a_refused_call_is_told_and_who_chooses_the_save() -> None:
    dyer = on_sheet(knave(), ME, careers=("dyer",))
    for subject, words in (("dyer", "knows that without a roll"), ("alchemist", "has to go and find that out")):
        refusal = play.why_not(RULESET, dyer, "referee", CallCheck(ME, f"knowledge {subject}"))
        assert refusal is not None and words in refusal.sentence
    assert why_not(knave(), CallContest(ME, "STR")) == "knave:task.check.opposed-ability"
    assert why_not(knave(), CallContest(ME, "STR", opponents=(IT,))) == ""
    human = replace(on_sheet(knave(), ME, level=9), human_referee=True)
    asked = act(human, CallSave(ME, "WIS", 2))
    assert asked.state.prompts[0].rule == ("knave:magic.save.ability",)


@rule("knave:damage.weakness", "knave:damage.direct.triple-without-slots")
def test_a_weakness_and_what_it_does_are_both_told() -> None:
    kind, weak = next((k, m.weak[0]) for k, m in compendium.monsters().items() if m.weak and not m.is_large)
    state = scene(f"knave v {kind}")
    target = next(c.id for c in state.creatures.values() if c.kind == kind)
    done = scripted(RULESET, state.with_creature(target, hp=99, max_hp=99))
    wounds.harm(done, target, 1, ME, (weak,))
    told = next(e for e in done.events if isinstance(e, Harmed)).rule
    assert told[:2] == ("knave:damage.direct.triple-without-slots", "knave:damage.weakness")


@rule("knave:hazard.fire.burning")
@pytest.mark.parametrize("change", [{"status": "down"}, {"conditions": (Condition(hazards.ON_FIRE),)}])
def test_only_who_stands_and_does_not_burn_yet_catches_fire(change: dict[str, object]) -> None:
    done = scripted(RULESET, knave().with_creature(ME, **change))
    ground._catch(done, ME)
    assert not done.events
