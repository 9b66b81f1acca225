from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import (
    RULESET,
    act,
    answer,
    carrying,
    has,
    on_sheet,
    scene,
    scores,
    sheet_of,
    the,
    under,
    why_not,
)

from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.checks.hazards import Burnt
from underkeep.systems.knave.checks.healing import WoundHealed, wake
from underkeep.systems.knave.checks.wounds import SlotsWounded, Unharmed, harm
from underkeep.systems.knave.combat.moves_and_actions import PutOutFlames
from underkeep.systems.knave.combat.rounds import enter_step
from underkeep.systems.knave.equipment.inventory import ItemsDropped, fits, used_slots
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import bare, scripted
from underkeep.world.creature import Died, Harmed
from underkeep.world.fight import Step
from underkeep.world.gear import Item
from underkeep.world.state import State

ROPE = Item("rope", "50-foot rope")


def knave(hp: int = 5, con: int = 2, wounds: int = 0) -> State:
    """A knave with 10 + CON slots and nothing in them, facing a goblin."""
    state = scores(scene("knave v goblin"), "knave-1", CON=con)
    state = on_sheet(state, "knave-1", wounds=wounds)
    return carrying(state.with_creature("knave-1", hp=hp, max_hp=9), "knave-1")


def harmed(state: State, id: str, amount: int, *kinds: str, direct: bool = False) -> Resolution:
    do = scripted(RULESET, state)
    harm(do, id, amount, kinds=kinds, direct=direct)
    return do


@pytest.fixture
def goblin_is(monkeypatch: pytest.MonkeyPatch):
    """Change what the goblin's entry says."""

    def change(**changes: object) -> State:
        goblin = replace(compendium.monsters()["goblin"], **changes)
        monkeypatch.setitem(compendium.monsters(), "goblin", goblin)
        return scene("knave v goblin").with_creature("goblin-1", hp=40, max_hp=40)

    return change


@rule("knave:damage.weakness")
def test_damage_of_a_kind_one_is_weak_to_is_direct(goblin_is) -> None:
    state = goblin_is(weak=("fire",))
    assert harmed(state, "goblin-1", 4, "fire").state.creatures["goblin-1"].hp == 40 - 12
    assert harmed(state, "goblin-1", 4, "cold").state.creatures["goblin-1"].hp == 40 - 4


@rule("knave:damage.immunity")
def test_damage_of_a_kind_one_is_immune_to_does_nothing(goblin_is) -> None:
    state = goblin_is(immune=("fire",))
    do = harmed(state, "goblin-1", 12, "fire")
    assert do.state.creatures["goblin-1"].hp == 40
    assert has(do, Unharmed)
    assert not has(do, Harmed)
    assert harmed(state, "goblin-1", 12, "slashing").state.creatures["goblin-1"].hp == 28


@rule("knave:damage.immunity")
def test_what_only_silver_harms(goblin_is) -> None:
    state = goblin_is(harmed_only_by=("silver", "magic"))
    assert harmed(state, "goblin-1", 12, "slashing").state.creatures["goblin-1"].hp == 40
    assert harmed(state, "goblin-1", 12, "slashing", "silver").state.creatures["goblin-1"].hp == 28


@rule("knave:damage.hp-first")
def test_damage_comes_off_hit_points_first() -> None:
    after = harmed(knave(hp=5), "knave-1", 3).state
    assert after.creatures["knave-1"].hp == 2
    assert sheet_of(after, "knave-1").wounds == 0


@rule("knave:damage.wound-per-point")
def test_every_point_past_0_is_a_wound() -> None:
    after = harmed(knave(hp=2), "knave-1", 5).state
    assert after.creatures["knave-1"].hp == 0
    assert sheet_of(after, "knave-1").wounds == 3
    assert sheet_of(harmed(after, "knave-1", 1).state, "knave-1").wounds == 4


@rule("knave:damage.wound-order")
def test_wounds_fill_the_highest_slots_first() -> None:
    do = harmed(knave(hp=0, con=2), "knave-1", 3)
    assert the(do, SlotsWounded).slots == (12, 11, 10)
    again = harmed(do.state, "knave-1", 2)
    assert the(again, SlotsWounded).slots == (9, 8)


@rule("knave:damage.wounded-slot-drops-item")
def test_what_is_in_a_wounded_slot_is_dropped() -> None:
    things = tuple(Item("torch", "Torch") for _ in range(11))
    state = carrying(knave(hp=0, con=2), "knave-1", *things, ROPE)
    do = harmed(state, "knave-1", 1)
    assert bare(the(do, ItemsDropped).dropped) == (ROPE,)
    assert bare(do.state.creatures["knave-1"].items) == things
    (lying,) = sheet_of(do.state, "knave-1").lying
    assert (*bare((lying.item,)), lying.at) == (ROPE, state.creatures["knave-1"].at)


@rule("knave:damage.wounded-slot-drops-item")
def test_the_slots_of_what_is_carried_are_counted_from_the_first() -> None:
    great = Item("great-sword", "Great sword", "hand")
    coins = Item("coin", "Coins", count=1200)
    state = carrying(knave(hp=0, con=0), "knave-1", great, ROPE, coins)
    assert not has(harmed(state, "knave-1", 4), ItemsDropped)
    fifth = harmed(state, "knave-1", 5)
    assert bare(the(fifth, ItemsDropped).dropped) == (replace(coins, count=200),)
    ninth = harmed(state, "knave-1", 9)
    assert bare(the(ninth, ItemsDropped).dropped) == (great, ROPE, coins)


