"""Content is data: a system's TOML files, read into its own structs; errors name the file, the entry and the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.kernel.notation import Expr, NotationError, parse

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


class ContentError(UnderkeepError):
    """A content file does not say what it should."""


_packs: list[Traversable] = []
_begun: set[str] = set()
"""The games of which something has been read."""


def add_pack(folder: Traversable) -> None:
    """From now on what stands in `<folder>/<game>/...` replaces the entries of the same id, or comes beside them. That
    is too late for a game that has been read."""
    if folder in _packs:
        return
    late = sorted(game for game in _begun if folder.joinpath(game).is_dir())
    if late:
        raise ContentError(f"The pack {folder.name} comes too late: {late[0]} is loaded already.")
    _packs.append(folder)


def load(package: str, folder: str, kind: type[T]) -> dict[str, T]:
    """Every entry of every file in `content/<folder>` of a package, by id, in the order of file names; then those of
    the packs, which may stand in for them."""
    game = package.rpartition(".")[2]
    _begun.add(game)
    entries = _all_of(files(package).joinpath("content", folder), folder, kind)
    for pack in _packs:
        more = pack.joinpath(game, folder)
        if more.is_dir():
            entries = {**entries, **_all_of(more, folder, kind)}
    return entries


def _all_of(place: Traversable, folder: str, kind: type[T]) -> dict[str, T]:
    entries: dict[str, T] = {}
    for file in sorted(place.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            for id, entry in read(file, kind).items():
                if id in entries:
                    raise ContentError(f"{file.name}: {id} stands in two files of {folder}.")
                entries[id] = entry
    return entries


def read(file: Traversable, kind: type[T]) -> dict[str, T]:
    """The entries of one file: each top-level table becomes a `kind`."""
    text = file.read_text(encoding="utf-8")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{file.name}: {error}.") from error
    return {id: _entry(file.name, text, id, table, kind) for id, table in tables.items()}


def key(name: str) -> str:
    """A name as ids are written: small letters, one hyphen between words, "armour" for "armor"."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("armor", "armour").replace("'", "")).strip("-")


def look_up(text: str, names: Mapping[str, H], book: str, such_as: str) -> H:
    """What a name means, of names written as `key` writes them; else one sentence with the nearest.

    Case, spaces, hyphens, plurals and an "armour" at the end are forgiven, and the beginning of a name or one of its
    words is enough if only one thing has it.
    """
    whole = key(text)
    wanted = whole.removesuffix("-armour")
    for guess in (whole, wanted, wanted.removesuffix("s"), wanted + "s"):
        if guess in names:
            return names[guess]
    solid = wanted.replace("-", "")
    found: list[str] = []
    if solid:
        found = (
            [name for name in names if name.replace("-", "") == solid]
            or [name for name in names if name.startswith(wanted)]
            or [name for name in names if f"-{wanted}-" in f"-{name}-"]
        )
    meant = {names[name]: name for name in reversed(found)}
    if len(meant) == 1:
        return next(iter(meant))
    if meant:
        raise UnderkeepError(f'"{text.strip()[:60]}" may be {" or ".join(sorted(meant.values())[:6])}.')
    hint = did_you_mean(wanted, names, f"for example {such_as}.")
    raise UnderkeepError(f'{book} has no "{text.strip()[:60]}"; {hint}')


def _entry(name: str, text: str, id: str, table: Any, kind: type[T]) -> T:
    try:
        return msgspec.convert(table, kind, dec_hook=_dice)
    except (msgspec.ValidationError, NotationError) as error:
        raise ContentError(f"{name}, line {_line(text, id)}, [{id}]: {error}.") from error


def _dice(kind: type, value: Any) -> Any:
    if kind is Expr and isinstance(value, str):
        return parse(value)
    raise msgspec.ValidationError(f"expected dice notation, got {value!r}")


def _line(text: str, id: str) -> int:
    found = re.search(rf'^\[+"?{re.escape(id)}"?[\].]', text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1
