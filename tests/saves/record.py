"""`python -m tests.saves.record`: plays a short game of each system that delves and exports it as the present format.

The wall clock stands still, so that a save changes only when the program does.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from click.testing import CliRunner
from tests.replays import engine as e

from underkeep.table.game import FORMAT
from underkeep.table.home import VARIABLE
from underkeep.terminal.main import underkeep
from underkeep.terminal.opening import begin

SAVES = Path(__file__).parent
SYSTEMS = ("ose", "knave")
SEED = 8
ENTRIES = 40
PLAN = e.Plan(size=4, levels=1)


def play_on(session: e.Session, entries: int) -> None:
    """A cautious party plays itself for so many entries, or until there is nothing to decide."""
    leader, end = e.Explorer(session.rules, e.TEMPERS["cautious"]), session.seq + entries
    while session.seq < end and (action := e.delver_decides(session, leader)) is not None:
        session.submit(e.PLAYER, action)


def record(system: str) -> Path:
    file = SAVES / f"format-{FORMAT}" / f"{system}.txt"
    file.parent.mkdir(exist_ok=True)
    with TemporaryDirectory() as home, patch.dict(os.environ, {VARIABLE: home}):
        with begin(e.load(system), SEED, PLAN) as session:
            play_on(session, ENTRIES)
            session.undo()
            play_on(session, 1)
            assert not session.state.over, "It must be able to go on; choose another seed."
        done = CliRunner().invoke(underkeep, ["export", session.id, str(file), "--force", "--referee"])
    assert done.exit_code == 0, done.output
    return file


def noon() -> str:
    return "2026-01-01T12:00:00.000+00:00"


if __name__ == "__main__":
    with patch("underkeep.table.chain.wall_clock", noon), patch("underkeep.table.session.wall_clock", noon):
        for system in SYSTEMS:
            print(record(system))
