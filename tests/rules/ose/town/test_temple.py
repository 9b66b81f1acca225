"""What the clergy of a large place do for a gift."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.service import PC, company, run, why_not

from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import has
from underkeep.systems.ose.basics.money import purse
from underkeep.systems.ose.basics.town_life import with_town_life
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town.temple import BuyPrayer
from underkeep.testing import d100, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Died

OTHER, DAY = "hero-2", 86_400


def great(state, healing="cure serious wounds"):
    return with_town_life(state, healing=healing)


def suffering(state, name, level=0):
    return state.with_creature(OTHER, conditions=(Condition(name, None, level),))


@rule("ose:town.healing")
@pytest.mark.parametrize(
    ("prayer", "name", "gp"),
    [
        ("Cure Disease", "wasting away", 500),
        ("Remove Curse", "slow to heal", 500),
        ("Neutralize Poison", "poisoned", 800),
        ("Remove Quest", "on a quest", 1500),
    ],
)
def test_the_temple_prays_for_a_gift(prayer, name, gp):
    state = suffering(great(company(gp=gp)), name)
    asked = BuyPrayer(PC, prayer, OTHER)
    assert asked in play.legal_actions(RULESET, state, "player")
    done = run(state, asked).state
    assert not has(done.creatures[OTHER], name)
    assert purse(done.creatures[PC].items).get("gp", 0) == 0
    assert why_not(suffering(great(company(gp=gp - 1)), name), asked).rule == "ose:town.healing"


@rule("ose:town.healing")
def test_only_great_healers_have_such_prayers_and_only_the_needy_get_them():
    asked = BuyPrayer(PC, "Remove Curse", OTHER)
    assert why_not(suffering(great(company(gp=999), "cure wounds"), "slow to heal"), asked).rule == "ose:town.healing"
    assert why_not(great(company(gp=999)), asked).rule == "ose:town.healing"


@rule("ose:town.healing")
def test_a_mighty_quest_may_withstand_the_priest():
    state = suffering(great(company(gp=2000)), "on a quest", level=14)
    asked = BuyPrayer(PC, "Remove Quest", OTHER)
    assert has(run(state, asked, d100(20)).state.creatures[OTHER], "on a quest")
    assert not has(run(state, asked, d100(21)).state.creatures[OTHER], "on a quest")


@rule("ose:town.healing")
@pytest.mark.parametrize(("days", "raised"), [(12, True), (13, False)])
def test_the_dead_are_raised_within_twelve_days(days, raised):
    done = Resolution(great(company(gp=5000)), Scripted(), RULESET)
    done.emit(Died(OTHER))
    later = replace(done.state, now=done.state.now + days * DAY)
    asked = BuyPrayer(PC, "Raise Dead", OTHER)
    assert (asked in play.legal_actions(RULESET, later, "player")) == raised
    if raised:
        assert run(later, asked).state.creatures[OTHER].status == "up"
