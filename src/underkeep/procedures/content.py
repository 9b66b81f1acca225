"""Content is data: a system's TOML files, read into its own structs; errors name the file, the line and the field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.kernel.notation import Expr, parse

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


SUFFIX = ".toml"
RENAMED = "renamed.toml"
"""At the root of a game's content: what entries were called in earlier releases."""
MOST_BYTES = 2**20
_MANY_DOTS = re.compile(r"""(?<![\w"'-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){16}""")
"""A key of more parts than any table has; to read one of thousands would take for ever."""


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
    entries = _all_of(files(package).joinpath("content", folder), folder, kind, is_strict=False)
    for pack in _packs:
        more = pack.joinpath(game, folder)
        if more.is_dir():
            _check_links(pack, more)
            entries = {**entries, **_all_of(more, folder, kind, is_strict=True)}
    return entries


def _check_links(pack: Traversable, folder: Traversable) -> None:
    """A pack from elsewhere does not get at files of the house."""
    for file in (folder, *files_of(folder)):
        if isinstance(file, Path) and isinstance(pack, Path) and not file.resolve().is_relative_to(pack.resolve()):
            raise ContentError(f"{file.name} leads out of the pack {pack.name}.")


def load_by_file(package: str, folder: str, kind: type[T]) -> dict[str, dict[str, T]]:
    """The same of a folder in which the name of a file means something, and packs have no part."""
    place = files(package).joinpath("content", folder)
    return {file.name.removesuffix(SUFFIX): read(file, kind) for file in files_of(place)}


def files_of(place: Traversable) -> list[Traversable]:
    """The files of a folder that hold entries, by name."""
    return sorted((file for file in place.iterdir() if file.name.endswith(SUFFIX)), key=lambda file: file.name)


def packs() -> tuple[Traversable, ...]:
    """The packs that are in use, the later ones last."""
    return tuple(_packs)


def _all_of(place: Traversable, folder: str, kind: type[T], is_strict: bool) -> dict[str, T]:
    entries: dict[str, T] = {}
    for file in files_of(place):
        for id, entry in read(file, kind, is_strict).items():
            if id in entries:
                raise ContentError(f"{file.name}: {id} stands in two files of {folder}.")
            entries[id] = entry
    return entries


def read(file: Traversable, kind: type[T], is_strict: bool = False) -> dict[str, T]:
    """The entries of one file: each top-level table becomes a `kind`. A strict reader minds what it does not
    know."""
    text = text_of(file)
    tables = tables_of(file.name, text, is_strict)
    try:
        if not is_strict:
            return msgspec.convert(tables, dict[str, kind], dec_hook=dice)  # type: ignore[valid-type]
        found = _first_fault(file.name, text, tables, kind)
        if found is None:
            return msgspec.convert(tables, dict[str, kind], dec_hook=dice)  # type: ignore[valid-type]
    except (msgspec.ValidationError, UnderkeepError) as error:
        found = _first_fault(file.name, text, tables, kind) or f"{file.name}: {error}."
        raise ContentError(found) from error
    raise ContentError(found)


def _first_fault(name: str, text: str, tables: dict[str, Any], kind: type[Any]) -> str | None:
    from underkeep.procedures.content_faults import faults

    return next((str(fault) for fault in faults(name, text, tables, kind)), None)


def text_of(file: Traversable) -> str:
    """The words of a file, or one sentence on why it has none: what is no file, too long, not to be read, no text."""
    if not file.is_file():
        raise ContentError(f"{file.name} is not a file.")
    try:
        with file.open("rb") as source:
            data = source.read(MOST_BYTES + 1)
    except OSError as error:
        raise ContentError(f"{file.name} cannot be read: {error.strerror}.") from error
    if len(data) > MOST_BYTES:
        raise ContentError(f"{file.name} is longer than a content file may be ({MOST_BYTES >> 20} MB).")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentError(f"{file.name}, line {line}: this is not UTF-8 text.") from error


def tables_of(name: str, text: str, is_strict: bool = True) -> dict[str, Any]:
    """What the text says in TOML, or one sentence; a strict reader refuses what would take for ever."""
    deep = _MANY_DOTS.search(text) if is_strict else None
    if deep is not None:
        line = text.count("\n", 0, deep.start()) + 1
        raise ContentError(f"{name}, line {line}: this is nested deeper than content may be.")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ContentError(f"{name}, line 1: this is nested deeper than content may be.") from error
    except ValueError as error:
        from underkeep.procedures.content_lines import misspelt

        raise ContentError(misspelt(name, text, str(error))) from error


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


def dice(kind: type, value: Any) -> Any:
    """How msgspec reads what is written in dice notation."""
    if kind is Expr and isinstance(value, str):
        return parse(value)
    raise msgspec.ValidationError(f"expected dice notation, got {str(value)[:60]!r}")
