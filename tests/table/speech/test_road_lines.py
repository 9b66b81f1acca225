"""Lines on the road: on, back, camp, light, water, and how far it is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, on_the_road

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.meanings import Do, Say, Show
from underkeep.table.speech.road_lines import LIGHT, NIGHT
from underkeep.world.state import State


def late(game: str) -> State:
    state = on_the_road(game)
    assert state.journey is not None
    return replace(state, journey=replace(state.journey, at_dawn=False))


def road(game: str) -> Chair:
    return at(late(game), game)


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize("line", ["keep going", "keep walking", "onwards", "go", "move on", "let's go", "set out"])
def test_on_is_on(game: str, line: str) -> None:
    assert road(game).read(line) == Do(a.MarchOn())


@pytest.mark.parametrize("line", ["march on to {name}", "go to the dungeon", "to {name}!", "enter the dungeon"])
def test_the_goal_is_marched_to_and_the_start_is_turned_back_to(line: str) -> None:
    state = late("ose")
    assert state.dungeon is not None and state.settlement is not None and state.journey is not None
    meant = at(state, "ose").read(line.format(name=state.dungeon.name))
    assert isinstance(meant, Do) and meant.action == a.MarchOn()
    assert at(state, "ose").read(f"go back to {state.settlement.name}") == Do(a.TurnBack())
    home = replace(state, journey=replace(state.journey, homeward=True))
    assert at(home, "ose").read("go home") == Do(a.MarchOn())


def test_what_is_not_done_on_the_road_says_what_is() -> None:
    chair = road("ose")
    assert chair.read("set up camp") == Say(NIGHT) and chair.read("light a torch") == Say(LIGHT)
    water = chair.read("is there a stream nearby?")
    assert isinstance(water, Say) and "camps for the night" in water.text
    assert chair.read("are we lost?") == Show("look") == chair.read("how far is it still?")
    assert isinstance(chair.read("go to Blackmoor Sands"), Say)


def test_an_order_of_march_is_no_place() -> None:
    chair = road("ose")
    last = chair.state.marchers()[-1].name.split()[0]
    meant = chair.read(f"move {last} to the front")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Order)
