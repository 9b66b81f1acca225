"""Things made for a Scale, gems, jewels and hoards."""

import pytest
from tests.rules.robs.below import PC, bare, carrying, delvers, on_sheet, refused
from tests.rules.robs.scene import make, own, table

from underkeep.procedures.delve_actions import Equip
from underkeep.systems.robs.basics import compendium, money
from underkeep.systems.robs.basics.qualities import Made, Valuable, made_for
from underkeep.systems.robs.equipment import gear, treasure
from underkeep.systems.robs.equipment.arms import arms, held_as
from underkeep.systems.robs.referee import answers as key
from underkeep.testing import d6, rule
from underkeep.world.gear import Item

SWORD, GREAT = compendium.weapons()["longsword"], compendium.weapons()["greatsword"]


@rule("robs:equipment.two-handed-large-wielder", "robs:equipment.one-handed-small-wielder")
@pytest.mark.parametrize(
    ("weapon", "too_big", "free", "grip", "both"),
    [
        (GREAT, -2, False, GREAT.two_hands, False),
        (GREAT, -1, False, None, False),
        (GREAT, 0, True, GREAT.two_hands, False),
        (SWORD, 1, False, SWORD.one_hand, False),
        (SWORD, 2, True, SWORD.one_hand, True),
        (SWORD, 3, True, SWORD.one_hand, True),
        (SWORD, 2, False, None, False),
        (SWORD, 4, True, None, False),
        (GREAT, 2, True, None, True),
        (SWORD, -3, True, SWORD.one_hand, False),
    ],
)
def test_how_a_weapon_of_another_size_is_held(weapon, too_big, free, grip, both):
    assert held_as(weapon, too_big, free) == (grip, both)


@rule("robs:equipment.two-handed-large-wielder", "robs:equipment.one-handed-small-wielder")
def test_arms_know_whom_they_were_made_for():
    great = (Item("greatsword", "Greatsword", "hand"), Item("small-shield", "Small shield", "worn"))
    assert [a.kind for a in arms(great, (), 2).melee] == ["greatsword"]
    assert [a.kind for a in arms(great, (), 1).melee] == ["unarmed"]
    sword = (Item("longsword", "Longsword", "hand"),)
    assert arms(sword, (), -2).melee[0].two_handed
    assert not arms(sword, (), -1).melee[0].two_handed
    assert [a.kind for a in arms(sword, (), -9).melee] == ["unarmed"]
    small = (Item("longsword", "Longsword", "hand", quality=Made(-2)),)
    assert not arms(small, (), -2).melee[0].two_handed


@rule("robs:equipment.scale-fit", "robs:equipment.one-handed-small-wielder")
@pytest.mark.parametrize(
    ("kind", "made", "place", "why"),
    [
        ("chainmail", 0, "worn", ""),
        ("chainmail", 1, "worn", "robs:equipment.scale-fit"),
        ("chainmail", -1, "worn", "robs:equipment.scale-fit"),
        ("longsword", 3, "hand", ""),
        ("longsword", 4, "hand", "robs:equipment.one-handed-small-wielder"),
        ("greatsword", 2, "hand", "robs:equipment.one-handed-small-wielder"),
        ("greatsword", 1, "hand", ""),
        ("rope", 0, "worn", "robs:equipment.armor.table"),
        ("longsword", 9, "pack", ""),
    ],
)
def test_what_fits(kind, made, place, why):
    before = "hand" if place == "pack" else "pack"
    state = carrying(delvers(), PC, Item(kind, kind, quality=Made(made) if made else None, place=before))
    assert refused(state, Equip(PC, state.creatures[PC].items[0].id, place)) == why


@rule("robs:equipment.scale-fit")
@pytest.mark.parametrize(("made", "why"), [(1, ""), (-1, ""), (2, "robs:equipment.scale-fit")])
def test_jewellery_fits_a_little_wider(made, why):
    state = carrying(delvers(), PC, Item("jewellery", "Jewel", quality=Valuable(1, made)))
    assert refused(state, Equip(PC, state.creatures[PC].items[0].id, "worn")) == why


