"""A rest of several turns by one word."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.table.test_course import INTO_PASSAGE, chair, quiet

from underkeep.procedures import delve_actions as a
from underkeep.table.resting import Rests, lasts
from underkeep.table.speech.typed_lines import Undertake
from underkeep.world.dungeon import Feature
from underkeep.world.light import LightWentOut


@pytest.mark.parametrize(
    ("line", "turns"),
    [("rest 3 turns", 3), ("rest for three turns", 3), ("rest for half an hour", 3), ("rest for an hour", 6)],
)
def test_so_many_turns_are_rested(line: str, turns: int) -> None:
    person = chair(a.SetOut())
    before = person.state.party.turns if person.state.party is not None else 0
    meant = person.read(line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Rests), meant
    assert meant.errand.turns == turns
    said = person.undertake(meant)
    assert person.state.party is not None
    assert person.state.party.turns - before == turns or "breaks off its rest after" in said


def test_a_light_that_goes_out_breaks_it_off_and_that_is_told() -> None:
    person = chair(*INTO_PASSAGE)
    errand, before = Rests(6), person.state
    assert errand.next(person.rules, before, person.options, person.seat) == a.Rest()
    (light,) = before.lights
    after = LightWentOut(light.id, light.bearer, light.name, "burnt down").evolve(before)
    assert errand.is_interrupted(person.rules, before, after)
    assert errand.over == "The party breaks off its rest after 1 turn."


def test_a_rest_may_last_as_long_as_the_cold_does() -> None:
    state = quiet()
    assert state.dungeon is not None and state.party is not None
    hall = state.dungeon.entrance.area
    cold = replace(state.dungeon, features={"f": Feature("f", hall, "cold", "here")})
    person = chair(a.SetOut(), state=replace(state, dungeon=cold))
    assert lasts(person.state, "cold")
    meant = person.read("rest until the cold is over")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Rests), meant
    warm = replace(person.state, dungeon=replace(cold, features={}))
    assert meant.errand.next(person.rules, person.state, person.options, person.seat) == a.Rest()
    assert meant.errand.next(person.rules, warm, person.options, person.seat) is None
