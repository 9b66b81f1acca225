"""Where the record of one game is kept, as a table needs it: add an entry to its end, or read all of it.

Knows rows and hashes, not what they mean, and neither files nor databases. An implementation promises that an entry is
durable when `append` returns and not there at all when it raises, that of two writers at the same point one gets the
entry and the other is told, and that `rows` gives the whole record as it was written or refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.table.chain import RecordError, Row, check_chain, check_links, digest
from underkeep.table.formats import check_format
from underkeep.table.game import Game
from underkeep.table.summary import Summary

_JSON = msgspec.json.Encoder(order="deterministic")


class Overtaken(UnderkeepError):
    """Another writer has the entry; nothing of this one was written."""

    def __init__(self) -> None:
        super().__init__("Another program has gone on with this game; this action was not done.")


class Head(Struct, frozen=True):
    """The last entry, and how the game stands after it: kept apart from the entries, so that it tells when one is
    missing. `seal` covers the rest."""

    format: int
    seq: int
    hash: str
    played: str
    summary: str
    seal: str

    @property
    def standing(self) -> Summary:
        return msgspec.json.decode(self.summary, type=Summary)


class Journal(Protocol):
    """The open record of one game. `head` is as this journal last read or wrote it."""

    @property
    def id(self) -> str:
        """What the list of games calls it; empty if it is in none."""
        ...

    @property
    def game(self) -> Game: ...

    @property
    def head(self) -> Head: ...

    def rows(self) -> Sequence[Row]:
        """Every entry, proved to be whole and in order from the first to the last; it brings `head` up to date."""
        ...

    def later(self) -> Sequence[Row]:
        """What other writers have added since `head`, proved to follow it; it brings `head` up to date."""
        ...

    def append(self, seq: int, seat: str, action: bytes, events: bytes, summary: Summary) -> Row:
        """Make an entry durable after the one at the head; `Overtaken` if `seq` is not the next."""
        ...

    def close(self) -> None: ...


# Begins the journal of a new record: whole when it returns, not there at all when it raises.
Keep = Callable[[Game, Sequence[Row], Summary], Journal]


def head_after(before: Head, row: Row, summary: Summary) -> Head:
    """The head after one more entry. A record that was in doubt stays so."""
    return head_of(row, replace(summary, doubt=before.standing.doubt))


def head_of(row: Row, summary: Summary) -> Head:
    told = _JSON.encode(summary).decode()
    return Head(row.format, row.seq, row.hash, row.at, told, _seal(row.format, row.seq, row.hash, row.at, told))


def check_head(what: str, head: Head) -> None:
    """Refuse a head that is not as it was written, or that tells of a format this program does not know."""
    if head.seal != _seal(head.format, head.seq, head.hash, head.played, head.summary):
        raise RecordError(f"{what} is damaged: its last entry is not the one it says.")
    check_format(what, head.format)


def check_record(what: str, game: Game, rows: Sequence[Row], head: Head) -> None:
    """Refuse a record that does not run unbroken from the game to its head."""
    check_chain(game, rows)
    _check_end(what, rows[-1], head)


def check_later(what: str, before: Head, rows: Sequence[Row], head: Head) -> None:
    """Refuse entries that do not run unbroken from one head to the next."""
    check_links(before.hash, before.seq + 1, rows)
    if not rows:
        raise RecordError(f"{what} is damaged: its last entries are missing.")
    _check_end(what, rows[-1], head)


def _check_end(what: str, last: Row, head: Head) -> None:
    if (last.format, last.seq, last.hash, last.at) != (head.format, head.seq, head.hash, head.played):
        raise RecordError(f"{what} is damaged: its last entries are missing.")


def _seal(*parts: object) -> str:
    return digest("head", *parts)
