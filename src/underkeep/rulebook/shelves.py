"""Which folders of content a game reads, and into what types: what its modules hand to `content.load`.

So nothing is listed twice, and a game that is installed from elsewhere need declare nothing.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

ANY = "*"
_READERS = ("content.load", "content.load_by_file")


class Shelf(NamedTuple):
    """A folder of content and the type of its entries. In one that is kept `by_file` two files may have the same id."""

    folder: str
    kind: type
    by_file: bool = False

    def holds(self, folder: str) -> bool:
        """Whether files of a folder stand here."""
        here, there = self.folder.split("/"), folder.split("/")
        return len(here) == len(there) and all(one in (ANY, other) for one, other in zip(here, there, strict=True))


@lru_cache
def shelves(package: str) -> tuple[Shelf, ...]:
    """What the modules of a package read, by folder."""
    home = Path(str(files(package)))
    found = {shelf for file in home.rglob("*.py") for shelf in _read_by(package, home, file)}
    return tuple(sorted(found, key=lambda shelf: shelf.folder))


def _read_by(package: str, home: Path, file: Path) -> Iterator[Shelf]:
    text = file.read_text(encoding="utf-8")
    if "content.load" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and (reader := ast.unparse(node.func)) in _READERS:
            module = importlib.import_module(".".join((package, *file.relative_to(home).with_suffix("").parts)))
            _, folder, kind = node.args
            yield Shelf(_folder(folder), getattr(module, ast.unparse(kind)), reader.endswith("by_file"))


def _folder(node: ast.expr) -> str:
    """A folder's name; what varies in it is written as `*`."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else ANY for part in node.values)
    return str(ast.literal_eval(node))