@rule("knave:damage.wounded-slot-unusable")
def test_a_wounded_slot_holds_nothing() -> None:
    state = carrying(knave(con=2, wounds=3), "knave-1", *[ROPE] * 8)
    assert fits(state.creatures["knave-1"], ROPE)
    full = carrying(state, "knave-1", *[ROPE] * 9)
    assert used_slots(full.creatures["knave-1"].items) == 9
    assert not fits(full.creatures["knave-1"], ROPE)
    assert fits(on_sheet(full, "knave-1", wounds=2).creatures["knave-1"], ROPE)


@rule("knave:damage.direct.bypasses-hp")
def test_direct_damage_passes_hit_points_by() -> None:
    after = harmed(knave(hp=8), "knave-1", 3, direct=True).state
    assert after.creatures["knave-1"].hp == 8
    assert sheet_of(after, "knave-1").wounds == 3


@rule("knave:damage.direct.triple-without-slots")
def test_direct_damage_is_tripled_for_those_without_slots() -> None:
    state = scene("knave v goblin").with_creature("goblin-1", hp=20, max_hp=20)
    assert harmed(state, "goblin-1", 5, direct=True).state.creatures["goblin-1"].hp == 5
    hired = scene("knave v hireling")
    after = harmed(hired, "hireling-1", 5, direct=True).state
    assert after.creatures["hireling-1"].hp == 3
    assert sheet_of(after, "hireling-1").wounds == 5


@rule("knave:death.pc")
def test_a_character_dies_when_every_slot_is_wounded() -> None:
    state = knave(hp=0, con=1)
    alive = harmed(state, "knave-1", 10)
    assert not has(alive, Died)
    assert alive.state.creatures["knave-1"].status == "up"
    assert has(harmed(state, "knave-1", 11), Died)
    assert has(harmed(alive.state, "knave-1", 1), Died)


@rule("knave:death.monster")
def test_monsters_and_hirelings_die_at_0() -> None:
    state = scene("knave v goblin")
    assert has(harmed(state, "goblin-1", 4), Died)
    assert not has(harmed(state, "goblin-1", 3), Died)
    hired = scene("knave v mercenary")
    assert has(harmed(hired, "mercenary-1", 3), Died)
    assert not has(harmed(hired, "mercenary-1", 2), Died)


def woken(state: State, watches: int = 2, has_eaten: bool = True, in_haven: bool = False) -> Resolution:
    do = scripted(RULESET, state)
    wake(do, "knave-1", watches, has_eaten, in_haven)
    return do


@rule("knave:healing.hp-each-morning")
def test_a_meal_and_two_watches_of_sleep_restore_hit_points() -> None:
    assert woken(knave(hp=0)).state.creatures["knave-1"].hp == 9


@rule("knave:healing.conditions-both-needed")
def test_without_meal_or_sleep_nothing_heals() -> None:
    hurt = knave(hp=0, wounds=3)
    assert woken(hurt, watches=1, in_haven=True).state == hurt
    assert woken(hurt, has_eaten=False, in_haven=True).state == hurt


@rule("knave:healing.wound-in-haven")
def test_a_haven_heals_one_wound() -> None:
    hurt = knave(wounds=3, con=2)
    do = woken(hurt, in_haven=True)
    assert sheet_of(do.state, "knave-1").wounds == 2
    assert the(do, WoundHealed).slot == 10
    assert sheet_of(woken(hurt).state, "knave-1").wounds == 3


@rule("knave:damage.weakness")
def test_fire_harms_a_wood_golem_that_nothing_but_magic_else_harms() -> None:
    state = scene("knave v wood-golem")
    burnt = scripted(RULESET, state)
    harm(burnt, "wood-golem-1", 2, "knave-1", ("fire",))
    assert the(burnt, Harmed).amount == 6
    assert {"knave:damage.weakness", "knave:damage.direct.triple-without-slots"} == set(the(burnt, Harmed).rule)
    cut = scripted(RULESET, state)
    harm(cut, "wood-golem-1", 2, "knave-1", ("slashing",))
    assert the(cut, Unharmed).rule == ("knave:damage.immunity",)


@rule("knave:damage.immunity", "knave:damage.weakness")
@pytest.mark.parametrize("kind", ["gargoyle", "shadow", "spectre", "lich", "wood-golem"])
def test_an_enchanted_weapon_harms_what_only_magic_harms(kind: str) -> None:
    for weapon, is_harmed in (("sword", False), ("rune-sword", True), ("ember-axe", True)):
        state = scene(f"knave[{weapon}] v {kind}")
        hit = act(scores(state, "knave-1", STR=8), Attack("knave-1", f"{kind}-1", weapon), d20(12))
        done = answer(hit, "no", d6(1))
        assert has(done, Harmed) == is_harmed, weapon


@rule("knave:hazard.fire.burning")
def test_who_is_alight_burns_in_every_turn_until_it_puts_the_flames_out() -> None:
    state = under(scene("knave v ogre", gap=8), "knave-1", "alight")
    do = scripted(RULESET, state, d6(1), d6(1), d6(2), d6(1))
    for _ in range(2):
        enter_step(do, Step("turn", ("knave-1",), "a"))
    assert sheet_of(do.state, "knave-1").wounds == 5
    assert [e.rule for e in do.events if isinstance(e, Burnt)] == [("knave:hazard.fire.burning",)] * 2
    assert PutOutFlames("knave-1") in play.legal_actions(RULESET, state, "a")
    out = act(state, PutOutFlames("knave-1"))
    assert not out.state.creatures["knave-1"].conditions
    assert why_not(out.state, PutOutFlames("knave-1"))
