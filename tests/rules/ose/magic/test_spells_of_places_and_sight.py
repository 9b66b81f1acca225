"""Passages, water, weather, screens; other eyes and higher planes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import MU, ORC, act, at_casting, cast, meeting, names, until, why_not
from tests.rules.ose.magic.test_spells_outside_fights import HERO, below, placed
from tests.rules.ose.scene import every, first, hit, listed, under

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Answer
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.attacks.movement import encounter_feet
from underkeep.systems.ose.basics.campaign import Contact, campaign
from underkeep.systems.ose.exploration.hazards import HazardMet
from underkeep.systems.ose.exploration.room_hazards import Swim
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects.spells_of_scrying import AskPlane, PlaneAnswered, PlaneContacted, Scry
from underkeep.systems.ose.magic.effects.spells_of_sense import Revealed
from underkeep.systems.ose.magic.effects.spells_of_travel import behind_the_wall, close_passages
from underkeep.systems.ose.magic.spell_effects import SpellHadNoEffect
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d20, d100, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import AttackRolled
from underkeep.world.dungeon import Feature, FeatureChanged, Group, GroupChanged
from underkeep.world.encounter import EncounterEnded
from underkeep.world.journey import Route, begun
from underkeep.world.light import Light

SPELL = "ose:magic.spell-list"
DAY = 86_400


@rule(SPELL, "ose:time.resources")
def test_a_passage_is_open_for_three_turns_and_ends_in_rock_where_nothing_is_near():
    state = below("magic-user", "Pass-Wall", 9)
    found = {way: behind_the_wall(state, way, 40) for way in ("north", "east", "south", "west")}
    way = next((way for way, hole in found.items() if hole is None), None)
    assert way is not None
    none = act(state, Cast(HERO, "Pass-Wall", way))
    assert first(none, SpellHadNoEffect)
    doors = {id: d for id, d in state.dungeon.doors.items() if "1-01" not in d.areas}
    walled = replace(state, dungeon=replace(state.dungeon, doors=doors))
    near = next(way for way in ("north", "east", "south", "west") if behind_the_wall(walled, way, 1) is not None)
    done = act(walled, Cast(HERO, "Pass-Wall", near)).state
    (door,) = [d for d in done.dungeon.doors.values() if d.id not in state.dungeon.doors]
    assert door.is_passable and "1-01" in door.areas
    closed = Resolution(replace(done, now=done.now + 1800), Scripted(), RULESET)
    close_passages(closed)
    assert door.id not in closed.state.dungeon.doors


@rule(SPELL, "ose:hazard.swim.everyone")
@pytest.mark.parametrize(("spell", "state_of"), [("Lower Water", "lowered"), ("Part Water", "parted")])
def test_water_that_is_lowered_or_parted_is_walked_through(spell, state_of):
    state = below("magic-user", spell, 11)
    state = placed(state, FeatureChanged(Feature("pool", "1-01", "rushing-stream"), "placed"))
    done = act(state, Cast(HERO, spell, "pool")).state
    assert done.dungeon.features["pool"].state == state_of
    crossed = play.resolve(RULESET, done, "player", Swim(HERO, "pool"), Alike(4))
    assert first(crossed, HazardMet).outcome == "walks over the bed of the water"
    later = Resolution(replace(done, now=done.now + 7200), Scripted(), RULESET)
    close_passages(later)
    assert later.state.dungeon.features["pool"].state == ""


@rule(SPELL, "ose:magic.effect.concentration")
def test_weather_is_for_all_until_the_caster_thinks_of_something_else():
    state = at_casting("magic-user/11 v orc[short bow]", MU, "Control Weather", gap=8)
    foggy = cast(state, MU, "Control Weather", use="fog").state
    assert names(foggy, ORC) == {"in thick fog"} and encounter_feet(foggy.creatures[ORC], foggy) == 20
    assert listed(in_step(state, "missile"), ORC) and not listed(in_step(foggy, "missile"), ORC)
    windy = cast(state, MU, "Control Weather", use="high winds").state
    assert not listed(in_step(windy, "missile"), ORC)
    wet = cast(state, MU, "Control Weather", use="rain").state
    shot = first(hit(in_step(wet, "missile"), d20(2), by=ORC, on=MU, weapon="short-bow"), AttackRolled)
    assert ("rain", -2) in shot.roll.modifiers
    clear = Resolution(foggy, Scripted(), RULESET)
    concentration.disturb(clear, MU, "being hurt")
    assert names(clear.state, ORC) == set()


def outdoors(state):
    """The same meeting under the open sky."""
    return replace(state, journey=begun(Route("test", "across the hills", "hills", 6), homeward=False))


def watch(state, action):
    """A cast or a look that takes a turn of the party's time."""
    return play.resolve(RULESET, state, "player", action, Alike(4))


@rule(SPELL, "ose:evasion.no-pursuit")
@pytest.mark.parametrize(
    ("spell", "kind", "distance", "away"),
    [
        ("Growth of Plants", "orc", 30, True),
        ("Growth of Plants", "ogre", 30, False),
        ("Hallucinatory Terrain", "orc", 60, True),
        ("Hallucinatory Terrain", "orc", 10, False),
        ("Massmorph", "ogre", 10, True),
    ],
)
def test_what_screens_a_party_out_of_doors(spell, kind, distance, away):
    state = outdoors(meeting(below("magic-user", spell, 7), kind, distance=distance, attitude="neutral"))
    done = play.resolve(RULESET, state, "player", Cast(HERO, spell), Alike(4))
    assert bool(every(done, EncounterEnded)) == away


