"""Which code cites which rule: every `system:area.rule` in Python and content files, with its line.

Read are this package and, where a game stands in a package of its own, that one for the game's own rules. A citation
may list more ids of the same system after commas, on the same or the next line. The rulebooks themselves, this package,
tests and their tools and the front doors execute no rules, so what they cite does not count.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from underkeep.rulebook import ledger
from underkeep.rulebook.ledger import Ledger

PACKAGE = Path(__file__).parents[1]
_NOT_RULES = frozenset({"rulebook", "exercise", "testing", "tests", "terminal", "web", "agents", "library.py"})
_DOTTED = r"[a-z][a-z0-9-]*+(?:\.[a-z0-9-]++)++"
_NEXT = re.compile(rf",[ \t]*(?:\n[ \t]*(?:#[ \t]*)?)?({_DOTTED})(?!\w)")


class Citation(NamedTuple):
    """One id at one place."""

    full_id: str
    place: str


class Citations(NamedTuple):
    """Where each known id is cited, and the citations that name nothing."""

    places: Mapping[str, tuple[str, ...]]
    unknown: tuple[Citation, ...]


@lru_cache
def scan() -> Citations:
    """Read the sources of this package and of the games that stand elsewhere, once."""
    return gathered(packages())


def packages() -> dict[Path, frozenset[str]]:
    """Each folder of sources, and the systems whose rules may be carried out there."""
    found = {PACKAGE: frozenset(_books())}
    for system, folder in ledger.folders().items():
        if system in _books() and not folder.is_relative_to(PACKAGE):
            found[folder] = found.get(folder, frozenset()) | {system}
    return found


def gathered(packages: Mapping[Path, frozenset[str]]) -> Citations:
    places: dict[str, list[str]] = {}
    unknown: list[Citation] = []
    for package, systems in packages.items():
        for citation in citations_of(package):
            full_id, place = citation
            if full_id.partition(":")[0] not in systems:
                continue
            if not is_known(full_id):
                unknown.append(citation)
            elif place not in places.setdefault(full_id, []):
                places[full_id].append(place)
    return Citations({full_id: tuple(found) for full_id, found in sorted(places.items())}, tuple(unknown))


def citations_of(package: Path) -> Iterator[Citation]:
    """All that the sources of one folder cite, file by file."""
    for path in sources(package):
        where = path.relative_to(package.parent).as_posix()
        for full_id, line in cited_in(path.read_text(encoding="utf-8")):
            yield Citation(full_id, f"{where}:{line}")


def sources(package: Path) -> Iterator[Path]:
    """The files whose citations count."""
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package).parts
        if path.suffix in (".py", ".toml") and path.name != "rulebook.toml" and inside[0] not in _NOT_RULES:
            yield path


def cited_in(text: str) -> Iterator[tuple[str, int]]:
    """The full ids cited in a text, each with its line."""
    for match in _first().finditer(text):
        system, local = match.groups()
        yield f"{system}:{local}", _line(text, match.start())
        end = match.end()
        while more := _NEXT.match(text, end):
            if more[1].partition(".")[0] not in _books()[system].areas:
                break  # a sentence goes on, such as "e.g."
            yield f"{system}:{more[1]}", _line(text, more.start(1))
            end = more.end()


def is_known(full_id: str) -> bool:
    """Whether the rulebook has an entry of that id."""
    system, _, local = full_id.partition(":")
    return system in _books() and local in _books()[system].entries


@lru_cache
def _books() -> Mapping[str, Ledger]:
    """The rulebooks that can be read."""
    return {book.system: book for book in ledger.shelf()}


@lru_cache
def _first() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.:/-])({'|'.join(_books())}):({_DOTTED})")


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
