"""A short soak: whole delves, each read back from its journal. `make soak` plays hundreds, and fights."""

from pathlib import Path

import pytest
from tests.soak.driver import BROKEN, soak, soak_fights

from underkeep.table.home import VARIABLE

DELVES = 20


@pytest.mark.parametrize("part", range(5))
def test_delves_end_and_read_back_the_same(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    each = DELVES // 5
    ends = soak("ose", 1 + part * each, each)
    assert BROKEN not in ends and sum(ends.values()) == each


def test_knaves_delve_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    ends = soak("knave", 1, 5)
    assert BROKEN not in ends and sum(ends.values()) == 5


@pytest.mark.parametrize("system", ["ose", "knave", "rampage"])
def test_fights_of_all_sorts_end_and_replay_the_same(system: str) -> None:
    ends, done = soak_fights(system, 1, 6)
    assert BROKEN not in ends and sum(ends.values()) == 6
    assert done["Attack"]
