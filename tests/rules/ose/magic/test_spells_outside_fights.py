from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import act, delve, meeting, names, until, walked_to, why_not, with_condition
from tests.rules.ose.scene import changed, every, first

from underkeep.kernel.dice import Scripted
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.exploration import sight
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.characters import languages
from underkeep.systems.ose.equipment import load
from underkeep.systems.ose.exploration.doors import PassDoor
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects import spells_of_craft
from underkeep.systems.ose.magic.effects.spells_of_sense import Revealed
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d2, d4, d6, d20, rule
from underkeep.world.dungeon import (
    DoorChanged,
    Feature,
    FeatureChanged,
    Group,
    GroupChanged,
    Hoard,
    HoardChanged,
    Spot,
    Trap,
    TrapChanged,
)
from underkeep.world.encounter import EncounterEnded
from underkeep.world.gear import Item
from underkeep.world.light import Light
from underkeep.world.party import PartyWent

SPELL = "ose:magic.memorize-and-cast"
HERO = "hero-1"
TURN = 600
TORCH = Light("t", HERO, "torches", "Torch", 30, None)


def below(kind, spell, level=4, *companions):
    state = delve(kind, *companions, level=level, memorised=())
    party = replace(state.party, seen={"1": f"{(1 << 200) - 1:x}"})
    return replace(changed(state, HERO, memorised=(spell,)), lights=(TORCH,), party=party)


def placed(state, *events):
    done = Resolution(state, Scripted(), RULESET)
    for event in events:
        done.emit(event)
    return done.state


def at_the_door(state, fast="stuck", is_open=False):
    state = walked_to(state, "1-p1", (7, 2))
    door = replace(state.dungeon.doors["door-1"], barrier=Bar(fast), tried=True, is_open=is_open)
    party = replace(state.party, seen={"1": f"{(1 << 200) - 1:x}"})
    return replace(placed(state, DoorChanged(door, "set")), party=party)


@rule(SPELL, "ose:healing.magical")
def test_cure_light_wounds_on_the_way():
    state = below("cleric", "Cure Light Wounds", 2, "fighter").with_creature("hero-2", hp=1)
    assert act(state, Cast(HERO, "Cure Light Wounds", "hero-2"), d6(4)).state.creatures["hero-2"].hp == 6


@rule(SPELL, "ose:time.resources")
@pytest.mark.parametrize(("kind", "turns"), [("cleric", 12), ("magic-user", 10)])
def test_light_is_a_light_for_its_time(kind, turns):
    state = replace(below(kind, "Light"), lights=())
    done = act(state, Cast(HERO, "Light")).state
    (light,) = done.lights
    assert (light.radius, light.until) == (15, done.now + turns * TURN)
    assert sight(RULESET.dungeon, done) >= 15


@rule(SPELL)
def test_continual_light_is_kept_on_a_coin():
    state = replace(below("magic-user", "Continual Light"), lights=())
    done = act(state, Cast(HERO, "Continual Light")).state
    (light,) = done.lights
    assert (light.radius, light.until) == (30, None)
    covered = act(done, a.Douse(light.id)).state
    assert covered.lights == ()
    again = act(covered, a.LightUp(HERO, "continual-light")).state
    assert again.lights[0].until is None and any(i.kind == "continual-light" for i in again.creatures[HERO].items)


@rule(SPELL)
def test_detect_magic_makes_magic_known():
    state = below("magic-user", "Detect Magic")
    state = state.with_creature(HERO, items=(Item("sword-plus-1", "sword"), Item("sword", "sword")))
    hoard = Hoard("chest", "1-01", (Item("gp", "gold piece", count=3), Item("sword-plus-1", "sword")))
    state = placed(state, HoardChanged(hoard, "placed"), FeatureChanged(Feature("f", "1-01", "fountain"), "placed"))
    done = act(state, Cast(HERO, "Detect Magic"))
    assert [i.name for i in done.state.creatures[HERO].items] == ["magical sword", "sword"]
    assert [i.name for i in done.state.dungeon.hoards["chest"].items] == ["gold piece", "magical sword"]
    told = first(done, Revealed)
    assert told.found == ("magical sword", "magical sword", "fountain") and told.seats == ("player",)
    assert until(done.state, HERO, "detecting magic") == done.state.now + 2 * TURN


