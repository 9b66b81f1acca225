"""A game as text: one JSON line for the game, one for each entry with its link of the chain, one to end it.

Reading proves the chain, decodes and folds everything; only then is a game made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Raw, Struct

from underkeep.table import games
from underkeep.table.chain import RecordError, Row, check_chain
from underkeep.table.formats import check_format
from underkeep.table.game import FORMAT, Game, checked_name
from underkeep.table.history import History
from underkeep.table.session import rules_of
from underkeep.table.summary import summary

MOST_LINE = 16 * 2**20
MOST_BYTES = 256 * 2**20
MOST_ENTRIES = 500_000


class Named(Struct, frozen=True):
    """What the first line of any format has: it names the format."""

    underkeep: int


class Opening(Named, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    game: Game


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """The line of an entry. Action and events stand as they were written, byte for byte."""

    format: int
    seq: int
    seat: str
    action: Raw
    events: Raw
    engine: str
    at: str
    hash: str


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: how many entries there are, and the hash that covers them all."""

    entries: int
    hash: str


def export_game(which: str) -> Iterator[bytes]:
    """The lines of a game's record; it is read and proved whole before the first line comes."""
    with closing(games.opened(which)) as journal:
        return _lines(journal.game, journal.rows())


def _lines(game: Game, rows: Sequence[Row]) -> Iterator[bytes]:
    encode = msgspec.json.Encoder(order="deterministic").encode
    yield encode(Opening(FORMAT, game)) + b"\n"
    for row in rows:
        action, events = Raw(row.action.encode()), Raw(row.events.encode())
        yield encode(Link(row.format, row.seq, row.seat, action, events, row.engine, row.at, row.hash)) + b"\n"
    yield encode(Ending(len(rows), rows[-1].hash)) + b"\n"


def import_game(source: BinaryIO) -> tuple[Path, Game, int]:
    """Keep the game that a text tells, under an id that is free; its file, its head and the number of its entries."""
    game, rows = read_record(_pieces(source))
    check_chain(game, rows)
    history = History.of_rows(rules_of(game), rows)
    return games.add(game, rows, summary(history.state)), game, len(rows)


def read_record(lines: Iterable[bytes]) -> tuple[Game, list[Row]]:
    """The rows of a record; a sentence with the line's number on anything that does not belong."""
    game: Game | None = None
    rows: list[Row] = []
    ending: Ending | None = None
    for number, line in enumerate(lines, 1):
        if ending is not None:
            raise RecordError(f"Line {number}: the record has ended before.")
        if game is None:
            game = _opening(number, line)
        elif line.lstrip().startswith(b'{"entries"'):
            ending = _decoded(number, line, Ending)
        else:
            rows.append(_row(number, line))
        if len(rows) > MOST_ENTRIES:
            raise RecordError(f"Line {number}: a record has at most {MOST_ENTRIES} entries.")
    if game is None:
        raise RecordError("Line 1: the file is empty.")
    if ending is None:
        raise RecordError("The record breaks off: its last line is missing.")
    if not rows or (ending.entries, ending.hash) != (len(rows), rows[-1].hash):
        raise RecordError("The record is not whole: its last line tells of other entries.")
    return game, rows


def _opening(number: int, line: bytes) -> Game:
    check_format("The record", _decoded(number, line, Named).underkeep)
    opening: Opening = _decoded(number, line, Opening)
    if opening.game.name != checked_name(opening.game.name):
        raise RecordError(f"Line {number}: this is not the beginning of a game.")
    return opening.game


def _row(number: int, line: bytes) -> Row:
    link: Link = _decoded(number, line, Link)
    try:
        action, events = bytes(link.action).decode(), bytes(link.events).decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"Line {number} is not UTF-8 text.") from error
    return Row(link.format, link.seq, link.seat, action, events, link.engine, link.at, link.hash)


def _decoded(number: int, line: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"Line {number} is not as a record has it: {error}.") from error


def _pieces(source: BinaryIO) -> Iterator[bytes]:
    """The lines, without reading more than a record may have."""
    read = 0
    while line := source.readline(MOST_LINE + 1):
        read += len(line)
        if len(line) > MOST_LINE or read > MOST_BYTES:
            raise RecordError(f"The file is longer than a record may be ({MOST_BYTES >> 20} MB).")
        if line.strip():
            yield line
