"""A few campaigns, read back and played again. `make soak` plays a thousand."""

from pathlib import Path

import pytest
from tests.soak.campaigns import campaign, sorts

from underkeep.systems import load
from underkeep.table.home import VARIABLE


@pytest.mark.parametrize("seed", [4, 9])
def test_a_campaign_reads_back_and_replays_the_same(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    played = campaign(load("ose"), seed, again=True)
    assert played.outcome in ("played", "slain")
    assert {"town", "wilderness"} <= set(sorts(played.seen))
