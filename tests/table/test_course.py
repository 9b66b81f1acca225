"""Walks of several actions over ground that the party knows."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.ui.scene import PLAYER, hushed, session, town

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.course import Goal, is_lived_in, past_others, route
from underkeep.table.speech.typed_lines import Do, Say, Undertake
from underkeep.world.dungeon import Feature, Group
from underkeep.world.light import LightWentOut
from underkeep.world.state import State

INTO_PASSAGE = (a.SetOut(), a.LightUp("hero-1", "torch"), a.OpenDoor("door-1"), a.Go("door-1"))


def quiet() -> State:
    """The toy's keep without rats, traps or bars."""
    state = hushed(town())
    assert state.dungeon is not None
    doors = {id: replace(door, barrier=None) for id, door in state.dungeon.doors.items()}
    return replace(state, dungeon=replace(state.dungeon, traps={}, doors=doors))


def chair(*actions: Any, state: State | None = None) -> Chair:
    person = Chair(session(state or quiet()), PLAYER)
    for action in actions:
        person.act(action)
    return person


def deep() -> Chair:
    """In the den, by way of hall and passage."""
    return chair(*INTO_PASSAGE, a.OpenDoor("door-2"), a.Go("door-2"))


def go(person: Chair, line: str) -> str:
    meant = person.read(line)
    assert isinstance(meant, Undertake), meant
    return person.undertake(meant)


def area(person: Chair) -> str:
    assert person.state.party is not None and person.state.party.at is not None
    return person.state.party.at.area


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("go back", "passage"),
        ("go to the entrance", "hall"),
        ("walk back to the entrance", "hall"),
        ("go to area 1", "hall"),
        ("return to room 2", "passage"),
        ("go to E7", "passage"),
        ("go to the gate hall", "hall"),
    ],
)
def test_a_walk_ends_where_the_line_says(line: str, where: str) -> None:
    person = deep()
    assert go(person, line) == ""
    assert area(person) == where


def test_a_walk_to_a_square_ends_on_it_and_costs_what_each_step_costs() -> None:
    person = deep()
    before = person.state
    go(person, "go to B6")
    assert person.state.party is not None and person.state.party.at is not None
    assert person.state.party.at.square == (1, 5)
    assert person.state.now > before.now or person.state.party.moved != before.party.moved  # type: ignore[union-attr]


def test_leaving_walks_out_and_goes_home() -> None:
    person = deep()
    go(person, "leave")
    assert person.state.party is not None and person.state.party.place != "dungeon"
    assert chair(*INTO_PASSAGE[:2]).read("leave") == Do(a.LeaveDungeon())


def test_exploring_goes_to_the_next_door_of_the_level_that_nobody_has_been_beyond() -> None:
    person = deep()
    while isinstance(meant := person.read("explore"), Do):
        person.act(meant.action)
        if not isinstance(meant.action, a.Walk):
            break
    assert area(person) == "den"
    over = go(person, "explore")
    assert area(person) == "passage" and over == "The party stands before the east door, and has not been beyond it."
    assert person.read("explore") == Do(a.OpenDoor("door-3"))


def test_what_the_party_does_not_know_is_never_said() -> None:
    person = deep()
    state = person.state
    for line in ("go to area 4", "go to area 9", "go to the vault"):
        meant = person.read(line)
        assert isinstance(meant, Say) and "4" not in meant.text.replace("area 4", ""), meant
    assert route(state, Goal("vault", "the vault")) is None
    assert route(state, Goal("store", "the store")) is None
    assert isinstance(person.read("go to C3"), Say)


def test_doors_that_fell_shut_are_opened_and_those_that_stick_are_forced_a_few_times() -> None:
    person = deep()
    state = person.state
    assert state.dungeon is not None
    shut = replace(state.dungeon.doors["door-1"], is_open=False)
    again = chair(state=replace(state, dungeon=replace(state.dungeon, doors={**state.dungeon.doors, "door-1": shut})))
    go(again, "go to the entrance")
    assert area(again) == "hall"


