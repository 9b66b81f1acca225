"""What came to something else in fights: who runs to somebody, who throws food, who gives up, what is misspelt."""

import pytest
from tests.table.test_orders import fight
from tests.ui.places import place

from underkeep.procedures.actions import EndStep
from underkeep.procedures.delve_actions import BreakOff
from underkeep.table.getting_out import not_past_them
from underkeep.table.order import APPROACH, FLEE, GUARD, HOLD, Order
from underkeep.table.speech import fight_flight, fight_wording, first_blows, hit_and_run
from underkeep.table.speech.fighting_words import GIVING_IN, SURRENDER
from underkeep.table.speech.meanings import Ask, Do, Reader, Say, Show, Undertake, ours
from underkeep.table.unheeded import unheeded


def told(chair, line: str) -> Undertake:
    meant = chair.read(line)
    assert isinstance(meant, Undertake), (line, meant)
    return meant


def reader_of(chair) -> Reader:
    return Reader(chair.rules, chair.state, chair.options, chair.seat)


def test_to_run_to_somebody_is_no_flight() -> None:
    chair = fight("ose", "3 fighter v 2 orc", 8)
    one, two, third = ours(reader_of(chair))
    for line in (f"{one.name} and {two.name} run to the orcs", f"{one.name} and {two.name} go to the orcs"):
        order = told(chair, line).orders[one.id]
        assert order is not None and order.sort == APPROACH, line
    order = told(chair, f"{one.name} runs to the orcs").orders[one.id]
    assert order is not None and order.sort == APPROACH
    order = told(chair, f"{one.name} and {two.name} run to {third.name}").orders[one.id]
    assert order is not None and order.sort == GUARD


def test_food_thrown_by_one_while_all_run_is_a_flight() -> None:
    chair = fight("knave", "2 knave[ration] v giant-rat", 8)
    reader = reader_of(chair)
    one = ours(reader)[0].name.lower()
    for line in (f"{one} throws down a ration and everybody runs", f"{one} throws a ration, we all run"):
        meant = fight_flight.read(reader, hit_and_run.shared_out(reader, line))
        if isinstance(meant, Do):
            assert isinstance(meant.action, BreakOff) and meant.action.drop == "food", line
        elif isinstance(meant, Undertake):
            assert all(o is not None and (o.sort, o.aim) == (FLEE, "food") for o in meant.orders.values()), line
        else:
            assert isinstance(meant, Ask | Say) and "food" in str(meant), line
    assert not hit_and_run._is_blow(reader, f"{one} throws down a ration")
    assert hit_and_run._is_blow(reader, f"{one} throws oil at it")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("shout that we surrender", GIVING_IN),
        ("stop, we did not want to fight! we lay down our weapons", GIVING_IN),
        ("can we make peace with the orcs?", GIVING_IN),
        ("tell them to surrender", SURRENDER),
    ],
)
def test_who_gives_up(line: str, answer: str) -> None:
    assert fight("ose", "2 fighter v 2 orc", 8).read(line) == Say(answer)


def test_attack_in_haste_is_attack() -> None:
    chair = fight("ose", "2 fighter v 2 orc", 8)
    reader = reader_of(chair)
    for word in ("atack", "attak", "attck", "atttack", "attakc"):
        assert fight_wording.but_for_some(reader, word) == "attack"
    for word in ("attack", "attacks", "attic", "tack"):
        assert fight_wording.but_for_some(reader, word) == word


def test_one_readies_an_arm_while_all_hold() -> None:
    chair = fight("ose", "fighter[sword, sling] + fighter v 2 orc", 8)
    one, two = ours(reader_of(chair))
    orders = told(chair, f"{one.name} gets the sling ready, we hold our ground").orders
    first, other = orders[one.id], orders[two.id]
    assert first is not None and (first.sort, first.arm) == (HOLD, "sling")
    assert other is not None and other.sort == HOLD


def test_how_the_fight_stands() -> None:
    chair = fight("ose", "2 fighter v 2 orc", 8)
    for line in ("how does the fight stand?", "how does it look?", "how do we stand?", "what happens?"):
        assert chair.read(line) == Show("look"), line


def test_nobody_runs_past_the_foes() -> None:
    chair = fight("ose", "fighter v orc", 2)
    one = ours(reader_of(chair))[0]
    foe = chair.state.enemies_of(one)[0]
    own = not_past_them(chair.state, one, chair.options)
    assert one.at is not None and foe.at is not None
    for moves in own.moves:
        if not moves.is_aim:
            beyond = moves.grid.bit(foe.at)
            assert not moves.mask & moves.grid.spread(beyond) & ~moves.grid.spread(moves.grid.bit(one.at))


def test_who_cannot_get_out_with_all_is_told_why() -> None:
    chair = fight("ose", "2 fighter v 2 orc", 8)
    one = ours(reader_of(chair))[0]
    why = unheeded(chair.rules, chair.state, chair.seat, one, Order(FLEE), False).why
    assert "no way to get any farther" in why and "run away" not in why


def test_what_an_order_could_not_do_is_told_after_an_act_as_well() -> None:
    chair = fight("ose", "2 fighter[sword] v 2 orc", 8)
    one = ours(reader_of(chair))[0]
    chair.undertake(told(chair, f"{one.name} attacks orc 2 with sword"))
    heard = []
    for _ in range(6):
        end = next((x for x in chair.options.listed if isinstance(x, EndStep)), None)
        if end is None or chair.state.fight is None or chair.state.fight.round > 1:
            break
        chair.act(end)
        heard.append(chair.unheeded)
    hit = any(one.name in line.text and ("hits" in line.text or "misses" in line.text) for line in chair.log)
    assert hit or any(f"{one.name} does not" in text for text in heard), heard


@pytest.mark.parametrize("line", ["{one} backstabs an orc", "{one} sneaks up on an orc and stabs it in the back"])
def test_a_stab_in_the_back_begins_a_fight(line: str) -> None:
    chair = place("meeting", "ose")
    names = {m.name: m for m in chair.state.marchers()}
    reader = Reader(chair.rules, chair.state, chair.options, chair.seat)
    foe = chair.state.creatures[chair.state.encounter.monsters[0]].name.split()[0].lower()
    said = line.format(one=next(iter(names)).split()[0].lower()).replace("orc", foe)
    meant = first_blows.opened(reader, said, lambda r, x: Say(x))
    assert isinstance(meant, Undertake) and "back" not in meant.note and "stabs" in meant.note, (said, meant)
