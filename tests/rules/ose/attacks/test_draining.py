"""Levels and strength that are taken by a touch, and those who rise after it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import below
from tests.rules.ose.scene import F, changed, do, every, first, scene, scores

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.basics.campaign import WillRise, campaign
from underkeep.systems.ose.basics.conditions import WEAKENED
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import rising
from underkeep.systems.ose.checks.experience import LevelLost
from underkeep.systems.ose.checks.rising import RisingForetold
from underkeep.systems.ose.combat import rounds
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import Died
from underkeep.world.dungeon import GroupChanged
from underkeep.world.party import TurnEnded

PER_ROUND = "ose:monster.attacks.per-round"
DAY = 86_400


@rule(PER_ROUND, "ose:combat.damage.monster")
@pytest.mark.parametrize(
    ("kind", "damage", "drained", "level", "xp"),
    [
        ("wight", (), (d8(2),), 4, 12_000),
        ("wraith", (d6(1),), (d8(2),), 4, 8_000),
        ("spectre", (d8(1),), d8(2, 3), 3, 4_000),
    ],
)
def test_levels_are_lost_with_their_hit_points(kind, damage, drained, level, xp):
    state = changed(scene(f"fighter/5[sword] v {kind}"), F, level=5, xp=16_000).with_creature(F, hp=30, max_hp=30)
    done = do(state, Attack(f"{kind}-1", F, "touch"), d20(19), *damage, *drained)
    after = done.state.creatures[F]
    assert (sheet(after).level, sheet(after).xp) == (level, xp)
    assert after.max_hp == 30 - sum(int(d) for d in drained)
    assert every(done, LevelLost)[0].rule[0] == PER_ROUND


@rule(PER_ROUND)
def test_without_a_level_left_one_dies_and_rises():
    done = do(scene("fighter[sword] v wight"), Attack("wight-1", F, "touch"), d20(19), d4(3))
    assert [e.creature for e in every(done, Died)] == [F]
    assert first(done, RisingForetold).rising == WillRise("wight", done.state.now + 3 * DAY)


@rule(PER_ROUND)
def test_where_a_victim_lay_there_is_a_monster_in_the_end():
    state = below("fighter")
    area = state.party.at.area
    will = WillRise("wight", 100, area)
    told = scripted(RULESET, state)
    rising.foretell(told, "fighter-1", replace(will, area=""), (PER_ROUND,))
    assert campaign(told.state).rising == (will,)
    for now, risen in ((99, []), (100, ["wight"])):
        later = scripted(RULESET, replace(told.state, now=now))
        rising.rise(later, TurnEnded(1, 1))
        assert [e.group.kind for e in every(later, GroupChanged)] == risen
        assert bool(campaign(later.state).rising) is not bool(risen)


@rule(PER_ROUND)
def test_a_shadow_takes_strength_which_comes_back():
    done = do(scene("fighter[sword] v shadow"), Attack("shadow-1", F, "touch"), d20(19), d4(1))
    weak = done.state.creatures[F]
    assert sheet(weak).abilities["STR"] == 9
    assert weak.condition(WEAKENED).until == done.state.now + 8 * 600
    end = scripted(RULESET, done.state)
    rounds.lapse(end, F, weak.condition(WEAKENED))
    assert sheet(end.state.creatures[F]).abilities["STR"] == 10


@rule(PER_ROUND)
def test_without_strength_one_becomes_a_shadow():
    done = do(scores(scene("fighter[sword] v shadow"), F, STR=1), Attack("shadow-1", F, "touch"), d20(19), d4(1))
    assert done.state.creatures[F].status == "dead"
    assert first(done, RisingForetold).rising.kind == "shadow"
