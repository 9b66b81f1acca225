"""What people type in an evening: shopping for several, going home, healing, orders for several who are named."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace
from tests.table.test_orders import fight
from tests.ui.places import at, place
from tests.ui.test_phrases import filled

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack, Try
from underkeep.procedures.ruleset import Recruit
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.narrate import narrate
from underkeep.table.new_game import Plan, new_game
from underkeep.table.order import ATTACK, CAST, HOLD, PASS, REPEAT, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.several import InOrder
from underkeep.table.speech.pages import spell
from underkeep.table.speech.typed_lines import Ask, Do, Meaning, Say, Show, Undertake
from underkeep.world.condition import ConditionEnded
from underkeep.world.gear import Item
from underkeep.world.journey import JourneyBegan
from underkeep.world.state import State

CLERIC, MAGE, FIGHTER, THIEF = "hero-1", "hero-2", "hero-3", "hero-4"


@cache
def in_town() -> State:
    kinds = (("cleric", 5), ("magic-user", 5), ("fighter", 4), ("thief", 4))
    members = tuple(Recruit(kind, level=level) for kind, level in kinds)
    return new_game(load("ose"), 4711, Plan(size=4, members=members, levels=1)).state


def below() -> Chair:
    """The party of clerics and others before the entrance, with gear for a light."""
    chair = at(in_town(), "ose")
    chair.act(a.SetOut())
    while chair.state.prompts or chair.state.journey is not None:
        listed = chair.options.listed
        chair.act(next((x for x in listed if isinstance(x, a.Evade | a.MarchOn)), listed[0]))
    return chair


def named(chair: Chair, line: str) -> str:
    names = {word: chair.state.creatures[id].name.lower() for word, id in (("C", CLERIC), ("M", MAGE), ("F", FIGHTER))}
    for word, name in (*names.items(), ("T", chair.state.creatures[THIEF].name.lower())):
        line = line.replace("{" + word + "}", name)
    return line


def read(chair: Chair, line: str) -> Meaning:
    return chair.read(named(chair, line))


@pytest.mark.parametrize("line", ["buy shields for {F} and {T}", "buy shields for {F} and the thief"])
def test_a_list_of_buyers_each_has_the_thing(line: str) -> None:
    chair = at(in_town(), "ose")
    meant = read(chair, line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    bought = [x for x in meant.errand.actions if isinstance(x, a.Buy)]
    assert {x.item for x in bought} == {"shield"} and {x.actor for x in bought} == {FIGHTER, THIEF}


def test_what_is_bought_for_a_class_is_bought_for_that_one() -> None:
    chair = at(in_town(), "ose")
    meant = read(chair, "buy a rope and two flasks of oil for the thief")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert {x.actor for x in meant.errand.actions if isinstance(x, a.Buy)} == {THIEF}


def test_the_town_by_its_name_is_the_way_home() -> None:
    chair = below()
    assert chair.state.settlement is not None
    town = chair.state.settlement.name
    assert read(chair, f"go back to {town}") == Do(a.LeaveDungeon())
    assert read(chair, f"set out for {town}") == Do(a.LeaveDungeon())


@pytest.mark.parametrize("line", ["walk back to town", "go home", "head for town"])
def test_on_the_road_home_one_marches_on_and_on_the_road_out_one_turns_back(line: str) -> None:
    chair = at(in_town(), "ose")
    chair.act(a.SetOut())
    while chair.state.prompts:
        chair.act(chair.options.listed[0])
    route = chair.state.routes[0]
    for homeward, way in ((True, a.MarchOn()), (False, a.TurnBack())):
        state = chair.state if chair.state.journey is not None else in_town()
        on_the_road = at(JourneyBegan(route, homeward).evolve(state), "ose")
        if way in on_the_road.options.listed:
            assert on_the_road.read(line) == Do(way)


def test_out_of_a_room_is_not_out_of_the_dungeon() -> None:
    chair = place("dungeon", "ose")
    assert chair.read("go out") == Do(a.LeaveDungeon())
    assert chair.read("go out of the room") == Say("The party stands at the entrance; leave goes back to town.")
    assert chair.read("walk out of here") == Do(a.LeaveDungeon())


@pytest.mark.parametrize("line", ["{C} heals {F}", "heal {F}", "{C} casts a healing spell on {F}", "{C} cures {F}"])
def test_to_heal_somebody_is_to_cast_what_mends(line: str) -> None:
    chair = below()
    hurt = at(chair.state.with_creature(FIGHTER, hp=2), "ose")
    meant = read(hurt, line)
    assert isinstance(meant, Do) and getattr(meant.action, "target", "") == FIGHTER
    assert getattr(meant.action, "spell", "").startswith("Cure")
    assert read(hurt, "{C} heals himself") == Say(f"{hurt.state.creatures[CLERIC].name} is not wounded.")


def test_two_who_are_named_go_in_front_together() -> None:
    chair = below()
    meant = read(chair, "{F} and {C} to the front")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Order)
    assert meant.action.members[:2] == (FIGHTER, CLERIC)


def test_who_is_told_to_stand_back_from_a_blow_does_not_change_the_order_of_march() -> None:
    chair = below()
    for line in ("{M} casts sleep at the bees, the others stand back", "{F} charges the bees, the rest stay back"):
        meant = read(chair, line)
        assert not (isinstance(meant, Do) and isinstance(meant.action, a.Order)), line


def test_each_of_several_lights_a_torch_and_a_lantern_is_no_torch() -> None:
    chair = below()
    meant = read(chair, "{F} and {T} light torches")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert [(type(x), getattr(x, "actor", "")) for x in meant.errand.actions] == [
        (a.LightUp, FIGHTER),
        (a.LightUp, THIEF),
    ]
    lantern = read(chair, "{M} lights her lantern too")
    assert not isinstance(lantern, Do) or lantern == Do(a.LightUp(MAGE, "lantern"))


def test_a_wish_ends_before_the_name_of_who_tries_it() -> None:
    chair = below()
    meant = read(chair, "{F} swings the sword about to see what it does")
    assert isinstance(meant, Ask) and isinstance(meant.choices[0], Try)
    assert meant.choices[0].what == "to swing the sword about to see what it does"
    tried = read(chair, "{F} tries out the sword")
    assert not (isinstance(tried, Do) and isinstance(tried.action, Try))


def test_a_spell_that_is_not_named_as_the_books_have_it_is_found_in_the_line() -> None:
    meant = read(below(), "{M} throws a fireball into the far room")
    assert isinstance(meant, Say) and "throws" not in meant.text


def test_a_thing_that_is_asked_about_is_no_spell() -> None:
    chair = below()
    assert isinstance(read(chair, "what does the sword do?"), Show)
    own = chair.own("")
    assert spell(chair.rules, chair.state, own, "mace")[0].endswith("what it does shows when it is used.")
    assert spell(chair.rules, chair.state, own, "bees") == ["Nothing is known of bees."]


def test_to_look_at_one_of_us_shows_the_sheet() -> None:
    chair = below()
    meant = read(chair, "look at {M}")
    assert isinstance(meant, Show) and meant.what == "sheet" and meant.rest == named(chair, "{M}")


def test_to_back_off_and_make_no_sudden_move_is_not_to_run() -> None:
    assert place("meeting", "ose").read("back off slowly, make no sudden move") == Do(a.Evade(walk=True))


def orders(chair: Chair, line: str) -> dict[str, Order]:
    meant = chair.read(line)
    assert isinstance(meant, Undertake), (line, meant)
    return {chair.state.creatures[id].name.split()[0].lower(): x for id, x in meant.orders.items() if x is not None}


def two(chair: Chair) -> tuple[str, str]:
    """The names of two who fight."""
    first, second = filled(chair, "{one} {two}").split()
    return first, second


@pytest.mark.parametrize("line", ["{one} and {two} hold the line, the rest throw daggers", "the rest throw daggers"])
def test_who_has_nothing_to_throw_is_told_so(line: str) -> None:
    chair = fight("ose", "3 fighter[sword] + magic-user[dagger] v 4 orc")
    names = [c.name.lower() for c in chair.view.mine]
    meant = chair.read(line.replace("{one}", names[0]).replace("{two}", names[1]))
    assert isinstance(meant, Undertake)
    assert any(x is not None and x.arm == "dagger" and x.sort == ATTACK for x in meant.orders.values())
    assert "nothing of the kind to throw" in meant.note


@pytest.mark.parametrize("line", ["everyone attacks, {one} keeps away", "{one} stays out of it, the rest attack"])
def test_who_keeps_away_does_nothing_and_the_others_attack(line: str) -> None:
    chair = fight("ose", "3 fighter v 3 orc")
    first = chair.view.mine[0]
    given = chair.read(line.replace("{one}", first.name.lower()))
    assert isinstance(given, Undertake)
    sorts = {id: x.sort for id, x in given.orders.items() if x is not None}
    assert sorts.pop(first.id) == PASS and set(sorts.values()) == {ATTACK} and len(sorts) == 2


def test_a_blow_at_one_foe_and_what_another_does_are_both_ordered() -> None:
    chair = fight("ose", "2 fighter v 3 orc")
    first, second = (c.name.lower() for c in chair.view.mine)
    given = chair.read(f"{first} attacks orc 1, {second} attacks the one in front of her")
    assert isinstance(given, Undertake)
    assert [x.sort for x in given.orders.values() if x is not None] == [ATTACK, ATTACK]


def test_an_order_for_a_round_that_is_over_does_not_keep_one_from_doing_as_before() -> None:
    chair = fight("ose", "2 fighter v 3 orc")
    mine = chair.view.mine[0].id
    assert chair.state.fight is not None
    stale = Order(HOLD, until=chair.state.fight.round)
    later = RoundOfOrders({mine: stale}, Order(REPEAT))
    next_round = replace(chair.state, fight=replace(chair.state.fight, round=chair.state.fight.round + 1))
    assert later.next(chair.rules, next_round, chair.options, chair.seat) is not None


def test_a_blow_from_behind_is_struck_hand_to_hand() -> None:
    chair = fight("ose", "thief[sword,short bow,arrows] v 2 orc")
    name = chair.view.mine[0].name.lower()
    (order,) = orders(chair, f"{name} backstabs orc 1").values()
    assert order.arm == "sword"
    chair.undertake(Undertake(RoundOfOrders({chair.view.mine[0].id: order})))
    blows = [entry.action for entry in chair.session.line() if isinstance(entry.action, Attack)]
    assert all(blow.weapon == "sword" for blow in blows if blow.actor == chair.view.mine[0].id)


def test_nobody_is_asked_which_of_several_when_one_is_meant() -> None:
    assert not isinstance(read(below(), "{C} and {F} go in front"), Ask)


def test_a_shield_that_is_made_ready_is_worn_and_a_sword_is_held() -> None:
    chair = at(in_town(), "ose")
    bought = chair.read(named(chair, "buy a shield for {F}"))
    chair.undertake(bought) if isinstance(bought, Undertake) else chair.act(bought.action)  # type: ignore[union-attr]
    for thing, spot in (("shield", "worn"), ("sword", "hand")):
        meant = read(chair, f"{{F}} equips the {thing}")
        assert isinstance(meant, Do) and isinstance(meant.action, a.Equip) and meant.action.place == spot


@pytest.mark.parametrize("line", ["ask them to come with us", "ask them to join us"])
def test_to_ask_for_company_is_not_to_ask_for_news(line: str) -> None:
    meant = place("meeting", "ose").read(line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Parley) and meant.action.aim == "hire"


def test_a_spell_that_is_announced_already_is_not_missing() -> None:
    chair = fight("ose", "magic-user/5 + fighter v 3 orc")
    declared = next(x for x in chair.options.listed if type(x).__name__ == "DeclareSpell")
    chair.act(declared)
    mage, other = (c.name.lower() for c in chair.view.mine)
    meant = chair.read(f"{mage} casts {getattr(declared, 'spell').lower()}, {other} attacks")  # noqa: B009
    assert isinstance(meant, Undertake) and {x.sort for x in meant.orders.values() if x is not None} == {CAST, ATTACK}


def test_all_of_a_sort_is_sold() -> None:
    state = in_town()
    for id in (CLERIC, FIGHTER):
        own = state.creatures[id].items
        state = state.with_creature(id, items=(*own, Item(f"{id}-gem", "gem", "gem")))
    meant = at(state, "ose").read("sell the gems")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert {getattr(x, "actor", "") for x in meant.errand.actions} == {CLERIC, FIGHTER}


def test_nobody_explores_on_in_the_dark() -> None:
    chair = below()
    assert not chair.state.lights
    while isinstance(meant := chair.read("explore"), Do):
        chair.act(meant.action)
        if chair.state.encounter is not None or chair.state.fight is not None:
            return
    assert not isinstance(meant, Undertake)


def test_what_was_offered_to_be_tried_is_left_for_what_is_told_instead() -> None:
    chair = below()
    chair.act(Try(FIGHTER, "to block the way"))
    assert chair.state.prompts
    meant = read(chair, "{F} lights a torch")
    assert isinstance(meant, Undertake)
    chair.undertake(meant)
    assert not chair.state.prompts and chair.state.lights
    again = below()
    again.act(Try(FIGHTER, "to block the way"))
    meant = again.read("sing a song of the sea")
    assert isinstance(meant, Say) and meant.text.startswith("Please answer")


def test_who_asks_for_healing_in_town_is_told_what_it_takes() -> None:
    chair = at(in_town(), "ose")
    asked = read(chair, "what does healing cost?")
    assert isinstance(asked, Show)
    told = chair.show(asked.what, asked.rest)
    assert chair.state.settlement is not None and "healing" in chair.state.settlement.services
    assert any(line.startswith("To buy healing takes") for line in told)


@pytest.mark.parametrize(
    ("condition", "told"), [("unstable footing", "has a firm footing again."), ("blind", "sees again.")]
)
def test_what_is_over_is_told_in_words_that_can_be_read(condition: str, told: str) -> None:
    state = in_town()
    line = narrate(load("ose"), state, ConditionEnded(FIGHTER, condition), lambda id: state.creatures[id].name)
    assert line == f"{state.creatures[FIGHTER].name} {told}"
