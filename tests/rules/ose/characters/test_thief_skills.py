from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import act, delve, meeting, names, walked_to, why_not
from tests.rules.ose.scene import changed, do, every, first, hit, listed, make, refusal, scene, under

from underkeep.kernel.dice import Scripted
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack, CallCheck, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import stealth
from underkeep.systems.ose.attacks.stealth import Hide, Sneak
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import class_abilities, thief_skills
from underkeep.systems.ose.characters.thief_skills import PickPockets
from underkeep.systems.ose.magic.casting import Cast, DeclareSpell
from underkeep.systems.ose.magic.scrolls import Decipher, TextRead, scroll
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d12, d20, d100, rule
from underkeep.testing.builders import in_step, item_id, perform
from underkeep.world.creature import AttackRolled, CheckRolled, Harmed
from underkeep.world.dungeon import DoorChanged, Hoard, HoardChanged, Trap, TrapChanged
from underkeep.world.encounter import Encounter
from underkeep.world.gear import Item
from underkeep.world.light import Light

CLASS = "ose:class.abilities"
THIEF, ORC, HERO = "thief-1", "orc-1", "hero-1"
# A second transcription: climb, traps, hear (in 6), hide, silently, locks, pockets.
SKILLS = """
1 87 10 2 10 20 15 20
2 88 15 2 15 25 20 25
3 89 20 3 20 30 25 30
4 90 25 3 25 35 30 35
5 91 30 3 30 40 35 40
6 92 40 3 36 45 45 45
7 93 50 4 45 55 55 55
8 94 60 4 55 65 65 65
9 95 70 4 65 75 75 75
10 96 80 4 75 85 85 85
11 97 90 5 85 95 95 95
12 98 95 5 90 96 96 105
13 99 97 5 95 98 97 115
14 99 99 5 99 99 99 125
"""
ORDER = ("climb-sheer-surfaces", "treasure-traps", "hear-noise", "hide-in-shadows", "move-silently", "open-locks",
         "pick-pockets")  # fmt: skip


@rule(CLASS)
@pytest.mark.parametrize("line", SKILLS.split("\n")[1:-1])
def test_the_table(line):
    level, *chances = map(int, line.split())
    thief = changed(scene("thief v orc"), THIEF, level=level).creatures[THIEF]
    assert [thief_skills.skill_chance(thief, skill) for skill in ORDER] == chances
    assert thief_skills.skill_chance(scene().creatures["fighter-1"], "open-locks") == 0


def burglar(level=1, tools=True):
    items = make("thief", gear=("dagger", "thieves' tools") if tools else ("dagger",))[0].items
    return delve("thief", "fighter", level=level).with_creature(HERO, items=items)


def before_a_lock(state):
    state = walked_to(state, "1-p1", (7, 2))
    door = replace(state.dungeon.doors["door-1"], barrier=Bar("locked"), tried=True)
    seen = Resolution(state, Scripted(), RULESET)
    seen.emit(DoorChanged(door, "locked"))
    party = replace(seen.state.party, seen={"1": f"{(1 << 200) - 1:x}"})
    return replace(seen.state, party=party)


@rule(CLASS, "ose:doors.locked")
def test_locks_take_skill_and_tools_and_one_try_a_level():
    state = before_a_lock(burglar())
    action = a.PickLock(HERO, "door-1")
    assert class_abilities.can_pick_locks(state.creatures[HERO])
    assert why_not(before_a_lock(burglar(tools=False)), action).rule == "ose:doors.locked"
    assert why_not(state, a.PickLock("hero-2", "door-1")).rule == "ose:doors.locked"
    thief, door = state.creatures[HERO], state.dungeon.doors["door-1"]
    for face, opened in ((15, True), (16, False)):
        done = Resolution(state, Scripted(d100(face)), RULESET)
        assert thief_skills.pick_lock(done, thief, door) == opened
    assert thief_skills.why_not_pick(done.state, thief, "door-1").rule == CLASS
    wiser = changed(done.state, HERO, level=2)
    assert thief_skills.why_not_pick(wiser, wiser.creatures[HERO], "door-1") is None


