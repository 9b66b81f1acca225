"""Out of town by a place's name, by what a dungeon is called, or tomorrow."""

from __future__ import annotations

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Do, Say


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize(
    "line", ["let's go to {name}", "travel to {name}", "OK, off to {last}", "go in", "enter the dungeon", "we go back"]
)
def test_the_dungeon_is_set_out_for(game: str, line: str) -> None:
    chair = place("town", game)
    assert chair.state.dungeon is not None
    name = chair.state.dungeon.name
    meant = chair.read(line.format(name=name, last=name.split()[-1]))
    assert isinstance(meant, Do) and meant.action == a.SetOut()


def test_what_is_for_tomorrow_waits_for_the_morning() -> None:
    chair = place("town", "knave")
    for line in ("tomorrow we go back", "at dawn we leave", "we set out first thing in the morning"):
        meant = chair.read(line)
        assert isinstance(meant, Do) and meant.action == a.RestDays(0) and "set out" in meant.note, line
    assert chair.read("go to bed") == Do(a.RestDays(0))


def test_where_no_way_leads_the_ways_are_told() -> None:
    chair = place("town", "ose")
    meant = chair.read("travel to Blackmoor Sands")
    assert isinstance(meant, Say) and "blackmoor" in meant.text and "set out" in meant.text
    here = chair.state.settlement
    assert here is not None and chair.read(f"go to {here.name}") == Say(f"The party is in {here.name}.")
