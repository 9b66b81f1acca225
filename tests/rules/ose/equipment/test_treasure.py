"""Treasure types, gems, jewellery, unusual valuables and magic items."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, every, first, scene, table

from underkeep.kernel.chance import distribution
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.money import coins
from underkeep.systems.ose.checks import damage
from underkeep.systems.ose.equipment import magic_items, treasure, treasure_settings
from underkeep.systems.ose.equipment.magic_items import SORTS
from underkeep.systems.ose.equipment.treasure import TreasureRolled, gem, jewellery, worth_cp
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d3, d4, d6, d8, d20, d100, rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.testing.faces import die
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

PLAIN = Placing()


def rolling(*faces: int, rulings: dict[str, str] | None = None, state: State | None = None) -> Resolution:
    return Resolution(state or State("ose", {}), Scripted(*faces), RULESET, rulings)


def rolled(letter: str, *faces: int, how: Placing = PLAIN, part: Fraction = Fraction(1), **more) -> tuple[Item, ...]:
    """What a type gives under these faces, all of which must be used."""
    do = rolling(*faces, **more)
    found = treasure.roll_type(do, letter, "here", how, part)
    do.dice.finish()
    return found


def counts(items: tuple[Item, ...]) -> dict[str, int]:
    return {item.kind: item.count for item in items}


def total_gp(items: tuple[Item, ...]) -> float:
    return sum(map(worth_cp, items)) / 100


SORT_NAMES = {"gems": "gem", "potions": "potion", "scrolls": "scroll"}


@rule("ose:treasure.roll.procedure")
def test_the_types_are_those_of_the_book():
    wanted: dict[str, list] = {}
    for letter, percent, quantity, item in table("treasure.types"):
        wanted.setdefault(letter, []).append((percent, quantity.replace("*", "x"), item))
    assert list(treasure.types()) == list(wanted)
    for letter, kind in treasure.types().items():
        found = [(e.percent, e.quantity.text) for e in kind.entries]
        assert found == [(percent, quantity) for percent, quantity, _ in wanted[letter]], letter
        for entry, (_, _, item) in zip(kind.entries, wanted[letter], strict=True):
            assert entry.of == ("magic" if "magic" in item else SORT_NAMES.get(item, item))
            assert entry.plus == tuple(word for word in ("potion", "scroll") if f"1 {word}" in item)


@rule("ose:treasure.average-meaning")
def test_averages_count_coins_gems_and_jewellery():
    for letter, group, average in table("treasure.type-averages"):
        kind = treasure.types()[letter]
        assert (kind.belongs_to, kind.average_gp) == (group, average)
        expected = sum(_average_gp(entry) for entry in kind.entries)
        assert expected == pytest.approx(average, rel=0.2, abs=0.6), letter
    assert treasure.types()["N"].average_gp == treasure.types()["O"].average_gp == 0
    assert worth_cp(Item("sword-plus-1", "sword")) == 0


def _average_gp(entry: treasure.Entry) -> float:
    gems = sum((high - low + 1) * gp for low, high, gp in compendium.tables()["gem-values"].rows) / 20
    each = {"pp": 5, "gp": 1, "ep": 0.5, "sp": 0.1, "cp": 0.01, "gem": gems, "jewellery": 1050}.get(entry.of, 0)
    return float(distribution(entry.quantity).mean()) * each * entry.percent / 100


@rule("ose:treasure.roll.procedure")
def test_presence_then_quantity_then_values():
    assert rolled("L", d100(51)) == ()
    assert rolled("L", d100(50), d4(2), *d20(12, 20)) == (gem(100), gem(1000))
    do = rolling(d100(50), d4(1), d20(1))
    treasure.roll_type(do, "L", "here", PLAIN)
    told = first(do, TreasureRolled)
    assert [(r.notation, r.total, r.success) for r in told.rolls] == [("d100", 50, True), ("1d4", 1, None)]
    assert (told.worth_gp, told.secret) == (10, True)


@rule("ose:treasure.type.always-present")
def test_types_for_individuals_are_always_there():
    for letter, dice in (("P", "cp"), ("Q", "sp"), ("R", "ep"), ("S", "gp"), ("T", "pp")):
        entry = treasure.types()[letter].entries[0]
        assert (entry.percent, entry.of) == (100, dice)
    assert counts(rolled("S", *d4(1, 1))) == {"gp": 2}
    assert counts(rolled("S", *d4(4, 4))) == {"gp": 8}


@rule("ose:treasure.type.combined-magic")
def test_extra_potions_share_the_roll_of_the_magic_items():
    none_of_the_rest = d100(11, 16, 61, 31, 31)
    assert rolled("D", *none_of_the_rest, d100(16)) == ()
    found = rolled("D", *none_of_the_rest, *d100(15, 20, 41), d8(5), d20(1), d6(2), d8(8), d20(9))
    assert [item.name for item in found] == ["amber potion", "ring", "green potion"]
    assert [item.kind for item in found] == ["potion-of-healing", "ring-of-fire-resistance", "potion-of-poison"]


@rule("ose:treasure.type.restricted-magic")
def test_restricted_magic_is_rolled_again():
    nothing_else = d100(51, 26, 26, 26, 26, 26)
    assert [i.kind for i in rolled("B", *nothing_else, *d100(10, 20, 55, 71), d8(2), d100(31))] == ["sword-plus-1"]
    nothing_else = d100(11, 21, 46, 31, 21, 11)
    found = rolled("F", *nothing_else, *d100(30, 75, 95, 16, 16, 16), *([d8(1), d20(2)] * 4), d8(1))
    assert [i.name for i in found] == ["black potion", "scroll"]
    assert [i.count for i in found] == [4, 1]


@rule("ose:treasure.common")
def test_hoards_hold_money_gems_jewellery_and_magic():
    kinds = {entry.of for kind in treasure.types().values() for entry in kind.entries}
    assert kinds == {"pp", "gp", "ep", "sp", "cp", "gem", "jewellery", "magic", "potion", "scroll"}
    found: set[str] = set()
    for seed in range(40):
        do = Resolution(State("ose", {}), Seeded(seed, "hoard"), RULESET)
        for item in treasure.roll_type(do, "A", "here", PLAIN):
            found.add(item.kind.partition("-")[0] if not treasure.is_magical(item) else "magic")
    assert {"pp", "gp", "gem", "jewellery", "magic"} <= found


@rule("ose:treasure.gem.value")
def test_gems_by_the_table():
    for low, high, gp in table("treasure.gem-values"):
        for face in range(low, high + 1):
            assert treasure.roll_gem(rolling(d20(face))) == gem(gp)
    assert worth_cp(gem(100, 3)) == 30_000


@rule("ose:treasure.jewellery.value")
def test_jewellery_is_three_dice_times_a_hundred():
    assert treasure.roll_jewellery(rolling(*d6(3, 4, 4))) == jewellery(1100)
    assert worth_cp(jewellery(1100)) == 110_000


@rule("ose:treasure.jewellery.higher")
def test_jewellery_for_higher_levels_only_if_the_referee_says_so():
    state = delving_party(RULESET, cellar(RULESET), "fighter")
    state = state.with_creature("hero-1", sheet=replace(state.creatures["hero-1"].sheet, level=5))
    question = "ose:treasure.jewellery.higher"
    for ruled, gp in ((None, 1100), ("double", 2200)):
        do = rolling(*d6(3, 4, 4), state=state, rulings={question: ruled} if ruled else None)
        how = treasure_settings.read(state, treasure_settings.settle(do))
        assert treasure.roll_jewellery(do, how.jewellery) == jewellery(gp)
    for level in (3, 4):
        state = state.with_creature("hero-1", sheet=replace(state.creatures["hero-1"].sheet, level=level))
        assert (question in treasure_settings.settle(rolling(state=state))) is (level == 4)


@rule("ose:treasure.jewellery.damaged")
def test_rough_treatment_halves_jewellery_once():
    state = scene().with_creature(F, items=(jewellery(1000), gem(50)), hp=8)
    do = rolling(state=state)
    damage.harm(do, F, 1, "fire", "fire")
    assert [worth_cp(i) for i in do.state.creatures[F].items] == [50_000, 5_000]
    assert "ose:treasure.jewellery.damaged" in first(do, ItemsChanged).rule
    damage.harm(do, F, 1, "fire", "fire")
    assert worth_cp(do.state.creatures[F].items[0]) == 50_000
    blow = rolling(state=state)
    damage.harm(blow, F, 1, "orc", "weapon")
    assert worth_cp(blow.state.creatures[F].items[0]) == 100_000


@rule("ose:treasure.combine-values")
def test_gems_may_be_merged_without_changing_their_worth():
    faces = (d100(50), d4(4), *d20(5, 6, 7, 8))
    assert counts(rolled("L", *faces)) == {"gem-50": 4}
    merged = rolled("L", *faces, how=replace(PLAIN, is_merged=True))
    assert merged == (gem(200),)
    five = (gem(50, 5), jewellery(300), jewellery(500), coins("gp", 7))
    assert counts(treasure.combined(five)) == {"gem-250": 1, "jewellery-800": 1, "gp": 7}
    assert total_gp(treasure.combined(five)) == total_gp(five)
    assert total_gp((gem(100), gem(50, 3))) == total_gp((gem(50, 5),))
    ruled = treasure_settings.settle(rolling(rulings={"ose:treasure.combine-values": "merged"}))
    assert treasure_settings.read(State("ose", {}), ruled).is_merged
    assert not treasure_settings.read(State("ose", {}), treasure_settings.settle(rolling())).is_merged


@rule("ose:treasure.alternative")
def test_coins_may_be_credits_of_the_same_worth():
    found = rolled("S", *d4(3, 4), how=replace(PLAIN, in_credits=True))
    assert [(i.name, i.count, worth_cp(i)) for i in found] == [("credit", 7, 700)]
    assert [i.name for i in rolled("S", *d4(3, 4))] == ["gold piece"]
    mixed = treasure.as_credits((coins("sp", 40), coins("pp", 2), gem(100)))
    assert total_gp(mixed) == 114
    on = State("ose", {}, ("credits",))
    assert treasure_settings.read(on, treasure_settings.settle(rolling(state=on))).in_credits
    assert not treasure_settings.read(on, treasure_settings.settle(rolling())).in_credits


@rule("ose:treasure.adjust")
def test_a_hoard_far_from_the_average_is_put_to_the_referee():
    five_times = (d100(25), d4(4), d100(11))
    do = rolling(*five_times)
    assert counts(treasure.roll_type(do, "J", "here", PLAIN)) == {"cp": 4000}
    assert not every(do, Ruled)
    do = rolling(*d100(26, 10), d3(3))
    assert counts(treasure.roll_type(do, "J", "here", PLAIN)) == {"sp": 3000}
    assert [(e.question, e.choice, e.by) for e in every(do, Ruled)] == [("ose:treasure.adjust", "keep", "default")]
    halved = rolled("J", *d100(26, 10), d3(3), rulings={"ose:treasure.adjust": "halve"})
    assert counts(halved) == {"sp": 1500}


@rule("ose:treasure.unusual")
def test_an_unusual_treasure_does_not_show_its_worth():
    sorts = {row[0].lower() for row in table("treasure.unusual-kinds")}
    assert set(treasure.UNUSUAL_SORTS) == sorts
    assert {v.sort for v in treasure.valuables().values()} == sorts
    for id, listed in treasure.valuables().items():
        item = Item(id, listed.name)
        assert not any(c.isdigit() for c in f"{item.kind} {item.name}")
        assert worth_cp(item) == 100 * listed.worth_gp > 0


@rule("ose:treasure.unusual.value-weight")
@pytest.mark.parametrize("missing", ["worth_gp", "weight_coins"])
def test_value_and_weight_must_be_noted(missing):
    whole = {"name": "rug", "sort": "furnishings", "worth_gp": 80, "weight_coins": 300, "rule": "ose:treasure.unusual"}
    assert treasure.weight_coins(Item("rug", "woven rug")) == 300
    msgspec.convert(whole, treasure.Valuable)
    with pytest.raises(msgspec.ValidationError, match=missing):
        msgspec.convert({k: v for k, v in whole.items() if k != missing}, treasure.Valuable)


@rule("ose:encumbrance.treasure-tracked")
def test_treasure_has_its_listed_weight():
    weights = dict(table("encumbrance.treasure-weight"))
    of = {
        "Gem": gem(10),
        "Jewellery (1 piece)": jewellery(300),
        "Potion": Item("potion-of-healing", "potion"),
        "Rod": Item("rod-of-cancellation", "rod"),
        "Scroll": Item("scroll-of-1-spell", "scroll"),
        "Staff": Item("staff-of-healing", "staff"),
        "Wand": Item("wand-of-cold", "wand"),
    }
    for name, item in of.items():
        assert treasure.weight_coins(item) == weights[name], name
    for kind in ("pp", "gp", "ep", "sp", "cp"):
        assert treasure.weight_coins(coins(kind, 5)) == 5 * weights["Coin (any type)"]
    load = (coins("gp", 200), gem(10, 3), of["Potion"], of["Staff"])
    assert sum(map(treasure.weight_coins, load)) == 253


@rule("ose:dungeon-design.level-treasure")
def test_treasure_by_depth():
    by_level = {row[0]: row for row in table("dungeon-design.treasure-by-level")}
    assert [r.from_level for r in treasure.by_depth()] == list(by_level)
    for row in treasure.by_depth():
        _, _, silver, gold_percent, gold, gems_percent, gems, jewels_percent, jewels, magic_percent, magic = by_level[
            row.from_level
        ]
        wanted = [
            (100, silver, "sp"),
            (gold_percent, gold, "gp"),
            (gems_percent, gems, "gem"),
            (jewels_percent, jewels, "jewellery"),
            (magic_percent, str(magic), "magic"),
        ]
        assert [(e.percent, e.quantity.text, e.of) for e in row.entries] == [
            (percent, str(quantity).replace("*", "x"), of) for percent, quantity, of in wanted
        ]
    do = rolling(d6(3), d100(50), d6(4), *d100(6, 3, 3))
    assert counts(treasure.roll_depth(do, 1, "here", PLAIN)) == {"sp": 300, "gp": 40}
    for level in (9, 12):
        do = rolling(*d6(1, 1), *d100(41, 21, 21))
        assert counts(treasure.roll_depth(do, level, "here", PLAIN)) == {"sp": 5000, "gp": 1000}


@rule("ose:magic-item.categories", "ose:magic-item.roll.unspecified")
def test_the_kind_of_magic_item_by_both_columns():
    assert len(SORTS) == 8
    for sort, (basic_low, basic_high, expert_low, expert_high, _) in zip(SORTS, table("magic-item.types"), strict=True):
        for column, low, high in (("basic", basic_low, basic_high), ("expert", expert_low, expert_high)):
            for face in (low, high):
                assert magic_items.roll_sort(rolling(d100(face)), column) == sort


@rule("ose:magic-item.roll.specific")
def test_a_named_kind_is_rolled_on_its_own_table():
    found = rolled("N", d100(40), *d4(1, 2), d8(5), d20(1), d8(8), d20(2), d8(1), d20(3))
    assert [i.kind for i in found] == ["potion-of-healing", "potion-of-poison", "potion-of-diminution"]
    assert {i.name for i in found} == {"amber potion", "black potion", "blue potion"}


@rule("ose:magic-item.maps-on-table")
def test_maps_stand_among_the_scrolls():
    assert [i.name for i in magic_items.roll_item(rolling(d8(7)), "scroll-map", "basic")] == ["map"]
    assert [i.name for i in magic_items.roll_item(rolling(d8(1)), "scroll-map", "basic")] == ["scroll"]


@rule("ose:magic-item.basic-expert")
def test_the_column_fits_the_level_of_the_group():
    state = delving_party(RULESET, cellar(RULESET), "fighter", "cleric")

    def column(level: int, rulings: dict[str, str] | None = None) -> str:
        at = state
        for id in ("hero-1", "hero-2"):
            at = at.with_creature(id, sheet=replace(at.creatures[id].sheet, level=level))
        return treasure_settings.read(at, treasure_settings.settle(rolling(state=at, rulings=rulings))).column

    assert (column(3), column(4)) == ("basic", "expert")
    assert column(1, {"ose:magic-item.basic-expert": "always expert"}) == "expert"


def test_every_table_of_magic_items_covers_its_dice():
    for sort in SORTS:
        entries = [i for i in magic_items.magic_items().values() if i.sort == sort]
        faces = sorted(i.basic for i in entries if i.basic)
        assert faces == list(range(1, len(faces) + 1)), sort
        covered = sorted(face for i in entries for face in range(i.expert[0], i.expert[1] + 1))
        assert covered == list(range(1, 101)), sort


def test_armour_and_missiles_are_found_as_what_they_look_like():
    suit, shield = magic_items.roll_item(rolling(d4(2), d8(3)), "armour", "basic")
    assert (suit.kind, suit.name, shield.kind) == ("armour-plus-1@chainmail", "chainmail", "shield-plus-1")
    assert treasure.weight_coins(suit) == 200
    assert [i.count for i in magic_items.roll_item(rolling(d4(1)), "weapon", "basic")] == [10]
    assert [i.count for i in magic_items.roll_item(rolling(d100(3), *d6(4, 5)), "weapon", "expert")] == [9]


@rule("ose:magic-item.roll.specific")
def test_every_face_of_the_second_column_finds_its_potion():
    for kind, potion in magic_items.magic_items().items():
        if potion.sort == "potion":
            seems = [die(25, 1)] if kind == "potion-of-delusion" else []
            for face in range(potion.expert[0], potion.expert[1] + 1):
                found = magic_items.roll_item(rolling(d100(face), d20(1), *seems), "potion", "expert")
                assert [item.kind for item in found] == [kind]


@rule("ose:advancement.rate.fast", "ose:advancement.rate.slow", "ose:monster.treasure.small-lair")
@pytest.mark.parametrize(("times", "part", "count"), [(2, 1, 8), (1, Fraction(1, 2), 2), (Fraction(1, 2), 1, 2)])
def test_gems_are_more_or_fewer_with_the_pace_and_the_lair(times, part, count):
    how = replace(PLAIN, treasure=Fraction(times))
    found = rolled("L", d100(50), d4(4), *[d20(12)] * count, how=how, part=Fraction(part))
    assert found == (gem(100, count),)


@rule("ose:advancement.rate.fast", "ose:monster.treasure.small-lair")
def test_coins_are_more_with_the_pace_and_jewellery_too_but_not_fewer_in_a_small_lair():
    doubled = replace(PLAIN, treasure=Fraction(2))
    assert counts(rolled("S", *d4(3, 4), how=doubled)) == {"gp": 14}
    one_piece = (*d100(21, 31, 11, 26, 25), d4(1), *d6(1, 1, 1))
    assert counts(rolled("C", *one_piece, d100(11), part=Fraction(1, 2))) == {"jewellery-300": 1}
    assert counts(rolled("C", *one_piece, *d6(1, 1, 1), d100(11), how=doubled)) == {"jewellery-300": 2}


@rule("ose:treasure.roll.procedure", "ose:dungeon-design.level-treasure")
def test_what_was_rolled_is_noted_as_it_was_rolled():
    do = rolling(d6(3), d100(50), d6(4), *d100(6, 3, 3))
    treasure.roll_depth(do, 1, "here", PLAIN)
    told = first(do, TreasureRolled)
    assert told.worth_gp == 70
    assert [r.at_most for r in told.rolls if r.notation == "d100"] == [True] * 4


@rule("ose:treasure.adjust")
@pytest.mark.parametrize(("times", "part"), [(1, 1), (2, 1), (1, Fraction(1, 2))])
def test_how_far_a_hoard_is_from_the_average_goes_with_pace_and_lair(times, part):
    for face, asked in ((1, False), (2, True)):
        do = rolling(*d100(26, 10), d3(face))
        treasure.roll_type(do, "J", "here", replace(PLAIN, treasure=Fraction(times)), Fraction(part))
        assert bool(every(do, Ruled)) is asked