def with_trapped_hoard(state):
    done = Resolution(state, Scripted(), RULESET)
    done.emit(
        HoardChanged(Hoard("chest", "1-01", (Item("gp", "gold piece", count=10),), state.party.at.square), "placed")
    )
    done.emit(TrapChanged(Trap("needle", "1-01", "sprung-needle", "chest"), "placed"))
    return done.state


@rule(CLASS, "ose:traps.search.treasure")
def test_treasure_traps_are_found_in_secret_and_then_removed():
    state = with_trapped_hoard(burglar())
    assert why_not(state, a.InspectHoard("hero-2", "chest")).rule == "ose:traps.search.treasure"
    missed = Resolution(state, Scripted(d100(11)), RULESET)
    RULESET.dungeon.inspect(missed, state.creatures[HERO], state.dungeon.hoards["chest"])
    assert missed.state.dungeon.traps["needle"].state == "hidden"
    assert first(missed, CheckRolled).seats == ("referee",)
    assert thief_skills.why_not_inspect(missed.state, state.creatures[HERO], "chest").rule == CLASS
    found = Resolution(state, Scripted(*d100(10, 11)), RULESET)
    RULESET.dungeon.inspect(found, state.creatures[HERO], state.dungeon.hoards["chest"])
    trap = found.state.dungeon.traps["needle"]
    assert trap.state == "found"
    assert not thief_skills.disarm(found, state.creatures[HERO], trap)
    assert thief_skills.why_not_disarm(found.state, state.creatures[HERO], "needle").rule == CLASS
    removed = Resolution(found.state, Scripted(d100(10)), RULESET)
    assert thief_skills.disarm(removed, state.creatures[HERO], trap)
    assert removed.state.dungeon.traps["needle"].state == "disarmed"


@rule(CLASS, "ose:hazard.climb.sheer")
def test_sheer_walls_take_a_roll_every_hundred_feet():
    state = burglar()
    thief = state.creatures[HERO]
    for faces, feet, fallen in (((d100(87),), 40, 0), ((d100(88),), 40, 20), (d100(1, 88), 150, 125)):
        done = Resolution(state, Scripted(*faces), RULESET)
        assert thief_skills.climb(done, thief, feet) == fallen
    done = Resolution(state, Scripted(d100(88), *d6(3, 3)), RULESET)
    perform(done, CallCheck(HERO, "climb sheer 40"))
    assert first(done, Harmed).amount == 6


@rule(CLASS)
def test_hearing_noises():
    for kind, level, chance in (("thief", 1, 2), ("thief", 7, 4), ("elf", 1, 2), ("dwarf", 1, 2), ("halfling", 1, 2),
                                ("fighter", 1, 1)):  # fmt: skip
        creature = changed(scene(f"{kind} v orc"), f"{kind}-1", level=level).creatures[f"{kind}-1"]
        assert class_abilities.listen_in_6(creature) == chance


@rule(CLASS)
def test_pockets():
    state = changed(meeting(delve("thief", level=1), "bandit", attitude="neutral"), HERO, level=1)
    state = state.with_creature("bandit-1", items=(Item("gp", "gold piece", count=7),))
    action = PickPockets(HERO, "bandit-1")
    assert why_not(state, action) is None
    won = act(state, action, d100(20))
    assert [i for i in won.state.creatures[HERO].items if i.kind == "gp" and i.count >= 7]
    assert won.state.creatures["bandit-1"].items == ()
    empty = act(won.state, action, d100(20))
    assert empty.state.creatures == won.state.creatures, "that a pocket is empty shows only to the hand in it"
    lost = Resolution(state, Scripted(d100(40)), RULESET)
    assert not thief_skills.pick_pocket(lost, action)
    noticed = Resolution(state, Scripted(d100(41)), RULESET)
    assert thief_skills.pick_pocket(noticed, action)
    assert noticed.state.encounter.attitude == "hostile"
    master = changed(changed(state, HERO, level=14), "bandit-1", level=9)
    for face, stolen in ((99, True), (100, False)):
        tried = Resolution(master, Scripted(d100(face)), RULESET)
        thief_skills.pick_pocket(tried, action)
        assert first(tried, CheckRolled).success == stolen
    wary = changed(changed(state, HERO, level=5), "bandit-1", level=8)
    tried = Resolution(wary, Scripted(d100(26)), RULESET)
    thief_skills.pick_pocket(tried, action)
    assert (first(tried, CheckRolled).roll.needed, first(tried, CheckRolled).success) == (25, False)


