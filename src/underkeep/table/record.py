"""A game as text: one JSON line for the game, one for each entry with its link of the chain, one to end it.

Reading proves the chain, decodes and folds everything; only then is a game made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from underkeep.procedures.ruleset import Ruleset
from underkeep.table import games
from underkeep.table.adjudication import Verdict, adjudicated
from underkeep.table.bounds import check_game, check_row
from underkeep.table.chain import RecordError, Row, check_chain
from underkeep.table.formats import check_engine, check_format
from underkeep.table.game import FORMAT, Begun, Game, checked_name
from underkeep.table.history import History
from underkeep.table.session import rules_of
from underkeep.table.summary import summary

MOST_LINE = 16 * 2**20
MOST_BYTES = 256 * 2**20
MOST_ENTRIES = 500_000
JUDGING_SECONDS = 120.0
"""What is not judged again by then is not verified."""


class Named(Struct, frozen=True):
    """What the first line of any format has: it names the format."""

    underkeep: int


class Headed(Struct, frozen=True):
    """What else it has: which version began the game."""

    game: Begun = Begun()


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
        return lines_of(journal.game, journal.rows())


def lines_of(game: Game, rows: Sequence[Row]) -> Iterator[bytes]:
    """A record as text."""
    encode = msgspec.json.Encoder(order="deterministic").encode
    yield encode(Opening(FORMAT, game)) + b"\n"
    for row in rows:
        action, events = Raw(row.action.encode()), Raw(row.events.encode())
        yield encode(Link(row.format, row.seq, row.seat, action, events, row.engine, row.at, row.hash)) + b"\n"
    yield encode(Ending(len(rows), rows[-1].hash)) + b"\n"


class Imported(NamedTuple):
    """`doubt` is why the record is not known to be played by the rules; nothing if every entry was judged again and
    found the same."""

    path: Path
    game: Game
    entries: int
    doubt: str


def import_game(source: BinaryIO, seconds: float = JUDGING_SECONDS) -> Imported:
    """Keep the game that a text tells, under an id that is free. Whatever no record may hold is refused; what does not
    follow by the rules is kept in doubt, and the list of games says so."""
    game, rows = read_record(_pieces(source))
    history, doubt = judged(rules_of(game), game, rows, seconds)
    return Imported(games.add(game, rows, replace(summary(history.state), doubt=doubt)), game, len(rows), doubt)


def judged(rules: Ruleset, game: Game, rows: Sequence[Row], seconds: float = JUDGING_SECONDS) -> tuple[History, str]:
    """The history that a record from elsewhere tells, and why it is in doubt; refused if no record may be so."""
    check_game(game)
    for row in rows:
        check_row(row)
    check_chain(game, rows)
    history = History.of_rows(rules, rows, checked=True)
    return history, doubt_of(adjudicated(rules, game, history, seconds))


def doubt_of(verdict: Verdict) -> str:
    """Why a record is not known to be played by the rules."""
    if verdict.is_clean and verdict.begins is None:
        return "how it was begun is not kept with it"
    return verdict.sentence


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
    try:
        opening: Opening = _decoded(number, line, Opening)
    except RecordError:
        check_engine("The record", _decoded(number, line, Headed).game.engine)
        raise
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
