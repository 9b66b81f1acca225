"""New characters get the name that a line gives them, and one's own may be renamed in town."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, on_the_road, town

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems import load
from underkeep.table.speech.destinations import NOBODY_TO_LEAVE
from underkeep.table.speech.meanings import Do, Say, Undertake
from underkeep.world.creature import Died


def test_an_enlisted_character_is_called_as_was_said() -> None:
    state = town("ose")
    lost = state.marchers()[-1]
    state = Died(lost.id).evolve(state)
    assert state.party is not None
    members = tuple(id for id in state.party.members if id != lost.id)
    chair = at(replace(state, party=replace(state.party, members=members)), "ose")
    meant = chair.read("enlist a fighter called Brannoc")
    assert isinstance(meant, Undertake), meant
    chair.undertake(meant)
    assert "Brannoc" in [c.name for c in chair.state.marchers()]


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_one_of_ones_own_is_called_by_another_name(game: str) -> None:
    chair = at(town(game), game)
    first = chair.state.marchers()[0]
    meant = chair.read(f"call {first.name.split()[0]} Osgar")
    assert meant == Do(a.Rename(first.id, "Osgar"))
    chair.act(meant.action)
    assert chair.state.creatures[first.id].name == "Osgar"
    other = chair.state.marchers()[1]
    assert play.why_not(load(game), chair.state, chair.seat, a.Rename(other.id, "osgar")) is not None


@pytest.mark.parametrize("line", ["back off", "back away slowly"])
def test_nobody_turns_round_on_the_road_for_nobody(line: str) -> None:
    chair = at(on_the_road("ose"), "ose")
    assert chair.read(line) == Say(NOBODY_TO_LEAVE)
    assert chair.question_before(a.TurnBack())
