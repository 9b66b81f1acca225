"""A game's content tried whole, the shipped one or that of a pack: every fault of every file, a sentence each.

A pack is tried as it will be read: beside the game's own content, so that its entries may name what the game has. Files
from elsewhere may be anything; whatever they are, something is said about them and nothing breaks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from underkeep import systems
from underkeep.errors import did_you_mean
from underkeep.procedures.content import RENAMED, SUFFIX, ContentError, tables_of, text_of
from underkeep.procedures.content_faults import Fault, faults, shown
from underkeep.procedures.content_lines import Lines
from underkeep.procedures.content_lines import Path as Place
from underkeep.rulebook.content_limits import FIELDS, Limits, limits
from underkeep.rulebook.ledger import load as ledger
from underkeep.rulebook.shelves import Shelf, shelves

SHARED = {"generate": "underkeep.generate", "mechanics": "underkeep.mechanics", "procedures": "underkeep.procedures"}
"""What stands in packs beside the folders of games: that which any game uses."""
MOST_FILES = 2000
MOST_CHARACTERS = 2**24
MOST_FOLDERS = 8
_TOO_MUCH = f"there is more content than a pack may have ({MOST_FILES} files, {MOST_CHARACTERS >> 20} MB)"
_RULES = ("rule", "rules", "cites", "prerequisite")
Entries = dict[str, dict[str, Any]]
"""The tables of a game's files by folder, then by id."""


class Read(NamedTuple):
    """A file that could be read."""

    name: str
    folder: str
    text: str
    tables: dict[str, Any]


def check_shipped() -> list[Fault]:
    """Every fault of the content that comes with the games and with what they share."""
    found: list[Fault] = []
    for game in (*systems.names(), *SHARED):
        package = package_of(game)
        if (place := Path(str(files(package))) / "content").is_dir():
            found += _check(game, place, place, {}, f"{game}/")
    return found


def check_pack(pack: Path) -> list[Fault]:
    """Every fault of a pack, game by game."""
    known = (*systems.names(), *SHARED)
    found: list[Fault] = []
    for place in _inside(pack):
        if place.name in known and place.is_dir() and not place.is_symlink():
            found += _check(place.name, place, pack, _shipped(place.name))
        elif place.suffix == SUFFIX or _has_content(place):
            hint = did_you_mean(place.name[:60], known, f"there are {', '.join(known)}").removesuffix("?")
            found.append(Fault(shown(place.name)[1:-1], 1, "", "", f"there is no game of this name; {hint}"))
    return found


def package_of(game: str) -> str:
    """The package whose content a game reads."""
    if game in SHARED:
        return SHARED[game]
    return systems.package(game)


def _folder_of(name: str, called: str) -> str:
    return name.removeprefix(called).rpartition("/")[0]


def _inside(place: Path) -> list[Path]:
    try:
        return sorted(place.iterdir())
    except OSError as error:
        raise ContentError(f"{place} cannot be read: {error.strerror}.") from error


def _has_content(place: Path) -> bool:
    """Whether content seems to be meant to stand in a folder."""
    return place.is_dir() and any(next(place.glob(like), None) for like in (f"*{SUFFIX}", f"*/*{SUFFIX}"))


def _check(game: str, place: Path, root: Path, others: Entries, called: str = "") -> list[Fault]:
    """The faults of a game's files in a place, which stand beside other entries; `called` comes before their names."""
    package = package_of(game)
    found: list[Fault] = []
    whole: list[Read] = []
    size = 0
    for file in _files(place):
        one = _read(file, place, root, called)
        if isinstance(one, Fault):
            found.append(one)
        elif one.folder or file.name not in (FIELDS, RENAMED):
            whole.append(one)
            size += len(one.text)
        if size > MOST_CHARACTERS or len(found) + len(whole) > MOST_FILES:
            found.append(_fault(one[0] if isinstance(one, Read) else one.file, 1, _TOO_MUCH))
            break
    entries = {**others}
    for one in whole:
        entries[one.folder] = {**entries.get(one.folder, {}), **one.tables}
    unread = {_folder_of(fault.file, called or f"{game}/") for fault in found}
    tried = Tried(game, limits(package), entries, unread)
    for one in whole:
        shelf = next((shelf for shelf in shelves(package) if shelf.holds(one.folder)), None)
        found += [_unread(one, package)] if shelf is None else faults(one.name, one.text, one.tables, shelf.kind, tried)
    found += _of_names(place, root, called, entries)
    found += _twice(whole, shelves(package), tried.limits.same_names)
    return sorted(found, key=lambda fault: (fault.file, fault.line))


