"""Potions, and what they are brewed of."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import carrying, delvers, has, lead, on_sheet, refused, scores, sheet_of, the

from underkeep.procedures import delve_actions as a
from underkeep.procedures.exploration import sight
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.sheet import Recipe
from underkeep.systems.knave.checks import hazards
from underkeep.systems.knave.equipment.inventory import used_slots
from underkeep.systems.knave.exploration import treasure
from underkeep.systems.knave.exploration.hazard_die import HazardRolled
from underkeep.systems.knave.magic import alchemy, potions
from underkeep.systems.knave.magic.alchemy import Brew, Harvest
from underkeep.systems.knave.magic.potions import PotionTasted, Quaff, Taste
from underkeep.systems.knave.referee import stocking
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import d6, d12, d20, rule
from underkeep.testing.builders import bare, cellar, scripted
from underkeep.world.creature import CheckRolled
from underkeep.world.dungeon import Feature, Group
from underkeep.world.gear import Item
from underkeep.world.state import State

LUNG, SCALES, TOENAIL = (alchemy.part_item("dragon", part) for part in ("lung", "scales", "toenail"))
CAULDRON, TINDERBOX, KNIFE = Item("cauldron", "Cauldron"), Item("tinderbox", "Tinderbox"), Item("knife", "Knife")
FIREPROOF = Brew("hero-1", "fireproofing", "strong", (SCALES.kind,))
HOUR = 3600


def brewer(*items: Item, intelligence: int = 3) -> State:
    state = scores(delvers(in_town=True), "hero-1", INT=intelligence)
    return carrying(state, "hero-1", CAULDRON, *items)


def bottle(potion: str, state: State) -> Item:
    return potions.bottle(state, potion)


def holding(potion: str) -> tuple[State, Item]:
    state = delvers()
    item = bottle(potion, state)
    return carrying(state, "hero-1", item), item


@rule("knave:magic-item.potion.effect")
def test_a_potion_has_one_effect_and_is_used_up() -> None:
    state, item = holding("healing")
    state = on_sheet(state.with_creature("hero-1", hp=1), "hero-1", wounds=3)
    do = lead(state, Quaff("hero-1", item.kind), *d6(1, 4))
    assert sheet_of(do.state, "hero-1").wounds == 0 and do.state.creatures["hero-1"].hp == 3
    assert do.state.creatures["hero-1"].items == ()
    assert refused(do.state, Quaff("hero-1", item.kind)) == "knave:magic-item.potion.effect"


@rule("knave:magic-item.potion.ongoing", "knave:magic-item.potion.weak-ongoing")
@pytest.mark.parametrize(
    ("potion", "condition", "seconds"),
    [
        ("invisibility", "invisible", 600),
        ("beast-speech", "beast speech", HOUR),
        ("glowing", "glowing", 24 * HOUR),
    ],
)
def test_how_long_potions_last(potion: str, condition: str, seconds: int) -> None:
    state, item = holding(potion)
    do = lead(state, Quaff("hero-1", item.kind))
    found = do.state.creatures["hero-1"].condition(condition)
    assert found is not None and found.until == state.now + seconds


@rule("knave:magic-item.potion.weak-ongoing")
def test_the_referee_grades_an_effect() -> None:
    state, item = holding("invisibility")
    do = scripted(RULESET, state)
    do.rulings = {potions.GRADE: "weak"}
    potions.quaff(do, "hero-1", item.kind)
    found = do.state.creatures["hero-1"].condition("invisible")
    assert found is not None and found.until == state.now + HOUR


@rule("knave:magic-item.potion.drop")
def test_a_drop_gives_a_clue_and_leaves_the_potion() -> None:
    state, item = holding("fireproofing")
    state = carrying(state, "hero-1", potions.unknown(item.kind))
    do = lead(state, Taste("hero-1", item.kind))
    assert "warm" in the(do, PotionTasted).clue  # type: ignore[attr-defined]
    assert do.state.creatures["hero-1"].items == state.creatures["hero-1"].items


@rule("knave:magic-item.potion.found-or-bought")
@pytest.mark.parametrize("face", range(1, 13))
def test_any_potion_found_does_something(face: int) -> None:
    do = scripted(RULESET, delvers(), d12(face))
    entry = potions.potions()[potions.potion_in(do.state, potions.found(do).kind)]
    assert entry.effect is not None and entry.grade in potions.LASTING


@rule("knave:magic-item.potion.found-or-bought")
def test_the_referee_picks_the_potion_sold() -> None:
    do = scripted(RULESET, delvers(), d12(1))
    do.rulings = {potions.NATURE: "flying"}
    assert potions.potion_in(do.state, potions.bought(do).kind) == "flying"


@rule("knave:magic-item.potion.effect")
def test_potions_matter_where_they_should() -> None:
    state, item = holding("fireproofing")
    do = lead(state, Quaff("hero-1", item.kind))
    hazards.burn(scripted(RULESET, do.state, d6(6)), "hero-1")
    burnt = scripted(RULESET, do.state, d6(6))
    hazards.burn(burnt, "hero-1")
    assert sheet_of(burnt.state, "hero-1").wounds == 0
    state, item = holding("cat-eyes")
    assert sight(RULESET.dungeon, state) == 0
    assert sight(RULESET.dungeon, lead(state, Quaff("hero-1", item.kind)).state) == 40
    state, item = holding("water-breathing")
    wet = scripted(RULESET, lead(state, Quaff("hero-1", item.kind)).state)
    hazards.hold_breath(wet, "hero-1", 3600)
    assert wet.state.creatures["hero-1"].is_up


@rule("knave:magic-item.ingredients.monster-property", "knave:magic-item.brewing.ingredients")
def test_dragon_parts() -> None:
    assert alchemy.power_of(LUNG.kind) == "fire-breathing"
    assert alchemy.power_of(SCALES.kind) == "fireproofing"
    assert alchemy.power_of(TOENAIL.kind) == ""


@rule("knave:magic-item.brewing.requirements")
def test_fire_cauldron_and_ingredients() -> None:
    needs = "knave:magic-item.brewing.requirements"
    state = brewer(SCALES)
    assert not refused(state, FIREPROOF)
    assert refused(carrying(state, "hero-1", SCALES), FIREPROOF) == needs
    assert refused(brewer(), FIREPROOF) == needs
    outside = carrying(delvers(), "hero-1", CAULDRON, SCALES)
    assert refused(outside, FIREPROOF) == needs
    assert not refused(carrying(outside, "hero-1", CAULDRON, SCALES, TINDERBOX), FIREPROOF)


@rule("knave:magic-item.brewing.proposal")
@pytest.mark.parametrize("lacking", [{"effect": ""}, {"duration": ""}, {"ingredients": ()}])
def test_effect_duration_and_ingredients_are_named(lacking: dict[str, object]) -> None:
    assert refused(brewer(SCALES), replace(FIREPROOF, **lacking)) == "knave:magic-item.brewing.proposal"


@rule("knave:magic-item.brewing.ingredients")
def test_oats_have_no_power() -> None:
    oats = Item("ration", "Oats")
    action = replace(FIREPROOF, ingredients=(oats.kind,))
    assert refused(brewer(oats), action) == "knave:magic-item.brewing.ingredients"


@rule("knave:magic-item.brewing.approval")
def test_the_referee_approves() -> None:
    breath = Brew("hero-1", "fire-breathing", "instant", (LUNG.kind,))
    assert not refused(brewer(LUNG), breath)
    assert (
        refused(brewer(TOENAIL, SCALES), replace(breath, ingredients=(SCALES.kind, TOENAIL.kind))) == alchemy.APPROVAL
    )
    assert refused(brewer(SCALES), replace(FIREPROOF, duration="very weak")) == alchemy.APPROVAL
    do = scripted(RULESET, brewer(SCALES))
    do.rulings = {alchemy.APPROVAL: "refuse"}
    alchemy.brew(do, FIREPROOF)
    assert bare(do.state.creatures["hero-1"].items)[-1] == SCALES


def brewed(do: Resolution) -> bool:
    return any(potions.is_potion(item) for item in do.state.creatures["hero-1"].items)


@rule("knave:magic-item.brewing.check", "knave:magic-item.brewing.time")
def test_brewing_is_a_check_of_a_watch() -> None:
    state = brewer(SCALES)
    do = lead(state, FIREPROOF, d20(13))
    assert brewed(do) and do.state.now == state.now + 4 * HOUR
    assert the(do, alchemy.Brewed).success and the(do, alchemy.Brewed).potion  # type: ignore[attr-defined]
    failed = lead(state, FIREPROOF, d20(12))
    assert not brewed(failed)
    assert (the(failed, alchemy.Brewed).success, the(failed, alchemy.Brewed).potion) == (False, "")  # type: ignore[attr-defined]


@rule("knave:magic-item.brewing.extra-watch")
def test_a_watch_more_helps() -> None:
    state = brewer(SCALES)
    do = lead(state, replace(FIREPROOF, longer=True), d20(8))
    assert brewed(do) and do.state.now == state.now + 8 * HOUR
    assert not brewed(lead(state, replace(FIREPROOF, longer=True), d20(7)))


@rule("knave:magic-item.brewing.parts-consumed")
@pytest.mark.parametrize("face", [12, 13])
def test_the_ingredients_are_gone_either_way(face: int) -> None:
    do = lead(brewer(SCALES), FIREPROOF, d20(face))
    assert SCALES not in do.state.creatures["hero-1"].items


@rule("knave:magic-item.brewing.recipe")
def test_a_great_success_leaves_a_recipe() -> None:
    state = brewer(SCALES, intelligence=6)
    assert sheet_of(lead(state, FIREPROOF, d20(19)).state, "hero-1").recipes == ()
    recipe = Recipe("fireproofing", (SCALES.kind,))
    assert sheet_of(lead(state, FIREPROOF, d20(20)).state, "hero-1").recipes == (recipe,)


@rule("knave:magic-item.brewing.recipe-use")
def test_a_recipe_needs_no_check() -> None:
    plant = Item("plant:graveglow", "Graveglow mushroom")
    state = on_sheet(brewer(SCALES, plant), "hero-1", recipes=(Recipe("fireproofing", (SCALES.kind,)),))
    do = lead(state, FIREPROOF)
    assert brewed(do) and not has(do, CheckRolled) and do.state.now == state.now + 4 * HOUR
    changed = replace(FIREPROOF, ingredients=(SCALES.kind, plant.kind))
    assert has(lead(state, changed, d20(13)), CheckRolled)


@rule("knave:magic-item.ingredients.plants", "knave:encumbrance.harvested-part")
def test_plants_grow_in_dungeons_only() -> None:
    grown = replace(cellar(RULESET), features={"f": Feature("f", "1-01", "plant-knitbone")})
    state = carrying(lead(delvers(dungeon=grown), a.LightUp("hero-2", "torch")).state, "hero-1")
    do = lead(state, a.Use("hero-1", "f"), d6(6))
    plant = do.state.creatures["hero-1"].items[0]
    assert alchemy.power_of(plant.kind) == "healing" and used_slots((plant,)) == 1
    assert refused(do.state, a.Use("hero-1", "f")) == "knave:magic-item.ingredients.plants"
    assert not any(ware.kind.startswith("plant") for ware in RULESET.town.wares(do.state))
    assert "plants" in stocking.FEATURES and not any("plant" in name for name, _ in treasure.VALUABLES)


def with_body(kind: str, *items: Item) -> State:
    group = Group("them", "1-01", kind, 1, members=("them-1",))
    state = carrying(delvers(), "hero-1", *items)
    assert state.dungeon is not None
    do = scripted(RULESET, replace(state, dungeon=replace(state.dungeon, groups={"them": group})))
    from underkeep.procedures.ruleset import Recruit

    RULESET.recruit(do, Recruit(kind), "them-1", "monsters")
    return do.state.with_creature("them-1", status="dead", hp=0)


@rule("knave:magic-item.harvest.time")
def test_each_part_takes_a_turn_and_a_hazard() -> None:
    state = with_body("dragon", KNIFE)
    do = lead(state, Harvest("hero-1", "them-1", "lung"), d6(6))
    again = lead(do.state, Harvest("hero-1", "them-1", "scales"), d6(6))
    assert again.state.now == state.now + 2 * 600
    assert has(do, HazardRolled) and has(again, HazardRolled)
    assert refused(again.state, Harvest("hero-1", "them-1", "lung"))


@rule("knave:magic-item.harvest.tools")
def test_harvesting_takes_tools() -> None:
    action = Harvest("hero-1", "them-1", "lung")
    assert refused(with_body("dragon"), action) == "knave:magic-item.harvest.tools"
    assert not refused(with_body("dragon", Item("saw", "Saw")), action)


@rule("knave:encumbrance.harvested-part")
def test_a_part_fills_a_slot() -> None:
    assert used_slots((SCALES,)) == 1
    assert used_slots((SCALES, LUNG, TOENAIL)) == 3