@rule(CLASS)
def test_hiding_in_shadows():
    state = scene("thief[dagger] v orc", "movement", gap=5)
    assert Hide(THIEF) in listed(state, THIEF)
    seen = do(state, Hide(THIEF), d100(11))
    assert names(seen.state, THIEF) == set()
    hidden = do(state, Hide(THIEF), d100(10))
    assert first(hidden, CheckRolled).seats == ("referee",)
    near = hidden.state.with_creature(ORC, at=(3, 3)).with_creature(THIEF, at=(4, 3))
    assert listed(in_step(near, "melee"), ORC) == []
    assert refusal(in_step(near, "melee"), Attack(ORC, THIEF, "weapon")).sentence.endswith("nowhere to be seen.")
    x, y = hidden.state.creatures[THIEF].at
    walked = do(replace(hidden.state, fight=state.fight), Move(THIEF, (x + 1, y)))
    assert names(walked.state, THIEF) == set()
    assert Hide("fighter-1") not in listed(scene("fighter v orc", "movement", gap=5), "fighter-1")


@rule(CLASS)
@pytest.mark.parametrize(("face", "hidden"), [(2, True), (3, False)])
def test_halflings_hide_underground(face, hidden):
    state = scene("halfling v orc", "movement", gap=5)
    assert names(do(state, Hide("halfling-1"), d6(face)).state, "halfling-1") == ({"hidden"} if hidden else set())


@rule(CLASS)
def test_a_thief_who_creeps_up_stabs_in_the_back():
    state = scene("thief[dagger] v orc", "movement", gap=3)
    x, y = state.creatures[ORC].at
    to = (x - 1, y)
    assert Sneak(THIEF, to) in listed(state, THIEF)
    crept = do(state, Sneak(THIEF, to), d100(20)).state
    assert crept.creatures[THIEF].at == to and names(crept, THIEF) == {"hidden"}
    stab = hit(in_step(crept, "melee"), d20(9), d6(4), by=THIEF, weapon="dagger")
    assert ("back-stab", 4) in first(stab, AttackRolled).roll.modifiers
    assert first(stab, Harmed).amount == 8
    assert names(stab.state, THIEF) == set()
    heard = do(state, Sneak(THIEF, to), d100(21)).state
    assert names(heard, THIEF) == set()
    plain = hit(in_step(heard, "melee"), d20(13), d6(4), by=THIEF, weapon="dagger")
    assert first(plain, Harmed).amount == 4
    late = Resolution(crept, Scripted(), RULESET)
    stealth.notice(late)
    assert names(late.state, THIEF) == set()


@rule(CLASS)
def test_who_is_unaware():
    state = scene("thief[dagger] + fighter[sword] v orc")
    thief, fighter, orc = (state.creatures[id] for id in (THIEF, "fighter-1", ORC))
    assert not stealth.is_unaware(state, thief, orc)
    turned = under(state, ORC, "back turned").creatures[ORC]
    assert stealth.back_stab(state, thief, turned)[1] == 2
    assert stealth.back_stab(state, fighter, turned) == ((), 1)
    surprised = replace(state, encounter=Encounter("g", (ORC,), 10, surprised=(ORC,)))
    assert stealth.is_unaware(surprised, thief, orc)


