"""Meetings at their edges: distances that are told, chases that end, kinds that are met, morale that does not move."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad
from tests.rules.ose.below import H1, below, suffering
from tests.rules.ose.casting import delve, meeting
from tests.rules.ose.combat.test_morale import MORALE, check, fallen
from tests.rules.ose.encounters.test_pursuit import chased, evade
from tests.rules.ose.encounters.test_wilderness_evasion import facing
from tests.rules.ose.scene import changed, every, first, scene

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.stealth import Hide
from underkeep.systems.ose.basics.conditions import HIDDEN, PACIFIED
from underkeep.systems.ose.encounters import (
    meetings,
    sighting,
    skills_and_magic,
    terrains,
    wandering_monsters,
    wilderness_evasion,
)
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d6, d8, d12, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import MoraleRolled
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import ChanceRolled, EncounterChanged
from underkeep.world.journey import AHEAD


@rule("ose:exploration.wandering.distance", "ose:encounter.distance.wilderness")
def test_a_distance_is_told_as_what_it_is():
    done = scripted(RULESET, below("fighter"), *d6(3, 4))
    assert sighting.wandering_distance(done) <= 70
    assert first(done, ChanceRolled).success
    outside = scripted(RULESET, abroad(), *d6(1, 2, 3, 4))
    assert sighting.distance_outdoors(outside, False) == 300
    assert first(outside, ChanceRolled).success


@rule("ose:evasion.pursuit")
def test_who_is_caught_is_five_feet_away():
    done = evade(chased("hostile", ours=60, theirs=120, feet=30))
    assert [e.encounter.distance for e in every(done, EncounterChanged) if e.what == "caught"] == [5]


@rule("ose:class.abilities")
@pytest.mark.parametrize(
    ("kind", "hidden", "able"), [("thief", False, True), ("thief", True, False), ("fighter", False, False)]
)
def test_who_can_hide_in_a_meeting(kind, hidden, able):
    state = suffering(below(kind), H1, HIDDEN) if hidden else below(kind)
    assert (skills_and_magic.why_not_hide(state, Hide(H1)) is None) is able


@rule("ose:magic.cast.gestures-words")
@pytest.mark.parametrize(
    ("plights", "parted"), [(("charmed", PACIFIED), True), (("charmed", ""), False), (("", ""), False)]
)
def test_those_whom_a_spell_left_as_they_were_act(plights, parted, monkeypatch):
    acted = []
    monkeypatch.setattr(meetings, "monsters_act", lambda do: acted.append("act"))
    monkeypatch.setattr(meetings, "part", lambda do, attitude: acted.append(attitude))
    monkeypatch.setattr(skills_and_magic.spells_of_mind, "befriend", lambda do: None)
    state = changed(meeting(delve("magic-user"), "orc", 2, attitude="neutral"), H1, memorised=("Ventriloquism",))
    for n, plight in enumerate(plights, 1):
        state = suffering(state, f"orc-{n}", plight) if plight else state
    done = Resolution(state, Alike(6), RULESET)
    skills_and_magic.cast(done, Cast(H1, "Ventriloquism"))
    assert acted == (["friendly"] if parted else ["act"])


@rule("ose:monster.number.wilderness-wandering", "ose:monster.number.zero-second")
def test_kinds_that_no_lair_lists_are_not_met_in_the_wild():
    assert terrains._is_found("orc")
    assert not terrains._is_found("no such kind")
    assert {terrains._is_found(kind) for kind, m in monsters().items() if m.number.lair.text == "0"} <= {False}
    for face in (1, 2):
        kind = next(k for k, m in monsters().items() if m.number.lair.text == "1d8")
        assert terrains.number_met(scripted(RULESET, abroad(), d8(face)), kind) == face


@rule("ose:encounter.wandering.table")
def test_the_die_of_the_country_and_the_die_of_the_sort():
    terrain = terrains.terrain_of(abroad("hills"))
    for sort in (1, 8):
        for face in (1, 12):
            entry = terrains.tables()[terrain.encounters[sort - 1]].kinds[face - 1]
            known = [kind for kind in entry if terrains._is_found(kind)]
            if len(known) == 1:
                assert terrains.roll_kind(scripted(RULESET, abroad(), d8(sort), d12(face)), terrain) == known[0]


@rule("ose:evasion.water.success")
def test_those_who_were_shaken_off_come_again_while_any_live():
    state = abroad("sea", way="water")
    behind = Group("pirates", terrains.BEHIND, "pirate", 3)
    gone = replace(behind, id="drowned", count=0)
    state = replace(state, dungeon=replace(state.dungeon, groups={"drowned": gone, "pirates": behind}))
    assert terrains._seekers(state) == [behind]
    found = terrains.wanderers(scripted(RULESET, state), terrains.terrain_of(state), ())
    assert found == replace(behind, area=AHEAD)


@rule("ose:monster.number.dungeon-lair")
def test_one_is_the_least_at_home():
    kind = next(k for k, m in monsters().items() if m.number.lair.text == "1")
    assert wandering_monsters.number_in_lair(scripted(RULESET, below("fighter")), kind, Placing()) == 1


@rule("ose:evasion.wilderness.minimum", "ose:evasion.wilderness.surprised")
def test_the_least_chance_is_named_where_it_is_all_there_is():
    state, growth = facing(number=1, fleeing=5, theirs=240), "ose:evasion.wilderness.environment"
    for points, percent in (("0", 10), ("-25", 5)):
        found, told = wilderness_evasion._chance(Resolution(state, Scripted(), RULESET, {growth: points}))
        assert found == percent
        assert ("ose:evasion.wilderness.minimum" in told) is (points == "-25")


@rule("ose:evasion.wilderness.surprising")
def test_those_who_never_knew_are_gone():
    done = Resolution(facing(surprised="monsters"), Alike(6), RULESET)
    wilderness_evasion.slip_away(done)
    assert [e.group.count for e in every(done, GroupChanged) if e.what == "never knew"] == [0]


@rule("ose:morale.situation.not-2-or-12")
@pytest.mark.parametrize(("rating", "asked"), [(2, False), (3, True), (11, True)])
def test_a_rating_of_two_is_not_adjusted_either(rating, asked):
    state = fallen(scene("6 fighter v 6 hobgoblin", gap=6, switches=MORALE), "hobgoblin-1")
    for n in range(2, 7):
        state = changed(state, f"hobgoblin-{n}", morale=rating)
    done = check(state, *(d6(1, 1) if asked else ()))
    rolled = every(done, MoraleRolled)
    assert bool([e for e in every(done, Ruled) if e.question == "ose:morale.situation"]) is asked
    assert all(("ose:morale.situation.not-2-or-12" in e.rule) is False for e in rolled)


@rule("ose:morale.situation")
def test_even_losses_change_nothing():
    state = fallen(scene("6 fighter v 6 hobgoblin", gap=6, switches=MORALE), "hobgoblin-1", "fighter-1")
    assert first(check(state, *d6(3, 4)), Ruled).choice == "0"
