"""A short soak: whole delves, each read back from its journal. `make soak` plays hundreds, and fights."""

from pathlib import Path

import pytest
from tests.soak.driver import soak

from underkeep.table.home import VARIABLE

DELVES = 20


@pytest.mark.parametrize("part", range(5))
def test_delves_end_and_read_back_the_same(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    each = DELVES // 5
    ends = soak("ose", 1 + part * each, each)
    assert sum(ends.values()) == each


def test_knaves_delve_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert sum(soak("knave", 1, 5).values()) == 5
