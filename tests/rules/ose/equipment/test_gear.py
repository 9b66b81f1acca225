from __future__ import annotations

import pytest
from tests.rules.ose.scene import make

from underkeep.errors import UnderkeepError
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.equipment import gear
from underkeep.systems.ose.equipment.arms import arms
from underkeep.testing import rule


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("plate", "plate-mail"),
        ("Two Handed Sword", "two-handed-sword"),
        ("SWORD", "sword"),
        ("chain", "chainmail"),
        ("leather armor", "leather"),
        ("hammer", "hammer"),
        ("war", "war-hammer"),
        ("arrow", "arrows"),
    ],
)
def test_names_are_forgiven(text, kind):
    assert gear.find(text) == kind


def test_names_that_fit_nothing_or_too_much():
    with pytest.raises(UnderkeepError, match="long-bow or short-bow"):
        gear.find("bow")
    with pytest.raises(UnderkeepError, match=r"did you mean .*spear"):
        gear.find("spaer")
    with pytest.raises(UnderkeepError, match="no "):
        gear.find("")


def places(*gear: str) -> dict[str, str]:
    return {item.kind: item.place for item in make("fighter", gear=gear)[0].items if item.kind != "gp"}


@rule("ose:class.abilities")
def test_where_things_go():
    assert places("sword", "shield", "plate", "leather", "rope") == {
        "sword": "hand",
        "shield": "worn",
        "plate-mail": "worn",
        "leather": "pack",
        "rope": "pack",
    }
    assert places("two-handed sword", "shield") == {"two-handed-sword": "hand", "shield": "pack"}
    assert places("sword", "short bow", "arrows") == {"sword": "hand", "short-bow": "worn", "arrows": "pack"}


def test_both_hands_and_a_shield():
    held = arms(make("fighter", gear=("sword", "shield", "short bow", "arrows", "dagger"))[0])
    assert set(held.missile) == {"dagger"}
    assert set(held.melee) == {"sword", "dagger"}


# A second transcription: cost, weight, damage, ranges.
WEAPONS = {
    "battle-axe": (7, 50, "1d8", None),
    "club": (3, 50, "1d4", None),
    "crossbow": (30, 50, "1d6", (80, 160, 240)),
    "dagger": (3, 10, "1d4", (10, 20, 30)),
    "hand-axe": (4, 30, "1d6", (10, 20, 30)),
    "javelin": (1, 20, "1d4", (30, 60, 90)),
    "long-bow": (40, 30, "1d6", (70, 140, 210)),
    "mace": (5, 30, "1d6", None),
    "pole-arm": (7, 150, "1d10", None),
    "short-bow": (25, 30, "1d6", (50, 100, 150)),
    "short-sword": (7, 30, "1d6", None),
    "sling": (2, 20, "1d4", (40, 80, 160)),
    "spear": (3, 30, "1d6", (20, 40, 60)),
    "staff": (2, 40, "1d4", None),
    "sword": (10, 60, "1d8", None),
    "two-handed-sword": (15, 150, "1d10", None),
    "war-hammer": (5, 30, "1d6", None),
}


@rule("ose:combat.damage.variable", "ose:combat.missile.range")
@pytest.mark.parametrize("kind", list(WEAPONS))
def test_weapons(kind):
    weapon = compendium.weapons()[kind]
    reach = weapon.range and (weapon.range.short_feet, weapon.range.medium_feet, weapon.range.long_feet)
    assert (weapon.cost_gp, weapon.weight_coins, weapon.damage.text, reach) == WEAPONS[kind]


@rule("ose:combat.ac.sources")
def test_armour():
    found = {kind: (a.cost_gp, a.weight_coins, a.ac, a.bonus) for kind, a in compendium.armours().items()}
    assert found == {
        "leather": (20, 200, 7, 0),
        "chainmail": (40, 400, 5, 0),
        "plate-mail": (60, 500, 3, 0),
        "shield": (10, 100, 9, 1),
    }


def fighter() -> compendium.CharacterClass:
    return compendium.classes()["fighter"]


@rule("ose:creation.buy-equipment")
def test_torches_are_bought_by_the_bundle():
    kinds, left = gear.bought(["torch"], 10, fighter())
    assert (kinds, left) == (["torches"], 9)
    assert [(item.count, item.place) for item in gear.fit_out(kinds, fighter())] == [(6, "pack")]


@rule("ose:creation.buy-equipment")
def test_the_last_gold_piece_may_be_spent():
    assert gear.bought(["sword"], 10, fighter()) == (["sword"], 0)
    with pytest.raises(UnderkeepError, match="costs 10 gp"):
        gear.bought(["sword"], 9, fighter())
    assert gear.shopping(fighter(), 10) == (["sword"], 0)
    assert gear.shopping(fighter(), 9) == (["torches", "tinder-box", "rations-standard"], 0)


@rule("ose:creation.class-equipment-limits", "ose:class.abilities")
def test_one_of_a_kind_is_at_hand_and_the_rest_in_the_pack():
    two = gear.fit_out(["dagger", "dagger", "club", "leather", "leather"], fighter())
    assert [(i.kind, i.place) for i in two] == [
        ("dagger", "hand"),
        ("dagger", "pack"),
        ("club", "worn"),
        ("leather", "worn"),
        ("leather", "pack"),
    ]
    wizard = gear.fit_out(["sword", "leather", "dagger"], compendium.classes()["magic-user"])
    assert [i.place for i in wizard] == ["pack", "pack", "hand"]