@rule(SPELL, "ose:alignment.magic")
def test_detect_evil_tells_where_those_of_ill_will_are():
    state = below("cleric", "Detect Evil")
    groups = (Group("g1", "1-02", "goblin", 3), Group("g2", "1-03", "wolf", 2))
    state = placed(state, *(GroupChanged(g, "placed") for g in groups))
    done = act(state, Cast(HERO, "Detect Evil"))
    assert first(done, Revealed).found == ("east, 70 feet",)
    angry = placed(state, GroupChanged(replace(groups[1], attitude="hostile"), "angry"))
    assert len(first(act(angry, Cast(HERO, "Detect Evil")), Revealed).found) == 2
    near = below("magic-user", "Detect Evil")
    near = placed(near, GroupChanged(groups[0], "placed"))
    assert first(act(near, Cast(HERO, "Detect Evil")), Revealed).found == ()


@rule(SPELL)
def test_find_traps_shows_those_within_thirty_feet_here_and_further_on():
    traps = (
        Trap("pit", "1-01", "pit", square=(2, 2)),
        Trap("needle", "1-01", "sprung-needle", "chest"),
        Trap("blade", "1-p1", "scything-blade"),
    )
    state = placed(below("cleric", "Find Traps"), *(TrapChanged(t, "placed") for t in traps))
    done = act(state, Cast(HERO, "Find Traps"))
    assert {t.id for t in done.state.dungeon.traps.values() if t.state == "found"} == {"pit", "needle"}
    assert first(done, Revealed).found == ("pit", "sprung needle")
    on = placed(done.state, PartyWent("dungeon", Spot(1, (4, 2), "1-p1"), "opening-1"))
    assert on.dungeon.traps["blade"].state == "found"


@rule(SPELL, "ose:alignment.secrecy")
def test_know_alignment_tells_the_casters_seat_alone():
    state = meeting(below("cleric", "Know Alignment"), "goblin", attitude="neutral")
    done = play.carry_out(RULESET, state, "player", Cast(HERO, "Know Alignment", "goblin-1"), Scripted())
    told = first(done, Revealed)
    assert (told.found, told.seats) == (("Chaotic",), ("player",))
    far = meeting(below("cleric", "Know Alignment"), "goblin", attitude="neutral", distance=20)
    assert why_not(far, Cast(HERO, "Know Alignment", "goblin-1")) is not None


@rule(SPELL)
def test_esp_takes_a_turn_and_reads_minds():
    state = below("magic-user", "ESP")
    state = placed(state, GroupChanged(Group("g1", "1-03", "goblin", 3), "placed"))
    state = placed(state, GroupChanged(Group("g2", "1-01", "skeleton", 3), "placed"))
    done = play.carry_out(RULESET, state, "player", Cast(HERO, "ESP"), Scripted(*[d6(6)] * 8))
    assert done.state.party.turns == state.party.turns + 1
    assert first(done, Revealed).found == ("south, 20 feet",)
    met = meeting(below("magic-user", "ESP"), "goblin", distance=30)
    read = play.carry_out(RULESET, met, "player", Cast(HERO, "ESP"), Scripted(*d6(3, 4)))
    assert first(read, Revealed).found == ("neutral",)


@rule(SPELL)
def test_locate_object_points_the_way():
    state = below("magic-user", "Locate Object")
    hoard = Hoard("chest", "1-03", (Item("gp", "gold piece"),), square=(2, 5))
    done = act(placed(state, HoardChanged(hoard, "placed")), Cast(HERO, "Locate Object", "treasure"))
    assert first(done, Revealed).found == ("south, 30 feet",)
    assert first(act(state, Cast(HERO, "Locate Object", "stairs")), Revealed).found == ()


