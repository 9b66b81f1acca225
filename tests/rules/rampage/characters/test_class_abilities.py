"""The special abilities of classes by level, and what they bring to tasks, saves, movement and trade."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import against, do_it, game, has_event, home, last, one, rolling, rules_of, with_items
from tests.rules.rampage.scene import hero, recruit, steps, table

from underkeep.procedures import delve_actions as a
from underkeep.systems.rampage.basics import compendium, money
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.systems.rampage.characters.class_abilities import gained, has_special, rolls_twice
from underkeep.systems.rampage.characters.races import senses
from underkeep.systems.rampage.checks import advancement, tasks
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.systems.rampage.town import dues, homecoming
from underkeep.systems.rampage.town.crafting import MakeThing, PractiseSpell, poison_cost
from underkeep.systems.rampage.town.temple import SeekHealing, StayedOutside, price_sp
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import CheckRolled, Creature, Healed, SaveRolled
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State


@rule("rampage:class.jack.abilities-by-level")
def test_a_jack_gains_an_ability_a_level() -> None:
    """The book: a Lackey of level 6."""
    lackey = ("Pack Hauler", "Swapper", "Trash Man", "Mule Master", "Lucky Break", "Grenadier")
    assert gained(("lackey",), 6) == lackey
    for kind in ("scout", "delver", "thief", "lackey", "merchant"):
        assert [len(gained((kind,), level)) for level in (1, 5, 10)] == [1, 5, 10]


@rule("rampage:class.militant.specials")
@rule("rampage:class.spiritual.specials")
@rule("rampage:class.guardian.specials")
@rule("rampage:class.druid.specials")
@rule("rampage:class.punisher.specials")
@rule("rampage:class.warlock.specials")
@pytest.mark.parametrize(
    ("kind", "first", "then"),
    [
        ("militant", {"Holy Symbol"}, {2: "Create Scrolls", 7: "Create Talisman"}),
        ("spiritual",
         {"Holy Symbol", "Book of Prayer", "Create Holy Water", "Create Healing Potions", "Create Scrolls"},
         {7: "Create Talisman"}),
        ("guardian", {"Shield of the Gods", "Sanctify Sacred Oil"}, {2: "Create Healing Potions"}),
        ("druid", {"Sanctify Sacred Oil", "Charm Immunity", "Create Healing Potions", "Create Scrolls"},
         {2: "Traveler", 5: "Wild Shape"}),
        ("punisher", {"Blade of Doom", "Create Tomb Dust"}, {2: "Create Scrolls", 3: "Create Poison"}),
        ("warlock", {"Mark of Hell", "Create Tomb Dust"}, {2: "Create Scrolls", 3: "Create Poison"}),
    ],
)  # fmt: skip
def test_what_clerics_have_at_first_and_later(kind: str, first: set[str], then: dict[int, str]) -> None:
    assert set(gained((kind,), 1)) == first
    for level, name in then.items():
        assert name in gained((kind,), level) and name not in gained((kind,), level - 1)
    _, do = recruit(kind)
    assert f"rampage:class.{kind}.specials" in steps(do)["class"].rule
    assert first == set(str(steps(do)["class"].values["special"]).split(", "))


@rule("rampage:class.jack.no-magic")
def test_a_jack_has_no_power() -> None:
    jack, do = recruit("thief", race="man")
    assert sheet(jack).power_points == 0 and "rampage:class.jack.no-magic" in steps(do)["class"].rule


# Tasks


@pytest.mark.parametrize(
    ("kind", "level", "task", "what", "id"),
    [
        ("scout", 1, "track-wilderness", "", "track-star"), ("scout", 3, "find-path", "", "traveler"),
        ("druid", 2, "forage", "", "traveler"), ("merchant", 2, "find-path", "", "traveler"),
        ("delver", 1, "pick-lock", "", "door-man"), ("delver", 1, "bash-open-doors", "", "door-man"),
        ("thief", 2, "pick-pocket", "", "pocketeer"), ("thief", 4, "climb", "", "second-story-man"),
        ("delver", 6, "detect-pits", "", "trapper-jack"), ("lackey", 9, "manipulate-device", "trap", "trapper-jack"),
        ("lackey", 4, "mules-on-stairs", "", "mule-master.stairs"), ("lackey", 7, "bandage-wounds", "", "saw-bones"),
    ],
)  # fmt: skip
@rule("rampage:class.ability.track-star")
@rule("rampage:class.ability.traveler")
@rule("rampage:class.ability.door-man")
@rule("rampage:class.ability.pocketeer")
@rule("rampage:class.ability.second-story-man")
@rule("rampage:class.ability.trapper-jack")
@rule("rampage:class.ability.mule-master.stairs")
def test_what_is_rolled_twice_by_whom(kind: str, level: int, task: str, what: str, id: str) -> None:
    own = sheet(hero("jack", kind=kind, level=level, gear=()))
    assert rolls_twice(own, task, what) == f"rampage:class.ability.{id}"
    if level > 1:
        assert not rolls_twice(sheet(hero("jack", kind=kind, level=level - 1, gear=())), task, what)
    assert not rolls_twice(sheet(hero("man", level=10)), task, what)


@rule("rampage:class.ability.door-man")
@rule("rampage:class.ability.trapper-jack")
@rule("rampage:class.ability.track-star")
def test_a_chest_a_clock_and_a_dungeon_are_rolled_for_once() -> None:
    delver = sheet(hero("jack", kind="delver", level=6, gear=()))
    assert not rolls_twice(delver, "pick-lock", "pick-lock of a chest")
    assert not rolls_twice(delver, "manipulate-device", "a clock")
    assert not rolls_twice(sheet(hero("jack", kind="scout", gear=())), "track-dungeon")


@rule("rampage:class.ability.second-story-man")
@pytest.mark.parametrize(("faces", "total"), [((1, 5), 5), ((5, 1), 5)])
def test_the_better_of_two_rolls_counts(faces: tuple[int, int], total: int) -> None:
    thief = one(kind="thief", level=4, gear=("dagger",), DEX=10)
    do = rolling(game(thief), *(d6(face) for face in faces))
    tasks.attempt(do, "hero", "climb-smooth", timed=False, settles=False)
    assert max(last(do, CheckRolled).roll.faces) == total
    assert "rampage:class.ability.second-story-man" in last(do, CheckRolled).rule


@rule("rampage:class.ability.saw-bones")
@pytest.mark.parametrize(("level", "healed"), [(6, 4), (7, 5)])
def test_a_saw_bones_heals_a_point_more(level: int, healed: int) -> None:
    lackey = replace(with_items(one(kind="lackey", level=level, gear=("club",)), "bandages"), hp=5)
    do = rolling(game(lackey), *(d6(6) for _ in range(level - 5)))
    tasks.attempt(do, "hero", "bandage-wounds", timed=False)
    assert last(do, Healed).amount == healed


@rule("rampage:class.ability.shield-of-the-gods.repair")
def test_the_shield_of_the_gods_can_be_repaired() -> None:
    broken = with_items(one(kind="guardian", gear=("spear",)), "tool-kit")
    shield = Item("shield-of-the-gods", "Shield of the Gods", "hand", broken=True)
    do = rolling(game(replace(broken, items=(*broken.items, shield))))
    tasks._repair(do, "hero")
    assert not any(i.broken for i in do.state.creatures["hero"].items)
    assert "rampage:class.ability.shield-of-the-gods.repair" in last(do, ItemsChanged).rule


@rule("rampage:class.ability.lucky-break")
def test_once_a_day_a_failed_save_is_rolled_again() -> None:
    do = rolling(game(one(kind="thief", level=5, gear=())), d20(1), d20(20), d20(1))
    assert save(do, "hero", "spell")
    assert len([e for e in do.events if isinstance(e, SaveRolled)]) == 2
    assert not save(do, "hero", "spell")
    young = rolling(game(one(kind="thief", level=4, gear=())), d20(1))
    assert not save(young, "hero", "spell")
    small = rolling(game(one(kind="thief", level=5, gear=())), d20(1))
    assert not save(small, "hero", "fumble")


@rule("rampage:class.ability.speed.move")
@pytest.mark.parametrize(("kind", "level", "inches"), [("scout", 6, 12), ("scout", 7, 14), ("thief", 9, 14)])
def test_speed_adds_two_inches(kind: str, level: int, inches: int) -> None:
    assert movement_in(hero("jack", kind=kind, level=level, gear=("leather",))) == inches


@rule("rampage:race.dwarf.cave-vision")
@rule("rampage:race.elf.night-vision")
@rule("rampage:race.gnome.vision")
@rule("rampage:race.halfling.normal-vision")
@rule("rampage:race.man.normal-vision")
@rule("rampage:race.man.no-specials")
def test_how_each_people_sees() -> None:
    def special(race: str) -> set[str]:
        return set(senses(race)) - {"normal"}

    assert special("dwarf") == {"cave"} and special("elf") == {"night"} and special("gnome") == {"night", "cave"}
    assert special("halfling") == special("man") == set()
    _, do = recruit("warrior", race="man")
    assert {"rampage:race.man.normal-vision", "rampage:race.man.no-specials"} <= set(steps(do)["race"].rule)


# Two classes


@rule("rampage:class.multi.xp")
def test_two_classes_rise_together_by_a_table_of_their_own() -> None:
    """The book: a Fighter/Mage of level 3 at 10,000."""
    columns = ["fighter-cleric", "fighter-mage", "fighter-jack", "cleric-mage", "cleric-jack", "mage-jack"]
    for row in table("class.multi-xp"):
        for name, xp in zip(columns, row[1:], strict=True):
            assert compendium.multi_xp()[name].xp[int(str(row[0])) - 1] == xp
    pair = sheet(hero("man", kind="warrior", second="wizard", gear=()))
    assert advancement.level_for(replace(pair, xp=9999)) == 2
    assert advancement.level_for(replace(pair, xp=10000)) == 3
    assert class_rules.xp_for(("wizard", "warrior"), 3) == 10000 and class_rules.xp_for(("warrior",), 3) == 4000


@rule("rampage:class.multi.at-creation")
@rule("rampage:class.berserker.at-creation")
def test_classes_are_chosen_at_creation() -> None:
    _, two = recruit("warrior", second_class="wizard", race="elf")
    assert "rampage:class.multi.at-creation" in steps(two)["class"].rule
    _, wild = recruit("berserker", abilities="average")
    assert "rampage:class.berserker.at-creation" in steps(wild)["class"].rule


@rule("rampage:creation.mage-mastery-start")
@rule("rampage:creation.mage-mastery-higher")
@pytest.mark.parametrize("level", [1, 4])
def test_a_new_mage_has_mastered_read_magic_and_a_spell_a_level(level: int) -> None:
    mage, do = recruit("wizard", level=level, race="man")
    assert len(sheet(mage).mastered) == level + 1 and sheet(mage).mastered[0] == "read-magic"
    which = "start" if level == 1 else "higher"
    assert f"rampage:creation.mage-mastery-{which}" in steps(do)["spells"].rule
    chosen, _ = recruit("wizard", level=level, race="man", mastered="Charm Person")
    assert "charm-person" in sheet(chosen).mastered


@rule("rampage:creation.warlock-mark")
def test_a_warlocks_mark_is_no_thing() -> None:
    warlock, _ = recruit("warlock", race="man")
    assert not [i for i in warlock.items if "mark" in i.kind]


@rule("rampage:class.ravager.blade-of-death")
@pytest.mark.parametrize(("blade", "kind"), [("sword", "blade-of-death"), ("ax", "ax-of-death")])
def test_a_ravager_begins_with_a_blade_of_his_choice(blade: str, kind: str) -> None:
    ravager, _ = recruit("ravager", blade=blade, abilities="average")
    assert kind in [i.kind for i in ravager.items]


# Money


def rich(kind: str, level: int = 1, gp: int = 1000, **more: object) -> Creature:
    made = with_items(one(kind=kind, level=level, gear=("dagger",), **more), gp=gp)
    own = sheet(made)
    power = class_rules.power_points(own.classes, level, own.scores)
    return replace(made, sheet=replace(own, realms=class_rules.realms(own.classes), power_points=power))


def purse(state: State) -> int:
    return money.purse_sp(state.creatures["hero"].items) // 10


@rule("rampage:class.ability.discount")
@pytest.mark.parametrize(("kind", "left"), [("merchant", 991), ("thief", 990)])
def test_a_merchant_has_a_tenth_off(kind: str, left: int) -> None:
    """The book: a lantern of 10 gold pieces for 9."""
    assert purse(do_it(home(rich(kind)), a.Buy("hero", "lantern", 1)).state) == left


@rule("rampage:class.cleric.tithe")
@rule("rampage:class.cleric.tithe-xp")
def test_a_cleric_gives_a_tenth_of_the_share() -> None:
    """The book: of 500 gold pieces 50."""
    do = rolling(home(rich("militant")))
    dues.pay(do, 500)
    assert purse(do.state) == 950 and "class.cleric.tithe" in rules_of(do)
    other = rolling(home(rich("thief")))
    dues.pay(other, 500)
    assert purse(other.state) == 1000


@rule("rampage:class.paladin.alms")
def test_a_paladin_keeps_what_he_needs_for_a_month() -> None:
    do = rolling(home(rich("paladin")))
    dues.pay(do, 500)
    assert purse(do.state) == 1000 - (500 - 20)


@rule("rampage:religion.services")
def test_the_initiated_pay_less_at_the_temple() -> None:
    plain, godly = rich("warrior"), rich("warrior")
    godly = replace(godly, sheet=replace(sheet(godly), god="Lord Protector"))
    assert price_sp(plain, "Heal Wounds") == 500 and price_sp(godly, "Heal Wounds") == 450


@rule("rampage:class.berserker.temples")
@pytest.mark.parametrize(("face", "enters"), [(20, True), (1, False)])
def test_a_berserker_must_save_to_enter_a_temple(face: int, enters: bool) -> None:
    wild = replace(rich("berserker"), hp=5)
    do = do_it(home(wild), SeekHealing("hero", "hero", "Heal Wounds"), d20(face))
    assert has_event(do, StayedOutside) is not enters and has_event(do, Healed) is enters


# Making things


@rule("rampage:magic-item.create.healing-potion")
@rule("rampage:magic-item.create.holy-water")
@rule("rampage:magic-item.create.sacred-oil")
@pytest.mark.parametrize(
    ("kind", "level", "what", "gp", "days"),
    [("militant", 2, "healing-potion", 125, 7), ("militant", 2, "holy-water", 5, 1), ("druid", 1, "sacred-oil", 5, 1)],
)
def test_clerics_make_things_for_money_and_time(kind: str, level: int, what: str, gp: int, days: int) -> None:
    maker = with_items(rich(kind, level), "lamp-oil")
    state = home(maker)
    do = do_it(state, MakeThing("hero", what))
    assert purse(do.state) == 1000 - gp and do.state.now == state.now + days * 86400
    assert [i for i in do.state.creatures["hero"].items if i.kind == what]
    poor = home(with_items(rich(kind, level, gp=gp - 1), "lamp-oil"))
    assert against(poor, MakeThing("hero", what)).startswith("magic-item.create.")
    assert against(home(rich("wizard")), MakeThing("hero", what)).startswith("magic-item.create.")


@rule("rampage:magic-item.create.sacred-oil")
@rule("rampage:magic-item.create.tomb-dust")
def test_some_take_a_flask_or_bodies() -> None:
    assert against(home(rich("druid")), MakeThing("hero", "sacred-oil")) == "magic-item.create.sacred-oil"
    assert against(home(rich("warlock")), MakeThing("hero", "tomb-dust")) == "magic-item.create.tomb-dust"
    dead = replace(one("dead"), status="dead", hp=0)
    assert purse(do_it(home(rich("warlock"), dead), MakeThing("hero", "tomb-dust")).state) == 995


@rule("rampage:magic-item.create.scroll-cleric")
@rule("rampage:magic-item.create.scroll-mage")
@rule("rampage:magic-item.scroll.create-requirements")
@pytest.mark.parametrize(
    ("kind", "level", "spell", "gp", "days"),
    [("spiritual", 3, "group-heal", 300, 21), ("wizard", 2, "fire-lance", 200, 14)],
)
def test_a_scroll_takes_a_week_and_a_hundred_gold_a_level(
    kind: str, level: int, spell: str, gp: int, days: int
) -> None:
    state = home(with_items(rich(kind, level), "grimoire"))
    do = do_it(state, MakeThing("hero", "scroll", spell))
    assert purse(do.state) == 1000 - gp and do.state.now == state.now + days * 86400
    assert [i for i in do.state.creatures["hero"].items if i.kind == "scroll"]
    higher = home(with_items(rich(kind, level - 1), "grimoire"))
    assert against(higher, MakeThing("hero", "scroll", spell)) == "magic-item.scroll.create-requirements"
    if kind == "wizard":
        assert against(home(rich(kind, level)), MakeThing("hero", "scroll", spell)).endswith("create-requirements")


@rule("rampage:magic-item.create.scroll-cleric")
def test_a_militant_of_level_one_writes_no_scrolls() -> None:
    assert against(home(rich("militant")), MakeThing("hero", "scroll", "ward")) == "magic-item.create.scroll-cleric"


@rule("rampage:magic-item.create.poison")
@rule("rampage:magic-item.create.poison-kit")
def test_poison_costs_a_third_and_takes_a_kit() -> None:
    """The book: at 150 gold pieces retail 50, and 6 days."""
    assert poison_cost() == (50, 6)
    assert against(home(rich("punisher", 3)), MakeThing("hero", "blade-poison")) == "magic-item.create.poison-kit"
    kit = home(with_items(rich("punisher", 3), "poison-kit"))
    assert purse(do_it(kit, MakeThing("hero", "blade-poison")).state) == 950
    young = home(with_items(rich("punisher", 2), "poison-kit"))
    assert against(young, MakeThing("hero", "blade-poison")) == "magic-item.create.poison"


@rule("rampage:magic-item.mage-creation-levels")
@rule("rampage:magic-item.mage-creation-costs")
@rule("rampage:magic-item.create.talisman")
@rule("rampage:magic-item.create.permanent-clerical")
@rule("rampage:class.ability.create-costs-elsewhere")
@rule("rampage:class.alchemist.create-products")
@rule("rampage:class.alchemist.reproduce-potion")
@pytest.mark.parametrize(
    ("kind", "level", "what", "rule_id"),
    [
        ("wizard", 2, "potion", "magic-item.mage-creation-levels"),
        ("wizard", 3, "potion", "magic-item.mage-creation-costs"),
        ("wizard", 6, "wand", "magic-item.mage-creation-levels"),
        ("wizard", 7, "wand", "magic-item.mage-creation-costs"),
        ("wizard", 4, "grimoire", "magic-item.mage-creation-levels"),
        ("wizard", 8, "permanent item", "magic-item.mage-creation-levels"),
        ("warlock", 6, "talisman", "magic-item.create.talisman"),
        ("warlock", 7, "talisman", "class.ability.create-costs-elsewhere"),
        ("militant", 7, "permanent item", "magic-item.create.permanent-clerical"),
        ("militant", 8, "permanent item", "class.ability.create-costs-elsewhere"),
        ("wizard", 9, "alchemical product", "class.alchemist.create-products"),
        ("alchemist", 1, "alchemical product", "magic-item.mage-creation-costs"),
        ("alchemist", 3, "copied potion", "class.alchemist.reproduce-potion"),
        ("alchemist", 4, "copied potion", "magic-item.mage-creation-costs"),
    ],
)
def test_greater_works_want_their_level_and_the_magic_book(kind: str, level: int, what: str, rule_id: str) -> None:
    assert against(home(rich(kind, level)), MakeThing("hero", what)) == rule_id


@rule("rampage:class.mage.mastery-by-practice")
def test_a_month_of_practice_a_level_masters_a_spell() -> None:
    state = home(with_items(rich("wizard", 2), "grimoire"))
    practise = PractiseSpell("hero", "fire-lance")
    do = do_it(state, practise)
    assert do.state.now == state.now + 60 * 86400 and purse(do.state) == 1000 - 2 * 30
    assert "fire-lance" in sheet(do.state.creatures["hero"]).mastered
    assert against(do.state, practise) == "class.mage.mastery-by-practice"
    assert against(home(rich("wizard", 2)), practise) == "class.mage.mastery-by-practice"
    assert against(home(with_items(rich("wizard", 2, gp=59), "grimoire")), practise) == "class.mage.mastery-by-practice"


def test_what_is_gained_is_known() -> None:
    assert has_special(sheet(hero("jack", kind="thief", level=3, gear=())), "Blackjack")
    assert homecoming.EVENTS
