"""Where in a content file something stands: the line of every key and of every part of a list.

`tomllib` reads a file and forgets the lines. This is asked only when something is to be said about a file that was
read, so it may take for granted that the file is TOML.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from contextlib import suppress
from functools import cached_property

Path = tuple[str | int, ...]
_GAP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)+")
_KEY = re.compile(r"""[ \t]*(?:([\w-]+)|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')[ \t]*""")
_WORD = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^,\]}\n#]+''', re.DOTALL
)
_AT = re.compile(r"\(at (?:line (\d+), column \d+|(end of document))\)")
_HEADER = re.compile(r"""^[ \t]*\[{1,2}[ \t]*((?:[\w-]+|"[^"\n]*")(?:\.[\w-]+)*)[ \t]*\]{0,2}[ \t]*(?:#.*)?$""", re.M)
_FIELD = re.compile(r"^[ \t]*([\w-]+)(?=[ \t]*=|[ \t]+\S)", re.MULTILINE)


class Lines:
    """The lines of a text of TOML."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._found: dict[Path, int] = {}
        self._ends = [found.start() for found in re.finditer("\n", text)]

    def of(self, path: Path) -> int:
        """The line of what stands at a path, or of what it would be part of."""
        while path and path not in self._all:
            path = path[:-1]
        return self._all.get(path, 1)

    @cached_property
    def _all(self) -> dict[Path, int]:
        with suppress(RecursionError):  # what is nested too deep has the line of what is not
            self._read()
        return self._found

    def _read(self) -> None:
        table: Path = ()
        lists: dict[Path, int] = {}
        self._skip()
        while self._place < len(self._text):
            if self._text[self._place] == "[":
                table = self._header(lists)
            else:
                self._pair(table)
            self._skip()

    def _skip(self) -> None:
        gap = _GAP.match(self._text, self._place)
        if gap is not None:
            self._place = gap.end()

    def _note(self, path: Path, place: int) -> None:
        for length in range(1, len(path) + 1):
            self._found.setdefault(path[:length], bisect_left(self._ends, place) + 1)

    def _header(self, lists: dict[Path, int]) -> Path:
        """`[a.b]`, or `[[a.b]]`, which begins one more part of a list."""
        begins = self._place
        is_list = self._text.startswith("[[", begins)
        self._place += 1 + is_list
        path: Path = ()
        names = self._key()
        for number, name in enumerate(names, 1):
            path = (*path, name)
            if number == len(names) and is_list:
                lists[path] = lists.get(path, -1) + 1
            if path in lists:
                path = (*path, lists[path])
        self._place += 1 + is_list
        self._note(path, begins)
        return path

    def _key(self) -> list[str]:
        names = []
        while (found := _KEY.match(self._text, self._place)) is not None:
            names.append(next(part for part in found.groups() if part is not None))
            self._place = found.end()
            if not self._text.startswith(".", self._place):
                break
            self._place += 1
        return names

    def _pair(self, table: Path) -> None:
        """`key = value`."""
        begins = self._place
        path = (*table, *self._key())
        self._note(path, begins)
        self._place += 1
        self._skip()
        self._value(path)

    def _value(self, path: Path) -> None:
        begins = self._text[self._place : self._place + 1]
        if begins == "[":
            self._parts(path, "]")
        elif begins == "{":
            self._parts(path, "}")
        else:
            word = _WORD.match(self._text, self._place)
            self._place = word.end() if word is not None else len(self._text)

    def _parts(self, path: Path, end: str) -> None:
        """What stands between brackets."""
        number = 0
        self._place += 1
        self._skip()
        while self._place < len(self._text) and self._text[self._place] != end:
            if end == "}":
                self._pair(path)
            else:
                self._note((*path, number), self._place)
                self._value((*path, number))
            self._skip()
            if self._text.startswith(",", self._place):
                self._place += 1
                self._skip()
            number += 1
        self._place += 1


def misspelt(name: str, text: str, problem: str) -> str:
    """One sentence on a text that is no TOML: the file, the line, and the entry and field that stand there."""
    at = _AT.search(problem)
    rows = text.split("\n")
    number = int(at[1]) if at is not None and at[1] else len(rows) if at is not None else 1
    before = "\n".join(rows[:number])
    headers = list(_HEADER.finditer(before))
    fields = _FIELD.findall(before[headers[-1].end() if headers else 0 :])
    entry = f", [{headers[-1][1][:80]}]" if headers else ""
    field = f" {fields[-1][:80]}" if fields else ""
    said = _AT.sub("", problem).strip().rstrip(".")
    return f"{name}, line {number}{entry}{field}: this is not TOML: {said[:1].lower()}{said[1:200]}."
