"""Where the party has not been is told, and nothing is done for it."""

import pytest
from tests.ui.places import place

from underkeep.table.speech.typed_lines import Say


@pytest.mark.parametrize(
    "line",
    [
        "where have we not been?",
        "which ways are unexplored?",
        "what is unexplored?",
        "are there places we haven't been yet?",
        "which doors have we not opened?",
        "anything left to explore?",
    ],
)
def test_the_ways_that_are_left_are_told(line: str) -> None:
    meant = place("dungeon", "ose").read(line)
    assert isinstance(meant, Say) and meant.text.startswith("Not been yet: from here the west door")


def test_so_is_the_dark() -> None:
    meant = place("dungeon", "knave").read("what have we not explored yet?")
    assert isinstance(meant, Say) and "what lies in the dark" in meant.text
