"""What was misread in an evening of Knave: orders in a fight, wares, the dead, and those met before."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place
from tests.ui.test_phrases import filled

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack, Try
from underkeep.systems import load
from underkeep.systems.knave.town.training import Train
from underkeep.table.chair import Chair
from underkeep.table.narrate import narrate
from underkeep.table.order import ATTACK, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech.typed_lines import Ask, Do, Meaning, Say, Show, Undertake
from underkeep.world.gear import Item
from underkeep.world.party import MarchingOrderSet
from underkeep.world.talk import NewsTold


def read(chair: Chair, line: str) -> Meaning:
    return chair.read(filled(chair, line))


def told(meant: Meaning) -> str:
    assert isinstance(meant, Say)
    return meant.text


# In a fight


def test_everyone_who_runs_strikes_nobody_first_though_one_was_to_guard_another() -> None:
    chair = place("fight", "knave")
    guards = read(chair, "{two} guards {one}")
    assert isinstance(guards, Undertake)
    chair.undertake(guards)
    assert any("guards" in line for line in chair.orders())
    runs = read(chair, "everyone run away")
    assert isinstance(runs, Undertake)
    chair.undertake(runs)
    done = [entry.action for entry in chair.session.line()]
    assert any(isinstance(action, a.BreakOff) for action in done)
    assert not any(isinstance(action, Attack) for action in done)


@pytest.mark.parametrize("line", ["{one} trips the second goblin", "{one} trips the second one"])
def test_the_second_foe_is_the_one_of_that_number(line: str) -> None:
    chair = place("fight", "knave")
    meant = read(chair, line)
    assert isinstance(meant, Do) and isinstance(meant.action, Try)
    assert "figure 2" in meant.action.what
    orders = read(chair, "{one} attacks the third goblin")
    assert isinstance(orders, Undertake)
    assert [order.targets for order in orders.orders.values() if order] == [("red-eyed-small-figure-3",)]


@pytest.mark.parametrize("line", ["{two} attacks goblin 1 with all his might", "{two} power attacks goblin 1"])
def test_a_blow_with_all_ones_might_is_ones_own(line: str) -> None:
    chair = place("fight", "knave")
    meant = read(chair, line)
    assert isinstance(meant, Undertake)
    assert [id for id, order in meant.orders.items() if order] == [chair.view.mine[1].id]


@pytest.mark.parametrize(
    ("line", "drop"),
    [
        ("run for it!", ""),
        ("leg it", ""),
        ("drop the treasure and run", "treasure"),
        ("drop our rations and run", "food"),
    ],
)
def test_who_runs_drops_only_what_is_said(line: str, drop: str) -> None:
    meant = read(place("fight", "knave"), line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.BreakOff) and meant.action.drop == drop


def test_a_spell_keeps_its_name_whatever_is_said_of_the_place() -> None:
    text = told(read(place("fight", "knave"), "{two} casts telekinesis between us and them"))
    assert "Telekinesis reaches 40" in text or "Telekinesis would do nothing" in text


@pytest.mark.parametrize("line", ["{one} goes for its legs", "{one} goes for his throat"])
def test_a_blow_at_a_part_of_somebody_is_a_blow_at_somebody(line: str) -> None:
    meant = read(place("fight", "knave"), line)
    assert isinstance(meant, Undertake | Do)


def test_once_more_is_the_same_again_and_no_wish() -> None:
    assert read(place("fight", "knave"), "try again") == Show("again")
    assert read(place("dungeon", "knave"), "have another go") == Show("again")


def test_what_one_carries_is_no_foe() -> None:
    chair = place("fight", "knave")
    who = chair.own("")[0]
    book = Item("book", "Spellbook of Summon Cube")
    chair = at(chair.state.with_creature(who.id, items=(*who.items, book)), "knave")
    meant = chair.read("i hide behind the cube")
    assert isinstance(meant, Do) and isinstance(meant.action, Try) and meant.action.what.endswith("the cube")


def test_a_torch_that_burns_is_at_hand_to_be_thrown() -> None:
    chair = place("fight", "knave")
    assert [light.bearer for light in chair.state.lights] == [chair.own("")[0].id]
    meant = read(chair, "{one} throws the torch at goblin 2")
    assert not isinstance(meant, Say) or "has no torch" not in meant.text


def test_who_had_an_order_for_a_round_that_is_over_does_as_the_others() -> None:
    chair = place("fight", "knave")
    old = {"hero-2": Order(ATTACK, until=1)}
    fight = chair.state.fight
    assert fight is not None
    later = at(replace(chair.state, fight=replace(fight, round=2)), "knave")
    done: list[str] = []
    errand = RoundOfOrders(old, Order(ATTACK))
    for _ in range(40):
        action = errand.next(later.rules, later.state, later.options, later.seat)
        if action is None:
            break
        done.append(getattr(action, "actor", ""))
        later.act(action)
    assert "hero-2" in done


def test_to_read_a_spell_is_to_cast_it() -> None:
    assert read(place("fight", "knave"), "{two} reads telekinesis at goblin 1") == read(
        place("fight", "knave"), "{two} casts telekinesis at goblin 1"
    )
    chair = place("fight", "knave")
    meant = chair.read("cateline recites bird person")
    assert isinstance(meant, Do | Ask) and "bird-person" in str(meant)


# Those who sleep


@pytest.mark.parametrize("line", ["stab the sleeping baboons", "kill them in their sleep"])
def test_nobody_camps_because_others_sleep(line: str) -> None:
    assert told(read(place("dungeon", "knave"), line)) == "There is nobody to attack."


def test_to_cut_throats_is_to_attack() -> None:
    meant = read(place("meeting", "knave"), "sneak up and cut their throats")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Engage)


# In town and at hand


@pytest.mark.parametrize(
    ("line", "count"), [("buy a ten foot pole", 1), ("buy ten foot pole", 1), ("buy a 10 ft pole", 1)]
)
def test_a_length_is_no_number_of_things(line: str, count: int) -> None:
    meant = read(place("town", "knave"), line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Buy)
    assert (meant.action.item, meant.action.count) == ("pole-10ft", count)


def test_what_a_ware_is_sold_in_does_not_hide_it() -> None:
    chair = place("town", "knave")
    meant = read(chair, "buy 2 flasks of oil for {one}")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Buy) and meant.action.count == 2


@pytest.mark.parametrize("line", ["learn from the rat-catcher", "train with a rat-catcher"])
def test_a_trade_is_learnt_from_whoever_has_it(line: str) -> None:
    meant = read(place("town", "knave"), line)
    assert isinstance(meant, Do) and isinstance(meant.action, Train) and meant.action.career == "rat-catcher"


def test_places_to_go_to_in_town_are_those_of_the_country() -> None:
    chair = place("town", "knave")
    assert read(chair, "what places are there to go?") == Show("routes")
    assert read(chair, "which places have we been in?") == Show("areas")


def test_nothing_is_bought_for_who_is_not_hired() -> None:
    chair = place("town", "knave")
    assert chair.state.settlement is not None
    name = chair.state.settlement.applicants[0].name
    assert told(chair.read(f"buy a sword for {name}")).startswith(f"{name} is not of the party")


def test_rumours_of_the_inn_are_rumours() -> None:
    meant = read(place("town", "knave"), "any rumours in the inn?")
    assert isinstance(meant, Do) and isinstance(meant.action, a.HearRumours)


def test_there_is_no_last_round_without_a_fight() -> None:
    assert told(read(place("town", "knave"), "as last round")) == "There is no fight."


def test_what_broke_is_sold_and_dropped_by_that_word() -> None:
    chair = place("town", "knave")
    who = chair.own("")[0]
    broken = tuple(replace(item, broken=item.name == "Sword") for item in who.items)
    chair = at(chair.state.with_creature(who.id, items=broken), "knave")
    meant = chair.read("sell the broken sword")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Sell) and meant.action.actor == who.id
    dropped = chair.read("drop the broken sword")
    assert isinstance(dropped, Do) and isinstance(dropped.action, a.Drop) and dropped.action.actor == who.id
    assert told(chair.read("sell the broken helmet")) == "Nobody in the party has broken helmet to sell."


def test_who_is_told_to_do_what_one_cannot_is_not_replaced() -> None:
    chair = place("dungeon", "knave")
    assert told(read(chair, "have {one} light a torch")).endswith("bears a burning torch already.")
    meant = read(chair, "have {two} light a torch")
    assert isinstance(meant, Do) and isinstance(meant.action, a.LightUp)


# Those one meets


def test_a_trap_that_is_told_of_has_its_name() -> None:
    state = place("meeting", "knave").state
    news = NewsTold("them", (), "trap", "pit-20", "Crypt", (3, 0), 0, "trap:crypt")
    assert "Of a 20-foot pit, it seems." in narrate(load("knave"), state, news)


# What is searched for


def test_the_dead_have_been_gone_through() -> None:
    chair = place("meeting", "knave")
    state = chair.state
    assert state.encounter is not None
    for id in state.encounter.monsters:
        state = state.with_creature(id, status="dead")
    assert state.dungeon is not None
    chair = at(replace(state, encounter=None, dungeon=replace(state.dungeon, hoards={})), "knave")
    nothing = "The red-eyed small figures lie dead here. There is nothing on them to be taken."
    assert told(chair.read("search the bodies")) == nothing
    assert told(chair.read("loot the dead goblins")) == "The red-eyed small figures have nothing more to be taken."


# The party


def test_nobody_is_left_behind_by_leaving_the_dungeon() -> None:
    chair = place("dungeon", "knave")
    assert told(read(chair, "leave {two} behind")).startswith("The party stays together; Yvain")
    fallen = at(chair.state.with_creature("hero-2", status="dead"), "knave")
    assert told(fallen.read("leave yvain here")).startswith("Yvain is dead")


def test_the_dead_are_not_told_of_in_the_marching_order() -> None:
    chair = place("dungeon", "knave")
    state = chair.state.with_creature("hero-2", status="dead")
    assert state.party is not None
    said = narrate(load("knave"), state, MarchingOrderSet(state.party.members))
    assert said == "Marching order: Tib, Jankin and Cateline."
    assert at(state, "knave").show("order") == [said]


def test_in_the_dark_nobody_explores() -> None:
    chair = place("dungeon", "knave")
    assert chair.state.party is not None
    dark = at(replace(chair.state, lights=(), party=replace(chair.state.party, seen={})), "knave")
    assert told(dark.read("explore")) == "It is dark: who would explore needs a light."


def test_a_demand_with_or_die_is_a_threat() -> None:
    meant = read(place("meeting", "knave"), "give us the sack or die")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Parley) and meant.action.aim == "threat"
