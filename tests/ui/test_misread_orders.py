"""Orders that must not be read as another order: whoever is named does it, alone and where it was said."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place
from tests.ui.test_phrases import filled

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack, Done, Move
from underkeep.table.chair import Chair
from underkeep.table.order import ATTACK, CAST
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech.pronouns import referred
from underkeep.table.speech.typed_lines import Ask, Do, Say, Undertake


def order_of(chair: Chair, line: str) -> list[str]:
    meant = chair.read(line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Order)
    return [chair.state.creatures[id].name.split()[0].lower() for id in meant.action.members]


def test_the_middle_is_between_the_others() -> None:
    chair = place("dungeon", "knave")
    first, second, third, fourth = (c.name.split()[0].lower() for c in chair.own(""))
    assert order_of(chair, f"put {first} and {second} in the middle") == [third, first, second, fourth]
    assert order_of(chair, f"{first} in the middle, {second} last") == [third, fourth, first, second]
    assert order_of(chair, f"{second} in front, {first} in the middle") == [second, first, third, fourth]


@pytest.mark.parametrize("line", ["finish him", "finish the goblin", "{one} finish it off", "pass the torch to {two}"])
def test_no_step_is_given_up_by_a_line_that_goes_on(line: str) -> None:
    chair = place("fight", "knave")
    meant = chair.read(filled(chair, line))
    assert not (isinstance(meant, Do) and isinstance(meant.action, Done))


@pytest.mark.parametrize("line", ["{two} runs away", "{two} flees to the back"])
def test_who_flees_by_name_does_not_lead_everybody_out(line: str) -> None:
    chair = place("fight", "knave")
    meant = chair.read(filled(chair, line))
    assert isinstance(meant, Say) or (isinstance(meant, Do) and isinstance(meant.action, Move))
    everybody = chair.read("run away")
    assert isinstance(everybody, Do) and isinstance(everybody.action, a.BreakOff)


def test_an_order_to_one_to_get_out_leaves_the_others_in_the_fight() -> None:
    chair = place("fight", "knave")
    meant = chair.read(filled(chair, "{two} gets out of here"))
    assert isinstance(meant, Undertake)
    chair.undertake(meant)
    chair.undertake(Undertake(RoundOfOrders({id: order for id, order in meant.orders.items() if order})))
    done = [entry.action for entry in chair.session.line()]
    assert not any(isinstance(action, a.BreakOff) for action in done)
    everyone = place("fight", "knave")
    together = everyone.read("everyone runs away")
    assert isinstance(together, Undertake)
    everyone.undertake(together)
    assert any(isinstance(entry.action, a.BreakOff) for entry in everyone.session.line())


def test_what_is_asked_of_those_met_threatens_nobody() -> None:
    chair = place("meeting", "knave")
    asked = chair.read("what do you fear")
    assert isinstance(asked, Do) and isinstance(asked.action, a.Parley) and asked.action.aim == "dangers"
    warned = chair.read("stand aside or you will fear us")
    assert isinstance(warned, Do) and isinstance(warned.action, a.Parley) and warned.action.aim == "threat"


def test_who_is_hired_already_is_not_taken_for_another() -> None:
    chair = place("town", "knave")
    hires = [x for x in chair.options.listed if isinstance(x, a.Hire)]
    assert chair.state.settlement is not None
    name = next(x.name for x in chair.state.settlement.applicants if x.id == hires[0].applicant)
    chair.act(hires[0])
    assert any(c.name == name for c in chair.view.mine)
    for line in (f"hire {name.lower()}", filled(chair, f"hire {name.lower()} for {{two}}")):
        assert chair.read(line) == Say(f"{name} is with the party already.")


@pytest.mark.parametrize(
    "line",
    ["cateline casts disguise on tib, the rest attack", "everyone else attacks, cateline casts disguise on tib"],
)
def test_a_spell_and_what_the_others_do_are_both_done(line: str) -> None:
    chair = place("fight", "knave")
    meant = chair.read(line)
    assert isinstance(meant, Undertake)
    sorts = {chair.state.creatures[id].name: order.sort for id, order in meant.orders.items() if order}
    assert (sorts["Cateline"], sorts["Tib"]) == (CAST, ATTACK)
    chair.undertake(meant)
    assert any("casts disguise on Tib" in told.text for told in chair.log)


def test_what_of_a_line_of_orders_was_not_understood_is_said() -> None:
    chair = place("fight", "knave")
    half = chair.read("tib attacks, jankin dances a jig")
    assert isinstance(half, Undertake) and 'Not understood: "dances a jig".' in half.note
    spell = chair.read("jankin casts fireball on them, the rest attack")
    assert spell == Say("Jankin has no such spell to cast now: fireball.")


def test_her_own_things_are_not_the_foes() -> None:
    chair = place("fight", "knave")
    foe = chair.view.others[0]
    last = Attack("hero-1", foe.id, "sword")
    assert referred(chair.state, last, "tib throws her torch at them") == "tib throws her torch at them"
    assert referred(chair.state, last, "hit her again").endswith("figure 1 again")


def test_go_plays_the_round_for_those_who_have_orders() -> None:
    chair = place("fight", "knave")
    guard = chair.read("tib guards cateline")
    assert isinstance(guard, Undertake) and "Go on plays the round." in guard.note
    chair.undertake(guard)
    assert isinstance(chair.read("go"), Undertake)


@pytest.mark.parametrize("line", ["go back to town", "go home", "go back to town to buy food", "return to the town"])
def test_on_the_road_to_go_home_is_to_turn_back(line: str) -> None:
    chair = place("town", "knave")
    chair.act(next(x for x in chair.options.listed if isinstance(x, a.SetOut) and "road" in chair.describe(x)))
    assert any(isinstance(x, a.TurnBack) for x in chair.options.listed)
    assert chair.read(line) == Do(a.TurnBack())


@pytest.mark.parametrize("line", ["{one} and {two} attack", "{two} and {one} wave", "{one}, {two} and {one} dance"])
def test_a_name_alone_is_no_wish_of_its_own(line: str) -> None:
    chair = place("dungeon", "knave")
    said = chair.read(filled(chair, line))
    if isinstance(said, Ask):
        assert [getattr(x, "what", "") for x in said.choices] == [f"to {line.rpartition(' ')[2]}"]
    else:
        assert isinstance(said, Say) and "try to and" not in said.text


def test_a_greeting_is_told_once() -> None:
    chair = place("meeting", "knave")
    greeting = chair.read("hello there")
    assert isinstance(greeting, Do)
    told = [line.text for line in chair.act(greeting.action)]
    assert sum("greets" in text or "speaks to" in text for text in told) == 1


@pytest.mark.parametrize("line", ["give them 2 rations so they talk", "offer 2 rations", "share 2 meals with them"])
def test_as_many_rations_are_offered_as_the_line_says(line: str) -> None:
    chair = place("meeting", "knave")
    state = chair.state
    for creature in chair.own(""):
        items = tuple(replace(i, count=3) if i.name == "Ration" else i for i in creature.items)
        state = state.with_creature(creature.id, items=items)
    meant = at(state, "knave").read(line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Offer) and meant.action.count == 2
