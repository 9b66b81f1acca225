"""What is seen of those who are met is told, and no more."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, meeting, place

from underkeep.table.speech.meanings import Say
from underkeep.table.speech.strangers_seen import NOT_NOTICED, NOTICED


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_only_those_who_are_surprised_have_not_noticed(game: str) -> None:
    state = meeting(game)
    assert state.encounter is not None
    ours = replace(state.encounter, surprised=tuple(c.id for c in state.marchers()))
    theirs = replace(state.encounter, surprised=state.encounter.monsters)
    for met, told in ((ours, NOTICED), (theirs, NOT_NOTICED)):
        chair = at(replace(state, encounter=met), game)
        meant = chair.read("have they noticed us?")
        assert isinstance(meant, Say) and meant.text.startswith(told)
        page = " ".join(chair.show("foes", ""))
        assert ("have not noticed" in page) == (told == NOT_NOTICED)


def test_no_light_is_made_but_it_is_told_how_long_it_lasts() -> None:
    meant = place("meeting", "ose").read("light another torch")
    assert isinstance(meant, Say) and "turns left" in meant.text
