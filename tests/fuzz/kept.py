"""Small games of every system to damage and to forge: a delve's beginning, a fight, and one that was taken back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.saves.record import play_on

from underkeep.systems import load
from underkeep.table import games
from underkeep.table.chain import Row
from underkeep.table.game import Game
from underkeep.table.home import VARIABLE
from underkeep.table.new_game import Plan
from underkeep.table.session import Session
from underkeep.terminal.opening import begin, draw_up

MATCHES = {"ose": "fighter v orc", "knave": "knave v goblin", "rampage": "warrior v orc", "robs": "fighter v orc"}
SEED = 8


class Kept(NamedTuple):
    """A whole game: its record, and its file byte by byte."""

    system: str
    game: Game
    rows: tuple[Row, ...]
    file: bytes


@contextmanager
def a_home() -> Iterator[Path]:
    """A folder for games, in memory where there is such a place."""
    before = os.environ.get(VARIABLE)
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as home:
        os.environ[VARIABLE] = home
        try:
            yield Path(home)
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before


@lru_cache(maxsize=4)
def some_kept(system: str) -> tuple[Kept, ...]:
    """Two games: the first is small."""
    rules = load(system)
    with a_home():
        found = [_whole(draw_up(rules, MATCHES[system], SEED), 4)]
        if rules.dungeon is not None:
            found.append(_whole(begin(rules, SEED, Plan(size=2, levels=1)), 6))
    return tuple(found)


def _whole(session: Session, entries: int) -> Kept:
    with session:
        if session.state.party is not None:
            play_on(session, entries)
        session.undo(session.seq - 1)
        game, rows, path = session.game, tuple(session.journal.rows()), games.path_of(session.id)
    return Kept(game.system, game, rows, path.read_bytes())