def _files(place: Path) -> list[Path]:
    """The files of a folder and those below, also those that are none, and links that are not followed."""
    found: list[Path] = []
    todo = [(place, 0)]
    while todo and len(found) <= MOST_FILES:
        folder, depth = todo.pop()
        for path in _inside(folder):
            if path.suffix == SUFFIX or (path.is_symlink() and path.is_dir()) or depth > MOST_FOLDERS:
                found.append(path)
            elif path.is_dir():
                todo.append((path, depth + 1))
    return sorted(found)


def _read(file: Path, place: Path, root: Path, called: str = "") -> Read | Fault:
    name = f"{called}{file.relative_to(root).as_posix()}"
    try:
        if file.is_symlink() and (file.is_dir() or not file.resolve().is_relative_to(root.resolve())):
            return _fault(name, 1, "this link leads out of the folder")
        text = text_of(file)
        tables = tables_of(name, text)
    except ContentError as error:
        return _told(name, str(error))
    except (OSError, RuntimeError) as error:
        return _fault(name, 1, f"it cannot be read: {getattr(error, 'strerror', None) or error}")
    return Read(name, file.relative_to(place).parent.as_posix().removeprefix("."), text, tables)


def _fault(name: str, line: int, problem: str) -> Fault:
    return Fault(name, line, "", "", problem)


def _told(name: str, sentence: str) -> Fault:
    """The fault that a sentence tells of a file that could not be read."""
    told = re.fullmatch(r".*?(?:, line (\d+))?(?:, \[(.*?)\])?(?: ([\w-]+))?(?::| (?=is |can)) ?(.*)\.", sentence)
    if told is None:
        return _fault(name, 1, sentence)
    return Fault(name, int(told[1] or 1), told[2] or "", told[3] or "", told[4])


def _unread(one: Read, package: str) -> Fault:
    known = sorted({shelf.folder for shelf in shelves(package)})
    hint = did_you_mean(one.folder[:60], known).removesuffix("?")
    return _fault(one.name, 1, f'no files are read from a folder "{one.folder}"' + (f"; {hint}" if hint else ""))


def _of_names(place: Path, root: Path, called: str, entries: Entries) -> Iterator[Fault]:
    """What `renamed.toml` says of entries: the old id is nobody's any more, the new one is somebody's."""
    if not (place / RENAMED).is_file():
        return
    one = _read(place / RENAMED, place, root, called)
    if isinstance(one, Fault):
        return
    lines = Lines(one.text)
    for folder, names in one.tables.items():
        here = {id for name, tables in entries.items() if Shelf(folder, object).holds(name) for id in tables}
        if not isinstance(names, dict) or not here:
            yield Fault(one.name, lines.of((folder,)), folder, "", "this is no folder with entries")
            continue
        for old, new in names.items():
            if old in here:
                yield Fault(one.name, lines.of((folder, old)), folder, old, "there is still an entry of this id")
            if not isinstance(new, str) or (new not in here and new not in names):
                hint = did_you_mean(str(new)[:60], sorted(here)).removesuffix("?")
                problem = f"there is no {shown(new)} in {folder}" + (f"; {hint}" if hint else "")
                yield Fault(one.name, lines.of((folder, old)), folder, old, problem)


def _twice(whole: Iterable[Read], known: Iterable[Shelf], same_names: tuple[str, ...]) -> Iterator[Fault]:
    """Ids that stand in two files of a folder, and names that two entries have."""
    apart = {one.folder for one in whole for shelf in known if shelf.by_file and shelf.holds(one.folder)}
    ids: dict[tuple[str, str], str] = {}
    names: dict[tuple[str, str], str] = {}
    for one in whole:
        if one.folder in apart:
            continue
        lines = Lines(one.text)
        for id, table in one.tables.items():
            if (other := ids.setdefault((one.folder, id), one.name)) != one.name:
                yield Fault(one.name, lines.of((id,)), id, "", f"an entry of this id stands in {other} as well")
            name = table.get("name") if isinstance(table, dict) else None
            if one.folder in same_names or not isinstance(name, str):
                continue
            if (first := names.setdefault((one.folder, name.lower()), id)) != id:
                problem = f"{shown(name)} is the name of [{first}] as well"
                yield Fault(one.name, lines.of((id, "name")), id, "name", problem)


