"""Magic items: what they add, for whom they work, and who may own or must have how many."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import HALL, against, below, do_it, home, one, why, with_items
from tests.rules.rampage.scene import act, hero, monster, scene, the

from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import Give, TakeHoard
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.vows import FALLEN
from underkeep.systems.rampage.equipment.armour import armour_class
from underkeep.systems.rampage.equipment.magic_items import Consecration
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.systems.rampage.town.crafting import MakeThing
from underkeep.testing import d6, d8, d20, rule
from underkeep.testing.builders import cellar
from underkeep.world.creature import AttackRolled, Creature, Harmed
from underkeep.world.dungeon import Hoard
from underkeep.world.gear import Item
from underkeep.world.state import State


def thing(kind: str, count: int = 1) -> Item:
    return Item(kind, compendium.gear()[kind].name, count=count)


def before_a_hoard(hoard: tuple[Item, ...], *people: Creature) -> State:
    place = replace(cellar(RULESET), hoards={"hoard": Hoard("hoard", "1-01", hoard, (2, 2))})
    return below(*people, at=HALL, dungeon=place, lights=(people[0].id,))


def test_a_magic_sword_adds_one_to_the_die_and_to_the_damage() -> None:
    for sword, plus in (("sword", 0), ("magic-sword", 1)):
        state = scene(hero("hero", (5, 5), gear=(sword,)), monster("orc", (6, 5), hp=20))
        do = act(state, Attack("hero", "orc", sword), d20(14), d8(3))
        added = sum(m.amount for m in the(do, AttackRolled).roll.modifiers if m.source == "magic weapon")
        assert (added, the(do, Harmed).amount) == (plus, 4 + plus)


def test_magic_armour_and_shield_are_a_point_better() -> None:
    assert armour_class(hero("a", gear=("chain-mail", "shield"))) == 4
    assert armour_class(hero("a", gear=("magic-chain-mail", "magic-shield"))) == 2


@rule("rampage:magic-item.create.permanent-alignment")
@pytest.mark.parametrize(("alignment", "amount"), [("lawful", 4), ("neutral", 3), ("chaotic", 3)])
def test_what_a_cleric_made_works_for_the_makers_alignment_alone(alignment: str, amount: int) -> None:
    wielder = hero("hero", (5, 5), "militant", gear=("magic-mace",))
    holy = tuple(replace(i, quality=Consecration("lawful")) for i in wielder.items)
    wielder = replace(wielder, items=holy, sheet=replace(sheet(wielder), alignment=alignment))
    do = act(scene(wielder, monster("orc", (6, 5), hp=20)), Attack("hero", "orc", "magic-mace"), d20(18), d6(3))
    assert the(do, Harmed).amount == amount
    cited = "rampage:magic-item.create.permanent-alignment" in the(do, AttackRolled).rule
    assert cited == (alignment != "lawful")


@rule("rampage:magic-item.create.permanent-alignment")
@rule("rampage:magic-item.create.permanent-clerical")
def test_a_high_priest_makes_a_mace_of_his_own_faith() -> None:
    maker = with_items(one(kind="militant", level=8), gp=5000)
    maker = replace(maker, sheet=replace(sheet(maker), alignment="lawful", realms=("healing",)))
    do = do_it(home(maker), MakeThing("hero", "magic-mace"))
    made = next(i for i in do.state.creatures["hero"].items if i.kind == "magic-mace")
    assert made.quality == Consecration("lawful")
    assert do.state.now == home(maker).now + 30 * 86400
    young = replace(maker, sheet=replace(sheet(maker), hd=7))
    assert against(home(young), MakeThing("hero", "magic-mace")) == "magic-item.create.permanent-clerical"


@rule("rampage:class.paladin.magic-items")
@pytest.mark.parametrize(
    ("kind", "most"), [("magic-sword", 4), ("magic-shield", 1), ("magic-chain-mail", 1), ("healing-potion", 4)]
)
def test_a_paladin_is_given_no_more_magic_than_the_vow_allows(kind: str, most: int) -> None:
    paladin = one("pal", "paladin", gear=("sword",))
    giver = with_items(one("giver"), kind)
    full = replace(paladin, items=(*paladin.items, thing(kind, most)))
    some = replace(paladin, items=(*paladin.items, *((thing(kind, most - 1),) if most > 1 else ())))

    def offer(to: Creature) -> tuple[State, Give]:
        state = home(giver, to)
        item = next(i for i in state.creatures["giver"].items if i.kind == kind)
        return state, Give("giver", "pal", item.id, 1)

    assert why(*offer(some)) is None
    assert against(*offer(full)) == "class.paladin.magic-items"
    assert why(*offer(replace(full, sheet=sheet(one(kind="warrior"))))) is None


@rule("rampage:class.paladin.magic-items")
def test_a_hoard_passes_a_paladin_by_who_has_enough() -> None:
    paladin = one("pal", "paladin", gear=("sword",), STR=18)
    full = replace(paladin, items=(*paladin.items, thing("magic-sword", 4)))
    state = before_a_hoard((thing("magic-sword"),), full, one("other", STR=3))
    assert against(state, TakeHoard("hoard", to="pal")) == "class.paladin.magic-items"
    after = do_it(state, TakeHoard("hoard")).state
    assert any(i.kind == "magic-sword" for i in after.creatures["other"].items)


@rule("rampage:class.ravager.magic-items")
def test_a_ravager_comes_away_with_more_magic_than_anybody_else() -> None:
    ravager, other = one("rav", "ravager", STR=3), one("other", STR=18)
    hoard = (thing("magic-sword"), thing("magic-shield"), thing("healing-potion"))
    after = do_it(before_a_hoard(hoard, other, ravager), TakeHoard("hoard")).state
    kinds = {i.kind for i in after.creatures["rav"].items}
    assert {"magic-sword", "magic-shield"} <= kinds
    assert after.creatures["rav"].condition(FALLEN) is None


@rule("rampage:class.ravager.magic-items")
@pytest.mark.parametrize(("taker", "falls"), [("other", True), ("rav", False)])
def test_a_ravager_who_bears_it_that_another_has_as_much_breaks_his_vow(taker: str, falls: bool) -> None:
    state = before_a_hoard((thing("magic-sword"),), one("other"), one("rav", "ravager"))
    do = do_it(state, TakeHoard("hoard", to=taker))
    assert (do.state.creatures["rav"].condition(FALLEN) is not None) == falls


def test_a_hoard_without_magic_breaks_no_vow() -> None:
    state = before_a_hoard((thing("rope"),), one("other"), one("rav", "ravager"))
    assert do_it(state, TakeHoard("hoard", to="other")).state.creatures["rav"].condition(FALLEN) is None
