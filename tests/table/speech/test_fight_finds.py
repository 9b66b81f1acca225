"""Lines of fights that people typed and that came to something else."""

import pytest
from msgspec.structs import replace
from tests.table.test_orders import fight
from tests.ui.places import place

from underkeep.kernel.prompt import Answer, Prompt
from underkeep.procedures.actions import Attack, EndStep
from underkeep.table.order import ATTACK, HOLD, NEAR, SAID, STAY
from underkeep.table.speech import at_a_question, fight_aims, fight_later, fight_ways, fight_wording, spells_wished
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.view import WaySeen
from underkeep.table.whereabouts import by_place


def told(chair, line: str) -> Undertake:
    meant = chair.read(line)
    assert isinstance(meant, Undertake), (line, meant)
    return meant


def reader_of(chair) -> Reader:
    return Reader(chair.rules, chair.state, chair.options, chair.seat)


def test_bows_at_one_and_slings_at_another() -> None:
    chair = fight("ose", "fighter[short bow, arrows] + fighter[sling] v 3 orc", 4)
    bow, sling = ours(reader_of(chair))
    said = fight_aims.aimed(reader_of(chair), [bow, sling], "bows at 1, slings at 2")
    assert said == (
        f"{bow.name.split()[0].lower()} attack 1 with bow, {sling.name.split()[0].lower()} attack 2 with sling"
    )
    orders = told(chair, "bows at 1, slings at 2").orders
    assert orders[bow.id].targets == ("orc-1",) and orders[sling.id].targets == ("orc-2",)


def test_their_bows_are_theirs() -> None:
    chair = fight("ose", "magic-user + 2 fighter[short bow, arrows] v 3 orc", 4)
    mage, one, two = ours(reader_of(chair))
    orders = told(chair, f"{one.name} and {two.name} shoot their bows").orders
    assert set(orders) == {one.id, two.id} and orders[one.id].sort == ATTACK and mage.id not in orders


def test_what_waits_for_them_is_an_order() -> None:
    chair = fight("ose", "2 fighter[sword, oil] v 2 orc", 4)
    one = ours(reader_of(chair))[0]
    for line in (f"{one.name} throws oil when they come close", f"when they come close, {one.name} throws oil at them"):
        order = told(chair, line).orders[one.id]
        assert order is not None and order.sort == SAID and order.when == NEAR
    order = told(chair, f"{one.name} attacks when they are near").orders[one.id]
    assert order is not None and order.sort == HOLD and not order.until


def test_each_half_of_two_throws_is_done_or_named() -> None:
    chair = fight("ose", "fighter[sword, oil] + fighter v 3 orc", 4)
    one, two = ours(reader_of(chair))
    meant = told(chair, f"{one.name} throws oil at orc 1, {two.name} throws oil at orc 2")
    assert f"{two.name} has no oil to throw." in meant.note and set(meant.orders) == {one.id}
    assert "not at orc 2" in told(chair, f"{one.name} throws oil at orc 1 and orc 2").note


def test_what_is_refused_for_its_step_alone_is_done_in_its_step() -> None:
    chair = fight("ose", "thief + fighter v 2 orc", 4)
    thief = ours(reader_of(chair))[0]
    refused = Say(f"{thief.name} cannot do that in the declare step.")
    later = fight_later.in_its_step(reader_of(chair), f"{thief.name.lower()} hides", refused)
    assert isinstance(later, Undertake) and later.orders[thief.id].aim == "hide"  # type: ignore[union-attr]
    assert fight_later.in_its_step(reader_of(chair), f"{thief.name.lower()} goes to the moon", refused) is None


def test_a_spell_is_cast_by_its_name_alone_and_is_not_thrown() -> None:
    chair = fight("ose", "2 magic-user v 2 orc", 4)
    reader = reader_of(chair)
    assert spells_wished.worded(reader, "sleep!") == "cast sleep"
    assert spells_wished.worded(reader, "ash throws a fireball at them") == "ash casts fireball at them"
    assert spells_wished.worded(reader, "light") == "light" and spells_wished.worded(reader, "go") == "go"


def test_left_is_as_on_the_map() -> None:
    chair = fight("ose", "2 fighter v 3 orc", 4)
    one, foes = ours(reader_of(chair))[0], chair.state.active("b")
    spread = [replace(foe, at=(10 + n, 20)) for n, foe in enumerate(foes)]
    for at in ((11, 5), (11, 35)):
        assert by_place(replace(one, at=at), [], spread, "the left one") == [spread[0]]
        assert by_place(replace(one, at=at), [], spread, "the one on the right") == [spread[-1]]


