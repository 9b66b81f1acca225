from __future__ import annotations

import pytest

from underkeep.table.speech.yes_or_no import Answered, answered


@pytest.mark.parametrize(
    "line", ["yes", "y", "Yes please", "yes, off we go", "off we go!", "sure, go ahead", "ok", "aye"]
)
def test_whatever_begins_with_a_yes_is_one(line: str) -> None:
    assert answered(line) == Answered(is_yes=True)


@pytest.mark.parametrize("line", ["no", "", "0", "no thanks", "never mind", "no, not now", "wait"])
def test_whatever_begins_with_a_no_is_one(line: str) -> None:
    assert answered(line) == Answered(is_yes=False)


def test_what_is_said_besides_is_kept() -> None:
    assert answered("no, we sleep first") == Answered(is_yes=False, besides="we sleep first")
    assert answered("wait, no - first we visit the watch") == Answered(is_yes=False, besides="first we visit the watch")
    assert answered("yes, and then light a torch") == Answered(is_yes=True, besides="light a torch")


@pytest.mark.parametrize("line", ["yes, but first we rest", "light a torch", "what day is it?", "do listen"])
def test_a_condition_or_another_line_is_no_answer(line: str) -> None:
    assert answered(line) is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ok, open the west door slowly", "go through the north opening"),
        ("fine, pay them 50 coins", "propose an alliance to the pixies"),
        ("yes, leave the room", "back off"),
    ],
)
def test_a_yes_that_leads_into_another_wish_is_that_wish(line: str, told: str) -> None:
    assert answered(line, told) is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("yes, set out then", "set out for the dungeon"),
        ("ok, heal him", "visit the temple with Cob"),
        ("sure, go ahead please", "rest a turn"),
        ("yes, we rest", "rest a turn"),
    ],
)
def test_a_yes_that_says_it_again_is_one(line: str, told: str) -> None:
    assert answered(line, told) == Answered(is_yes=True)