@rule("robs:class.knight.weapon-limits")
@pytest.mark.parametrize(
    ("order", "kind", "why"),
    [
        ("the-open-hand", "longsword", "robs:class.knight.weapon-limits"),
        ("the-open-hand", "mace", ""),
        ("the-lamp", "longsword", ""),
    ],
)
def test_an_order_that_sheds_no_blood(order, kind, why):
    state = on_sheet(carrying(delvers(), PC, Item(kind, kind)), PC, classes={"knight": 1}, order=order)
    assert refused(state, Equip(PC, state.creatures[PC].items[0].id, "hand")) == why


@rule("robs:treasure.found-scale", "robs:scale.same-species")
def test_an_ogres_sword_is_an_ogres_size():
    ogre, _ = make("ogre")
    assert {made_for(i) for i in ogre.items} == {3}
    other, _ = make("ogre")
    assert own(other).scale == own(ogre).scale == 3
    rope = treasure.sized((Item("rope", "Rope"), Item("club", "Club")), 3, gear.made())
    assert [made_for(i) for i in rope] == [0, 3]
    assert treasure.sized((Item("club", "Club"),), 0, gear.made())[0].quality is None


# Treasure


@rule("robs:treasure.gems.base")
def test_the_table_of_gems():
    for roll, _, cp in table("treasure.gems"):
        assert treasure.base_cp(roll) == cp
    assert treasure.base_cp(9) == 200000
    assert treasure.base_cp(-9) == 0


@rule("robs:treasure.gems.quality", "robs:treasure.gems.size")
@pytest.mark.parametrize(("points", "gp"), [((3,), 80), ((-2,), 30), ((-5,), 0), ((1, 1), 70), ((-5, -5), 0)])
def test_quality_and_size(points, gp):
    assert treasure.graded_cp(50 * 200, *points) == gp * 200


@rule("robs:treasure.gems.base", "robs:treasure.gems.quality", "robs:treasure.gems.size", "robs:treasure.gems.cut")
@pytest.mark.parametrize(
    ("switches", "cut", "gp"), [((), "cut", 60), (("gem-size-roll",), "cut", 70), ((), "uncut", 15), ((), "pure", 120)]
)
def test_a_gem_found_by_chance(switches, cut, gp):
    size = d6(4, 3) if switches else ()
    done = bare(delvers(switches=switches), *d6(4, 3), *d6(4, 3), *size, rulings={"robs:treasure.gems.cut": cut})
    gem = treasure.gem(done)
    assert (gem.name, treasure.worth_cp(gem)) == ("Good gem", gp * 200)
    done.dice.finish()


@rule("robs:treasure.jewelry", "robs:treasure.found-scale")
@pytest.mark.parametrize(("word", "gp"), [("x1.5", 150), ("x1", 100), ("x3", 300)])
def test_a_jewel_is_worth_more_than_its_gems(word, gp):
    done = bare(delvers(), *d6(4, 3), *d6(3, 3), *d6(4, 3), *d6(3, 3), rulings={"robs:treasure.jewelry": word})
    jewel = treasure.jewellery(done, 3)
    assert treasure.worth_cp(jewel) == gp * 200
    assert made_for(jewel) == 3
    assert key.worth(jewel) == f"{gp} gp"
    assert key.worth(Item("rope", "Rope")) == ""


@rule("robs:money.circulation")
@pytest.mark.parametrize(("cp", "kinds"), [(3999, ["sp", "cp"]), (4000, ["gp"]), (20, ["sp"]), (7, ["cp"])])
def test_gold_is_seldom_seen(cp, kinds):
    assert [i.kind for i in treasure.mint(cp)] == kinds
    assert money.purse_cp(treasure.mint(cp)) == cp


@pytest.mark.parametrize(("total", "cp"), [(-9, 12), (-1, 200), (0, 400), (2, 1600)])
def test_a_hoard_doubles_with_each_level(total, cp):
    assert treasure.hoard_cp(total) == cp


@pytest.mark.parametrize(
    ("high", "low", "level", "kinds"),
    [
        (3, 3, 1, ["sp"]),
        (3, 4, 1, ["old-coin"]),
        (3, 3, 2, ["sp", "gem"]),
        (6, 3, 1, ["sp", "gem", "gem", "gem", "jewellery"]),
    ],
)
def test_what_lies_with_the_coins(high, low, level, kinds):
    done = bare(delvers(), d6(high), d6(low), *d6(*[3] * 20))
    assert [i.kind for i in treasure.hoard(done, level, 0)] == kinds
