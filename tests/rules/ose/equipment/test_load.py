from __future__ import annotations

import pytest
from tests.rules.ose.below import (
    H1,
    H2,
    act,
    at,
    below,
    carrying,
    corridor,
    having,
    party,
    refused,
    ruled,
    the_dungeon,
)
from tests.rules.ose.scene import every, first, table

from underkeep.kernel.prompt import Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.movement import encounter_feet
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.equipment import load, treasure
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import rule
from underkeep.world.condition import Condition
from underkeep.world.dungeon import Hoard
from underkeep.world.gear import Item
from underkeep.world.party import Marched
from underkeep.world.state import State

BASIC, DETAILED = (load.BASIC,), (load.DETAILED,)
SUITS = {"Unarmoured": (), "Light armour": ("leather",), "Heavy armour": ("chainmail",)}


def gold(coins: int) -> Item:
    return Item("gp", "gold piece", count=coins)


def worn(*kinds: str) -> tuple[Item, ...]:
    return tuple(Item(kind, kind.title(), "worn") for kind in kinds)


def laden(switches: tuple[str, ...], *items: Item) -> State:
    return carrying(below(switches=switches), H1, *items)


def feet(state: State, id: str = H1) -> tuple[int, int]:
    creature = state.creatures[id]
    return load.base_feet(state, creature), encounter_feet(creature, state)


@rule("ose:encumbrance.enable")
def test_off_nothing_slows_and_the_two_forms_are_switches_that_are_off():
    assert not RULESET.switches[load.BASIC].default
    assert not RULESET.switches[load.DETAILED].default
    purse = (gold(5000), *worn("plate-mail"))
    assert feet(laden((), *purse)) == (120, 40)
    assert feet(laden(BASIC, *purse)) == feet(laden(DETAILED, *purse)) == (0, 0)


@rule("ose:encumbrance.same-for-all")
def test_the_form_is_the_games_and_not_a_characters():
    state = carrying(laden(DETAILED, gold(500)), H2, gold(500))
    assert load.mode(state) == "detailed"
    assert feet(state, H1) == feet(state, H2) == (90, 30)
    assert load.mode(below(switches=(load.BASIC, load.DETAILED))) == "detailed"


@rule("ose:encumbrance.treasure-tracked")
def test_treasure_weighs_what_the_table_says():
    coins = {
        "Coin (any type)": Item("cp", "copper piece"),
        "Gem": treasure.gem(100),
        "Jewellery (1 piece)": treasure.jewellery(1100),
        "Potion": Item("potion-of-healing", "potion"),
        "Rod": Item("rod-of-cancellation", "rod"),
        "Scroll": Item("scroll-of-1-spell", "scroll"),
        "Staff": Item("staff-of-healing", "staff"),
        "Wand": Item("wand-of-cold", "wand"),
    }
    for name, weight in table("encumbrance.treasure-weight"):
        for switches in (BASIC, DETAILED):
            state = laden(switches, coins[name])
            assert load.carried_coins(state, state.creatures[H1]) == weight, name
    four = (gold(200), treasure.gem(50, 3), coins["Potion"], coins["Staff"])
    state = laden(BASIC, *four)
    assert load.treasure_coins(state, state.creatures[H1]) == 253


@rule("ose:encumbrance.measure")
def test_bulk_counts_where_it_is_more_than_weight():
    tapestry = treasure.valuables()["tapestry"]
    assert tapestry.bulk_coins > tapestry.weight_coins
    state = laden(DETAILED, Item("tapestry", "tapestry"))
    assert load.carried_coins(state, state.creatures[H1]) == tapestry.bulk_coins


@rule("ose:encumbrance.other-treasure")
def test_a_treasure_without_weight_is_flagged_and_weighed_by_the_referee():
    hoard = Hoard("odd", "1-01", (Item("carved-idol", "carved idol"),), (1, 2))
    state = having(below("fighter", switches=DETAILED), hoard)
    done = act(state, a.TakeHoard("odd"))
    assert "carved-idol" in first(done, RefereeAdvised).text
    assert load.carried_coins(done.state, done.state.creatures[H1]) == 10
    heavy = ruled(state, a.TakeHoard("odd"), {"ose:encumbrance.other-treasure": "300"})
    assert load.carried_coins(heavy.state, heavy.state.creatures[H1]) == 300
    assert not every(act(having(below("fighter"), hoard), a.TakeHoard("odd")), RefereeAdvised)
    rug = laden(DETAILED, Item("rug", "rug"))
    assert load.carried_coins(rug, rug.creatures[H1]) == 300


