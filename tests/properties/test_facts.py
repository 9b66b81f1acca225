"""In every scene the facts alone make the state, come back equal from their JSON, and time never runs back."""

from __future__ import annotations

import pytest
from tests.properties.walks import DELVING, SEEDS, SYSTEMS, begun, walk

from underkeep.kernel.event import fold
from underkeep.systems import load

SCENES = {"town", "road", "underground", "meeting", "fight"}


@pytest.mark.parametrize("system", DELVING)
def test_the_walks_come_through_every_scene(system: str) -> None:
    assert {moment.scene for seed in SEEDS for moment in walk(system, seed)} >= SCENES


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", DELVING)
def test_a_new_game_is_the_fold_of_its_facts(system: str, seed: int) -> None:
    blank, events, first = begun(system, seed)
    assert fold(events, blank) == first
    codec = load(system).codec
    assert fold(codec.events(codec.encode(events)), blank) == first


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_facts_make_the_state(system: str, seed: int) -> None:
    """As they were stated, and as a journal has them."""
    codec = load(system).codec
    moments = walk(system, seed)
    written = moments[0].state
    for moment in moments:
        assert fold(moment.events, moment.state) == moment.after
        written = fold(codec.events(codec.encode(moment.events)), written)
        assert written == moment.after
        assert codec.action(codec.encode(moment.chosen)) == moment.chosen
    assert codec.state(codec.encode(written)) == written


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_time_never_runs_back(system: str, seed: int) -> None:
    for moment in walk(system, seed):
        state = moment.state
        for event in moment.events:
            after = event.evolve(state)
            assert after.now >= state.now, event
            state = after