@rule(CLASS)
def test_reading_languages_and_codes():
    from underkeep.systems.ose.characters.languages import can_read, writing

    state = replace(burglar(level=4), lights=())
    thief = state.creatures[HERO]
    for face, read in ((80, True), (81, False)):
        assert can_read(Resolution(state, Scripted(d100(face)), RULESET), thief, "Elvish") == read
    young = changed(state, HERO, level=3).creatures[HERO]
    assert not can_read(Resolution(state, Scripted(), RULESET), young, "Elvish")
    town = delve("thief", in_town=True, level=4).with_creature(HERO, items=(writing("Elvish"),))
    failed = act(town, Decipher(HERO, item_id(town, HERO)), d100(81))
    assert not first(failed, TextRead).success
    assert why_not(failed.state, Decipher(HERO, item_id(failed.state, HERO))).rule == CLASS
    assert first(act(town, Decipher(HERO, item_id(town, HERO)), d100(5)), TextRead).success


@rule(CLASS)
def test_thieves_of_tenth_level_read_scrolls_with_a_risk():
    state = delve("thief", level=10).with_creature(
        HERO, items=(scroll("magic-user", "Shield"), scroll("cleric", "Light"))
    )
    action = Cast(HERO, "Shield")
    assert why_not(state, action).rule == "ose:magic-item.scroll.light"
    state = replace(state, lights=(Light("torch", HERO, "torches", "Torch", 30, None),))
    assert why_not(state, action) is None
    assert why_not(state, Cast(HERO, "Light")).rule == "ose:magic.memorize-and-cast"
    assert why_not(changed(state, HERO, level=9), action) is not None
    worked = act(state, action, d100(11))
    assert names(worked.state, HERO) == {"shielded by magic"}
    assert [i.kind for i in worked.state.creatures[HERO].items] == ["spell-scroll@cleric@Light"]
    failed = act(state, action, d100(10))
    assert names(failed.state, HERO) == set()
    assert len(failed.state.creatures[HERO].items) == 1
    fight = changed(scene("thief[dagger] v orc", "declare", gap=4), THIEF, level=10)
    fight = fight.with_creature(THIEF, items=(scroll("magic-user", "Sleep"),))
    assert DeclareSpell(THIEF, "Sleep") in listed(fight, THIEF)


@rule(
    CLASS,
    "ose:magic-item.scroll.light",
    "ose:magic-item.scroll.spell.arcane-script",
    "ose:magic-item.scroll.spell.divine-script",
    "ose:magic-item.scroll.spell.divine-chance",
    "ose:magic-item.scroll.spell.choice",
)
def test_scrolls_are_made_out_by_read_magic():
    unread = (Item("scroll-of-2-spells", "scroll"),)
    state = delve("magic-user", in_town=True).with_creature(HERO, items=unread)
    closed = act(state, Decipher(HERO, item_id(state, HERO)), d4(2), d6(3), d12(11), d6(4), d12(11))
    assert first(closed, TextRead).rule == (CLASS, "ose:magic-item.scroll.spell.arcane-script")
    from tests.rules.ose.casting import with_condition

    reading = with_condition(closed.state, HERO, "reading magic")
    done = act(reading, Decipher(HERO, item_id(reading, HERO)))
    kinds = [i.kind for i in done.state.creatures[HERO].items]
    assert kinds == ["spell-scroll@magic-user@Sleep", "spell-scroll@magic-user@Web"]
    cleric = delve("cleric", in_town=True).with_creature(HERO, items=unread)
    closed = act(cleric, Decipher(HERO, item_id(cleric, HERO)), d4(2), d6(1), d12(1), d6(1), d12(1))
    assert [i.kind for i in closed.state.creatures[HERO].items] == ["scroll-of-2-spells"]
    opened = act(cleric, Decipher(HERO, item_id(cleric, HERO)), d4(1), d6(1), d8(1), d6(1), d8(1))
    assert [(i.kind, i.count) for i in opened.state.creatures[HERO].items] == [
        ("spell-scroll@cleric@Cure Light Wounds", 2)
    ]
    dark = replace(
        with_condition(delve("magic-user"), HERO, "reading magic").with_creature(HERO, items=unread), lights=()
    )
    assert why_not(dark, Decipher(HERO, item_id(dark, HERO))).rule == "ose:magic-item.scroll.light"
    assert every(done, TextRead) == [] and sheet(done.state.creatures[HERO]).memorised is not None