@rule("ose:encumbrance.maximum-load")
def test_above_1600_coins_nobody_moves():
    assert feet(laden(DETAILED, gold(1600))) == (30, 10)
    stuck = laden(DETAILED, gold(1601))
    assert feet(stuck) == (0, 0)
    assert feet(laden(BASIC, gold(1600)))[0] > 0
    assert feet(laden(BASIC, gold(1601))) == (0, 0)
    assert refused(stuck, a.Go("opening-1")).rule == "ose:encumbrance.maximum-load"
    assert refused(stuck, a.Walk((2, 2))).rule == "ose:encumbrance.maximum-load"


@rule("ose:encumbrance.maximum-load")
def test_a_find_is_taken_only_as_far_as_it_can_be_carried():
    hoard = Hoard("gold", "1-01", (gold(2000),), (1, 2))
    state = having(laden(BASIC, gold(1000)), hoard)
    done = act(carrying(state, H2, gold(1600)), a.TakeHoard("gold"))
    assert [i.count for i in done.state.creatures[H1].items] == [1600]
    assert [i.count for i in the_dungeon(done.state).hoards["gold"].items] == [1400]


@rule("ose:encumbrance.basic.movement")
def test_the_basic_rates_are_those_of_the_table():
    for armour, *numbers in table("encumbrance.basic-movement"):
        suit = worn(*SUITS[armour], "shield")
        assert (*feet(laden(BASIC, *suit)), *feet(laden(BASIC, *suit, gold(500)))) == tuple(numbers)
    for coins in (500, 1200):
        assert feet(laden(BASIC, *worn("leather"), gold(coins))) == (60, 20)


@rule("ose:encumbrance.basic.treasure")
def test_in_the_basic_form_treasure_counts_only_against_the_most():
    assert feet(laden(BASIC, gold(1500))) == (90, 30)
    assert feet(laden(BASIC, gold(500))) == (90, 30)


@rule("ose:encumbrance.basic.equipment")
def test_in_the_basic_form_gear_is_not_weighed():
    weapons = [Item(kind, kind, "pack") for kind in ("sword", "spear", "battle-axe", "rope")]
    state = laden(BASIC, gold(1600), *worn("plate-mail"), *weapons)
    assert load.carried_coins(state, state.creatures[H1]) == 1600
    assert feet(state) == (30, 10)


@rule("ose:encumbrance.basic.significant")
def test_what_is_much_treasure_is_401_coins_or_what_the_referee_says():
    assert feet(laden(BASIC, gold(400)))[0] == 120
    assert feet(laden(BASIC, gold(401)))[0] == 90
    by_hand = laden(BASIC).with_creature(H1, conditions=(Condition("laden"),))
    assert feet(by_hand)[0] == 90
    asked = Resolution(laden(BASIC, gold(250)), None, RULESET, {"ose:encumbrance.basic.significant": "201"})  # type: ignore[arg-type]
    load.settle(asked)
    assert feet(asked.state)[0] == 90
    silent = Resolution(laden(BASIC, gold(250)), None, RULESET)  # type: ignore[arg-type]
    load.settle(silent)
    assert first(silent, Ruled).choice == "401"
    assert feet(silent.state)[0] == 120


@rule("ose:encumbrance.detailed.treasure", "ose:encumbrance.detailed.equipment")
def test_in_the_detailed_form_coins_armour_and_weapons_are_weighed():
    state = laden(DETAILED, gold(350))
    assert load.carried_coins(state, state.creatures[H1]) == 350
    state = laden(DETAILED, *worn("chainmail"), Item("sword", "Sword", "hand"), gold(100))
    assert load.carried_coins(state, state.creatures[H1]) == 560


@rule("ose:encumbrance.detailed.misc-gear")
def test_other_gear_counts_as_80_coins_together():
    gear = [Item(kind, kind) for kind in ("backpack", "iron-spikes", "sack-large")]
    for count_ in (1, 2, 3):
        state = laden(DETAILED, *gear[:count_])
        assert load.carried_coins(state, state.creatures[H1]) == 80
    assert load.carried_coins(laden(DETAILED), laden(DETAILED).creatures[H1]) == 0


