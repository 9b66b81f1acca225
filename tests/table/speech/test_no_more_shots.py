"""That nobody shoots any more holds until told otherwise, whatever else all are told."""

import pytest
from tests.table.test_orders import fight

from underkeep.table.arms_ordered import HAND_WEAPONS
from underkeep.table.order import APPROACH, ATTACK, HOLD
from underkeep.table.speech.meanings import Reader, Undertake, ours


def told(chair, line: str) -> Undertake:
    meant = chair.read(line)
    assert isinstance(meant, Undertake), (line, meant)
    return meant


def archers():
    chair = fight("ose", "2 fighter[sword, short bow, arrows] + fighter[sword] v 2 orc", 4)
    return chair, ours(Reader(chair.rules, chair.state, chair.options, chair.seat))


@pytest.mark.parametrize(
    "line",
    [
        "hold your fire",
        "nobody shoots any more",
        "no more missiles, everyone",
        "stop shooting",
        "only melee",
        "put the bows away",
        "don't shoot",
    ],
)
def test_nobody_shoots_any_more(line: str) -> None:
    chair, (one, two, third) = archers()
    orders = told(chair, line).orders
    assert set(orders) == {one.id, two.id} and third.id not in orders
    order = orders[one.id]
    assert order is not None and (order.sort, order.arm, order.until) == (HOLD, HAND_WEAPONS, 0)


def test_one_alone_and_what_else_is_said() -> None:
    chair, (one, _, third) = archers()
    assert set(told(chair, f"{one.name} holds his fire").orders) == {one.id}
    orders = told(chair, "stop shooting, walk up to them").orders
    order = orders[one.id]
    assert order is not None and order.sort == APPROACH and order.then is not None and order.then.sort == HOLD
    also = orders[third.id]
    assert also is not None and also.sort == APPROACH and also.then is None


def test_hand_weapons_are_no_bows() -> None:
    chair, (one, *_) = archers()
    meant = told(chair, "all go up and fight with hand weapons")
    order = meant.orders[one.id]
    assert order is not None and (order.sort, order.arm) == (ATTACK, HAND_WEAPONS)
    lines = " ".join(line.text for line in chair.undertake(meant))
    assert "bow" not in lines


def test_all_strike_by_hand_after_it() -> None:
    chair, _ = archers()
    chair.undertake(told(chair, "no more shooting"))
    lines = " ".join(line.text for line in chair.undertake(told(chair, "everyone attacks")))
    assert "bow" not in lines
