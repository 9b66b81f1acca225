"""What help names goes by the scene, with the names of one's own."""

import pytest
from tests.ui.places import place


@pytest.mark.parametrize(
    ("name", "has", "lacks"),
    [
        ("town", "set out", "open the east door"),
        ("dungeon", "open the east door", "rest 7 days"),
        ("meeting", "back off", "go north"),
        ("fight", "everyone attack", "set out"),
    ],
)
def test_help_is_about_what_is_done_here(name: str, has: str, lacks: str) -> None:
    chair = place(name, "ose")
    told = [line.strip() for line in chair.show("help")]
    assert has in told and lacks not in told


def test_help_names_those_who_are_there() -> None:
    chair = place("fight", "knave")
    one, two = (c.name for c in chair.own("")[:2])
    assert f"{one} guards {two}" in chair.commands()
