"""Wares for all in the party's pay, and the cheapest of those who look for work."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import scores
from tests.table.speech.test_wares_wished import bought
from tests.ui.places import at, place, town
from tests.ui.test_trading import with_purses

from underkeep.procedures import delve_actions as a
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.table.several import InOrder
from underkeep.table.speech.for_the_hired import NO_ONE
from underkeep.table.speech.meanings import Ask, Do, Say, Undertake
from underkeep.world.settlement import Applicant
from underkeep.world.state import State


def hiring() -> State:
    """The last of the party is hired; two cheap ones and a dear one look for work."""
    state = with_purses(town("knave"), 300)
    state = scores(state, state.marchers()[0].id, CHA=5)
    last = state.marchers()[-1]
    state = state.with_creature(last.id, sheet=replace(sheet(last), is_pc=False))
    assert state.settlement is not None
    some = (
        Applicant("a-1", "expert", 1, "Petronel", (50,)),
        Applicant("a-2", "hireling", 1, "Tibald", (10,)),
        Applicant("a-3", "hireling", 1, "Fulko", (10,)),
    )
    return replace(state, settlement=replace(state.settlement, applicants=some))


@pytest.mark.parametrize(
    "line",
    ["a cheap shield for each of the hirelings", "buy a shield for the hirelings", "buy the hirelings a shield each"],
)
def test_wares_for_the_hired(line: str) -> None:
    chair = at(hiring(), "knave")
    assert {x.actor for x in bought(chair.read(line))} == {chair.state.marchers()[-1].id}


def test_nobody_is_hired() -> None:
    state = with_purses(town("knave"), 300)
    assert at(state, "knave").read("a cheap shield for each of the hirelings") == Say(NO_ONE)


@pytest.mark.parametrize("line", ["hire the two cheap ones", "hire the cheap ones", "hire both of the cheap ones"])
def test_the_cheapest_are_hired(line: str) -> None:
    meant = at(hiring(), "knave").read(line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert [x.applicant for x in meant.errand.actions if isinstance(x, a.Hire)] == ["a-2", "a-3"]


@pytest.mark.parametrize("line", ["hire the cheapest", "hire the three cheap ones"])
def test_what_is_not_sure_is_asked(line: str) -> None:
    meant = at(hiring(), "knave").read(line)
    assert isinstance(meant, Ask) and len(meant.choices) == 3
    assert not isinstance(place("town", "ose").read(line), Do | Undertake)
