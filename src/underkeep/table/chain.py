"""The hash chain that makes a record one piece: each entry's hash covers the entry and the hash before it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.game import FORMAT, Game, engine, wall_clock
from underkeep.world.state import State

_ENCODER = msgspec.json.Encoder(order="deterministic")


LONGEST_SENTENCE = 400


class RecordError(UnderkeepError):
    """A record of a game that is not whole, or not what it says it is. What it quotes of the record is cut short, and
    none of its control characters is told."""

    def __init__(self, sentence: str = "", rule: str = "") -> None:
        if len(sentence) > LONGEST_SENTENCE:
            sentence = f"{sentence[: LONGEST_SENTENCE - 4]}..."
        super().__init__("".join(c if c.isprintable() else "\ufffd" for c in sentence), rule)


class Row(Struct, frozen=True, gc=False):
    """One entry as it is written: the action and the events are JSON of the game's own codec."""

    format: int
    seq: int
    seat: str
    action: str
    events: str
    engine: str
    at: str
    hash: str


def digest(*parts: object) -> str:
    """BLAKE2b of values that JSON can hold."""
    return blake2b(_ENCODER.encode(parts), digest_size=32, person=b"underkeep-chain").hexdigest()


def row_after(previous: str, seq: int, seat: str, action: bytes, events: bytes) -> Row:
    """The row that this program writes at this moment after the one whose hash is `previous`."""
    row = Row(FORMAT, seq, seat, action.decode(), events.decode(), engine(), wall_clock(), "")
    return replace(row, hash=link(previous, row))


def link(previous: str, row: Row) -> str:
    """The hash of a row that follows the one whose hash is `previous`."""
    return digest(previous, row.format, row.seq, row.seat, row.action, row.events, row.engine, row.at)


def check_chain(game: Game, rows: Sequence[Row]) -> None:
    """Refuse a record in which an entry is missing, doubled, out of order or not as it was written."""
    if not rows:
        raise RecordError("The record is empty.")
    check_links(digest(game), 0, rows)


def check_links(previous: str, first: int, rows: Sequence[Row]) -> None:
    """Refuse rows that do not follow, from number `first` on, the one whose hash is `previous`."""
    for number, row in enumerate(rows, first):
        if row.seq != number:
            raise RecordError(f"The record has no entry {number} where it should be.")
        if row.hash != link(previous, row):
            raise RecordError(f"Entry {number} of the record is not as it was written.")
        previous = row.hash


def state_hash(rules: Ruleset, state: State) -> str:
    """BLAKE2b of the state in its game's deterministic encoding: equal states, equal hashes.

    Encoded, read and encoded again, because a live state may hold 1 where a read one holds 1.0.
    """
    encode = rules.codec.encode
    return blake2b(encode(rules.codec.state(encode(state))), digest_size=32, person=b"underkeep-state").hexdigest()
