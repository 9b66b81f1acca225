"""Lines read by what they mean and what of the scene they name: who is named does it, and when its step has come."""

import time

from tests.ui.places import place, underground

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.table.speech.lexicon import alike, forms, group
from underkeep.table.speech.typed_lines import Ask, Do, Undertake


def test_who_is_named_takes_it_and_listens() -> None:
    chair = place("dungeon", "ose")
    who = chair.state.marchers()[-1]
    name = who.name.lower()
    assert chair.read(f"{name} pockets the coins without telling anyone") == Do(a.TakeHoard("hoard-here", to=who.id))
    heard = chair.read(f"put your ear on the door, {name}")
    assert isinstance(heard, Do) and isinstance(heard.action, a.Listen) and heard.action.actor == who.id


def test_what_is_tried_in_another_step_is_done_when_that_has_come() -> None:
    chair = place("fight", "ose")
    meant = chair.read("kick sand in its eyes")
    assert isinstance(meant, Do) and isinstance(meant.action, Try)
    chair.act(meant.action)
    assert any("kicks sand" in line for line in chair.orders())


def test_a_question_in_a_fight_does_nothing() -> None:
    meant = place("fight", "ose").read("can i still run away?")
    assert not isinstance(meant, Do | Undertake)


def test_what_has_not_been_found_is_no_thing_of_the_scene() -> None:
    """A hidden heap is not named by any word for treasure."""
    state = underground("ose")
    assert state.dungeon is not None
    chair = place("dungeon", "ose")
    other = next(hoard for id, hoard in sorted(state.dungeon.hoards.items()) if id != "hoard-here")
    meant = chair.read("scoop up all the treasure")
    assert not isinstance(meant, Do) or getattr(meant.action, "hoard", "") != other.id


def test_an_unknown_deed_is_offered_as_a_wish_by_whoever_is_named() -> None:
    chair = place("dungeon", "ose")
    name = chair.state.marchers()[0].name
    meant = chair.read(f"{name.lower()} dances a jig")
    assert isinstance(meant, Ask) and meant.choices == (Try(chair.state.marchers()[0].id, "to dance a jig"),)


def test_words_are_known_in_any_form() -> None:
    assert "take" in forms("took") and "grab" in forms("grabbing") and "body" in forms("bodies")
    assert alike("listening", group("hear")) and not alike("stone", group("hear"))


def test_a_line_takes_little_time() -> None:
    chair = place("town", "ose")
    chair.read("get supplies for a three day trip")
    before = time.process_time()
    for _ in range(5):
        chair.read("we should really think about going on some journey or other")
    assert (time.process_time() - before) / 5 < 0.2


def test_who_is_asked_for_an_order_of_march_gives_another() -> None:
    """Neither of the two answers: the names in the order that is meant."""
    chair = place("town", "ose")
    chair.act(a.SetOut())
    assert chair.state.prompts and chair.state.party is not None
    wanted = tuple(reversed(chair.state.party.members))
    names = ", ".join(chair.state.creatures[id].name for id in wanted)
    meant = chair.read(names)
    assert isinstance(meant, Undertake)
    chair.undertake(meant)
    assert chair.state.party is not None and chair.state.party.members == wanted