@pytest.mark.parametrize("line", ["go back", "go to the entrance"])
def test_where_one_is_already_is_said(line: str) -> None:
    said = chair(*INTO_PASSAGE[:2]).read(line)
    assert isinstance(said, Say)


def test_a_light_that_goes_out_interrupts() -> None:
    person = deep()
    meant = person.read("go to the entrance")
    assert isinstance(meant, Undertake)
    before = person.state
    light = before.lights[0]
    dark = LightWentOut(light.id, light.bearer, light.name, "burnt down").evolve(before)
    assert meant.errand.is_interrupted(person.rules, before, dark)
    first = before.marchers()[0]
    hurt = before.with_creature(first.id, hp=first.hp - 1)
    assert meant.errand.is_interrupted(person.rules, before, hurt)
    assert not meant.errand.is_interrupted(person.rules, before, replace(before, now=before.now + 60))
    assert meant.errand.is_interrupted(person.rules, before, before)


def test_rats_in_the_way_stop_the_walk() -> None:
    state = town()
    assert state.dungeon is not None
    doors = {id: replace(door, barrier=None, is_open=True) for id, door in state.dungeon.doors.items()}
    groups = {"rats": replace(state.dungeon.groups["rats"], area="hall")}
    away = replace(state.dungeon, traps={}, doors=doors, groups={})
    person = chair(*INTO_PASSAGE[:2], a.Go("door-1"), a.Go("door-2"), state=replace(state, dungeon=away))
    full = person.state
    assert full.dungeon is not None
    met = chair(state=replace(full, dungeon=replace(full.dungeon, groups=groups)))
    go(met, "leave")
    assert met.state.encounter is not None and area(met) == "hall"


def steaming() -> Chair:
    """In the den; in the passage, by which alone one comes out, it steams."""
    person = deep()
    state = person.state
    assert state.dungeon is not None
    steam = Feature("steam-1", "passage", "steam", "here")
    return chair(state=replace(state, dungeon=replace(state.dungeon, features={"steam-1": steam})))


def test_a_walk_through_a_place_known_to_harm_is_asked_about_once() -> None:
    person = steaming()
    meant = person.read("go to the entrance")
    assert isinstance(meant, Undertake)
    assert "Scalding steam" in person.question_before_all(meant)
    assert "Scalding steam" in person.undertake(meant) and area(person) == "den"
    person.undertake(meant, is_dared=True)
    assert area(person) == "hall"
    assert "There is scalding steam here: whoever stays may be hurt, and die of it." in [x.text for x in person.log]


def test_one_step_into_such_a_place_is_asked_about_too() -> None:
    person = steaming()
    assert "Scalding steam" in person.question_before(a.Go("door-2"))
    assert not chair(*INTO_PASSAGE, a.OpenDoor("door-2"), a.Go("door-2")).question_before(a.Go("door-2"))


def test_a_way_round_is_taken_rather_than_past_those_who_live_there() -> None:
    person = deep()
    state = person.state
    assert state.dungeon is not None
    group = Group("squatters", "hall", "rat", 2, lair=True, members=("rat-1",))
    lived = replace(state, dungeon=replace(state.dungeon, groups={"squatters": group}))
    assert is_lived_in(lived, "hall") and not is_lived_in(state, "hall")
    unmet = replace(group, members=())
    assert not is_lived_in(replace(state, dungeon=replace(state.dungeon, groups={"squatters": unmet})), "hall")


def test_what_lies_past_those_who_live_there_is_named() -> None:
    person = chair(*INTO_PASSAGE)
    state = person.state
    assert state.dungeon is not None and state.party is not None
    group = Group("squatters", "hall", "rat", 2, lair=True, members=("rat-1",))
    lived = replace(state, dungeon=replace(state.dungeon, groups={"squatters": group}))
    named = past_others(lived)
    assert all(name.startswith("the ") and "of area 1 (Gate Hall)" in name for name in named)
    assert not past_others(state)
