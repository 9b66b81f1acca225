"""A sample of the recorded outcomes comes out the same today; `make outcomes` checks them all."""

import pytest
from tests.replays.outcomes import DELVES, MATCHES, delve_row, fight_row, recorded, seeds_of


@pytest.mark.parametrize("system", MATCHES)
def test_fights_end_as_recorded(system: str) -> None:
    rows = recorded()["fights"][system]
    assert len(rows) == len(seeds_of("fights", system))
    for seed in seeds_of("fights", system)[::11]:
        assert fight_row(system, seed) == rows[seed - 1]


@pytest.mark.parametrize("system", DELVES)
def test_delves_end_as_recorded(system: str) -> None:
    rows = recorded()["delves"][system]
    assert len(rows) == len(seeds_of("delves", system))
    for seed in seeds_of("delves", system)[:3]:
        assert delve_row(system, seed) == rows[seed - 1]
