"""Games outlive the names of content: where a record says what an entry was called once, the entry it is now is meant.

A game, or a pack, tells it in `renamed.toml` at the root of its content, by folder: `[monsters]` and below it
`giant-shrew = "shrew"`. Nothing that was written is rewritten; the record is read so.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from msgspec.structs import replace

from underkeep import systems
from underkeep.procedures import content
from underkeep.procedures.content import RENAMED, ContentError
from underkeep.table.chain import Row

WORDS = frozenset(("name", "text", "because", "said", "note", "words"))
"""Under these keys stand words of people, which are nobody's ids."""
Names = dict[str, str]


def as_called_now(system: str, row: Row) -> Row:
    """The row with the ids that its content has today."""
    names = former(system)
    if not any(f'"{old}"' in text for old in names for text in (row.action, row.events)):
        return row
    action, events = (_told(text, names) for text in (row.action, row.events))
    return replace(row, action=action, events=events)


def former(system: str) -> Names:
    """By the ids that entries had once, those they have, in the game and in the packs that are in use."""
    return _former(system, content.packs())


@lru_cache
def _former(system: str, packs: tuple[Traversable, ...]) -> Names:
    home = systems.folder(system)
    places = [] if home is None else [home / "content"]
    found: Names = {}
    for place in (*places, *(pack.joinpath(system) for pack in packs)):
        if (file := place.joinpath(RENAMED)).is_file():
            found |= _read(file)
    return {old: _last(old, found) for old in found}


def _read(file: Traversable) -> Names:
    try:
        folders = msgspec.convert(content.tables_of(RENAMED, content.text_of(file)), dict[str, Names])
    except msgspec.ValidationError as error:
        raise ContentError(f"{RENAMED}: {error}.") from error
    return {old: new for names in folders.values() for old, new in names.items()}


def _last(old: str, names: Names) -> str:
    """Where an id that was changed more than once has come to."""
    seen = {old}
    while (old := names.get(old, old)) not in seen:
        seen.add(old)
    return old


def _told(text: str, names: Names) -> str:
    return msgspec.json.encode(_renamed(msgspec.json.decode(text), names)).decode()


def _renamed(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(part, names) for part in value]
    if isinstance(value, dict):
        return {names.get(key, key): part if key in WORDS else _renamed(part, names) for key, part in value.items()}
    return value
