"""A record that lasts as long as the program: for games nobody keeps, and for tests."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.table.chain import Row, row_after
from underkeep.table.game import Game
from underkeep.table.journal import Overtaken, check_record, head_after, head_of
from underkeep.table.summary import Summary


class MemoryJournal:
    """A journal in a list."""

    id = ""

    def __init__(self, game: Game, rows: Sequence[Row], summary: Summary) -> None:
        self.game = game
        self.head = head_of(rows[-1], summary)
        self._rows = list(rows)

    def rows(self) -> Sequence[Row]:
        check_record("The game", self.game, self._rows, self.head)
        return tuple(self._rows)

    def later(self) -> Sequence[Row]:
        """Nobody else writes here."""
        return ()

    def append(self, seq: int, seat: str, action: bytes, events: bytes, summary: Summary) -> Row:
        if seq != len(self._rows):
            raise Overtaken
        row = row_after(self.head.hash, seq, seat, action, events)
        self._rows.append(row)
        self.head = head_after(self.head, row, summary)
        return row

    def close(self) -> None:
        """Nothing to let go of."""
