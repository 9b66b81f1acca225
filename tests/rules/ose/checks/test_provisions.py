from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.below import H1, H2, act, below, carrying, resolving, ruled, suffering
from tests.rules.ose.scene import every, first, make

from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import STARVING
from underkeep.systems.ose.checks import provisions
from underkeep.systems.ose.equipment import load
from underkeep.systems.ose.equipment.fatigue import to_hit
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.clock import DAY
from underkeep.world.creature import Harmed
from underkeep.world.gear import Item
from underkeep.world.party import SuppliesLow, WentWithout
from underkeep.world.state import State

FOOD = Item("rations-standard", "Standard rations", count=7)
IRON = Item("rations-iron", "Iron rations", count=7)
WATER = Item("waterskin", "Waterskin")


def a_day_out(*kinds: str) -> State:
    """A party that has last eaten just a day, less a turn, ago."""
    state = below(*(kinds or ("fighter",)))
    return with_campaign(replace(state, now=state.now + DAY - 600), fed_at=state.now)


def counts(state: State, id: str = H1) -> dict[str, int]:
    return {item.kind: item.count for item in state.creatures[id].items}


def hunger(state: State, id: str = H1) -> int:
    found = state.creatures[id].condition(STARVING)
    return found.level if found is not None else 0


@rule("ose:time.resources")
def test_a_day_uses_a_ration_and_a_days_water():
    state = carrying(a_day_out(), H1, FOOD, WATER)
    early = act(replace(state, now=state.now - 600), a.Rest()).state
    assert counts(early) == {"rations-standard": 7, "waterskin": 1}
    after = act(state, a.Rest()).state
    assert counts(after) == {"rations-standard": 6, load.EMPTY_WATERSKIN: 1}
    assert not hunger(after)
    assert campaign(after).fed_at == state.now + 600


@rule("ose:time.resources")
def test_who_has_nothing_eats_of_anothers_and_iron_rations_last():
    state = carrying(carrying(a_day_out("fighter", "fighter"), H1, IRON), H2, FOOD, replace(WATER, count=2))
    after = act(state, a.Rest()).state
    assert counts(after, H1) == {"rations-iron": 6}
    assert counts(after, H2) == {"rations-standard": 6, load.EMPTY_WATERSKIN: 2}


@rule("ose:time.resources", "ose:hazard.starvation")
def test_nobody_goes_hungry_for_another_who_has_nothing():
    state = a_day_out("fighter", "fighter", "fighter")
    for id in (H2, "hero-3"):
        state = carrying(state, id, FOOD, WATER)
    after = act(carrying(state, H1), a.Rest()).state
    assert [hunger(after, id) for id in (H1, H2, "hero-3")] == [1, 0, 0], "there is water for two"


@rule("ose:time.resources")
def test_rations_are_bought_by_the_week_and_skins_filled_in_town():
    assert compendium.gear()["rations-standard"].count == 7
    bought, _ = make("fighter", gear=("sword", "rations-standard"))
    assert counts(replace(below(), creatures={H1: bought}))["rations-standard"] == 7
    home = resolving(carrying(below("fighter"), H1, Item(load.EMPTY_WATERSKIN, "Empty waterskin", count=2)))
    provisions.refill(home)
    assert counts(home.state) == {"waterskin": 2}


@rule("ose:time.resources")
def test_the_days_count_from_the_town():
    state = delving_party(RULESET, cellar(RULESET), "fighter", in_town=True)
    assert campaign(act(state, a.SetOut()).state).fed_at == state.now


@rule("ose:hazard.starvation")
def test_a_day_without_food_or_drink():
    state = carrying(a_day_out(), H1, FOOD)
    after = act(state, a.Rest()).state
    assert hunger(after) == 1
    assert [m.amount for m in to_hit(after.creatures[H1])] == [-1]
    assert load.base_feet(after, after.creatures[H1]) == 110
    assert hunger(act(replace(state, now=state.now - 600), a.Rest()).state) == 0


@rule("ose:hazard.starvation")
def test_hunger_adds_up_and_from_the_third_day_hurts():
    second = act(suffering(a_day_out(), H1, STARVING, 1), a.Rest())
    assert hunger(second.state) == 2
    assert not every(second, Harmed)
    third = act(suffering(a_day_out(), H1, STARVING, 2), a.Rest(), d4(4))
    assert hunger(third.state) == 3
    assert first(third, Harmed).amount == 4
    assert load.base_feet(third.state, third.state.creatures[H1]) == 90
    fed = act(suffering(carrying(a_day_out(), H1, FOOD, WATER), H1, STARVING, 2), a.Rest())
    assert hunger(fed.state) == 0


@rule("ose:hazard.starvation")
def test_the_referee_may_be_milder_or_harsher():
    state = suffering(a_day_out(), H1, STARVING, 1)
    rulings = {"none": 1, "milder": 1, "harsher": 3}
    for how, level in rulings.items():
        done = ruled(state, a.Rest(), {"ose:hazard.starvation": how}, *([d4(2)] if level == 3 else []))
        assert hunger(done.state) == level
    assert hunger(ruled(a_day_out(), a.Rest(), {"ose:hazard.starvation": "none"}).state) == 0


@rule("ose:time.resources")
def test_food_and_water_are_counted_apart_and_warn_a_day_ahead():
    done = act(carrying(a_day_out(), H1, FOOD, replace(WATER, count=2)), a.Rest())
    assert provisions.days_left(done.state) == {"food": 6, "water": 1}
    assert [(e.what, e.days) for e in every(done, SuppliesLow)] == [("water", 1)]
    assert provisions.supplies(done.state) == ("Food for 6 days.", "Water for 1 day.")
    plenty = act(carrying(a_day_out(), H1, FOOD, replace(WATER, count=3)), a.Rest())
    assert not every(plenty, SuppliesLow)
    dry = act(carrying(a_day_out(), H1, FOOD), a.Rest())
    assert [(e.creature, e.what) for e in every(dry, WentWithout)] == [(H1, "water")]
    assert [(e.what, e.days) for e in every(dry, SuppliesLow)] == [("water", 0)]


@rule("ose:time.resources")
def test_the_dead_are_not_counted_when_supplies_are_shared():
    state = carrying(a_day_out("fighter", "fighter"), H1, replace(FOOD, count=4), replace(WATER, count=4))
    assert provisions.days_left(state) == {"food": 2, "water": 2}
    assert provisions.days_left(state.with_creature(H2, status="dead")) == {"food": 4, "water": 4}
