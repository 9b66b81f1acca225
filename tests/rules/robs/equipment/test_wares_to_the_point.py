"""Arms, prices and hoards at the edges of each number."""

from __future__ import annotations

import pytest
from tests.rules.robs.below import PC, bare, carrying, delvers, on_sheet, refused
from tests.rules.robs.scene import every

from underkeep.procedures.delve_actions import Equip
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.qualities import Foreign, Made
from underkeep.systems.robs.basics.sheet import NaturalAttack
from underkeep.systems.robs.equipment import gear, market, treasure
from underkeep.systems.robs.equipment.arms import arms
from underkeep.testing import d6, rule
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item


@rule("robs:damage.odf.guidelines")
def test_teeth_are_sharp():
    assert arms((), (NaturalAttack("bite", 1),)).melee[0].sharp


@rule("robs:equipment.scale-fit")
@pytest.mark.parametrize(("made", "why"), [(-2, ""), (2, "robs:equipment.scale-fit"), (0, "robs:equipment.scale-fit")])
def test_mail_for_small_people_fits_small_people(made, why):
    state = on_sheet(carrying(delvers(), PC, Item("chainmail", "Chainmail", quality=Made(made))), PC, scale=-2)
    assert refused(state, Equip(PC, state.creatures[PC].items[0].id, "worn")) == why


@rule("robs:magic-item.enchantment-bonus")
def test_a_bonus_may_be_written_apart():
    assert gear.find("longsword + 2") == "longsword+2"


@rule("robs:equipment.magic-shop")
def test_what_costs_just_so_much_is_sold_in_town():
    assert market.on_sale("town", True)["wand-of-light"].cost == market.DEAR_CP
    assert "wand-of-light" not in market.on_sale("town")


@rule("robs:treasure.gems.base", "robs:treasure.gems.quality")
def test_each_roll_for_a_gem_has_its_part():
    done = bare(delvers(), *d6(5, 3, 3, 4))
    cp, roll = treasure.gem_cp(done)
    assert (cp, roll) == (treasure.graded_cp(treasure.base_cp(2), -1), 2)
    assert [e.success for e in every(done, ChanceRolled)] == [True, False]
    level = bare(delvers(), *d6(3, 3, 4, 3))
    assert treasure.gem_cp(level) == (treasure.graded_cp(treasure.base_cp(0), 1), 0)
    assert [e.success for e in every(level, ChanceRolled)] == [False, True]


def found(total, level=1):
    """A hoard whose dice and depth come to this."""
    shown = total - level + 1
    done = bare(delvers(), *d6(max(1, 1 + shown), max(1, 1 - shown)), *d6(*[3] * 20))
    things = treasure.hoard(done, level, 0)
    return things, every(done, ChanceRolled)[0]


@rule("robs:money.large-coins", "robs:money.circulation")
@pytest.mark.parametrize(
    ("total", "level", "gems", "jewels"),
    [(-5, 1, 0, 0), (0, 1, 0, 0), (1, 1, 1, 0), (2, 1, 2, 0), (3, 1, 3, 1), (4, 2, 3, 1)],
)
def test_what_is_in_a_hoard(total, level, gems, jewels):
    things, rolled = found(total, level)
    kinds = [item.kind for item in things]
    assert (kinds.count("gem"), kinds.count("jewellery")) == (gems, jewels)
    assert rolled.success is (total > 0)
    assert (money.LARGE_COINS in rolled.rule) is (total == treasure.LARGE_AT) is ("old-coin" in kinds)


@rule("robs:money.circulation")
def test_old_coins_are_worth_a_silver_piece_each():
    (coins,), _ = found(-1)
    assert (coins.kind, coins.count, coins.quality) == ("old-coin", 10, Foreign(20))
