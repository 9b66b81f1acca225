"""Every fact of every game has its words, or is known to be told without any."""

import pytest

from underkeep.kernel.prompt import REFEREE
from underkeep.systems import load, names
from underkeep.systems.ose.damage import Unharmed
from underkeep.table.narrate import _words, narrate
from underkeep.world.state import State

TYPES = {name: {kind.__name__ for kind in load(name).codec.event_types} for name in names()}


@pytest.mark.parametrize("system", names())
def test_every_event_has_an_entry_of_its_own(system: str) -> None:
    words = _words(f"underkeep.systems.{system}")
    assert not TYPES[system] - set(words)


@pytest.mark.parametrize("system", names())
def test_no_entry_is_swallowed_by_the_table_before_it(system: str) -> None:
    tables = {
        name: entry for name, entry in _words(f"underkeep.systems.{system}").items() if not isinstance(entry, str)
    }
    assert not [(name, key) for name, entry in tables.items() for key in entry if key in TYPES[system]]


@pytest.mark.parametrize("system", names())
def test_no_entry_is_for_an_event_that_does_not_exist(system: str) -> None:
    assert not set(_words(f"underkeep.systems.{system}")) - set().union(*TYPES.values())


def test_a_blow_that_does_no_harm_is_told() -> None:
    state = State("ose", {REFEREE: ()})
    assert narrate(load("ose"), state, Unharmed("Ulf", "Wolf", "sword")) == (
        "Ulf lands a blow on Wolf, but the sword does no harm."
    )
