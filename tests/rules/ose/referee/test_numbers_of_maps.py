"""Maps, climbs and scores at the edge of a number."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.below import H1, below

from underkeep.systems.ose.basics import money
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.combat import ability_checks
from underkeep.systems.ose.referee import maps
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d100, rule
from underkeep.testing.builders import cellar, scripted
from underkeep.world.dungeon import Level


@rule("ose:dungeon-design.levels")
def test_a_second_level_wants_a_way_up():
    dungeon = cellar(RULESET)
    deep = replace(dungeon, levels=(*dungeon.levels, Level(2, dungeon.levels[0].grid)))
    assert "level 2 has no way up" in maps.faults(deep)
    assert not [fault for fault in maps.faults(dungeon) if "way up" in fault]


@rule("ose:hazard.climb.sheer")
def test_a_fall_is_from_half_of_what_was_climbed():
    state = below("thief")
    done = scripted(RULESET, state, d100(100))
    assert thief_skills.climb(done, state.creatures[H1], 51) == 25


@rule("ose:referee.rulings.gaps")
def test_who_is_in_no_listing_is_average():
    state = below("fighter").with_creature(H1, kind="stranger")
    own = replace(state.creatures[H1].sheet, abilities={})
    state = state.with_creature(H1, sheet=own)
    assert ability_checks._score(scripted(RULESET, state), state.creatures[H1], "STR") == 9


@rule("ose:money.conversion")
def test_no_more_coins_change_hands_than_it_takes():
    left = money.after_paying((money.coins("sp", 50),), 1)
    assert [(item.kind, item.count) for item in left] == [("sp", 49), ("cp", 9)]