@rule(SPELL, "ose:doors.locked")
@pytest.mark.parametrize("fast", ["stuck", "locked", "spiked", "held"])
def test_knock_opens_whatever_holds(fast):
    state = at_the_door(below("magic-user", "Knock"), fast)
    done = act(state, Cast(HERO, "Knock", "door-1")).state
    assert done.dungeon.doors["door-1"].is_open and done.dungeon.doors["door-1"].bar == ""


@rule(SPELL, "ose:doors.monsters-open", "ose:time.resources")
def test_hold_portal_holds_for_its_turns():
    state = at_the_door(below("magic-user", "Hold Portal", 4, "fighter"), "")
    done = act(state, Cast(HERO, "Hold Portal", "door-1"), *d6(1, 2)).state
    assert done.dungeon.doors["door-1"].bar == "held"
    assert why_not(done, a.ForceDoor("hero-2", "door-1")).rule == "ose:doors.locked"
    assert why_not(done, PassDoor("hero-2", "door-1")) is not None
    strong = changed(done, "hero-2", level=7)
    assert act(strong, PassDoor("hero-2", "door-1")).state.dungeon.doors["door-1"].is_open
    for seconds, fast in ((3 * TURN - 11, "held"), (3 * TURN, "")):
        later = Resolution(replace(done, now=done.now + seconds), Scripted(), RULESET)
        spells_of_craft.release(later)
        assert later.state.dungeon.doors["door-1"].bar == fast


@rule(SPELL, "ose:doors.locked")
def test_a_wizard_lock_lets_its_maker_through_and_the_mighty():
    state = at_the_door(below("magic-user", "Wizard Lock", 4, "elf", "fighter"), "")
    done = act(state, Cast(HERO, "Wizard Lock", "door-1")).state
    door = done.dungeon.doors["door-1"]
    assert door.bar == "held" and spells_of_craft.is_wizard_locked(done, door)
    assert why_not(done, PassDoor(HERO, "door-1")) is None
    assert why_not(done, PassDoor("hero-2", "door-1")) is not None
    assert spells_of_craft.passes(changed(done, "hero-2", level=7), "hero-2", door)
    assert not spells_of_craft.passes(changed(done, "hero-3", level=9), "hero-3", door)
    through = act(done, PassDoor(HERO, "door-1")).state.dungeon.doors["door-1"]
    assert through.is_open and through.bar == "held"
    knocked = act(changed(done, HERO, memorised=("Knock",)), Cast(HERO, "Knock", "door-1")).state
    assert knocked.dungeon.doors["door-1"].is_open and knocked.dungeon.doors["door-1"].bar == "held"
    later = Resolution(replace(done, now=done.now + 10**8), Scripted(), RULESET)
    spells_of_craft.release(later)
    assert later.state.dungeon.doors["door-1"].bar == "held"


@rule(SPELL)
def test_a_floating_disc_carries_for_its_caster():
    state = below("magic-user", "Floating Disc")
    state = state.with_creature(HERO, items=(Item("gp", "gold piece", count=5400),))
    assert load.treasure_coins(state, state.creatures[HERO]) == 5400
    done = act(state, Cast(HERO, "Floating Disc")).state
    assert load.treasure_coins(done, done.creatures[HERO]) == 400
    assert until(done, HERO, "followed by a disc") == done.now + 6 * TURN


@rule(SPELL)
def test_purify_food_and_water():
    spoilt = (Item("rations-standard", "Rations", count=5, broken=True), Item("sword", "Sword", broken=True))
    state = below("cleric", "Purify Food and Water", 2, "fighter").with_creature("hero-2", items=spoilt)
    assert why_not(state.with_creature("hero-2", items=()), Cast(HERO, "Purify Food and Water", "hero-2")) is not None
    done = act(state, Cast(HERO, "Purify Food and Water", "hero-2")).state
    assert [i.broken for i in done.creatures["hero-2"].items] == [False, True]


