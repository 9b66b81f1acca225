"""Who is healed in town: one, several, everybody who is hurt; who pays; and what it costs."""

from __future__ import annotations

from msgspec.structs import replace
from tests.ui.places import at, town
from tests.ui.test_trading import with_purses

from underkeep.procedures.town_services import Visit
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Ask, Do, Say, Show, Undertake
from underkeep.world.state import State


def with_wounds(state: State, count: int) -> State:
    for who in state.marchers()[:count]:
        sheet = replace(who.sheet, wounds=1)  # type: ignore[type-var]
        state = state.with_creature(who.id, sheet=sheet)
    return state


def hurt(count: int = 2) -> Chair:
    state = with_purses(town("knave"), 100)
    assert state.settlement is not None
    state = replace(state, settlement=replace(state.settlement, size="town", services=("inn", "watch", "temple")))
    return at(with_wounds(state, count), "knave")


def test_whoever_is_named_goes_and_each_of_several() -> None:
    chair = hurt()
    one, two = (c.name.split()[0] for c in chair.state.marchers()[:2])
    ids = [c.id for c in chair.state.marchers()[:2]]
    for line in (f"{one} goes to the temple", f"heal {one} at the temple", f"take {one} to the healer, the others pay"):
        assert chair.read(line) == Do(Visit(ids[0], "temple")), line
    for line in (f"{one} and {two} go to the temple to be healed", "go to the temple to be healed"):
        meant = chair.read(line)
        assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder), line
        assert meant.errand.actions == tuple(Visit(id, "temple") for id in ids) and "50" in meant.question
    assert isinstance(chair.read(f"heal {one}"), Ask)


def test_who_is_well_is_told_so_and_a_question_costs_nothing() -> None:
    chair = hurt()
    well = chair.state.marchers()[-1].name.split()[0]
    meant = chair.read(f"heal {well} at the temple")
    assert isinstance(meant, Say) and well in meant.text
    assert isinstance(hurt(0).read("heal everybody"), Say)
    for line in ("where can we get healed and what does it cost?", "who can heal us?", "is there a healer?"):
        assert chair.read(line) == Show("topic", "healing"), line
