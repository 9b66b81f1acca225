"""Lines of fights that people typed on the ninth evening: fire as a weapon, who stays with whom, plights."""

import pytest
from tests.table.speech.test_fight_finds import reader_of, told
from tests.table.test_orders import fight
from tests.ui.places import place

from underkeep.procedures.delve_actions import BreakOff
from underkeep.table.order import ATTACK, BACK, BEHIND, GUARD, HOLD, SAID, SHOOT, STAY
from underkeep.table.speech import fight_company, fight_fire
from underkeep.table.speech.by_any_name import called_so
from underkeep.table.speech.meanings import Ask, Do, Say, Show, Undertake, ours
from underkeep.table.speech.those_told import called_so as names_of


@pytest.mark.parametrize("line", ["{one} stays back with {two}", "{one} keeps out of reach near {two}"])
def test_to_stay_back_with_somebody_is_nobodys_flight(line: str) -> None:
    chair = fight("ose", "fighter[sword] + 2 fighter v 3 orc", 4)
    one, two, _ = ours(reader_of(chair))
    meant = told(chair, line.format(one=one.name, two=two.name))
    assert {id: order.sort for id, order in meant.orders.items()} == {one.id: STAY}


def test_who_leaves_with_somebody_leaves_with_that_one() -> None:
    chair = fight("ose", "3 fighter[sword] v 3 orc", 4)
    one, two, _ = ours(reader_of(chair))
    meant = told(chair, f"{one.name} gets away with {two.name}")
    assert {id: order.sort for id, order in meant.orders.items()} == {one.id: BACK, two.id: BACK}


def test_to_come_up_behind_somebody_is_no_guard() -> None:
    chair = fight("ose", "3 fighter[sword] v 3 orc", 4)
    one, two, _ = ours(reader_of(chair))
    order = told(chair, f"{one.name} comes up behind {two.name}").orders[one.id]
    assert order.sort == BEHIND and order.ward == two.id


def test_names_in_a_row_need_no_commas() -> None:
    chair = fight("ose", "4 fighter[sword] v 3 orc", 4)
    one, two, three, four = ours(reader_of(chair))
    line = f"{one.name} {two.name} and {three.name} in front, everybody else behind them"
    orders = told(chair, line).orders
    assert all(orders[c.id].sort == GUARD for c in (one, two, three)) and orders[four.id].sort == BEHIND


def test_to_wait_and_shoot_is_for_all() -> None:
    chair = fight("ose", "fighter[sling] + 2 fighter[sword] v 3 orc", 4)
    shooter, *others = ours(reader_of(chair))
    orders = told(chair, "wait for them to come to us and shoot anything we've got").orders
    assert orders[shooter.id].sort == SHOOT and all(orders[c.id].sort == HOLD for c in others)


def test_who_draws_and_waits_waits_with_that_weapon() -> None:
    chair = fight("ose", "fighter[sword, sling] + fighter v 3 orc", 4)
    one, _ = ours(reader_of(chair))
    order = told(chair, f"{one.name} draws the sword and waits for them to come close").orders[one.id]
    assert order.sort == HOLD and order.arm == "sword"


def test_a_ring_about_a_friend_guards_that_one() -> None:
    chair = fight("ose", "3 fighter[sword] v 3 orc", 4)
    one, two, three = ours(reader_of(chair))
    orders = told(chair, f"everybody get in a circle around {one.name} and don't let them at him").orders
    assert {id: (order.sort, order.ward) for id, order in orders.items()} == dict.fromkeys(
        (two.id, three.id), (GUARD, one.id)
    )


def test_what_is_surrounded_is_struck_by_those_alone_who_are_named() -> None:
    chair = fight("ose", "3 fighter[sword] v 3 orc", 4)
    reader = reader_of(chair)
    one, two, _ = (names_of(c)[-1] for c in ours(reader))
    assert fight_company.put_plainly(reader, "surround orc 2 and attack") == "everyone attack orc 2"
    assert fight_company.put_plainly(reader, f"{one} and {two} surround orc 2") == f"{one} and {two} attack orc 2"
    line = f"{one} shoots orc 1 and {two} surrounds orc 2"
    assert fight_company.put_plainly(reader, line) == line


@pytest.mark.parametrize("line", ["attack the birds", "shoot at the birds"])
def test_foes_are_known_by_what_they_look_like(line: str) -> None:
    chair = fight("ose", "2 fighter[sling] v 2 stirge", 4)
    assert "stirge" in called_so(reader_of(chair), line)


