"""Saved games of every format that was ever released must load and go on.

Until the first release of a format `make saves` writes its games anew whenever the state or an event looks different.
From then on they are kept as they are: a change raises FORMAT, brings an upcaster in `table/formats.py`, and records
games of the new format beside the old ones.
"""

from pathlib import Path

import pytest
from tests.replays import engine as e
from tests.saves.record import SAVES, SYSTEMS, play_on

from underkeep.minds.soldier import Soldier
from underkeep.table import record
from underkeep.table.game import FORMAT
from underkeep.table.home import VARIABLE


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))


@pytest.mark.parametrize(
    "save", sorted(SAVES.glob("format-*/*.txt")), ids=lambda file: f"{file.parent.name}/{file.stem}"
)
def test_a_saved_game_loads_and_goes_on(save: Path) -> None:
    """If this fails before the format's first release, `make saves`; after it, write the upcaster."""
    with save.open("rb") as text:
        path, game, entries, _ = record.import_game(text)
    minds = {e.REFEREE: Soldier()}
    with e.Session.resume(path, minds) as session:
        assert session.seq + 1 == entries
        play_on(session, 20)
        assert session.seq > entries
        assert {entry.seq for entry in session.entries} == set(range(session.seq + 1))
    with e.Session.resume(path, minds) as again:
        assert again.state_hash == session.state_hash
    assert b"".join(record.export_game(session.id)).startswith(save.read_bytes().rpartition(b'{"entries"')[0])
    assert game.system == save.stem


def test_every_system_that_delves_has_a_save_of_this_format() -> None:
    assert {save.stem for save in SAVES.glob(f"format-{FORMAT}/*.txt")} == set(SYSTEMS)