@rule("ose:encumbrance.detailed.movement")
def test_the_detailed_rates_are_those_of_the_table():
    rows = table("encumbrance.detailed-movement")
    for (most, base, encounter), following in zip(rows, [*rows[1:], [None, 0, 0]], strict=True):
        assert feet(laden(DETAILED, gold(most))) == (base, encounter)
        assert feet(laden(DETAILED, gold(most + 1))) == (following[1], following[2])


@rule("ose:movement.group-slowest", "ose:party.definition")
def test_a_party_moves_as_fast_as_its_slowest():
    state = carrying(carrying(below("fighter", "fighter", "fighter", switches=DETAILED), H1, gold(401)), H2, gold(601))
    assert load.party_feet(state) == 60
    assert RULESET.dungeon.rate_per_turn(state) == 60


@rule("ose:movement.time-from-rate", "ose:exploration.movement.unknown")
@pytest.mark.parametrize(("coins", "turns"), [(0, 2), (801, 8), (601, 4), (401, 2)])
def test_the_time_a_walk_takes_follows_from_the_rate(coins: int, turns: int):
    state = at(
        carrying(below("fighter", dungeon=corridor(), switches=DETAILED), H1, *([gold(coins)] if coins else [])),
        "1-p1",
        (2, 1),
    )
    done = act(state, a.Walk((26, 1)))
    assert party(done.state).turns == turns
    assert done.state.now == turns * 600 + state.now
    assert first(done, Marched).moved == 10


@rule("ose:encumbrance.unit.coins")
def test_the_load_is_told_in_coins_and_pounds():
    state = laden(DETAILED, gold(150))
    assert load.told(state, state.creatures[H1]) == "150 coins (15 lb), 120 ft (40 ft)"
    assert load.told(below(), below().creatures[H1]) == ""


@rule("ose:encumbrance.detailed.equipment")
def test_each_of_several_weapons_is_weighed():
    state = laden(DETAILED, Item("dagger", "Dagger", count=3))
    assert load.carried_coins(state, state.creatures[H1]) == 30


@rule("ose:encumbrance.detailed.misc-gear")
def test_an_empty_waterskin_is_gear_like_a_full_one():
    for kind in ("waterskin", load.EMPTY_WATERSKIN):
        state = laden(DETAILED, Item(kind, "Waterskin"))
        assert load.carried_coins(state, state.creatures[H1]) == 80


@rule("ose:encumbrance.detailed.equipment", "ose:encumbrance.basic.equipment")
def test_a_find_of_arms_needs_room_only_in_the_detailed_form():
    sword = Item("sword", "Sword")
    assert load.item_coins(laden(DETAILED), sword) == 60
    assert load.item_coins(laden(BASIC), sword) == 0
    assert load.item_coins(laden(BASIC), gold(7)) == load.item_coins(laden(DETAILED), gold(7)) == 7


@rule("ose:encumbrance.maximum-load")
def test_room_is_what_is_left_of_1600_coins():
    def room(*items: Item, switches: tuple[str, ...] = DETAILED, **disc: object) -> int | None:
        state = laden(switches, *items).with_creature(H1, **disc)
        return load.room_coins(state, state.creatures[H1])

    assert room(gold(100), switches=()) is None
    assert room(gold(100), switches=BASIC) == 1500
    assert room(gold(100)) == 1420, "80 coins are kept for other gear"
    assert room(gold(100), Item("rope", "Rope")) == 1420
    assert room(gold(1600), switches=BASIC) == room(gold(1700), switches=BASIC) == 0
    disc = {"conditions": (Condition(load.FOLLOWED_BY_DISC),)}
    assert room(gold(1000), switches=BASIC, **disc) == 1600 + 4000
    assert room(gold(6000), switches=BASIC, **disc) == 600


@rule("ose:encumbrance.treasure-tracked")
def test_what_floats_on_a_disc_weighs_nothing_and_not_less():
    for coins, weight in ((0, 0), (4999, 0), (5000, 0), (5001, 1)):
        state = laden(BASIC, *([gold(coins)] if coins else []))
        state = state.with_creature(H1, conditions=(Condition(load.FOLLOWED_BY_DISC),))
        assert load.treasure_coins(state, state.creatures[H1]) == weight


@rule("ose:movement.group-slowest", "ose:party.definition")
def test_where_nobody_marches_nobody_moves():
    state = below("fighter").with_creature(H1, status="dead")
    assert load.party_feet(state) == 0
