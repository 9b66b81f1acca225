"""Lines of scenes: typed words, minds that play on, and what is said of a scene that does not go."""

import pytest

from underkeep.errors import UnderkeepError
from underkeep.exercise import scene as s
from underkeep.exercise.drive import try_written
from underkeep.exercise.search import Search
from underkeep.exercise.typed import Typed, played, seeded
from underkeep.systems import load
from underkeep.world.clock import day_of
from underkeep.world.state import State

PARTY = s.Opening("play", 5, ("magic-user", "fighter"), 2)
MATCH = s.Opening("skirmish", 5, ("2 fighter", "3 goblin"))


def last(*lines: str, opening: s.Opening = PARTY) -> State:
    *_, (moment, _) = played(load("ose"), Typed("a scene", opening, lines))
    return moment.after


def test_minds_play_on_until_something_is_so() -> None:
    underground = last("... until underground")
    assert underground.party is not None and underground.party.place == "dungeon"
    assert last("begin", "... until over", opening=MATCH).winner is not None


def test_an_event_a_rule_and_a_line_can_be_waited_for() -> None:
    assert last("... until PartyWent").party != last().party
    assert last("... until ose:time.unit-by-area").party is not None
    assert last("... until can: walk north").party is not None


def test_what_cannot_be_is_left_out_where_the_line_says_so() -> None:
    assert day_of(last("? juggle torches", "rest a day").now) == 2
    with pytest.raises(UnderkeepError, match='In the scene "a scene" the line "juggle torches"'):
        last("juggle torches")


def test_a_line_is_typed_again_until_it_is_refused() -> None:
    lines = ("buy plate mail", "again until refused")
    *_, (moment, deeds) = played(load("ose"), Typed("poor", PARTY, lines))
    assert moment.refusal is not None and len(deeds) >= 2


def test_members_have_choices() -> None:
    state = last(opening=s.Opening("play", 5, ("thief/3 with alignment=Chaotic; name=Wil", "fighter[plate mail]"), 2))
    assert next(c.name for c in state.creatures.values()) == "Wil"


def test_seeds_are_tried_where_none_is_given() -> None:
    one = Typed("any", s.Opening("play"), seeds=3)
    assert [scene.opening.seed for scene in seeded(one)] == [1, 2, 3]
    assert [scene.opening.seed for scene in seeded(Typed("that one", PARTY))] == [5]


def test_where_its_own_seed_does_not_show_a_rule_others_are_tried() -> None:
    one = Typed("that one first", PARTY, meets=("ose:doors.stuck",), seeds=3)
    assert [scene.opening.seed for scene in seeded(one)] == [5, 1, 2, 3]


def test_a_fact_is_decreed_of_the_area_and_the_treasure_that_is_here() -> None:
    set_trap = 'referee: decree TrapChanged {"trap": {"id": "ours", "area": "{here}", "kind": "gas", "on": "{hoard}"}, '
    state = last("... until underground", "referee: place treasure 9 gp here", f'{set_trap}"what": "x"}} because so')
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    trap = state.dungeon.traps["ours"]
    assert trap.area == state.party.at.area
    assert state.dungeon.hoards[trap.on].items[0].count == 9


def test_a_scene_that_does_not_go_is_named_and_nothing_else_happens() -> None:
    one = Typed("A lost scene", MATCH, ("juggle torches",), ("ose:doors.stuck",), seeds=1)
    assert '"A lost scene"' in try_written(Search(load("ose")), one)
