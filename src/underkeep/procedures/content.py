"""Content is data: a system's TOML files, read into its own structs; errors name the file, the entry and the line."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from underkeep.errors import UnderkeepError
from underkeep.kernel.notation import Expr, NotationError, parse

T = TypeVar("T")


class ContentError(UnderkeepError):
    """A content file does not say what it should."""


def load(package: str, folder: str, kind: type[T]) -> dict[str, T]:
    """Every entry of every file in `content/<folder>` of a package, by id, in the order of file names."""
    entries: dict[str, T] = {}
    for file in sorted(files(package).joinpath("content", folder).iterdir(), key=lambda f: f.name):
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
