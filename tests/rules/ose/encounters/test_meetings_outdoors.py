"""Meeting somebody out of doors: how far away, from which sides, and in which measures one fights there."""

from __future__ import annotations

import pytest
from tests.rules.ose.abroad import Checked, abroad, met
from tests.rules.ose.below import H1, act, below, party, the_dungeon
from tests.rules.ose.scene import every, first, listed

from underkeep.kernel.dice import Scripted
from underkeep.procedures import battlefield, play
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.movement import encounter_feet
from underkeep.systems.ose.basics.conditions import SILENCED, has
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d12, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import Moved
from underkeep.world.encounter import ChanceRolled, EncounterBegan, EncounterChanged, EncounterEnded
from underkeep.world.gear import Item
from underkeep.world.state import State

AWARE, FIRST = d6(6, 6), d6(6, 1)
"""Nobody is surprised; the party has the initiative."""
SURROUNDED = "ose:wilderness.surprise.surrounded"


def yards(done: Resolution) -> int:
    feet = first(done, EncounterBegan).encounter.distance
    return feet // 3


@rule("ose:encounter.distance.wilderness", "ose:wilderness.wandering.distance")
@pytest.mark.parametrize(("faces", "away"), [(d6(1, 1, 1, 1), 40), (d6(6, 6, 6, 6), 240), (d6(2, 3, 4, 5), 140)])
def test_in_the_wilderness_they_appear_4d6_times_10_yards_away(faces: tuple[int, ...], away: int):
    done = met(abroad("hills"), "goblin", 2, *AWARE, *faces, *FIRST)
    assert yards(done) == away


@rule("ose:encounter.distance.waterborne", "ose:water.wandering.distance")
@pytest.mark.parametrize(("faces", "away"), [(d6(1, 1, 1, 1), 40), (d6(6, 6, 6, 6), 240), (d6(1, 2, 3, 4), 100)])
def test_and_so_they_do_on_the_water(faces: tuple[int, ...], away: int):
    done = met(abroad("river", way="water"), "hobgoblin", 2, *AWARE, *faces, *FIRST)
    assert yards(done) == away
    rolled = next(e for e in every(done, ChanceRolled) if e.what == "encounter distance")
    assert "ose:encounter.distance.waterborne" in rolled.rule


@rule("ose:wilderness.wandering.distance-surprise", "ose:water.wandering.distance")
@pytest.mark.parametrize(("way", "terrain"), [("open", "hills"), ("water", "river")])
def test_surprise_brings_them_close(way: str, terrain: str):
    ours = met(abroad(terrain, way=way), "hobgoblin", 2, *d6(2, 6), d4(3), *d6(6, 6))
    assert yards(ours) == 30
    theirs = met(abroad(terrain, way=way), "hobgoblin", 2, *d6(6, 2), d4(2))
    assert yards(theirs) == 20
    both = met(abroad(terrain, way=way), "hobgoblin", 2, *d6(1, 1), d4(4), *FIRST)
    assert yards(both) == 40


def test_what_lives_in_the_water_is_not_surprised_by_a_boat():
    done = met(abroad("river", way="water"), "crocodile", 1, *d6(6, 1, 1, 1, 1), *FIRST)
    assert yards(done) == 40
    assert not first(done, EncounterBegan).encounter.surprised


def drawn_up(number: int, ruling: str = "encircled") -> tuple[State, list[tuple[int, int]]]:
    """Wolves that surprise the party and attack: where they stand, seen from its first."""
    done = met(abroad("hills"), "wolf", number, *d6(1, 6), d4(2), *d6(1, 1), rulings={SURROUNDED: ruling})
    at = {e.creature: e.to for e in every(done, Moved)}
    x, y = at[H1]
    return done.state, [(at[id][0] - x, at[id][1] - y) for id in at if id.startswith("wolf")]


@rule("ose:wilderness.surprise.surrounded")
def test_three_who_surprise_a_party_stand_all_around_it():
    _, places = drawn_up(4)
    assert {(x > 3) - (x < -3) for x, _ in places} == {-1, 0, 1}
    assert {(y > 3) - (y < -3) for _, y in places} == {-1, 0, 1}
    _, three = drawn_up(3)
    assert min(y for _, y in three) < -3
    assert max(y for _, y in three) > 3


