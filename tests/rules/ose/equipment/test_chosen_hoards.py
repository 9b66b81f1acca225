"""Hoards that the referee chooses: worth the experience they should bring, and guarded as well as they deserve."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rules.ose.below import below
from tests.rules.ose.scene import changed, every, first
from tests.rules.ose.service import HAND, company, serving

from underkeep.kernel.prompt import Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.money import coins
from underkeep.systems.ose.equipment import hoards
from underkeep.systems.ose.equipment.treasure import TreasureRolled, valuables, worth_cp
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN
from underkeep.testing import Alike, d100, die, rule
from underkeep.testing.builders import scripted
from underkeep.world.dungeon import Group
from underkeep.world.state import State

PLAIN = Placing()
H1, H2 = "hero-1", "hero-2"


def chosen(state: State, group: Group | None = None, how: Placing = PLAIN) -> tuple[Resolution, float]:
    """What is told of a chosen hoard, and what it is worth."""
    do = Resolution(state, Alike(1), RULESET)
    found = hoards.chosen_hoard(do, group, how)
    return do, sum(map(worth_cp, found)) / 100


def target(state: State) -> int:
    """The experience for each that is proposed to the referee."""
    return int(next(e.choice for e in every(chosen(state)[0], Ruled) if e.question == "ose:treasure.choice"))


def alone(xp: int, level: int = 1) -> State:
    return changed(below("fighter"), H1, xp=xp, level=level)


@rule("ose:treasure.choice.steps", "ose:treasure.choice")
@pytest.mark.parametrize(("xp", "each"), [(0, 500), (1, 250), (1600, 100), (1601, 50), (1801, 50), (5000, 50)])
def test_a_quarter_of_what_the_next_level_needs_is_proposed(xp, each):
    assert target(alone(xp)) == each
    assert chosen(alone(xp))[1] == each


@rule("ose:treasure.choice.steps")
def test_the_average_is_taken_over_characters_who_live():
    two = below("fighter", "fighter")
    high = changed(two, H1, level=14, xp=2_000_000)
    assert target(changed(high, H2, xp=0)) == 250, "the highest level needs nothing"
    assert target(changed(high, H2, xp=1)) == 100
    beyond = changed(changed(two, H1, xp=3000), H2, xp=0)
    assert target(beyond) == 250, "nobody needs less than nothing"
    fallen = changed(two, H1, xp=1900).with_creature(H1, status="dead")
    assert target(fallen) == 500
    assert chosen(fallen)[1] == 500
    assert target(serving(company("fighter"), NORMAL_HUMAN)) == target(company("fighter")) == 500
    assert HAND in serving(company("fighter"), NORMAL_HUMAN).creatures


@rule("ose:treasure.choice.steps")
def test_without_a_party_the_least_is_proposed_once():
    assert target(State("ose", {})) == 50
    assert chosen(State("ose", {}))[1] == 50


@rule("ose:treasure.choice.steps", "ose:advancement.rate.fast")
def test_fast_advancement_places_more():
    assert chosen(alone(0), how=Placing(treasure=Fraction(2)))[1] == 1000
    assert chosen(alone(0), how=Placing(treasure=Fraction(1, 2)))[1] == 250


@rule("ose:treasure.choice.guard")
@pytest.mark.parametrize(("kind", "count", "warned"), [("kobold", 1, False), ("kobold", 0, True), ("orc", 1, False)])
def test_less_than_a_hit_die_counts_as_one(kind, count, warned):
    assert bool(every(chosen(alone(0), Group("g", "1-02", kind, count))[0], RefereeAdvised)) is warned
    assert every(chosen(alone(0))[0], RefereeAdvised), "nobody guards a cache"


@rule("ose:treasure.choice.steps", "ose:treasure.unusual", "ose:treasure.unusual.value-weight")
def test_what_was_placed_is_noted_with_its_worth():
    told = first(chosen(alone(0))[0], TreasureRolled)
    assert (told.where, told.table, told.worth_gp) == ("a cache", "chosen", 500)
    assert "ose:treasure.unusual" in told.rule
    poor = first(chosen(alone(1990))[0], TreasureRolled)
    assert poor.worth_gp == 50
    assert "ose:treasure.unusual" not in poor.rule
    assert first(chosen(alone(0), Group("g", "1-02", "orc", 9))[0], TreasureRolled).where == "g"


@rule("ose:treasure.unusual")
@pytest.mark.parametrize(
    ("worth", "faces", "odd"),
    [(59, (), []), (60, (), ["silver-ore"]), (89, (), ["silver-ore"]), (90, (die(2, 1),), ["alembic"])],
)
def test_an_unusual_thing_is_a_third_of_it_at_most(worth, faces, odd):
    do = scripted(RULESET, State("ose", {}), *faces)
    found = hoards.placed(do, worth)
    do.dice.finish()
    assert [i.kind for i in found if i.kind in valuables()] == odd
    assert sum(map(worth_cp, found)) == worth * 100


@rule("ose:treasure.choice")
@pytest.mark.parametrize(("worth", "jewels"), [(299, 0), (300, 100), (597, 100), (600, 200)])
def test_jewellery_is_placed_in_whole_hundreds(worth, jewels, monkeypatch):
    monkeypatch.setattr(hoards.treasure, "valuables", dict)
    found = hoards.placed(Resolution(State("ose", {}), Alike(1), RULESET), worth)
    assert sum(worth_cp(i) // 100 for i in found if i.kind != "gp") == jewels


@rule("ose:monster.treasure.small-lair")
@pytest.mark.parametrize(("kind", "count", "part"), [("black-bear", 1, Fraction(2, 5)), ("tiger", 1, Fraction(1))])
def test_a_lair_counts_as_small_where_at_least_two_and_a_half_live_on_average(kind, count, part):
    assert hoards.present(monsters()[kind], count, PLAIN) == part


@rule("ose:dungeon-design.room.treasure", "ose:monster.treasure.hoard", "ose:monster.treasure.unintelligent")
def test_gold_of_the_listing_is_multiplied_and_each_roll_says_whose_it_is():
    do = scripted(RULESET, State("ose", {}), *d100(21, 31, 11, 26, 26, 11))
    found = hoards.lair_hoard(do, Group("o", "1-02", "ogre", 7, lair=True), Placing(treasure=Fraction(2)))
    assert found == (coins("gp", 2000),)
    told = first(do, TreasureRolled).rule
    assert "ose:monster.treasure.hoard" in told
    assert "ose:monster.treasure.unintelligent" not in told
    do = scripted(RULESET, State("ose", {}), *d100(11, 11, 6, 6, 6, 3))
    hoards.lair_hoard(do, Group("b", "1-02", "black-bear", 1, lair=True), PLAIN)
    told = first(do, TreasureRolled).rule
    assert "ose:monster.treasure.unintelligent" in told
    assert "ose:monster.treasure.hoard" not in told
