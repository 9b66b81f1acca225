"""The book's worked examples, each played through the engine. There is one test for every example of the ledger."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import (
    RULESET,
    act,
    carrying,
    delvers,
    has,
    lead,
    scene,
    scores,
    sheet_of,
    the,
)
from tests.rules.knave.scenes import refused as forbidden

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack
from underkeep.procedures.time import pass_time
from underkeep.rulebook.ledger import load
from underkeep.systems.knave.attacks.manoeuvres import Manoeuvre
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.checks.hazards import fall
from underkeep.systems.knave.equipment.armour import armour_class, armour_points
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.systems.knave.magic import alchemy, potions
from underkeep.systems.knave.magic.alchemy import Brew, Harvest
from underkeep.systems.knave.magic.potions import Quaff
from underkeep.systems.knave.town.carousing import DrinkAnHour
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import bare, item_id, scripted
from underkeep.world.clock import DAY, HOUR, MINUTE
from underkeep.world.creature import AttackRolled, Harmed
from underkeep.world.dungeon import Group
from underkeep.world.state import State


def test_every_example_of_the_ledger_is_here() -> None:
    here = {name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_")}
    assert {id.removeprefix("example.") for id in load("knave").examples} <= here


@rule("knave:equipment.armor.ap-each", "knave:equipment.armor.ap-cap", "knave:combat.armor-class")
def test_max_armor() -> None:
    """Seven pieces put on one after the other: 7 points, and armour class 18 is what an attack must reach."""
    pieces = tuple(an_item(kind) for kind in compendium.armours())
    state = carrying(delvers(), "hero-1", *pieces)
    assert len(pieces) == 7 and armour_class(state.creatures["hero-1"]) == 11
    for index in range(7):
        state = lead(state, a.Equip("hero-1", item_id(state, "hero-1", index), "worn")).state
    worn = state.creatures["hero-1"].items
    assert (armour_points(state.creatures["hero-1"]), armour_class(state.creatures["hero-1"])) == (7, 18)
    fight = carrying(scene("knave v orc"), "knave-1", *worn)
    weapon = fight.creatures["orc-1"].items[0].kind if fight.creatures["orc-1"].items else "weapon"
    for face, hits in ((16, False), (17, True)):
        faces = (d20(face), d6(1)) if hits else (d20(face),)
        rolled = the(act(fight, Attack("orc-1", "knave-1", weapon), *faces), AttackRolled)
        assert (rolled.roll.needed, rolled.roll.total, rolled.hit) == (18, face + 1, hits)  # type: ignore[attr-defined]


@rule("knave:combat.maneuver.indirect-damage-only", "knave:hazard.falling.damage")
def test_push_off_ledge() -> None:
    """The push does nothing; a fall of 20 feet is 2d6 past the hit points."""
    state = scores(scene("knave v knave"), "a-knave-1", STR=5)
    pushed = act(state, Manoeuvre("a-knave-1", "b-knave-1", "push"), d20(20))
    assert not has(pushed, Harmed) and pushed.state.creatures["b-knave-1"].at != state.creatures["b-knave-1"].at
    do = scripted(RULESET, pushed.state, *d6(2, 3))
    fall(do, "b-knave-1", 20)
    assert (sheet_of(do.state, "b-knave-1").wounds, do.state.creatures["b-knave-1"].hp) == (5, 4)


@rule("knave:magic-item.potion.ongoing", "knave:magic-item.potion.weak-ongoing")
@pytest.mark.parametrize(
    ("potion", "seconds"), [("invisibility", 10 * MINUTE), ("beast-speech", HOUR), ("glowing", DAY)]
)
def test_potion_durations(potion: str, seconds: int) -> None:
    """Drunk, it lasts to the second: ten minutes, an hour, a day."""
    state = delvers()
    bottle = potions.bottle(state, potion)
    do = lead(carrying(state, "hero-1", bottle), Quaff("hero-1", bottle.kind))
    assert len(do.state.creatures["hero-1"].conditions) == 1
    pass_time(do, seconds - 1, "waiting")
    assert len(do.state.creatures["hero-1"].conditions) == 1
    pass_time(do, 1, "waiting")
    assert not do.state.creatures["hero-1"].conditions


def by_a_dead_dragon() -> State:
    state = scores(delvers(), "hero-1", INT=5)
    other = scene("knave v dragon")
    dragon = replace(other.creatures["dragon-1"], side="monsters", status="dead", at=None)
    assert state.dungeon is not None
    group = Group("dragon", state.dungeon.entrance.area, "dragon", 0, members=("dragon-1",))
    state = replace(
        state,
        creatures={**state.creatures, "dragon-1": dragon},
        dungeon=replace(state.dungeon, groups={"dragon": group}),
    )
    return carrying(state, "hero-1", an_item("knife"), an_item("cauldron"), an_item("tinderbox"))


@rule("knave:magic-item.ingredients.monster-property", "knave:magic-item.brewing.ingredients")
@pytest.mark.parametrize(
    ("part", "potion", "other"),
    [("lung", "fire-breathing", "fireproofing"), ("scales", "fireproofing", "fire-breathing")],
)
def test_dragon_parts(part: str, potion: str, other: str) -> None:
    """Cut from the dragon and brewed, each part gives its own potion and not the other's."""
    cut = lead(by_a_dead_dragon(), Harvest("hero-1", "dragon-1", part), d6(6)).state
    kind = alchemy.part_item("dragon", part).kind
    wrong = Brew("hero-1", other, potions.potions()[other].grade, (kind,))
    assert forbidden(cut, wrong) == "knave:magic-item.brewing.approval"
    brewed = lead(cut, Brew("hero-1", potion, potions.potions()[potion].grade, (kind,)), d20(11)).state
    assert potions.bottle(brewed, potion) in bare(brewed.creatures["hero-1"].items)


@rule("knave:hazard.drink.pass-out", "knave:time.watch.length")
def test_drink_two_watches() -> None:
    """Two failed checks in successive hours: out cold for two watches, which are eight hours."""
    state = delvers(in_town=True)
    first = lead(state, DrinkAnHour("hero-1"), d20(5))
    assert not first.state.creatures["hero-1"].condition("helpless")
    second = lead(first.state, DrinkAnHour("hero-1"), d20(5))
    helpless = second.state.creatures["hero-1"].condition("helpless")
    assert helpless is not None and helpless.until == state.now + 2 * HOUR + 8 * HOUR
    assert forbidden(second.state, DrinkAnHour("hero-1"))
    pass_time(second, 8 * HOUR, "sleeping it off")
    assert not second.state.creatures["hero-1"].condition("helpless")