@lru_cache
def _shipped(game: str) -> Entries:
    """What the game has itself."""
    place = Path(str(files(package_of(game)))) / "content"
    entries: Entries = {}
    for file in _files(place):
        one = _read(file, place, place)
        if isinstance(one, Read):
            entries[one.folder] = {**entries.get(one.folder, {}), **one.tables}
    return entries


class Tried:
    """Minds what the types do not know: ranges, the words and ids that there are, the rules of the book. What a folder
    has, of which some file cannot be read, is not known."""

    def __init__(self, game: str, known: Limits, entries: Entries, unread: Collection[str]) -> None:
        self._unread = unread
        self.limits = known
        self._entries = entries
        self._game = game
        self._ids: dict[str, frozenset[str]] = {}

    def __call__(self, owner: str, value: Any, path: Place) -> Iterator[tuple[Place, str]]:
        problem = None
        if isinstance(value, int | float) and not isinstance(value, bool):
            problem = self._number(owner, value)
        elif isinstance(value, str):
            problem = self._rule(value) if self._names_rule(owner) else self._text(owner, value)
        if problem is not None:
            yield path, problem

    def _number(self, owner: str, value: float) -> str | None:
        least, most = self.limits.range_of(owner)
        return None if least <= value <= most else f"{shown(value)} is not from {least} to {most:,}"

    def _names_rule(self, owner: str) -> bool:
        return owner.partition(".")[2] in _RULES and self._game not in SHARED

    def _rule(self, value: str) -> str | None:
        """`ose:a.b, c.d` are two rules of the same book."""
        known = _rules(self._game)
        for id in filter(None, value.split(", ")):
            whole = id if ":" in id else f"{self._game}:{id}"
            if whole not in known:
                hint = did_you_mean(whole[:80], known).removesuffix("?")
                return f"the rulebook has no rule {shown(id)}" + (f"; {hint}" if hint else "")
        return None

    def _text(self, owner: str, value: str) -> str | None:
        field = owner.partition(".")[2]
        like = self.limits.like.get(owner) or self.limits.like.get(field)
        if like is not None and re.fullmatch(like.pattern, value) is None:
            return f'{shown(value)} is not written as it is here, such as "{like.such_as}"'
        folders = self.limits.ids.get(owner) or self.limits.ids.get(field) or ()
        words = self.limits.words.get(owner) or self.limits.words.get(field) or ()
        if (not folders and not words) or value in words:
            return None
        if any(Shelf(names.partition(":")[0], object).holds(folder) for names in folders for folder in self._unread):
            return None
        known = frozenset(words).union(*map(self._known, folders))
        for part in value.split("|") if folders else (value,):
            if part not in known and not (folders and not part):
                where = f" in {' or '.join(sorted({f.partition(':')[0] for f in folders}))}" if folders else " here"
                hint = did_you_mean(part[:60], sorted(known)).removesuffix("?")
                return f"there is no {shown(part)}{where}" + (f"; {hint}" if hint else "")
        return None

    def _known(self, folders: str) -> frozenset[str]:
        """The ids of a folder, or what its entries say in a field: `spells/*`, `spells/*:reversed.name`."""
        if folders not in self._ids:
            self._ids[folders] = frozenset(self._looked_up(folders))
        return self._ids[folders]

    def _looked_up(self, folders: str) -> Iterator[str]:
        folder, _, field = folders.partition(":")
        if folder.endswith("/*") and not field:
            yield from (name.rpartition("/")[2] for name in self._entries if Shelf(folder, object).holds(name))
            return
        for name, tables in self._entries.items():
            if Shelf(folder, object).holds(name):
                for id, table in tables.items():
                    yield from _said(table, field) if field else (id,)


def _said(table: Any, field: str) -> Iterator[str]:
    for part in field.split("."):
        table = table.get(part) if isinstance(table, dict) else None
    yield from (one for one in (table if isinstance(table, list) else [table]) if isinstance(one, str))


@lru_cache
def _rules(game: str) -> frozenset[str]:
    """The rules, tables and other entries of a game's book by their whole ids."""
    book = ledger(game)
    return frozenset(f"{game}:{id}" for id in book.entries)
