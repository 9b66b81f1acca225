"""The rulebooks as typed entries: rules, tables, worked examples and open questions of each system.

Owns reading the `rulebook.toml` of each game's package, wherever that is installed, and finding an entry by its full
id, such as `system:area.rule`. Knows no system by name and does not know whether a rule is executed: that is `census`.
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from underkeep import systems
from underkeep.errors import UnderkeepError

Kind = Literal["mechanic", "table", "value", "procedure", "option", "ability", "judgement"]
Cell: TypeAlias = str | int | float | bool


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rulebook says of itself: its title, its place on the shelf, and which of its numbers are ours."""

    title: str
    shelf: int
    note: str


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a referee applies and a test can check. `frame` says why nothing follows from it, if it only
    defines or describes."""

    id: str
    section: str
    kind: Kind
    text: str
    check: str
    data: dict[str, Any] = {}
    frame: str = ""

    @property
    def area(self) -> str:
        return self.id.partition(".")[0]

    @property
    def topic(self) -> str:
        return self.id.partition(".")[2]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the book, whole."""

    id: str
    section: str
    columns: list[str]
    rows: list[list[Cell | list[Cell]]]
    note: str = ""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example with its exact outcome, and the rules that it works."""

    id: str
    rules: list[str]
    inputs: str | dict[str, Any]
    expected: str | dict[str, Any]
    section: str = ""
    note: str = ""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the book leaves unclear, the reading we chose, and why."""

    id: str
    unclear: str
    resolution: str
    why: str
    section: str = ""
    facts: list[str] = []
    data: dict[str, Any] = {}


Entry: TypeAlias = Rule | Table | Example | Question


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    book: Book
    rule: list[Rule]
    table: list[Table] = []
    example: list[Example] = []
    question: list[Question] = []


class Ledger:
    """One system's rulebook. Ids inside it carry no system prefix."""

    def __init__(self, system: str, contents: _File) -> None:
        self.system = system
        self.book = contents.book
        self.rules: Mapping[str, Rule] = _by_id(contents.rule, system)
        self.tables: Mapping[str, Table] = _by_id(contents.table, system)
        self.examples: Mapping[str, Example] = _by_id(contents.example, system)
        self.questions: Mapping[str, Question] = _by_id(contents.question, system)

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        everything: list[Entry] = [*self.rules.values(), *self.tables.values()]
        everything += [*self.examples.values(), *self.questions.values()]
        return _by_id(everything, self.system)

    @cached_property
    def areas(self) -> frozenset[str]:
        return frozenset(rule.area for rule in self.rules.values())

    def full_id(self, entry: Entry) -> str:
        return f"{self.system}:{entry.id}"

    def examples_of(self, rule: Rule) -> list[Example]:
        return [example for example in self.examples.values() if rule.id in example.rules]

    def tables_of(self, rule: Rule) -> list[Table]:
        """The tables that the rule names, or else those of its section or of the same area and topic."""
        named = _named_in(rule, self.tables)
        return named or [table for table in self.tables.values() if _belongs(rule, table)]

    def questions_of(self, rule: Rule) -> list[Question]:
        """The questions that the rule or its tables name, and those about the same thing in the same section."""
        named = _named_in(rule, self.questions)
        named += [question for table in self.tables_of(rule) for question in _named_in(table, self.questions)]
        near = [question for question in self.questions.values() if _bears_on(question, rule)]
        return list({question.id: question for question in named + near}.values())


@lru_cache
def folders() -> Mapping[str, Path]:
    """Every system that has a rulebook, and the folder of its package."""
    found = {system: systems.folder(system) for system in systems.names()}
    return {system: path for system, path in found.items() if path is not None and (path / "rulebook.toml").is_file()}


@lru_cache
def load(system: str) -> Ledger:
    """The rulebook of one system; it is read once."""
    known = folders()
    if system not in known:
        raise UnderkeepError(f"There is no system called '{system}'; choose one of {', '.join(known)}.")
    path = known[system] / "rulebook.toml"
    try:
        contents = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError, OSError) as error:
        raise UnderkeepError(f"The rulebook {path} cannot be read: {error}.") from error
    return Ledger(system, contents)


def shelf(hear: systems.Hear = systems.unheard) -> list[Ledger]:
    """The rulebooks in the order in which they stand on the shelf; `hear` is told of each that cannot be read."""
    found = []
    for sentence in systems.misnamed():
        hear(sentence)
    for system in folders():
        try:
            found.append(load(system))
        except UnderkeepError as error:
            hear(str(error))
    return sorted(found, key=lambda ledger: (ledger.book.shelf, ledger.system))


def find(full_id: str) -> tuple[Ledger, Entry]:
    """The entry with this full id. An unknown one is answered with the ids nearest to it."""
    system, colon, local = full_id.partition(":")
    if colon and system in folders():
        ledger = load(system)
        if local in ledger.entries:
            return ledger, ledger.entries[local]
    near = " or ".join(nearest(full_id))
    hint = f"did you mean {near}?" if near else "try: underkeep rules search WORDS"
    raise UnderkeepError(f"There is no rule called '{full_id}'; {hint}")


def nearest(full_id: str, most: int = 3) -> list[str]:
    """Known ids that look like this one, the likeliest first."""
    system, colon, local = full_id.partition(":")
    if not colon:
        system, local = "", full_id
    ledgers = [load(system)] if system in folders() else shelf()
    candidates: dict[str, list[str]] = {}
    for ledger in ledgers:
        for name in ledger.entries:
            candidates.setdefault(name, []).append(f"{ledger.system}:{name}")
    close = difflib.get_close_matches(local, candidates, n=most, cutoff=0.6)
    return [name for match in close for name in candidates[match]][:most]


def _by_id(entries: Iterable[Any], system: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for entry in entries:
        if entry.id in found:
            raise UnderkeepError(f"The rulebook of '{system}' has two entries called '{entry.id}'.")
        found[entry.id] = entry
    return found


def _named_in(entry: Rule | Table, others: Mapping[str, Any]) -> list[Any]:
    spoken = str(msgspec.to_builtins(entry))
    return [o for name, o in others.items() if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", spoken)]


def _belongs(rule: Rule, table: Table) -> bool:
    """Same section, or same area and topic; a topic may be shortened, as in `str` for `strength`."""
    if table.section == rule.section:
        return True
    area, _, topic = table.id.partition(".")
    pairs = product(re.findall(r"[a-z]{3,}", rule.topic), re.findall(r"[a-z]{3,}", topic))
    return area == rule.area and (topic == "table" or any(a.startswith(b) or b.startswith(a) for a, b in pairs))


def _bears_on(question: Question, rule: Rule) -> bool:
    """A question without a section must share a word of the ids; one in the rule's section, words of the text."""
    topic = _words(rule.topic)
    if not question.section:
        return bool(topic & _words(question.id))
    if question.section != rule.section:
        return False
    asked = _words(f"{question.id} {question.unclear}")
    return bool(asked & topic) or len({word for word in asked & _words(rule.text) if len(word) > 5}) >= 2


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", text.lower()))