@rule(SPELL, "ose:language.common")
def test_speak_with_animals_makes_talk_possible():
    state = meeting(below("cleric", "Speak with Animals"), "wolf", attitude="neutral")
    assert why_not(state, a.Parley(HERO, "talk")).rule == "ose:language.common"
    talking = with_condition(state, HERO, "speaking with animals")
    assert why_not(talking, a.Parley(HERO, "talk")) is None
    wolf = talking.creatures["wolf-1"]
    assert languages.shared(talking, talking.creatures[HERO], wolf) == languages.ANIMAL_SPEECH
    done = play.carry_out(RULESET, state, "player", Cast(HERO, "Speak with Animals"), Scripted())
    assert until(done.state, HERO, "speaking with animals") > done.state.now


@rule(SPELL)
def test_snake_charm_on_meeting_lasts_turns_and_lets_the_party_go_on():
    state = meeting(below("cleric", "Snake Charm", 5), "pit-viper", 2, distance=30)
    done = play.carry_out(RULESET, state, "player", Cast(HERO, "Snake Charm"), Scripted(d4(2), d2(1), *[d6(6)] * 8))
    assert first(done, EncounterEnded).how == "parted"
    assert done.state.creatures["pit-viper-1"].condition("pacified").until > state.now + 3 * TURN - 20


@rule(SPELL, "ose:xp.monsters.defeated")
def test_a_charmed_monster_is_a_friend_and_overcome():
    state = meeting(below("magic-user", "Charm Person"), "orc", attitude="neutral", distance=30)
    done = play.carry_out(RULESET, state, "player", Cast(HERO, "Charm Person", "orc-1"), Scripted(d20(2), *[d6(6)] * 8))
    orc = done.state.creatures["orc-1"]
    assert {"charmed", "outwitted"} <= names(done.state, "orc-1") and orc.side == "monsters"
    assert done.state.dungeon.groups["lurkers"].attitude == "friendly"
    assert first(done, EncounterEnded).how == "parted"
    expired = Resolution(replace(done.state, now=orc.condition("charmed").until), Scripted(d20(19)), RULESET)
    from underkeep.procedures.time import end_what_is_due

    end_what_is_due(expired)
    assert expired.state.dungeon.groups["lurkers"].attitude == "hostile"


@rule(SPELL)
@pytest.mark.parametrize(
    ("kind", "spell", "condition", "turns"),
    [
        ("magic-user", "Read Languages", "reading languages", 2),
        ("magic-user", "Read Magic", "reading magic", 1),
        ("magic-user", "Ventriloquism", "throwing the voice", 2),
        ("magic-user", "Shield", "shielded by magic", 2),
        ("magic-user", "Levitate", "levitating", 10),
        ("cleric", "Protection from Evil", "protected from evil", 12),
        ("cleric", "Resist Cold", "resisting cold", 6),
    ],
)
def test_spells_that_last_on_the_caster(kind, spell, condition, turns):
    done = act(below(kind, spell), Cast(HERO, spell)).state
    assert until(done, HERO, condition) == done.now + turns * TURN


@rule(SPELL, "ose:abilities.int.literacy")
def test_read_languages_reads_anything():
    state = below("magic-user", "Read Languages")
    hero = state.creatures[HERO]
    assert not languages.can_read(Resolution(state, Scripted(), RULESET), hero, "Elvish")
    assert languages.can_read(Resolution(state, Scripted(), RULESET), hero, "Common")
    reading = with_condition(state, HERO, "reading languages").creatures[HERO]
    assert languages.can_read(Resolution(state, Scripted(), RULESET), reading, "Elvish")
    assert every(act(state, Cast(HERO, "Read Languages")), Revealed) == []
