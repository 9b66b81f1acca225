"""Orders in a fight that come to nothing are told of with the reason; those who are summoned obey as others do."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, melee, place
from tests.ui.test_phrases import filled

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack
from underkeep.systems.knave.encounters import running
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do, Meaning, Undertake

FOE = "red-eyed-small-figure-3"


def read(chair: Chair, line: str) -> Meaning:
    return chair.read(filled(chair, line))


def carried_out(chair: Chair, line: str) -> str:
    meant = read(chair, line)
    assert isinstance(meant, Undertake), line
    return chair.undertake(meant)


def with_a_toad() -> Chair:
    """One of the foes is a giant toad, and the party's."""
    state = melee("knave")
    side = state.creatures["hero-1"].side
    state = state.with_creature(FOE, side=side, name="Giant toad 1", at=(14, 13))
    assert state.fight is not None
    steps = [
        replace(step, actors=(*step.actors, FOE) if "hero-1" in step.actors else tuple({*step.actors} - {FOE}))
        for step in state.fight.steps
    ]
    return at(replace(state, fight=replace(state.fight, steps=tuple(steps))), "knave")


def test_who_cannot_reach_a_foe_is_told_of() -> None:
    said = carried_out(place("fight", "knave"), "{one} and {two} attack goblin 1")
    assert "Tib and Yvain do not strike: all that is left is to come nearer" in said


def test_who_cannot_get_away_is_told_of() -> None:
    said = carried_out(place("fight", "knave"), "{one} and {two}, run away")
    assert "do not get out" in said and "run away" in said


def test_of_several_only_those_shoot_who_can() -> None:
    chair = place("fight", "knave")
    meant = read(chair, "tib, yvain and jankin shoot the nearest one")
    assert isinstance(meant, Undertake) and list(meant.orders) == ["hero-3"]
    assert "Tib and Yvain: nothing to shoot with." in meant.note
    assert [order.arm for order in meant.orders.values() if order is not None] == ["bow"]


@pytest.mark.parametrize(
    "line",
    ["toad, attack number 2", "toad: bite number 2", "the toad bites goblin 2", "Giant toad 1 attacks number 2"],
)
def test_a_toad_obeys_by_what_it_is(line: str) -> None:
    meant = read(with_a_toad(), line)
    if isinstance(meant, Do):
        assert isinstance(meant.action, Attack)
        assert meant.action.actor == FOE and meant.action.target.endswith("-2")
        return
    assert isinstance(meant, Undertake) and list(meant.orders) == [FOE]
    assert [order.targets for order in meant.orders.values() if order is not None] == [("red-eyed-small-figure-2",)]


def test_a_flight_that_fails_says_that_it_has_used_up_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    chair = place("fight", "knave")
    monkeypatch.setattr(running, "_gets_away", lambda *_: False)
    lines = " ".join(line.text for line in chair.act(a.BreakOff("hero-1")))
    assert "have done what could be done in this round" in lines
