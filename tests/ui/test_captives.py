"""Captives, and those who would come along: shown, and told in natural words, all with one."""

import pytest
from tests.ui.test_phrases import filled
from tests.ui.underground import before_those_who_would_join, with_captives

from underkeep.systems.knave.encounters.captives import Command, CommandAll
from underkeep.systems.knave.exploration.followers import TakeAlong
from underkeep.table.chair import Chair
from underkeep.table.narrate import Line
from underkeep.table.speech import scenery
from underkeep.table.speech.typed_lines import Do, Meaning, Say, Show


def read(chair: Chair, line: str) -> Meaning:
    return chair.read(filled(chair, line))


def told(lines: list[Line]) -> str:
    return " ".join(line.text for line in lines)


# Captives


def test_captives_are_seen() -> None:
    chair = with_captives()
    assert any("Captives" in line and "small figures" in line for line in scenery.scene(chair.view))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("goblins, follow us", "follow"),
        ("tell the prisoners to carry the coins", "follow"),
        ("take them with us", "follow"),
        ("ask the prisoners where the treasure is", "tell"),
        ("{two} questions the captives", "tell"),
        ("free the prisoners", "go"),
        ("send the goblins home", "go"),
    ],
)
def test_one_word_to_all_captives(line: str, order: str) -> None:
    meant = read(with_captives(), line)
    assert isinstance(meant, Do) and isinstance(meant.action, CommandAll) and meant.action.order == order


@pytest.mark.parametrize(
    ("line", "order", "last"),
    [("ask goblin 2 where the treasure is", "tell", "2"), ("let one of them go", "go", "1")],
)
def test_a_word_to_one_captive(line: str, order: str, last: str) -> None:
    meant = read(with_captives(), line)
    assert isinstance(meant, Do) and isinstance(meant.action, Command)
    assert meant.action.order == order and meant.action.captive.endswith(last)


def test_captives_need_not_be_bound_and_are_asked_after() -> None:
    chair = with_captives()
    bound = read(chair, "tie up the prisoners")
    assert isinstance(bound, Say) and "nobody need be bound" in bound.text
    assert read(chair, "where are the prisoners?") == Show("look")


def test_a_word_to_all_takes_no_longer_than_to_one() -> None:
    chair = with_captives()
    before = chair.state.now
    lines = told(chair.act(CommandAll("hero-1", "go")))
    assert chair.state.now == before and "flees" not in lines
    asked = with_captives()
    asked.act(CommandAll("hero-1", "tell"))
    assert asked.state.now - before <= 2 * 600


# Those who would come along


@pytest.mark.parametrize(
    "line", ["let them come along", "they may join us", "take them with us", "accept", "follow us"]
)
def test_who_would_come_along_is_taken_along(line: str) -> None:
    chair = before_those_who_would_join()
    assert read(chair, line) == Do(TakeAlong())


def test_as_many_come_along_as_there_is_room_for() -> None:
    chair = before_those_who_would_join()
    lines = told(chair.act(TakeAlong()))
    assert "joins the party" in lines and "joining" not in lines
    party = chair.state.party
    assert party is not None and "red-eyed-small-figure-1" in party.members and chair.state.encounter is None
