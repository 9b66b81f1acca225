"""The content against the ledger's tables, cell by cell."""

from __future__ import annotations

import pytest
from tests.rules.knave.scenes import RULESET, scene, why_not

from underkeep.kernel.prompt import Ruled
from underkeep.procedures.actions import Attack
from underkeep.rulebook import ledger
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.equipment import market
from underkeep.systems.knave.equipment.inventory import slots_of
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.testing import rule
from underkeep.testing.builders import scripted

SETTLEMENTS = ("village", "town", "city")


def rows(table: str) -> list[list[object]]:
    return ledger.load("knave").entries[table].rows


def sold(kind: str) -> tuple[bool, ...]:
    return tuple(kind in market.wares(settlement) for settlement in SETTLEMENTS)


@rule("knave:equipment.weapons.summary", "knave:equipment.melee.one-handed", "knave:equipment.melee.two-handed")
@rule("knave:equipment.missile.sling", "knave:equipment.missile.bow")
def test_every_weapon_is_of_a_class_of_the_table() -> None:
    classes = {row[0]: tuple(row[1:]) for row in rows("equipment.weapons")}
    seen = set()
    for kind, weapon in compendium.weapons().items():
        if not weapon.for_sale:
            continue
        name = kind if kind in classes else f"{'two' if weapon.hands == 2 else 'one'}-handed melee weapon"
        seen.add(name)
        extra = 100 if "silver" in weapon.kinds else 0
        cells = (weapon.hands, weapon.slots, weapon.damage.text, weapon.range_feet, weapon.price_coins - extra)
        assert cells == classes[name], kind
        assert market.price(kind) == weapon.price_coins
    assert seen == set(classes)


@rule("knave:equipment.armor.prices")
def test_armour_pieces() -> None:
    table = rows("equipment.armor")
    assert [row[0].replace(" ", "-") for row in table] == list(compendium.armours())
    for name, points, slots, price in table:
        piece = compendium.armours()[name.replace(" ", "-")]
        assert (piece.armour_points, piece.slots, piece.price_coins) == (points, slots, price)
    assert sum(market.price(kind) for kind in compendium.armours()) == 2000


@rule("knave:equipment.goods.prices")
def test_listed_goods() -> None:
    from_where = {"any settlement": 3, "town": 2, "city": 1}
    for name, band, price, sold_from in rows("equipment.goods"):
        kind = name.replace(" ", "-")
        assert (compendium.goods()[kind].band, market.price(kind)) == (band, price)
        assert sum(sold(kind)) == from_where[sold_from]
    assert market.price("bear-trap") == 20
    assert sold("bear-trap") == (False, True, True)


@rule("knave:equipment.common.price", "knave:equipment.common.availability")
def test_common_goods() -> None:
    for kind in ("rope", "torch", "saw", "arrow", "quiver"):
        assert market.price(kind) == 5
        assert sold(kind) == (True, True, True)


@rule("knave:equipment.uncommon.price", "knave:equipment.uncommon.availability")
def test_uncommon_goods() -> None:
    for kind in ("lantern", "bear-trap"):
        assert market.price(kind) == 20
        assert sold(kind) == (False, True, True)


@rule("knave:equipment.rare.price", "knave:equipment.rare.availability")
def test_rare_goods() -> None:
    for kind in ("sextant", "hourglass", "astrolabe"):
        assert market.price(kind) == 100
        assert sold(kind) == (False, False, True)


@rule("knave:equipment.goods.band-judgement")
def test_unlisted_goods_are_placed_by_the_referee() -> None:
    do = scripted(RULESET, scene("knave v orc"))
    assert market.band_of(do, "crowbar") == "common"
    assert market.band_of(do, "spyglass") == "rare"
    assert [e.choice for e in do.events if isinstance(e, Ruled)] == ["common", "rare"]
    assert market.band_of(do, "lantern") == "uncommon"
    assert len(do.events) == 2


@rule("knave:magic.spellbook.sources")
def test_no_shop_sells_spellbooks() -> None:
    assert all("spellbook" not in market.wares(settlement) for settlement in SETTLEMENTS)
    with pytest.raises(ValueError, match="no price"):
        market.price("spellbook")


@rule("knave:equipment.animals.prices")
def test_animals() -> None:
    assert {kind: animal.price_coins for kind, animal in compendium.animals().items()} == dict(
        map(tuple, rows("equipment.animals"))
    )
    assert 2 * market.price("goat") + market.price("cow") == 140


@rule("knave:equipment.clothing.prices")
def test_clothing() -> None:
    expected = {f"{name.replace(' ', '-')}-clothes": price for name, price in rows("equipment.clothing")}
    assert {kind: clothes.price_coins for kind, clothes in compendium.clothing().items()} == expected
    assert market.price("respectable-clothes") == 240
    assert market.price("royal-clothes") == 120_000


@rule("knave:money.coin")
def test_every_price_is_in_whole_coins() -> None:
    shelves = (compendium.weapons(), compendium.armours(), compendium.animals(), compendium.clothing())
    assert all(type(market.price(kind)) is int for shelf in shelves for kind in shelf)


@rule("knave:equipment.missile.quiver")
def test_a_quiver_takes_20_arrows() -> None:
    assert slots_of(an_item("arrow", 20)) == 1
    assert slots_of(an_item("arrow", 21)) == 2


@pytest.mark.parametrize(
    ("weapon", "feet"),
    [
        pytest.param("bow", 120, marks=rule("knave:equipment.missile.bow")),
        pytest.param("sling", 60, marks=rule("knave:equipment.missile.sling")),
    ],
)
def test_missile_ranges(weapon: str, feet: int) -> None:
    shot = Attack("knave-1", "orc-1", weapon)
    assert why_not(scene(f"knave[{weapon}] v orc", gap=feet // 5), shot) == ""
    too_far = scene(f"knave[{weapon}] v orc", gap=feet // 5 + 1)
    assert why_not(too_far, shot) == f"knave:equipment.missile.{weapon}"


@rule("knave:downtime.career.band-examples")
def test_careers_are_in_the_books_bands() -> None:
    for name, band in rows("downtime.career-examples"):
        career = compendium.careers()[name.replace(" ", "-")]
        assert (career.name, career.band) == (name, band)
        assert career.rule
    assert sum(bool(career.rule) for career in compendium.careers().values()) == 19
    assert [career.number for career in compendium.careers().values()] == list(range(1, 101))
