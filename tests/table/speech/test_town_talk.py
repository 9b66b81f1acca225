"""Small talk and small wishes of a town: a drink, the smith, spell books, and what is handed to whom."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place, town

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Ask, Do, Say, Show
from underkeep.table.speech.town_talk import HELLO, NO_JOBS, NO_SPELLS, ROLLED, SHOPS
from underkeep.world.gear import Item
from underkeep.world.settlement import Applicant


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_small_talk_is_answered_and_nothing_done(game: str) -> None:
    chair = place("town", game)
    assert chair.read("hello there") == Show("said", HELLO)
    assert chair.read("talk to the smith") == Show("said", SHOPS)
    assert chair.read("are there any jobs or bounties?") == Show("said", NO_JOBS)
    assert isinstance(chair.read("who rules this town?"), Show)


def test_drinks_and_carousing() -> None:
    chair = place("town", "knave")
    meant = chair.read("let's have a drink at the inn")
    assert isinstance(meant, Do) and type(meant.action).__name__ == "DrinkAnHour"
    asked = chair.read("carouse with 300 coins")
    assert not isinstance(asked, Ask) or asked.question == ROLLED
    assert chair.read("learn a new spell") == Show("said", NO_SPELLS)


def test_what_another_has_is_taken_over_and_not_bought() -> None:
    state = town("ose")
    one, two = state.marchers()[:2]
    horn = Item("horn", "Drinking horn", id="horn-1")
    state = state.with_creature(one.id, items=(*one.items, horn))
    chair = at(state, "ose")
    assert chair.read(f"{two.name.split()[0]} takes the drinking horn") == Do(a.Give(one.id, two.id, "horn-1", 1))


def test_who_is_but_looking_for_work_gets_nothing_yet() -> None:
    state = town("ose")
    assert state.settlement is not None
    seeker = Applicant("retainer-1", "fighter", 1, "Gisela", (1, 50))
    chair = at(replace(state, settlement=replace(state.settlement, applicants=(seeker,))), "ose")
    one = state.marchers()[0].name.split()[0]
    meant = chair.read(f"{one} gives the torches to Gisela")
    assert isinstance(meant, Say) and "hire Gisela" in meant.text
