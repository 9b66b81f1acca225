"""Who is wanted for hire, in anybody's words, and what a day in town costs."""

from __future__ import annotations

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Ask, Do, Say, Show

WISHES = (
    "I want to hire a torchbearer",
    "hire some guards",
    "we need more people",
    "hire two fighters",
    "look for hirelings",
    "hire a torchbearer for 1 gp a day",
)


@pytest.mark.parametrize("line", WISHES)
def test_where_nobody_looks_for_work_the_ways_to_find_somebody_are_offered(line: str) -> None:
    chair = place("town", "ose")
    meant = chair.read(line)
    assert isinstance(meant, Ask) and {"SeekRetainers"} <= {type(x).__name__ for x in meant.choices}


@pytest.mark.parametrize("line", WISHES[:5])
def test_those_who_look_for_work_are_offered_by_name(line: str) -> None:
    chair = place("town", "knave")
    assert chair.state.settlement is not None
    meant = chair.read(line)
    offered = {x.applicant for x in meant.choices if isinstance(x, a.Hire)} if isinstance(meant, Ask) else set()
    assert offered <= {x.id for x in chair.state.settlement.applicants} and offered


def test_the_tavern_is_gone_to_for_people() -> None:
    meant = place("town", "ose").read("go to the tavern, we need a fighter")
    assert isinstance(meant, Do) and type(meant.action).__name__ == "SeekRetainers"


def test_questions_hire_nobody_and_tell_costs() -> None:
    for game in ("ose", "knave"):
        chair = place("town", game)
        for line in ("who can we hire?", "is anyone looking for work?", "what wages are due?", "how does hiring work?"):
            assert isinstance(chair.read(line), Say | Show), (game, line)
        told = chair.read("what does a night here cost?")
        assert isinstance(told, Say) and "day in town" in told.text