@rule("ose:wilderness.surprise.surrounded")
def test_two_do_not_nor_do_they_if_the_referee_says_so():
    for number, ruling in ((2, "encircled"), (5, "not encircled")):
        _, places = drawn_up(number, ruling)
        assert min(x for x, _ in places) > 3


def test_the_field_is_never_too_large_and_the_sides_come_closer_first():
    state = met(abroad("hills"), "goblin", 3, *AWARE, *d6(6, 6, 6, 6), *FIRST).state
    done = Resolution(state, Scripted(), RULESET)
    battlefield.draw_up(done)
    assert first(done, EncounterChanged).what == "close in"
    assert first(done, EncounterChanged).encounter.distance == 5 * battlefield.MOST_STEPS
    assert done.state.grid is not None
    assert done.state.grid.width * done.state.grid.height < 5000
    assert all(c.at is not None for c in done.state.creatures.values())


@rule("ose:wilderness.yards", "ose:water.yards")
@pytest.mark.parametrize(("terrain", "way"), [("hills", "open"), ("river", "water")])
def test_outdoors_rates_and_ranges_are_in_yards(terrain: str, way: str):
    bow = Item("short-bow", "Short bow", "hand"), Item("arrows", "Arrows", count=5)
    state = abroad(terrain, way=way).with_creature(H1, items=bow)
    inside = below().creatures[H1]
    assert encounter_feet(inside, below()) == 40
    assert encounter_feet(state.creatures[H1], state) == 40 * 3
    fighting = met(state, "goblin", 1, *AWARE, *d6(6, 6, 6, 6), *FIRST).state
    done = Resolution(fighting, Scripted(), RULESET)
    battlefield.draw_up(done)
    aiming = in_step(done.state, "missile", H1)
    shots = [x for x in listed(aiming, H1) if isinstance(x, Attack)]
    assert shots, "a short bow reaches 150 feet indoors, and 240 feet outdoors are within 150 yards"


@rule("ose:wilderness.areas-in-feet", "ose:water.areas-in-feet")
@pytest.mark.parametrize(("terrain", "way"), [("hills", "open"), ("river", "water")])
def test_areas_of_effect_stay_in_feet(terrain: str, way: str):
    state = met(abroad(terrain, way=way), "goblin", 1, *AWARE, *d6(6, 6, 6, 6), *FIRST).state
    done = Resolution(state, Scripted(), RULESET)
    battlefield.draw_up(done)
    fighting = in_step(done.state, "magic", H1)
    x, y = fighting.creatures[H1].at or (0, 0)
    for squares, silent in ((3, True), (4, False)):
        scene = Resolution(fighting.with_creature("hero-2", at=(x + squares, y)), Scripted(), RULESET)
        zones.lay(scene, SILENCED, 15, (x, y), None, ())
        assert has(scene.state.creatures["hero-2"], SILENCED) == silent, "15 feet are three squares, not nine"


def test_after_a_meeting_the_party_marches_on():
    state = met(abroad("settled", way="road", miles=12), "hobgoblin", 2, *AWARE, *d6(3, 3, 3, 3), *FIRST).state
    talked = act(state, a.StandBy(), *d6(6, 5))
    assert first(talked, EncounterEnded).how == "parted"
    there = act(talked.state, a.MarchOn()).state
    assert party(there).place == "dungeon"
    assert there.journey is None


def test_what_the_slain_had_is_taken_at_once():
    state = met(abroad("settled", way="road", miles=12), "bandit", 1, *AWARE, d6(1), d4(1), *FIRST).state
    done = Resolution(state, Scripted(), RULESET)
    battlefield.draw_up(done)
    slain = done.state.with_creature("bandit-1", status="dead", hp=0, items=(Item("rope", "Rope"),))
    after = Resolution(slain, Rich(), RULESET)
    RULESET.meetings.after_fight(after)
    assert any(i.kind == "rope" for c in after.state.marchers() for i in c.items)
    assert not the_dungeon(after.state).hoards


class Rich(Checked):
    """Whatever is rolled shows its highest face."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return (sides,) * count


def test_somebody_waits_halfway():
    dice = Checked(d6(1), d8(1), d12(11), *d6(1, 1, 1), *AWARE, *d6(3, 3, 3, 3), *FIRST)
    start = abroad("forest", way="road", miles=16)
    done = play.resolve(RULESET, start, "player", a.MarchOn(), dice)
    assert done.state.encounter is not None
    assert done.state.journey is not None
    assert done.state.journey.left == 8
    assert not done.state.journey.is_marching
