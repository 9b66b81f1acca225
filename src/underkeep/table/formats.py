"""Which formats of a record this program reads, and how an older one becomes the present one.

A format is a number; it stands in the game's head and in every entry, which keeps the one it was written in for ever.
A change of what actions, events or a state look like raises FORMAT by one and brings an upcaster, so a game may be of
several formats. Nothing that was written is rewritten: the hash chain covers the entries as they stand. The head of a
record needs no upcaster, because a field added to it has a default.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from underkeep.table.chain import RecordError, Row
from underkeep.table.game import FORMAT, engine

# The formats before the first that has an upcaster, each with the version of Underkeep that reads it.
READ_BY = {1: "0.1.0"}


class OtherVersion(RecordError):
    """The record is whole, but another version of Underkeep is needed to read it."""


class MissingContent(OtherVersion):
    """The record is whole, but it is played with content that is not here."""


class Written(Struct):
    """An entry before it is typed: what the JSON of its action and its events says, nothing more."""

    action: dict[str, Any]
    events: list[dict[str, Any]]


Upcaster = Callable[[str, Written], Written]
# The upcaster of format n is given the game's system and an entry of format n; it gives the entry as n + 1 has it.
UPCASTERS: dict[int, Upcaster] = {}


def check_format(what: str, number: int) -> None:
    """Refuse a format that cannot be read, with the version that can."""
    if number > FORMAT:
        raise OtherVersion(f"{what} was written by a newer Underkeep (format {number}); update this one.")
    if number in READ_BY:
        raise OtherVersion(f"{what} is a game of Underkeep {READ_BY[number]} (format {number}); only that reads it.")
    if number < FORMAT and number not in UPCASTERS:
        raise RecordError(f"{what} is damaged: there is no format {number}.")


def check_engine(what: str, version: str) -> None:
    """Of what cannot be read, say so if a newer version wrote it: then it is not damaged."""
    if _numbers(version) > _numbers(engine()):
        newer = f"Underkeep {version[:20]}, which is newer than this one ({engine()})"
        raise OtherVersion(f"{what} was written by {newer}; update this one.")


def _numbers(version: str) -> list[int]:
    """The release that a version is of, as numbers that can be compared."""
    release = re.match(r"\d{1,9}(\.\d{1,9}){0,5}", version)
    return [int(number) for number in release[0].split(".")] if release is not None else []


def upcast(system: str, row: Row) -> Row:
    """The row as the present format has it; its hash stays that of what was written."""
    check_format(f"Entry {row.seq}", row.format)
    if row.format == FORMAT:
        return row
    entry = Written(msgspec.json.decode(row.action), msgspec.json.decode(row.events))
    for number in range(row.format, FORMAT):
        entry = UPCASTERS[number](system, entry)
    action, events = (msgspec.json.encode(part).decode() for part in (entry.action, entry.events))
    return replace(row, format=FORMAT, action=action, events=events)
