from __future__ import annotations

import pytest

from underkeep.table.speech.leading_words import without_lead


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("yes let hob talk to them", "let hob talk to them"),
        ("now we march", "we march"),
        ("first, visit the watch", "visit the watch"),
        ("right, off to the inn", "off to the inn"),
        ("in we go, softly", "go in, softly"),
        ("through the east door we go", "go through the east door"),
        ("describe this room to me", "describe this room"),
        ("quickly on through it, out of the cold", "go through it"),
    ],
)
def test_what_leads_into_a_line_is_left_out(line: str, wish: str) -> None:
    assert without_lead(line, ["hob"]) == wish


@pytest.mark.parametrize("line", ["go north", "right hand on the door", "first aid", "and sculpt elements?", "now"])
def test_a_line_without_a_lead_stays_as_it_is(line: str) -> None:
    assert without_lead(line) == line
