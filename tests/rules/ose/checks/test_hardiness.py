"""What monsters do not feel, what they feel less or more, and wounds that close."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, do, every, first, scene

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.checks import hardiness
from underkeep.systems.ose.checks.damage import TurnedToMist, Unharmed, harm
from underkeep.systems.ose.checks.hardiness import FRESH_WOUND, SEARED, WILL_REVIVE, RoseAgain
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.combat import rounds
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import Fled, Harmed, Healed, SaveRolled

IMMUNE, CAP = "ose:combat.attack.invulnerable", "ose:healing.cap"
TROLL = "troll-1"


@rule(IMMUNE)
@pytest.mark.parametrize(
    ("kind", "harm_", "felt"),
    [
        ("fire-giant", "fire", 0),
        ("fire-giant", "normal fire", 0),
        ("fire-giant", "cold", 9),
        ("red-dragon", "normal fire", 0),
        ("red-dragon", "fire", 4),
        ("gelatinous-cube", "lightning", 0),
        ("green-slime", "weapon", 0),
        ("green-slime", "lightning", 0),
        ("green-slime", "cold", 9),
        ("insect-swarm-2-hd", "normal fire", 9),
        ("black-pudding", "cold", 0),
        ("mummy", "fire", 4),
        ("orc", "fire", 9),
    ],
)
def test_what_is_left_of_nine_points(kind, harm_, felt):
    state = scene(f"fighter v {kind}").with_creature(f"{kind}-1", hp=20, max_hp=20)
    assert hardiness.felt(state.creatures[f"{kind}-1"], 9, harm_) == felt
    done = scripted(RULESET, state)
    if kind not in ("black-pudding",):
        harm(done, f"{kind}-1", 9, F, harm_)
        assert bool(every(done, Unharmed)) is (felt == 0)


@rule(IMMUNE)
def test_a_wood_golem_burns_well():
    state = scene("fighter v wood golem")
    assert hardiness.felt(state.creatures["wood-golem-1"], 6, "fire", (2, 2, 2)) == 9
    done = scripted(RULESET, state, d20(10))
    save(done, "wood-golem-1", "fire", like="breath")
    assert first(done, SaveRolled).roll.modifiers == (("nature", -2),)


@rule("ose:monster.saves.save-as")
@pytest.mark.parametrize(
    ("kind", "against", "bonus"),
    [("harpy", "death", 2), ("warp-beast", "breath", 2), ("medusa", "spells", 2), ("medusa", "death", 0)],
)
def test_what_resists_by_nature(kind, against, bonus):
    done = scripted(RULESET, scene(f"fighter v {kind}"), d20(10))
    save(done, f"{kind}-1", against)
    assert first(done, SaveRolled).roll.modifiers == ((("nature", bonus),) if bonus else ())


@rule(IMMUNE)
def test_silver_hurts_a_wraith_half():
    state = scene("fighter[silver dagger] v wraith")
    done = do(state, Attack(F, "wraith-1", "silver-dagger"), d20(20), d6(4))
    assert first(done, Harmed).amount == 2


@rule(CAP)
def test_a_troll_heals_three_rounds_after_a_wound_but_never_of_fire():
    state = scene("fighter v troll").with_creature(TROLL, hp=30, max_hp=30)
    hurt = scripted(RULESET, state)
    harm(hurt, TROLL, 10, F)
    fresh = hurt.state.creatures[TROLL]
    assert fresh.condition(FRESH_WOUND).until == state.now + 30
    hardiness.regenerate(hurt, fresh)
    assert not every(hurt, Healed)
    healed = scripted(RULESET, hurt.state.with_creature(TROLL, conditions=()))
    hardiness.regenerate(healed, healed.state.creatures[TROLL])
    assert first(healed, Healed).hp == 23
    burnt = scripted(RULESET, state)
    harm(burnt, TROLL, 10, F, "fire")
    seared = burnt.state.creatures[TROLL].condition(SEARED)
    assert seared.level == 10
    still = scripted(RULESET, burnt.state.with_creature(TROLL, conditions=(seared,)))
    hardiness.regenerate(still, still.state.creatures[TROLL])
    assert not every(still, Healed)


@rule("ose:death.zero-hp", CAP)
@pytest.mark.parametrize(("kind", "revives"), [("weapon", True), ("fire", False), ("acid", False)])
def test_a_slain_troll_gets_up_again_unless_it_was_burnt(kind, revives):
    done = scripted(RULESET, scene("fighter v troll"), *(d6(2, 3) if revives else ()))
    harm(done, TROLL, 8, F, kind)
    dead = done.state.creatures[TROLL]
    assert dead.status == "dead"
    will = dead.condition(WILL_REVIVE)
    assert (will.until if will else None) == (done.state.now + 50 if revives else None)
    if revives:
        later = replace(done.state, now=will.until)
        assert [c.id for c in hardiness.due(later)] == [TROLL]
        up = scripted(RULESET, later)
        rounds.lapse(up, TROLL, Condition(WILL_REVIVE))
        assert (first(up, RoseAgain).hp, up.state.creatures[TROLL].status) == (3, "up")


@rule("ose:death.zero-hp")
def test_a_vampire_is_mist_at_no_hit_points():
    done = scripted(RULESET, scene("fighter v vampire 7 hd"))
    harm(done, "vampire-7-hd-1", 99, F, "fire")
    assert first(done, TurnedToMist).creature == "vampire-7-hd-1"
    assert [e.creature for e in every(done, Fled)] == ["vampire-7-hd-1"]
    assert done.state.creatures["vampire-7-hd-1"].status == "fled"