@rule(SPELL, "ose:magic.spell-list")
def test_plants_do_not_grow_underground():
    state = meeting(below("magic-user", "Massmorph", 7), "orc")
    assert why_not(state, Cast(HERO, "Massmorph")).rule == SPELL


@rule(SPELL, "ose:evasion.dungeon.obstacles")
@pytest.mark.parametrize(
    ("spell", "kind", "away"),
    [("Wall of Ice", "orc", True), ("Wall of Ice", "ogre", False), ("Wall of Stone", "ogre", True)],
)
def test_a_wall_ends_a_meeting_with_those_who_cannot_pass_it(spell, kind, away):
    state = meeting(below("magic-user", spell, 9), kind, attitude="neutral")
    done = play.resolve(RULESET, state, "player", Cast(HERO, spell, "", "between us"), Alike(4))
    assert bool(every(done, EncounterEnded)) == away


@rule(SPELL)
def test_clairvoyance_sees_through_the_nearest_eyes_in_a_direction():
    state = below("magic-user", "Clairvoyance", 5)
    state = placed(state, GroupChanged(Group("g", "1-02", "goblin", 3), "placed"))
    state = replace(state, party=replace(state.party, seen={}))
    blocked = watch(state, Cast(HERO, "Clairvoyance", "west"))
    assert first(blocked, Revealed).found == ()
    far = watch(state, Cast(HERO, "Clairvoyance", "east"))
    assert first(far, Revealed).found == ()
    nearer = placed(state, GroupChanged(Group("g", "1-p1", "goblin", 3), "moved"))
    seen = watch(nearer, Cast(HERO, "Clairvoyance", "east"))
    assert first(seen, Revealed).found == ("3 goblin",)
    grid = state.dungeon.level(1).grid
    squares = grid.mask(state.dungeon.areas["1-p1"].squares)
    assert seen.state.party.seen_mask(1) & squares == squares
    assert until(seen.state, HERO, "seeing through other eyes") is not None
    again = watch(seen.state, Scry(HERO, "east"))
    assert first(again, Revealed).found == ("3 goblin",)


@rule(SPELL)
def test_a_wizard_eye_goes_from_area_to_area():
    state = below("magic-user", "Wizard Eye", 7)
    done = watch(state, Cast(HERO, "Wizard Eye", "1-p1"))
    assert campaign(done.state).casters.eyes == {HERO: "1-p1"} and first(done, Revealed)
    ways = {d.beyond("1-p1") for d in state.dungeon.doors_of("1-p1") if d.is_open or d.kind == "opening"}
    assert {a.where for a in play.legal_actions(RULESET, done.state, "player") if isinstance(a, Scry)} == ways
    assert why_not(done.state, Scry(HERO, "1-99")).rule == "ose:magic.memorize-and-cast"


@rule(SPELL, "ose:dice.percentile")
def test_a_higher_plane_may_not_know_may_lie_and_may_drive_mad():
    state = below("magic-user", "Contact Higher Plane", 12)
    asked = act(state, Cast(HERO, "Contact Higher Plane"))
    (prompt,) = asked.state.prompts
    assert prompt.choices == tuple(str(n) for n in range(3, 13))
    mad = act(asked.state, Answer(prompt.id, "4"), d100(5)).state
    assert until(mad, HERO, "insane") == mad.now + 28 * DAY
    sane = act(asked.state, Answer(prompt.id, "4"), d100(6)).state
    assert names(sane, HERO) == {"in touch with a higher plane"}
    question = AskPlane(HERO, "is there a trap here")
    for faces, said in (
        ((d100(70),), "it does not know"),
        ((d100(71), d100(55)), "no"),
        ((d100(71), d100(56)), "yes"),
    ):
        done = act(sane, question, *faces)
        assert first(done, PlaneAnswered).answer == said
        assert campaign(done.state).casters.contacts[HERO].left == 3


@rule(SPELL)
def test_a_higher_plane_is_asked_once_a_week():
    state = below("magic-user", "Contact Higher Plane", 9)
    state = placed(state, PlaneContacted(HERO, Contact(state.now - 6 * DAY, 3, 0)))
    assert first(act(state, Cast(HERO, "Contact Higher Plane")), SpellHadNoEffect)


@rule(SPELL)
def test_the_sick_of_mind_do_nothing():
    assert not listed(under(in_step(at_casting("magic-user/9 v orc", MU, "Sleep"), "melee"), MU, "insane"), MU)


@rule(SPELL, "ose:save.category.spells", "ose:evasion.no-pursuit")
@pytest.mark.parametrize(("kind", "face", "away"), [("orc", 2, True), ("orc", 19, False), ("skeleton", 2, False)])
def test_a_phantasmal_wall_keeps_off_those_who_believe_in_it(kind, face, away):
    state = meeting(below("magic-user", "Phantasmal Force", 3), kind, attitude="neutral")
    done = play.resolve(RULESET, state, "player", Cast(HERO, "Phantasmal Force", "", "a wall between us"), Alike(face))
    assert bool(every(done, EncounterEnded)) == away


@rule(SPELL, "ose:magic.reversible")
def test_darkness_puts_out_a_light_of_magic_and_no_torch():
    state = below("magic-user", "Darkness", 3)
    assert first(act(state, Cast(HERO, "Darkness", "", "against light")), SpellHadNoEffect)
    lit = replace(state, lights=(*state.lights, Light("m", HERO, "light-spell", "magical light", 15, None)))
    assert act(lit, Cast(HERO, "Darkness", "", "against light")).state.lights == state.lights