def test_at_an_open_question_a_no_has_more_words_and_a_question_passes() -> None:
    chair = place("fight", "knave")
    seat = chair.seat
    state = replace(chair.state, prompts=(Prompt("p-1", (seat,), "anything", ("no", "yes"), "no"),))
    listed = replace(chair.options, listed=(Answer("p-1", "no"), Answer("p-1", "yes")))
    reader = Reader(chair.rules, state, listed, seat)

    def whole(other: Reader, line: str) -> Meaning:
        assert not other.state.prompts
        return Show("party")

    for line in ("no thanks", "no, he keeps it", "nope, he keeps his sword"):
        assert at_a_question.read(reader, line, whole) == Do(Answer("p-1", "no"))
    assert at_a_question.read(reader, "how is everybody?", whole) == Show("party")
    assert at_a_question.read(reader, "attack it", whole) is None


def test_who_stays_back_and_who_attacks_in_one_line() -> None:
    chair = fight("knave", "4 knave v 2 goblin", 4)
    shy, *others = ours(reader_of(chair))
    orders = told(chair, f"{shy.name} stays back, the rest attack").orders
    assert orders[shy.id].sort == STAY and not orders[shy.id].until  # type: ignore[union-attr]
    assert all(orders[c.id].sort == ATTACK for c in others)  # type: ignore[union-attr]


def test_half_of_them_each() -> None:
    chair = fight("knave", "4 knave v 2 goblin", 4)
    orders = told(chair, "split up: half attack 1, half attack 2").orders
    aims = [order.targets for order in orders.values() if order is not None]
    assert aims.count(("goblin-1",)) == aims.count(("goblin-2",)) == len(orders) // 2


def test_to_cease_fire_is_no_shot_and_to_get_out_is_no_arm() -> None:
    chair = fight("ose", "2 fighter[short bow, arrows] v 2 orc", 4)
    for line in ("cease fire", "hold your fire", "stop shooting"):
        assert all(order is not None and order.sort == HOLD for order in told(chair, line).orders.values())
    one = ours(reader_of(chair))[0].name
    told(chair, f"{one}, get out of there!")


def test_who_does_not_fight_stays_back_and_who_is_kept_safe_is_guarded() -> None:
    chair = fight("knave", "3 knave v 2 goblin", 4)
    one, two, _ = ours(reader_of(chair))
    assert told(chair, f"{one.name}, don't fight").orders[one.id].sort == STAY  # type: ignore[union-attr]
    assert told(chair, f"{two.name} keeps {one.name} safe").orders[two.id].ward == one.id  # type: ignore[union-attr]
    assert told(chair, f"{two.name} keeps goblin 1 busy").orders[two.id].targets == ("goblin-1",)  # type: ignore[union-attr]


def test_a_foe_by_its_number_alone_is_one_of_a_list() -> None:
    chair = fight("knave", "3 knave v 3 goblin", 4)
    one, two, _ = ours(reader_of(chair))
    orders = told(chair, f"{one.name} attacks 1, {two.name} 2").orders
    assert orders[two.id].targets == ("goblin-2",)  # type: ignore[union-attr]


def test_whether_a_spell_can_be_cast_is_told_and_nothing_is_cast() -> None:
    chair = fight("ose", "2 magic-user v 2 orc", 4)
    one = ours(reader_of(chair))[0].name
    meant = chair.read(f"can {one} put them to sleep?")
    assert isinstance(meant, Say)


def test_what_is_given_up_with_the_step_is_said() -> None:
    chair = fight("knave", "3 knave[bow, arrows] v 2 goblin", 4)
    ends = next(x for x in chair.options.listed if isinstance(x, EndStep))
    able = {x.actor for x in chair.options.listed if isinstance(x, Attack)}
    assert chair.describe(ends).endswith("nobody") == bool(able)


def test_to_knock_down_is_to_trip_and_to_defend_oneself_is_to_hold() -> None:
    chair = fight("knave", "3 knave v 2 goblin", 4)
    one = ours(reader_of(chair))[0]
    worded = fight_wording.in_plain_orders(reader_of(chair), f"{one.name.lower()} knocks goblin 1 off its feet")
    assert worded == f"{one.name.lower()} trips goblin 1"
    assert told(chair, f"{one.name} defends himself").orders[one.id].sort == HOLD  # type: ignore[union-attr]


def test_a_shut_way_is_no_way_to_run() -> None:
    chair = place("fight", "knave")
    state = chair.state
    assert state.party is not None
    shut = WaySeen("d-1", "west door", "door", "west", (1, 1), "locked")
    reader = Reader(chair.rules, state, chair.options, chair.seat)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(fight_ways, "ways", lambda _: (shut,))
        for line, told_so in (("retreat through the west door", "locked"), ("run out of the east door", "No such way")):
            found = fight_ways.closed(reader, line)
            assert found is not None and told_so in found.text
        assert fight_ways.closed(reader, "attack through the west door") is None
