"""What a third evening of Knave found misread: a threat that gave the weapon away, things of one line that were
dropped, denials of what lay there, questions that cost a turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place, town, underground
from tests.ui.test_phrases import filled
from tests.ui.underground import all_seen

from underkeep.errors import UnderkeepError
from underkeep.procedures import delve_actions as a
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.table.chair import Chair
from underkeep.table.course import Course
from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.typed_lines import Ask, Do, Meaning, Say, Show, Undertake
from underkeep.world.dungeon import Hoard, HoardChanged
from underkeep.world.state import State


def read(chair: Chair, line: str) -> Meaning:
    return chair.read(filled(chair, line))


def page(chair: Chair, line: str) -> str:
    meant = read(chair, line)
    assert isinstance(meant, Show), f"{line}: {meant}"
    return " ".join(chair.show(meant.what, meant.rest))


# Before strangers


@pytest.mark.parametrize(
    "line",
    [
        "hand over the sack or you get a taste of my spear!",
        "then give us the sack, or {one} will split your skull",
        "stand back or I shoot you with my bow",
        "leave the sack and go, or feel my mace",
        "hand over your gold",
    ],
)
def test_a_threat_gives_no_weapon_away(line: str) -> None:
    meant = read(place("meeting", "knave"), line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Parley) and meant.action.aim == "threat", meant


def test_a_demand_is_no_offer() -> None:
    meant = read(place("meeting", "knave"), "give me my spear back!")
    assert isinstance(meant, Ask) and not any(isinstance(x, a.Offer) for x in meant.choices)


# Things


def before_a_heap(*kinds: str) -> Chair:
    state = underground("knave")
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    items = tuple(replace(an_item(kind), id=f"lying-{n}") for n, kind in enumerate(kinds))
    heap = Hoard("hoard-here", state.party.at.area, items, state.party.at.square)
    return at(HoardChanged(heap, "left lying").evolve(state), "knave")


def test_each_thing_is_taken_before_anybody_goes() -> None:
    meant = read(before_a_heap("rope", "lantern", "club"), "quickly take the rope and the lantern and run outside")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords)
    assert isinstance(meant.errand.first, Do) and isinstance(meant.errand.first.action, a.TakeHoard)
    assert len(meant.errand.clauses) == 2 and "take the lantern" in meant.errand.clauses[0]


def test_what_is_in_a_heap_is_told_and_costs_nothing() -> None:
    meant = read(before_a_heap("rope", "club"), "what is in the pile?")
    assert isinstance(meant, Say) and "club" in meant.text


def test_one_who_picks_up_a_book_has_it() -> None:
    meant = read(before_a_heap("rope", "spellbook:sleep"), "{one} picks up the book")
    assert isinstance(meant, Do) and isinstance(meant.action, a.TakeHoard) and meant.action.item == "spellbook:sleep"


def full(state: State) -> State:
    party = state.party
    assert party is not None
    for id in party.members:
        items = tuple(replace(an_item("club"), id=f"{id}-{n}") for n in range(30))
        state = state.with_creature(id, items=items)
    return state


def test_what_nobody_has_room_for_is_refused_by_name() -> None:
    chair = at(full(before_a_heap("rope", "lantern").state), "knave")
    meant = read(chair, "take the lantern and run outside")
    assert isinstance(meant, Undertake)
    with pytest.raises(UnderkeepError, match=r"Not done: (?:go|run) outside"):
        chair.undertake(meant)


def test_a_question_about_several_wares_is_answered_of_each() -> None:
    told = page(at(town("knave"), "knave"), "do they sell oil, rope and a lantern?")
    assert "Lamp oil: 5c." in told and "50-foot rope: 5c." in told and "lantern" in told.lower()


def test_what_one_has_not_another_may_have() -> None:
    state = town("knave")
    assert state.party is not None
    one, two = (state.creatures[id] for id in state.party.members[:2])
    state = state.with_creature(one.id, items=()).with_creature(two.id, items=(an_item("sword"),))
    told = page(at(state, "knave"), "does {one} have the sword?")
    assert f"{one.name} has no sword" in told and two.name in told


def test_hearts_are_not_heard() -> None:
    meant = read(place("dungeon", "knave"), "{one} cuts the heart out with her knife")
    assert not (isinstance(meant, Do) and isinstance(meant.action, a.Listen)), meant


def test_two_take_their_own_things_in_hand() -> None:
    state = town("knave")
    assert state.party is not None
    for n, id in enumerate(state.party.members[:2]):
        state = state.with_creature(id, items=(replace(an_item("spear"), id=f"spear-{n}", place="pack"),))
    meant = read(at(state, "knave"), "{one} and {two} take their spears in hand")
    assert isinstance(meant, Undertake)
    assert isinstance(meant.errand, InOrder) and all(isinstance(x, a.Equip) for x in meant.errand.actions)


# Going


@pytest.mark.parametrize("line", ["run home", "go outside"])
def test_a_walk_is_still_a_walk(line: str) -> None:
    meant = read(place("dungeon", "knave"), line)
    is_walk = isinstance(meant, Undertake) and isinstance(meant.errand, Course)
    assert is_walk or (isinstance(meant, Do) and isinstance(meant.action, a.LeaveDungeon)), meant


def test_who_goes_quietly_sneaks() -> None:
    chair = at(all_seen(underground("knave")), "knave")
    way = next(x for x in chair.options.listed if type(x).__name__ == "Sneak")
    go = next(x for x in chair.options.listed if isinstance(x, a.Go) and x.way == getattr(way, "way", ""))
    meant = read(chair, f"{chair.describe(go)} quietly")
    assert isinstance(meant, Do) and meant.action == way


def test_one_more_of_a_thing_is_one_of_it() -> None:
    state = town("knave")
    assert state.party is not None
    state = state.with_creature(state.party.members[0], items=(replace(an_item("torch"), place="pack"),))
    meant = read(at(state, "knave"), "{one} hands {two} one more torch")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Give)