def test_oil_is_thrown_by_who_has_it_and_lit_with_the_throw() -> None:
    chair = fight("ose", "fighter[sword, oil] + fighter v 3 orc", 4)
    one, two = ours(reader_of(chair))
    meant = told(chair, f"{one.name} throws a flask of oil at orc 1 and {two.name} lights it with the torch")
    assert meant.orders[one.id].sort == SAID and "lit with the throw" in meant.note and two.name in meant.note
    assert set(told(chair, "pour oil on orc 1 and set it alight").orders) == {one.id}
    lacking = chair.read(f"{two.name} throws oil at orc 1")
    assert isinstance(lacking, Say) and lacking.text == f"{two.name} has no oil to throw. {one.name} has."


@pytest.mark.parametrize(
    "line",
    ["hit it with the torch", "{who} burns {foe} with the torch", "set fire to {foe}", "{who}, set {foe} on fire",
     "{who} attacks {foe} with her burning torch", "everyone with a torch, burn them", "swing the torch at {foe}"],
)  # fmt: skip
def test_a_lit_torch_is_a_weapon(line: str) -> None:
    chair = place("fight", "knave")
    reader = reader_of(chair)
    bearer = fight_fire.bearers(reader, ours(reader))
    assert bearer and chair.state.enemies_of(bearer[0])
    foe = chair.state.enemies_of(bearer[0])[0].name
    meant = chair.read(line.format(who=bearer[0].name.split()[0], foe=foe))
    if isinstance(meant, Say):
        assert "nothing more in this round" in meant.text or "acted already" in meant.text
        return
    assert isinstance(meant, Undertake)
    order = meant.orders[bearer[0].id]
    assert order is not None and order.sort == ATTACK and order.arm == "torch"


def test_a_withdrawal_is_for_those_who_are_named() -> None:
    chair = fight("ose", "3 fighter[sword] v 3 orc", 4)
    one, two, three = ours(reader_of(chair))
    for line in (
        f"fighting withdrawal for {one.name} and {two.name}",
        f"{one.name} and {two.name} do a fighting withdrawal",
    ):
        meant = told(chair, line)
        assert three.id not in meant.orders and "no withdrawal needs" in meant.note


def test_treasure_given_back_is_but_thrown_down() -> None:
    chair = place("fight", "ose")
    meant = chair.read("give the treasure back and say sorry")
    assert isinstance(meant, Ask | Say)
    if isinstance(meant, Ask):
        assert all(isinstance(x, BreakOff) and x.drop == "treasure" for x in meant.choices)


@pytest.mark.parametrize(
    ("line", "told_of"),
    [
        ("does being in water make it harder to hit?", Show("topic", "drowning")),
        ("what does fighting in the dark do?", Show("topic", "how-light")),
        ("how many of them are there?", Show("foes")),
    ],
)
def test_plights_are_told_by_the_rules(line: str, told_of: Show) -> None:
    assert fight("ose", "2 fighter[sword] v 3 orc", 4).read(line) == told_of


def test_who_has_no_bow_is_told_so() -> None:
    chair = fight("ose", "fighter[sword] + fighter[sling] v 3 orc", 4)
    one, two = ours(reader_of(chair))
    meant = chair.read(f"Can {one.name} shoot from here? Does he even have a bow?")
    assert isinstance(meant, Say)
    assert f"{one.name} has nothing to shoot with. {two.name} can." in meant.text and "has no bow" in meant.text


def test_whether_the_undead_can_be_turned_is_told() -> None:
    chair = fight("ose", "cleric[mace] + fighter v 3 skeleton", 4)
    one, two = ours(reader_of(chair))
    meant = chair.read("can we still turn them this round?")
    assert isinstance(meant, Say) and one.name in meant.text and two.name not in meant.text


def test_nobody_is_dragged_along() -> None:
    chair = fight("ose", "2 fighter[sword] v 3 orc", 4)
    one, two = ours(reader_of(chair))
    meant = chair.read(f"{one.name} drags {two.name} along")
    assert isinstance(meant, Say) and "Nobody is dragged" in meant.text


def test_an_attack_with_orders_gives_them_in_the_fight() -> None:
    chair = place("meeting", "ose")
    one, two = (c.name.split()[0] for c in chair.state.marchers()[:2])
    meant = chair.read(f"attack them! {one} in front, {two} stays back")
    assert isinstance(meant, Undertake) and one in meant.note and not isinstance(meant, Do)
